"""`sectio records`: what pages list, as tables."""

import io
import shutil
from collections.abc import Sequence
from typing import Any

import click

from sectio.api import load
from sectio.api import records as find_records
from sectio.apps.cli.reading import Reading, reading_options
from sectio.apps.cli.shared import NOTHING, OK, SOME_FAILED, are_several, expand, talk, write
from sectio.apps.cli.targets import OUTPUT, check_output
from sectio.files import write_whole
from sectio.results import Table
from sectio.tabular.write import to_csv, to_json, to_text


@click.command()
@click.argument("inputs", nargs=-1, metavar="[INPUT]…")
@click.option(
    "--format",
    "-f",
    "style",
    type=click.Choice(["table", "csv", "json", "parquet"]),
    default="table",
    help="What to write.",
)
@click.option(
    "--top", type=click.IntRange(min=1), default=1, show_default=True, help="How many tables, the main list first."
)
@click.option(
    "--template", "-t", type=click.Path(exists=True), help="A site learned by `sectio learn` or `sectio site`."
)
@click.option("--url", "-u", help="The page's address, for absolute links.")
@click.option("--output", "-o", type=OUTPUT, help="Write here instead of stdout.")
@reading_options
def records(inputs: tuple[str, ...], style: str, top: int, output: str | None, reading: Reading, **how: Any) -> int:
    """Show what pages list as tables: items are rows, their parts columns.

    Several pages should be of one kind: their lists are put together, and pages without a list become a table with one row for
    each page.

    \b
    sectio records shelf.html
    sectio records shelf.html --format csv -o shelf.csv
    sectio records products/*.html --format json --top 3
    """
    _check(style, top, how["url"], inputs, output)
    check_output(output, inputs)
    site = load(how["template"]) if how["template"] else None
    named, codes = reading.parse(expand(inputs))
    pages = [page for _, page in named]
    if not pages:
        return codes[0] if len(codes) == 1 else NOTHING
    source = pages if are_several(inputs) else pages[0]
    found = find_records(source, url=how["url"], template=site, options=reading.options)[:top]
    if not found:
        talk("sectio: nothing repeats on the page" if len(pages) == 1 else "sectio: the pages have nothing to tabulate")
        return NOTHING
    _write(found, style, output)
    return SOME_FAILED if codes else OK


def _check(style: str, top: int, url: str | None, inputs: Sequence[str], output: str | None) -> None:
    """Refuse what cannot be done before any page is read."""
    if style in ("csv", "parquet") and top > 1:
        raise click.UsageError(f"a {style} file is one table; use --format json for several")
    if style == "parquet" and (not output or output == "-"):
        raise click.UsageError("a Parquet file needs a name; add -o FILE")
    if url and are_several(inputs):
        raise click.UsageError("--url is the address of one page; leave it out with several")


def _write(found: list[Table], style: str, output: str | None) -> None:
    if style == "parquet":
        _write_parquet(found[0], output or "")
    elif style == "csv":
        write(to_csv(found[0]), output)
    elif style == "json":
        write(to_json(found), output)
    else:
        width = max(60, shutil.get_terminal_size((120, 24)).columns)
        write("\n".join(to_text(table, width) for table in found), output)


def _write_parquet(table: Table, path: str) -> None:
    from sectio.batch.arrow import arrow, parquet
    from sectio.dom.unicode import encodable

    rows = [[encodable(cell) for cell in row] for row in table.rows]
    columns = [arrow().array([row[at] for row in rows], arrow().string()) for at in range(len(table.columns))]
    made = arrow().table(columns, names=[encodable(name) for name in table.columns])
    packed = io.BytesIO()
    parquet().write_table(made, packed, compression="zstd")
    write_whole(path, packed.getvalue())
