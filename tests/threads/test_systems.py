"""Comments and posts as the systems in `blogs.py` and `forums.py` write them."""

from collections.abc import Callable, Iterable

import pytest

import sectio
from sectio import threads
from sectio.dom import tags, words
from sectio.dom.parse import parse
from sectio.model import verdict
from sectio.threads import Thread, items, parts
from tests.threads import pages
from tests.threads.pages import Case
from tests.threads.scoring import Score, score

COMMENTS = list(pages.blog_cases())
WEBLOGS = list(pages.weblog_cases())
BOARDS = list(pages.board_cases())
# Waline names nothing after comments, so that nothing of it is found.
DRAWN = [case for case in pages.drawn_cases() if not case.name.startswith("waline")]
POSTS = [case for case in pages.forum_cases() if case.name != "pipermail"]


def total(cases: Iterable[Case], find: Callable[..., Thread]) -> Score:
    each = (score(find(parse(case.html)).comments, list(case.thread)) for case in cases)
    return sum(each, Score())


@pytest.mark.parametrize("case", COMMENTS, ids=lambda case: case.name)
def test_comments_of_a_system(case: Case) -> None:
    """Every comment once, with author, day and parent; no form, notice or side column among them."""
    found = total([case], threads.comments)
    assert found == Score(*[len(case.thread.every)] * 6)


@pytest.mark.parametrize("case", WEBLOGS, ids=lambda case: case.name)
def test_comments_of_an_old_blog(case: Case) -> None:
    """Every comment once, with its author, on a page that is an article; one of the systems gives no dates, one no answers."""
    found, count = score(sectio.extract(case.html).comments, list(case.thread)), len(case.thread.every)
    assert (found.gold, found.found, found.right, found.authors) == (count,) * 4
    assert found.dates == (0 if case.name.startswith("disqus-noscript") else count)
    assert found.parents == count or case.name == "intense-debate full"


@pytest.mark.parametrize("case", [*BOARDS, *DRAWN, *COMMENTS, *POSTS], ids=lambda case: case.name)
def test_a_page_has_posts_or_comments(case: Case) -> None:
    """Every contribution once, with author, day and what it answers: posts of a page that is a forum, comments however many they are
    below an article however short it is.
    """
    doc = sectio.extract(case.html)
    assert score(doc.posts if case.is_forum else doc.comments, list(case.thread)) == Score(
        *[len(case.thread.every)] * 6
    )


@pytest.mark.parametrize("case", POSTS, ids=lambda case: case.name)
def test_posts_of_a_system(case: Case) -> None:
    """Every post once, the first one too, with author, day and what it answers."""
    found = total([case], threads.posts)
    assert found == Score(*[len(case.thread.every)] * 6)


@pytest.mark.parametrize("case", [*COMMENTS, *POSTS], ids=lambda case: case.name)
def test_a_look_beforehand_changes_nothing(case: Case, monkeypatch: pytest.MonkeyPatch) -> None:
    """Comments that cannot be in the text are not read for it: the text is the same if they are."""
    quick = sectio.extract(case.html)
    monkeypatch.setattr(verdict, "may_be_in", lambda page, mask: True)
    monkeypatch.setattr(threads.Comments, "may_be_in", lambda self, mask: True)
    monkeypatch.setattr(parts.Parts, "may_be_voted", True)
    slow = sectio.extract(case.html)
    assert (quick.text, quick.page_type, quick.comments) == (slow.text, slow.page_type, slow.comments)


@pytest.mark.parametrize(
    ("markup", "may_be"),
    [
        ("<p>Points &gt; votes", False),
        ("<p title='a &gt; b' href=/score?points=1 class=box id=a>vote", False),
        ("<p title=vote class='box Upvotes'>", True),
        ("<p title=vote><p data-role=score>", True),
        ("<p>vote</p><p class=score>", True),
        ("<p title=a= data-votes=3>", True),
        ("<vote-box>", True),
        (f"{'<p title=vote>' * 200}", True),
    ],
)
def test_words_for_votes_count_in_names(markup: str, may_be: bool) -> None:
    """Not in texts, addresses and titles; where very many tags have them, they are read."""
    assert parts.Parts(parse(markup)).may_be_voted == may_be


def test_no_word_is_missed_by_a_look() -> None:
    """Words for comments are in the groups that are looked at (French ones are not, and all classes of French pages are
    looked at), words for votes have a hint, and no tag of HTML is a contribution.
    """
    grouped = {word for group in ("comment", "reply") for word in words.GROUPS[group].split()}
    assert words.CONTRIBUTIONS["comment"] - grouped == {"commentaire"}
    assert all(parts.Parts(parse(f"<p class={name}>1")).may_be_voted for name in words.CONTRIBUTION_PARTS["votes"])
    assert not parts.Parts(parse("<p class=comment>Nobody likes it")).may_be_voted
    stated = (f"<p>a <b>1</b><i {name}=1>" for name in parts.SCORE_ATTRIBUTES)
    assert all(parts.Parts(parse(markup)).may_be_voted for markup in stated)
    assert not any(map(items.called, tags.NAMES))
