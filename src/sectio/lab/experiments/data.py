"""The data of experiments: data sets without what stays untouched, and generated sites where a folder has none."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.parse import urlsplit

from sectio.api import parse_page
from sectio.dom.blocks import Blocks
from sectio.errors import InputError
from sectio.lab import datasets, metrics
from sectio.lab.datasets import Dataset, GoldPage
from sectio.lab.sitegen import generate_sites
from sectio.lab.sitegen.write import write_site
from sectio.lab.splits import is_untouched

SITES, PAGES = 18, 80  # as in the poster
FEWEST = 6  # pages from which a plain folder is taken for a site: five to learn from, one to test on


def load(data: Path, *, sites: int | None = None) -> list[Dataset]:
    """The data sets of a folder, without untouched sites and domains; of a set of sites at most this many."""
    kept = [replace(one, pages=tuple(page for page in one.pages if _is_open(one, page))) for one in datasets.load(data)]
    return [_fewer_sites(one, sites) for one in kept if one.pages]


def _fewer_sites(dataset: Dataset, most: int | None) -> Dataset:
    """A set of sites with at most this many of them, spread over the whole list."""
    names = list(dataset.by_site) if dataset.layout == "sites" else []
    if most is None or len(names) <= most:
        return dataset
    chosen = {names[place * len(names) // most] for place in range(most)}
    return replace(dataset, pages=tuple(page for page in dataset.pages if page.site in chosen))


def _is_open(dataset: Dataset, page: GoldPage) -> bool:
    if dataset.layout == "sites":
        return not is_untouched(site=page.site)
    if dataset.layout == "folder":  # a user's own pages, whose folder has any name
        return True
    host = urlsplit(page.url).hostname if page.url else page.site
    return not is_untouched(host=host)


def sites_of(data: Path, experiment: str, *, most: int | None = None) -> list[Dataset]:
    """The sites of a folder; without any, each plain folder of pages with their main text beside them is one site."""
    loaded = load(data, sites=most)
    found = [one for one in loaded if one.layout == "sites"]
    plain = [_as_site(one) for one in loaded if one.layout == "folder" and len(one.pages) >= FEWEST]
    if not found and not plain:
        raise InputError(
            f"{experiment} needs pages of a site: a folder for each site, with at least {FEWEST} pages NAME.html and "
            f"their main text NAME.txt; or make sites with `sectio lab sitegen sites/ --sites 6 --pages 40` and run "
            f"`sectio evaluate sites/ --experiment {experiment}`"
        )
    return found or plain


def _as_site(dataset: Dataset) -> Dataset:
    """Pages of a plain folder as one site; every line that is not in the main text is noise."""
    pages = tuple(replace(page, site=dataset.name, noise_lines=_other_lines(page)) for page in dataset.pages)
    return replace(dataset, layout="sites", pages=pages)


def _other_lines(page: GoldPage) -> tuple[str, ...]:
    blocks = Blocks.of(parse_page(page.html))
    main = " ".join(metrics.words(page.text or ""))
    lines = [blocks.text(number) for number in range(len(blocks))]
    return tuple(line for line in lines if " ".join(metrics.words(line)) not in main)


def generated(data: Sequence[Dataset], *, seed: int, sites: int = SITES, pages: int = PAGES) -> Dataset:
    """The generated sites among the data sets, or such sites made now."""
    known = [one for one in data if one.layout == "sites" and any("sd_type" in page.extra for page in one.pages)]
    return known[0] if known else make(seed, sites, pages)


def make(seed: int, sites: int, pages: int) -> Dataset:
    """Generated sites, read into memory."""
    with TemporaryDirectory() as folder:
        root = Path(folder) / f"generated, seed {seed}"
        root.mkdir()
        for site in generate_sites(seed, sites, pages):
            write_site(site, root)
        (made,) = datasets.load(root)
        held = tuple(replace(page, load=_held(page.html)) for page in made.pages)
        return replace(made, pages=held, feeds={name: _held(read()) for name, read in made.feeds.items()})


def _held(data: bytes) -> Callable[[], bytes]:
    return lambda: data
