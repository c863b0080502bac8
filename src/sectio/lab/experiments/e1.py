"""E1: the template method on sites, real or generated: noisy sections, noise fraction, section quality.

As in the paper 15 pages are for learning and 65 for testing, in both profiles; five further random draws show the spread. For comparison
there is a plain filter: text seen on at least three of the sample pages is noise. Sweeps: the number of sample pages, and the
poster's three thresholds.
"""

from collections import Counter
from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from sectio.dom.chars import normalise
from sectio.dom.page import Page
from sectio.lab import metrics
from sectio.lab.experiments import plots
from sectio.lab.experiments.result import Cell, Comparison, ExperimentResult, Sign, Table
from sectio.lab.experiments.template_sites import (
    LEARN,
    TEST,
    Labelled,
    LabelledSite,
    Source,
    Tally,
    add_words,
    changed,
    made_sites,
    mean,
    read_sites,
    tally,
)
from sectio.lab.judging import answers
from sectio.layout import Provider
from sectio.sites.template import learn

SAMPLES = (2, 5, 10, 15, 30)
PROFILES = ("default", "paper")
DRAWS = 5
SWEEPS = {
    "noisy": (0.1, 0.2, 0.25, 0.3, 0.4, 0.5),
    "node_support": (0.0, 0.1, 0.2, 0.3, 0.4),
    "area": (0.05, 0.1, 0.15, 0.2, 0.3),
}
_SWEPT = {
    "noisy": "importance below which a section is noisy (the poster has 25 %)",
    "node_support": "share of the pages that a node has to be on to be evidence (20 %)",
    "area": "share of the page above which a node is cut (15 %)",
}
SWEEP_TEST = 10
PLAIN_PAGES = 3
SITES = 18  # generated, as many as the poster's
MIN_PRECISION, MIN_RECALL = 0.85, 0.75

_HEAD = ("site", "section P", "section R", "pure", "noise P", "noise R", "text F1", "noise share", "local noise R")


@dataclass
class _Found:
    """What was measured: by profile and site, by draw, and by setting."""

    profiles: dict[str, dict[str, Tally]] = field(default_factory=lambda: {name: {} for name in PROFILES})
    plain: dict[str, Tally] = field(default_factory=dict)
    draws: dict[str, list[list[Tally]]] = field(default_factory=lambda: {name: [] for name in PROFILES})
    samples: dict[int, list[Tally]] = field(default_factory=lambda: {count: [] for count in SAMPLES})
    made: dict[str, list[Tally]] = field(default_factory=dict)
    settings: dict[str, dict[float, list[Tally]]] = field(
        default_factory=lambda: {name: {value: [] for value in values} for name, values in SWEEPS.items()}
    )


def run(
    data: Path,
    *,
    seed: int,
    limit: int | None,
    out: Path | None,
    sites: int | None = None,
    layout: str = "estimate",
) -> ExperimentResult:
    """Run E1 on the sites of a folder; `limit` is the number of tested pages per site."""
    few = min(limit or SWEEP_TEST, SWEEP_TEST)
    with _browser(layout) as browser:
        found = _find(Source(data, seed, sites, browser), limit, few)
    tallies = found.profiles["default"]
    signs = _signs(found)
    return ExperimentResult(
        name="E1",
        title="Template: noisy sections, noise fraction, section quality",
        corpus=str(data.name),
        pages=sum(len(one.pages) for one in tallies.values()),
        seed=seed,
        parameters={
            "sites": len(tallies),
            "generated sites": len(found.made.get("default", ())),
            "layout": layout,
            "learn": LEARN,
            "test at most": limit or TEST,
            "test pages of sweeps and draws": few,
        },
        tables=[_paper(), *_tables(found), *answers.tables(data, answers.section_tables)],
        comparisons=[_beside(found)],
        passed=all(sign.seen for sign in signs),
        signs=signs,
        plots=_plots(tallies, found.samples, out),
    )


def _browser(layout: str) -> AbstractContextManager[Provider | None]:
    """A browser that lays out the tested pages; none for the estimate, which each page makes for itself."""
    if layout == "estimate":
        return nullcontext()
    from sectio.layout.chromium import Browser

    return Browser()


def _find(source: Source, limit: int | None, few: int) -> _Found:
    """Everything that is measured; sweeps and draws on few pages."""
    found = _Found()
    for site in read_sites(source, limit=limit, most=LEARN):
        _measure(site, found)
    for site in made_sites(source, limit=limit, sites=source.sites or SITES):
        for name in PROFILES:
            found.made.setdefault(name, []).append(tally(learn(site.seen, profile=name), site.new))
        found.made.setdefault("plain filter", []).append(_plain_filter(site.seen, site.new))
    for site in read_sites(source, limit=few, most=max(SAMPLES)):
        for count in SAMPLES:
            found.samples[count].append(tally(learn(site.seen[:count]), site.new))
    for draw in range(DRAWS):
        sites = list(read_sites(source, limit=few, most=LEARN, draw=draw))
        for name, drawn in found.draws.items():
            drawn.append([tally(learn(site.seen, profile=name), site.new) for site in sites])
    return found


def _measure(site: LabelledSite, found: _Found) -> None:
    for name, tallies in found.profiles.items():
        tallies[site.name] = tally(learn(site.seen, profile=name), site.new)
    found.plain[site.name] = _plain_filter(site.seen, site.new)
    model = learn(site.seen)
    for name, values in found.settings.items():
        for value, tallies_of in values.items():
            tallies_of.append(tally(changed(model, **{name: value}), site.new[:SWEEP_TEST]))


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


def _tables(found: _Found) -> list[Table]:
    scores = [(*one.noise_score, one.text_f1) for one in found.plain.values()]
    filtered: list[tuple[Cell, ...]] = [("plain filter", *map(mean, zip(*scores, strict=True)))]
    made = [_site_table(name, tallies) for name, tallies in found.profiles.items()]
    made += [
        Table("text on 3 or more of the sample pages is noise", ("filter", "noise P", "noise R", "text F1"), filtered),
        Table(f"{DRAWS} random draws of the sample pages", ("profile", *_HEAD[1:]), _draw_rows(found)),
        Table(
            "number of sample pages", ("pages", *_HEAD[1:]), [_mean_row(str(k), v) for k, v in found.samples.items()]
        ),
    ]
    if found.made:
        made.append(Table("generated sites", ("", *_HEAD[1:]), [_made_row(*item) for item in found.made.items()]))
    return made + [
        Table(_SWEPT[name], (name, *_HEAD[1:]), [_mean_row(str(k), v) for k, v in values.items()])
        for name, values in found.settings.items()
    ]


def _made_row(name: str, tallies: Sequence[Tally]) -> tuple[Cell, ...]:
    """Means over sites; the plain filter has no sections."""
    row = _mean_row(name, tallies)
    return row if name in PROFILES else (name, None, None, None, *row[4:7], None, None)


def _site_table(profile: str, tallies: dict[str, Tally]) -> Table:
    rows = [_row(name, one) for name, one in tallies.items()]
    return Table(f"per site, profile {profile}", _HEAD, [*rows, _mean_row("mean over sites", list(tallies.values()))])


def _draw_rows(found: _Found) -> list[tuple[Cell, ...]]:
    """For each profile the mean over the draws, and by how much the lowest and the highest draw differ."""
    rows: list[tuple[Cell, ...]] = []
    for name, draws in found.draws.items():
        means = [_mean_row("", one)[1:] for one in draws]
        columns = [[value for value in column if isinstance(value, float)] for column in zip(*means, strict=True)]
        rows.append((f"{name}, mean", *(mean(column) if column else None for column in columns)))
        rows.append((f"{name}, spread", *(max(column) - min(column) if column else None for column in columns)))
    return rows


def _beside(found: _Found) -> Comparison:
    """The poster's three figures."""
    paper, default = (_mean_row("", list(found.profiles[name].values())) for name in ("paper", "default"))
    rows = [
        ("noisy sections, precision", 0.91, paper[1], default[1]),
        ("noisy sections, recall", 0.82, paper[2], default[2]),
    ]
    return Comparison(
        "Mehta and Madaan 2008, section 3 and Figure 1 (18 domains, 15 pages to learn, 65 to test, three judges)",
        [*rows, ("share of the page that is noise", 0.20, paper[7], default[7])],
        "These are other sites, and gold takes the place of the judges: a section is truly noisy if more than half of its "
        "characters are noise. Judges accept a section of repeated labels where the gold has single lines. The bars of Figure 1 "
        "cannot be read off the source, but their mean can.",
    )


def _paper() -> Table:
    head = ("corpus", "section P", "section R", "noise share")
    return Table("three judges", head, [("18 domains, 65 pages each", 0.91, 0.82, 0.20)], paper=True)


def _signs(found: _Found) -> list[Sign]:
    """What the poster says, what it would have to say of a filter, and that pages help."""
    tallies = list(found.profiles["default"].values())
    precision = min(mean([one.section_score.precision for one in group.values()]) for group in found.profiles.values())
    recall = mean([one.section_score.recall for one in tallies])
    few, many = (mean([one.section_score.f1 for one in found.samples[count]]) for count in (SAMPLES[0], LEARN))
    known = found.made.get("default") or tallies
    local = [one.local_recall for one in known if one.local_recall is not None]
    reason = "Few sites were measured, and one of them weighs much."
    signs = [
        Sign(
            f"precision of noisy sections from {MIN_PRECISION} on in both profiles", precision >= MIN_PRECISION, reason
        ),
        Sign(f"recall of noisy sections from {MIN_RECALL} on in the default", recall >= MIN_RECALL, reason),
        Sign(f"{LEARN} sample pages are better than {SAMPLES[0]}", many > few, reason),
        Sign("text F1 above the plain filter's", _text(tallies) > _text(list(found.plain.values())), reason),
    ]
    if found.made:
        above = _text(found.made["default"]) > _text(found.made["plain filter"])
        why = "Teasers of other stories move from position to position on generated sites: a text is known there by itself, not by its position."
        signs.append(Sign("the same on generated sites", above, why))
    if local:
        signs.append(Sign("noise of one part of a site is found", mean([one or 0.0 for one in local]) > 0.5))
    return signs


def _text(tallies: Sequence[Tally]) -> float:
    return mean([one.text_f1 for one in tallies])


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
