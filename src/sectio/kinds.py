"""The kinds of pages of a site: pages grouped by structure, and a template for each group that helps on pages left out."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean, median, quantiles

from sectio.analysis import Request, analyse
from sectio.dom.page import Page
from sectio.extraction import Extraction
from sectio.options import Options
from sectio.site import Site
from sectio.sites.forest.feeds import Feed
from sectio.sites.rtdm import clusters

LEAST = 5  # pages that a kind is learned from
LEARN = 15  # pages are enough for a template
_LEFT_OUT = 3  # every third page of a kind is left out for the check
# Pages left out must fit, and the extractor must be about as sure of them as without the model. On 8 real and 24 generated sites this
# keeps all but the models that make it less sure; text F1 rises by .02 in the mean.
_FITS, _LESS_SURE = 0.7, 0.01


@dataclass(frozen=True)
class Learned:
    """The model of a kind, and what pages left out say about it."""

    site: Site
    coverage: float  # median over the pages left out
    low: float  # nine in ten of them are above it
    page_type: str | None


def groups(pages: Sequence[Page], options: Options) -> list[list[int]]:
    """The numbers of pages of like structure, the largest group first; groups too small to learn from are left out."""
    if len(pages) < LEAST:
        return []
    with options.deadline(len(pages)):
        found = clusters.cluster(pages)
    return sorted((group for group in found if len(group) >= LEAST), key=lambda group: -len(group))


def learn_kind(
    pages: Sequence[Page],
    options: Options,
    *,
    most: int | None = None,
    method: str = "template",
    urls: Sequence[str | None] | None = None,
    feed: Feed = None,
) -> Learned | None:
    """A model of these pages (of the first `most`), or None where it does not help the pages left out.

    How sure the extractor is says something about templates alone: other methods have no such number.
    """
    addresses = urls or [None] * len(pages)

    def taught(numbers: Sequence[int]) -> Site:
        chosen = [(pages[number], addresses[number]) for number in numbers[:most]]
        return Site.learn([page for page, _ in chosen], method=method, urls=[url for _, url in chosen], feed=feed)

    left_out, everything = pages[::_LEFT_OUT], range(len(pages))
    trial = taught([number for number in everything if number % _LEFT_OUT])
    covered = [trial.match(page, options=options).coverage for page in left_out]
    with_it, alone = ([_extracted(page, site, options) for page in left_out] for site in (trial, None))
    surer = fmean(doc.confidence for doc in with_it) - fmean(doc.confidence for doc in alone)
    if median(covered) < _FITS or (method == "template" and surer < -_LESS_SURE):
        return None
    types = Counter(doc.page_type for doc in alone)
    return Learned(taught(everything), median(covered), _tenth(covered), types.most_common(1)[0][0])


def _extracted(page: Page, site: Site | None, options: Options) -> Extraction:
    deadline = options.deadline()
    with deadline:
        return Extraction(analyse(page, Request(site=site, options=options), deadline))


def _tenth(values: Sequence[float]) -> float:
    """The value that nine in ten are above."""
    return quantiles(values, n=10, method="inclusive")[0] if len(values) > 1 else values[0]
