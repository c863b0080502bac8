"""How many random inputs were tried, summed over runs: `python -m tests.hostile.fuzzed [LEDGER]`.

A run of `python -m tests.hostile.fuzz --ledger tests/hostile/fuzzed.jsonl` adds a line. Inputs of a seed that ran before are not counted again.
Every run of small inputs goes through all outputs, also those that compare or look for errors of memory; the row of all small inputs is their sum.
Runs that look at clean markup or at the core alone are not in it.
"""

import json
import statistics
import sys
from collections import defaultdict
from pathlib import Path
from typing import Any

LEDGER = Path(__file__).with_name("fuzzed.jsonl")
KINDS = {
    "small": "small inputs",
    "renderers": "small, Markdown through ten renderers",
    "twins": "small, compiled and plain compared",
    "sanitized": "small, under the sanitizers",
    "twins sanitized": "small, compared under the sanitizers",
    "pages": "mutated pages",
    "core twins": "small, the core compared",
    "core sanitized": "small, the core under the sanitizers",
    "markup": "small, clean markup alone, compared",
    "pages markup": "mutated pages, the same",
}


def table(lines: list[dict[str, Any]]) -> list[str]:
    """A line for each kind of run."""
    runs: dict[str, dict[int, dict[str, Any]]] = defaultdict(dict)
    for run in lines:
        known = runs[run["kind"]].get(run["seed"])
        if known is None or run["inputs"] > known["inputs"]:
            runs[run["kind"]][run["seed"]] = run
    rows = [f"{'':40}{'runs':>6}{'inputs':>10}{'median bytes':>14}{'failed':>8}{'slow':>6}  days"]
    rows += [
        _row(KINDS.get(kind, kind), [*runs[kind].values()])
        for kind in [*KINDS, *sorted(runs.keys() - KINDS.keys())]
        if kind in runs
    ]
    small = [kind for kind in runs if not {"pages", "markup", "core"} & set(kind.split())]
    if len(small) > 1:
        rows.append(_row("all small inputs", [run for kind in small for run in runs[kind].values()]))
    return rows


def _row(name: str, found: list[dict[str, Any]]) -> str:
    sums = {column: sum(run[column] for run in found) for column in ("inputs", "failed", "slow")}
    median = statistics.median(run["median"] for run in found)
    days = sorted({run["date"] for run in found})
    return (
        f"{name:40}{len(found):6}{sums['inputs']:10,}{median:14,.0f}{sums['failed']:8}{sums['slow']:6}"
        f"  {' to '.join(dict.fromkeys((days[0], days[-1])))}"
    )


def main() -> None:
    """Print the table."""
    path = Path(sys.argv[1]) if len(sys.argv) > 1 else LEDGER
    print(*table([json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]), sep="\n")


if __name__ == "__main__":
    main()
