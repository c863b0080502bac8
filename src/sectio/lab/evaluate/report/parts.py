"""The tables of the report."""

from collections.abc import Sequence

from sectio.lab.evaluate.report.plots import kind_of
from sectio.lab.evaluate.report.svg import escape, tag
from sectio.lab.evaluate.run import Run
from sectio.lab.evaluate.summary import Row


def hero(run: Run, found: Sequence[Row]) -> str:
    """Return the few figures to see first."""
    figures = []
    for kind, label in (("method", "best method"), ("peer", "best peer"), ("baseline", "best baseline")):
        best = next((row for row in found if kind_of(row) == kind), None)
        if best is not None:
            figures.append(_figure(f"{best.f1:.3f}", f"{label}: {best.name}", kind))
    fastest = min((row for row in found if row.ms and not row.baseline), key=lambda row: row.ms or 0, default=None)
    if fastest is not None:
        figures.append(_figure(f"{fastest.ms:.1f} ms", f"fastest: {fastest.name}", kind_of(fastest)))
    figures.append(_figure(str(len(run.pages)), f"pages, {len(run.problems)} set aside", ""))
    return tag("div", *figures, cls="hero")


def _figure(value: str, label: str, kind: str) -> str:
    return tag("div", tag("b", escape(value)), tag("span", escape(label)), cls=f"figure {kind}".strip())


def legend() -> str:
    """Return which colour is what."""
    kinds = [tag("span", tag("i", "", cls="dot"), kind, cls=kind) for kind in ("method", "peer", "baseline")]
    return tag("p", *kinds, cls="legend")


def table(found: Sequence[Row]) -> str:
    """Return the main table."""
    names = ["", "n", "P", "R", "F1", "95 % interval", "pairs", "snippets", "ms", "p95", "failed"]
    head = tag("tr", *(tag("th", escape(name)) for name in names))
    return tag("div", tag("table", head, *(_line(row) for row in found), cls="results"), cls="wide")


def _line(row: Row) -> str:
    bar = tag("span", "", cls="bar", style=f"--share: {100 * row.f1:.1f}%")
    cells = [
        tag("th", tag("i", "", cls="dot"), escape(row.name), title=f"{kind_of(row)} {row.version}"),
        _cell(str(row.n)),
        _cell(_share(row.precision)),
        _cell(_share(row.recall)),
        tag("td", tag("b", _share(row.f1)), bar, cls="f1"),
        _cell(f"{_share(row.f1_low)} – {_share(row.f1_high)}"),
        _cell(_share(row.shingle_f1)),
        _cell(_share(row.snippet_f1)),
        _cell(_time(row.ms)),
        _cell(_time(row.ms_p95)),
        _cell(str(row.errors)),
    ]
    return tag("tr", *cells, cls=kind_of(row))


def versus(found: Sequence[Row]) -> str:
    """Return who is clearly ahead of, or behind, the default extractor."""
    lines = []
    for row in found:
        if row.versus:
            low, high = row.versus["low"], row.versus["high"]
            verdict = "ahead" if low > 0 else "behind" if high < 0 else "no clear difference"
            cells = [
                tag("th", tag("i", "", cls="dot"), escape(row.name)),
                _cell(f"{row.versus['difference']:+.3f}"),
                _cell(f"{low:+.3f} … {high:+.3f}"),
                tag("td", verdict, cls="verdict"),
            ]
            lines.append(tag("tr", *cells, cls=kind_of(row)))
    head = tag("tr", *(tag("th", name) for name in ("", "difference", "95 % interval", "")))
    return tag("div", tag("table", head, *lines, cls="results"), cls="wide")


def problems(run: Run, *, most: int = 200) -> str:
    """Return what was set aside, folded."""
    if not run.problems:
        return ""
    shown = "".join(tag("li", escape(problem)) for problem in run.problems[:most])
    more = tag("p", f"and {len(run.problems) - most} more") if len(run.problems) > most else ""
    return tag("details", tag("summary", f"{len(run.problems)} set aside"), tag("ul", shown), more, cls="card")


def _cell(value: str) -> str:
    return tag("td", escape(value))


def _share(value: float | None) -> str:
    return "–" if value is None else f"{value:.3f}"


def _time(value: float | None) -> str:
    return "–" if value is None else f"{value:.1f}"
