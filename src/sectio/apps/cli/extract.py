"""`sectio extract`: the main text of pages."""

import os
import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager, closing, nullcontext
from typing import Any

import click

from sectio.api import check, load, methods
from sectio.apps.cli.extracting import Extracting, Written, results
from sectio.apps.cli.fetching import NAMES, fetch_options, fetched
from sectio.apps.cli.shared import INTERRUPTED, OK, Input, are_several, expand, is_many, overall, parse_options
from sectio.apps.cli.sinks import Sink, check_places, sink_for
from sectio.apps.cli.sizes import size
from sectio.apps.cli.targets import OUTPUT
from sectio.dom.unicode import for_terminal
from sectio.errors import OptionError
from sectio.extraction import FIELDS, MORE_FIELDS
from sectio.layout import Provider
from sectio.options import Options
from sectio.output import PARTS, RENDERED, WRITERS, csv
from sectio.progress import Progress

_RECORD = (*FIELDS, *MORE_FIELDS)
_WITH_FIELDS = {"json": _RECORD, "jsonl": _RECORD, "csv": (*csv.COLUMNS, *csv.MORE_COLUMNS)}


@click.command()
@click.argument("inputs", nargs=-1, metavar="[INPUT]…")
@click.option("--format", "-f", "style", type=click.Choice(list(WRITERS)), default="text", help="What to write.")
@click.option("--method", "-m", help="A method of `sectio methods`; the default one is best for most pages.")
@click.option(
    "--template", "-t", type=click.Path(exists=True), help="A site learned by `sectio learn` or `sectio site`."
)
@click.option("--model", type=click.Path(exists=True, dir_okay=False), help="A model trained by `sectio train`.")
@click.option(
    "--layout",
    type=click.Choice(["estimate", "chromium"]),
    default="estimate",
    show_default=True,
    help="Where boxes on the page come from: estimated, or measured in Chromium.",
)
@click.option("--url", "-u", help="The page's address: makes links absolute and helps to find the date.")
@click.option("--output", "-o", type=OUTPUT, help="Write here instead of stdout.")
@click.option(
    "--output-dir",
    type=click.Path(file_okay=False),
    help="Write a file for each page here, in the same folders as the pages.",
)
@click.option(
    "--workers",
    default="auto",
    show_default=True,
    help="Worker processes, or 0 for none. auto: one per processor for folders and lists, otherwise none.",
)
@click.option(
    "--favor",
    type=click.Choice(["precision", "balanced", "recall"]),
    help="When in doubt: leave out (precision) or keep (recall).",
)
@click.option("--timeout", type=float, default=10.0, show_default=True, help="Seconds per page.")
@click.option("--max-bytes", type=size, default="20M", show_default=True, help="Largest page that is read.")
@click.option("--title/--no-title", default=None, help="Begin with the headline or not; by default only Markdown does.")
@click.option("--front-matter", is_flag=True, help="Metadata as YAML before the content.")
@click.option("--include", multiple=True, type=click.Choice(PARTS), help="Include a part that is left out by default.")
@click.option("--exclude", multiple=True, type=click.Choice(PARTS), help="Leave out a part.")
@click.option("--fields", metavar="NAME,…", help="Fields to write as json, jsonl or csv, in this order.")
@click.option("--prune", multiple=True, metavar="SELECTOR", help="Read pages without these elements (CSS or XPath).")
@click.option("--only", multiple=True, metavar="SELECTOR", help="Read nothing but these elements (CSS or XPath).")
@click.option("--target-language", metavar="CODE", help="Write nothing for pages in another language.")
@click.option("--option", "pairs", multiple=True, metavar="NAME=VALUE", help="A parameter of the method.")
@click.option(
    "--progress",
    type=click.Choice(["auto", "plain", "none"]),
    default="auto",
    show_default=True,
    help="How progress is shown on stderr. auto: only on a terminal.",
)
@click.option("-v", "--verbose", is_flag=True, help="Say on stderr what is being done.")
@fetch_options
def extract(inputs: tuple[str, ...], style: str, output: str | None, output_dir: str | None, **how: Any) -> int:
    """Write the main content of pages: files, folders, addresses, @list for the names in a file, or - for stdin.

    \b
    sectio extract page.html
    sectio extract saved-pages/ --format jsonl -o pages.jsonl
    sectio extract saved-pages/ --format markdown --output-dir texts/ --workers 4
    sectio extract https://example.org/story --format markdown
    curl -s URL | sectio extract - --url URL

    Pages are written as they are done, in the order of their names. Ctrl-C keeps what is written.
    """
    check_places(output_dir, output, inputs)
    given = {"options": _options(how), **_given(how)}
    check(template=given["template"], method=given["method"], options=given["options"])
    workers = _workers(how["workers"], how["layout"], inputs)
    several, fields = are_several(inputs) and output_dir is None, _fields(style, how["fields"])
    progress = _progress(how["progress"], inputs, output or output_dir)
    with (
        _geometry(how["layout"]) as layout,
        sink_for(style, output, output_dir, several=several, fields=fields) as sink,
    ):
        work = Extracting(style, several, layout=layout, rendering=_rendering(style, how), fields=fields, **given)
        pages_in = fetched(expand(inputs), {name: how[name] for name in NAMES})
        with closing(results(work, pages_in, workers)) as pages:
            return _write_all(pages, sink, progress, how["verbose"])


def _write_all(pages: Iterator[tuple[Input, Written]], sink: Sink, progress: Progress, verbose: bool) -> int:
    """Write the pages as they come; returns the exit code."""
    codes: list[int] = []
    try:
        codes += _each(pages, sink, progress, verbose)
    except KeyboardInterrupt:
        sink.end()
        progress.say("interrupted; what has been written is kept")
        return INTERRUPTED
    finally:
        progress.end()
    sink.end()
    return overall(codes)


def _geometry(layout: str) -> AbstractContextManager[Provider | None]:
    """One browser for all pages, or None: methods estimate what they need."""
    if layout == "estimate":
        return nullcontext()
    from sectio.layout.chromium import Browser

    return Browser(executable=os.environ.get("SECTIO_CHROMIUM"))


def _options(how: dict[str, Any]) -> dict[str, Any]:
    options = {**parse_options(how["pairs"]), "timeout": how["timeout"], "max_bytes": how["max_bytes"]}
    asked = {name: how[name] for name in ("favor", "model", "prune", "only", "target_language") if how[name]}
    try:
        Options.of(options | asked)
    except OptionError as error:
        raise click.UsageError(str(error)) from error
    return options | asked


def _fields(style: str, names: str | None) -> tuple[str, ...] | None:
    """The fields that were asked for."""
    if names is None:
        return None
    if style not in _WITH_FIELDS:
        raise click.UsageError(f"--fields is for {', '.join(_WITH_FIELDS)}")
    asked, known = tuple(name.strip() for name in names.split(",")), _WITH_FIELDS[style]
    for name in asked:
        if name not in known:
            raise click.UsageError(f"--fields: there is no {name!r} in {style}; choose from {', '.join(known)}")
    return asked


def _rendering(style: str, how: dict[str, Any]) -> dict[str, Any] | None:
    """The switches of `render` that were given; they are for text, Markdown and HTML."""
    asked = {name: how[name] for name in ("title", "front_matter", "include", "exclude")}
    if asked["title"] is None and not any(asked.values()):
        return None
    if style not in RENDERED:
        raise click.UsageError(f"--title, --front-matter, --include and --exclude are for {', '.join(RENDERED)}")
    return asked


def _given(how: dict[str, Any]) -> dict[str, Any]:
    if how["method"] and how["method"] not in methods():
        raise click.UsageError(f"there is no method {how['method']!r}; `sectio methods` lists them")
    if how["method"] and methods()[how["method"]].needs_site and not how["template"]:
        raise click.UsageError(
            f"method {how['method']} needs a site: pass --template FILE, written by `sectio learn --method {how['method']} -o FILE`"
        )
    return {
        "url": how["url"],
        "method": how["method"],
        "template": load(how["template"]) if how["template"] else None,
    }


def _workers(text: str, layout: str, inputs: tuple[str, ...]) -> int | None:
    """How many worker processes; None for one a processor. The one browser is in this process."""
    if text == "auto":
        return None if layout == "estimate" and any(map(is_many, inputs)) else 0
    if not text.isdecimal():
        raise click.UsageError(f"--workers takes a number from 0, or auto, not {text!r}")
    if layout == "chromium" and int(text):
        raise click.UsageError("--layout chromium has one browser, in one process; leave out --workers")
    return int(text)


def _progress(style: str, inputs: tuple[str, ...], output: str | None) -> Progress:
    """Quiet for a single page, and where the pages themselves go to the terminal."""
    is_mixed = style == "auto" and output is None and sys.stdout.isatty()
    return Progress("none" if is_mixed or not are_several(inputs) else style, title="extract")


def _each(pages: Iterator[tuple[Input, Written]], sink: Sink, progress: Progress, verbose: bool) -> Iterator[int]:
    """Write the pages; the exit code of each."""
    for page, written in pages:
        sink.add(page, written.text)
        if verbose and written.summary:
            progress.say(for_terminal(written.summary))
        if written.message is not None:
            progress.say(for_terminal(f"sectio: {written.message}"))
        progress.add_pages(1, written.code != OK, 0)
        yield written.code
