"""`sectio cluster`: group pages by structure."""

import json

import click

from sectio.api import cluster as cluster_pages
from sectio.apps.cli.reading import Reading, reading_options
from sectio.apps.cli.shared import OK, expand, overall, write
from sectio.apps.cli.targets import OUTPUT, check_output
from sectio.sites.rtdm.clusters import THRESHOLD


@click.command()
@click.argument("inputs", nargs=-1, required=True, metavar="INPUT…")
@click.option(
    "--threshold",
    type=click.FloatRange(0, 1),
    default=THRESHOLD,
    show_default=True,
    help="Smallest mean similarity of a group.",
)
@click.option("--format", "-f", "style", type=click.Choice(["table", "json"]), default="table", help="What to write.")
@click.option("--output", "-o", type=OUTPUT, help="Write here instead of stdout.")
@reading_options
def cluster(inputs: tuple[str, ...], threshold: float, style: str, output: str | None, reading: Reading) -> int:
    """Group pages by structure: pages made from one template end up together.

    \b
    sectio cluster saved-pages/
    sectio cluster saved-pages/ --threshold 0.9 --format json
    """
    check_output(output, inputs)
    pages, codes = reading.parse(expand(inputs))
    found = cluster_pages([page for _, page in pages], threshold=threshold, options=reading.options)
    groups = [[pages[i][0] for i in group] for group in found]
    if style == "json":
        write(json.dumps(groups, ensure_ascii=False, indent=2) + "\n", output)
    else:
        write("".join(f"{number:>4}  {name}\n" for number, group in enumerate(groups, 1) for name in group), output)
    reading.say(f"{len(pages)} pages, {len(groups)} groups")
    return overall([OK] * len(pages) + codes)
