"""Write the README's table about batch runs, from what `bench/keep.py` kept of `bench/batch.py`.

python bench/keep.py --data FOLDER batch-speed bench/batch.py DATA --only speed    (and so on: the docs show the commands)
python bench/batch_table.py
"""

import json
import re
from pathlib import Path

import between

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "README.md"
NUMBER = r"([+-]?[\d.,]+)"
# What a line says, which output it is from, and where in it the figures are.
LINES = (
    ("pages per second on one core, all fields", "batch-peer", r"batch, 1 worker .*? " + NUMBER + " ms/page", "pages"),
    ("speed compared with trafilatura with metadata", "batch-peer", r"start aside +" + NUMBER + " x, with all", "{} ×"),
    (
        "extra wall time compared with a plain loop of `extract`",
        "batch-speed",
        r"overhead over the loop, wall +" + NUMBER + "%",
        "{} %",
    ),
    ("the same in process time, without the start", "batch-speed", r"the same, start aside +" + NUMBER + "%", "{} %"),
    ("speed of two workers compared with one", "batch-speed", r"two workers / one, wall +" + NUMBER, "{} ×"),
    ("memory of a worker during 50,000 pages", "batch-memory", r"a worker at most +" + NUMBER + " MB", "at most {} MB"),
    ("F1 on real sites, page by page", "batch-sites", r"not learned from, page by page +" + NUMBER, "{}"),
    ("F1 on real sites, learned with `--sites`", "batch-sites", r"not learned from, with --sites +" + NUMBER, "{}"),
)


def table() -> str:
    """The table in Markdown, with the days it was measured."""
    kept = {name: json.loads((ROOT / f"bench/kept/{name}.json").read_text("utf-8")) for _, name, _, _ in LINES}
    lines = ["| `sectio batch`, one worker | |", "| --- | ---: |"]
    for label, name, pattern, form in LINES:
        found = re.search(pattern, "\n".join(kept[name]["output"]))
        assert found is not None, f"bench/kept/{name}.json says nothing of: {label}"
        value = f"{1000 / float(found[1]):.0f}" if form == "pages" else form.format(found[1])
        lines.append(f"| {label} | {value} |")
    days = " and ".join(sorted({one["date"] for one in kept.values()}))
    return (
        "\n".join(lines)
        + f"\n\nMeasured {days} on two processors. Speed is process time unless stated otherwise; see [details](docs/batch.md)."
    )


def filled(text: str) -> str:
    """The page with the table in its place."""
    return between.put(text, "batch", table())


if __name__ == "__main__":
    PAGE.write_text(filled(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
