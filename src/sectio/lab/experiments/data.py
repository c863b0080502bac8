"""The data of experiments: data sets without what stays untouched, and generated sites where a folder has none."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.parse import urlsplit

from sectio.lab import datasets
from sectio.lab.datasets import Dataset, GoldPage
from sectio.lab.sitegen import generate_sites
from sectio.lab.sitegen.write import write_site
from sectio.lab.splits import is_untouched

SITES, PAGES = 18, 80  # as in the poster


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
    host = urlsplit(page.url).hostname if page.url else page.site
    return not is_untouched(host=host)


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
