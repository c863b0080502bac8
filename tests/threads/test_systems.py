"""Comments and posts as the systems in `blogs.py` and `forums.py` write them."""

from collections.abc import Callable, Iterable

import pytest

from sectio import threads
from sectio.dom.parse import parse
from sectio.threads import Thread
from tests.threads import pages
from tests.threads.pages import Case
from tests.threads.scoring import Score, score

COMMENTS = list(pages.blog_cases())
POSTS = [case for case in pages.forum_cases() if case.name != "pipermail"]


def total(cases: Iterable[Case], find: Callable[..., Thread]) -> Score:
    each = (score(find(parse(case.html)).comments, list(case.thread)) for case in cases)
    return sum(each, Score())


@pytest.mark.parametrize("case", COMMENTS, ids=lambda case: case.name)
def test_comments_of_a_system(case: Case) -> None:
    """Every comment once, with author, day and parent; no form, notice or side column among them."""
    found = total([case], threads.comments)
    assert found == Score(*[len(case.thread.every)] * 6)


@pytest.mark.parametrize("case", POSTS, ids=lambda case: case.name)
def test_posts_of_a_system(case: Case) -> None:
    """Every post once, the first one too, with author, day and what it answers."""
    found = total([case], threads.posts)
    assert found == Score(*[len(case.thread.every)] * 6)
