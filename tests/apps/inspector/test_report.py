"""The report as people use it, in a real Chromium, opened from a file."""

import json
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest

import sectio
from sectio.apps.inspector import report
from sectio.apps.inspector.view import COMPARED, Inspection, compared
from tests.apps.inspector.browsing import browser, tab  # noqa: F401
from tests.layout.test_chromium import real

GOLDEN = Path(__file__).parents[2] / "golden"
LARGEST = 60_000  # bytes of script and style
CONTRAST = 4.5  # as WCAG 2 asks of text

# For every text: the contrast of its colour with the nearest background, and the text; the worst first.
_CONTRASTS = """() => {
  const canvas = new OffscreenCanvas(1, 1).getContext("2d", {willReadFrequently: true});
  const rgba = (colour) => {
    canvas.clearRect(0, 0, 1, 1); canvas.fillStyle = colour; canvas.fillRect(0, 0, 1, 1);
    return [...canvas.getImageData(0, 0, 1, 1).data].map((value) => value / 255);
  };
  const light = ([r, g, b]) => [r, g, b].map((c) => (c <= .04045 ? c / 12.92 : ((c + .055) / 1.055) ** 2.4)).reduce((sum, c, i) => sum + c * [.2126, .7152, .0722][i], 0);
  const behind = (element) => {
    for (let at = element; at; at = at.parentElement) { const found = rgba(getComputedStyle(at).backgroundColor); if (found[3] > .95) return found; }
    return [1, 1, 1, 1];
  };
  const found = [];
  for (const element of document.querySelectorAll("body *")) {
    const own = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim());
    if (!own || !element.checkVisibility({opacityProperty: true}) || element.closest("iframe, script, .toast")) continue;
    const [a, b] = [light(rgba(getComputedStyle(element).color)), light(behind(element))].sort((x, y) => y - x);
    found.push([(a + .05) / (b + .05), element.className + ": " + element.textContent.slice(0, 40)]);
  }
  return found.sort((x, y) => x[0] - y[0]);
}"""
FRAME = "document.getElementById('frame').contentDocument"


def source_of(name: str) -> bytes:
    return (GOLDEN / name / "source.html").read_bytes()


def open_report(tab: Any, tmp_path: Path, source: Any, site: sectio.Site | None = None, view: str = "") -> Inspection:  # noqa: F811
    found = Inspection.of(source, template=site)
    path = tmp_path / "report.html"
    record = {**found.whole(), "compare": compared(source, COMPARED)}
    path.write_text(report.write(record), encoding="utf-8")
    tab.goto(path.as_uri() + view)
    wait(tab, f"!!{FRAME}?.querySelector('sx-layer')")
    return found


def wait(tab: Any, wanted: str) -> None:  # noqa: F811
    """Until this is true; the page's policy does not let it be evaluated inside."""
    for _ in range(200):
        if tab.evaluate(wanted):
            return
        tab.wait_for_timeout(50)
    raise AssertionError(wanted)


def now(tab: Any) -> tuple[list[str], list[str]]:  # noqa: F811
    """What is outlined on the page, and in the list: numbers of sections."""
    on_page = tab.evaluate(f"[...{FRAME}.querySelectorAll('sx-box.now sx-label')].map((label) => label.textContent)")
    in_list = tab.evaluate(
        "[...document.querySelectorAll('.sections .now')].map((item) => item.querySelector('.role').textContent + ' ' + item.querySelector('.score').textContent)"
    )
    return on_page, in_list


def test_script_and_style_are_small() -> None:
    assert len((report.script() + report.style()).encode()) <= LARGEST


def test_modules_are_bundled_in_an_order_that_works() -> None:
    """A module needs only modules before it; what it takes from them is exported there."""
    known: dict[str, set[str]] = {}
    for name in report.MODULES:
        source = report._read(f"{name}.js")
        for taken, module in report._IMPORT.findall(source):
            assert {one.strip() for one in taken.strip("{}").split(",")} <= known[module]
        known[name] = {found[1] for found in report._EXPORT.findall(source)}
        assert "innerHTML" not in source


@real
@pytest.mark.parametrize("name", ["article-comments", "forum-thread", "product", "documentation", "listing"])
def test_every_view_of_every_kind_of_page(tab: Any, tmp_path: Path, name: str) -> None:  # noqa: F811
    """All sections are listed, all tabs show something, nothing is asked for, nothing goes wrong."""
    found = open_report(tab, tmp_path, source_of(name))
    assert tab.locator(".sections > li").count() == len(found.doc.sections)
    assert tab.locator("#facts h2").inner_text() == (found.doc.title or "Untitled page")
    for view in tab.locator("#tabs button").all():
        view.click()
        assert tab.locator("#panel").inner_text().strip()
    assert [url for url in tab.asked if not url.startswith(("file:", "about:", "data:"))] == []
    assert tab.said == []


@real
def test_hover_both_ways(tab: Any, tmp_path: Path) -> None:  # noqa: F811
    """What is under the mouse on one side is outlined on the other, and scrolled to."""
    found = open_report(tab, tmp_path, source_of("article-comments"))
    last = len(found.doc.sections) - 1
    tab.locator(".sections > li").nth(last).hover()
    tab.wait_for_timeout(200)
    section = found.doc.sections[last]
    assert now(tab)[0] in ([f"{section.role} {section.importance:.2f}"], [])
    box = tab.evaluate(
        f"(() => {{ const box = {FRAME}.querySelector('sx-box.now').getBoundingClientRect(); return [box.top, box.bottom] }})()"
    )
    assert -50 < box[0] < 850
    first = next(n for n, one in enumerate(found.doc.sections) if not one.noisy)
    tab.evaluate(f"{FRAME}.querySelector('[data-s=\"{first}\"]').scrollIntoView()")
    tab.frame_locator("#frame").locator(f'[data-s="{first}"]').first.hover()
    tab.wait_for_timeout(200)
    chosen = found.doc.sections[first]
    assert now(tab)[1] == [f"{chosen.role} {chosen.importance:.2f}"]
    assert tab.locator(".sections .now").bounding_box()["y"] > 80


@real
def test_the_keyboard(tab: Any, tmp_path: Path) -> None:  # noqa: F811
    """j and k walk, Enter says why, numbers are tabs, the tab list takes arrows, ? lists the keys."""
    found = open_report(tab, tmp_path, source_of("article-comments"))
    tab.keyboard.press("j")
    tab.keyboard.press("j")
    tab.keyboard.press("k")
    assert tab.evaluate("document.activeElement.classList.contains('row')")
    tab.keyboard.press("Enter")
    more = tab.locator(".sections .more")
    assert found.doc.sections[0].reason in more.inner_text()
    assert found.doc.sections[0].xpath in more.inner_text()
    assert tab.locator(".row[aria-expanded=true]").count() == 1
    tab.keyboard.press("2")
    assert tab.locator("[aria-selected=true]").inner_text() == "Text"
    tab.locator("[aria-selected=true]").focus()
    tab.keyboard.press("ArrowRight")
    assert tab.evaluate("document.activeElement.textContent") == "Markdown"
    tab.keyboard.press("?")
    assert tab.locator("dialog[open]").count() == 1
    tab.keyboard.press("Escape")
    assert tab.evaluate("location.hash") == "#tab=markdown"


@real
def test_everything_that_is_used_has_a_name(tab: Any, tmp_path: Path) -> None:  # noqa: F811
    """Controls for those who do not see them: a text, a label or a title."""
    open_report(tab, tmp_path, source_of("article-comments"))
    nameless = tab.evaluate(
        """[...document.querySelectorAll('button, input, select, summary, iframe, [role=tabpanel], [tabindex]')]
        .filter((one) => !(one.textContent.trim() || one.labels?.length || one.title || one.ariaLabel || one.getAttribute('aria-labelledby') || one.type === 'file'))
        .map((one) => one.outerHTML)"""
    )
    assert nameless == []
    assert tab.evaluate("document.documentElement.lang") == "en"


@real
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_contrast(browser: Any, tmp_path: Path, scheme: str) -> None:  # noqa: F811
    """Every text of every view can be read."""
    context = browser.new_context(viewport={"width": 1400, "height": 900}, color_scheme=scheme)
    opened = context.new_page()
    open_report(opened, tmp_path, source_of("forum-thread"))
    for number in range(1, 9):
        opened.keyboard.press(str(number))
        worst = opened.evaluate(_CONTRASTS)
        assert worst
        assert worst[0][0] >= CONTRAST, worst[:5]
    context.close()


@real
def test_download_and_copy(tab: Any, tmp_path: Path) -> None:  # noqa: F811
    """The JSON is the result as the library gives it."""
    found = open_report(tab, tmp_path, source_of("article-comments"))
    tab.locator("#download > summary").click()
    with tab.expect_download() as download:
        tab.locator("#download button", has_text="JSON").click()
    download.value.save_as(tmp_path / "result.json")
    assert json.loads((tmp_path / "result.json").read_text("utf-8")) == json.loads(found.doc.to_json(sections=True))
    tab.context.grant_permissions(["clipboard-read", "clipboard-write"])
    tab.locator("#copy > summary").click()
    tab.locator("#copy button", has_text="Markdown").click()
    tab.wait_for_selector(".toast.shown")
    assert tab.evaluate("navigator.clipboard.readText()") == found.doc.markdown


@real
def test_compare_shows_the_words_that_differ(tab: Any, tmp_path: Path) -> None:  # noqa: F811
    """Marked words make one text out of the other."""
    source = source_of("article-comments")
    open_report(tab, tmp_path, source, view="#tab=compare")
    texts = {one["method"]: one["text"] for one in compared(source, COMPARED)}
    columns = tab.locator(".columns section")
    assert columns.locator("header b").all_inner_texts() == list(COMPARED)
    for at, method in enumerate(COMPARED[1:], 1):
        parts = tab.evaluate(
            "(at) => [...document.querySelectorAll('.columns section')[at].lastChild.childNodes].map((node) => [node.nodeName, node.textContent])",
            at,
        )
        assert "".join(text for name, text in parts if name != "DEL") == texts[method]
        assert "".join(text for name, text in parts if name != "INS") == texts["sectio"]
    assert columns.nth(2).locator("ins").count()


@real
def test_the_template_of_a_site(tab: Any, tmp_path: Path) -> None:  # noqa: F811
    """What a learned site says about each section, and the kinds drawn over the page."""
    from sectio import demo

    pages = [source for _, source in demo.pages()]
    found = open_report(tab, tmp_path, pages[5], sectio.learn(pages[:5]), view="#tab=template")
    said = tab.locator("#panel").inner_text()
    assert "of 5 pages" in said
    assert f"{found.site.match(pages[5]).coverage:.2f}" in said  # type: ignore[union-attr]
    tab.locator("#show-kinds").check()
    tab.wait_for_timeout(300)
    kinds = tab.evaluate(f"[...{FRAME}.querySelectorAll('.kinds sx-label')].map((label) => label.textContent)")
    assert kinds
    assert set(kinds) <= {"star", "separator", "inline", "block"}


@real
def test_labels_do_not_overlap(tab: Any, tmp_path: Path) -> None:  # noqa: F811
    """On any kind of page."""
    for name in ("article-comments", "forum-thread", "product", "listing"):
        open_report(tab, tmp_path, source_of(name))
        boxes = tab.evaluate(
            f"[...{FRAME}.querySelectorAll('sx-label')].map((one) => one.getBoundingClientRect()).map((r) => [r.left, r.top, r.right, r.bottom])"
        )
        assert boxes
        met = [
            (a, b)
            for n, a in enumerate(boxes)
            for b in boxes[:n]
            if a[0] < b[2] and b[0] < a[2] and a[1] < b[3] - 1 and b[1] < a[3] - 1
        ]
        assert met == []


@real
def test_a_narrow_screen_shows_one_side(browser: Any, tmp_path: Path) -> None:  # noqa: F811
    """A button changes sides, and nothing is wider than the screen."""
    context = browser.new_context(viewport={"width": 390, "height": 800})
    opened = context.new_page()
    open_report(opened, tmp_path, source_of("article-comments"))
    assert not opened.locator("#page-side").is_visible()
    opened.locator(".switch button", has_text="Page").click()
    assert opened.locator("#page-side").is_visible()
    assert not opened.locator("#result-side").is_visible()
    wait(opened, f"{FRAME}.querySelector('sx-box')?.getBoundingClientRect().width > 20")
    assert opened.evaluate("document.documentElement.scrollWidth") <= 390
    context.close()


_DIFFED = """(pairs) => { const runs = (() => { SCRIPT; return $diff.wordDiff })(); return pairs.map(([a, b]) => runs(a, b)) }"""


@real
def test_the_diff_is_exact_on_any_two_texts(tab: Any) -> None:  # noqa: F811
    """Runs make both texts again, and words that both have in order are not called different when little differs."""
    random = Random(5)
    texts = [
        "".join(random.choice(["a ", "b ", "c\n", "d ", "\n"]) for _ in range(random.randrange(40))) for _ in range(120)
    ]
    many = " ".join(str(n) for n in range(4000))
    pairs = [*pairwise(texts), ("", "x"), ("x", ""), ("", ""), (many, many[::-1]), ("one two three", "one 2 three")]
    found = tab.evaluate(_DIFFED.replace("SCRIPT", report._module("diff")), [list(pair) for pair in pairs])
    for (before, after), runs in zip(pairs, found, strict=True):
        assert "".join(text for kind, text in runs if kind != "new") == before
        assert "".join(text for kind, text in runs if kind != "gone") == after
    assert found[-1] == [["same", "one "], ["gone", "two"], ["new", "2"], ["same", " three"]]
