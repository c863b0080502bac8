"""Plain-text tables for the terminal."""

from collections.abc import Sequence

from sectio.lab.evaluate.run import Run
from sectio.lab.evaluate.summary import Row, measure_name, rows
from sectio.lab.metrics.fields import SAME

_MEASURES = {
    "words": "word F1 (bag), mean of pages",
    "snippets": "snippet F1 over all strings of all pages",
}


def write(runs: Sequence[Run]) -> str:
    """Return the tables of all runs, each under a header."""
    return "\n\n".join(_one(run) for run in runs) + "\n"


def _one(run: Run) -> str:
    found = rows(run)
    title = f"{run.dataset.name} ({run.dataset.layout}): {len(run.pages)} pages, {_MEASURES[measure_name(run)]}"
    parts = [title, "=" * len(title), _main_table(found)]
    if any(row.types for row in found):
        parts += [
            "",
            "F1 by " + ("site" if run.dataset.layout == "sites" else "page type"),
            _type_table(found),
        ]
    if any(row.metadata for row in found):
        parts += ["", "share of pages whose metadata is that of the gold (pages with gold)", _metadata_table(found)]
    return "\n".join([*parts, *_notes(run, found)])


def _main_table(found: Sequence[Row]) -> str:
    head = ["", "kind", "n", "P", "R", "F1", "95 % interval", "pairs", "snippets", "ms", "p95", "failed"]
    body = [
        [
            row.name,
            "baseline" if row.baseline else row.kind,
            str(row.n),
            _share(row.precision),
            _share(row.recall),
            _share(row.f1),
            f"{_share(row.f1_low)} – {_share(row.f1_high)}",
            _share(row.shingle_f1),
            _share(row.snippet_f1),
            _time(row.ms),
            _time(row.ms_p95),
            str(row.errors),
        ]
        for row in found
    ]
    return grid(head, body, left=2)


def _type_table(found: Sequence[Row]) -> str:
    types = list(dict.fromkeys(name for row in found for name in row.types))
    if len(types) > 8:  # too many to be side by side: transpose the table
        head = ["", *(row.name for row in found)]
        return grid(head, [[name, *(_share(row.types.get(name)) for row in found)] for name in types])
    return grid(["", *types], [[row.name, *(_share(row.types.get(name)) for name in types)] for row in found])


def _metadata_table(found: Sequence[Row]) -> str:
    fields = [name for name in SAME if any(name in row.metadata for row in found)]
    body = [[row.name, *(_right(row.metadata.get(name)) for name in fields)] for row in found if row.metadata]
    return grid(["", *fields], body)


def _right(figures: dict[str, float] | None) -> str:
    return "–" if figures is None else f"{figures['right']:.3f} ({figures['n']:.0f})"


def _notes(run: Run, found: Sequence[Row]) -> list[str]:
    notes = []
    notes += [f"{row.name} failed on {row.errors} pages: {_reasons(row)}" for row in found if row.reasons]
    if run.cached:
        notes.append(f"{run.cached} results are from the cache, their times from the run that measured them.")
    return ["", *notes] if notes else []


def _reasons(row: Row, *, most: int = 3) -> str:
    """Return the commonest reasons of failures."""
    common = sorted(row.reasons.items(), key=lambda item: (-item[1], item[0]))
    return ", ".join(f"{reason} × {times}" for reason, times in common[:most]) + (" …" if len(common) > most else "")


def grid(head: Sequence[str], body: Sequence[Sequence[str]], *, left: int = 1) -> str:
    """Return rows in columns: the first ``left`` ones flush left, the others flush right."""
    table = [list(head), *map(list, body)]
    widths = [max(len(row[column]) for row in table) for column in range(len(head))]
    lines = [
        "  ".join(
            cell.ljust(width) if column < left else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in table
    ]
    return "\n".join([lines[0], "-" * max(map(len, lines)), *lines[1:]])


def _share(value: float | None) -> str:
    return "–" if value is None else f"{value:.3f}"


def _time(value: float | None) -> str:
    return "–" if value is None else f"{value:.1f}"
