"""A page with what is known about it, and a data set of such pages."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from hashlib import blake2b
from pathlib import Path
from typing import Any

Load = Callable[[], bytes]


@dataclass(frozen=True)
class GoldPage:
    """A page and its gold; the bytes are read when asked for and not kept.

    ``site`` is the name of the site in a site data set and the registered domain elsewhere. ``text`` is None
    where the data says nothing about the whole text (the snippets). ``extra`` holds what else the gold has.
    """

    id: str
    load: Load = field(repr=False, compare=False)
    site: str = ""
    url: str | None = None
    title: str | None = None
    author: str | None = None
    date: str | None = None
    text: str | None = None
    page_type: str | None = None
    with_: tuple[str, ...] = ()
    without: tuple[str, ...] = ()
    noise_lines: tuple[str, ...] = ()
    extra: Mapping[str, Any] = field(default_factory=dict, repr=False, compare=False)

    @property
    def html(self) -> bytes:
        """The page as stored; raises OSError when the file cannot be read."""
        return self.load()

    @property
    def usable(self) -> bool:
        """There is something to compare an extraction with."""
        return bool(self.with_ or self.without) if self.text is None else bool(self.text.strip())

    def gold_digest(self) -> str:
        """Return a digest of the gold a score depends on."""
        parts = [self.text or "", *self.with_, "\x00", *self.without]
        return blake2b("\x01".join(parts).encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()


@dataclass(frozen=True)
class Dataset:
    """Pages of one layout, what could not be used (one line each), and the sites' feeds."""

    name: str
    layout: str
    root: Path
    pages: tuple[GoldPage, ...]
    problems: tuple[str, ...] = ()
    feeds: Mapping[str, Load] = field(default_factory=dict, repr=False)

    @property
    def by_site(self) -> dict[str, list[GoldPage]]:
        """The pages of each site, in order."""
        sites: dict[str, list[GoldPage]] = {}
        for page in self.pages:
            sites.setdefault(page.site, []).append(page)
        return sites


def corpus_digest(pages: list[GoldPage]) -> str:
    """Return a digest of pages and gold: the same corpus, whatever its packing, has the same one."""
    total = blake2b(digest_size=16)
    for page in sorted(pages, key=lambda page: (page.site, page.id)):
        html = blake2b(page.html, digest_size=16).hexdigest()
        total.update(f"{page.site} {page.id} {html} {page.gold_digest()}\n".encode())
    return total.hexdigest()
