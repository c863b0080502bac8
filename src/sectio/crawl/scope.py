"""Which addresses belong to the site that is crawled."""

from collections.abc import Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import Literal
from urllib.parse import urlunsplit

from sectio.text.addresses import split

# What is linked but is not a page.
_FILES = tuple(
    ".7z .avi .bz2 .css .csv .doc .docx .dmg .eot .epub .exe .gif .gz .ico .iso .jpeg .jpg .js .json .mov .mp3 .mp4 .mpg .odt "
    ".ogg .pdf .png .ppt .pptx .rar .rss .svg .tar .tgz .tif .tiff .ttf .txt .wav .webm .webp .woff .woff2 .xls .xlsx .xml "
    ".zip".split()
)
_MOST = 2_000  # characters; longer addresses are traps


@dataclass(frozen=True)
class Scope:
    """The host of the first page, or all hosts of its domain, and what the user includes and excludes by `*` patterns."""

    start: str
    same: Literal["host", "domain"] = "host"
    include: Sequence[str] = ()
    exclude: Sequence[str] = ()

    def __contains__(self, url: object) -> bool:
        assert isinstance(url, str)
        if len(url) > _MOST or not self._is_near(url) or split(url).path.lower().endswith(_FILES):
            return False
        included = not self.include or any(fnmatchcase(url, pattern) for pattern in self.include)
        return included and not any(fnmatchcase(url, pattern) for pattern in self.exclude)

    def _is_near(self, url: str) -> bool:
        home, there = split(self.start), split(url)
        if there.scheme not in ("http", "https") or not there.hostname:
            return False
        if self.same == "host":
            return (there.hostname, _port(there.port, there.scheme)) == (home.hostname, _port(home.port, home.scheme))
        domain = (home.hostname or "").removeprefix("www.")
        return there.hostname == domain or there.hostname.endswith(f".{domain}")


def _port(port: int | None, scheme: str) -> int | None:
    """Pages of one host over http and https are of one site."""
    return None if port in (None, 80, 443) else port


def plain(url: str) -> str:
    """An address without its fragment, with a path, its host in lower case."""
    parts = split(url)
    if not parts.netloc:
        return url  # it cannot be read, which whoever fetches it says
    return urlunsplit((parts.scheme.lower(), parts.netloc.lower(), parts.path or "/", parts.query, ""))
