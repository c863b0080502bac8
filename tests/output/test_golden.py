"""Golden pages: what peers lose (lists, tables, code, formulas, captions …) is there, as text and as
Markdown.
"""

from pathlib import Path

import pytest

from sectio.output import markdown, text
from tests.output.making import extraction_of

PAGES = sorted(path.parent for path in Path(__file__).parent.parent.joinpath("pages").glob("*/expected.md"))


@pytest.mark.parametrize("folder", PAGES, ids=lambda folder: folder.name)
def test_text_is_as_written_down(folder: Path) -> None:
    """A changed line here is a changed output for everybody."""
    extraction = extraction_of((folder / "source.html").read_text(encoding="utf-8"))
    assert text.write(extraction) + "\n" == (folder / "expected.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize("folder", PAGES, ids=lambda folder: folder.name)
def test_markdown_is_as_written_down(folder: Path) -> None:
    """A changed line here is a changed output for everybody."""
    extraction = extraction_of((folder / "source.html").read_text(encoding="utf-8"))
    assert markdown.write(extraction) + "\n" == (folder / "expected.md").read_text(encoding="utf-8")


def test_there_are_golden_pages() -> None:
    """Without them the two tests above pass by looking at nothing."""
    assert len(PAGES) >= 20
