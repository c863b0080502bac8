"""`sectio learn`: learn a site from several of its pages."""

from pathlib import Path
from random import Random

import click

from sectio.api import learn as learn_site
from sectio.api import methods
from sectio.apps.cli.reading import Reading, reading_options
from sectio.apps.cli.shared import NOTHING, OK, SOME_FAILED, Input, expand, parse_options, talk, write
from sectio.apps.cli.targets import OUTPUT, check_output
from sectio.errors import InputError
from sectio.site import Site


@click.command()
@click.argument("inputs", nargs=-1, required=True, metavar="INPUT…")
@click.option("--output", "-o", type=OUTPUT, required=True, help="The site file to write (JSON).")
@click.option(
    "--method", "-m", default="template", show_default=True, help="A method of `sectio methods` that needs a site."
)
@click.option(
    "--feed", type=click.Path(exists=True, dir_okay=False, path_type=Path), help="The site's RSS, Atom or JSON feed."
)
@click.option("--sample", type=click.IntRange(min=1), help="Learn from this many of the pages, drawn at random.")
@click.option(
    "--seed", type=int, default=0, show_default=True, help="Seed for --sample: another number draws other pages."
)
@click.option("--limit", type=click.IntRange(min=1), help="Learn from only the first pages, at most this many.")
@click.option("--option", "pairs", multiple=True, metavar="NAME=VALUE", help="A parameter of the method.")
@reading_options
def learn(
    inputs: tuple[str, ...],
    output: str,
    method: str,
    feed: Path | None,
    sample: int | None,
    seed: int,
    limit: int | None,
    pairs: tuple[str, ...],
    reading: Reading,
) -> int:
    """Learn a site from some of its pages, without labels; about 15 pages are enough. Pages that cannot be read are named and left out.

    \b
    sectio learn saved/*.html -o site.json
    sectio learn saved/ --sample 15 --seed 7 -o site.json
    sectio extract --template site.json page.html
    sectio sections --template site.json page.html
    """
    known = methods()
    if method not in known or not known[method].needs_site:
        choice = ", ".join(name for name, one in known.items() if one.needs_site)
        raise click.UsageError(f"--method takes a method that learns a site: {choice}")
    check_output(output, inputs)
    pages = _drawn(list(expand(inputs))[:limit], sample, seed)
    if any(page.name == "-" for page in pages):
        raise InputError("learning needs files or folders; one stream cannot hold several pages")
    parsed, codes = reading.parse(pages)
    if not parsed:
        return codes[0] if len(codes) == 1 else NOTHING
    model = learn_site(
        [page for _, page in parsed],
        method=method,
        feed=feed.read_bytes() if feed else None,
        options=reading.options | parse_options(pairs),
    )
    said = f" ({', '.join(model.warnings)})" if model.warnings else ""
    pages_read = "1 page" if len(parsed) == 1 else f"{len(parsed)} pages"
    size = _save(model, output)
    talk(f"learned {method} from {pages_read}{said}: {output}, {size // 1000} kB")
    return SOME_FAILED if codes else OK


def _save(model: Site, output: str) -> int:
    """Write the model, to stdout too; its size."""
    if output == "-":
        text = model.to_json()
        write(text, None)
        return len(text.encode())
    model.save(output)
    return Path(output).stat().st_size


def _drawn(pages: list[Input], sample: int | None, seed: int) -> list[Input]:
    """Some of the pages, drawn at random, in their order; all of them if there are not more."""
    if sample is None or sample >= len(pages):
        return pages
    return [pages[at] for at in sorted(Random(seed).sample(range(len(pages)), sample))]
