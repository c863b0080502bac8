"""From data sets to a trained model: what `sectio train` does.

Pages with whole gold text, sites with noise lines and pages with snippets are mixed, with pages made from articles by adding noise
(`augment`). On the snippet pages, blocks that trafilatura and Readability agree on are labelled by them (leave this out with
`agreement=False`).
"""

import logging
import os
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from multiprocessing import get_context
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from sectio.dom.blocks import Blocks
from sectio.dom.decode import decode
from sectio.dom.page import Page
from sectio.dom.parse import parse
from sectio.errors import InputError
from sectio.lab import peers
from sectio.lab.datasets import GoldPage, load
from sectio.lab.datasets.sampling import LEARN
from sectio.lab.splits import is_untouched
from sectio.lab.training import augment
from sectio.lab.training.examples import (
    Example,
    Gold,
    Read,
    by_lines,
    by_snippets,
    by_text,
    scaled,
    with_certain_noise,
)
from sectio.lab.training.figures import Outcome
from sectio.lab.training.train import MADE, Array, Plan, SiteExample, Tell, train
from sectio.metadata import Reader
from sectio.model import pagetype, sitemode, store
from sectio.model.extractor import Judged
from sectio.model.fallback import stated_text
from sectio.sites.template import learn

# How much a page of a data set counts, where it is not 1: sites have many pages that are alike, some golds are noisy.
# `defuddle` has small cases for regressions.
WEIGHTS = {"sites": 0.6, "newspaper": 0.7, "readability": 0.5, "defuddle": 0.0, MADE: 0.35}
# Kinds of pages and sites that data sets name, as types.
KINDS = {
    "recipe": "article", "recipes": "article", "blog": "article", "magazine": "article", "organisation news": "article",
    "company articles": "article", "university news": "article", "API reference": "documentation",
    "documentation / book": "documentation", "wiki": "documentation",
}  # fmt: skip
# Pages of these types are the sources of made ones, one in each way.
SOURCES = ("article", "documentation")
MAKERS = ("small", "inserted")
LONG_TITLE = 110
AGREEING = ("trafilatura", "readability")
# Threads of the matrix library change the order of sums, and so the last bits; one thread makes runs repeatable.
_THREADS = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS")


@dataclass(frozen=True)
class Trained:
    """A finished training: the model and how it did on pages left out."""

    model: store.Model
    outcomes: list[Outcome]


def train_on(
    data: Path,
    plan: Plan,
    *,
    agreement: bool = True,
    spare_untouched: bool = False,
    workers: int = 2,
    keep: store.Model | None = None,
    tell: Tell = lambda line: None,
) -> Trained:
    """Read the data sets in a folder, make examples, train; `spare_untouched` leaves out what `lab.splits` calls untouched, and of a
    model to `keep` only types and confidence are trained.
    """
    pages, examples = examples_of(
        data, agreement=agreement, spare_untouched=spare_untouched, workers=workers, tell=tell
    )
    stage = partial(site_examples, pages, examples, workers)
    model, outcomes = train(examples, plan, tell, stage, workers, keep)
    return Trained(model, outcomes)


def examples_of(
    data: Path,
    *,
    agreement: bool = True,
    spare_untouched: bool = False,
    untouched: bool = False,
    workers: int = 2,
    tell: Tell = lambda line: None,
) -> tuple[list[GoldPage], list[Example]]:
    """The pages with gold in a folder of data sets, and what can be learned from each, then the pages made from them.

    With `spare_untouched` without the untouched ones; with `untouched` they alone, and nothing is made.
    """
    chosen: list[tuple[GoldPage, str]] = []
    for dataset in load(data):
        if WEIGHTS.get(dataset.name, 1):
            kept = [page for page in dataset.pages if _is_kept(page, dataset.layout, spare_untouched, untouched)]
            chosen += [(page, dataset.name) for page in kept if page.usable]
            tell(f"{dataset.name}: {len(kept)} of {len(dataset.pages)} pages")
    made = _in_order(partial(_example, agreement=agreement), chosen, workers)
    if not untouched:
        sources = [page for page, _ in chosen if page.page_type in SOURCES and page.text]
        titles = sorted({page.title for page in sources if page.title and len(page.title) < LONG_TITLE}) or ["Home"]
        jobs = [(page, way) for page in sources for way in MAKERS]
        chosen += jobs
        made += _in_order(partial(_made, titles=titles), jobs, workers)
    found = [(page, example) for (page, _), example in zip(chosen, made, strict=True) if example is not None]
    if not found:
        raise InputError(f"{data}: no page with gold to learn from")
    return [page for page, _ in found], [example for _, example in found]


def _is_kept(page: GoldPage, layout: str, spare_untouched: bool, untouched: bool) -> bool:
    known = {"site": page.site} if layout == "sites" else {"host": page.site or None}
    return not (spare_untouched or untouched) or is_untouched(**known) == untouched


Job = tuple[GoldPage, str]


def _in_order(make: Callable[[Job], Example | None], jobs: Sequence[Job], workers: int) -> list[Example | None]:
    """Examples in the order of their jobs, whatever the number of workers."""
    if workers < 2:
        return [make(job) for job in jobs]
    with ProcessPoolExecutor(workers, mp_context=get_context("fork")) as pool:
        return list(pool.map(make, jobs, chunksize=8))


def site_examples(
    pages: Sequence[GoldPage], examples: Sequence[Example], workers: int, logits: Sequence[Array]
) -> list[SiteExample]:
    """Learn each site from its first pages, and look at the others through it; sites with too few pages are passed over."""
    sites: dict[str, list[int]] = {}
    for i, (page, example) in enumerate(zip(pages, examples, strict=True)):
        if example.gold.kind == "lines":
            sites.setdefault(page.site, []).append(i)
    jobs = [
        ([pages[i] for i in numbers], [examples[i] for i in numbers], [logits[i] for i in numbers])
        for numbers in sites.values()
        if len(numbers) > LEARN
    ]
    if workers < 2:
        return [made for job in jobs for made in _one_site(job)]
    with ProcessPoolExecutor(workers, mp_context=get_context("fork")) as pool:
        return [made for part in pool.map(_one_site, jobs) for made in part]


def _one_site(job: tuple[list[GoldPage], list[Example], list[Array]]) -> list[SiteExample]:
    golds, examples, logits = job
    parsed = [_parsed(page.html) for page in golds]
    site = sitemode.KnownSite.learn(learn(parsed[:LEARN]), parsed[:LEARN], logits[:LEARN])
    model = store.default()  # only named, never run: the logits are those of the folds
    return [
        SiteExample(
            golds[i].site,
            sitemode.blended(parsed[i], Judged(model, Blocks.of(parsed[i]), examples[i].read.matrix, logits[i]), site),
            examples[i],
        )
        for i in range(LEARN, len(golds))
        if len(examples[i])
    ]


def _parsed(html: bytes) -> Page:
    text, encoding = decode(html)
    return parse(text, encoding=encoding)


def train_in_a_process(data: Path, plan: Plan, **how: object) -> Trained:
    """`train_on` in a fresh process with one thread, so that the same seed gives the same bits."""
    before = {name: os.environ.get(name) for name in _THREADS}
    os.environ.update(dict.fromkeys(_THREADS, "1"))
    try:
        with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
            return pool.submit(partial(train_on, data, plan, **how)).result()  # type: ignore[arg-type]
    finally:
        for name, value in before.items():
            if value is None:
                del os.environ[name]
            else:
                os.environ[name] = value


def _example(job: Job, agreement: bool) -> Example | None:
    page, dataset = job
    try:
        html = page.html
    except OSError:
        return None
    parsed = _parsed(html)
    read = Read.of(parsed, page.url)
    return Example(
        read,
        scaled(_gold(read, html, page, agreement), WEIGHTS.get(dataset, 1.0)),
        dataset,
        page.site or page.id,
        page.id,
        _type(page),
        _headline(parsed, page.url),
        stated_text(parsed, page.url),
    )


def _type(page: GoldPage) -> str | None:
    """The type of a page, if the data set says what kind of page or site it is."""
    kind = page.page_type or str(page.extra.get("kind") or "").partition(" (")[0]
    return kind if kind in pagetype.TYPES else KINDS.get(kind)


def _made(job: Job, titles: Sequence[str]) -> Example | None:
    """A page made from a page with gold text, in one of the ways of `MAKERS`."""
    page, way = job
    text, seed, language = page.text or "", f"{way} {page.site} {page.id}", _language(page)
    if way == "small":
        made = augment.small_page(page.title or titles[len(text) % len(titles)], text, titles, language, seed)
    else:
        made = augment.with_noise(decode(page.html)[0], text, titles, language, seed)
    if made is None:
        return None
    parsed = parse(made.html)
    read = Read.of(parsed, page.url)
    gold = scaled(with_certain_noise(read, by_text(read, made.text), made.noise), WEIGHTS[MADE])
    return Example(read, gold, MADE, page.site or page.id, f"{page.id} {way}", None, _headline(parsed, page.url))


def _language(page: GoldPage) -> str:
    return str(page.extra.get("language") or "en")[:2]


def _headline(page: Page, url: str | None) -> NDArray[np.bool_]:
    """Which blocks are the headline, and so not part of the text."""
    blocks, title = Blocks.of(page), Reader(page, url=url).title
    found = np.zeros(len(blocks), bool)
    if title:
        for node in np.flatnonzero(page.heading > 0).tolist():
            if page.text(node).casefold() == title.casefold():
                found |= (blocks.node >= node) & (blocks.node < page.end[node])
    return found


def _gold(read: Read, html: bytes, page: GoldPage, agreement: bool) -> Gold:
    if page.text is None:
        agreed = _agreed(html, page.url) if agreement else None
        return by_snippets(read, page.with_, page.without, title=page.title, agreed=agreed)
    if page.noise_lines:
        return by_lines(read, page.text, page.noise_lines)
    return by_text(read, page.text)


def _agreed(html: bytes, url: str | None) -> tuple[str, str]:
    logging.disable(logging.CRITICAL)
    first, second = (_quiet(peers.load(name), html, url) for name in AGREEING)
    return first, second


def _quiet(extract: Callable[[bytes, str | None], str], html: bytes, url: str | None) -> str:
    """A peer's text; a peer that fails on a page has no say there."""
    try:
        return extract(html, url) or ""
    except Exception:
        return ""
