"""Text as results hold it: composed (NFC), encodable as UTF-8, with tab and line feed as the only control characters,
and without soft hyphens and characters of no width that only say where lines break.
"""

import re
import unicodedata
from functools import cache
from urllib.parse import quote

from sectio.patterns import pattern

# Unicode's stream-safe text format (UAX #15, section 13) allows this many marks in a row.
MAX_MARKS = 30
_GRAPHEME_JOINER = "\u034f"

_ASTRAL_MARKS = "\U000101fd-\U0001d244\U0001e000-\U0001e94a"  # and more: these texts are rare, and looked at closely
_CARRIAGE_RETURN = pattern("\r\n?")
# What pages mean by the characters 128 to 159, as HTML has it for numeric references: windows-1252.
_C1 = {chr(code): bytes([code]).decode("cp1252", "replace").replace("\ufffd", "") for code in range(128, 160)}
# Controls, the two noncharacters that XML 1.0 forbids, and what only says where a line may be broken: soft hyphens, spaces
# and joiners without width. (Joiners that change letters, U+200C and U+200D, are kept.)
_CONTROL = pattern("[\x00-\x08\x0b-\x1f\x7f-\x9f\xad\u200b\u2060\ufeff\ufffe\uffff]")
_ODD = pattern("[\x00-\x08\x0b-\x1f\x7f-\x9f\xad\u200b\u2060\ufeff\ud800-\udfff\ufffe\uffff]")
# Blanks, controls, marks without width, halves of surrogate pairs.
_NOT_IN_ADDRESS = pattern(
    "[\x00-\x20\x7f-\xa0\u061c\u1680\u2000-\u200f\u2028-\u202f\u205f-\u206f\u3000\ufeff\ufffe\uffff\ud800-\udfff]"
)
# Marks, embeddings, overrides and isolates: they reorder what a terminal shows around them.
_DIRECTION = pattern("[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")


def composed(text: str) -> str:
    """The text in composed form, without control characters and lone surrogates; CR is a line end."""
    # Usually there is nothing to do, and the quickest checks find that out: `isprintable` is false for control characters.
    if text.isascii() and text.isprintable():
        return text
    if not text.replace("\n", " ").isprintable() and _ODD.search(text):
        text = _without_controls(encodable(text))
    # Finding marks out of order is quick; only sorting them is slow.
    if text.isascii() or unicodedata.is_normalized("NFC", text):
        return text
    return unicodedata.normalize("NFC", _long_runs().sub(lambda run: _joined(run[0]), text))


def encodable(text: str) -> str:
    """The text with surrogate pairs joined and lone surrogates replaced, so that it can be written as UTF-8."""
    if text.isascii():
        return text
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return text


def address(text: str) -> str:
    """An address with everything percent-encoded that browsers would not leave as it is, so that it is one word."""
    return text if text.isascii() and text.isprintable() and " " not in text else _NOT_IN_ADDRESS.sub(_percent, text)


def _percent(found: re.Match[str]) -> str:
    return quote(found[0], errors="replace")


def for_terminal(text: str) -> str:
    """The text without anything that would control a terminal or reorder what it shows."""
    return _DIRECTION.sub("", _without_controls(encodable(text)))


def is_mark(char: str) -> bool:
    """Whether a character joins the one before it."""
    return unicodedata.category(char)[0] == "M"


def _without_controls(text: str) -> str:
    text = _CARRIAGE_RETURN.sub("\n", text).replace("\f", " ")
    return _CONTROL.sub(lambda found: _C1.get(found[0], ""), text)


@cache
def _long_runs() -> re.Pattern[str]:
    """More marks in a row than allowed; one class alone first, since that search is quick."""
    marks = "".join(char for char in map(chr, range(0x300, 0x10000)) if unicodedata.combining(char)) + _ASTRAL_MARKS
    return re.compile(f"[{marks}][{marks}]{{{MAX_MARKS},}}")


def _joined(run: str) -> str:
    """A joiner after every `MAX_MARKS` marks, as UAX #15 says: NFC sorts marks in quadratic time."""
    if run.isascii() or max(run) <= "\uffff":  # all are marks
        return _GRAPHEME_JOINER.join(run[start : start + MAX_MARKS] for start in range(0, len(run), MAX_MARKS))
    parts: list[str] = []
    marks = 0
    for char in run:
        marks = marks + 1 if unicodedata.combining(char) else 0
        if marks > MAX_MARKS:
            parts.append(_GRAPHEME_JOINER)
            marks = 1
        parts.append(char)
    return "".join(parts)
