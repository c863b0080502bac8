"""Input that is not a web page: what it is, and what of it can be read as one.

Pictures, archives and other binary files are refused. Plain text, JSON and Markdown become a page of one preformatted text, a
feed a page of its entries, an MHTML archive its HTML part with its style sheets in it.
"""

import json
import re
from html import escape, unescape
from typing import TYPE_CHECKING, Final, NamedTuple

from sectio.dom.decode import unmarked
from sectio.dom.page import Page
from sectio.patterns import pattern
from sectio.text.addresses import joined

if TYPE_CHECKING:
    from email.message import Message

# What files begin with, and what they are.
_MAGIC: Final[tuple[tuple[bytes, str], ...]] = (
    (b"%PDF-", "a PDF document"), (b"\x89PNG\r\n", "a PNG image"), (b"\xff\xd8\xff", "a JPEG image"), (b"GIF8", "a GIF image"),
    (b"RIFF", "an image, sound or video"), (b"II*\0", "a TIFF image"), (b"MM\0*", "a TIFF image"), (b"\0\0\1\0", "an icon"),
    (b"PK\3\4", "a ZIP archive or an office document"), (b"\x1f\x8b", "a gzip archive"), (b"7z\xbc\xaf", "a 7z archive"),
    (b"Rar!\x1a\7", "a RAR archive"), (b"BZh", "a bzip2 archive"), (b"\xfd7zXZ\0", "an xz archive"), (b"\x28\xb5\x2f\xfd", "a zstd archive"),
    (b"wOFF", "a font"), (b"wOF2", "a font"), (b"OTTO", "a font"), (b"\0\1\0\0\0", "a font"), (b"ID3", "a sound file"),
    (b"OggS", "a sound file"), (b"fLaC", "a sound file"), (b"\x7fELF", "a program"), (b"MZ", "a program"), (b"\xca\xfe\xba\xbe", "a program"),
    (b"\0asm", "a program"), (b"SQLite format 3\0", "a database"), (b"\xd0\xcf\x11\xe0", "an office document"), (b"PAR1", "a Parquet file"),
)  # fmt: skip
_MOVIE: Final = (b"ftyp", "a video")
_BEGINNING: Final = 4096
# Texts of any charset have fewer control characters than this; random bytes have a tenth.
_CONTROLS: Final = 0.05
_CONTROL: Final = pattern(rb"[\x00-\x08\x0e-\x1a\x1c-\x1f\x7f]")
_KNOWN_TAG: Final = pattern(
    rb"<(?:!doctype|html|head|body|div|table|title|meta|span|script|font|center|img|article|section)\b", re.I
)
_OPENING: Final = pattern(rb"\s{0,1000}<[a-zA-Z!?/]")
_TAG: Final = pattern(r"<[a-zA-Z!/?]")
_FEED: Final = pattern(r"<(?:rss|feed|rdf:RDF)[\s>]")
# What may come before the root of a feed: beginning, end, and how many characters are looked at for the end.
_PROLOG: Final = (("<?", "?>", 500), ("<!--", "-->", 2000))
_PROLOG_PARTS: Final = 6
# What only a page begins with.
_ROOT: Final = pattern(rb"[ \t\r\n]{0,1000}<(?!\?|!--|rss|feed|rdf)[a-zA-Z!/?]")
_MHTML: Final = pattern(
    r"(?:[\w-]{2,40}:[^\n]{0,1000}\n(?:[ \t][^\n]{0,1000}\n){0,20}){0,30}?content-type:\s*multipart/related", re.I
)
_LINK: Final = re.compile(r"<link\b[^<>]{0,2000}>", re.I)
_ATTRIBUTE: Final = re.compile(r"""([a-z]+)\s{0,9}=\s{0,9}(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))""", re.I)
MAX_JSON: Final = 5_000_000
MAX_ENTRIES: Final = 1000


class Readable(NamedTuple):
    """What is parsed in place of a text, and the warning that says so."""

    html: str
    warning: str


def binary_kind(data: bytes) -> str | None:
    """What bytes are if they are not text, in words; None for text."""
    for magic, kind in _MAGIC:
        if data.startswith(magic):
            # Letters alone also begin texts: a binary file has control characters soon after.
            return kind if not magic.isalnum() or _CONTROL.search(data, 0, _BEGINNING) else None
    if data[4:8] == _MOVIE[0]:
        return _MOVIE[1]
    is_page = _OPENING.match(data) or unmarked(data) or not _is_noise(data[:_BEGINNING]) or _KNOWN_TAG.search(data)
    return None if is_page else "binary data"


def _is_noise(data: bytes) -> bool:
    """Whether bytes have too many control characters for a text; every second byte may be zero, as in UTF-16."""
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return False
    controls = len(_CONTROL.findall(data))
    is_wide = max(data[0::2].count(0), data[1::2].count(0)) > 0.3 * len(data)
    return controls > _CONTROLS * len(data) and not is_wide and len(data) >= 16


def is_page(data: bytes) -> bool:
    """Whether `readable` would leave a page in UTF-8 as it is, as far as its first letters can tell."""
    return _ROOT.match(data) is not None


def readable(text: str) -> Readable | None:
    """What to parse in place of a text without markup, JSON, a feed or MHTML; None for a page."""
    start = text.lstrip("\ufeff \t\r\n")
    if not start:
        return None
    if not _TAG.search(start) or _is_json(start):
        return Readable(f"<pre>\n{escape(text, quote=False)}</pre>", "plain_text")
    if start[0] == "<":
        return _from_feed(text) if _is_feed(start) else None
    return _from_mhtml(start) if _MHTML.match(start) else None


def _is_feed(text: str) -> bool:
    """Whether the root element is that of a feed, after declarations and comments; each is passed once."""
    at = 0
    for _ in range(_PROLOG_PARTS):
        end = _after_prolog(text, at)
        if end is None:
            break
        at = end
    return bool(_FEED.match(text, at))


def _after_prolog(text: str, at: int) -> int | None:
    """Where the text goes on after a declaration or a comment that begins here, and white space; None if none does."""
    for opening, closing, most in _PROLOG:
        if text.startswith(opening, at):
            end = text.find(closing, at + len(opening), at + most)
            if end < 0:
                return None
            at = end + len(closing)
            return at + len(text[at : at + most]) - len(text[at : at + most].lstrip())
    return None


def _is_json(text: str) -> bool:
    if text[0] not in "{[" or len(text) > MAX_JSON:
        return False
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True


def _from_feed(text: str) -> Readable | None:
    from sectio.dom.feed import read_entries

    entries = read_entries(text)
    if not entries:
        return None
    parts = [
        f"<article><h2>{escape(entry.title or '')}</h2>{_said(entry)}</article>" for entry, _ in entries[:MAX_ENTRIES]
    ]
    return Readable(f"<body>{''.join(parts)}", "feed")


def _said(entry: object) -> str:
    """What an entry says, as markup."""
    texts = (getattr(entry, name, None) for name in ("content", "summary", "description"))
    said = next((text for text in texts if isinstance(text, str) and text.strip()), "")
    return f"<div>{said}</div>"


def _from_mhtml(text: str) -> Readable | None:
    from email import message_from_bytes  # few inputs need it, and it takes long to import

    parts = [*message_from_bytes(text.encode("utf-8", "replace")).walk()]
    page = next((part for part in parts if part.get_content_type() == "text/html"), None)
    html = _content(page) if page is not None else None
    if page is None or html is None:
        return None
    sheets = {name: part for part in parts if part.get_content_type() == "text/css" for name in _names(part)}
    return Readable(_with_sheets(html, str(page.get("Content-Location", "")), sheets), "mhtml")


def _content(part: "Message") -> str | None:
    data = part.get_payload(decode=True)
    return _decoded(data, part.get_content_charset()) if isinstance(data, bytes) else None


def _names(part: "Message") -> list[str]:
    """The addresses by which a page refers to a part of its archive."""
    identity = str(part.get("Content-ID", "")).strip("<> ")
    return [name for name in (str(part.get("Content-Location", "")).strip(), identity and f"cid:{identity}") if name]


def _with_sheets(html: str, base: str, sheets: "dict[str, Message]") -> str:
    """The page with the style sheets of its archive where it links to them, each once."""
    left = dict(sheets)

    def put(found: re.Match[str]) -> str:
        given = {name.lower(): unescape(a or b or c) for name, a, b, c in _ATTRIBUTE.findall(found[0])}
        words, href = given.get("rel", "").lower().split(), given.get("href", "").strip()
        name = next((one for one in (href, joined(base, href)) if one in left), None)
        if name is None or "stylesheet" not in words or "alternate" in words:
            return found[0]
        css = _content(left.pop(name)) or ""
        media = f' media="{escape(given["media"])}"' if "media" in given else ""
        return found[0] if "</style" in css.lower() else f"<style{media}>{css}</style>"

    return _LINK.sub(put, html) if left else html


def _decoded(data: bytes, charset: str | None) -> str:
    from sectio.dom.decode import decode

    return decode(data, charset)[0]


def is_plain(page: Page) -> bool:
    """Whether a page was made of input that is all content."""
    return "plain_text" in page.warnings or "feed" in page.warnings
