"""The notebook of the examples runs, cell by cell, and prints what it shows."""

from tools import notebook


def test_the_tour_runs_and_prints_what_it_shows() -> None:
    """`python -m tools.notebook` renews what it shows."""
    cells = list(notebook.runs(notebook.read()))
    assert len(cells) > 8
    for cell, printed in cells:
        assert printed == notebook.stated(cell), "".join(cell["source"])
