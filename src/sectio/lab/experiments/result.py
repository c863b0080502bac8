"""What an experiment returns: tables, the paper's separate from ours, and its plots."""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from sectio.lab.evaluate.tables import grid

_MOST_FAILURES = 40  # shown in the terminal; JSON has all of them

Cell = str | int | float | None


@dataclass(frozen=True)
class Table:
    """Rows under a head. ``paper`` marks figures quoted from the paper."""

    title: str
    head: Sequence[str]
    rows: Sequence[Sequence[Cell]]
    paper: bool = False

    def to_text(self) -> str:
        """Return the table for the terminal."""
        title = f"{'PAPER' if self.paper else 'OURS'}: {self.title}"
        return f"{title}\n{grid(self.head, [[_cell(cell) for cell in row] for row in self.rows])}"


@dataclass(frozen=True)
class ExperimentResult:
    """An experiment's outcome; ``passed``: whether the sign the spec asks for was seen (None: open)."""

    name: str
    title: str
    tables: Sequence[Table]
    corpus: str = ""
    pages: int = 0
    seed: int = 0
    parameters: dict[str, Any] = field(default_factory=dict)
    failures: Sequence[str] = ()
    notes: Sequence[str] = ()
    passed: bool | None = None
    plots: Sequence[Path] = ()

    def to_text(self) -> str:
        """Return everything for the terminal."""
        head = f"{self.name}: {self.title}"
        about = f"corpus {self.corpus or '–'}, {self.pages} pages, seed {self.seed}"
        if self.parameters:
            about += ", " + ", ".join(f"{key} {value}" for key, value in self.parameters.items())
        parts = [f"{head}\n{'=' * len(head)}\n{about}", *(table.to_text() for table in self.tables)]
        if self.notes:
            parts.append("\n".join(self.notes))
        if self.failures:
            more = ["…"] if len(self.failures) > _MOST_FAILURES else []
            shown = [*self.failures[:_MOST_FAILURES], *more]
            parts.append("\n".join([f"{len(self.failures)} failures:", *shown]))
        if self.passed is not None:
            parts.append("Sign of the spec: " + ("seen" if self.passed else "NOT seen"))
        return "\n\n".join(parts) + "\n"

    def to_json(self) -> str:
        """Return everything as JSON."""
        record = {"schema": "sectio-experiment/1", **asdict(self)}
        return json.dumps(record, ensure_ascii=False, indent=1, default=str) + "\n"


def _cell(value: Cell) -> str:
    if value is None:
        return "–"
    return f"{value:.3f}" if isinstance(value, float) else str(value)
