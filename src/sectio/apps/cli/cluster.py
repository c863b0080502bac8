"""`sectio cluster`: group pages by structure."""

import json

import click

from sectio.api import cluster as cluster_pages
from sectio.api import parse_page
from sectio.apps.cli.reading import Reading, complain, reading_options
from sectio.apps.cli.shared import OK, exit_code, expand, overall, write
from sectio.errors import SectioError
from sectio.sites.rtdm.clusters import THRESHOLD


@click.command()
@click.argument("inputs", nargs=-1, required=True, metavar="INPUT…")
@click.option(
    "--threshold", type=click.FloatRange(0, 1), default=THRESHOLD, show_default=True, help="Least mean similarity."
)
@click.option("--format", "-f", "style", type=click.Choice(["table", "json"]), default="table", help="What to write.")
@click.option("--output", "-o", type=click.Path(dir_okay=False), help="Write here instead of stdout.")
@reading_options
def cluster(inputs: tuple[str, ...], threshold: float, style: str, output: str | None, reading: Reading) -> int:
    """Group pages by structure: pages made by one template end up together.

    \b
    sectio cluster saved-pages/
    sectio cluster saved-pages/ --threshold 0.9 --format json
    """
    names, pages, codes = _read(inputs, reading)
    groups = [[names[i] for i in group] for group in cluster_pages(pages, threshold=threshold, options=reading.options)]
    if style == "json":
        write(json.dumps(groups, ensure_ascii=False, indent=2) + "\n", output)
    else:
        write("".join(f"{number:>4}  {name}\n" for number, group in enumerate(groups, 1) for name in group), output)
    reading.say(f"{len(pages)} pages, {len(groups)} groups")
    return overall([OK] * len(pages) + codes)


def _read(inputs: tuple[str, ...], reading: Reading) -> tuple[list[str], list[bytes], list[int]]:
    """The names and bytes of the pages that can be read, and the exit codes of the others."""
    names: list[str] = []
    pages: list[bytes] = []
    codes: list[int] = []
    for page in expand(inputs):
        try:
            data = reading.read(page)
            parse_page(data, options=reading.options)
        except SectioError as error:
            complain(page, error)
            codes.append(exit_code(error))
        else:
            names.append(page.name)
            pages.append(data)
    return names, pages, codes
