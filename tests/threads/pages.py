"""Whole pages around the threads: an article or not above, and the furniture of a site around."""

from collections.abc import Iterator
from dataclasses import dataclass

from tests.threads import blogs, boards, forums, weblogs
from tests.threads.said import FLAT, LONE, NESTED, Parents, Thread, thread

ARTICLE = """<article class="post hentry" id="post-12"><header><h1 class="entry-title">Over the ridge</h1>
<p class="byline">By <a rel="author" href="/a/m">Margaret Oakes</a> on <time datetime="2021-03-01">March 1, 2021</time></p></header>
<div class="entry-content"><p>The path to the ridge leaves the village behind the mill, crosses the brook twice and then climbs through beech wood.
It takes two hours in summer and nearly four when there is snow on the upper half.</p>
<p>From the top one sees the lake, the railway and, on a clear day, the towers of the old town. The hut is open from May to October
and has soup, bread and a stove. Whoever comes outside these months should bring everything along.</p>
<p>The descent on the north side is steep. After rain it is better to go back the way one came, as the steps are made of clay.</p></div></article>"""
SHORT = """<article class="post" id="post-13"><h1>Over the ridge</h1><p class="meta">1 March 2021</p>
<div class="entry"><p>The ridge path is open again. I took these pictures yesterday.</p></div></article>"""
SIDE = """<aside id="secondary" class="sidebar widget-area"><section class="widget widget_recent_comments"><h2 class="widget-title">Recent Comments</h2>
<ul id="recentcomments"><li class="recentcomments"><span class="comment-author-link">Otto</span> on <a href="/mill/#comment-3">The mill</a></li>
<li class="recentcomments"><span class="comment-author-link">Ilse</span> on <a href="/brook/#comment-2">The brook in spring</a></li></ul></section>
<section class="widget"><h2>Archives</h2><ul><li><a href="/2021/02/">February 2021</a></li><li><a href="/2021/01/">January 2021</a></li></ul></section></aside>"""
NAV = """<header class="site-header"><p class="site-title"><a href="/">Hill walks</a></p><nav class="main-navigation"><ul class="menu"><li><a href="/about/">About</a></li>
<li><a href="/walks/">Walks</a></li><li><a href="/contact/">Contact</a></li></ul></nav></header>"""
FOOT = """<footer class="site-footer"><p>&copy; 2021 Hill walks. All rights reserved. <a href="/privacy/">Privacy</a></p></footer>"""
ONE_LEVEL: Parents = (None, 0, 0, None, None, 4)
ANSWERS: Parents = (None, 0, 1, 0, 3, 0)
LONG: Parents = (None,) * 12


@dataclass(frozen=True)
class Case:
    """A page and the thread that is on it."""

    name: str
    html: str
    thread: Thread
    is_forum: bool = False


def blog(name: str, below: str, said: Thread, article: str = ARTICLE) -> Case:
    """A weblog's page."""
    head = "<head><title>Over the ridge – Hill walks</title><meta property='og:type' content='article'></head>"
    body = f"{NAV}<div id='content'><main>{article}{below}</main>{SIDE}</div>{FOOT}"
    return Case(name, f"<!doctype html><html lang='en'>{head}<body>{body}</body></html>", said)


def forum(name: str, inside: str, said: Thread) -> Case:
    """A forum's page."""
    head = "<head><title>Old stove - Heating forum</title></head>"
    nav = "<div id='page-header'><a href='/'>Heating forum</a><ul id='nav-main'><li><a href='/faq'>FAQ</a></li><li><a href='/login'>Login</a></li></ul></div>"
    foot = "<div id='page-footer'><p>All times are UTC. Powered by forum software.</p></div>"
    return Case(
        name,
        f"<!doctype html><html lang='en'>{head}<body>{nav}<div id='page-body'>{inside}</div>{foot}</body></html>",
        said,
        True,
    )


def blog_cases() -> Iterator[Case]:
    """Every comment system with threads of several shapes, below a long and a short article."""
    for seed, (name, write) in enumerate(blogs.NESTS.items()):
        for shape, parents in (("nested", ONE_LEVEL if name == "youtube" else NESTED), ("flat", FLAT), ("lone", LONE)):
            said = thread(parents, seed)
            yield blog(f"{name} {shape}", write(said), said)
        said = thread(LONG, seed)
        yield blog(f"{name} long", write(said), said, SHORT)
    for seed, (name, write) in enumerate(blogs.FLAT.items()):
        for shape, parents, article in (("flat", FLAT, ARTICLE), ("lone", LONE, ARTICLE), ("long", LONG, SHORT)):
            said = thread(parents, seed)
            yield blog(f"{name} {shape}", write(said), said, article)


def weblog_cases() -> Iterator[Case]:
    """The systems of blogs around 2012, with the same threads."""
    for table, parents in ((weblogs.NESTS, NESTED), (weblogs.FLAT, FLAT)):
        for seed, (name, write) in enumerate(table.items()):
            for shape, answers, article in (("full", parents, ARTICLE), ("lone", LONE, ARTICLE), ("long", LONG, SHORT)):
                said = thread(answers, seed)
                yield blog(f"{name} {shape}", write(said), said, article)


def forum_cases() -> Iterator[Case]:
    """Every forum with a short and a longer thread."""
    for seed, (name, write) in enumerate(forums.FLAT.items()):
        for shape, parents in (("short", FLAT), ("long", LONG)):
            said = thread(parents, seed)
            yield forum(f"{name} {shape}", write(said), said)
    for seed, (name, write) in enumerate(forums.NESTS.items()):
        for number, start in enumerate((0, 3)):
            said = thread(ANSWERS, seed + start)
            yield forum(f"{name} {number}", write(said), said)
    for name, write in forums.SINGLE.items():
        said = thread(LONE, 7)
        yield forum(name, write(said), said)


def board_cases() -> Iterator[Case]:
    """The forums of `boards.py`."""
    for seed, (name, write) in enumerate(boards.FORUMS.items()):
        for shape, parents in (("short", FLAT), ("long", LONG)):
            said = thread((None, *(0 for _ in parents[1:])) if name == "vanilla" else parents, seed)
            yield forum(f"{name} {shape}", write(said), said)
    for seed, (name, write) in enumerate(boards.NESTED_FORUMS.items()):
        for number, start in enumerate((0, 3)):
            said = thread(ANSWERS, seed + start)
            yield forum(f"{name} {number}", write(said), said)


def drawn_cases() -> Iterator[Case]:
    """Weblogs with the comment systems of `boards.py`."""
    for seed, (name, write) in enumerate(boards.BLOGS.items()):
        for shape, parents, article in (("nested", NESTED, ARTICLE), ("lone", LONE, ARTICLE), ("long", LONG, SHORT)):
            said = thread(parents, seed)
            yield blog(f"{name} {shape}", write(said), said, article)
