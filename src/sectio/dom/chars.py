"""Character classes: counting words and marks of many texts at once.

All texts of a page are laid end to end as one array of code points; a table gives each code point its class bits, and
every count is a difference of running sums. A word is a maximal run `\\w+(?:['’-]\\w+)*` with at least one letter or
digit; characters of scripts without spaces (ideographs, kana, Hangul) are words of their own.
"""

import re
from collections.abc import Sequence
from functools import cache

import numpy as np
from numpy.typing import NDArray

from sectio import compiled
from sectio.dom.unicode import composed
from sectio.once import once

ALNUM, UNDERSCORE, JOINER, CJK, SPACE, STOP, COMMA, UPPER, DIGIT, MONEY, SEPARATOR = (1 << i for i in range(11))

Bits = NDArray[np.uint16]
# Texts as written in clean markup: the markup in UTF-8, and where each starts and ends.
Written = tuple[bytes, NDArray[np.int32], NDArray[np.int32]]

JOINERS = "'’-"
STOPS = ".!?。．！？؟۔।…"
COMMAS = ",，、،;；:："
MONIES = "$€£¥₹₽₩₺"
SEPARATORS = "|›»·•/>←→©▼▶‹«"
# What ECON counts: periods and commas of all script families.
PERIODS_AND_COMMAS = ".,。，、．،۔।"

_CJK_RANGES = (
    (0x1100, 0x11FF), (0x3040, 0x30FF), (0x3130, 0x318F), (0x31F0, 0x31FF), (0x3400, 0x4DBF), (0x4E00, 0x9FFF),
    (0xA960, 0xA97F), (0xAC00, 0xD7FF), (0xF900, 0xFAFF), (0xFF66, 0xFF9F),
)  # fmt: skip
_PLANE = 0x10000
# The parts of the first plane with capitals or digits: between them are ideographs, Hangul, surrogates and private characters.
_WITH_CAPITALS = ((0, 0x3400), (0xA000, 0xAC00), (0xFB00, _PLANE))
_ASTRAL_IDEOGRAPH, _ASTRAL_LETTER, _ASTRAL_OTHER = _PLANE, _PLANE + 1, _PLANE + 2


def is_cjk(char: str) -> bool:
    """Whether a character is a word of its own."""
    point = ord(char)
    return 0x20000 <= point <= 0x3FFFF or any(low <= point <= high for low, high in _CJK_RANGES)


@cache
def class_table() -> Bits:
    """Class bits of every code point of the first plane, then one row each for three kinds beyond it."""
    table = np.zeros(_PLANE + 3, np.uint16)
    _add_types(table, np.arange(_PLANE, dtype="<u4").tobytes().decode("utf-32-le", "surrogatepass"))
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
        (SEPARATOR, SEPARATORS),
    ):
        table[[ord(mark) for mark in marks]] |= bit
    table.flags.writeable = False
    return table


def _add_types(table: Bits, plane: str) -> None:
    """Letters, digits, capitals and spaces as `str.isalnum` and its kin know them; asking for each character is slow."""
    for bit, runs in ((ALNUM, r"[^\W_]+"), (SPACE, r"\s+")):
        for run in re.finditer(runs, plane):
            table[run.start() : run.end()] |= bit
    for low, high in _WITH_CAPITALS:
        for bit, test in ((UPPER, str.isupper), (DIGIT, str.isdigit)):
            found = np.fromiter(map(test, plane[low:high]), bool, high - low)
            table[low:high] |= found * np.uint16(bit)


# The classes that are counted for themselves; few characters of a text belong to one, and none to two.
MARKS = ("stops", "commas", "upper", "digits", "monies", "separators", "cjk")
_MARK_CLASSES = (STOP, COMMA, UPPER, DIGIT, MONEY, SEPARATOR, CJK)
_ANY_MARK = sum(_MARK_CLASSES)
_MARK_NUMBER = np.full(2 * SEPARATOR, -1, np.int8)
for _number, _class in enumerate(_MARK_CLASSES):
    _MARK_NUMBER[(np.arange(2 * SEPARATOR) & _class) != 0] = _number


class TextCounts:
    """Length and contents of each text, one number per text; each count is computed when first needed."""

    def __init__(self, texts: Sequence[str], written: Written | None = None) -> None:
        self._texts, self._written = texts, written

    @once
    def _counted(self) -> NDArray[np.int32] | None:
        """Words, length, bits of the ends and marks by the compiled counter, if there is one; unusual texts by array code."""
        if compiled.core is None or self._written is None:
            return None
        counted = np.zeros((4 + len(MARKS), len(self._texts)), np.int32)
        compiled.core.count(*self._written, class_table(), _MARK_NUMBER, len(MARKS), counted)
        odd = (counted[0] < 0).nonzero()[0]
        if len(odd):
            others = TextCounts([self._texts[i] for i in odd.tolist()])
            counted[:, odd] = (others.words, others.length, *others._ends, *others.marks)
        return counted

    @once
    def _gaps(self) -> NDArray[np.intp]:
        """The positions of the spaces before and after each text."""
        lengths = np.fromiter(map(len, self._texts), np.intp, len(self._texts))
        lengths += 1
        return np.append(0, np.add.accumulate(lengths))

    @once
    def _bits(self) -> Bits:
        return classes(" ".join(("", *self._texts, "")))

    @once
    def _spaces(self) -> tuple[NDArray[np.intp], NDArray[np.intp], NDArray[np.intp], NDArray[np.intp]]:
        """Positions of white space, and which of them begin a run; for each gap, its index in both."""
        spaces = _where(self._bits, SPACE)
        begins = np.ones(len(spaces), bool)
        np.greater(spaces[1:] - spaces[:-1], 1, out=begins[1:])
        starts, at = begins.nonzero()[0], spaces.searchsorted(self._gaps)
        return spaces, starts, at, starts.searchsorted(at, side="right")

    @once
    def length(self) -> NDArray[np.int32]:
        """Characters, white space runs as one, none at the ends."""
        if self._counted is not None:
            return np.asarray(self._counted[1])
        _, _, at, run = self._spaces
        solid = self._gaps - at
        between = np.maximum(run[1:] - run[:-1] - 1, 0)
        return np.asarray(solid[1:] - solid[:-1] + between, np.int32)

    @once
    def words(self) -> NDArray[np.int32]:
        """Words."""
        if self._counted is not None:
            return np.asarray(self._counted[0])
        if len(self._gaps) < 2:
            return np.zeros(0, np.int32)
        return np.add.reduceat(_word_starts(self._bits), self._gaps[:-1], dtype=np.int32)

    @once
    def marks(self) -> NDArray[np.int32]:
        """Counts of all classes of `MARKS`, one in each row, from the characters that are in one."""
        if self._counted is not None:
            return np.asarray(self._counted[4:])
        places, texts = _where(self._bits, _ANY_MARK), len(self._gaps) - 1
        bounds = places.searchsorted(self._gaps)
        keys = _MARK_NUMBER.take(self._bits.take(places)).astype(np.intp)
        keys *= texts
        keys += np.arange(texts).repeat(bounds[1:] - bounds[:-1])
        return np.bincount(keys, minlength=len(MARKS) * texts).astype(np.int32).reshape(len(MARKS), texts)

    @once
    def _by_name(self) -> dict[str, NDArray[np.int32]]:
        return dict(zip(MARKS, self.marks, strict=True))

    @property
    def stops(self) -> NDArray[np.int32]:
        """Marks that end sentences."""
        return self._by_name["stops"]

    @property
    def commas(self) -> NDArray[np.int32]:
        """Commas, semicolons and colons."""
        return self._by_name["commas"]

    @property
    def upper(self) -> NDArray[np.int32]:
        """Capital letters."""
        return self._by_name["upper"]

    @property
    def digits(self) -> NDArray[np.int32]:
        """Digits."""
        return self._by_name["digits"]

    @property
    def monies(self) -> NDArray[np.int32]:
        """Currency signs."""
        return self._by_name["monies"]

    @property
    def separators(self) -> NDArray[np.int32]:
        """Signs between links and before them: bars, arrows, bullets, the copyright sign."""
        return self._by_name["separators"]

    @property
    def cjk(self) -> NDArray[np.int32]:
        """Characters that are words of their own."""
        return self._by_name["cjk"]

    @once
    def _ends(self) -> tuple[Bits, Bits]:
        """Class bits of the first and of the last character of each text that is not white space.

        The run of white space around a gap separates the last character of one text from the first of the next.
        """
        if self._counted is not None:
            return self._counted[2].astype(np.uint16), self._counted[3].astype(np.uint16)
        spaces, starts, _, run = self._spaces
        first = spaces.take(starts.take(run[:-1], mode="clip") - 1) + 1
        last = spaces.take(starts.take(run[1:] - 1)) - 1
        return self._bits.take(first, mode="clip"), self._bits.take(last, mode="clip")

    @property
    def first_bits(self) -> Bits:
        """Class bits of the first character that is not white space."""
        return self._ends[0]

    @property
    def last_bits(self) -> Bits:
        """Class bits of the last character that is not white space."""
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
    found: NDArray[np.intp] = ((bits & wanted) != 0).nonzero()[0]  # a mask is searched ten times as fast as numbers
    return found


def _word_starts(bits: Bits) -> NDArray[np.bool_]:
    """True where a word begins; there is white space at both ends."""
    linked: NDArray[np.bool_] = (bits & (ALNUM | UNDERSCORE)) != 0
    odd = _where(bits, JOINER | UNDERSCORE | CJK)  # few; those of each kind are searched among them
    kinds = bits.take(odd)
    joins = odd[(kinds & JOINER) != 0]
    linked[joins[linked[joins - 1] & linked[joins + 1]]] = True
    starts = linked.copy()
    np.greater(linked[1:], linked[:-1], out=starts[1:])
    _drop_bare_underscores(bits, starts, linked, odd[(kinds & UNDERSCORE) != 0])
    starts[odd[(kinds & CJK) != 0]] = True
    return starts


def _drop_bare_underscores(
    bits: Bits, starts: NDArray[np.bool_], linked: NDArray[np.bool_], underscores: NDArray[np.intp]
) -> None:
    """Unmark runs without a letter or digit (`___` is not a word); only runs that begin with an underscore can lack both."""
    suspects = underscores[starts[underscores]]
    if not len(suspects):
        return
    alnum = np.append(_where(bits, ALNUM), len(bits))
    outside = np.append(np.flatnonzero(~linked), len(bits))
    first_alnum = alnum[np.searchsorted(alnum, suspects)]
    run_end = outside[np.searchsorted(outside, suspects)]
    starts[suspects[first_alnum > run_end]] = False


def normalise(text: str) -> str:
    """White space runs become one space, ends are trimmed, and the text is composed and free of control characters."""
    text = " ".join(text.split())
    clean = composed(text)
    return clean if clean == text else " ".join(clean.split())


# All characters that `str.isspace` accepts, except the space.
OTHER_SPACES = "\t\n\v\f\r\x1c\x1d\x1e\x1f\x85\xa0\u1680\u2028\u2029\u202f\u205f\u3000" + "".join(
    map(chr, range(0x2000, 0x200B))
)
_SPACES = re.compile("  +")


def collapse(text: str) -> str:
    """White space runs become one space and ends are trimmed: for long texts that need not be split into words."""
    for space in OTHER_SPACES:
        if space in text:
            text = text.replace(space, " ")
    return _SPACES.sub(" ", text).strip()
