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
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

from sectio.errors import InputError
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
SAMPLES: dict[str, int] = {"E1": 6, "E2": 4, "E3": 6, "E4": 120, "E5": 150, "E6": 60, "E7": 5, "E8": 24, "E9": 8}

_INTRODUCTION = """# The papers' figures and ours

Written by `sectio evaluate DATA --experiment all --format markdown`; no figure is typed by hand. The papers' pages are gone, so each
table has the paper's figure, ours in the paper's profile (the letter of the paper) and ours in the default profile, on pages
of ours, and says why they differ. What can be compared is the order of the methods and how they respond to their thresholds. Sample
sizes are small and stated; sites and domains that stay untouched (`lab/splits.py`) are left out.
"""

__all__ = ["EXPERIMENTS", "ExperimentResult", "Table", "available", "listing", "run", "run_all", "to_markdown"]


def run(name: str, data: Path, *, seed: int = 0, limit: int | None = None, out: Path | None = None) -> ExperimentResult:
    """Run an experiment by name."""
    name = name.upper()
    if name not in EXPERIMENTS:
        raise InputError(f"there is no experiment {name!r}; choose from {', '.join(EXPERIMENTS)}")
    if not available(name):
        raise InputError(f"experiment {name} is not built yet; ready are {', '.join(filter(available, EXPERIMENTS))}")
    result = import_module(_module(name)).run(data, seed=seed, limit=limit, out=out)
    assert isinstance(result, ExperimentResult)
    return result


def run_all(
    data: Path,
    *,
    seed: int = 0,
    limit: int | None = None,
    out: Path | None = None,
    progress: Callable[[str], None] = print,
) -> list[ExperimentResult]:
    """Run every experiment that has a paper's figures beside ours on a sample of the data; what needs other data is left out."""
    done = []
    for name, pages in SAMPLES.items():
        try:
            done.append(run(name, data, seed=seed, limit=limit or pages, out=out))
            progress(f"{name} done")
        except InputError as error:
            progress(f"{name} left out: {error}")
    if not done:
        raise InputError(f"no experiment can be run on {data}")
    return done


def to_markdown(results: Sequence[ExperimentResult]) -> str:
    """The document that compares the papers' figures with ours."""
    missing = [name for name in SAMPLES if name not in {result.name for result in results}]
    left_out = [f"Not run for this copy: {', '.join(missing)}.\n"] if missing else []
    return "\n".join([_INTRODUCTION, *left_out, *(result.to_markdown() for result in results)])


def available(name: str) -> bool:
    """Whether an experiment's module exists."""
    return find_spec(_module(name)) is not None


def listing() -> str:
    """Return the experiments, one per line."""
    lines = [f"{name:4} {what}{'' if available(name) else ' (not built yet)'}" for name, what in EXPERIMENTS.items()]
    return "\n".join(lines) + "\n"


def _module(name: str) -> str:
    return f"{__name__}.{name.lower()}"
