"""`sectio cluster`: group pages by structure."""

import json

import click

from sectio.api import cluster as cluster_pages
from sectio.api import parse_page
from sectio.apps.cli.shared import OK, SOME_FAILED, expand, talk, write
from sectio.errors import SectioError
from sectio.sites.rtdm.clusters import THRESHOLD

MAX_BYTES = 20_000_000


@click.command()
@click.argument("inputs", nargs=-1, required=True, metavar="INPUT…")
@click.option(
    "--threshold", type=click.FloatRange(0, 1), default=THRESHOLD, show_default=True, help="Least mean similarity."
)
@click.option("--format", "-f", "style", type=click.Choice(["table", "json"]), default="table", help="What to write.")
@click.option("--output", "-o", type=click.Path(dir_okay=False), help="Write here instead of stdout.")
@click.option("-v", "--verbose", is_flag=True, help="Say how many groups there are, on stderr.")
def cluster(inputs: tuple[str, ...], threshold: float, style: str, output: str | None, verbose: bool) -> int:
    """Group pages by structure: pages made by one template end up together.

    \b
    sectio cluster saved-pages/
    sectio cluster saved-pages/ --threshold 0.9 --format json
    """
    names, pages, failed = _read(inputs)
    groups = [[names[i] for i in group] for group in cluster_pages(pages, threshold=threshold)]
    if style == "json":
        write(json.dumps(groups, ensure_ascii=False, indent=2) + "\n", output)
    else:
        write("".join(f"{number:>4}  {name}\n" for number, group in enumerate(groups, 1) for name in group), output)
    if verbose:
        talk(f"{len(pages)} pages, {len(groups)} groups")
    return SOME_FAILED if failed else OK


def _read(inputs: tuple[str, ...]) -> tuple[list[str], list[bytes], int]:
    """The names and bytes of the pages that can be read, and how many cannot."""
    names: list[str] = []
    pages: list[bytes] = []
    failed = 0
    for page in expand(inputs):
        try:
            data = page.read(MAX_BYTES)
            parse_page(data)
        except SectioError as error:
            talk(f"sectio: {error}" if str(error).startswith(page.name) else f"sectio: {page.name}: {error}")
            failed += 1
        else:
            names.append(page.name)
            pages.append(data)
    return names, pages, failed
