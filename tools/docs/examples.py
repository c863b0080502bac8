"""The examples of the documents: run them, and write what they print below them.

python -m tools.docs.examples          run all, and renew what they print
python -m tools.docs.examples FILE…    some of them
"""

import contextlib
import io
import re
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
_BLOCK = re.compile(r"^```(\w*)\n(.*?)^```", re.M | re.S)


def documents() -> list[Path]:
    """Every document with examples."""
    return [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]


def runs(path: Path) -> Iterator[tuple[str, re.Match[str] | None]]:
    """What each python block of a document prints, and the plain block right behind it that says so, if there is one."""
    blocks = list(_BLOCK.finditer(path.read_text(encoding="utf-8")))
    names: dict[str, object] = {}
    for block, following in zip(blocks, [*blocks[1:], None], strict=False):
        if block[1] != "python":
            continue
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            exec(compile(block[2], str(path), "exec"), names)
        yield printed.getvalue(), following if following is not None and not following[1] else None


def renewed(path: Path) -> str:
    """A document with what its examples print now."""
    text = path.read_text(encoding="utf-8")
    for printed, stated in reversed(list(runs(path))):
        if printed and stated is not None:
            text = text[: stated.start(2)] + printed.rstrip() + "\n" + text[stated.end(2) :]
    return text


if __name__ == "__main__":
    for chosen in [Path(name).resolve() for name in sys.argv[1:]] or documents():
        chosen.write_text(renewed(chosen), encoding="utf-8")
