"""The real browser: what it measures, what it survives. Skipped, with the reason, if there is none."""

import os
import signal
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer

import numpy as np
import pytest

from sectio.dom.page import Page
from sectio.dom.parse import parse
from sectio.errors import BrowserError, SectioError, TimeLimit
from sectio.layout import Layout, chromium
from sectio.layout.chromium import Browser, find, layouts


def _why_not() -> str:
    try:
        import playwright  # noqa: F401

        find()
    except (ImportError, SectioError) as error:
        return f"no real browser to test with: {error}"
    return ""


WHY_NOT = _why_not()
real = pytest.mark.skipif(bool(WHY_NOT), reason=WHY_NOT or "there is a browser")


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """One browser for all tests; generous time, for machines that are busy."""
    with Browser(timeout=60) as running:
        yield running


def row_of(page: Page, tag: str) -> int:
    return int(np.flatnonzero(page.is_tag(tag))[0])


def tags(page: Page) -> list[str]:
    return [page.tag_of(row) for row in range(len(page))]


# What it measures


@real
def test_boxes_and_looks(browser: Browser) -> None:
    """Sizes, fonts, weight, slant, underline, contrast and visibility come from the page's own styles."""
    page = parse(
        """<!doctype html><style>body { margin: 0 } h1 { font-size: 40px } .gone { display: none }</style>
        <h1>Title</h1><div style="width: 300px; height: 50px; background: #000; color: #fff">white
        <b>bold</b></div> <p><i>slanted</i> <a href="/x">link <span>inside</span></a></p><section
        class="gone">hidden</section>"""
    )
    found = browser.layout(page)
    assert found.source == "chromium"
    assert found.missing == ()
    assert found.font_size is not None
    assert found.bold is not None
    assert found.italic is not None
    assert found.underline is not None
    assert found.contrast is not None
    assert found.visible is not None
    div, title = row_of(page, "div"), row_of(page, "h1")
    assert (found.width[div], found.height[div]) == (300, 50)
    assert found.font_size[title] == 40
    assert found.bold[title + 1]
    assert found.bold[row_of(page, "b") + 1]
    assert found.italic[row_of(page, "i") + 1]
    assert found.underline[row_of(page, "span") + 1]
    assert found.contrast[div + 1] == pytest.approx(21)
    assert not found.visible[row_of(page, "section")]
    assert not found.visible[row_of(page, "section") + 1]
    assert found.y[div] > found.y[title]
    assert 0 < found.width[div + 1] < 300


@real
@pytest.mark.parametrize(
    "html",
    [
        "<table><tr>foster<td>cell<p>para<table><tr><td>inner</table></table>",
        "<a href=1>one<a href=2>two<div>three</a></div>",
        "<p>one<p>two<ul><li>a<li>b</ul><select><option>x<option>y</select>",
        "<foo:bar a:b=1 onclick=x @click=y>odd</foo:bar><x-y>custom</x-y><bad'name>z</bad'name>",
        "<ruby>a<rt>b</ruby><details><summary>s</summary>d</details><math><mi>x</mi></math>",
        "<textarea>a <b>not bold</b></textarea><noscript><p>later</p></noscript>",
        "",
    ],
)
def test_the_browser_has_exactly_our_rows(browser: Browser, html: str) -> None:
    """Nothing is parsed again, so nothing is moved, added or lost, whatever the markup."""
    page = parse(html)
    built = browser.document(page)
    assert len(built) == len(page)
    assert [a for a, b in zip(built, tags(page), strict=True) if a != b] in ([], ["span"])


@real
def test_the_browser_reads_sources_as_our_parser_does(browser: Browser) -> None:
    """Both parsers repair alike, so that boxes are of the tree a reader's browser would have."""
    source = "<title>t</title><p>a<table><tr>b<td>c</table><!-- x -->d<script>e</script> f<svg><g/></svg><b><p>g</b>h"
    assert browser.parsed(source) == tags(parse(source))


@real
def test_white_space_between_inline_elements_is_kept(browser: Browser) -> None:
    """Blank text is not a row, but words that it separates must not run together."""
    loose, tight = parse("<p><b>one</b> <b>two</b></p>"), parse("<p><b>one</b><b>two</b></p>")
    ends = [found.x[-1] + found.width[-1] for found in (browser.layout(loose), browser.layout(tight))]
    assert ends[0] > ends[1] + 2


@real
def test_images_that_are_not_loaded_take_room(browser: Browser) -> None:
    """By their attributes, by their styles, or a default; never by their alternative text."""
    page = parse("<!doctype html><img width=300 height=200 alt='some words'><br><img alt='more words'>")
    found = browser.layout(page)
    first, second = np.flatnonzero(page.is_tag("img"))
    assert (found.width[first], found.height[first]) == (300, 200)
    assert found.width[second] == 100


@real
def test_layout_is_the_same_twice(browser: Browser) -> None:
    """Measuring a page again gives the same numbers."""
    page = parse("<style>p{margin:3px}</style>" + "<p>some <i>words</i> here</p>" * 50)
    first, again = browser.layout(page), browser.layout(page)
    for name in ("x", "y", "width", "height", "font_size", "contrast"):
        np.testing.assert_array_equal(getattr(first, name), getattr(again, name))


# What it survives

HOSTILE = {
    "endless script": "<p>text</p><script>while (true) {}</script><img src=x onerror='while(true){}'>",
    "huge table": "<table>" + "<tr><td>a<td>b<td>c<td>d</tr>" * 4000 + "</table>",
    "fixed cover": "<div style='position:fixed;inset:0;z-index:9;background:#fff'>cover</div><p>text</p>",
    "zero-size body": "<body style='width:0;height:0;overflow:hidden;display:none'><p>text</p>",
    "frames": "<frameset cols='50%,50%'><frame src=a><frame src=b></frameset>",
    "deep": "<div>" * 10_000 + "text",
    "deep and inline": "<b><span>" * 5_000 + "text",
    "empty": "",
    "odd characters": "<p>\ud83d\ude00 \x00 \ufffe é</p>".encode("utf-8", "replace").decode("utf-8", "replace"),
    "style that is no style": "<style>}}} { @import url(http://x.test/); p{{{</style><p>text</p>",
}


@real
@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_pages(browser: Browser, name: str) -> None:
    """One finite box per row, no script run, no time lost."""
    page = parse(HOSTILE[name])
    found = browser.layout(page)
    assert len(found) == len(page)
    for column in (found.x, found.y, found.width, found.height):
        assert np.isfinite(column).all()
    paragraphs = np.flatnonzero(page.is_tag("p"))
    assert found.visible is not None
    assert found.visible[paragraphs].all() or name == "zero-size body"


@real
def test_nothing_is_loaded(browser: Browser) -> None:
    """Images, style sheets, fonts, frames and backgrounds of a page are not asked for, not even on this
    machine.
    """
    asked: list[str] = []

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked.append(self.path)
            self.send_error(404)

    with HTTPServer(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        here = f"http://127.0.0.1:{server.server_port}"
        browser.layout(
            parse(
                f"""<link rel=stylesheet href={here}/a.css><style>@import url({here}/b.css);
                @font-face {{ font-family: f; src: url({here}/c.woff) }}
                p {{ font-family: f; background: url({here}/d.png) }}</style>
                <p>text</p><img src={here}/e.png srcset="{here}/f.png 2x"><video poster={here}/g.png></video>
                <body background={here}/h.png><input type=image src={here}/i.png><iframe
                src={here}/j></iframe>"""
            )
        )
        browser.layout(parse("<p>another page, so that the first one had time"))
        server.shutdown()
    assert asked == []


@real
def test_style_sheets_load_when_allowed() -> None:
    """With a network the page's style sheets count; addresses are relative to the page's own."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200 if self.path == "/styles/a.css" else 404)
            self.send_header("Content-Type", "text/css")
            self.end_headers()
            self.wfile.write(b"p { width: 123px }")

        def log_message(self, *told: object) -> None:
            pass

    with HTTPServer(("127.0.0.1", 0), Handler) as server, Browser(network=True, timeout=60) as allowed:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        page = parse("<!doctype html><base href=/styles/><link rel=stylesheet href=a.css><p>text")
        found = allowed.layout(page, f"http://127.0.0.1:{server.server_port}/page")
        server.shutdown()
    assert found.width[row_of(page, "p")] == 123


@real
def test_render_runs_scripts(browser: Browser) -> None:
    """What scripts write is there to be parsed and laid out."""
    html = browser.render("<div id=a></div><script>document.getElementById('a').textContent = 'writ' + 'ten'</script>")
    assert ">written<" in html


@real
def test_an_endless_script_costs_its_page_only() -> None:
    """Rendering hits the time limit; the next page gets a new browser."""
    with Browser(timeout=60) as running:
        running.layout(parse("<p>warm"))
        running._timeout = 4
        with pytest.raises(TimeLimit):
            running.render("<script>while (true) {}</script>")
        running._timeout = 60
        assert running.layout(parse("<p>text")).height[-1] > 0


@real
def test_a_killed_browser_is_replaced() -> None:
    """Killing Chromium between pages goes unnoticed: it is started again."""
    with Browser(timeout=60) as running:
        page = parse("<p>text")
        before = running.layout(page)
        pid = running.pid
        assert pid is not None
        os.kill(pid, signal.SIGKILL)
        after = running.layout(page)
        assert running.pid not in (None, pid)
        np.testing.assert_array_equal(before.width, after.width)


@real
def test_a_batch_goes_on_when_its_browser_is_killed(monkeypatch: pytest.MonkeyPatch) -> None:
    """A page during which the browser dies every time is reported; the others have their layout, in order."""
    build = chromium._Engine._build
    deaths: list[int] = []

    def build_or_die(self: chromium._Engine, page: Page, url: str | None) -> None:
        if "poison" in page.html and self.pid:
            deaths.append(self.pid)
            os.kill(self.pid, signal.SIGKILL)
        build(self, page, url)

    monkeypatch.setattr(chromium._Engine, "_build", build_or_die)
    sources = ["<p>one", "<p>poison", "<p>three", "<p>four"]
    found = list(layouts(map(parse, sources), workers=1, timeout=60))
    assert [type(result) for result in found] == [Layout, BrowserError, Layout, Layout]
    assert len(deaths) == len(set(deaths)) == 2


# Without a browser


def test_no_browser_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    """The error names a package and the option."""
    monkeypatch.setattr(chromium, "NAMES", ())
    monkeypatch.setattr(chromium, "_PLACES", ())
    with pytest.raises(BrowserError, match=r"apt install chromium.*executable"):
        find()


def test_a_path_that_is_no_program() -> None:
    """A wrong path is named."""
    with pytest.raises(BrowserError, match="no-such-browser"):
        Browser(executable="no-such-browser")


@pytest.mark.skipif(not os.access("/bin/false", os.X_OK), reason="needs /bin/false")
def test_a_program_that_is_no_browser_is_an_error_per_page() -> None:
    """Every page is reported, none raises out of the batch."""
    pytest.importorskip("playwright")
    found = list(layouts([parse("<p>a"), parse("<p>b")], workers=1, executable="/bin/false"))
    assert [type(result) for result in found] == [BrowserError, BrowserError]
