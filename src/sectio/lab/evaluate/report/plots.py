"""Box plots, accuracy against speed, and the heat map of types."""

from collections.abc import Sequence
from math import ceil, floor, log10

from sectio.lab.evaluate.report.svg import drawing, escape, line, tag, text
from sectio.lab.evaluate.summary import Row

Rectangle = tuple[float, float, float, float]

_WIDTH = 860.0
_LEFT, _RIGHT = 150.0, 60.0


def kind_of(row: Row) -> str:
    """Return the class a row is coloured by."""
    return "baseline" if row.baseline else row.kind


def box_plot(found: Sequence[Row], *, step: float = 28.0) -> str:
    """Draw the 9/25/50/75/91 percentiles of page F1 as in the FOREST paper, one system per line."""
    top, bottom = 8.0, 26.0
    height = top + step * len(found) + bottom
    base = height - bottom
    grid = [
        line(_at(value), top, _at(value), base, "grid")
        + text(_at(value), base + 14, f"{value:.1f}", "tick", anchor="middle")
        for value in (0, 0.2, 0.4, 0.6, 0.8, 1.0)
    ]
    boxes = [_box(row, top + step * (at + 0.5)) for at, row in enumerate(found)]
    return drawing(_WIDTH, height, "Box plot of F1 per system", *grid, *boxes)


def _box(row: Row, y: float) -> str:
    low, first, middle, third, high = (_at(value) for value in row.box)
    numbers = ", ".join(f"{value:.3f}" for value in row.box)
    parts = [
        tag("title", escape(f"{row.name}: {numbers}; mean {row.f1:.3f}")),
        text(_LEFT - 12, y, row.name, "name", anchor="end"),
        line(low, y, high, y, "whisker"),
        line(low, y - 4, low, y + 4, "whisker"),
        line(high, y - 4, high, y + 4, "whisker"),
        tag("rect", x=first, y=y - 8, width=max(third - first, 1.0), height=16.0, rx=3, cls="box"),
        line(middle, y - 8, middle, y + 8, "median"),
        tag("circle", cx=_at(row.f1), cy=y, r=3.2, cls="mean"),
        text(_WIDTH - _RIGHT + 14, y, f"{row.f1:.3f}", "value"),
    ]
    return tag("g", *parts, cls=f"system {kind_of(row)}")


def _at(share: float) -> float:
    return _LEFT + share * (_WIDTH - _LEFT - _RIGHT)


def speed_plot(found: Sequence[Row]) -> str:
    """Draw F1 (with interval) over milliseconds per page on a log scale."""
    timed = [row for row in found if row.ms is not None and row.ms > 0]
    if not timed:
        return tag("p", "No times were measured.", cls="note")
    height, left, top, bottom = 440.0, 56.0, 16.0, 44.0
    powers = [log10(row.ms or 1) for row in timed]
    first, last = floor(min(powers)), max(ceil(max(powers)), floor(min(powers)) + 1)
    floor_f1 = max(floor(10 * min(row.f1_low for row in timed)) / 10, 0.0)

    def x_of(power: float) -> float:
        return left + (power - first) / (last - first) * (_WIDTH - left - 120)

    def y_of(f1: float) -> float:
        return height - bottom - (f1 - floor_f1) / (1 - floor_f1) * (height - bottom - top)

    axes = _speed_axes(x_of(first), x_of(last), height - bottom)
    columns = [_column(x_of(power), 10.0**power, top, height - bottom) for power in range(first, last + 1)]
    shares = [value / 10 for value in range(round(10 * floor_f1), 11)]
    lines = [_level(y_of(value), value, left, x_of(last)) for value in shares]
    points = [(x_of(power), y_of(row.f1), row) for power, row in zip(powers, timed, strict=True)]
    spans = {row.name: (y_of(row.f1_high), y_of(row.f1_low)) for row in timed}
    marks = [_mark(x, y, row, spans[row.name]) for x, y, row in points]
    return drawing(_WIDTH, height, "F1 against time per page", axes, *columns, *lines, *marks, *_labels(points))


def _speed_axes(start: float, end: float, base: float) -> str:
    return text((start + end) / 2, base + 34, "milliseconds per page", "tick", anchor="middle")


def _column(x: float, ms: float, top: float, base: float) -> str:
    return line(x, top, x, base, "grid") + text(x, base + 14, f"{ms:g}", "tick", anchor="middle")


def _level(y: float, value: float, left: float, right: float) -> str:
    return line(left, y, right, y, "grid") + text(left - 8, y, f"{value:.1f}", "tick", anchor="end")


def _mark(x: float, y: float, row: Row, span: tuple[float, float]) -> str:
    parts = [
        tag("title", escape(f"{row.name}: F1 {row.f1:.3f}, {row.ms:.1f} ms")),
        line(x, span[0], x, span[1], "whisker"),
        tag("circle", cx=x, cy=y, r=5.5, cls="point"),
    ]
    return tag("g", *parts, cls=f"system {kind_of(row)}")


def _labels(points: Sequence[tuple[float, float, Row]]) -> list[str]:
    """Place each name next to its point, at the first spot that hides no point and no other name."""
    taken = [(x - 6, y - 6, x + 6, y + 6) for x, y, _ in points]
    made = []
    for x, y, row in sorted(points, key=lambda point: (point[1], point[0])):
        width = 7.2 * len(row.name)
        spots = [(left, y + down) for down in (0, -13, 13, -26, 26) for left in (x + 10, x - 10 - width)]
        spots += [(x - width / 2, y + down) for down in (-16, 16, -30, 30)]
        boxes = [(left, middle - 8, left + width, middle + 8) for left, middle in spots]
        free = [at for at, box in enumerate(boxes) if not any(_overlap(box, other) for other in taken)]
        at = free[0] if free else 0
        taken.append(boxes[at])
        made.append(tag("g", text(*spots[at], row.name, "name"), cls=f"system {kind_of(row)}"))
    return made


def _overlap(a: Rectangle, b: Rectangle) -> bool:
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


def heat_map(found: Sequence[Row]) -> str:
    """Return F1 by type as a table of coloured cells; many types are in rows, few in columns."""
    types = list(dict.fromkeys(name for row in found for name in row.types))
    if len(types) > 8:
        head = [tag("th", tag("span", escape(row.name)), cls="turned") for row in found]
        lines = [[tag("th", escape(name)), *(_cell(row.types.get(name)) for row in found)] for name in types]
    else:
        head = [tag("th", escape(name)) for name in types]
        lines = [[tag("th", escape(row.name)), *(_cell(row.types.get(name)) for name in types)] for row in found]
    body = "".join(tag("tr", *cells) for cells in lines)
    shape = "heat" if len(types) > 8 else "heat even"
    return tag("div", tag("table", tag("tr", "<td></td>", *head), body, cls=shape), cls="wide")


def _cell(value: float | None, *, floor_f1: float = 0.2) -> str:
    if value is None:
        return tag("td", "–", cls="none")
    share = max(0.0, min(1.0, (value - floor_f1) / (1 - floor_f1)))
    tone = "strong" if share > 0.75 else "weak"
    return tag("td", f"{value:.2f}", cls=tone, style=f"--share: {100 * share:.0f}%")
