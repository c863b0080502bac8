"""A site with several kinds of pages: one template for each kind, in one file (`*.site`) or a folder.

site.json       the kinds, their shapes of addresses, how well pages fit, what happened so far
models/K.json   the model of kind K, a site file like any other
samples.jsonl   which pages it was learned from: address, digest, kind
feed.jsonl      what the site's feeds say about pages: address, title, date
"""

import io
import json
import re
import zipfile
import zlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from hashlib import blake2b
from pathlib import Path
from typing import Any, Self

from sectio import sites
from sectio.analysis import Request, analyse
from sectio.dom.page import Page
from sectio.dom.unicode import composed
from sectio.drift import Watch
from sectio.errors import InputError, TemplateError
from sectio.extraction import Extraction
from sectio.fields import Announcement
from sectio.files import is_file, is_folder, make_folder, write_whole
from sectio.kinds import LEARN, Learned, groups, learn_kind
from sectio.model.default import NO_MATCH
from sectio.once import once
from sectio.options import GivenOptions, Options
from sectio.reader import Source, read
from sectio.results import Match
from sectio.site import MAX_FILE, Site
from sectio.sites.forest.feeds import Feed, FeedIndex, FeedItem, read_feed
from sectio.sites.forest.stored import item_data, item_from
from sectio.text.url_shapes import shape, shapes

SCHEMA = "sectio-site/1"
SUFFIX = ".site"
_MOST_KINDS = 200
_ID = re.compile(r"[A-Za-z0-9_-]{1,40}")
_SHAPES = 20  # of one kind that are kept


@dataclass(frozen=True, eq=False)
class Kind:
    """One kind of pages: its model, the shapes of its addresses, and how well left-out pages fit."""

    id: str
    name: str
    shapes: tuple[str, ...]
    pages: int
    coverage: float
    low: float
    page_type: str | None
    site: Site
    watch: Watch = field(default_factory=Watch)

    def describe(self) -> dict[str, Any]:
        """Everything but the model, as plain values."""
        values = {item: getattr(self, item) for item in ("id", "name", "pages", "page_type")}
        rounded = {"coverage": round(self.coverage, 4), "low": round(self.low, 4)}
        return {**values, **rounded, "shapes": list(self.shapes), "watch": asdict(self.watch)}


@dataclass(frozen=True)
class Sample:
    """A page that was learned from, and its kind; no kind if it is like no others."""

    url: str | None
    digest: str
    kind: str | None = None


@dataclass(frozen=True, eq=False, repr=False)
class Bundle:
    """A site with its kinds of pages. A bundle never changes: methods that learn more return a new one."""

    host: str
    """The host of the site."""
    kinds: tuple[Kind, ...]
    """The kinds of pages, each with its template."""
    samples: tuple[Sample, ...] = ()
    """The pages that were learned from, by address and digest."""
    made: str = ""
    """When it was made."""
    feed: str | None = None
    """The address of the site's feed."""
    history: tuple[Mapping[str, Any], ...] = ()
    """What earlier updates changed."""
    items: tuple[FeedItem, ...] = ()
    """What the feed says about pages; it gives pages their titles and dates."""

    @classmethod
    def learn(
        cls,
        pages: Sequence[Source],
        *,
        urls: Sequence[str | None] | None = None,
        host: str = "",
        most: int = LEARN,
        method: str = "template",
        feed: Feed = None,
        options: GivenOptions = None,
    ) -> Self:
        """Sort pages into kinds and learn each of them from up to `most` pages.

        `method` is one that learns a site; `feed` is for `forest-feed`, and for titles and dates of pages.
        """
        chosen = Options.of(options)
        parsed = [read(page, chosen) for page in pages]
        addresses = list(urls) if urls is not None else [None] * len(parsed)
        if len(addresses) != len(parsed):
            raise InputError(f"there are {len(parsed)} pages but {len(addresses)} addresses")
        shaped, items = _shapes(addresses), read_feed(feed)
        named = FeedIndex.of(items if method in sites.WITH_FEED else ())
        kinds: list[Kind] = []
        of_page: dict[int, str] = {}
        for alike in groups(parsed, chosen)[:_MOST_KINDS]:
            # A method that learns from the feed learns most from pages that the feed has.
            group = sorted(alike, key=lambda at: named.find(parsed[at], addresses[at]) is None)
            learned = learn_kind(
                [parsed[at] for at in group],
                chosen,
                most=most,
                method=method,
                urls=[addresses[at] for at in group],
                feed=[asdict(item) for item in items],
            )
            if learned is not None:
                kinds.append(_kind(len(kinds), learned, [shaped[at] for at in group]))
                of_page |= dict.fromkeys(group, kinds[-1].id)
        samples = [
            Sample(url, _digest(page), of_page.get(at))
            for at, (url, page) in enumerate(zip(addresses, parsed, strict=True))
        ]
        return cls(host, tuple(kinds), tuple(samples), items=tuple(_brief(item) for item in items))

    def __repr__(self) -> str:
        return f"Bundle({self.host!r}, kinds={[kind.name for kind in self.kinds]!r})"

    # What a site with one template has, too

    @property
    def pattern(self) -> str:
        """The templates, one for each kind, as text that people can read."""
        return "\n\n".join(f"{kind.name}\n{kind.site.pattern}" for kind in self.kinds)

    @property
    def warnings(self) -> tuple[str, ...]:
        """Short codes for anything unusual about the samples."""
        return tuple(dict.fromkeys(code for kind in self.kinds for code in kind.site.warnings))

    @property
    def method(self) -> str:
        """The method that its kinds were learned with."""
        return self.kinds[0].site.method if self.kinds else "template"

    @property
    def drift_threshold(self) -> float:
        """A page with a coverage below this is of no known kind."""
        return min((kind.site.drift_threshold for kind in self.kinds), default=0.0)

    def match(self, source: Source, *, options: GivenOptions = None) -> Match:
        """How well a page fits the kind that fits best."""
        chosen = Options.of(options)
        page = read(source, chosen)
        found = [kind.site.match(page, options=chosen) for kind in self.kinds]
        return max(found, key=lambda match: match.coverage, default=Match(0.0, accepted=False))

    def update(
        self, pages: Sequence[Source], *, urls: Sequence[str | None] | None = None, options: GivenOptions = None
    ) -> Self:
        """A new bundle that has learned from more pages, each by the kind that it fits; this one does not change."""
        chosen = Options.of(options)
        parsed = [read(page, chosen) for page in pages]
        fitting: dict[str, list[tuple[Page, str | None]]] = {}
        for page, url in zip(parsed, urls or [None] * len(parsed), strict=True):
            kind, _ = self.choose(page, url=url, options=chosen)
            if kind is not None:
                fitting.setdefault(kind.id, []).append((page, url))
        more = (_updated(kind, fitting.get(kind.id, ()), chosen) for kind in self.kinds)
        return replace(self, kinds=tuple(more))

    # Choosing and watching

    def choose(
        self, source: Source, *, url: str | None = None, options: GivenOptions = None
    ) -> tuple[Kind | None, float]:
        """The kind that knows most of a page, and how much; None if no kind knows enough.

        Kinds with the page's shape of address are tried first.
        """
        chosen = Options.of(options)
        page = read(source, chosen)
        near = [kind for kind in self.kinds if url and shape(url) in kind.shapes]
        best, coverage = _best(near, page, chosen)
        if best is None:
            best, coverage = _best([kind for kind in self.kinds if kind not in near], page, chosen)
        return best, coverage

    def closest(self, page: Page, *, url: str | None = None, options: GivenOptions = None) -> tuple[Kind, float] | None:
        """The kind that a page should be of, by its address if that tells, and how much of the page it knows."""
        chosen = Options.of(options)
        near = [kind for kind in self.kinds if url and shape(url) in kind.shapes] or list(self.kinds)
        found = [(kind.site.match(page, options=chosen).coverage, -at) for at, kind in enumerate(near)]
        return (near[-max(found)[1]], max(found)[0]) if found else None

    def watched(self, pages: Iterable[tuple[str | None, Page]]) -> tuple[Self, list[tuple[str | None, float, str]]]:
        """The bundle after new pages were seen, and for each page its address, its coverage and its kind."""
        watches = {kind.id: kind.watch for kind in self.kinds}
        seen = []
        for url, page in pages:
            found = self.closest(page, url=url)
            if found is not None:
                kind, coverage = found
                watches[kind.id] = watches[kind.id].after(coverage, kind.low)
                seen.append((url, coverage, kind.id))
        return replace(self, kinds=tuple(replace(kind, watch=watches[kind.id]) for kind in self.kinds)), seen

    @property
    def drifted(self) -> tuple[Kind, ...]:
        """The kinds whose new pages no longer fit."""
        return tuple(kind for kind in self.kinds if kind.watch.status == "drifted")

    def extract(
        self,
        source: Source,
        *,
        url: str | None = None,
        encoding: str | None = None,
        favor: float | None = None,
        options: GivenOptions = None,
    ) -> Extraction:
        """The content of a page, by the template of its kind. A page of no known kind is extracted without one, with a warning."""
        chosen = Options.of(options)
        deadline = chosen.deadline()
        with deadline:
            page = read(source, chosen, encoding=encoding)
            return Extraction(
                analyse(page, self.request(page, Request(url=url, favor=favor, options=chosen)), deadline)
            )

    def request(self, page: Page, asked: Request) -> Request:
        """What is asked of a page, with the model of its kind."""
        kind, _ = self.choose(page, url=asked.url, options=asked.options)
        told = replace(asked, announced=self._announced(page, asked.url))
        if kind is None:
            return replace(told, site=None, warnings=(*asked.warnings, NO_MATCH))
        return replace(told, site=kind.site)

    def _announced(self, page: Page, url: str | None) -> Announcement | None:
        """What the site's feed says about a page, if it is the feed of this page."""
        item = self._index.find(page, url) if self.items else None
        return None if item is None else Announcement(item.title, item.date)

    @once
    def _index(self) -> FeedIndex:
        return FeedIndex.of(self.items)

    # Files

    def save(self, path: str | Path) -> None:
        """Write the bundle as one file, or as a folder if the path is a folder or ends in a slash."""
        if Path(path).is_dir() or str(path).endswith("/"):
            for name, data in self._files():
                target = Path(path) / name
                make_folder(target.parent)
                write_whole(target, data)
            return
        packed = io.BytesIO()
        with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
            for name, data in self._files():
                archive.writestr(zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0)), data, zipfile.ZIP_DEFLATED)
        write_whole(path, packed.getvalue())

    def _files(self) -> Iterable[tuple[str, bytes]]:
        record = {
            "schema": SCHEMA,
            "host": self.host,
            "made": self.made,
            "feed": self.feed,
            "kinds": [{**kind.describe(), "model": f"models/{kind.id}.json"} for kind in self.kinds],
            "history": list(self.history),
        }
        yield "site.json", _json(record)
        for kind in self.kinds:
            yield f"models/{kind.id}.json", kind.site.to_json().encode("utf-8")
        yield "samples.jsonl", b"".join(_json(asdict(one)) + b"\n" for one in self.samples)
        if self.items:
            yield "feed.jsonl", b"".join(_json(item_data(item)) + b"\n" for item in self.items)

    @classmethod
    def load(cls, path: str | Path) -> Self:
        """Read a bundle; everything is checked before it is used."""
        files = _read_files(path)
        try:
            record = json.loads(files["site.json"])
            if not isinstance(record, dict) or record.get("schema") != SCHEMA:
                raise TemplateError(f"it is not a bundle of this version ({SCHEMA})")
            kinds = tuple(_loaded(entry, files) for entry in record["kinds"][:_MOST_KINDS])
            samples = tuple(Sample(**json.loads(line)) for line in files.get("samples.jsonl", b"").splitlines())
            items = tuple(item_from(json.loads(line)) for line in files.get("feed.jsonl", b"").splitlines())
            history = tuple(dict(event) for event in record.get("history", ()))
            made, feed = str(record.get("made", "")), record.get("feed")
            return cls(str(record["host"]), kinds, samples, made, feed, history, items)
        except (TemplateError, KeyError, TypeError, ValueError, OverflowError, RecursionError) as error:
            raise TemplateError(f"{path}: not a usable bundle ({error}); learn it again with `sectio site`") from error


def _updated(kind: Kind, pages: Sequence[tuple[Page, str | None]], options: Options) -> Kind:
    if not pages:
        return kind
    more = kind.site.update([page for page, _ in pages], urls=[url for _, url in pages], options=options)
    return replace(kind, site=more, pages=kind.pages + len(pages))


def _brief(item: FeedItem) -> FeedItem:
    """What is kept of an item: models have their own copy of what they learned from."""
    return FeedItem(title=item.title, link=item.link, date=item.date)


def is_bundle(path: str | Path) -> bool:
    """Whether a path is a bundle: a folder with its `site.json`, or a zip file."""
    return is_file(Path(path) / "site.json") if is_folder(path) else zipfile.is_zipfile(path)


def _best(kinds: Sequence[Kind], page: Page, options: Options) -> tuple[Kind | None, float]:
    """The kind with the highest coverage if that is enough, and the coverage."""
    found = [(kind.site.match(page, options=options).coverage, kind) for kind in kinds]
    coverage, kind = max(found, key=lambda pair: pair[0], default=(0.0, None))
    return (kind if kind is not None and coverage >= kind.site.drift_threshold else None), coverage


def _shapes(urls: Sequence[str | None]) -> list[str | None]:
    """The shapes of the addresses there are, seen together."""
    known = iter(shapes([url for url in urls if url]))
    return [next(known) if url else None for url in urls]


def _kind(number: int, learned: Learned, shaped: Sequence[str | None]) -> Kind:
    common = sorted({one for one in shaped if one}, key=lambda one: (-shaped.count(one), one))[:_SHAPES]
    name = learned.page_type or "page"
    named = f"{name} {common[0]}" if common else name
    return Kind(
        f"{number + 1}",
        named,
        tuple(common),
        len(shaped),
        learned.coverage,
        learned.low,
        learned.page_type,
        learned.site,
    )


def _loaded(entry: Mapping[str, Any], files: Mapping[str, bytes]) -> Kind:
    site = Site.from_json(files[str(entry["model"])].decode("utf-8"))
    numbers = {name: float(entry[name]) for name in ("coverage", "low")}
    if not all(0 <= value <= 1 for value in numbers.values()):
        raise TemplateError("a coverage is a number from 0 to 1")
    if not _ID.fullmatch(str(entry["id"])):  # it names the file of the model when the bundle is saved
        raise TemplateError("the id of a kind is a few letters and digits")
    return Kind(
        id=str(entry["id"]),
        name=composed(str(entry["name"])),
        shapes=tuple(map(str, entry["shapes"])),
        pages=int(entry["pages"]),
        page_type=None if entry["page_type"] is None else composed(str(entry["page_type"])),
        site=site,
        watch=Watch(**entry.get("watch", {})),
        **numbers,
    )


def _read_files(path: str | Path) -> dict[str, bytes]:
    """The files of a bundle by name; sizes are checked before anything is decompressed."""
    root = Path(path)
    try:
        if root.is_dir():
            named = [
                root / "site.json",
                root / "samples.jsonl",
                root / "feed.jsonl",
                *sorted((root / "models").glob("*.json")),
            ]
            _check_sizes(path, [one.stat().st_size for one in named if one.is_file()])
            return {one.relative_to(root).as_posix(): one.read_bytes() for one in named if one.is_file()}
        with zipfile.ZipFile(root) as archive:
            entries = archive.infolist()
            _check_sizes(path, [entry.file_size for entry in entries])
            return {entry.filename: _unpacked(archive, entry) for entry in entries if ".." not in entry.filename}
    except (OSError, zipfile.BadZipFile, NotImplementedError, RuntimeError, EOFError, zlib.error) as error:
        raise TemplateError(f"{path} cannot be read as a bundle ({error})") from error


def _unpacked(archive: zipfile.ZipFile, entry: zipfile.ZipInfo) -> bytes:
    with archive.open(entry) as file:
        return file.read(entry.file_size + 1)[: entry.file_size]


def _check_sizes(path: str | Path, sizes: Sequence[int]) -> None:
    if len(sizes) > _MOST_KINDS + 3 or sum(sizes) > MAX_FILE:
        raise TemplateError(f"{path} has {len(sizes)} files of {sum(sizes)} bytes and is not a bundle")


def _digest(page: Page) -> str:
    return blake2b(page.html.encode("utf-8", "replace"), digest_size=16).hexdigest()


def _json(record: object) -> bytes:
    return json.dumps(record, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace")
