"""Forum pages: blocks of one kind are judged together."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

import sectio
from sectio.dom.parse import parse
from sectio.model import features, forum


@given(st.lists(st.tuples(st.integers(0, 3), st.floats(-9, 9, width=32), st.integers(0, 40)), max_size=12))
def test_the_mean_of_the_kind_is_added(blocks: list[tuple[int, float, int]]) -> None:
    """The same as going over the blocks of each kind one by one."""
    kinds = np.array([[kind] * len(forum.KIND) for kind, _, _ in blocks], np.float32)
    found = forum.joined(
        np.array([logit for _, logit, _ in blocks], np.float32),
        kinds,
        np.array([words for *_, words in blocks], float),
    )
    for value, (kind, logit, _) in zip(found, blocks, strict=True):
        alike = [(other, words + 0.5) for same, other, words in blocks if same == kind]
        mean = sum(other * weight for other, weight in alike) / sum(weight for _, weight in alike)
        assert abs(value - (logit + mean)) < 1e-4


def test_posts_are_of_one_kind() -> None:
    """The features distinguish kinds: posts go together, names are separate."""
    posts = "".join(
        f"<div class=post><div class=name><p>user{i}</p></div><div class=body><p>{'some words ' * (i + 2)}</p></div></div>"
        for i in range(4)
    )
    page = parse(f"<html><body><div class=thread>{posts}</div></body></html>")
    measured = features.Features.of(page)
    blocks = measured.blocks
    logits = np.where([blocks.text(i).startswith("user") for i in range(len(blocks))], -4, np.arange(len(blocks)))
    found = forum.joined(logits.astype(np.float32), measured.columns(forum.KIND), blocks.sum(page.counts.words))
    assert (found[::2] == -8).all()
    assert np.ptp((found - logits)[1::2]) < 1e-5


def test_a_thread_keeps_its_short_answers() -> None:
    """A whole thread through the default extractor, typed as a forum."""
    answers = "".join(
        f"<div class=post id=p{i}><div class=postbody><p>Answer {i}: I had the same trouble with the pump, and what helped "
        f"was a new seal and a day of patience, as others here have said before.</p></div></div>"
        for i in range(8)
    )
    html = (
        "<html><head><title>Pump is loud - Garden Forum</title><meta name=generator content=phpBB></head><body class=viewtopic>"
        f"<h2 class=topic-title>Pump is loud</h2><div class=forum-thread>{answers}</div></body></html>"
    )
    result = sectio.extract(html, url="https://forum.example.org/viewtopic.php?t=12")
    assert all(f"Answer {i}:" in result.text for i in range(8))
    assert result.page_type == "forum"
