"""Sitemaps, read without trusting them: no document types, and a cap on everything."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from time import monotonic
from xml.parsers import expat

from sectio.errors import DecodeError, FetchError, SectioError
from sectio.warc.bodies import decode_body

MOST_BYTES = 50_000_000
MOST_URLS = 50_000  # of one file, as the protocol says
MOST_FILES = 500
DEEPEST = 3
SECONDS = 60.0
_PIECE = 65_536


class BadSitemap(SectioError):
    """A sitemap that is not read."""

    code = "input"


@dataclass
class Sitemap:
    """The pages and the further sitemaps that a sitemap names, in order."""

    pages: list[str] = field(default_factory=list)
    sitemaps: list[str] = field(default_factory=list)


def parse(data: bytes) -> Sitemap:
    """Read a sitemap, an index of sitemaps, or a plain list of addresses; gzip is undone.

    What is found before the file turns out to be damaged, or too long, is kept.
    """
    if data[:2] == b"\x1f\x8b":
        try:
            data = decode_body(data, {"content-encoding": "gzip"}, MOST_BYTES).data[:MOST_BYTES]
        except DecodeError as error:
            raise BadSitemap(f"the sitemap cannot be decompressed ({error})") from error
    if not data.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"<"):
        lines = data[:MOST_BYTES].decode("utf-8", "replace").split()
        return Sitemap([line for line in lines if line.startswith(("http://", "https://"))][:MOST_URLS])
    return _Reader().read(data)


class _Reader:
    """Handlers of the XML reader: `<loc>` inside `<url>` is a page, inside `<sitemap>` another sitemap."""

    def __init__(self) -> None:
        self.found = Sitemap()
        self._text: list[str] | None = None
        self._inside = ""

    def read(self, data: bytes) -> Sitemap:
        parser = expat.ParserCreate(namespace_separator=" ")
        parser.StartElementHandler, parser.EndElementHandler = self._start, self._end
        parser.CharacterDataHandler, parser.StartDoctypeDeclHandler = self._characters, self._refuse
        try:
            for at in range(0, len(data), _PIECE):
                parser.Parse(data[at : at + _PIECE], at + _PIECE >= len(data))
                if len(self.found.pages) >= MOST_URLS:
                    break
        except expat.ExpatError:
            pass  # what was read so far counts
        return self.found

    def _start(self, name: str, attributes: object) -> None:
        tag = name.rpartition(" ")[2]
        if tag in ("url", "sitemap"):
            self._inside = tag
        self._text = [] if tag == "loc" else None

    def _characters(self, text: str) -> None:
        if self._text is not None and len(self._text) < 100:
            self._text.append(text)

    def _end(self, name: str) -> None:
        if name.rpartition(" ")[2] != "loc" or self._text is None:
            return
        address, self._text = "".join(self._text).strip(), None
        known = self.found.sitemaps if self._inside == "sitemap" else self.found.pages
        if address and len(known) < MOST_URLS:
            known.append(address)

    @staticmethod
    def _refuse(*_: object) -> None:
        raise BadSitemap("the sitemap has a document type, which sitemaps never need")


def walk(
    starts: list[str], get: Callable[[str], bytes], allows: Callable[[str], bool], most: int, seconds: float = SECONDS
) -> Iterator[str]:
    """The pages that sitemaps and the sitemaps they name lead to, at most this many; files that fail are passed over."""
    queue = [(url, 1) for url in dict.fromkeys(starts)]
    seen = {url for url, _ in queue}
    end, files, given = monotonic() + seconds, 0, 0
    while queue and files < MOST_FILES and monotonic() < end:
        url, depth = queue.pop(0)
        files += 1
        try:
            found = parse(get(url))
        except (FetchError, BadSitemap):
            continue
        for page in found.pages:
            if allows(page):
                yield page
                given += 1
                if given >= most:
                    return
        new = [one for one in found.sitemaps if one not in seen] if depth < DEEPEST else []
        seen.update(new)
        queue += [(one, depth + 1) for one in new[:MOST_FILES]]
