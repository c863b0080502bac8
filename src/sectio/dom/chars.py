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


# The classes that are counted for themselves; few characters of a text belong to one.
_MARKS = {"stops": STOP, "commas": COMMA, "upper": UPPER, "digits": DIGIT, "monies": MONEY, "rules": RULE, "cjk": CJK}
_MARK_BITS = np.array([*_MARKS.values()], np.uint16)[:, None]
_ANY_MARK = sum(_MARKS.values())


class TextCounts:
    """How long each text is and what it holds, one number per text; each count is made when first asked for."""

    def __init__(self, texts: Sequence[str]) -> None:
        lengths = np.fromiter(map(len, texts), np.int64, len(texts))
        self._starts = np.zeros(len(texts), np.int64)
        np.cumsum(lengths[:-1] + 1, out=self._starts[1:])
        self._bits = classes(" ".join((*texts, "")) or " ")

    def _per_text(self, mask: NDArray[np.bool_]) -> NDArray[np.int32]:
        """How many characters of each text the mask holds for."""
        if not len(self._starts):
            return np.zeros(0, np.int32)
        return np.add.reduceat(mask, self._starts, dtype=np.int32)

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
    def _marks(self) -> dict[str, NDArray[np.int32]]:
        """Counts of all classes of marks, from the characters that are in one."""
        places = _where(self._bits, _ANY_MARK)
        running = np.zeros((len(_MARKS), len(places) + 1), np.int32)
        np.cumsum((self._bits[places] & _MARK_BITS) != 0, axis=1, out=running[:, 1:])
        bounds = places.searchsorted(np.append(self._starts, len(self._bits)))
        return dict(zip(_MARKS, np.diff(running.take(bounds, axis=1), axis=1), strict=True))

    @property
    def stops(self) -> NDArray[np.int32]:
        """Marks that end sentences."""
        return self._marks["stops"]

    @property
    def commas(self) -> NDArray[np.int32]:
        """Commas, semicolons and colons."""
        return self._marks["commas"]

    @property
    def upper(self) -> NDArray[np.int32]:
        """Capital letters."""
        return self._marks["upper"]

    @property
    def digits(self) -> NDArray[np.int32]:
        """Digits."""
        return self._marks["digits"]

    @property
    def monies(self) -> NDArray[np.int32]:
        """Currency signs."""
        return self._marks["monies"]

    @property
    def rules(self) -> NDArray[np.int32]:
        """Signs that part links and lead on: bars, arrows, bullets, the copyright sign."""
        return self._marks["rules"]

    @property
    def cjk(self) -> NDArray[np.int32]:
        """Characters that are words of their own."""
        return self._marks["cjk"]

    @cached_property
    def _ends(self) -> tuple[Bits, Bits]:
        """Class bits of the first and of the last character of each text that is no white space."""
        solid = np.flatnonzero((self._bits & SPACE) == 0)
        first = solid.searchsorted(self._starts)
        last = np.append(first[1:], len(solid))[: len(first)] - 1
        solid = np.append(solid, len(self._bits) - 1)
        return self._bits[solid[first]], self._bits[solid[np.maximum(last, 0)]]

    @property
    def first_bits(self) -> Bits:
        """Class bits of the first character that is no white space."""
        return self._ends[0]

    @property
    def last_bits(self) -> Bits:
        """Class bits of the last character that is no white space."""
        return self._ends[1]


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


def _where(bits: Bits, wanted: int) -> NDArray[np.intp]:
    """Positions of the characters of these classes."""
    return np.flatnonzero((bits & wanted) != 0)  # a mask is searched ten times as fast as numbers


def _word_starts(bits: Bits) -> NDArray[np.bool_]:
    """True where a word begins."""
    linked: NDArray[np.bool_] = (bits & (ALNUM | UNDERSCORE)) != 0
    joins = _where(bits, JOINER)
    joins = joins[(joins > 0) & (joins < len(bits) - 1)]
    linked[joins[linked[joins - 1] & linked[joins + 1]]] = True
    starts = linked.copy()
    starts[1:] &= ~linked[:-1]
    _drop_bare_underscores(bits, starts, linked)
    starts |= (bits & CJK) != 0
    return starts


def _drop_bare_underscores(bits: Bits, starts: NDArray[np.bool_], linked: NDArray[np.bool_]) -> None:
    """Unmark runs without a letter or digit (`___` is no word); only runs that begin with an underscore can be."""
    underscores = _where(bits, UNDERSCORE)
    suspects = underscores[starts[underscores]]
    if not len(suspects):
        return
    alnum = np.append(_where(bits, ALNUM), len(bits))
    outside = np.append(np.flatnonzero(~linked), len(bits))
    first_alnum = alnum[np.searchsorted(alnum, suspects)]
    run_end = outside[np.searchsorted(outside, suspects)]
    starts[suspects[first_alnum > run_end]] = False


def normalise(text: str) -> str:
    """White space runs become one space, ends are trimmed, and the text is in Unicode's composed form (NFC)."""
    text = " ".join(text.split())
    return text if text.isascii() else unicodedata.normalize("NFC", text)


# All characters that `str.isspace` knows, but the space.
OTHER_SPACES = "\t\n\v\f\r\x1c\x1d\x1e\x1f\x85\xa0\u1680\u2028\u2029\u202f\u205f\u3000" + "".join(
    map(chr, range(0x2000, 0x200B))
)


def collapse(text: str) -> str:
    """White space runs become one space and ends are trimmed: for long texts, which need not be cut into words."""
    for space in OTHER_SPACES:
        if space in text:
            text = text.replace(space, " ")
    while "  " in text:
        text = text.replace("  ", " ")
    return text.strip()
