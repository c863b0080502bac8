"""`sectio extract`: the main text of pages."""

from typing import Any

import click

from sectio.api import extract as extract_page
from sectio.api import load, methods
from sectio.apps.cli.shared import (
    LIMIT,
    NOTHING,
    OK,
    SOME_FAILED,
    Input,
    exit_code,
    expand,
    failure,
    parse_options,
    talk,
    write,
)
from sectio.errors import SectioError
from sectio.extraction import Extraction
from sectio.output import WRITERS
from sectio.output import write as render


@click.command()
@click.argument("inputs", nargs=-1, metavar="[INPUT]…")
@click.option("--format", "-f", "style", type=click.Choice(list(WRITERS)), default="text", help="What to write.")
@click.option("--method", "-m", help="A method of `sectio methods`; the default one is best for most pages.")
@click.option(
    "--template", "-t", type=click.Path(exists=True, dir_okay=False), help="A site learned by `sectio learn`."
)
@click.option("--model", type=click.Path(exists=True, dir_okay=False), help="A model trained by `sectio train`.")
@click.option("--url", "-u", help="The page's address: makes links absolute, helps to find the date.")
@click.option("--output", "-o", type=click.Path(dir_okay=False), help="Write here instead of stdout.")
@click.option(
    "--favor", type=click.Choice(["precision", "balanced", "recall"]), help="When in doubt: leave out, or keep."
)
@click.option("--timeout", type=float, default=10.0, show_default=True, help="Seconds per page.")
@click.option("--max-bytes", type=int, default=20_000_000, show_default=True, help="Largest page that is read.")
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
    pages, parts, codes = list(expand(inputs)), [], []
    for page in pages:
        part, code = _one(page, style, options, verbose, url=how["url"], method=how["method"], template=template)
        codes.append(code)
        if part is not None:
            parts.append(part)
    write(_join(parts, style), output)
    return _overall(codes)


def _one(page: Input, style: str, options: dict[str, Any], verbose: bool, **how: Any) -> tuple[str | None, int]:
    """One page: what to write (or None) and its exit code."""
    try:
        result = extract_page(page.read(options["max_bytes"]), options=options, **how)
    except SectioError as error:
        message = str(error)
        talk(f"sectio: {message}" if message.startswith(page.name) else f"sectio: {page.name}: {message}")
        return (failure(page.name, error) if style == "jsonl" else None), exit_code(error)
    if verbose:
        talk(_summary(page, result))
    if not result.ok:
        talk(f"sectio: {page.name}: nothing was extracted ({', '.join(result.warnings)})")
    return render(result, style), OK if result.ok else NOTHING


def _summary(page: Input, result: Extraction) -> str:
    said = f" · {', '.join(result.warnings)}" if result.warnings else ""
    return f"{page.name}: {result.method}, {len(result.text)} characters, confidence {result.confidence:.2f}{said}"


def _join(parts: list[str], style: str) -> str:
    """Several pages in one stream: records line by line, texts separated by a blank line."""
    if style == "csv" and parts:
        header = parts[0].splitlines(keepends=True)[0]
        return parts[0] + "".join(part.removeprefix(header) for part in parts[1:])
    between = "" if style == "jsonl" else "\n"
    return between.join(part if part.endswith("\n") else part + "\n" for part in parts)


def _overall(codes: list[int]) -> int:
    """One page: its own code. Several: fine, or some failed; nothing at all keeps its own code."""
    distinct = set(codes)
    if distinct == {OK} or not codes:
        return OK
    if len(distinct) == 1:
        return codes[0]
    return LIMIT if distinct <= {OK, LIMIT} and len(codes) == 1 else SOME_FAILED
