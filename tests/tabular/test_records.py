"""Lists as tables: worked examples of the layouts that real pages have."""

import pytest
from hypothesis import given

import sectio
from sectio.results import Table
from tests.strategies import html, odd_html

NAV = "<nav><ul>" + "".join(f"<li><a href=/n{i}>Menu {i}</a>" for i in range(9)) + "</ul></nav>"
WORDS = "It was raining on the day that the {} bridge was opened, and nobody came to look at it."


def main_table(body: str, **given: str) -> Table:
    return sectio.records(f"<body>{NAV}{body}<footer>About us</footer>", **given)[0]  # type: ignore[arg-type]


def column(table: Table, name: str) -> list[str]:
    at = table.columns.index(name)
    return [row[at] for row in table.rows]


def card(number: int, *, price: bool = True) -> str:
    cost = f"<span class=price>${number}.99</span>" if price else ""
    odd = "odd" if number % 2 else "even"
    return (
        f"<div class='card {odd}'><img src=/i{number}.jpg><h3><a href=/p{number}>Lamp {number}</a></h3>"
        f"<p>{WORDS.format(number)}</p>{cost}</div>"
    )


def test_cards_become_rows_and_their_parts_columns() -> None:
    table = main_table("<div>" + "".join(card(i) for i in range(6)) + "</div>")
    assert table.columns == ("image", "title", "title_link", "column_4", "price")
    assert table.rows[1] == ("/i1.jpg", "Lamp 1", "/p1", WORDS.format(1), "$1.99")
    assert table.xpath == "/html/body/div/div"
    assert 0 < table.score <= 1


def test_an_optional_part_is_empty_where_it_is_missing() -> None:
    table = main_table("<div>" + "".join(card(i, price=i != 2) for i in range(6)) + "</div>")
    assert column(table, "price") == ["$0.99", "$1.99", "", "$3.99", "$4.99", "$5.99"]


def test_the_row_of_names_names_the_columns_and_is_not_a_row() -> None:
    rows = "".join(f"<tr><td><a href=/u{i}>User {i}</a><td>{i * 7}<td>Town {i}" for i in range(5))
    table = main_table(f"<table><thead><tr><th>Name<th>Posts<th>Where</thead><tbody>{rows}</table>")
    assert table.columns == ("Name", "Name_link", "Posts", "Where")
    assert table.rows[0] == ("User 0", "/u0", "0", "Town 0")
    assert len(table.rows) == 5


def test_columns_of_ragged_rows_stay_in_their_places() -> None:
    rows = "<tr><td>a<td>1<td>x<tr><td>b<td>2<tr><td>c<td><td>z<tr><td colspan=2>wide<td>w"
    table = main_table(f"<table><tr><th>Letter<th>Number<th>End{rows}</table>")
    assert table.columns == ("Letter", "Number", "End")
    assert table.rows == (("a", "1", "x"), ("b", "2", ""), ("c", "", "z"), ("wide", "", "w"))


def test_terms_and_definitions_are_items_together() -> None:
    table = main_table("<dl>" + "".join(f"<dt>Term {i}<dd>{WORDS.format(i)}" for i in range(5)) + "</dl>")
    assert table.rows[3] == ("Term 3", WORDS.format(3))
    assert len(table.rows) == 5


def test_items_without_an_element_of_their_own() -> None:
    items = "".join(f"<a href=/{i}>News {i}</a><h6>1{i}-02-2020</h6>{WORDS.format(i)}<br><br>" for i in range(6))
    table = main_table(f"<div><h1>News</h1>{items}<p>Page 1 of 7</p></div>")
    assert len(table.rows) == 6
    assert column(table, "title") == [f"News {i}" for i in range(6)]
    assert column(table, "title_link")[5] == "/5"
    assert table.rows[5][-1] == WORDS.format(5)


def test_items_between_rules() -> None:
    items = "".join(f"<h4>Talk {i}</h4><p>{WORDS.format(i)}</p><hr>" for i in range(5))
    table = main_table(f"<div><hr>{items}</div>")
    assert [row[0] for row in table.rows] == [f"Talk {i}" for i in range(5)]


def test_two_rows_of_a_table_can_be_one_item() -> None:
    rows = "".join(
        f"<tr><td>{i}.<td><a href=/s{i}>Story {i} about the bridge</a><tr><td colspan=2><i>{i} points</i> by <a href=/u{i}>ann{i}</a>"
        for i in range(8)
    )
    table = main_table(f"<table>{rows}</table>")
    assert len(table.rows) == 8
    assert {"Story 3 about the bridge", "/s3", "ann3"} <= set(table.rows[3])


def test_a_grid_of_rows_is_one_list_of_cards() -> None:
    rows = "".join("<div class=row>" + "".join(card(3 * i + j) for j in range(3)) + "</div>" for i in range(4))
    table = main_table(f"<div>{rows}</div>")
    assert column(table, "title") == [f"Lamp {i}" for i in range(12)]


def test_a_label_names_the_column_and_is_not_a_value() -> None:
    items = "".join(f"<li><b>Author:</b> <i>Ann {i}</i> <b>Year:</b> <i>19{i}0</i>" for i in range(5))
    table = main_table(f"<ul>{items}</ul>")
    assert table.columns == ("author", "year")
    assert table.rows[2] == ("Ann 2", "1920")


def test_a_sentence_with_a_link_is_one_cell() -> None:
    items = "".join(
        f"<li><h3>Day {i}</h3><p>We saw {i} of <a href=/x{i}>the {i} old</a> bridges on our way</p>" for i in range(5)
    )
    table = main_table(f"<ul>{items}</ul>")
    assert table.rows[2][:2] == ("Day 2", "We saw 2 of the 2 old bridges on our way")


def test_links_are_absolute_with_the_address_and_never_scripts() -> None:
    items = "".join(
        f"<li><a href={'javascript:x()' if i == 2 else f'p{i}'}>Page {i}</a> <p>{WORDS}</p>" for i in range(5)
    )
    table = main_table(f"<ul>{items}</ul>", url="https://example.org/list/")
    assert column(table, "title_link")[1:3] == ["https://example.org/list/p1", ""]


@pytest.mark.parametrize("page", ["", " ", "<p>One paragraph.", "<ul><li>one item</ul>", "\x00", "<table></table>"])
def test_a_page_without_a_list_has_no_tables(page: str) -> None:
    assert sectio.records(page) == []
    assert sectio.extract(page).records == ()


def test_the_result_of_a_page_has_its_records() -> None:
    page = "<div>" + "".join(card(i) for i in range(6)) + "</div>"
    found = sectio.extract(page, url="https://example.org/").records
    assert column(found[0], "title_link")[0] == "https://example.org/p0"
    said = sectio.extract(page).to_dict()["records"][0]
    assert said["columns"] == ("image", "title", "title_link", "column_4", "price")
    assert len(said["rows"]) == 6


# Several pages


def product(number: int) -> str:
    extra = "<p>Only this week!</p>" if number % 3 == 0 else ""
    brand = f"<tr><th>Brand:<td>Maker {number % 4}" if number % 5 else ""
    return (
        f"<body>{NAV}<div class=main>{extra}<h1>Lamp number {number}</h1><table>{brand}<tr><th>Weight:<td>{number + 2} kg"
        f"</table><p>{WORDS.format(number)}</p></div><footer>About us</footer>"
    )


def test_pages_of_one_kind_are_rows_of_one_table() -> None:
    table = sectio.records([product(i) for i in range(10)])[0]
    assert table.columns == ("title", "brand", "weight", "column_4")
    assert table.rows[3] == ("Lamp number 3", "Maker 3", "5 kg", WORDS.format(3))
    assert column(table, "brand")[5] == ""


def listing(number: int) -> str:
    items = "".join(card(10 * number + i) for i in range(1 + number))
    return f"<body>{NAV}<h1>Shelf</h1><div class=cards>{items}</div><footer>About us</footer>"


def test_lists_of_several_pages_are_one_table_by_the_template() -> None:
    """Also on pages with one item, where nothing repeats."""
    table = sectio.records([listing(number) for number in range(5)])[0]
    assert column(table, "title") == [f"Lamp {10 * page + i}" for page in range(5) for i in range(1 + page)]


def test_a_learned_site_shows_the_list_of_a_page_with_few_items() -> None:
    site = sectio.learn([listing(number) for number in range(2, 7)])
    pages = [listing(1), listing(0), listing(1)]
    assert column(sectio.records(pages, template=site)[0], "title") == [
        "Lamp 10",
        "Lamp 11",
        "Lamp 0",
        "Lamp 10",
        "Lamp 11",
    ]


def test_a_site_without_templates_is_refused() -> None:
    site = sectio.learn([product(i) for i in range(4)], method="forest")
    with pytest.raises(sectio.SectioError, match="learned with method template"):
        sectio.records(product(5), template=site)


def test_no_pages_have_no_tables() -> None:
    assert sectio.records([]) == []


# Bad input


def check(tables: list[Table]) -> None:
    for table in tables:
        assert len(set(table.columns)) == len(table.columns) > 0
        assert all(len(row) == len(table.columns) for row in table.rows)
        assert all(isinstance(cell, str) for row in table.rows for cell in row)
        assert 0 <= table.score <= 1
    assert [table.score for table in tables] == sorted((table.score for table in tables), reverse=True)


@given(html())
def test_every_row_has_a_cell_for_every_column(source: str) -> None:
    tables = sectio.records(source * 3)
    check(tables)
    assert tables == sectio.records(source * 3)


@given(odd_html())
def test_odd_markup_gives_whole_tables(source: str) -> None:
    check(sectio.records(source * 4))
    check(sectio.records([source, source * 2, source * 3]))


@pytest.mark.parametrize(
    "page",
    [
        "<table><tr><td>" * 300 + "x",
        "<ul><li>" * 400 + "x",
        "<table>" + "".join(f"<tr>{'<td>x' * (i % 40)}" for i in range(400)) + "</table>",
        "<table><tr><td rowspan=99999 colspan=99999>x<tr><td>y<tr><td>z<tr><td>w</table>",
        "".join(f"<p class='{'a' * 90000}'>{i}</p><div class='=cmd|\u202e {i}'><b>{i}</b> x</div>" for i in range(20)),
        "".join(f"<div class=c{i % 7}><i>{i}</i><b>{i}</b></div>" for i in range(3000)),
        "<div>" + "<a href=x>y</a> z <br>" * 5000 + "</div>",
    ],
    ids=["nested-tables", "nested-lists", "ragged", "spans", "classes", "many", "flat"],
)
def test_hostile_lists_are_tables_or_nothing(page: str) -> None:
    check(sectio.records(page))


def test_a_table_of_a_hundred_thousand_cells_is_read_within_the_limit() -> None:
    page = "<table>" + ("<tr>" + "<td>cell" * 20) * 5000 + "</table>"
    table = sectio.records(page, options={"timeout": 300})[0]
    assert (len(table.rows), len(table.columns)) == (5000, 20)
    with pytest.raises(sectio.SectioError) as late:
        sectio.records(page, options={"timeout": 0.05})
    assert late.value.code == "timeout"
