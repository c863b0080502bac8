"""Large pages go through the model piece by piece, with the result of the whole."""

import numpy as np
import pytest

from sectio.dom.parse import parse
from sectio.lab.sitegen import THEMES, generate_site
from sectio.model import extractor, features, first, reasons

PAGE = parse("".join(page.html for page in generate_site(5, next(iter(THEMES)), pages=8).pages))


@pytest.fixture
def pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every page is large, and pieces are small."""
    monkeypatch.setattr(extractor, "AT_ONCE", 3)
    monkeypatch.setattr(features, "TOGETHER", 16)


WHOLE = extractor.judge(PAGE)
REASONS = reasons.Reasons(PAGE, WHOLE)


@pytest.mark.usefixtures("pieces")
def test_pieces_give_the_logits_of_the_whole() -> None:
    """Blocks near the border of a piece see their neighbours, and all see the summary of the whole page."""
    found = extractor.judge(PAGE)
    assert len(found.blocks) > 10 * features.TOGETHER
    whole = first.logits(WHOLE.model, WHOLE.features)  # large pages have no second pass
    assert np.array_equal(found.logits, whole), "to the last bit"
    assert np.array_equal(found.columns("in_title", "heading"), WHOLE.columns("in_title", "heading"))


@pytest.mark.usefixtures("pieces")
def test_pieces_give_the_reasons_of_the_whole() -> None:
    """Nearly: what a theme does to the summary of the page does not count on large pages. Also for rows that are far apart."""
    found = reasons.Reasons(PAGE, extractor.judge(PAGE))
    parts = [PAGE.text_rows[start : start + 9] for start in range(0, len(PAGE.text_rows), 9)]
    parts += [PAGE.text_rows, PAGE.text_rows[::40], np.arange(len(PAGE), dtype=np.int32)]
    same = [found(rows).split("; ")[0] == REASONS(rows).split("; ")[0] for rows in parts]
    assert sum(same) >= 0.7 * len(same)
    assert found(np.array([0, 1])) == REASONS(np.array([0, 1])) == ""


@pytest.mark.usefixtures("pieces")
def test_a_large_page_keeps_no_features() -> None:
    """They would take a hundred times the page."""
    assert extractor.judge(PAGE)._features is None
    assert WHOLE._features is not None
