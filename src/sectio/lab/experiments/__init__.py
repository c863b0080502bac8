"""Named experiments: each one re-runnable, seeded, in a module of its own, imported when it is run.

To add one: write ``eN.py`` with a function

    def run(data: Path, *, seed: int, limit: int | None, out: Path | None) -> ExperimentResult

and, if its number is new, a line in ``EXPERIMENTS``. ``data`` is the folder the user names (ignore it if the
experiment makes its own pages), ``limit`` a wish for a quicker run, ``out`` where plots go (None: draw
none). Figures of the paper and ours go into different tables (``Table(..., paper=True)``), never into one
column: the papers' pages are gone, so shapes can be compared and absolute numbers cannot. ``plots`` can
draw curves, bars and boxes; ``e10`` is a short one to copy.
"""

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

__all__ = ["EXPERIMENTS", "ExperimentResult", "Table", "available", "listing", "run"]


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


def available(name: str) -> bool:
    """Whether an experiment's module exists."""
    return find_spec(_module(name)) is not None


def listing() -> str:
    """Return the experiments, one per line."""
    lines = [f"{name:4} {what}{'' if available(name) else ' (not built yet)'}" for name, what in EXPERIMENTS.items()]
    return "\n".join(lines) + "\n"


def _module(name: str) -> str:
    return f"{__name__}.{name.lower()}"
