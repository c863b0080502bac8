"""E2: what the parts of the template method are worth.

The paper's two ideas are taken out of the paper's own setting: sections from repetition, and counting against the pages that
have a node (without it, noise of a part of the site looks like content). Our refinements are taken out of the default.
"""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from sectio.lab import metrics
from sectio.lab.experiments.result import Cell, ExperimentResult, Sign, Table
from sectio.lab.experiments.template_sites import (
    LEARN,
    LabelledSite,
    Source,
    Tally,
    made_sites,
    mean,
    read_sites,
    tally,
)
from sectio.sites.template import learn

TEST = 20
SITES = 18  # generated
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
    "teasers stay": {"teasers": False},
    "no finer cut": {"refine": False},
    "no mixed content": {"mixed": None},
    "pages in the order given": {"sort": False},
}
_HEAD = ("setting", "section P", "section R", "pure", "noise P", "noise R", "text F1", "local noise R")

_WHY = "Few of the sites drawn have sections that only a repetition cuts right."

Tallies = dict[str, list[Tally]]


def run(data: Path, *, seed: int, limit: int | None, out: Path | None, sites: int | None = None) -> ExperimentResult:
    """Run E2 on the sites of a folder; `limit` is the number of tested pages per site."""
    del out
    source = Source(data, seed, sites)
    paper, default, pages = _measured(read_sites(source, limit=min(limit or TEST, TEST), most=LEARN))
    made_paper, made_default, more = _measured(made_sites(source, limit=limit, sites=sites or SITES))
    known = made_paper if more else paper  # what noise of one part of a site is, only generated sites say
    signs = [
        Sign(f"section quality or noise of one part of a site falls: {name}", _worse(known[name], known["paper"]), _WHY)
        for name in PAPER
        if name != "paper"
    ]
    return ExperimentResult(
        name="E2",
        title="Template: what its parts are worth",
        corpus=str(data.name),
        pages=pages + more,
        seed=seed,
        parameters={"sites": len(paper["paper"]), "generated sites": len(made_paper["paper"]), "learn": LEARN},
        tables=[
            Table("the paper's setting, less one part", _HEAD, [_row(*item) for item in paper.items()]),
            Table("our setting, less one part", _HEAD, [_row(*item) for item in default.items()]),
            *([_made_table("paper's", made_paper), _made_table("our", made_default)] if more else []),
        ],
        notes=[
            "The poster gives no figures for its parts. Noise of one part of a site is only known on generated sites."
        ],
        passed=all(sign.seen for sign in signs),
        signs=signs,
    )


def _measured(sites: Iterable[LabelledSite]) -> tuple[Tallies, Tallies, int]:
    """The scores of both profiles with each part taken out, and the number of tested pages."""
    paper: Tallies = {name: [] for name in PAPER}
    default: Tallies = {name: [] for name in DEFAULT}
    pages = 0
    for site in sites:
        pages += len(site.new)
        for name, changes in PAPER.items():
            paper[name].append(tally(learn(site.seen, profile="paper", **changes), site.new))
        for name, changes in DEFAULT.items():
            default[name].append(tally(learn(site.seen, **changes), site.new))
    return paper, default, pages


def _made_table(whose: str, tallies: Tallies) -> Table:
    return Table(f"generated sites, {whose} setting less one part", _HEAD, [_row(*item) for item in tallies.items()])


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


def _worse(tallies: list[Tally], whole: list[Tally]) -> bool:
    local, best = (mean([one.local_recall or 0.0 for one in group]) for group in (tallies, whole))
    return _purity(tallies) < _purity(whole) or local < best
