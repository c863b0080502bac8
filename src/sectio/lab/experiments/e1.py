"""E1: the template method on sites, real or generated: noisy sections, noise fraction, section quality.

As in the paper 15 pages are for learning and 65 for testing. For comparison there is a plain filter: text seen on at least three of the
sample pages is noise. Sweeps: the number of sample pages, and the importance below which a section is noisy.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from sectio.dom.chars import normalise
from sectio.dom.page import Page
from sectio.lab import metrics
from sectio.lab.experiments import plots
from sectio.lab.experiments.result import Cell, ExperimentResult, Table
from sectio.lab.experiments.template_sites import (
    LEARN,
    Labelled,
    LabelledSite,
    Tally,
    add_words,
    mean,
    read_sites,
    tally,
)
from sectio.lab.judging import answers
from sectio.sites.template import TemplateSite, learn

SAMPLES = (2, 5, 10, 15, 30)
THRESHOLDS = (0.1, 0.2, 0.25, 0.3, 0.4, 0.5)
SWEEP_TEST = 10
PLAIN_PAGES = 3
MIN_PRECISION, MIN_RECALL = 0.85, 0.75

_HEAD = ("site", "section P", "section R", "pure", "noise P", "noise R", "text F1", "noise share", "local noise R")


def run(data: Path, *, seed: int, limit: int | None, out: Path | None) -> ExperimentResult:
    """Run E1 on the sites of a folder; `limit` is the number of tested pages per site."""
    tallies: dict[str, Tally] = {}
    plain: dict[str, Tally] = {}
    samples: dict[int, list[Tally]] = {count: [] for count in SAMPLES}
    thresholds: dict[float, list[Tally]] = {value: [] for value in THRESHOLDS}
    for site in read_sites(data, seed=seed, limit=limit, most=LEARN):
        model = learn(site.seen)
        tallies[site.name] = tally(model, site.new)
        plain[site.name] = _plain_filter(site.seen, site.new)
        _sweep_thresholds(model, site, thresholds)
    for site in read_sites(data, seed=seed, limit=min(limit or SWEEP_TEST, SWEEP_TEST), most=max(SAMPLES)):
        for count in SAMPLES:
            samples[count].append(tally(learn(site.seen[:count]), site.new))
    return ExperimentResult(
        name="E1",
        title="Template: noisy sections, noise fraction, section quality",
        corpus=str(data.name),
        pages=sum(len(one.pages) for one in tallies.values()),
        seed=seed,
        parameters={"learn": LEARN, "profile": "default"},
        tables=[_paper(), *_tables(tallies, plain, samples, thresholds), *answers.tables(data, answers.section_tables)],
        passed=_passed(tallies, samples),
        plots=_plots(tallies, samples, out),
    )


def _plain_filter(seen: Sequence[Page], new: Sequence[Labelled]) -> Tally:
    """Text that at least three sample pages have, wherever, is noise."""
    counts: Counter[str] = Counter()
    for page in seen:
        counts.update({normalise(text).lower() for text in page.texts})
    made = Tally()
    for one in new:
        known = [counts[normalise(text).lower()] >= PLAIN_PAGES for text in one.page.texts]
        add_words(made, one, np.array(known, bool) | one.page.hidden[one.page.text_rows])
    return made


def _sweep_thresholds(model: TemplateSite, site: LabelledSite, found: dict[float, list[Tally]]) -> None:
    for value, tallies in found.items():
        changed = replace(model, settings=replace(model.settings, noisy=value))
        tallies.append(tally(changed, site.new[:SWEEP_TEST]))


def _share(one: Tally) -> float:
    return metrics.noise_fraction({"": one.pages})


def _row(name: str, one: Tally) -> tuple[Cell, ...]:
    sections, (precision, recall) = one.section_score, one.noise_score
    pure = metrics.section_purity(one.sections)
    quality = (sections.precision, sections.recall, pure, precision, recall, one.text_f1, _share(one))
    return (name, *quality, one.local_recall)


def _mean_row(name: str, tallies: Sequence[Tally]) -> tuple[Cell, ...]:
    rows = [_row("", one)[1:] for one in tallies]
    columns = [[value for value in column if isinstance(value, float)] for column in zip(*rows, strict=True)]
    return (name, *(mean(column) if column else None for column in columns))


def _tables(
    tallies: dict[str, Tally],
    plain: dict[str, Tally],
    samples: dict[int, list[Tally]],
    thresholds: dict[float, list[Tally]],
) -> list[Table]:
    rows = [_row(name, one) for name, one in tallies.items()]
    scores = [(*one.noise_score, one.text_f1) for one in plain.values()]
    filtered: list[tuple[Cell, ...]] = [("plain filter", *map(mean, zip(*scores, strict=True)))]
    return [
        Table("per site", _HEAD, [*rows, _mean_row("mean over sites", list(tallies.values()))]),
        Table("text on 3 or more of the sample pages is noise", ("filter", "noise P", "noise R", "text F1"), filtered),
        Table("number of sample pages", ("pages", *_HEAD[1:]), [_mean_row(str(k), v) for k, v in samples.items()]),
        Table(
            "importance below which a section is noisy",
            ("threshold", *_HEAD[1:]),
            [_mean_row(str(k), v) for k, v in thresholds.items()],
        ),
    ]


def _paper() -> Table:
    head = ("corpus", "section P", "section R", "noise share")
    return Table("three judges", head, [("18 domains, 65 pages each", 0.91, 0.82, 0.20)], paper=True)


def _passed(tallies: dict[str, Tally], samples: dict[int, list[Tally]]) -> bool:
    """Enough precision and recall, better with more pages, and noise of clusters found."""
    precision = mean([one.section_score.precision for one in tallies.values()])
    recall = mean([one.section_score.recall for one in tallies.values()])
    few, many = (mean([one.section_score.f1 for one in samples[count]]) for count in (SAMPLES[0], LEARN))
    local = [one.local_recall for one in tallies.values() if one.local_recall is not None]
    return precision >= MIN_PRECISION and recall >= MIN_RECALL and many > few and (not local or mean(local) > 0.5)


def _plots(tallies: dict[str, Tally], samples: dict[int, list[Tally]], out: Path | None) -> list[Path]:
    """The paper's Figure 1, and quality against the number of sample pages."""
    shares = sorted(_share(one) for one in tallies.values())
    figure = {"noise": [(float(place), share) for place, share in enumerate(shares, 1)]}
    growth = {
        "precision": [(float(k), mean([one.section_score.precision for one in v])) for k, v in samples.items()],
        "recall": [(float(k), mean([one.section_score.recall for one in v])) for k, v in samples.items()],
    }
    return [
        *plots.curves(out, "e1-noise", figure, title="Noise per site", x="sites", y="share of characters"),
        *plots.curves(out, "e1-samples", growth, title="Noisy sections", x="sample pages", y="share"),
    ]
