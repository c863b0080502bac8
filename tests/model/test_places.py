"""Posts of a forum are decided together: what is at one place in each of them is content in all of them or in none."""

import numpy as np
import pytest

import sectio
from sectio.dom.blocks import Blocks
from sectio.dom.parse import parse
from sectio.lab.sitegen import Knobs, generate_site
from sectio.model import pagetype, places
from sectio.results import PageType
from tests.model.test_decide import WORDS, decided, text_of

POST = "<div class=post id=p{0}><p class=name>Ann {0}</p><div class=said><p>First words {0}<blockquote>Quoted words {0}</blockquote></div></div>"
THREAD = "<body><p>Rules of the board</p>" + "".join(map(POST.format, range(3)))


def test_what_is_at_one_place_is_pulled_to_one_mean() -> None:
    """By hand: names are at one place, texts and quotations at another, all with as many words; what is outside loses two."""
    page = parse(THREAD)
    blocks = Blocks.of(page)
    logits = np.array([1, -1, 3, 1, -3, 2, -2, -1, 0, 4], np.float32)
    found = places.posts(page, blocks, blocks.words)
    assert found is not None
    names, said = -5 / 3, (3 + 1 + 2 - 2 + 0 + 4) / 6
    halves = np.array([names, said, said] * 3) / 2
    assert places.agreed(page, blocks, found, logits) == pytest.approx([-1, *(logits[1:] + halves)])


def test_means_are_weighted_by_words_and_bounded() -> None:
    """Half a word more than there are; a logit of twelve counts as eight."""
    page = parse("<body>" + "".join(f"<div class=post><p>{words}</p></div>" for words in ("one", "one two three")))
    blocks = Blocks.of(page)
    found = places.posts(page, blocks, blocks.words)
    assert found is not None
    mean = (1.5 * 8 + 3.5 * -1) / 5
    assert places.agreed(page, blocks, found, np.array([12, -1], np.float32)) == pytest.approx(
        [12 + mean / 2, -1 + mean / 2]
    )


def test_the_innermost_post_counts() -> None:
    page = parse("<body><div class=post><p>One word</p><div class=post><p>More words</p></div></div>")
    blocks = Blocks.of(page)
    found = places.posts(page, blocks, blocks.words)
    assert found is not None
    assert [page.tag_of(int(row)) for row in found] == ["div", "div"]
    assert found[0] < found[1] < blocks.node[1]


@pytest.mark.parametrize(
    "source",
    [
        "<body><p>No posts at all</p>",
        "<body><div class=post><p>Only one post</p></div>",
        "<body><aside>" + "".join(map(POST.format, range(3))) + "</aside><p>" + "The text of the page itself. " * 9,
        THREAD + "<p>" + "Much more text that is in none of the posts. " * 9,
    ],
    ids=["none", "one", "beside", "few words"],
)
def test_pages_without_several_posts_are_left_alone(source: str) -> None:
    page = parse(source)
    blocks = Blocks.of(page)
    assert places.posts(page, blocks, blocks.words) is None


def _kind(name: str, share: float) -> PageType:
    rest = (1 - share) / (len(pagetype.TYPES) - 1)
    return PageType(name, {other: share if other == name else rest for other in pagetype.TYPES})


@pytest.mark.parametrize(
    ("kind", "is_together"),
    [(_kind("forum", 0.6), True), (_kind("forum", 0.5), False), (_kind("article", 0.9), False)],
    ids=["a forum for certain", "perhaps a forum", "an article"],
)
def test_posts_are_decided_together_on_forums_alone(kind: PageType, *, is_together: bool) -> None:
    """One post is less probable than the line above all of them; only where the others speak for it is it the one that is content."""
    source = "<body><p>{}</p>{}".format(WORDS, "".join(f"<div class=post><p>{WORDS} {i}</p></div>" for i in range(4)))
    text = text_of(source, decided(source, [0.5, 3, 3, -0.5, 3], kind))
    assert [f"{WORDS} {i}" in text for i in range(4)] == [True, True, is_together, True]
    assert text.startswith(f"{WORDS} 0") == is_together


def test_a_known_site_says_more_than_posts_of_each_other(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*given: object) -> None:
        raise AssertionError("posts were looked for in site mode")

    site = generate_site(7700, "forum", pages=6, language="en", naming="semantic", knobs=Knobs(mixed=False))
    pages = [page.html for page in site.pages]
    known = sectio.learn(pages[:5])
    monkeypatch.setattr(places, "posts", fail)
    assert sectio.extract(pages[5], template=known).text
    with pytest.raises(AssertionError, match="in site mode"):
        assert sectio.extract(pages[5])
