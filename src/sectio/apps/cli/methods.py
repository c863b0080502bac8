"""`sectio methods`: the methods and their papers."""

import json
from typing import Any

import click

from sectio.api import DEFAULT_METHOD
from sectio.api import methods as all_methods
from sectio.apps.cli.shared import write
from sectio.method import Method


@click.command()
@click.option("--format", "style", type=click.Choice(["table", "json"]), default="table")
def methods(style: str) -> None:
    """List the methods: name, whether it needs a learned site, paper, what it does."""
    known = all_methods().values()
    if style == "json":
        write(json.dumps([_record(method) for method in known], ensure_ascii=False, indent=2) + "\n", None)
        return
    rows = [("METHOD", "NEEDS", "PAPER", "WHAT IT DOES")]
    for method in known:
        name = method.name + (" (default)" if method.name == DEFAULT_METHOD else "")
        rows.append((name, "site" if method.needs_site else "page", method.paper, method.summary))
    widths = [max(len(row[i]) for row in rows) for i in range(3)]
    lines = [
        "  ".join([*(cell.ljust(width) for cell, width in zip(row, widths, strict=False)), row[3]]) for row in rows
    ]
    write("\n".join(lines) + "\n", None)


def _record(method: Method) -> dict[str, Any]:
    """A method as plain values."""
    return {
        "name": method.name,
        "paper": method.paper,
        "summary": method.summary,
        "needs": list(method.needs),
        "uses": list(method.uses),
        "parameters": dict(method.parameters),
        "types": list(method.types),
    }
