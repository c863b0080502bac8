"""`make batch-demo`: what it promises to show is true."""

import subprocess
import sys
from pathlib import Path

from sectio import demo

DEMO = Path(__file__).parents[2] / "bench" / "batch_demo.py"


def test_the_demo(tmp_path: Path) -> None:
    """Killed and resumed, every page of the crawl is a row, once; it checks that itself and would fail."""
    done = subprocess.run(
        [sys.executable, str(DEMO), str(tmp_path), "--pages", "20"],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "killed with -9" in done.stdout
    count = 6 * 20 + len(list(demo.pages()))
    assert f"{count} rows, {count} different sources, {count} pages" in done.stdout
    assert "shipped.example" in done.stdout
