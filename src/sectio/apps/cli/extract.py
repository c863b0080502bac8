"""`sectio extract`: the main text of pages."""

import os
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from typing import Any

import click

from sectio.api import extract as extract_page
from sectio.api import load, methods
from sectio.apps.cli.shared import (
    NOTHING,
    OK,
    Input,
    are_several,
    exit_code,
    expand,
    opened,
    overall,
    parse_options,
    talk,
)
from sectio.apps.cli.sizes import size
from sectio.errors import SectioError
from sectio.extraction import Extraction
from sectio.layout import Provider
from sectio.output import WRITERS
from sectio.output.several import Stream


@click.command()
@click.argument("inputs", nargs=-1, metavar="[INPUT]…")
@click.option("--format", "-f", "style", type=click.Choice(list(WRITERS)), default="text", help="What to write.")
@click.option("--method", "-m", help="A method of `sectio methods`; the default one is best for most pages.")
@click.option(
    "--template", "-t", type=click.Path(exists=True, dir_okay=False), help="A site learned by `sectio learn`."
)
@click.option("--model", type=click.Path(exists=True, dir_okay=False), help="A model trained by `sectio train`.")
@click.option(
    "--layout", type=click.Choice(["estimate", "chromium"]), default="estimate", show_default=True, help="Geometry."
)
@click.option("--url", "-u", help="The page's address: makes links absolute, helps to find the date.")
@click.option("--output", "-o", type=click.Path(dir_okay=False), help="Write here instead of stdout.")
@click.option(
    "--favor", type=click.Choice(["precision", "balanced", "recall"]), help="When in doubt: leave out, or keep."
)
@click.option("--timeout", type=float, default=10.0, show_default=True, help="Seconds per page.")
@click.option("--max-bytes", type=size, default="20M", show_default=True, help="Largest page that is read.")
@click.option("--option", "pairs", multiple=True, metavar="NAME=VALUE", help="A parameter of the method.")
@click.option("-v", "--verbose", is_flag=True, help="Say what is done, on stderr.")
def extract(inputs: tuple[str, ...], style: str, output: str | None, verbose: bool, **how: Any) -> int:
    """Write the main content of pages: files, folders, or - for stdin.

    \b
    sectio extract page.html
    sectio extract saved-pages/ --format jsonl -o pages.jsonl
    curl -s URL | sectio extract - --url URL --format markdown
    """
    options = {**parse_options(how["pairs"]), "timeout": how["timeout"], "max_bytes": how["max_bytes"]}
    options |= {name: how[name] for name in ("favor", "model") if how[name]}
    if how["method"] and how["method"] not in methods():
        raise click.UsageError(f"there is no method {how['method']!r}; `sectio methods` lists them")
    template = load(how["template"]) if how["template"] else None
    with _geometry(how["layout"]) as layout, opened(output) as put:
        stream = Stream(style, put, several=are_several(inputs))
        given = {"url": how["url"], "method": how["method"], "template": template, "layout": layout}
        work = partial(extract_page, options=options, **given)
        codes = [_one(page, stream, work, options["max_bytes"], verbose) for page in expand(inputs)]
        stream.end()
    return overall(codes)


def _geometry(layout: str) -> AbstractContextManager[Provider | None]:
    """One browser for all pages, or None: methods estimate what they need."""
    if layout == "estimate":
        return nullcontext()
    from sectio.layout.chromium import Browser

    return Browser(executable=os.environ.get("SECTIO_CHROMIUM"))


def _one(page: Input, stream: Stream, work: Callable[[bytes], Extraction], max_bytes: int, verbose: bool) -> int:
    """Write one page; returns its exit code."""
    try:
        result = work(page.read(max_bytes))
        ok = result.ok
        stream.add(result, page.name)
    except SectioError as error:
        message = str(error)
        talk(f"sectio: {message}" if message.startswith(page.name) else f"sectio: {page.name}: {message}")
        stream.fail(error, page.name)
        return exit_code(error)
    if verbose:
        talk(_summary(page, result))
    if not ok:
        talk(f"sectio: {page.name}: nothing was extracted ({', '.join(result.warnings)})")
    return OK if ok else NOTHING


def _summary(page: Input, result: Extraction) -> str:
    said = f" · {', '.join(result.warnings)}" if result.warnings else ""
    return f"{page.name}: {result.method}, {len(result.text)} characters, confidence {result.confidence:.2f}{said}"
