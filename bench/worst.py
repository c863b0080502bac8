"""The left-out pages with the worst scores, from a training report, and how pages fail in each data set, as tables in docs/errors.md.

sectio train DATA -o model.npz --report report.json
python bench/worst.py report.json [--count 50]
"""

import argparse
import json
from collections import Counter
from datetime import date
from pathlib import Path
from typing import Any

import between

DOC = Path(__file__).parents[1] / "docs" / "errors.md"


def kind_of(page: dict[str, Any]) -> str:
    """What went wrong, by precision, recall and the score of the best choice of blocks."""
    if page["bound"] < 0.5:
        return "the text is not in the HTML"
    if page["recall"] >= 0.75:
        return "too much"
    if page["precision"] >= 0.75:
        return "too little"
    return "the wrong parts"


KINDS = ("too much", "the wrong parts", "too little", "the text is not in the HTML")
POOR = 0.8


def by_set(pages: list[dict[str, Any]]) -> list[str]:
    """How many pages of each data set score less than `POOR`, and what went wrong there."""
    counts = Counter((page["dataset"], kind_of(page)) for page in pages if page["score"] < POOR)
    every = Counter(page["dataset"] for page in pages)
    lines = [f"| data | pages | {' | '.join(KINDS)} |", "| --- | ---: |" + " ---: |" * len(KINDS)]
    for name in sorted(every):
        cells = " | ".join(str(counts[name, kind]) for kind in KINDS)
        lines.append(f"| {name} | {every[name]} | {cells} |")
    return lines


def table(pages: list[dict[str, Any]]) -> list[str]:
    """Every page."""
    lines = [
        "| page | type | F1 | precision | recall | best choice of blocks | what went wrong |",
        "| --- | --- | ---: | ---: | ---: | ---: | --- |",
    ]
    for page in pages:
        figures = " | ".join(f"{page[name]:.2f}" for name in ("score", "precision", "recall", "bound"))
        lines.append(f"| {page['page']} | {page['page_type']} | {figures} | {kind_of(page)} |")
    return lines


def main() -> None:
    """Run from the command line."""
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("report", type=Path)
    arguments.add_argument("--count", type=int, default=50)
    arguments.add_argument("--data", default="wcxb-dev", help="the data set whose worst pages are listed")
    given = arguments.parse_args()
    report = json.loads(given.report.read_text(encoding="utf-8"))
    pages = report["pages"]
    scored = [page for page in pages if page["score"] == page["score"]]  # not a number: no gold
    of_set = [page for page in scored if page["dataset"] == given.data]
    worst = sorted(of_set, key=lambda page: (page["score"], page["page"]))[: given.count]
    day = date.fromtimestamp(given.report.stat().st_mtime).isoformat()
    said = f"From the training of {day} that made the model `{report['digest'][:12]}`."
    text = "\n".join([*by_set(scored), "", *table(worst), "", said])
    between.write(DOC, "worst", text)


if __name__ == "__main__":
    main()
