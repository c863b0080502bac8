"""What markup hides, and what the page opens itself."""

from html import escape

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_array_equal

from sectio import compiled
from sectio.dom import hidden
from sectio.dom.page import Page
from sectio.dom.parse import parse

TEXT = "x y z some words in here"


def is_hidden(markup: str, text: str = TEXT, *, head: str = "") -> bool:
    """Whether a text of a page is hidden."""
    page = parse(f"<head>{head}</head><body><p>shown</p>{markup}<p>more</p>")
    return bool(page.hidden[page.text_rows[[*page.texts].index(text)]])


@pytest.mark.parametrize(
    "markup",
    [
        f"<div role=tabpanel style='display:none'>{TEXT}</div>",
        f"<div role=tabpanel hidden>{TEXT}</div>",
        f"<button aria-controls=m>Read more</button><p>-</p><div id=m hidden>{TEXT}</div>",
        f"<h3><button aria-expanded=false>Why?</button></h3><div hidden>{TEXT}</div>",
        f"<div><button aria-expanded=false>Why?</button></div><div><div hidden>{TEXT}</div></div>",
        f"<div class='tab-pane' style='display: none'>{TEXT}</div>",
        f"<div class=x style='visibility:hidden'>{TEXT}</div><button>Read more</button>",
        f"<div class='card-toggle'>+</div><div style='display:none'>{TEXT}</div>",
        f"<div hidden id='S:1f'>{TEXT}</div>",
    ],
)
def test_what_the_page_opens_is_not_hidden(markup: str) -> None:
    """Panels, accordions, "read more", and what a script will put in place."""
    assert not is_hidden(markup)


@pytest.mark.parametrize(
    "markup",
    [
        f"<p hidden>{TEXT}</p>",
        f"<p style='display:none'>{TEXT}</p>",
        f"<button aria-controls=m>Open</button><div id=m role=dialog style='display:none'>{TEXT}</div>",
        f"<button aria-controls=m>Menu</button><nav><ul id=m style='display:none'><li>{TEXT}</ul></nav>",
        f"<button>OK</button><div class='cookie-notice' style='display:none'>{TEXT}</div>",
        f"<button>Join</button><div class='paywall' hidden>{TEXT}</div>",
        f"<details><summary>a</summary>b</details><span style='display:none'>{TEXT}</span>",
        f"<p>{'a long paragraph ' * 20}<button>x</button></p><div style='display:none'>{TEXT}</div>",
    ],
)
def test_what_nothing_opens_is_hidden(markup: str) -> None:
    """The attribute, dialogs, menus, notices; a control inside a paragraph opens something else."""
    assert is_hidden(markup)


def test_answers_below_questions_are_offered() -> None:
    """Three hidden answers of one class, each below its question, are an accordion; two may be anything."""
    answer = "an answer that is much longer than any question would be, " * 4
    item = f"<div><div>Why?</div><div class=a style='display:none'>{answer}</div></div>"
    assert not parse(item * 3).hidden.any()
    assert parse(item * 2).hidden.any()


@pytest.mark.parametrize(
    ("style", "markup"),
    [
        (".x{display:none}", f"<p class='y x'>{TEXT}</p>"),
        ("#x{visibility : hidden}", f"<div id=x><p>{TEXT}</p></div>"),
        (".a .b > p, i{display:none!important}", f"<div class=a><div><div class=b><p>{TEXT}</p></div></div></div>"),
        ("p.x{color:red;display:none}p{display:block}", f"<p class=x>{TEXT}</p>"),
        ("@media screen and (min-width:600px){.x{display:none}}", f"<p class=x>{TEXT}</p>"),
        ("/* .x */ .md\\:x{display:none}", f"<p class='md:x'>{TEXT}</p>"),
        ("aside{display:none}", f"<aside>{TEXT}</aside>"),
        (".x{display:none!important}.x.x{display:block}", f"<p class=x>{TEXT}</p>"),
    ],
)
def test_own_rules_hide(style: str, markup: str) -> None:
    """Simple selectors, the strongest rule wins, as in a browser of 1024 pixels."""
    assert is_hidden(markup, head=f"<style>{style}</style>")


@pytest.mark.parametrize(
    ("style", "markup"),
    [
        (".x{display:none}", f"<p class=xy>{TEXT}</p>"),
        (".x{display:none}.x{display:block}", f"<p class=x>{TEXT}</p>"),
        (".x{display:none}#y{display:block}", f"<p class=x id=y>{TEXT}</p>"),
        ("@media print{.x{display:none}}", f"<p class=x>{TEXT}</p>"),
        ("@media (max-width:600px){.x{display:none}} ", f"<p class=x>{TEXT}</p>"),
        (
            ".hidden{display:none}@media(min-width:768px){.md\\:block{display:block}}",
            f"<p class='hidden md:block'>{TEXT}</p>",
        ),
        (".x{display:none}.x.open{display:block}", f"<p class=x>{TEXT}</p>"),
        (".x{display:none}.m:hover .x{display:block}", f"<p class=x>{TEXT}</p>"),
        (".x{display:none}", f"<p class=x style='display:block'>{TEXT}</p>"),
        (".x::before,.x[open],.x:hover{display:none}", f"<p class=x>{TEXT}</p>"),
        (".a > .x{display:none}", f"<div class=a><div><p class=x>{TEXT}</p></div></div>"),
        (".no-js .x{display:none}", f"<div class=no-js><p class=x>{TEXT}</p></div>"),
        ("x-y .x{display:none}", f"<p class=x>{TEXT}</p>"),
        ("body{display:none}html{visibility:hidden}", f"<p>{TEXT}</p>"),
        (".x{display:none", f"<p>{TEXT}</p>"),
        ("@media print{@media screen{.x{display:none}}}", f"<p class=x>{TEXT}</p>"),
    ],
)
def test_own_rules_do_not_hide(style: str, markup: str) -> None:
    """Other media, weaker rules, states, pseudo-elements, and parts that a state opens."""
    assert not is_hidden(markup, head=f"<style>{style}</style>")


def test_styles_for_other_media_and_without_scripts_do_not_count() -> None:
    """A sheet for print, and one in `noscript`."""
    markup = f"<p class=x>{TEXT}</p>"
    assert not is_hidden(markup, head="<style media=print>.x{display:none}</style>")
    assert not is_hidden(markup, head="<noscript><style>.x{display:none}</style></noscript>")


def test_copies_for_the_eye_are_hidden_and_single_texts_are_not() -> None:
    """`aria-hidden` text that is also there for everybody; three words at least, as fewer may be equal by chance."""
    assert is_hidden(f"<p>{TEXT}</p><p aria-hidden=true>{TEXT} </p>", f"{TEXT} ")
    assert not is_hidden(f"<p aria-hidden=true>{TEXT}</p>")
    assert not is_hidden("<p>one</p><p aria-hidden=true>one </p>", "one ")


def slow_rules(page: Page, selector: str) -> list[int]:
    """The rows that `a .b > .c` selects, by trying every chain of ancestors."""
    steps = selector.replace(" > ", " >").split()
    found = []
    for row in range(len(page)):
        if page.tag[row] and _fits(page, row, steps):
            found.append(row)
    return found


def _fits(page: Page, row: int, steps: list[str]) -> bool:
    *above, own = steps
    name = own.removeprefix(">")
    if name[1:] not in page.classes.get(row, "").split() if name[0] == "." else page.tag_of(row) != name:
        return False
    if not above:
        return True
    ups = [int(page.parent[row])] if own[0] == ">" else _ancestors(page, row)
    return any(_fits(page, up, above) for up in ups) and row > 0


def _ancestors(page: Page, row: int) -> list[int]:
    found = []
    while row:
        row = int(page.parent[row])
        found.append(row)
    return found


@pytest.mark.parametrize("selector", [".a .b", "div .a", ".a > .b", "div > .a .b", ".b .b"])
def test_rules_match_like_a_slow_twin(selector: str) -> None:
    """On random nests of three classes."""
    random = np.random.default_rng(7)
    for _ in range(40):
        parts, depth = [], 0
        for kind in random.integers(0, 5, 40).tolist():
            if kind == 4 and depth:
                parts.append("</div>")
                depth -= 1
            else:
                parts.append(f"<div class={'abcd'[kind % 4]}>w{len(parts)}")
                depth += 1
        page = parse(f"<style>{selector}{{display:none}}</style><body>{''.join(parts)}")
        assert hidden._by_own_rules(page) == slow_rules(page, selector)


def test_many_rules_and_rows_take_no_time() -> None:
    """Caps hold: rules that all match everything, and elements that are all hidden."""
    rules = "".join(f".a .b .c{i % 7} .a, .a{{display:none}}" for i in range(5_000))
    rows = "<div class='a b'>" * 300 + "<p class='a b c1' style='display:none'>x</p>" * 3_000
    assert parse(f"<style>{rules}</style>{rows}").hidden.any()


_NAMES = st.sampled_from(["a", "b", "c-d", "md:x", "é", "A", "a_1", "::", "x&y", "a b", "b\xa0a", "no-js", "x>y"])
_WRITTEN = st.sampled_from(
    [".a", ".b", "#b", ".c-d", r".md\:x", ".A", "#a_1", r".\:\:", "p", "P", "*", "[x]", ":hover", ".zz", "#a", ".a.b",
     ":not(.a)", "::before", ".no-js", r".x\>y", "", ".", r".\31", "\r\n"]
)  # fmt: skip
_SAID = st.sampled_from(
    [
        "display:none",
        "display : none!important",
        "display:block",
        "visibility:hidden",
        "color:red",
        "DISPLAY:none",
        "visibility:visible",
        "display:none visibility:hidden",
        "display: block ! IMPORTANT",
        "x-display:none",
        "content:'→'",
    ]
)
_AROUND = st.sampled_from(
    [
        "{}", "{}", "{}", "@media print{{{}}}", "@media screen{{{}", "/*{}*/", "x;{}", "}}{}", "/*{}", "{{{}", "\r\n{}",
        "@media (min-width:600px){{{}}}", "@media (max-width: 64.5em ){{{}}}", "@media ONLY screen and (min-width:64em){{{}}}",
        "@media screen and (max-width:64em) , print{{{}}}", "@media screenx{{{}}}", "@media ,screen{{{}}}", "@media{{{}}}",
        "@media(min-width:1.1234567px){{{}}}", "@media all{{@media print{{{}}}}}", "@supports (a:b){{{}}}", "@layer x{{{}}}",
        "@font-face{{{}}}", "@charset 'x';{}", "@keyframes k{{from{{x:y}}{}}}",
    ]
)  # fmt: skip
# What only the plain code can read: it has to say so.
_ODD = st.sampled_from(
    [
        "",
        "",
        "",
        ".é{display:none}",
        ".a{display\xa0:none}",
        "p{content:'\xa0';display:none}",
        ".a{\u2003display:block}",
        ".b{diſplay:none;display:none}",
        "@é{}",
    ]
)


@st.composite
def sheets(draw: st.DrawFn) -> str:
    """Style sheets, some of them broken."""
    parts = []
    for _ in range(draw(st.integers(1, 8))):
        selectors = draw(st.lists(st.lists(_WRITTEN, min_size=1, max_size=3), min_size=1, max_size=3))
        joint = draw(st.sampled_from([" ", " ", "", " > ", ">", "+"]))
        rule = f"{','.join(joint.join(some) for some in selectors)}{{{';'.join(draw(st.lists(_SAID, max_size=3)))}}}"
        parts.append(draw(_AROUND).format(rule))
    return "".join(parts) + draw(_ODD)


@pytest.mark.skipif(compiled.core is None, reason="there is no compiled code")
@given(
    sheets(),
    st.lists(
        st.tuples(_NAMES, _NAMES, st.sampled_from(["", "display:none", "DIS play : NO ne", "visibility:hidde"])),
        max_size=12,
    ),
)
def test_compiled_code_hides_the_same(sheet: str, rows: list[tuple[str, str, str]]) -> None:
    """Rules of all kinds, names that are not plain, broken sheets."""
    markup = "".join(
        f'<{"div" if name < other else "p"} class="{escape(name)} {name}" id="{escape(other)}" style="{style}">some words here'
        for name, other, style in rows
    )
    source = f"<head><style>{sheet}</style><style media='(min-width:2px)'>{sheet[::2]}</style></head><body>{markup}"
    found = parse(source).hidden
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(compiled, "core", None)
        assert_array_equal(parse(source).hidden, found)


@pytest.mark.skipif(compiled.core is None, reason="there is no compiled code")
@given(st.lists(_NAMES, max_size=4).map(frozenset), st.lists(st.lists(_NAMES, max_size=3), max_size=8))
def test_rows_with_a_class_are_found_with_and_without_compiled_code(
    wanted: frozenset[str], rows: list[list[str]]
) -> None:
    """Whatever characters its name is made of."""
    page = parse("".join(f'<p class="{escape(" ".join(names))}">x' for names in rows))
    found = page.with_class(wanted)
    assert found == [row for row, value in page.classes.items() if not wanted.isdisjoint(value.split())]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(compiled, "core", None)
        assert page.with_class(wanted) == found
