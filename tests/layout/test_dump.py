"""Layouts as records and as files, and the door that resolves what a user asks for."""

from pathlib import Path

import numpy as np
import pytest

from sectio.dom.parse import parse
from sectio.errors import BrowserError, InputError
from sectio.layout import dump, flow, get


def record(number: int, **more: object) -> dict[str, object]:
    return {"id": number, "x": 1, "y": 2, "w": 30, "h": 40, "font": 12, "bold": True, "visible": True, **more}


def test_records_become_columns() -> None:
    """Ids count elements from 1; text has the box and looks of its element; unknown ids are ignored."""
    page = parse("<p>one</p>")
    found = dump.read(page, [record(1), record(2, font=14), record(3, x=float("nan"), w=50), record(99)])
    assert found.width.tolist() == [30, 30, 50, 50]
    assert found.x.tolist() == [1, 1, 0, 0]
    assert found.bold is not None
    assert found.bold.all()
    assert found.missing == ()


def test_an_element_without_a_record_inherits_its_font_and_has_no_box() -> None:
    """What the browser did not see is dropped, not guessed."""
    page = parse("<div><p>one</p></div>")
    found = dump.read(page, [record(1), record(2), record(4, font=20)])
    assert found.font_size is not None
    assert found.visible is not None
    assert found.font_size.tolist() == [12, 12, 12, 20, 20]
    assert found.visible.tolist() == [True, True, False, True, True]
    assert found.missing == (2,)


def test_a_stored_layout_comes_back(tmp_path: Path) -> None:
    """Saving and loading keeps every column."""
    made = flow.layout(parse("<h1>a</h1><p>b <b>c</b>"))
    dump.save(tmp_path / "one.npz", made)
    back = dump.load(tmp_path / "one.npz")
    np.testing.assert_array_equal(back.width, made.width)
    np.testing.assert_array_equal(back.bold, made.bold)
    assert back.source == "estimate"


def test_a_file_that_is_no_layout(tmp_path: Path) -> None:
    """A foreign file is an error with its name."""
    np.savez(tmp_path / "other.npz", a=np.zeros(3))
    with pytest.raises(InputError, match="not a stored layout"):
        dump.load(tmp_path / "other.npz")


def test_what_a_user_may_ask_for() -> None:
    """None and estimate leave it to the method; a layout must belong to this page; anything else is an error."""
    page = parse("<p>a")
    made = flow.layout(page)
    assert get(page, None) is None
    assert get(page, "estimate") is None
    assert get(page, made) is made
    with pytest.raises(InputError, match="another page"):
        get(parse("<p>a<p>b"), made)
    with pytest.raises(InputError, match="no layout 'webkit'"):
        get(page, "webkit")
    with pytest.raises(BrowserError, match="not a program"):
        get(page, "chromium", executable="no-such-browser")


def test_box_leaves_out_what_has_no_size() -> None:
    """Rows without a size do not pull a section's box to the corner of the page."""
    page = parse("<p>a</p><p hidden>b</p><p>c</p>")
    made = flow.layout(page)
    assert made.box([3]) == pytest.approx((0, 0, 8, 19.2))
    assert made.box(np.flatnonzero(page.hidden)) is None
