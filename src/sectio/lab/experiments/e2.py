"""E2: what the parts of the template method are worth.

The paper's two ideas are taken out of the paper's own setting: sections from repetition, and counting against the pages that
have a node (without it, noise of a part of the site looks like content). Our refinements are taken out of the default.
"""

from pathlib import Path
from typing import Any

from sectio.lab import metrics
from sectio.lab.experiments.result import Cell, ExperimentResult, Table
from sectio.lab.experiments.template_sites import LEARN, Source, Tally, mean, read_sites, tally
from sectio.sites.template import learn

TEST = 20
PAPER: dict[str, dict[str, Any]] = {
    "paper": {},
    "without star sections": {"star_sections": False},
    "support of all pages, not of the node's": {"relative": False},
}
DEFAULT: dict[str, dict[str, Any]] = {
    "default": {},
    "tags only, no classes": {"label": "tag"},
    "full confidence on all pages only": {"saturation": None},
    "links do not count as noise": {"links": 0.0},
    "repeated links and buttons stay": {"controls": False},
    "no finer cut": {"refine": False},
    "no mixed content": {"mixed": None},
    "pages in the order given": {"sort": False},
}
_HEAD = ("setting", "section P", "section R", "pure", "noise P", "noise R", "text F1", "local noise R")

Tallies = dict[str, list[Tally]]


def run(data: Path, *, seed: int, limit: int | None, out: Path | None, sites: int | None = None) -> ExperimentResult:
    """Run E2 on the sites of a folder; `limit` is the number of tested pages per site."""
    del out
    paper: Tallies = {name: [] for name in PAPER}
    default: Tallies = {name: [] for name in DEFAULT}
    pages = 0
    for site in read_sites(Source(data, seed, sites), limit=min(limit or TEST, TEST), most=LEARN):
        pages += len(site.new)
        for name, changes in PAPER.items():
            paper[name].append(tally(learn(site.seen, profile="paper", **changes), site.new))
        for name, changes in DEFAULT.items():
            default[name].append(tally(learn(site.seen, **changes), site.new))
    return ExperimentResult(
        name="E2",
        title="Template: what its parts are worth",
        corpus=str(data.name),
        pages=pages,
        seed=seed,
        parameters={"sites": len(paper["paper"]), "learn": LEARN},
        tables=[
            Table("the paper's setting, less one part", _HEAD, [_row(*item) for item in paper.items()]),
            Table("our setting, less one part", _HEAD, [_row(*item) for item in default.items()]),
        ],
        notes=[
            "The poster gives no figures for its parts. Noise of one part of a site is only known on generated sites."
        ],
        passed=_passed(paper),
    )


def _row(name: str, tallies: list[Tally]) -> tuple[Cell, ...]:
    local = [one.local_recall for one in tallies if one.local_recall is not None]
    return (
        name,
        mean([one.section_score.precision for one in tallies]),
        mean([one.section_score.recall for one in tallies]),
        _purity(tallies),
        mean([one.noise_score[0] for one in tallies]),
        mean([one.noise_score[1] for one in tallies]),
        mean([one.text_f1 for one in tallies]),
        mean(local) if local else None,
    )


def _purity(tallies: list[Tally]) -> float:
    return mean([metrics.section_purity(one.sections) for one in tallies])


def _passed(paper: Tallies) -> bool | None:
    """Each part taken out lowers section quality or the recall of local noise; open if there is none."""
    whole = paper["paper"]
    if all(one.local_recall is None for one in whole):
        return None
    return all(_worse(paper[name], whole) for name in PAPER if name != "paper")


def _worse(tallies: list[Tally], whole: list[Tally]) -> bool:
    local, best = (mean([one.local_recall or 0.0 for one in group]) for group in (tallies, whole))
    return _purity(tallies) < _purity(whole) or local < best
