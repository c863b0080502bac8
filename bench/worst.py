"""The left-out pages with the worst scores, from a training report, as a table in docs/errors.md.

sectio train DATA -o model.npz --report report.json
python bench/worst.py report.json [--count 50]
"""

import argparse
import json
from collections import Counter
from pathlib import Path
from typing import Any

DOC = Path(__file__).parents[1] / "docs" / "errors.md"
START, END = "<!-- worst:start -->", "<!-- worst:end -->"


def kind_of(page: dict[str, Any]) -> str:
    """What went wrong, by precision, recall and the score of the best choice of blocks."""
    if page["bound"] < 0.5:
        return "the text is not in the HTML"
    if page["recall"] >= 0.75:
        return "too much"
    if page["precision"] >= 0.75:
        return "too little"
    return "the wrong parts"


def table(pages: list[dict[str, Any]]) -> str:
    """Counts by kind of error, then every page."""
    counts = Counter(kind_of(page) for page in pages)
    lines = ["| what went wrong | pages |", "| --- | ---: |"]
    lines += [f"| {kind} | {count} |" for kind, count in counts.most_common()]
    lines += [
        "",
        "| page | type | F1 | precision | recall | best choice of blocks | what went wrong |",
        "| --- | --- | ---: | ---: | ---: | ---: | --- |",
    ]
    for page in pages:
        figures = " | ".join(f"{page[name]:.2f}" for name in ("score", "precision", "recall", "bound"))
        lines.append(f"| {page['page']} | {page['page_type']} | {figures} | {kind_of(page)} |")
    return "\n".join(lines)


def main() -> None:
    """Run from the command line."""
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("report", type=Path)
    arguments.add_argument("--count", type=int, default=50)
    given = arguments.parse_args()
    pages = [page for page in json.loads(given.report.read_text(encoding="utf-8"))["pages"] if page["kind"] == "text"]
    scored = [page for page in pages if page["score"] == page["score"]]  # not a number: no gold
    worst = sorted(scored, key=lambda page: (page["score"], page["page"]))[: given.count]
    before, _, rest = DOC.read_text(encoding="utf-8").partition(START)
    DOC.write_text(f"{before}{START}\n{table(worst)}\n{END}{rest.partition(END)[2]}", encoding="utf-8")


if __name__ == "__main__":
    main()
