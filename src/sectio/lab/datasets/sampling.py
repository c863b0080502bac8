"""Which pages to learn from and which to test on: folds that keep a domain together, 15 + 65 pages of a site, samples.

The order comes from a digest of name and seed, so it is the same across runs, machines and orders of reading.
"""

from collections.abc import Sequence
from hashlib import blake2b
from typing import NamedTuple

from sectio.lab.datasets.gold import Dataset, GoldPage

LEARN, TEST = 15, 65  # pages per site, as in the template paper


class Split(NamedTuple):
    """Pages to learn from and pages to test on."""

    learn: list[GoldPage]
    test: list[GoldPage]


def folds(pages: Sequence[GoldPage], k: int = 5, *, seed: int = 0) -> list[Split]:
    """Return ``k`` splits; all pages of a domain are in the same test fold, folds about equally big."""
    if k < 2:
        raise ValueError(f"cross-validation needs at least 2 folds, not {k}")
    sizes: dict[str, int] = {}
    for page in pages:
        sizes[_owner(page)] = sizes.get(_owner(page), 0) + 1
    fold_of: dict[str, int] = {}
    filled = [0] * k
    for owner in sorted(sizes, key=lambda owner: (-sizes[owner], _place(owner, seed))):
        fold = filled.index(min(filled))
        fold_of[owner] = fold
        filled[fold] += sizes[owner]
    return [
        Split(
            [page for page in pages if fold_of[_owner(page)] != fold],
            [page for page in pages if fold_of[_owner(page)] == fold],
        )
        for fold in range(k)
    ]


def split_site(pages: Sequence[GoldPage], *, learn: int = LEARN, test: int = TEST) -> Split:
    """Return the first ``learn`` pages and the next ``test``; of a small site at most half is used for learning."""
    learn = min(learn, len(pages) // 2)
    return Split(list(pages[:learn]), list(pages[learn : learn + test]))


def split_sites(dataset: Dataset, *, learn: int = LEARN, test: int = TEST) -> dict[str, Split]:
    """Return the split of every site of a data set."""
    return {site: split_site(pages, learn=learn, test=test) for site, pages in dataset.by_site.items()}


def sample(pages: Sequence[GoldPage], limit: int | None, *, seed: int = 0) -> list[GoldPage]:
    """Return ``limit`` pages in their old order; a larger limit only adds pages."""
    if limit is None or limit >= len(pages):
        return list(pages)
    order = sorted(range(len(pages)), key=lambda at: _place(f"{pages[at].site} {pages[at].id}", seed))
    return [pages[at] for at in sorted(order[:limit])]


def _owner(page: GoldPage) -> str:
    return page.site or page.id


def _place(name: str, seed: int) -> bytes:
    return blake2b(f"{seed} {name}".encode("utf-8", "surrogatepass"), digest_size=8).digest()
