"""The notebook `examples/tour.ipynb`: run its cells in order, and keep what they print.

python -m tools.notebook    run it, and renew what its cells print
"""

import contextlib
import io
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

TOUR = Path(__file__).parents[1] / "examples" / "tour.ipynb"


def runs(notebook: dict[str, Any]) -> Iterator[tuple[dict[str, Any], str]]:
    """Each cell of code with what it prints, in one name space, as a kernel runs them."""
    names: dict[str, object] = {"__name__": "__main__"}
    for number, cell in enumerate(notebook["cells"]):
        if cell["cell_type"] == "code":
            printed = io.StringIO()
            with contextlib.redirect_stdout(printed):
                exec(compile("".join(cell["source"]), f"cell {number}", "exec"), names)
            yield cell, printed.getvalue()


def stated(cell: dict[str, Any]) -> str:
    """What a cell says it prints."""
    return "".join(line for output in cell["outputs"] for line in output["text"])


def read() -> dict[str, Any]:
    """The notebook as it is."""
    found: dict[str, Any] = json.loads(TOUR.read_text(encoding="utf-8"))
    return found


def main() -> None:
    """Renew what the cells print."""
    notebook = read()
    for number, (cell, printed) in enumerate(list(runs(notebook)), 1):
        lines = printed.splitlines(keepends=True)
        cell["execution_count"] = number
        cell["outputs"] = [{"name": "stdout", "output_type": "stream", "text": lines}] if lines else []
    TOUR.write_text(json.dumps(notebook, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
