"""Named experiments: each one re-runnable, seeded, in a module of its own, imported when it is run.

To add one: write ``eN.py`` with a function

    def run(data: Path, *, seed: int, limit: int | None, out: Path | None) -> ExperimentResult

and, if its number is new, a line in ``EXPERIMENTS``. ``data`` is the folder the user names (ignore it if the
experiment makes its own pages), ``limit`` a wish for a quicker run, ``out`` where plots go (None: draw
none). Figures of the paper and ours go into different tables (``Table(..., paper=True)``), never into one
column: the papers' pages are gone, so shapes can be compared and absolute numbers cannot. ``plots`` can
draw curves, bars and boxes; ``e10`` is a short one to copy.
"""

from collections.abc import Callable, Sequence
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from sectio.errors import InputError
from sectio.lab.experiments.kept import kept
from sectio.lab.experiments.result import ExperimentResult, Table

EXPERIMENTS: dict[str, str] = {
    "E1": "Template: noisy sections, noise fraction and section quality on generated sites",
    "E2": "Template ablation: without star sections, without relative support",
    "E3": "FOREST variants and their baselines, box statistics",
    "E4": "CoreEx, ECON, CETR and Boilerpipe per page type",
    "E5": "SD: types, threshold curves, learning curve",
    "E6": "SD on low and high diversity",
    "E7": "RTDM: cluster purity, correctly extracted pages, timing",
    "E8": "V-Wrapper: unseen sites, ablation",
    "E9": "Robustness: every method on hostile pages",
    "E10": "Trivial baselines against every method",
}

# What `all` runs, and its sample: pages of each site (E1, E2, E3, E7), pages of each set (E4, E5, E6, E8), damaged pages (E9).
SAMPLES: dict[str, int] = {"E1": 4, "E2": 4, "E3": 6, "E4": 60, "E5": 120, "E6": 40, "E7": 4, "E8": 80, "E9": 4}
# The experiments on folders of sites, and how many sites `all` takes.
OF_SITES = frozenset(("E1", "E2", "E3", "E7"))
SITES = 8
LAID_OUT = frozenset(("E1",))

_INTRODUCTION = """# The papers' figures and ours

Do the methods do here what their papers say? `sectio evaluate DATA --experiment all -o docs/papers.md` repeats the papers' experiments and writes this page; no figure is typed by hand.

The pages that the papers used are gone, so each table has the paper's figure beside two of ours, measured on other pages: one in the profile `paper` (exactly as the paper describes the method) and one in
the default profile. A note says why they differ. You can compare the order of the methods and how they respond to their thresholds. Samples are small, and their sizes are stated. Sites and domains
kept back for a final test (`lab/splits.py`) are left out.
"""

__all__ = ["EXPERIMENTS", "ExperimentResult", "Table", "available", "listing", "run", "run_all", "to_markdown"]


def run(
    name: str,
    data: Path,
    *,
    seed: int = 0,
    limit: int | None = None,
    out: Path | None = None,
    sites: int | None = None,
    layout: str = "estimate",
) -> ExperimentResult:
    """Run an experiment by name; `sites` is the number of sites where it works on sites, `layout` where boxes come from."""
    name = name.upper()
    if name not in EXPERIMENTS:
        raise InputError(f"there is no experiment {name!r}; choose from {', '.join(EXPERIMENTS)}")
    if not available(name):
        raise InputError(f"experiment {name} is not built yet; ready are {', '.join(filter(available, EXPERIMENTS))}")
    if layout != "estimate" and name not in LAID_OUT:
        raise InputError(f"{name} does not take a layout; {', '.join(LAID_OUT)} does")
    more: dict[str, Any] = {"sites": sites} if name in OF_SITES else {}
    more |= {"layout": layout} if name in LAID_OUT else {}
    result = import_module(_module(name)).run(data, seed=seed, limit=limit, out=out, **more)
    assert isinstance(result, ExperimentResult)
    return result


def run_all(
    data: Path,
    *,
    seed: int = 0,
    limit: int | None = None,
    out: Path | None = None,
    sites: int | None = None,
    layout: str = "estimate",
    cache: Path | None = None,
    progress: Callable[[str], None] = print,
) -> list[ExperimentResult]:
    """Run every experiment that has a paper's figures beside ours on a sample of the data; what needs other data is left out.

    Results are kept in the folder `cache`, so that an interrupted run goes on where it stopped.
    """
    done = []
    for name, pages in SAMPLES.items():
        boxes = layout if name in LAID_OUT else "estimate"
        how: dict[str, Any] = {"seed": seed, "limit": limit or pages, "sites": sites or SITES, "layout": boxes}
        try:
            decides = f"{data.resolve()} {sorted(how.items())}"
            done.append(kept(cache, name, decides, partial(run, name, data, out=out, **how)))
            progress(f"{name} done")
        except InputError as error:
            progress(f"{name} left out: {error}")
    if not done:
        raise InputError(f"no experiment can be run on {data}")
    return done


def to_markdown(results: Sequence[ExperimentResult], *, about: str = "") -> str:
    """The document that compares the papers' figures with ours; `about` says when and with what it was made."""
    missing = [name for name in SAMPLES if name not in {result.name for result in results}]
    left_out = [f"Not run for this copy: {', '.join(missing)}.\n"] if missing else []
    return "\n".join(
        [_INTRODUCTION, *([f"{about}\n"] if about else []), *left_out, *(result.to_markdown() for result in results)]
    )


def available(name: str) -> bool:
    """Whether an experiment's module exists."""
    return find_spec(_module(name)) is not None


def listing() -> str:
    """Return the experiments, one per line."""
    lines = [f"{name:4} {what}{'' if available(name) else ' (not built yet)'}" for name, what in EXPERIMENTS.items()]
    return "\n".join(lines) + "\n"


def _module(name: str) -> str:
    return f"{__name__}.{name.lower()}"
