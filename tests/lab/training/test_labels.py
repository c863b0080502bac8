"""Labels from gold text: the alignment is the longest common subsequence, and shares are what they say."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from sectio.lab.training.labels import block_labels
from sectio.text.lcs import align


def _slow_lcs(a: list[str], b: list[str]) -> int:
    table = np.zeros((len(a) + 1, len(b) + 1), int)
    for i, x in enumerate(a):
        for j, y in enumerate(b):
            table[i + 1, j + 1] = table[i, j] + 1 if x == y else max(table[i, j + 1], table[i + 1, j])
    return int(table[-1, -1])


@given(st.lists(st.sampled_from("abcd"), max_size=14), st.lists(st.sampled_from("abcd"), max_size=14))
def test_alignment_is_a_longest_common_subsequence(found: list[str], gold: list[str]) -> None:
    """As many matches as the slow table says, and the matched words read the same on both sides."""
    matched, covered = align(found, gold)
    assert int(matched.sum()) == _slow_lcs(found, gold)
    assert [w for w, m in zip(found, matched, strict=True) if m] == [w for w, c in zip(gold, covered, strict=True) if c]


def test_shares_noise_and_moved_blocks() -> None:
    """Content is 1, noise 0, half is a half; a block the gold holds elsewhere counts, a second copy does not."""
    gold = "one two three four five six. seven eight nine ten eleven twelve"
    blocks = [
        ["home", "news"],
        ["one", "two", "three", "x", "y", "z"],
        ["seven", "eight", "nine", "ten", "eleven", "twelve"],
    ]
    assert block_labels(blocks, gold).tolist() == [0.0, 0.5, 1.0]
    moved = [["seven", "eight", "nine", "ten", "eleven", "twelve"], ["one", "two", "three", "four", "five", "six"]]
    assert block_labels(moved, gold).tolist() == [1.0, 1.0]
    twice = [["one", "two", "three", "four", "five", "six"]] * 2
    assert sorted(block_labels(twice, "one two three four five six").tolist()) == [0.0, 1.0]
    assert block_labels([[]], gold).tolist() == [0.0]
