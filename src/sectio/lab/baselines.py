"""Trivial extractors every method must beat (experiment E10): the largest element, random blocks.

The third one, all visible text, is the method ``body``.
"""

from collections.abc import Callable
from hashlib import blake2b

import numpy as np

from sectio.dom.decode import decode
from sectio.dom.page import Page
from sectio.dom.parse import parse


def largest_element(html: bytes, url: str | None = None) -> str:
    """Return the text of the element that holds most of it: in its own text and that of its children.

    By all text below it the largest element would always be the body.
    """
    page = parse(decode(html)[0])
    if not len(page.text_rows):
        return ""
    chars = page.text_len * page.visible
    own = np.bincount(page.parent[page.text_rows], weights=chars[page.text_rows], minlength=len(page))
    held = own + np.bincount(page.parent[1:], weights=own[1:], minlength=len(page))
    return _text(page, int(np.argmax(held)))


def random_blocks(html: bytes, url: str | None = None, *, share: float = 0.5, seed: int = 0) -> str:
    """Return each visible block with probability ``share``, drawn from the seed and the page's bytes."""
    page = parse(decode(html)[0])
    shown = np.flatnonzero(page.visible[page.text_rows])
    blocks = np.cumsum(page.block_gaps)
    digest = blake2b(html, digest_size=8, key=str(seed).encode()).digest()
    rng = np.random.default_rng(int.from_bytes(digest, "big"))
    kept = rng.random(len(blocks) + 1) < share
    return page.join([int(at) for at in shown if kept[blocks[at]]], apart="\n")


def _text(page: Page, node: int) -> str:
    first, last = np.searchsorted(page.text_rows, (node, page.end[node]))
    visible = page.visible[page.text_rows]
    return page.join([at for at in range(int(first), int(last)) if visible[at]], apart="\n")


BASELINES: dict[str, Callable[[bytes, str | None], str]] = {
    "largest-element": largest_element,
    "random-blocks": random_blocks,
}
