"""`sectio lab`: tools for measuring and for making data."""

import os
from collections.abc import Sequence
from contextlib import nullcontext
from pathlib import Path

import click

from sectio.api import load, parse_page
from sectio.apps.cli.shared import OK, SOME_FAILED, expand, talk, write
from sectio.apps.cli.targets import OUTPUT, check_output
from sectio.bundle import Bundle
from sectio.errors import SectioError
from sectio.lab.judging import answers, sheet
from sectio.lab.judging.cases import Case, case
from sectio.layout import flow
from sectio.site import Site

MAX_BYTES = 20_000_000


@click.group()
def lab() -> None:
    """Tools for measuring: generated sites with exact gold, and judgements by people."""


@lab.command()
@click.argument("out", type=click.Path(file_okay=False, path_type=Path))
@click.option("--seed", type=int, default=1, show_default=True, help="The same seed gives the same bytes everywhere.")
@click.option("--sites", type=click.IntRange(min=1), default=18, show_default=True, help="How many sites.")
@click.option("--pages", type=click.IntRange(min=1), default=80, show_default=True, help="Pages of each site.")
@click.option("--looks", is_flag=True, help="Draw fonts, colours and columns for each site instead of each theme.")
def sitegen(out: Path, seed: int, sites: int, pages: int, looks: bool) -> None:
    """Write generated sites to OUT, each a folder with html/ and gold/, ready for `sectio evaluate`.

    \b
    sectio lab sitegen sites/ --seed 7 --sites 3 --pages 20
    sectio evaluate sites/ --methods sectio,template --peers none
    """
    from sectio.lab.sitegen import Knobs, generate_sites
    from sectio.lab.sitegen.write import write_site

    for site in generate_sites(seed, sites, pages, Knobs(looks=looks)):
        write_site(site, out)
        talk(f"{out / site.name}: {len(site.pages)} pages")


@lab.command()
@click.argument("inputs", nargs=-1, required=True, metavar="PAGES…")
@click.option("--output", "-o", type=OUTPUT, required=True, help="The sheet to write, one HTML file.")
@click.option(
    "--template",
    "-t",
    type=click.Path(exists=True, dir_okay=False),
    help="A site learned by `sectio learn`, to cut sections with.",
)
@click.option(
    "--layout",
    type=click.Choice(["estimate", "chromium"]),
    default="estimate",
    show_default=True,
    help="Where boxes on the page come from: estimated, or measured in Chromium.",
)
def judge(inputs: tuple[str, ...], output: str, template: str | None, layout: str) -> int:
    """Write a sheet to judge pages in a browser: sections, SD's types and regions, V-Wrapper's blocks.

    The sheet is one file that loads nothing. Each judge opens it, ticks, and saves a JSON file. Put the files of all judges into the
    folder judgements/ of a data folder, and experiments E1, E5 and E8 compare them, with Cohen's kappa; `sectio lab agreement` does so at once.

    \b
    sectio lab judge pages/ --layout chromium -o sheet.html
    sectio lab agreement judged-ann.json judged-bo.json judged-eve.json
    """
    check_output(output, inputs)
    site = load(template) if template else None
    made, failed = _cases(inputs, site, layout)
    write(sheet.write(made), output)
    talk(f"{output}: {len(made)} pages to judge" + (f", {failed} could not be read" if failed else ""))
    return SOME_FAILED if failed else OK


def _cases(inputs: Sequence[str], site: Site | Bundle | None, layout: str) -> tuple[list[Case], int]:
    """What to judge on each page, and how many pages could not be read."""
    from sectio.layout.chromium import Browser

    made, failed = [], 0
    measured = layout == "chromium"
    with Browser(executable=os.environ.get("SECTIO_CHROMIUM")) if measured else nullcontext() as browser:
        for given in expand(inputs):
            try:
                page = parse_page(given.read(MAX_BYTES))
                boxes = browser.layout(page) if browser else flow.layout(page)
                picture = browser.screenshot(page) if browser else None
                made.append(case(given.name, page, boxes, site=site, picture=picture))
            except SectioError as error:
                talk(f"sectio: {given.name}: {error}")
                failed += 1
    return made, failed


@lab.command()
@click.argument("files", nargs=-1, required=True, type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--output", "-o", type=OUTPUT, help="Write here instead of stdout.")
def agreement(files: tuple[Path, ...], output: str | None) -> None:
    """Compare the files of judges with each other and with what Sectio had found."""
    judges = answers.read_all(files)
    found = [
        table for make in (answers.section_tables, answers.type_tables, answers.block_tables) for table in make(judges)
    ]
    write("\n\n".join(table.to_text() for table in found) + "\n" if found else "no page is marked as judged\n", output)


@lab.command()
@click.argument("folder", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option(
    "--profile",
    type=click.Choice(["default", "reference", "paper"]),
    default="default",
    show_default=True,
    help="Profile of SD.",
)
def thresholds(folder: Path, profile: str) -> None:
    """Learn SD's thresholds T1 and T2 from labelled pages, some 40 of each type.

    FOLDER has a folder for each type: article/, article_comments/ and multiple/.

    \b
    sectio lab thresholds labelled/
    sectio extract --method sd --option t1=45 --option t2=20 page.html
    """
    from sectio.methods.sd.learn import TYPES, learn_thresholds

    labelled = [(given, name) for name in TYPES if (folder / name).is_dir() for given in expand([str(folder / name)])]
    pages = [parse_page(given.read(MAX_BYTES)) for given, _ in labelled]
    found = learn_thresholds(pages, [name for _, name in labelled], profile=profile)
    write(f"t1={found.t1:g} t2={found.t2:g}  {found.value:.3f} of each type is right on {len(pages)} pages\n", None)
