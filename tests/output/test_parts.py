"""Tables, images and links as objects."""

from sectio.output import parts
from sectio.results import Image, Link
from tests.output.making import extraction_of, selecting


def test_spans_fill_every_place_they_cover() -> None:
    """A cell over two columns and two rows is in all four."""
    html = """<table><tr><th>a<th colspan=2>b</tr><tr><td rowspan=2>1<td>2<td>3</tr><tr><td>4<td>5</table>"""
    (table,) = parts.tables(extraction_of(html))
    assert table.columns == ("a", "b", "b")
    assert table.rows == (("1", "2", "3"), ("1", "4", "5"))
    assert table.xpath == "/html/body/table"


def test_without_header_cells_there_are_no_columns() -> None:
    """The first row is data unless the page says otherwise."""
    (table,) = parts.tables(extraction_of("<table><tr><td>a<td>b<tr><td>c</table>"))
    assert table.columns == ()
    assert table.rows == (("a", "b"), ("c", ""))


def test_layout_tables_are_no_tables() -> None:
    """A table that places paragraphs, or holds tables, holds no data of its own."""
    inner = "<table><tr><td>1<td>2<tr><td>3<td>4</table>"
    html = f"<table><tr><td>nav<td>{inner}</table><table role=presentation><tr><td>a<td>b<tr><td>c<td>d</table>"
    assert [table.rows for table in parts.tables(extraction_of(html))] == [(("1", "2"), ("3", "4"))]


def test_huge_spans_are_capped() -> None:
    """`colspan=9007199254740991` has cost others all their memory."""
    html = "<table>" + "<tr><td colspan=9007199254740991 rowspan=99999999>x<td rowspan=0>y" * 50 + "</table>"
    (table,) = parts.tables(extraction_of(html))
    assert sum(map(len, table.rows)) <= 1_000_000


def test_wide_and_long_tables_stay_ragged() -> None:
    """Padding 20 000 rows to 5 000 columns would be 100 million cells."""
    html = "<table><tr>" + "<td>a" * 5000 + "<tr><td>b" * 20000 + "</table>"
    (table,) = parts.tables(extraction_of(html))
    assert sum(map(len, table.rows)) == 25000


def test_images_have_their_captions() -> None:
    """Address absolute, alt collapsed, caption from the figure; data URIs are no addresses."""
    html = """<figure><img src="/a.png" alt=" A
    b "><figcaption>C <i>d</i></figcaption></figure><p>x<img src="data:image/png;base64,xx"></p>
    <img srcset="b.png 2x">"""
    assert parts.images(extraction_of(html)) == (
        Image("https://example.com/a.png", "A b", "C d"),
        Image("https://example.com/dir/b.png", "", ""),
    )


def test_links_of_the_selection_only() -> None:
    """Links outside the content, without text or without a safe address are not listed."""
    html = "<p>aa <a href=/x>aa link</a><a href=javascript:x>aa</a></p><p><a href=/y>no</a><a href=/z></a></p>"
    assert parts.links(selecting(html, "aa")) == (Link("https://example.com/x", "aa link"),)
