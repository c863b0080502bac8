"""The second pass: what it sees of a page and of the first opinion."""

import numpy as np
from hypothesis import example, given
from hypothesis import strategies as st

from sectio.dom.blocks import Blocks
from sectio.dom.parse import parse
from sectio.model import features, second, store
from sectio.model.first import NEVER
from tests.compiled import built, uncompiled
from tests.strategies import html, odd_html

PROSE = "The boats came in late that evening, and nobody on the quay said a word about the storm. " * 3


def frame_of(source: str) -> tuple[Blocks, second.Frame]:
    found = features.Features.of(parse(source))
    return found.blocks, second.Frame.of(found)


def seen(source: str, logits: list[float]) -> dict[str, list[float]]:
    blocks, frame = frame_of(source)
    base, _ = features.matrix(blocks.page)
    made = second.matrix(frame, np.array(logits, np.float32), base)
    return dict(zip(second.NAMES, made.T.round(3).tolist(), strict=True))


@given(html())
def test_elements_are_runs_of_blocks(source: str) -> None:
    """Each level contains the block and the level below, and is what one of the block's ancestors contains."""
    blocks, frame = frame_of(source)
    page = blocks.page
    for block in range(len(blocks)):
        runs = list(zip(frame.first[:, block].tolist(), frame.last[:, block].tolist(), strict=True))
        above, row = set(), int(blocks.node[block])
        while row:
            row = int(page.parent[row])
            inside = np.flatnonzero((blocks.node >= row) & (blocks.node < page.end[row]))
            above.add((int(inside[0]), int(inside[-1]) + 1))
        assert {run for run in runs if run != (block, block + 1)} <= above
        for (first, last), (outer_first, outer_last) in zip([(block, block + 1), *runs], runs, strict=False):
            assert outer_first <= first < last <= outer_last


@given(html())
def test_every_number_is_finite(source: str) -> None:
    """Whatever the first opinion is, even if nothing is certain."""
    blocks, frame = frame_of(source)
    if len(blocks):
        base, _ = features.matrix(blocks.page)
        for logit in (-30.0, 0.0, 30.0):
            made = second.matrix(frame, np.full(len(blocks), logit, np.float32), base)
            assert made.shape == (len(blocks), len(second.NAMES))
            assert np.isfinite(made).all()


def test_distances_to_certain_blocks() -> None:
    """Words since the last certain block and until the next one, and blocks from the first and the last."""
    found = seen("<p>one two three</p><p>four five</p><p>six</p><p>seven eight</p>", [5, -1, -1, 5])
    assert found["words_since_certain"] == [0, 0, 2, 0]
    assert found["words_to_certain"] == [0, 1, 0, 0]
    assert found["from_first_certain"] == [0, 1, 2, 3]
    assert found["from_last_certain"] == [-3, -2, -1, 0]
    assert found["logit-1"] == [-8, 5, -1, -1]


def test_the_core_is_the_smallest_element_with_most_certain_words() -> None:
    """Blocks inside it are 0 away, those before and after are counted."""
    source = f"<p>nav here</p><div><p>{PROSE}</p><p>doubtful line</p><p>{PROSE}</p></div><p>foot here</p>"
    found = seen(source, [-3, 4, -1, 4, -3])
    assert found["core95%_away"] == [-1, 0, 0, 0, 1]


def test_another_story_has_the_title() -> None:
    """Siblings of one shape with headings are stories; the one with the page's title is known to all of them."""
    stories = "".join(f"<article><h2>{name}</h2><p>{PROSE}</p></article>" for name in ("The storm", "The harvest"))
    found = seen(f"<title>The storm</title><main>{stories}</main>", [1, 1, 1, 1])
    assert found["story_title"] == [1, 1, 0, 0]
    assert found["other_title"] == [0, 0, 1, 1]
    assert found["story_number"] == [0, 0, 1, 1]
    assert found["stories"] == [2, 2, 2, 2]


def test_blocks_of_one_shape_share_their_opinion() -> None:
    """The mean logit of the others with the same path; a block alone has its own."""
    found = seen("<ul><li>a b</li><li>c d</li><li>e f</li></ul><p>g h</p>", [1, 2, 3, -4])
    assert found["path_logit"] == [2.5, 2, 1.5, -4]
    assert found["path_blocks"] == [3, 3, 3, 1]


@built
@given(html() | odd_html(), st.integers(0, 9))
@example("".join(f"<article><h2>{n}</h2><p>{PROSE}</p></article>" for n in "abc") + "<title>b</title>", 1)
def test_the_same_without_compiled_code(source: str, seed: int) -> None:
    """To the last bit, whatever the opinions are."""
    blocks, _ = frame_of(source)
    if not len(blocks):
        return
    logits = np.random.default_rng(seed).normal(0, 3, len(blocks)).astype(np.float32)
    base, _ = features.matrix(blocks.page)
    quick = second.matrix(frame_of(source)[1], logits, base)
    with uncompiled():
        slow = second.matrix(frame_of(source)[1], logits, base)
    assert [second.NAMES[i] for i in np.flatnonzero((quick != slow).any(axis=0))] == []
    logits[0] = NEVER
    found, model = features.Features.of(blocks.page), store.default()
    together = second.corrected(model, found, base, logits)
    assert together[0] == NEVER
    with uncompiled():
        assert second.corrected(model, found, base, logits).tobytes() == together.tobytes()
