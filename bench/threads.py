"""Comments and posts against what is true, on pages written as common systems write them and on generated sites.

python bench/threads.py             one line per set
python bench/threads.py --each      one line per system
python bench/threads.py --sites 12  also that many generated sites
python bench/threads.py --strings DATA  also strings that are known to be in comments of real pages (`comments` in the gold)
"""

import argparse
import html
import sys
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

import sectio
from sectio.lab.datasets import GoldPage, load
from sectio.lab.metrics.snippets import normalise
from sectio.lab.sitegen import Knobs, generate_site
from sectio.lab.sitegen.naming import STYLES
from sectio.lab.splits import is_untouched

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from tests.threads import pages
from tests.threads.said import Said, Thread
from tests.threads.scoring import Score, score

LANGUAGES = ("en", "de", "fr", "es", "ar")


def main() -> None:
    """Print the scores."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--each", action="store_true", help="one line per system")
    parser.add_argument("--sites", type=int, default=0, help="generated sites to add")
    parser.add_argument("--strings", type=Path, help="pages whose gold has strings of their comments")
    given = parser.parse_args()
    show("comments", pages.blog_cases(), given.each)
    show("blogs of 2012", pages.weblog_cases(), given.each)
    show("posts", pages.forum_cases(), given.each)
    show("more posts", pages.board_cases(), given.each)
    show("drawn comments", pages.drawn_cases(), given.each)
    if given.sites:
        show("generated", generated(given.sites), given.each)
    if given.strings:
        found = [one for dataset in load(given.strings) for one in strings_found(dataset.pages)]
        print(f"{'strings':20} {sum(found)} of {len(found)} ({sum(found) / max(len(found), 1):.3f})")


def strings_found(gold: Iterable[GoldPage]) -> Iterator[bool]:
    """For each string of a comment that is on its page: whether it is in a comment or post. Untouched domains are left out."""
    for page in gold:
        wanted = [normalise(one) for one in page.extra.get("comments") or ()]
        if not wanted or is_untouched(site=page.site, host=page.site):
            continue
        doc = sectio.extract(page.html, url=page.url)
        said = normalise(" ".join([*(one.text for one in doc.comments), *(one.text for one in doc.posts)]))
        every = normalise(doc.page.text(0))
        yield from (one in said for one in wanted if one in every)


def show(title: str, cases: Iterable[pages.Case], each: bool) -> None:
    """One line for all cases, or one per system."""
    scores: dict[str, Score] = {}
    for case in cases:
        name = case.name.rpartition(" ")[0] or case.name
        scores[name] = scores.get(name, Score()) + score(contributions(case), list(case.thread))
    for name, found in scores.items() if each else ():
        print(f"{name:20} {found}")
    print(f"{title:20} {sum(scores.values(), Score())}")


def generated(count: int) -> Iterator[pages.Case]:
    """Forums of all namings and most languages."""
    for number in range(count):
        naming, language = STYLES[number % len(STYLES)], LANGUAGES[number % len(LANGUAGES)]
        site = generate_site(
            7700 + number, "forum", pages=5, language=language, naming=naming, knobs=Knobs(mixed=False)
        )
        for i, page in enumerate(site.pages):
            said = [
                Said(n, post.author, datetime.fromisoformat(post.date), tuple(map(html.escape, post.text.split("\n"))))
                for n, post in enumerate(page.posts)
            ]
            yield pages.Case(f"{naming}-{page.sd_type} {i}", page.html, Thread(said), True)


def contributions(case: pages.Case) -> Sequence[Any]:
    """What is found on a page: posts of a forum, comments elsewhere."""
    doc = sectio.extract(case.html)
    return doc.posts if case.is_forum else doc.comments


if __name__ == "__main__":
    main()
