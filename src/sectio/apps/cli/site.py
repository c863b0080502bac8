"""`sectio site`: learn a whole site from its address, and see whether it still fits."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from sectio.apps.cli.fetching import NAMES, fetch_options, fetching
from sectio.apps.cli.shared import OK, SOME_FAILED, expand, talk, write
from sectio.apps.cli.targets import OUTPUT, OUTPUT_OR_FOLDER, check_output
from sectio.bundle import Bundle
from sectio.dom.page import Page
from sectio.errors import FetchError, InputError, SectioError
from sectio.reader import read
from sectio.sites import METHODS

if TYPE_CHECKING:
    from sectio.crawl import Crawl, State
    from sectio.crawl.state import Fetched

MAX_BYTES = 20_000_000
Saved = tuple[str | None, Page]


_METHOD = click.option(
    "--method",
    "-m",
    type=click.Choice(list(METHODS)),
    default="template",
    show_default=True,
    help="The method that learns the kinds.",
)


class _Group(click.Group):
    """`sectio site URL` is `sectio site crawl URL`."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and args[0] not in self.commands:
            args = ["crawl", *args]
        return super().resolve_command(ctx, args)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        # `sectio site -o FILE URL`: the options are those of the crawl.
        if args and args[0] not in self.commands and args[0] not in ("-h", "--help"):
            args = ["crawl", *args]
        return super().parse_args(ctx, args)


@click.group(cls=_Group, subcommand_metavar="URL | learn | update | check | show")
def site() -> None:
    """Learn a site from its address: find its pages, fetch a sample, sort it into kinds, learn each kind.

    \b
    sectio site https://example.org/ -o example.site
    sectio extract --template example.site page.html
    sectio site check example.site
    """


@site.command()
@click.argument("url")
@click.option("--output", "-o", type=OUTPUT_OR_FOLDER, required=True, help="The bundle to write, a *.site file.")
@click.option("--pages", type=click.IntRange(min=1), default=200, show_default=True, help="How many pages to fetch.")
@click.option(
    "--learn",
    "most",
    type=click.IntRange(min=2),
    default=15,
    show_default=True,
    help="How many pages to learn a kind from.",
)
@click.option(
    "--same",
    type=click.Choice(["host", "domain"]),
    default="host",
    show_default=True,
    help="Whether only the host belongs to the site, or its whole domain.",
)
@click.option("--include", multiple=True, metavar="GLOB", help="Take only addresses like this.")
@click.option("--exclude", multiple=True, metavar="GLOB", help="Leave out addresses like this.")
@click.option("--sitemap", metavar="URL", help="The site's sitemap; by default the usual places are tried.")
@click.option("--no-sitemap", is_flag=True, help="Follow links and feeds only.")
@click.option("--feed", metavar="URL", help="The site's feed; by default the feeds that the first page names.")
@click.option(
    "--warc", type=click.Path(dir_okay=False, path_type=Path), help="Also write the fetched pages to this WARC file."
)
@click.option("--resume", is_flag=True, help="Continue a crawl that was stopped.")
@_METHOD
@fetch_options
def crawl(url: str, output: str, most: int, resume: bool, method: str, **how: Any) -> int:
    """Discover the pages of a site, fetch a sample of them, and learn its kinds of pages."""
    place = _state_of(output)
    if place.exists() and not resume:
        raise click.UsageError(f"{place} is left from an earlier crawl; continue it with --resume, or remove the file")
    with _crawling(url, place, how) as work:
        work.run()
        learned = _learned(work.state, work.scope.start, most, method)
    learned.save(output)
    _tell_kinds(learned, output)
    return OK if learned.kinds else SOME_FAILED


@site.command(name="learn")
@click.argument("inputs", nargs=-1, required=True, metavar="INPUT…")
@click.option("--output", "-o", type=OUTPUT_OR_FOLDER, required=True, help="The bundle to write, a *.site file.")
@click.option(
    "--learn",
    "most",
    type=click.IntRange(min=2),
    default=15,
    show_default=True,
    help="How many pages to learn a kind from.",
)
@click.option(
    "--feed", type=click.Path(exists=True, dir_okay=False, path_type=Path), help="The site's RSS, Atom or JSON feed."
)
@_METHOD
def learn(inputs: tuple[str, ...], output: str, most: int, feed: Path | None, method: str) -> int:
    """Learn from saved pages: files, folders or WARC files."""
    check_output(output, inputs)
    given = feed.read_bytes() if feed else None
    urls, pages = _apart(_saved(inputs))
    learned = Bundle.learn(pages, urls=urls, most=most, method=method, feed=given)
    made = replace(learned, made=_now())
    made.save(output)
    _tell_kinds(made, output)
    return OK if made.kinds else SOME_FAILED


@site.command()
@click.argument("bundle", type=click.Path(exists=True))
@click.option(
    "--learn",
    "most",
    type=click.IntRange(min=2),
    default=15,
    show_default=True,
    help="How many pages to learn a kind from.",
)
@fetch_options
def update(bundle: str, most: int, **how: Any) -> int:
    """Fetch the site's pages again, learn from those that changed, and keep what fits better."""
    old = Bundle.load(bundle)
    with _again(bundle, how) as work:
        changed = work.refresh()
        talk(f"{changed} pages changed")
        if not changed:
            return OK
        new = _learned(work.state, old.host, most, old.method)
        parsed = _parsed(work.state.pages())
    before, after = (_median_fit(one, parsed) for one in (old, new))
    event = {"when": _now(), "what": "update", "fit_before": round(before, 4), "fit_after": round(after, 4)}
    if after <= before:
        talk(
            f"the current templates fit best (coverage {before:.3f}; learned again: {after:.3f}), so nothing was replaced"
        )
        replace(old, history=(*old.history, {**event, "taken": False})).save(bundle)
        return OK
    old.save(f"{bundle}.old")
    replace(new, history=(*old.history, {**event, "taken": True})).save(bundle)
    talk(f"learned again: coverage {before:.3f} → {after:.3f}; the earlier bundle is kept as {bundle}.old")
    return OK


@site.command()
@click.argument("bundle", type=click.Path(exists=True))
@click.argument("inputs", nargs=-1, metavar="[INPUT]…")
@click.option(
    "--pages", type=click.IntRange(min=1), default=20, show_default=True, help="Pages to fetch when none are given."
)
@fetch_options
def check(bundle: str, inputs: tuple[str, ...], pages: int, **how: Any) -> int:
    """See whether new pages still fit: exit 1 if a kind has drifted. Without INPUT, known addresses are fetched again."""
    known = Bundle.load(bundle)
    found = list(_saved(inputs)) if inputs else list(_fetched_again(known, pages, how))
    after, seen = known.watched(found)
    events = [
        {"when": _now(), "what": "drifted", "kind": kind.id} for kind in after.drifted if kind not in known.drifted
    ]
    replace(after, history=(*known.history, *events)).save(bundle)
    for url, coverage, kind in seen:
        talk(f"{coverage:6.1%}  kind {kind}  {url or '-'}")
    lines = [f"{kind.watch.status:<8} {kind.watch.seen:>6} pages seen  {kind.name}\n" for kind in after.kinds]
    write("".join(lines), None)
    return SOME_FAILED if after.drifted else OK


@site.command()
@click.argument("bundle", type=click.Path(exists=True))
@click.option(
    "--format", "-f", "style", type=click.Choice(["text", "json", "html", "svg"]), default="text", help="What to write."
)
@click.option("--output", "-o", type=OUTPUT, help="Write here instead of stdout.")
def show(bundle: str, style: str, output: str | None) -> None:
    """Show the kinds of a site: addresses, templates, and how well pages fit; `-f svg` draws them."""
    from sectio.apps.cli import site_picture

    write(site_picture.WRITERS[style](Bundle.load(bundle)), output)


def _state_of(output: str) -> Path:
    """Where the state of a crawl is kept: beside the bundle."""
    return Path(f"{output.rstrip('/')}.crawl")


@contextmanager
def _crawling(url: str, place: Path, how: dict[str, Any]) -> Iterator["Crawl"]:
    from sectio.crawl import Crawl, CrawlOptions, State
    from sectio.fetch import Fetcher

    sitemap: Any = False if how.pop("no_sitemap", False) else how.pop("sitemap", None)
    how.pop("sitemap", None)
    options = fetching({name: how.pop(name) for name in NAMES})
    with State(place) as state, Fetcher(options) as fetcher:
        yield Crawl(url, state, fetcher, CrawlOptions(sitemap=sitemap, **how), tell=talk)


@contextmanager
def _again(bundle: str, how: dict[str, Any]) -> Iterator["Crawl"]:
    """The crawl that a bundle was made by."""
    from sectio.crawl import State

    place = _state_of(bundle)
    if not place.exists():
        raise InputError(f"{place} is missing: only a bundle made by `sectio site URL` can be updated without pages")
    with State(place) as state:
        start = state.fact("start")
    with _crawling(str(start), place, how) as work:
        yield work


def _learned(state: "State", start: str, most: int, method: str) -> Bundle:
    """The bundle of the pages and feeds that a crawl has fetched."""
    from sectio.crawl.discover import feed_items

    urls, pages = _apart(_parsed(state.pages()))
    host = start.split("/")[2] if "//" in start else start
    feeds = state.feeds()
    items = [asdict(item) for url, body in feeds for item in feed_items(body, url)]
    learned = Bundle.learn(pages, urls=urls, host=host, most=most, method=method, feed=items)
    return replace(learned, made=_now(), feed=feeds[0][0] if feeds else None)


def _apart(pages: Iterable[Saved]) -> tuple[list[str | None], list[Page]]:
    found = list(pages)
    return [url for url, _ in found], [page for _, page in found]


def _parsed(pages: Iterable["Fetched"]) -> list[Saved]:
    """Fetched pages, parsed; those that cannot be are left out with a note."""
    found: list[Saved] = []
    for one in pages:
        try:
            found.append((one.url, read(one.body, encoding=one.encoding)))
        except SectioError as error:
            talk(f"sectio: {one.url}: {error}")
    return found


def _saved(inputs: Sequence[str]) -> Iterator[Saved]:
    """Pages of files, folders and WARC files, parsed; those that cannot be are left out with a note."""
    for name in inputs:
        source = _archived(name) if ".warc" in Path(name).name else ((None, page.name, page) for page in expand([name]))
        for url, label, page in source:
            try:
                yield url, read(page if isinstance(page, bytes) else page.read(MAX_BYTES))
            except SectioError as error:
                talk(f"sectio: {label}: {error}")


def _archived(name: str) -> Iterator[tuple[str | None, str, bytes]]:
    """The pages of a WARC file, with their addresses; damage is reported."""
    from sectio.batch.readers import warc
    from sectio.batch.records import Tally
    from sectio.batch.settings import Settings
    from sectio.batch.shards import Shard
    from sectio.warc import decode_body

    tally = Tally()
    for batch in warc.read(Shard("", "warc", name), Settings(), tally):
        for record in batch.records:
            if isinstance(record.page, bytes):
                yield record.url, record.url or name, decode_body(record.page, record.headers, MAX_BYTES).data
    for warning in tally.warnings:
        talk(f"sectio: {name}: {warning['message']}")


def _fetched_again(known: Bundle, most: int, how: dict[str, Any]) -> Iterator[Saved]:
    """Pages of every kind, asked for again, in turn."""
    from sectio.fetch import Fetcher

    by_kind = [[one.url for one in known.samples if one.kind == kind.id and one.url] for kind in known.kinds]
    turns = [urls[at] for at in range(most) for urls in by_kind if at < len(urls)][:most]
    if not turns:
        raise InputError("the bundle knows no addresses to fetch again; name pages to check")
    failed = 0
    with Fetcher(fetching(how)) as fetcher:
        for url in turns:
            try:
                response = fetcher.get(url)
                yield url, read(response.body, encoding=response.encoding)
            except SectioError as error:
                failed += 1
                talk(f"sectio: {error}")
    if failed == len(turns):
        raise FetchError("no page could be fetched", "connect")


def _median_fit(bundle: Bundle, pages: Sequence[Saved]) -> float:
    """How well the pages fit, in the median."""
    from statistics import median

    return median([bundle.match(page).coverage for _, page in pages]) if pages and bundle.kinds else 0.0


def _tell_kinds(bundle: Bundle, output: str) -> None:
    for kind in bundle.kinds:
        talk(f"{kind.pages:>5} pages, coverage {kind.coverage:.2f}: {kind.name}")
    alone = sum(one.kind is None for one in bundle.samples)
    if alone:
        said = "page is" if alone == 1 else "pages are"
        talk(f"{alone:>5} {said} unlike all others and will be extracted without a template")
    kinds = len(bundle.kinds)
    talk(f"{output}: {kinds} {'kind' if kinds == 1 else 'kinds'} of pages")


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")
