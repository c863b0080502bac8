"""Parts of a page by selector: what is cut out, what is kept around it, and which selectors are refused."""

import pytest
from hypothesis import given

import sectio
from sectio.dom.page import Page
from sectio.dom.selecting import reduced
from sectio.errors import InputError, OptionError
from tests import strategies

PROSE = "The ferry had been late for nine days, and nobody on the island could say why. " * 5
PAGE = f"""<!doctype html><html lang="en"><head><title>The late ferry</title></head><body><nav>Home News</nav>
<article><h1>The late ferry</h1><p>{PROSE}</p><div class="promo"><p>{PROSE} Promoted.</p></div></article>
<section id="comments"><ol class="comment-list"><li class="comment"><b class="author">Bo</b><p>I was there as well.</p></li>
<li class="comment"><b class="author">Al</b><p>And so was I, twice.</p></li></ol></section></body></html>"""
BODY = "<body>a<main><p>x<p>y <b>q</b></main><div><style>.z{}</style>b<p>u</div>"


def body(html: str) -> str:
    return html.partition("<body>")[2].partition("</body>")[0]


@pytest.mark.parametrize(
    ("asked", "left"),
    [
        ({"prune": ["b"]}, "a<main><p>x</p><p>y </p></main><div><style>.z{}</style>b<p>u</p></div>"),
        ({"prune": ["//main", "div"]}, "a"),
        ({"only": ["main"]}, "<main><p>x</p><p>y <b>q</b></p></main><div><style>.z{}</style></div>"),
        ({"only": ["p"], "prune": ["b"]}, "<main><p>x</p><p>y </p></main><div><style>.z{}</style><p>u</p></div>"),
        ({"only": ["(//p)[2]"]}, "<main><p>y <b>q</b></p></main><div><style>.z{}</style></div>"),
        ({"only": ["body", "p"]}, "a<main><p>x</p><p>y <b>q</b></p></main><div><style>.z{}</style>b<p>u</p></div>"),
        ({"only": ["nav"]}, "<div><style>.z{}</style></div>"),
    ],
)
def test_what_is_left(asked: dict[str, list[str]], left: str) -> None:
    """Elements around what is wanted stay, and so does what is not shown."""
    assert body(reduced(BODY, **asked)[0]) == left


def test_positions_are_those_of_the_whole_page() -> None:
    """What one selector takes away does not change what the next one means."""
    assert body(reduced("<p>1<p>2<p>3", prune=["(//p)[1]", "(//p)[2]"])[0]) == "<p>3</p>"


@given(strategies.html())
def test_everything_is_kept_where_everything_is_wanted(html: str) -> None:
    whole, is_found = reduced(html, only=["html"])
    assert is_found
    assert whole == reduced(html)[0]


@pytest.mark.parametrize("source", [PAGE, PAGE.encode(), sectio.parse_page(PAGE)])
@pytest.mark.parametrize("selector", [".promo", "//div[@class='promo']"])
def test_text_sections_and_comments_agree(source: str | bytes | Page, selector: str) -> None:
    """All read the same page, whatever it was given as."""
    doc = sectio.extract(source, options={"prune": [selector, "#comments"]})
    assert "Promoted" not in doc.text + doc.markdown + doc.html + "".join(section.text for section in doc.sections)
    assert doc.text.startswith("The ferry had been late")
    assert (doc.comments, doc.title, doc.language) == ((), "The late ferry", "en")
    alone = sectio.extract(source, options={"only": selector})
    assert "Promoted" in alone.text
    assert alone.title == "The late ferry"
    assert {section.text for section in alone.sections if not section.noisy} == {alone.text}


def test_nothing_selected_is_a_result() -> None:
    doc = sectio.extract(PAGE, options={"only": "aside"})
    assert not doc.ok
    assert doc.warnings[0] == "no_match"
    assert doc.title == "The late ferry"
    assert sectio.extract(PAGE, options={"prune": "aside"}).text == sectio.extract(PAGE).text


@pytest.mark.parametrize(
    "wrong", ["p[", "", "//p[", "count(//p)", "//p >", "p::before", "//x:y", "//foo()", 3, ["p", None], {"p"}]
)
def test_bad_selectors_are_refused_when_options_are_made(wrong: object) -> None:
    for name in ("prune", "only"):
        with pytest.raises(InputError):
            sectio.Options(**{name: wrong})  # type: ignore[arg-type]


@pytest.mark.parametrize("wrong", ["//p/text()", "//@class", "/"])
def test_selectors_of_other_things_than_elements_are_refused(wrong: str) -> None:
    with pytest.raises(OptionError, match="other than elements"):
        sectio.extract(PAGE, options={"prune": wrong})


def test_every_function_takes_them() -> None:
    options = {"prune": "#comments, nav"}
    assert all("twice" not in section.text for section in sectio.sections(PAGE, options=options))
    assert "twice" not in " ".join(sectio.parse_page(PAGE, options=options).texts)
    assert sectio.similarity(PAGE, sectio.parse_page(PAGE, options=options), options=options) == 1


@pytest.mark.parametrize(("wanted", "ok"), [("en", True), ("EN-gb", True), ("de", False), (None, True)])
def test_pages_in_another_language_have_no_content(wanted: str | None, ok: bool) -> None:
    doc = sectio.extract(PAGE, options={"target_language": wanted})
    assert doc.ok is ok
    assert ("other_language" in doc.warnings) is not ok
    assert bool(doc.comments) is ok
    assert any(not section.noisy for section in doc.sections) is ok
    assert doc.language == "en"


def test_a_page_in_no_known_language_is_kept() -> None:
    assert sectio.extract("<p>123 456 789</p>", options={"target_language": "fi"}).ok


@pytest.mark.parametrize("wrong", ["english", "", 3, "e", "en us"])
def test_languages_are_codes(wrong: object) -> None:
    with pytest.raises(OptionError, match="target_language is a code"):
        sectio.Options(target_language=wrong)  # type: ignore[arg-type]
