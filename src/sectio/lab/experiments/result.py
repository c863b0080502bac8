"""What an experiment returns: tables, the paper's separate from ours, and its plots."""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Self

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
class Comparison:
    """A table or figure of a paper beside ours: one row per figure, each with the paper's, ours in the paper's profile and ours.

    ``why`` says why they differ. None is a figure that the paper does not have, or that a profile does not.
    """

    source: str
    rows: Sequence[tuple[str, Cell, Cell, Cell]]
    why: str
    head: tuple[str, str, str, str] = ("", "paper", "ours, paper's profile", "ours, default")

    def to_markdown(self) -> str:
        """Return source, table and reason."""
        return f"**{self.source}**\n\n{markdown_grid(self.head, self.rows)}\n\n{self.why}"

    def to_text(self) -> str:
        """Return the same for the terminal."""
        return f"BESIDE: {self.source}\n{grid(self.head, [[_cell(cell) for cell in row] for row in self.rows])}\n{self.why}"


@dataclass(frozen=True)
class Sign:
    """Something a paper finds; ``seen``: whether we find it too; ``reason``: why not, shown where we do not."""

    what: str
    seen: bool
    reason: str = ""

    def to_text(self) -> str:
        """One line."""
        return f"{self.what}: {'seen' if self.seen else f'not seen. {self.reason}'.rstrip()}"


@dataclass(frozen=True)
class ExperimentResult:
    """An experiment's outcome; ``passed``: whether all signs were seen (None: open)."""

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
    comparisons: Sequence[Comparison] = ()
    signs: Sequence[Sign] = ()

    def to_text(self) -> str:
        """Return everything for the terminal."""
        head = f"{self.name}: {self.title}"
        about = f"corpus {self.corpus or '–'}, {self.pages} pages, seed {self.seed}"
        if self.parameters:
            about += ", " + ", ".join(f"{key} {value}" for key, value in self.parameters.items())
        parts = [f"{head}\n{'=' * len(head)}\n{about}", *(table.to_text() for table in self.tables)]
        parts += [comparison.to_text() for comparison in self.comparisons]
        if self.notes:
            parts.append("\n".join(self.notes))
        if self.failures:
            more = ["…"] if len(self.failures) > _MOST_FAILURES else []
            shown = [*self.failures[:_MOST_FAILURES], *more]
            parts.append("\n".join([f"{len(self.failures)} failures:", *shown]))
        if self.signs:
            parts.append("\n".join(sign.to_text() for sign in self.signs))
        if self.passed is not None:
            parts.append("Sign of the spec: " + ("seen" if self.passed else "NOT seen"))
        return "\n\n".join(parts) + "\n"

    def to_markdown(self) -> str:
        """Return what compares with the paper, and our own tables, as a part of a document."""
        tables = [
            f"{table.title[:1].upper()}{table.title[1:]}:\n\n{markdown_grid(table.head, table.rows)}"
            for table in self.tables
            if not table.paper
        ]
        about = ", ".join(f"{key} {value}" for key, value in self.parameters.items())
        facts = (
            f"{self.corpus or 'Pages made for it'}; {self.pages} pages, seed {self.seed}{'; ' if about else ''}{about}."
        )
        sign = [] if self.passed is None else [f"Sign of the paper: {'seen' if self.passed else '**not seen**'}."]
        if self.signs:
            sign += ["\n".join(f"- {sign.to_text()}" for sign in self.signs)]
        parts = [f"## {self.name}: {self.title}", facts, *(one.to_markdown() for one in self.comparisons)]
        return "\n\n".join([*parts, *tables, *([" ".join(self.notes)] if self.notes else []), *sign]) + "\n"

    def to_json(self) -> str:
        """Return everything as JSON."""
        record = {"schema": "sectio-experiment/1", **asdict(self)}
        return json.dumps(record, ensure_ascii=False, indent=1, default=str) + "\n"

    @classmethod
    def from_json(cls, text: str) -> Self:
        """The result back from its JSON; ValueError, TypeError or KeyError if it is of another form."""
        record: dict[str, Any] = json.loads(text)
        del record["schema"]
        record["tables"] = [Table(**table) for table in record["tables"]]
        record["comparisons"] = [_comparison(one) for one in record["comparisons"]]
        record["signs"] = [Sign(**one) for one in record["signs"]]
        record["plots"] = [Path(path) for path in record["plots"]]
        return cls(**record)


def _comparison(record: dict[str, Any]) -> Comparison:
    return Comparison(**{**record, "rows": [tuple(row) for row in record["rows"]], "head": tuple(record["head"])})


def markdown_grid(head: Sequence[str], rows: Sequence[Sequence[Cell]]) -> str:
    """A table in Markdown."""
    lines = [head, ["---"] * len(head), *([_cell(cell).replace("|", "\\|") for cell in row] for row in rows)]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _cell(value: Cell) -> str:
    if value is None:
        return "–"
    return f"{value:.3f}" if isinstance(value, float) else str(value)
