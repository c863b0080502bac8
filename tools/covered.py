"""How much of the code the tests run, part by part: python tools/covered.py, after `make coverage`.

Commands, the server and workers run in processes of their own, which count; what a process ran that was killed is lost.
"""

import json
import sys
from collections import defaultdict
from pathlib import Path, PurePosixPath

ROOT = Path(__file__).parents[1]
MEASURED = ROOT / "build" / "coverage.json"


def shares(files: dict[str, dict[str, dict[str, int]]]) -> list[str]:
    """A line for each part of the package, and one for all of it."""
    counts: dict[str, list[int]] = defaultdict(lambda: [0, 0])
    for name, file in files.items():
        inside = PurePosixPath(name.replace("\\", "/")).parts
        part = inside[inside.index("sectio") + 1]
        for key in ("(modules)" if part.endswith(".py") else part, "all"):
            counts[key][0] += file["summary"]["num_statements"]
            counts[key][1] += file["summary"]["covered_lines"]
    rows = sorted(counts.items(), key=lambda item: (item[0] == "all", item[0]))
    return [f"{'part':<14}{'statements':>11}{'run':>9}"] + [
        f"{name:<14}{total:>11,}{done / max(total, 1):>9.1%}" for name, (total, done) in rows
    ]


if __name__ == "__main__":
    if not MEASURED.exists():
        sys.exit(f"there is no {MEASURED.relative_to(ROOT)}; run `make coverage` first")
    print(*shares(json.loads(MEASURED.read_text(encoding="utf-8"))["files"]), sep="\n")
