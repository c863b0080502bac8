"""Write the tables of methods and peers from figures measured by `sectio evaluate`: all in the docs, some in the README and on the home page.

sectio evaluate DATA --no-cache --workers 1 --format json -o run.json
python bench/readme_table.py run.json    keep the figures in benchmark.json, write the tables
python bench/readme_table.py             write the tables again from benchmark.json
"""

import argparse
import json
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import between
import history
import sectio
from sectio.model import store

HERE = Path(__file__).parent
FIGURES = HERE / "benchmark.json"
README = HERE.parent / "README.md"
EVALUATION = HERE.parent / "docs" / "evaluation.md"
HOME = HERE.parent / "docs" / "index.md"
KEPT = ("name", "kind", "baseline", "n", "f1", "f1_low", "f1_high", "ms", "errors", "version")
# What the README compares with, and the lines of the shipped model that go with its columns.
SHORT = ("trafilatura", "resiliparse", "readability", "newspaper4k", "boilerpy3", "justext", "goose3")
OWN = {
    "Sectio": {"wcxb-dev": "wcxb-dev", "snippets": "snippets", "sites": "sites, page by page"},
    "Sectio, site learned": {"sites": "sites, site mode (15 pages to learn)"},
}
BASE = "resiliparse"
HOME_PEERS = SHORT[:3]


def figures(run: dict[str, Any]) -> dict[str, Any]:
    """Return the part of a run that the table is made from; no paths, no texts."""
    sets = [{key: data[key] for key in ("name", "measure", "pages")} for data in run["datasets"]]
    rows = [{"data": row["data"], **{key: row.get(key) for key in KEPT}} for row in run["rows"]]
    about = {"date": f"{datetime.now(UTC):%Y-%m-%d}", "version": sectio.__version__}
    return {**about, "datasets": sets, "rows": rows}


def render(measured: dict[str, Any]) -> str:
    """Return the table in Markdown: a line per system, a column per data set, the best line first."""
    sets = measured["datasets"]
    cells = {(row["name"], row["data"]): row for row in measured["rows"]}
    names = sorted(dict.fromkeys(row["name"] for row in measured["rows"]), key=lambda name: _rank(name, cells, sets))
    head = ["", *(f"{data['name']} F1" for data in sets), "ms/page"]
    lines = [head, ["---", *["---:"] * (len(sets) + 1)]]
    for name in names:
        own = [cells.get((name, data["name"])) for data in sets]
        lines.append([_label(name, own), *map(_score, own), _time(own)])
    notes = ", ".join(f"{data['name']} {data['pages']} pages ({data['measure']})" for data in sets)
    table = "\n".join("| " + " | ".join(line) + " |" for line in lines)
    return f"{table}\n\nF1 with its 95 % interval. Data: {notes}. Time is process time, as a mean over all pages. Measured on {measured['date']}."


def short(measured: dict[str, Any], peers: Sequence[str] = SHORT) -> str:
    """The README's table, and a shorter one: the shipped model on pages left out, and some peers."""
    names = [data["name"] for data in measured["datasets"]][::-1]
    cells = {(row["name"], row["data"]): row for row in measured["rows"]}
    lines = [["F1", *names, "time"], ["---", *["---:"] * (len(names) + 1)]]
    for label, places in OWN.items():
        lines.append([f"**{label}**", *(_own(places.get(name)) for name in names), _own_time(label)])
    for peer in peers:
        own = [cells.get((peer, name)) for name in names]
        lines.append(
            [_label(peer, own), *(f"{row['f1']:.3f}" if row else "–" for row in own), _relative(own, cells, names)]
        )
    table = "\n".join("| " + " | ".join(line) + " |" for line in lines)
    last = history.last()
    said = f"Other extractors were measured on {measured['date']}, Sectio's time on {last['date']} ({last['machine']})"
    return f"{table}\n\n{said}. Time is a multiple of {BASE}'s in the same run."


def _own(place: str | None) -> str:
    """A figure of the shipped model, on pages that were left out in training."""
    rows = store.default().about["metrics"]["rows"]
    found = [row[2] for row in rows if row[0] == place and "F1" in row[1]]
    return f"**{found[0]:.3f}**" if found else "–"


def _own_time(label: str) -> str:
    run = history.last()
    base = next(ms for name, ms in run["peers"].items() if name.startswith(BASE))
    return f"{run['whole'] / base:.1f} ×" if label == "Sectio" else "–"


def _relative(own: list[Any], cells: dict[tuple[str, str], dict[str, Any]], names: list[str]) -> str:
    base = [cells.get((BASE, name)) for name in names]
    return f"{float(_time(own)) / float(_time(base)):.1f} ×"


def _rank(name: str, cells: dict[tuple[str, str], dict[str, Any]], sets: list[dict[str, Any]]) -> tuple[float, str]:
    scores = [cells[name, data["name"]]["f1"] for data in sets if (name, data["name"]) in cells]
    # A system that cannot run everywhere is placed by where it does run, below those that can.
    return (-sum(scores) / len(scores) + (len(sets) - len(scores)), name)


def _label(name: str, own: list[dict[str, Any] | None]) -> str:
    row = next(row for row in own if row)
    if row["kind"] == "peer":
        return f"{name} {row['version']}"
    return f"*{name}*" if row.get("baseline") else f"**{name}**"


def _score(row: dict[str, Any] | None) -> str:
    return f"{row['f1']:.3f} ({row['f1_low']:.3f}–{row['f1_high']:.3f})" if row else "–"


def _time(own: list[dict[str, Any] | None]) -> str:
    timed = [row for row in own if row and row.get("ms") is not None]
    pages = sum(row["n"] for row in timed)
    return f"{sum(row['ms'] * row['n'] for row in timed) / pages:.1f}" if pages else "–"


def documents() -> dict[Path, str]:
    """The README and the docs' pages with their tables, from the figures that are kept."""
    measured = json.loads(FIGURES.read_text(encoding="utf-8"))
    tables = {README: short(measured), HOME: short(measured, HOME_PEERS), EVALUATION: render(measured)}
    return {path: between.put(path.read_text(encoding="utf-8"), "benchmark", table) for path, table in tables.items()}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("run", type=Path, nargs="?", help="JSON of `sectio evaluate`")
    asked = parser.parse_args()
    if asked.run:
        measured = figures(json.loads(asked.run.read_text(encoding="utf-8")))
        FIGURES.write_text(json.dumps(measured, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    for path, text in documents().items():
        path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
