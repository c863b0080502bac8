"""Bytes to text: byte order mark, then the HTTP header, then the declared charset, then detection; never fails.

The order is the browsers' (WHATWG), with one repair: a page that declares one charset but is plainly UTF-8
or UTF-16, or the other way round, is read as what it is.
"""

import codecs
import re

from sectio import compiled
from sectio.dom.charsets import detect_charset, whatwg_decode

_BOMS = ((codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be"))
_DECLARED = re.compile(rb"""<(?:meta|\?xml)[^>]{0,512}?(?:charset|encoding)\s*=\s*["']?\s*([\w:.-]{2,40})""", re.I)
_PRESCAN = 8192
# Two-byte sequences that happen to be valid UTF-8 are rare in single-byte text; this share of bad bytes is
# damage, not another charset.
_DAMAGE = 0.002
_SURE = 24
_WIDE = ("utf-16le", "utf-16be")
# The beginning of markup in UTF-16 without a byte order mark: no other charset has these zeros.
_UNMARKED = (
    (re.compile(rb"(?:[ \t\r\n]\0){0,1000}<\0[a-zA-Z!?/]\0"), "utf-16le"),
    (re.compile(rb"(?:\0[ \t\r\n]){0,1000}\0<\0[a-zA-Z!?/]"), "utf-16be"),
)


def decode(data: bytes, header: str | None = None) -> tuple[str, str]:
    """Return the text and the name of the charset it was read with; `header` is the charset HTTP names."""
    for mark, name in _BOMS:
        if data.startswith(mark):
            return data[len(mark) :].decode(name, "replace"), name
    wide = unmarked(data)
    if wide is not None:
        return data.decode(wide, "replace"), wide
    declared = (_usable(header) if header else None) or declared_charset(data)
    if declared in _WIDE and b"\0" not in data[:_PRESCAN]:
        declared = declared_charset(data)  # markup in UTF-16 has a zero in every tag
    utf8 = _strict_utf8(data)
    if utf8 is not None and (declared in (None, "utf-8") or _is_surely_utf8(data, utf8, declared)):
        return utf8, "utf-8"
    if declared == "utf-8":
        damaged = data.decode("utf-8", "replace")
        if damaged.count("\ufffd") <= max(1, _DAMAGE * len(damaged)):
            return damaged, "utf-8"
        declared = None
    name = declared or detect_charset(data) or "windows-1252"
    text = whatwg_decode(data, name)
    return (text, name) if text is not None else (data.decode("windows-1252", "replace"), "windows-1252")


def is_utf8(data: bytes, header: str | None = None) -> bool:
    """Whether `decode` would read these bytes as UTF-8 and leave none of them out; False where only the text can tell, or nothing compiled."""
    if compiled.core is None or data.startswith(tuple(mark for mark, _ in _BOMS)):
        return False
    declared = (_usable(header) if header else None) or declared_charset(data)
    return declared in (None, "utf-8") and compiled.core.is_utf8(data)


def unmarked(data: bytes) -> str | None:
    """The kind of UTF-16 that bytes without a byte order mark begin like; None for other charsets."""
    return next((name for beginning, name in _UNMARKED if beginning.match(data)), None)


def declared_charset(data: bytes) -> str | None:
    """The charset a meta element or XML declaration names, as a canonical label, or None."""
    found = _DECLARED.search(data, 0, _PRESCAN)
    if not found:
        return None
    label = found[1].decode("ascii", "replace").lower()
    # A declaration that could be read byte by byte cannot be in UTF-16.
    return "utf-8" if label.startswith("utf-16") else _usable(label)


def _usable(label: str) -> str | None:
    """The canonical form of a label, or None if it does not name a charset that pages can be in."""
    label = label.strip(" \t\"'").lower()
    if label.endswith(("utf8", "utf-8", "unicode")):
        return "utf-8"
    if re.fullmatch(r"utf-?16(?:le|be)?", label):
        return "utf-16be" if label.endswith("be") else "utf-16le"
    # Browsers show nothing at all of some old charsets, and do not know others: as good as undeclared.
    return label if whatwg_decode(b"ab", label) == "ab" else None


def _strict_utf8(data: bytes) -> str | None:
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return None


def _is_surely_utf8(data: bytes, utf8: str, declared: str | None) -> bool:
    """Whether a page that declares another charset, but can be read as UTF-8, is UTF-8."""
    if re.match(r"windows-(?:125|874)|iso-?8859|latin|ascii|us-ascii|cp125|macintosh|koi8|x-mac", declared or ""):
        return True
    # A few characters of Chinese or Japanese charsets may look like UTF-8; many never do.
    return len(data) - len(utf8) >= _SURE
