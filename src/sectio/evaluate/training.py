"""From data sets to a trained model: what `sectio train` does.

Pages with whole gold text, sites with noise lines and pages with snippets are mixed. On the snippet pages, blocks that
trafilatura and Readability agree on are labelled by them (leave this out with `agreement=False`).
"""

import logging
import os
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from multiprocessing import get_context
from pathlib import Path

from sectio.dom.decode import decode
from sectio.dom.parse import parse
from sectio.errors import InputError
from sectio.evaluate import peers
from sectio.evaluate.datasets import Dataset, GoldPage, load
from sectio.model import store
from sectio.model.examples import Example, by_lines, by_snippets, by_text
from sectio.model.train import Outcome, Plan, Tell, train

AGREEING = ("trafilatura", "readability")
# Threads of the matrix library change the order of sums, and so the last bits; one thread makes runs repeatable.
_THREADS = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS")


@dataclass(frozen=True)
class Trained:
    """A finished training: the model and how it did on pages left out."""

    model: store.Model
    outcomes: list[Outcome]


def train_on(data: Path, plan: Plan, *, agreement: bool = True, workers: int = 2, tell: Tell = lambda line: None) -> Trained:
    """Read the data sets in a folder, make examples, train."""
    examples: list[Example] = []
    for dataset in load(data):
        made = list(_examples(dataset, agreement, workers))
        tell(f"{dataset.name}: {len(made)} of {len(dataset.pages)} pages")
        examples += made
    if not examples:
        raise InputError(f"{data}: no page with gold to learn from")
    model, outcomes = train(examples, plan, tell)
    return Trained(model, outcomes)


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


def _examples(dataset: Dataset, agreement: bool, workers: int) -> Iterator[Example]:
    """Examples of a data set, in the order of its pages whatever the number of workers."""
    usable = [page for page in dataset.pages if page.usable]
    make = partial(_example, layout=dataset.layout, agreement=agreement)
    if workers < 2:
        yield from (example for page in usable if (example := make(page)) is not None)
        return
    with ProcessPoolExecutor(workers, mp_context=get_context("fork")) as pool:
        yield from (example for example in pool.map(make, usable, chunksize=8) if example is not None)


def _example(page: GoldPage, layout: str, agreement: bool) -> Example | None:
    try:
        html = page.html
    except OSError:
        return None
    text, encoding = decode(html)
    parsed = parse(text, encoding=encoding)
    group = page.site or page.id
    if layout == "snippets":
        agreed = _agreed(html, page.url) if agreement else None
        return by_snippets(
            parsed, page.with_, page.without, group=group, url=page.url, title=page.title, agreed=agreed
        )
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
