"""Tables on a terminal."""

from sectio.results import Table
from sectio.tabular.write import to_text


def made(*columns: str, rows: int = 3, empty: tuple[str, ...] = ()) -> Table:
    """A table whose cells say where they are; some columns have only their first one."""
    cells = [tuple("" if name in empty and at else f"cell {at} of {name}" for name in columns) for at in range(rows)]
    return Table(columns, tuple(cells), "/html/body", 0.5)


def test_everything_is_shown_where_it_fits() -> None:
    title, header, rule, *lines = to_text(made("a", "b"), 80).splitlines()
    assert title == "3 rows, score 0.50, /html/body"
    assert header.split() == ["a", "b"]
    assert set(rule) == {"-", " "}
    assert lines[1] == "cell 1 of a  cell 1 of b"


def test_the_emptiest_columns_are_left_out_and_counted() -> None:
    """What is shown is wide enough to be read, in the order of the table, and no line is too long."""
    names = tuple("abcdefgh")
    shown = to_text(made(*names, empty=("b", "d", "e")), 60)
    title, header, *_ = shown.splitlines()
    assert title.endswith("(and 4 more columns)")
    assert header.split() == ["a", "c", "f", "g"]
    assert "cell 2 of g" in shown
    assert max(map(len, shown.splitlines())) <= 60


def test_one_column_is_shown_however_narrow_it_is() -> None:
    title, header, _, first, *_ = to_text(made("a long name of a column", "b"), 10).splitlines()
    assert title.endswith("(and 1 more column)")
    assert (len(header), len(first)) == (10, 10)
