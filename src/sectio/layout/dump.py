"""Layouts as files: records for people and other browsers (V-Wrapper spec §4), arrays for ourselves."""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Final

import numpy as np

from sectio.dom.page import Page
from sectio.dom.tree import nearest_ancestor
from sectio.errors import InputError
from sectio.layout import Layout

_COLUMNS: Final = (
    "x", "y", "width", "height", "font_size", "bold", "italic", "underline", "contrast", "visible",
)  # fmt: skip


def read(page: Page, records: Iterable[Mapping[str, Any]]) -> Layout:
    """A layout from records with `id x y w h font bold italic underline visible`.

    Ids number the page's elements in document order from 1 (`html`). Unknown ids are ignored; an element
    without a record has the font of its parent and an empty box; text has the box and looks of its element.
    """
    elements = np.flatnonzero(page.is_element)
    numbers = np.zeros((len(page), 9))
    given = np.zeros(len(page), bool)
    for record in records:
        at = record.get("id")
        if isinstance(at, int) and 1 <= at <= len(elements):
            row = elements[at - 1]
            given[row] = True
            numbers[row] = [_number(record.get(name, name == "visible")) for name in _FIELDS]
    source = np.maximum(nearest_ancestor(page, given, include_self=True), 0)
    numbers[:, 4:8] = numbers[source, 4:8]
    numbers[page.is_text] = numbers[page.parent[page.is_text]]
    flags = numbers[:, 5:9] > 0
    x, y, width, height, font = numbers[:, :5].astype(np.float32).T
    return Layout(
        x=x,
        y=y,
        width=width,
        height=height,
        font_size=font,
        bold=flags[:, 0],
        italic=flags[:, 1],
        underline=flags[:, 2],
        visible=flags[:, 3] & (width > 0) & (height > 0),
        missing=tuple(np.flatnonzero(page.is_element & ~given).tolist()),
        source="dump",
    )


_FIELDS: Final = ("x", "y", "w", "h", "font", "bold", "italic", "underline", "visible")


def _number(value: Any) -> float:
    number = float(value) if isinstance(value, int | float) else 0.0
    return number if np.isfinite(number) else 0.0


def save(path: Path, layout: Layout) -> None:
    """Write the columns as a NumPy archive."""
    columns = {name: column for name in _COLUMNS if (column := getattr(layout, name)) is not None}
    np.savez_compressed(path, source=np.array(layout.source), **columns)


def load(path: Path) -> Layout:
    """Read what `save` wrote."""
    with np.load(path, allow_pickle=False) as stored:
        missing = {"x", "y", "width", "height"} - {*stored.files}
        if missing:
            raise InputError(f"{path} is not a stored layout: it lacks {sorted(missing)[0]}")
        source = str(stored["source"]) if "source" in stored.files else ""
        return Layout(**{name: stored[name] for name in _COLUMNS if name in stored.files}, source=source)
