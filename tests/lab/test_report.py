"""The report is one file that a real browser shows without a complaint."""

import re
import shutil
from html.parser import HTMLParser
from pathlib import Path

import pytest

from sectio.lab.evaluate import report
from sectio.lab.evaluate.report.diff import side_by_side
from sectio.lab.evaluate.report.svg import escape, tag
from sectio.lab.evaluate.report.worst import WorstPage, find_worst
from sectio.lab.evaluate.run import Run
from tests.lab.corpora import gold_text
from tests.lab.runs import DEFAULT, make_run, measured

CHROMIUM = shutil.which("chromium") or shutil.which("google-chrome")
EVIL = "<script>document.title='owned'</script><img src=x onerror=alert(1)>\x00&amp;'\""


def small_run(**how: object) -> Run:
    columns = {
        DEFAULT: [measured(0.5, ms=3.0), measured(0.9, ms=4.0), measured(0.7, ms=5.0)],
        "Peer": [measured(0.8, ms=90.0), measured(0.8, ms=80.0), measured(0, ms=None, error=EVIL)],
        "body": [measured(0.4)] * 3,
    }
    return make_run(columns, problems=(EVIL,), **how)  # type: ignore[arg-type]


def evil_page() -> WorstPage:
    return WorstPage(EVIL, EVIL, DEFAULT, 0.1, "Peer", 0.8, gold_text(EVIL), "All else. " + EVIL)


class Balance(HTMLParser):
    """Counts tags that were not closed in order."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.wrong = 0

    def handle_starttag(self, tag: str, attrs: object) -> None:
        """Remember what was opened."""
        if tag not in ("meta", "link"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        """Compare with what was opened last."""
        self.wrong += not self.open or self.open.pop() != tag


def test_report_is_whole_and_self_contained() -> None:
    """Well-formed, no script, nothing loaded from elsewhere, all plots there."""
    html = report.write([small_run(), small_run(layout="sites")], [[evil_page()], []], version="1")
    checker = Balance()
    checker.feed(html)
    assert (checker.open, checker.wrong) == ([], 0)
    assert "<script" not in html
    assert "<img" not in html
    assert not re.search(r"(src|href)='(https?:|//)", html)
    assert html.count("<svg") == 4
    assert html.count("class='heat even'") == 2


@pytest.mark.skipif(CHROMIUM is None, reason="no Chromium here")
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_report_in_a_real_browser(tmp_path: Path, scheme: str) -> None:
    """No console message, no request, plots of a visible size, hostile page text shown as text."""
    sync_api = pytest.importorskip("playwright.sync_api")
    path = tmp_path / "report.html"
    path.write_text(report.write([small_run()], [[evil_page()]], version="1"), encoding="utf-8")
    with sync_api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        page = browser.new_page(color_scheme=scheme)
        heard: list[str] = []
        page.on("console", lambda message: heard.append(message.text))
        page.on("pageerror", lambda error: heard.append(str(error)))
        page.on("request", lambda request: heard.append(request.url))
        page.goto(path.as_uri())
        assert heard == [path.as_uri()]
        assert page.title() == "Evaluation: data & set"
        sizes = [plot.bounding_box() for plot in page.query_selector_all("svg.plot")]
        assert len(sizes) == 2
        assert all(box["width"] > 300 and box["height"] > 60 for box in sizes)
        assert "owned" in page.inner_text("details.worst[open]")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        browser.close()


def test_diff_marks_both_sides() -> None:
    """Words only one side has are marked there; case and spaces do not matter."""
    left, right = side_by_side("The boat came in early.", "the  boat came in late. Home")
    assert "<del>early.</del>" in left
    assert "<ins>late. Home</ins>" in right
    assert "The boat came in " in left


def test_diff_folds_long_equal_runs_and_caps_length() -> None:
    """Nobody reads a thousand equal words, and the matcher is quadratic."""
    text = " ".join(f"w{n}" for n in range(200))
    left, _ = side_by_side(text, text)
    assert "172 words the same" in left
    assert "w100" not in left
    assert "more words, not compared" in side_by_side("a " * 50, "b", most=20)[0]
    assert "(empty)" in side_by_side("a", "")[1]


def test_worst_pages_are_extracted_again() -> None:
    """The lowest F1 of the default comes first, with its text and the best rival on that page."""
    found = find_worst(small_run(), count=2)
    assert [page.page for page in found] == ["p0", "p2"]
    assert (found[0].rival, found[0].rival_f1) == ("Peer", 0.8)
    assert "gulls" in found[0].text


def test_markup_is_escaped() -> None:
    """Attribute values and text cannot break out; control characters vanish."""
    assert escape("<a>\x00'") == "&lt;a&gt;&#x27;"
    assert tag("i", "x", title="'>") == "<i title='&#x27;&gt;'>x</i>"
    assert tag("i", x=1.5, stroke_width=2.0, cls="c") == "<i class='c' x='1.5' stroke-width='2'>x</i>".replace(
        "x</", "</"
    )
