"""Write the benchmark table of the README from figures measured by `sectio evaluate`.

sectio evaluate DATA --no-cache --workers 1 --format json -o run.json
python bench/readme_table.py run.json    keep the figures in benchmark.json, write the table
python bench/readme_table.py             write the table again from benchmark.json
"""

import argparse
import json
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
FIGURES = HERE / "benchmark.json"
README = HERE.parent / "README.md"
START, END = "<!-- benchmark:start -->", "<!-- benchmark:end -->"
KEPT = ("name", "kind", "baseline", "n", "f1", "f1_low", "f1_high", "ms", "errors", "version")


def figures(run: dict[str, Any]) -> dict[str, Any]:
    """Return the part of a run that the table is made from; no paths, no texts."""
    sets = [{key: data[key] for key in ("name", "measure", "pages")} for data in run["datasets"]]
    rows = [{"data": row["data"], **{key: row.get(key) for key in KEPT}} for row in run["rows"]]
    return {"datasets": sets, "rows": rows}


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
    return f"{table}\n\nF1 with its 95 % interval. Data: {notes}. Time: process time, mean over all pages."


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


def put(readme: str, table: str) -> str:
    """Return the README with the table between its marks; a new section at the end if there are none."""
    block = f"{START}\n{table}\n{END}"
    if START not in readme or END not in readme:
        return f"{readme.rstrip()}\n\n## Benchmark\n\n{block}\n".lstrip()
    before, _, rest = readme.partition(START)
    return before + block + rest.partition(END)[2]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("run", type=Path, nargs="?", help="JSON of `sectio evaluate`")
    asked = parser.parse_args()
    if asked.run:
        measured = figures(json.loads(asked.run.read_text(encoding="utf-8")))
        FIGURES.write_text(json.dumps(measured, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    measured = json.loads(FIGURES.read_text(encoding="utf-8"))
    README.write_text(put(README.read_text(encoding="utf-8"), render(measured)), encoding="utf-8")


if __name__ == "__main__":
    main()
