"""Draw the plots of the docs from measured figures: accuracy and time, learning curve, page types, reliability.

python bench/plots.py    from benchmark.json, history.jsonl, curve.json and the model file to docs/assets/*.svg
"""

import json
import math
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import history
import reliability
from sectio.lab.evaluate.report import svg
from sectio.model import store

HERE = Path(__file__).parent
OUT = HERE.parent / "docs" / "assets"
# On a card of its own colour, so that it can be read on light and dark pages.
STYLE = (
    ":root{--card:#fff;--ink:#222;--soft:#667;--grid:#dde}"
    "@media(prefers-color-scheme:dark){:root{--card:#1e2129;--ink:#dde3ea;--soft:#98a2b0;--grid:#394050}"
    ".own{fill:#58a6ff}.peer{fill:#e0965a}.curve{stroke:#58a6ff}}"
    "text{font:13px sans-serif;fill:var(--ink)}.soft{fill:var(--soft);font-size:12px}.grid{stroke:var(--grid)}"
    ".strong{font-weight:bold}.own{fill:#1f6feb}.peer{fill:#c4682b}.quiet{fill:#98a2b0}"
    ".curve{fill:none;stroke:#1f6feb;stroke-width:2}.bar{stroke:var(--soft)}"
)
WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 720, 440, 60, 30, 50, 68
BASE = "resiliparse"
Point = tuple[str, float, float, str]


def card(label: str, *content: str, height: float = HEIGHT) -> str:
    """A picture of its own, with a title."""
    return (
        svg.standalone(WIDTH, height, label, STYLE, svg.text(18, 24, label, "strong"), *content, ground="var(--card)")
        + "\n"
    )


def benchmark() -> dict[str, Any]:
    """The measured figures of methods and peers."""
    found: dict[str, Any] = json.loads((HERE / "benchmark.json").read_text(encoding="utf-8"))
    return found


def model_row(data: str) -> list[Any]:
    """The shipped model's figure for pages left out: data, measure, value, interval, groups."""
    rows: list[list[Any]] = store.default().about["metrics"]["rows"]
    return next(row for row in rows if row[0] == data)


def points(measured: dict[str, Any], data: str = "wcxb-dev") -> list[Point]:
    """Name, time as a multiple of the base peer's in the same run, F1 and class of every system."""
    rows = [row for row in measured["rows"] if row["data"] == data and not _is_variant(row["name"])]
    base = next(row["ms"] for row in rows if row["name"] == BASE)
    found = [(row["name"], row["ms"] / base, row["f1"], _class(row)) for row in rows if row["ms"]]
    run = history.last()
    resiliparse = next(ms for name, ms in run["peers"].items() if name.startswith(BASE))
    return [*found, ("Sectio", run["whole"] / resiliparse, model_row(data)[2], "own strong")]


def _is_variant(name: str) -> bool:
    """Whether a method is a variant of one that is drawn: `cetr-km` and the like are in the table."""
    return name.startswith(("cetr-", "boilerpipe-"))


def _class(row: dict[str, Any]) -> str:
    return "peer" if row["kind"] == "peer" else "quiet"


def accuracy_time() -> str:
    """Every system as a dot: time to the right, F1 upwards."""
    measured = benchmark()
    placed = points(measured)
    times, scores = [time for _, time, _, _ in placed], [f1 for _, _, f1, _ in placed]
    low, high = math.log10(min(times) / 1.4), math.log10(max(times) * 2.2)
    bottom = math.floor(min(scores) * 20) / 20

    def at(time: float, f1: float) -> tuple[float, float]:
        x = LEFT + (math.log10(time) - low) / (high - low) * (WIDTH - LEFT - RIGHT)
        return x, TOP + (0.95 - f1) / (0.95 - bottom) * (HEIGHT - TOP - BOTTOM)

    parts = _grid(at, [round(bottom + 0.05 * step, 2) for step in range(20) if bottom + 0.05 * step <= 0.951])
    for time in (0.5, 1, 2, 5, 10, 20, 50):
        if min(times) / 1.4 <= time <= max(times) * 2:
            parts.append(svg.text(at(time, bottom)[0], HEIGHT - BOTTOM + 16, f"{time:g}×", "soft", anchor="middle"))
    parts += _labelled([(name, *at(time, f1), kind) for name, time, f1, kind in placed])
    said = (
        f"time for a page, as a multiple of {BASE}'s in the same run; measured {measured['date']}, Sectio {history.last()['date']}",
        "blue: Sectio, on pages left out of training; orange: other extractors; grey: methods from papers, trivial baselines",
    )
    notes = [svg.text(LEFT, HEIGHT - 26 + 17 * number, line, "soft") for number, line in enumerate(said)]
    return card("Word F1 on wcxb-dev against time", *parts, *notes)


def _grid(at: Any, ticks: Sequence[float]) -> list[str]:
    parts: list[str] = []
    for tick in ticks:
        y = at(1, tick)[1]
        parts += [
            svg.line(LEFT, y, WIDTH - RIGHT, y, "grid"),
            svg.text(LEFT - 8, y, f"{tick:.2f}", "soft", anchor="end"),
        ]
    return parts


Box = tuple[float, float, float, float]


def _labelled(dots: list[tuple[str, float, float, str]]) -> list[str]:
    """Dots with their names, each beside its dot where it covers nothing else."""
    parts: list[str] = []
    taken: list[Box] = [(x - 5, y - 5, x + 5, y + 5) for _, x, y, _ in dots]
    for name, x, y, kind in dots:
        free = (box for box in _places(name, x, y) if not any(_overlap(box, other) for other in taken))
        box = next(free, None) or next(_places(name, x, y))
        taken.append(box)
        parts.append(svg.tag("circle", cx=x, cy=y, r=7 if "own" in kind else 4.5, cls=kind.split()[0]))
        parts.append(svg.text(box[0], (box[1] + box[3]) / 2, name, "strong" if "own" in kind else "soft"))
    return parts


def _places(name: str, x: float, y: float) -> Iterator[Box]:
    """Where a name can be: right, left, then further up and down."""
    wide = 6.6 * len(name)
    for rise in (0, -12, 12, -22, 22, -34, 34):
        for left in (x + 9, x - 9 - wide, x - wide / 2):
            if left >= LEFT and (rise or left != x - wide / 2):
                yield left, y + rise - 7, left + wide, y + rise + 7


def _overlap(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def learning_curve() -> str:
    """Word F1 over the number of pages that a site was learned from, with intervals."""
    measured = json.loads((HERE / "curve.json").read_text(encoding="utf-8"))
    curve = measured["curve"]
    bottom = math.floor(min(point["f1_low"] for point in curve) * 50) / 50

    def at(number: float, f1: float) -> tuple[float, float]:
        x = LEFT + 20 + number / curve[-1]["pages"] * (WIDTH - LEFT - RIGHT - 40)
        return x, TOP + (1 - f1) / (1 - bottom) * (HEIGHT - TOP - BOTTOM)

    steps = range(round((1 - bottom) * 50) + 1)
    parts = _grid(at, [round(bottom + 0.02 * step, 2) for step in steps])
    line = " ".join(f"{x:.1f},{y:.1f}" for x, y in (at(point["pages"], point["f1"]) for point in curve))
    parts.append(svg.tag("polyline", points=line, cls="curve"))
    for point in curve:
        (x, y), (_, low), (_, high) = (at(point["pages"], point[key]) for key in ("f1", "f1_low", "f1_high"))
        parts += [svg.line(x, low, x, high, "bar"), svg.tag("circle", cx=x, cy=y, r=5, cls="own")]
        parts.append(svg.text(x, HEIGHT - BOTTOM + 16, str(point["pages"]), "soft", anchor="middle"))
    said = (
        "number of pages learned from (0: page by page)",
        f"mean over {measured['sites']} generated sites, {measured['tested']} other pages of each, 95 % intervals; {measured['date']}",
    )
    notes = [svg.text(LEFT, HEIGHT - 26 + 17 * number, line, "soft") for number, line in enumerate(said)]
    return card("Word F1 with a learned site", *parts, *notes)


def page_types() -> str:
    """The shipped model's word F1 for each page type, on pages left out, with intervals."""
    rows = [row for row in store.default().about["metrics"]["rows"] if row[0].startswith("wcxb-dev, ")]
    parts: list[str] = []
    for number, (data, _, value, low, high, _) in enumerate(sorted(rows, key=lambda row: -row[2])):
        y, scale = TOP + 18 + number * 34, WIDTH - 300
        parts += [
            svg.text(150, y, data.removeprefix("wcxb-dev, "), anchor="end"),
            svg.tag("rect", x=160, y=y - 10, width=value * scale, height=20, cls="own"),
            svg.line(160 + low * scale, y, 160 + high * scale, y, "bar"),
            svg.text(168 + high * scale, y, f"{value:.3f}"),
        ]
    height = TOP + 34 * len(rows) + 40
    said = "pages of wcxb-dev left out of training, 95 % intervals; from the model file"
    return card("Word F1 by page type", *parts, svg.text(160, height - 18, said, "soft"), height=height)


def drawn() -> dict[Path, str]:
    """Every plot by its file."""
    diagram = reliability.picture(store.default().about["metrics"]["reliability"]) + "\n"
    return {
        OUT / "accuracy-time.svg": accuracy_time(),
        OUT / "learning-curve.svg": learning_curve(),
        OUT / "page-type-f1.svg": page_types(),
        reliability.OUT: diagram,
    }


if __name__ == "__main__":
    for path, picture in drawn().items():
        path.write_text(picture, encoding="utf-8")
