"""From data sets to a trained model: what `sectio train` does.

Pages with whole gold text, sites with noise lines and pages with snippets are mixed. On the snippet pages, blocks that
trafilatura and Readability agree on are labelled by them (leave this out with `agreement=False`).
"""

import logging
import os
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
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
from sectio.lab.datasets import Dataset, GoldPage, load
from sectio.lab.datasets.sampling import LEARN
from sectio.lab.training.examples import Example, by_lines, by_snippets, by_text
from sectio.lab.training.figures import Outcome
from sectio.lab.training.train import Array, Plan, SiteExample, Tell, train
from sectio.metadata import Reader
from sectio.model import sitemode, store
from sectio.model.extractor import Judged
from sectio.model.fallback import stated_text
from sectio.sites.template import learn

AGREEING = ("trafilatura", "readability")
# Threads of the matrix library change the order of sums, and so the last bits; one thread makes runs repeatable.
_THREADS = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS")


@dataclass(frozen=True)
class Trained:
    """A finished training: the model and how it did on pages left out."""

    model: store.Model
    outcomes: list[Outcome]


def train_on(
    data: Path, plan: Plan, *, agreement: bool = True, workers: int = 2, tell: Tell = lambda line: None
) -> Trained:
    """Read the data sets in a folder, make examples, train."""
    pages, examples = examples_of(data, agreement=agreement, workers=workers, tell=tell)
    model, outcomes = train(examples, plan, tell, partial(_site_examples, pages, examples, workers))
    return Trained(model, outcomes)


def examples_of(
    data: Path, *, agreement: bool = True, workers: int = 2, tell: Tell = lambda line: None
) -> tuple[list[GoldPage], list[Example]]:
    """The pages with gold in a folder of data sets, and what can be learned from each."""
    pages: list[GoldPage] = []
    examples: list[Example] = []
    for dataset in load(data):
        made = _examples(dataset, agreement, workers)
        tell(f"{dataset.name}: {len(made)} of {len(dataset.pages)} pages")
        pages += [page for page, _ in made]
        examples += [example for _, example in made]
    if not examples:
        raise InputError(f"{data}: no page with gold to learn from")
    return pages, examples


def _site_examples(
    pages: Sequence[GoldPage], examples: Sequence[Example], workers: int, logits: Sequence[Array]
) -> list[SiteExample]:
    """Learn each site from its first pages, and look at the others through it; sites with too few pages are passed over."""
    sites: dict[str, list[int]] = {}
    for i, (page, example) in enumerate(zip(pages, examples, strict=True)):
        if example.kind == "lines":
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
            sitemode.blended(parsed[i], Judged(model, Blocks.of(parsed[i]), examples[i].matrix, logits[i]), site),
            examples[i],
        )
        for i in range(LEARN, len(golds))
        if len(examples[i].labels)
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


def _examples(dataset: Dataset, agreement: bool, workers: int) -> list[tuple[GoldPage, Example]]:
    """Examples of a data set, in the order of its pages whatever the number of workers."""
    usable = [page for page in dataset.pages if page.usable]
    make = partial(_example, layout=dataset.layout, agreement=agreement)
    if workers < 2:
        made = [make(page) for page in usable]
    else:
        with ProcessPoolExecutor(workers, mp_context=get_context("fork")) as pool:
            made = list(pool.map(make, usable, chunksize=8))
    return [(page, example) for page, example in zip(usable, made, strict=True) if example is not None]


def _example(page: GoldPage, layout: str, agreement: bool) -> Example | None:
    try:
        html = page.html
    except OSError:
        return None
    parsed = _parsed(html)
    example = _labelled(parsed, html, page, layout, agreement)
    stated = stated_text(parsed, page.url)
    return replace(example, page=page.id, headline=_headline(parsed, page.url), stated=stated)


def _headline(page: Page, url: str | None) -> NDArray[np.bool_]:
    """Which blocks are the headline, and so not part of the text."""
    blocks, title = Blocks.of(page), Reader(page, url=url).title
    found = np.zeros(len(blocks), bool)
    if title:
        for node in np.flatnonzero(page.heading > 0).tolist():
            if page.text(node).casefold() == title.casefold():
                found |= (blocks.node >= node) & (blocks.node < page.end[node])
    return found


def _labelled(parsed: Page, html: bytes, page: GoldPage, layout: str, agreement: bool) -> Example:
    group = page.site or page.id
    if layout == "snippets":
        agreed = _agreed(html, page.url) if agreement else None
        return by_snippets(parsed, page.with_, page.without, group=group, url=page.url, title=page.title, agreed=agreed)
    if page.noise_lines:
        return by_lines(parsed, page.text or "", page.noise_lines, group=group, url=page.url)
    return by_text(parsed, page.text or "", group=group, url=page.url, page_type=page.page_type)


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
