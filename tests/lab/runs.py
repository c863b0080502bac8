"""Runs made by hand, for tests of what is done with results."""

from pathlib import Path

from sectio import api
from sectio.lab.datasets import Dataset, GoldPage
from sectio.lab.evaluate.run import Run
from sectio.lab.evaluate.scoring import Measurement
from sectio.lab.evaluate.systems import System
from tests.lab.corpora import article, gold_text

DEFAULT = api.DEFAULT_METHOD


def make_run(
    columns: dict[str, list[Measurement | None]],
    *,
    layout: str = "wcxb",
    types: tuple[str | None, ...] = ("article", "article", "forum"),
    problems: tuple[str, ...] = (),
) -> Run:
    """A run of three pages; the first column is the default method, names with a capital are peers."""
    pages = tuple(
        GoldPage(
            id=f"p{number}",
            load=article().encode,
            site=f"site{number}",
            url=f"https://example.org/{number}?a=<b>",
            text=None if layout == "snippets" else gold_text(),
            page_type=kind,
            with_=("The harbour lay quiet",) if layout == "snippets" else (),
            without=("News archive",) if layout == "snippets" else (),
        )
        for number, kind in enumerate(types)
    )
    systems = tuple(
        System(name, "peer" if name[0].isupper() else "method", "1.0", "", baseline=name == "body") for name in columns
    )
    return Run(Dataset("data & set", layout, Path(), pages), systems, pages, columns, problems)


def measured(f1: float, *, ms: float | None = 2.0, **more: object) -> Measurement:
    """A measurement with P = R = F1."""
    return Measurement(f1, f1, f1, f1 / 2, ms=ms, **more)  # type: ignore[arg-type]
