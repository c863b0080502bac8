"""`sectio lab`: tools for measuring and for making data."""

from pathlib import Path

import click

from sectio.apps.cli.shared import talk


@click.group()
def lab() -> None:
    """Tools for measuring: generated sites with exact gold."""


@lab.command()
@click.argument("out", type=click.Path(file_okay=False, path_type=Path))
@click.option("--seed", type=int, default=1, show_default=True, help="The same seed gives the same bytes everywhere.")
@click.option("--sites", type=click.IntRange(min=1), default=18, show_default=True, help="How many sites.")
@click.option("--pages", type=click.IntRange(min=1), default=80, show_default=True, help="Pages of each site.")
@click.option("--looks", is_flag=True, help="Draw fonts, colours and columns for each site, not for each theme.")
@click.option("--demo", is_flag=True, help="Write the pages of `sectio demo` instead.")
def sitegen(out: Path, seed: int, sites: int, pages: int, looks: bool, demo: bool) -> None:
    """Write generated sites to OUT, each a folder with html/ and gold/, ready for `sectio evaluate`.

    \b
    sectio lab sitegen sites/ --seed 7 --sites 3 --pages 20
    sectio evaluate sites/ --methods sectio,template --peers none
    """
    from sectio.lab.sitegen import Knobs, generate_sites
    from sectio.lab.sitegen.demo import write_demo
    from sectio.lab.sitegen.write import write_site

    if demo:
        write_demo(out)
        return
    for site in generate_sites(seed, sites, pages, Knobs(looks=looks)):
        write_site(site, out)
        talk(f"{out / site.name}: {len(site.pages)} pages")
