"""Keep what a benchmark printed, and show it in the docs: figures come from commands, with the day they were measured.

    python bench/keep.py --data FOLDER records bench/records.py DATA     run, keep bench/kept/records.json, write the docs
    python bench/keep.py                                                 write the docs again from what is kept

`DATA` in the command stands for the folder (so does DATA/sites for one in it), and is what the docs show. A page of the docs
says where the output goes: `<!-- kept:records -->` and `<!-- /kept -->` around it, any number of them.
"""

import argparse
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
KEPT = ROOT / "bench" / "kept"
DATA = "DATA"
_BLOCK = re.compile(r"(<!-- kept:([a-z0-9-]+) -->\n).*?(<!-- /kept -->)", re.DOTALL)


def run(name: str, command: list[str], data: Path | None) -> None:
    """Run a program of bench/, show its output while it runs, and keep it."""
    folder = str(data.resolve()) if data else DATA
    called = [re.sub(rf"^{DATA}\b", lambda _: folder, argument) for argument in command]
    environment = os.environ | {"OPENBLAS_NUM_THREADS": "1", "PYTHONUNBUFFERED": "1"}
    lines: list[str] = []
    with subprocess.Popen(
        [sys.executable, *called], cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        for line in process.stdout:
            print(line, end="", flush=True)
            lines.append(line.rstrip().replace(folder, DATA))
    if process.returncode:
        raise SystemExit(f"{command[0]} ended with {process.returncode}; nothing was kept")
    about = {"date": f"{datetime.now(UTC):%Y-%m-%d}", "processors": os.cpu_count(), "command": ["python", *command]}
    KEPT.mkdir(exist_ok=True)
    (KEPT / f"{name}.json").write_text(
        json.dumps({**about, "output": lines}, indent=1, ensure_ascii=False) + "\n", encoding="utf-8"
    )


def block(kept: dict[str, Any]) -> str:
    """An output as the docs show it: the command, what it printed, and when."""
    output = "\n".join(kept["output"]).strip("\n")
    return f"```\n$ {' '.join(kept['command'])}\n{output}\n```\n\nMeasured {kept['date']}, {kept['processors']} processors.\n"


def filled(text: str) -> str:
    """A document with all outputs in their places."""

    def put(found: re.Match[str]) -> str:
        kept = json.loads((KEPT / f"{found[2]}.json").read_text(encoding="utf-8"))
        return f"{found[1]}{block(kept)}{found[3]}"

    return _BLOCK.sub(put, text)


def documents() -> Iterator[tuple[Path, str]]:
    """The documents that show outputs, with their text as it should be."""
    for path in sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]):
        text = path.read_text(encoding="utf-8")
        if _BLOCK.search(text):
            yield path, filled(text)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("name", nargs="?", help="under which the output is kept")
    parser.add_argument("--data", type=Path, help="the folder that DATA stands for")
    parser.add_argument("command", nargs=argparse.REMAINDER, help="a program of bench/ and its arguments")
    given = parser.parse_args()
    if given.name:
        run(given.name, given.command, given.data)
    for path, text in documents():
        path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
