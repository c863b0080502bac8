"""The commands of Get started run as they are written."""

import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]

_SHELL = re.compile(r"^```sh\n(.*?)^```", re.M | re.S)


def test_the_commands_of_get_started_run_as_written(tmp_path: Path) -> None:
    """A person new to it types them; they run in one folder, in their order."""
    programs = tmp_path / "bin"
    programs.mkdir()
    for name, call in (("sectio", "-m sectio"), ("python", "")):
        program = programs / name
        program.write_text(f'#!/bin/sh\nexec "{sys.executable}" {call} "$@"\n')
        program.chmod(0o755)
    script = "set -e\n" + "\n".join(_SHELL.findall((ROOT / "docs" / "start.md").read_text(encoding="utf-8")))
    environment = {**os.environ, "PATH": f"{programs}{os.pathsep}{os.environ['PATH']}", "PYTHONPATH": str(ROOT / "src")}
    done = subprocess.run(["sh", "-c", script], cwd=tmp_path, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert len((tmp_path / "texts.jsonl").read_text(encoding="utf-8").splitlines()) == 8
    assert len(list((tmp_path / "texts").iterdir())) == 8
    assert "same text on 5 of 5 pages" in done.stdout
