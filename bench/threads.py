"""Comments and posts against what is true, on pages written as common systems write them and on generated sites.

python bench/threads.py             one line per set
python bench/threads.py --each      one line per system
python bench/threads.py --sites 12  also that many generated sites
"""

import argparse
import html
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from typing import Any

from tests.threads import pages
from tests.threads.said import Said, Thread
from tests.threads.scoring import Score, score

import sectio
from sectio.lab.sitegen import Knobs, generate_site
from sectio.lab.sitegen.naming import STYLES

LANGUAGES = ("en", "de", "fr", "es", "ar")


def main() -> None:
    """Print the scores."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--each", action="store_true", help="one line per system")
    parser.add_argument("--sites", type=int, default=0, help="generated sites to add")
    given = parser.parse_args()
    show("comments", pages.blog_cases(), given.each)
    show("posts", pages.forum_cases(), given.each)
    if given.sites:
        show("generated", generated(given.sites), given.each)


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
