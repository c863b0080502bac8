"""Character classes: counting words and marks of many texts at once.

All texts of a page are laid end to end as one array of code points; a table gives each code point its class bits, and
every count is a difference of running sums. A word is a maximal run `\\w+(?:['’-]\\w+)*` with at least one letter or
digit; characters of scripts without spaces (ideographs, kana, Hangul) are words of their own.
"""

import unicodedata
from collections.abc import Sequence
from functools import cache, cached_property

import numpy as np
from numpy.typing import NDArray

ALNUM, UNDERSCORE, JOINER, CJK, SPACE, STOP, COMMA, UPPER, DIGIT, MONEY, RULE = (1 << i for i in range(11))

Bits = NDArray[np.uint16]

JOINERS = "'’-"
STOPS = ".!?。．！？؟۔।…"
COMMAS = ",，、،;；:："
MONIES = "$€£¥₹₽₩₺"
RULES = "|›»·•/>←→©▼▶‹«"
# What ECON counts: periods and commas of all script families.
PERIODS_AND_COMMAS = ".,。，、．،۔।"

_CJK_RANGES = (
    (0x1100, 0x11FF), (0x3040, 0x30FF), (0x3130, 0x318F), (0x31F0, 0x31FF), (0x3400, 0x4DBF), (0x4E00, 0x9FFF),
    (0xA960, 0xA97F), (0xAC00, 0xD7FF), (0xF900, 0xFAFF), (0xFF66, 0xFF9F),
)  # fmt: skip
_PLANE = 0x10000
_ASTRAL_IDEOGRAPH, _ASTRAL_LETTER, _ASTRAL_OTHER = _PLANE, _PLANE + 1, _PLANE + 2


def is_cjk(char: str) -> bool:
    """Tell whether a character is a word of its own."""
    point = ord(char)
    return 0x20000 <= point <= 0x3FFFF or any(low <= point <= high for low, high in _CJK_RANGES)


@cache
def class_table() -> Bits:
    """Class bits of every code point of the first plane, then one row each for three kinds beyond it."""
    table = np.zeros(_PLANE + 3, np.uint16)
    chars = [*map(chr, range(_PLANE))]
    for bit, test in ((ALNUM, str.isalnum), (UPPER, str.isupper), (SPACE, str.isspace), (DIGIT, str.isdigit)):
        table[:_PLANE] |= np.fromiter(map(test, chars), bool, _PLANE).astype(np.uint16) * np.uint16(bit)
    for low, high in _CJK_RANGES:
        block = table[low : high + 1]
        block[block & ALNUM > 0] = CJK
    table[_ASTRAL_IDEOGRAPH] = CJK
    table[_ASTRAL_LETTER] = ALNUM
    for bit, marks in (
        (JOINER, JOINERS),
        (STOP, STOPS),
        (COMMA, COMMAS),
        (UNDERSCORE, "_"),
        (MONEY, MONIES),
        (RULE, RULES),
    ):
        table[[ord(mark) for mark in marks]] |= bit
    table.flags.writeable = False
    return table


class TextCounts:
    """How long each text is and what it holds, one number per text; each count is made when first asked for."""

    def __init__(self, texts: Sequence[str]) -> None:
        joined = " ".join(texts) + " "
        lengths = np.fromiter(map(len, texts), np.int64, len(texts))
        self._starts = np.zeros(len(texts), np.int64)
        np.cumsum(lengths[:-1] + 1, out=self._starts[1:])
        self._bits = classes(joined)

    def _per_text(self, mask: NDArray[np.bool_]) -> NDArray[np.int32]:
        """How many characters of each text the mask holds for."""
        if not len(self._starts):
            return np.zeros(0, np.int32)
        return np.add.reduceat(mask, self._starts, dtype=np.int32)

    def _having(self, bit: int) -> NDArray[np.int32]:
        return self._per_text((self._bits & bit).astype(bool))

    @cached_property
    def length(self) -> NDArray[np.int32]:
        """Characters, white space runs as one, none at the ends."""
        solid = (self._bits & SPACE) == 0
        run_starts = solid.copy()
        run_starts[1:] &= ~solid[:-1]
        return self._per_text(solid) + np.maximum(self._per_text(run_starts) - 1, 0)

    @cached_property
    def words(self) -> NDArray[np.int32]:
        """Words."""
        return self._per_text(_word_starts(self._bits))

    @cached_property
    def stops(self) -> NDArray[np.int32]:
        """Marks that end sentences."""
        return self._having(STOP)

    @cached_property
    def commas(self) -> NDArray[np.int32]:
        """Commas, semicolons and colons."""
        return self._having(COMMA)

    @cached_property
    def upper(self) -> NDArray[np.int32]:
        """Capital letters."""
        return self._having(UPPER)

    @cached_property
    def digits(self) -> NDArray[np.int32]:
        """Digits."""
        return self._having(DIGIT)

    @cached_property
    def monies(self) -> NDArray[np.int32]:
        """Currency signs."""
        return self._having(MONEY)

    @cached_property
    def rules(self) -> NDArray[np.int32]:
        """Signs that part links and lead on: bars, arrows, bullets, the copyright sign."""
        return self._having(RULE)

    @cached_property
    def last_bits(self) -> Bits:
        """Class bits of the last character that is no white space."""
        solid = np.maximum.accumulate(np.where(self._bits & SPACE, 0, np.arange(len(self._bits))))
        ends = np.append(self._starts[1:], len(self._bits)) - 1
        return self._bits[solid[ends]] if len(self._starts) else self._bits[:0]

    @cached_property
    def first_bits(self) -> Bits:
        """Class bits of the first character that is no white space."""
        solid = np.append(np.flatnonzero((self._bits & SPACE) == 0), len(self._bits) - 1)
        bits: Bits = self._bits[solid[np.searchsorted(solid[:-1], self._starts)]]
        return bits

    @cached_property
    def cjk(self) -> NDArray[np.int32]:
        """Characters that are words of their own."""
        return self._having(CJK)


def classes(text: str) -> Bits:
    """Class bits of each character."""
    table = class_table()
    if text.isascii():
        return table.take(np.frombuffer(text.encode("ascii"), np.uint8))
    points = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), np.uint32)
    if points.max() >= _PLANE:
        points = points.copy()
        beyond = np.flatnonzero(points >= _PLANE)
        points[beyond] = [_astral_row(chr(point)) for point in points[beyond].tolist()]
    return table.take(points)


def _astral_row(char: str) -> int:
    if is_cjk(char):
        return _ASTRAL_IDEOGRAPH
    return _ASTRAL_LETTER if char.isalnum() else _ASTRAL_OTHER


def _word_starts(bits: Bits) -> NDArray[np.bool_]:
    """True where a word begins."""
    in_word = (bits & (ALNUM | UNDERSCORE)).astype(bool)
    joins = np.flatnonzero(bits & JOINER)
    joins = joins[(joins > 0) & (joins < len(bits) - 1)]
    joins = joins[in_word[joins - 1] & in_word[joins + 1]]
    linked = in_word.copy()
    linked[joins] = True
    starts = linked.copy()
    starts[1:] &= ~linked[:-1]
    _drop_bare_underscores(bits, starts, linked)
    starts |= (bits & CJK).astype(bool)
    return starts


def _drop_bare_underscores(bits: Bits, starts: NDArray[np.bool_], linked: NDArray[np.bool_]) -> None:
    """Unmark runs without a letter or digit (`___` is no word); only runs that begin with an underscore can be."""
    suspects = np.flatnonzero(starts & ((bits & UNDERSCORE) > 0))
    if not len(suspects):
        return
    alnum = np.append(np.flatnonzero(bits & ALNUM), len(bits))
    outside = np.append(np.flatnonzero(~linked), len(bits))
    first_alnum = alnum[np.searchsorted(alnum, suspects)]
    run_end = outside[np.searchsorted(outside, suspects)]
    starts[suspects[first_alnum > run_end]] = False


def normalise(text: str) -> str:
    """White space runs become one space, ends are trimmed, and the text is in Unicode's composed form (NFC)."""
    text = " ".join(text.split())
    return text if text.isascii() else unicodedata.normalize("NFC", text)
