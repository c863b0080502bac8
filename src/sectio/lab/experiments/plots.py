"""Draw curves, bars and boxes for experiments; Matplotlib is imported when something is drawn."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from sectio.errors import MissingExtra
from sectio.lab.metrics import Box, Interval

_COLOURS = ("#2456d6", "#c2650a", "#0b6e69", "#9b2c6f", "#7b8798", "#5a7d17", "#6b4fc4", "#b23b2e")


def figure(width: float = 7.5, height: float = 4.2) -> tuple[Any, Any]:
    """Return a figure and its axes, in the house look, without any display."""
    try:
        from matplotlib.backends.backend_agg import FigureCanvasAgg
        from matplotlib.figure import Figure
    except ImportError as error:
        raise MissingExtra("matplotlib", "eval") from error
    made = Figure(figsize=(width, height), layout="constrained")
    FigureCanvasAgg(made)
    axes = made.add_subplot()
    axes.grid(color="#e3e7ee", linewidth=0.8)
    axes.set_axisbelow(True)
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)
    return made, axes


def save(made: Any, out: Path, name: str) -> Path:
    """Write a figure as SVG and return where; no date inside, so that equal plots are equal files."""
    out.mkdir(parents=True, exist_ok=True)
    path = out / f"{name}.svg"
    from matplotlib import rc_context

    with rc_context({"svg.hashsalt": name}):
        made.savefig(path, format="svg", metadata={"Date": None})
    return path


def curves(
    out: Path | None,
    name: str,
    series: Mapping[str, Sequence[tuple[float, float]]],
    *,
    title: str,
    x: str,
    y: str,
    log_x: bool = False,
    log_y: bool = False,
) -> list[Path]:
    """Draw lines through points, one per name; returns the file in a list, empty without ``out``."""
    if out is None:
        return []
    made, axes = figure()
    for colour, (label, points) in zip(_cycle(len(series)), series.items(), strict=True):
        xs, ys = zip(*points, strict=True) if points else ((), ())
        axes.plot(xs, ys, marker="o", markersize=4, linewidth=1.8, color=colour, label=label)
    _finish(axes, title, x, y, log_x, log_y, legend=len(series) > 1)
    return [save(made, out, name)]


def bars(
    out: Path | None,
    name: str,
    values: Mapping[str, Interval],
    *,
    title: str,
    x: str,
    quiet: Sequence[str] = (),
) -> list[Path]:
    """Draw a bar with its interval (value, low, high) per name, the first on top; ``quiet`` ones in grey."""
    if out is None:
        return []
    made, axes = figure(height=1.2 + 0.32 * len(values))
    places = range(len(values), 0, -1)
    colours = [_COLOURS[4] if label in quiet else _COLOURS[0] for label in values]
    middles = [value for value, _, _ in values.values()]
    below = [max(value - low, 0) for value, low, _ in values.values()]
    above = [max(high - value, 0) for value, _, high in values.values()]
    axes.barh(places, middles, xerr=[below, above], color=colours, height=0.66, error_kw={"linewidth": 1})
    axes.set_yticks(list(places), list(values))
    _finish(axes, title, x, "", False, False, legend=False)
    return [save(made, out, name)]


def boxes(out: Path | None, name: str, values: Mapping[str, Box], *, title: str, x: str) -> list[Path]:
    """Draw the 9/25/50/75/91 percentiles per name."""
    if out is None:
        return []
    made, axes = figure(height=1.2 + 0.36 * len(values))
    stats = [
        {"label": label, "whislo": box.p9, "q1": box.p25, "med": box.p50, "q3": box.p75, "whishi": box.p91}
        for label, box in reversed(list(values.items()))
    ]
    axes.bxp(stats, showfliers=False, orientation="horizontal", widths=0.6)
    _finish(axes, title, x, "", False, False, legend=False)
    return [save(made, out, name)]


def _cycle(count: int) -> list[str]:
    return [_COLOURS[at % len(_COLOURS)] for at in range(count)]


def _finish(axes: Any, title: str, x: str, y: str, log_x: bool, log_y: bool, *, legend: bool) -> None:
    axes.set_title(title, loc="left", fontsize=11)
    axes.set_xlabel(x)
    axes.set_ylabel(y)
    if log_x:
        axes.set_xscale("log")
    if log_y:
        axes.set_yscale("log")
    if legend:
        axes.legend(frameon=False, fontsize=9)
