"""Blocks of text by name, so that a model can count on how many pages each is.

A block's name is made of its lower-cased text with digit runs as `#`: "12 comments" and "7 comments" are one.
"""

import re
from hashlib import blake2b

from sectio import deadline
from sectio.dom.blocks import Blocks
from sectio.dom.page import Page

_DIGITS = re.compile(r"\d+")


def block_names(page: Page) -> list[str]:
    """A short name of the text of each block of a page."""
    cut = Blocks.of(page)
    return [_name(cut.text(number)) for number in deadline.watched(range(len(cut)))]


def _name(text: str) -> str:
    masked = _DIGITS.sub("#", text.lower())
    return blake2b(masked.encode("utf-8", "surrogatepass"), digest_size=6).hexdigest()
