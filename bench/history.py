"""The history of speed: a line for each `make bench`, and the table of the docs from the last one.

python bench/history.py    write the table of docs/evaluation.md again
"""

import json
import os
import platform
import statistics
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import between
import sectio

ROOT = Path(__file__).parents[1]
FILE = ROOT / "bench" / "history.jsonl"
PAGE = ROOT / "docs" / "evaluation.md"
MEANING = {
    "decode": "decode",
    "page": "parse, flatten into columns",
    "features": "features, with what styles and attributes hide",
    "model": "network, trees and second pass",
    "choice": "choice of blocks",
    "title, text": "title and text",
    "author, date": "author and date",
}
# The ratios that `bench/speed.py` prints, and what was promised of them.
WANTED = {
    "title, text / resiliparse main content": "at most 1.0",
    "title, text / resiliparse from decoded text": "at most 1.1",
    "author, date too / resiliparse main content": "at most 1.2",
    "trafilatura with metadata / sectio": "at least 35",
    "bytes to page / turbohtml.parse (bytes)": "at most 1.6",
    "p99 / median of the whole": "at most 6",
    "two threads against one, pages a second": "at least 1.3",
}


def record(
    times: dict[str, list[float]], steps: list[str], data: str, ratios: Mapping[str, float] | None = None
) -> dict[str, Any]:
    """What is kept of a run: milliseconds a page of each step and of the peers, ratios, and the machine."""
    means = {name: statistics.mean(values) for name, values in times.items()}
    until = [means[f"to {name}"] for name in steps]
    spent = {name: round(now - before, 3) for name, now, before in zip(steps, until, [0.0, *until], strict=False)}
    peers = {name: round(means[name], 3) for name in means if name.startswith(("resiliparse", "trafilatura"))}
    pages = len(next(iter(times.values())))
    about = {"date": f"{datetime.now(UTC):%Y-%m-%d}", "version": sectio.__version__, "native": sectio.native}
    found = {"data": data, "pages": pages, "whole": round(until[-1], 3), "steps": spent, "peers": peers}
    return {
        **about,
        "machine": machine(),
        **found,
        "ratios": {name: round(ratio, 2) for name, ratio in (ratios or {}).items()},
    }


def machine() -> str:
    """The processor, as the system names it, and how many there are."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        lines = []
    name = next((line.partition(":")[2].strip() for line in lines if line.startswith("model name")), "")
    return f"{name or platform.processor() or platform.machine()}, {os.cpu_count()} processors"


def append(line: dict[str, Any]) -> None:
    """Add a run to the history."""
    with FILE.open("a", encoding="utf-8") as file:
        file.write(json.dumps(line) + "\n")


def last() -> dict[str, Any]:
    """The last run."""
    found: dict[str, Any] = json.loads(FILE.read_text(encoding="utf-8").splitlines()[-1])
    return found


def table(run: dict[str, Any]) -> str:
    """A run in Markdown."""
    rows = [f"| {MEANING.get(name, name)} | {ms:.1f} |" for name, ms in run["steps"].items()]
    peers = [f"| {name} | {ms:.1f} |" for name, ms in run["peers"].items()]
    ratios = ", ".join(_compared(run["whole"] / ms, name) for name, ms in run["peers"].items())
    head = ["| step | ms per page |", "| --- | ---: |"]
    note = (
        f"{run['pages']} pages of {run['data']}, process time on one thread, version {run['version']}"
        f" {'with' if run['native'] else 'without'} compiled code, {run['date']}. The whole takes {ratios}."
    )
    return "\n".join([*head, *rows, f"| **whole** | **{run['whole']:.1f}** |", *peers, "", note, *_promises(run)])


def _promises(run: dict[str, Any]) -> list[str]:
    """What was promised beside what was measured, with the machine; nothing of runs that did not keep it."""
    if not run.get("ratios"):
        return []
    head = [
        f"Ratios of this run on {run['machine']}, with their targets:",
        "",
        "| | measured | target |",
        "| --- | ---: | ---: |",
    ]
    rows = [f"| {name} | {ratio:.2f} | {WANTED[name]} |" for name, ratio in run["ratios"].items() if name in WANTED]
    return ["", *head, *rows]


def _compared(ratio: float, name: str) -> str:
    return f"{ratio:.1f} times as long as {name}" if ratio >= 1 else f"1/{1 / ratio:.0f} of the time of {name}"


def filled(text: str) -> str:
    """A document with the table in its place."""
    return between.put(text, "speed", table(last()))


if __name__ == "__main__":
    PAGE.write_text(filled(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
