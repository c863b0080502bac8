"""The main path: what `extract` promises for every page and every method."""

import json
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import pytest

import sectio
from sectio.errors import InputError, PageTooLarge, SectioError, TimeLimit

PARAGRAPH = "The ferry stayed at its berth on Sunday, and the harbour master asked skippers to wait for the breaker. "
PAGE = f"""<html lang="en"><head><title>Sea ice returns - The Harbour News</title></head><body>
<ul><li><a href="/">Home</a><li><a href="/sport">Sport</a></ul>
<div><h1>Sea ice returns</h1>{"".join(f"<p>{i}. {PARAGRAPH * 3}</p>" for i in range(5))}</div>
<div><a href="/terms">Terms</a></div></body></html>"""

SINGLE = [name for name, method in sectio.methods().items() if not method.needs_site]

ODD = {
    "empty": b"",
    "white space": b" \n\t ",
    "binary": b"<p>" + bytes(range(256)) * 40,
    "nul": b"<p>a\x00b</p>" * 3,
    "wrong charset": "<meta charset=utf-8><p>Grüße aus Köln, schöne Straßen</p>".encode("latin-1"),
    "text only": b"just some words without any markup, but with a comma",
    "links only": b"<a href=/x>one</a> <a href=/y>two</a>" * 20,
    "one block": b"<p>Only this.</p>",
    "only a table": b"<table><tr><td>a<td>b<tr><td>c<td>d</table>",
    "only code": b"<pre><code>def f():\n    return 1</code></pre>",
    "all hidden": b"<body><div style='display:none'>secret words here</div>",
    "huge span": b"<table><tr><td colspan=9007199254740991>x</table>",
    "unclosed": b"<div><p>open <b>bold <i>both",
    "right to left": b"<p dir=rtl>" + "مرحبا بالعالم، هذا نص عربي.".encode() + b"</p>",
    "cjk": "<p>这是一个测试。我们在测试中文。</p>".encode(),
    "deep": b"<div>" * 20_000 + b"bottom",
    "wide": b"<p>x</p>" * 20_000,
    "tables": b"<table><tr><td>cell" * 2_000,
    "frames": b"<frameset><frame src=a></frameset>",
}  # fmt: skip


def test_text_is_the_article_and_title_is_apart() -> None:
    """The headline is in `title`, the paragraphs in `text`, the navigation nowhere."""
    doc = sectio.extract(PAGE, url="https://harbour.example/ice")
    assert doc.ok
    assert doc.title == "Sea ice returns"
    assert doc.text.count("The ferry stayed") == 15
    assert "Sport" not in doc.text
    assert doc.language == "en"
    assert doc.url == "https://harbour.example/ice"


def test_bytes_and_text_agree() -> None:
    """Bytes and decoded text of one page give the same result."""
    assert sectio.extract(PAGE).text == sectio.extract(PAGE.encode()).text


def test_json_holds_every_field_of_the_contract() -> None:
    """`to_json` is valid JSON and round-trips the text."""
    record = json.loads(sectio.extract(PAGE).to_json(sections=True))
    fields = (
        "ok text markdown title author date language description site_name image tags license url page_type page_types"
    )
    fields += " confidence sections comments tables images links warnings method"
    assert set(fields.split()) <= set(record)
    assert record["text"] == sectio.extract(PAGE).text


@pytest.mark.parametrize("name", SINGLE)
@pytest.mark.parametrize("kind", ODD)
def test_every_method_survives_every_odd_page(name: str, kind: str) -> None:
    """No exception, a result that is never None, the same twice, and UTF-8 output."""
    first, again = (sectio.extract(ODD[kind], method=name) for _ in range(2))
    assert first.text == again.text
    assert first.ok == bool(first.text)
    assert first.ok or first.warnings
    assert 0 <= first.confidence <= 1
    first.text.encode()
    first.markdown.encode()
    first.html.encode()


@pytest.mark.parametrize("kind", ["deep", "wide", "tables", "binary", "cjk", "unclosed", "wrong charset"])
def test_body_loses_no_text(kind: str) -> None:
    """Whatever the markup, all visible text is there."""
    doc = sectio.extract(ODD[kind], method="body")
    expected = {
        "deep": "bottom",
        "wide": "x",
        "tables": "cell",
        "cjk": "测试",
        "unclosed": "both",
        "wrong charset": "Straßen",
    }
    assert expected.get(kind, "") in doc.text
    if kind == "deep":
        assert "deep_nesting" in doc.warnings
    if kind == "tables":
        assert doc.text.count("cell") == 2_000


def test_lone_surrogates_do_not_reach_the_output() -> None:
    """Decoded text may hold them; what we write may not."""
    sectio.extract("<p>broken \ud800 text, and more of it to be found here</p>", method="body").to_json().encode()


def test_limits_are_errors_with_a_reason() -> None:
    """Over the limits: a clear error that names the option."""
    with pytest.raises(PageTooLarge, match="max_bytes"):
        sectio.extract(PAGE, options={"max_bytes": 10})
    with pytest.raises(PageTooLarge, match="max_nodes"):
        sectio.extract(PAGE, options={"max_nodes": 3})
    with pytest.raises(TimeLimit, match="timeout"):
        sectio.extract(PAGE, options={"timeout": 1e-9})


def test_misuse_is_a_value_error_that_says_what_to_do() -> None:
    """Wrong types, names and options are reported, as errors that are both `SectioError` and `ValueError`."""
    for wrong in (None, 3, ["<p>"]):
        with pytest.raises(InputError, match="bytes, str or a Page"):
            sectio.extract(wrong)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="no method"):
        sectio.extract(PAGE, method="magic")
    with pytest.raises(SectioError, match="no parameter"):
        sectio.extract(PAGE, method="body", options={"nonsense": 1})
    with pytest.raises(InputError, match="favor"):
        sectio.extract(PAGE, options={"favor": "luck"})
    with pytest.raises(InputError, match="at least one page"):
        sectio.learn([])
    with pytest.raises(InputError, match="list of pages"):
        sectio.learn(PAGE)


def test_nothing_public_is_undocumented() -> None:
    """Every public name exists and has a docstring."""
    for name in sectio.__all__:
        if not name.startswith("__") and name != "DEFAULT_METHOD":
            assert getattr(sectio, name).__doc__, name


def test_a_result_shows_what_it_is_about() -> None:
    """In a console the result names itself, not its arrays."""
    shown = repr(sectio.extract("<title>Bread</title><h1>Bread</h1><p>Flour, water and salt, and time to rise."))
    assert shown.startswith("Extraction('sectio', title='Bread', page_type=")
    assert "array" not in shown


@pytest.mark.parametrize("before", ["import sectio.methods", "import sectio.api", "from sectio import extract", ""])
def test_public_names_are_found_whatever_was_imported_before(before: str) -> None:
    """The function `methods` has the name of a package; importing sectio loads neither."""
    code = f"{before}\nimport sectio\nassert callable(sectio.methods) and 'sectio' in sectio.methods()\n"
    code += "from sectio import *\nassert extract is sectio.extract and isinstance(sectio.native, bool)\n"
    code += "assert set(sectio.__all__) <= set(dir(sectio))\n"
    subprocess.run([sys.executable, "-c", code], check=True)


def test_importing_the_package_loads_nothing_that_needs_numpy() -> None:
    """So that the command line can set up NumPy first."""
    subprocess.run([sys.executable, "-c", "import sys, sectio.apps.cli; assert 'numpy' not in sys.modules"], check=True)


def test_arguments_of_wrong_types_are_told_at_once() -> None:
    """Not by some error deep inside, when a result is read."""
    page: Any = PAGE
    wrongs: list[Callable[[Any], object]] = [
        lambda wrong: sectio.extract(page, url=wrong),
        lambda wrong: sectio.extract(page, encoding=wrong),
        lambda wrong: sectio.extract(page, method=wrong),
        lambda wrong: sectio.extract(page, layout=wrong),
        lambda wrong: sectio.extract(page, options={"parameters": wrong}),
        lambda wrong: sectio.page_type(page, url=wrong),
        lambda wrong: sectio.records(page, url=wrong),
        lambda wrong: sectio.records(wrong),
        lambda wrong: sectio.cluster(wrong),
        lambda wrong: sectio.cluster([page], threshold=wrong),
        lambda wrong: sectio.learn(wrong),
        lambda wrong: sectio.learn([page], urls=wrong),
        lambda wrong: sectio.learn([page], method=wrong),
        lambda wrong: sectio.learn([page], method="forest-feed", feed=wrong),
        lambda wrong: sectio.learn([page], method="forest", keywords=wrong),
    ]
    for call in wrongs:
        with pytest.raises(InputError):
            call(7)
    with pytest.raises(InputError, match="threshold"):
        sectio.cluster([page], threshold=float("nan"))
    with pytest.raises(InputError, match="urls"):
        sectio.learn([page], urls="https://a.example/")
