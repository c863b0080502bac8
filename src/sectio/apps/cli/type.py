"""`sectio type`: the type of pages."""

import json
from typing import Any

import click

from sectio.api import DEFAULT_METHOD, extract, methods, page_type
from sectio.apps.cli.reading import Reading, complain, reading_options
from sectio.apps.cli.shared import OK, exit_code, expand, overall, write
from sectio.apps.cli.targets import OUTPUT, check_output
from sectio.dom.unicode import encodable
from sectio.errors import SectioError
from sectio.output.several import failure
from sectio.results import PageType


@click.command()
@click.argument("inputs", nargs=-1, metavar="[INPUT]…")
@click.option(
    "--format", "-f", "style", type=click.Choice(["table", "json", "jsonl"]), default="table", help="What to write."
)
@click.option("--method", "-m", default=DEFAULT_METHOD, help="A method with types of its own: coreex or sd.")
@click.option("--url", "-u", help="The page's address, which says much about its type.")
@click.option("--output", "-o", type=OUTPUT, help="Write here instead of stdout.")
@reading_options
def type(
    inputs: tuple[str, ...], style: str, method: str, url: str | None, output: str | None, reading: Reading
) -> int:
    """Show the type of pages: article, forum, product, collection, listing, documentation or service.

    CoreEx tells an article from an index, SD an article (with or without comments) from several areas; they give no
    probabilities.
    """
    _check(method)
    check_output(output, inputs)
    lines: list[str] = []
    codes: list[int] = []
    for page in expand(inputs):
        try:
            found = _type(reading.read(page), method, url, reading.options)
        except SectioError as error:
            complain(page, error)
            codes.append(exit_code(error))
            if style != "table":
                lines.append(failure(error, page.name))
            continue
        codes.append(OK)
        if style == "table":
            lines.append(_line(page.name, found))
        else:
            chances = {name: round(chance, 4) for name, chance in found.probabilities.items()}
            lines.append(json.dumps({"source": encodable(page.name), "page_type": found.name, "page_types": chances}))
    if style == "json":
        lines = ["[" + ",\n ".join(lines) + "]"]
    write("".join(f"{line}\n" for line in lines), output)
    return overall(codes)


def _check(method: str) -> None:
    known = methods()
    if method not in known or not known[method].types:
        choice = ", ".join(name for name, found in known.items() if found.types)
        raise click.UsageError(f"page types come from one of these methods, not from {method!r}: {choice}")


def _type(source: bytes, method: str, url: str | None, options: dict[str, Any]) -> PageType:
    """The type by the classifier, or by a method that has types of its own; a page without content has none there."""
    if method == DEFAULT_METHOD:
        return page_type(source, url=url, options=options)
    found = extract(source, url=url, method=method, options=options)
    return PageType(found.page_type or "none", found.page_types)


def _line(name: str, found: PageType) -> str:
    likely = sorted(found.probabilities.items(), key=lambda item: -item[1])[:3]
    chances = ", ".join(f"{other} {chance:.2f}" for other, chance in likely)
    return f"{found.name:<14} {name}" + (f"  ({chances})" if chances else "")
