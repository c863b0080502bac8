"""Bytes to text: byte order mark, then the declared charset, then detection; never fails.

The order is the browsers' (WHATWG), with one repair: a page that declares a single-byte charset (or UTF-8) but is
plainly the other is read as what it is.
"""

import codecs
import re

from sectio.dom.parse import detect_charset, whatwg_decode

_BOMS = ((codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be"))
_DECLARED = re.compile(rb"""<(?:meta|\?xml)[^>]{0,512}?(?:charset|encoding)\s*=\s*["']?\s*([\w:.-]{2,40})""", re.I)
_PRESCAN = 8192
# Two-byte sequences that happen to be valid UTF-8 are rare in single-byte text; this share of bad bytes is damage,
# not another charset.
_DAMAGE = 0.002


def decode(data: bytes) -> tuple[str, str]:
    """Return the text and the name of the charset it was read with."""
    for mark, name in _BOMS:
        if data.startswith(mark):
            return data[len(mark) :].decode(name, "replace"), name
    declared = declared_charset(data)
    utf8 = _strict_utf8(data)
    if utf8 is not None and (declared in (None, "utf-8") or _is_single_byte(declared)):
        return utf8, "utf-8"
    if declared == "utf-8":
        text = data.decode("utf-8", "replace")
        if text.count("\ufffd") <= max(1, _DAMAGE * len(text)):
            return text, "utf-8"
        declared = None
    name = declared or detect_charset(data) or "windows-1252"
    text = whatwg_decode(data, name)
    return (text, name) if text is not None else (data.decode("windows-1252", "replace"), "windows-1252")


def declared_charset(data: bytes) -> str | None:
    """The charset a meta element or XML declaration names, as a canonical label, or None."""
    found = _DECLARED.search(data, 0, _PRESCAN)
    if not found:
        return None
    label = found[1].decode("ascii", "replace").lower()
    if label.startswith("utf-16") or label in ("utf8", "unicode"):
        # A declaration that could be read byte by byte cannot be in UTF-16.
        return "utf-8"
    return label if whatwg_decode(b"", label) is not None else None


def _strict_utf8(data: bytes) -> str | None:
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return None


def _is_single_byte(name: str | None) -> bool:
    return bool(name) and re.match(r"(windows-125|iso-?8859|latin|ascii|us-ascii|cp125|macintosh)", name or "") is not None
