"""The sheet in a real Chromium: judged, saved, read again; and hostile pages stay text."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from sectio.lab.judging import answers
from sectio.layout.chromium import find
from tests.apps.test_cli import run
from tests.hostile.html_vectors import embedded, vectors
from tests.lab.corpora import article

HOSTILE = "".join(
    f"<p>A paragraph with {text} in it, long enough to be read as the text of a page by most.</p>"
    for text in (
        "&lt;/script&gt;&lt;script&gt;window.hurt = 1&lt;/script&gt;",
        "&lt;img src=x onerror='window.hurt = 1'&gt;",
        "&lt;!--&lt;script&gt;",
        "<img src='http://127.0.0.1:9/x' onerror='window.hurt = 1'>",
        "</script><script>window.hurt = 1</script>",
        "<a href='javascript:window.hurt = 1'>a link</a>",
    )
)


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    sync_api = pytest.importorskip("playwright.sync_api")
    with sync_api.sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=find(), args=["--headless", "--no-sandbox"])
        yield started
        started.close()


@pytest.fixture
def opened(browser: Any, tmp_path: Path) -> Iterator[Any]:
    """A tab that opens the sheet of two pages, one of them hostile; `asked` are the requests it makes."""
    (tmp_path / "a.html").write_text(article(), encoding="utf-8")
    (tmp_path / "b.html").write_text(f"<title>{HOSTILE}</title><h1>Hurt</h1>{HOSTILE}", encoding="utf-8")
    sheet = tmp_path / "sheet.html"
    done = run("lab", "judge", str(tmp_path / "a.html"), str(tmp_path / "b.html"), "-o", str(sheet))
    assert done.returncode == 0, done.stderr
    tab = browser.new_page(viewport={"width": 1500, "height": 900})
    tab.asked, tab.said = [], []
    tab.on("request", lambda request: tab.asked.append(request.url))
    tab.on("console", lambda message: tab.said.append(message.text))
    tab.on("pageerror", lambda error: tab.said.append(str(error)))
    tab.goto(sheet.as_uri())
    yield tab
    tab.close()


def save(tab: Any, path: Path) -> Path:
    with tab.expect_download() as download:
        tab.click("#save")
    download.value.save_as(path)
    return path


def test_a_judge_ticks_and_saves(opened: Any, tmp_path: Path) -> None:
    """Sections, types and blocks; only what is marked as judged counts, and the file can be continued."""
    opened.fill("#judge", "Ann Lee")
    opened.locator(".row").first.get_by_label("noisy").check()
    opened.locator(".row").last.get_by_label("right cut").uncheck()
    assert opened.locator(".s.noisy").count() == 1
    opened.check("#done")
    opened.click("#tab-regions")
    opened.select_option("#type", "article")
    opened.locator(".row select").first.select_option("article")
    opened.check("#done")
    opened.click("#tab-blocks")
    opened.locator(".row select").first.select_option("HEADLINE")
    path = save(opened, tmp_path / "judged.json")
    judge = answers.read(path)
    assert judge.name == "Ann Lee"
    assert [*judge.said["noisy"].values()] == [True] + [False] * (len(judge.said["noisy"]) - 1)
    assert [*judge.said["right"].values()][-1] is False
    assert [*judge.said["type"].values()] == ["article"]
    assert judge.said["blocks"] == {}
    assert {name for name, _ in judge.found["noisy"]} == {str(tmp_path / "a.html")}
    opened.reload()
    assert opened.locator(".s.noisy").count() == 0
    opened.set_input_files("#file", path)
    opened.wait_for_selector(".s.noisy")
    assert json.loads(save(opened, tmp_path / "again.json").read_text()) == json.loads(path.read_text())
    assert opened.said == []


def test_every_item_is_drawn_and_listed(opened: Any) -> None:
    """As many rows as the page has sections, regions and blocks; boxes lie on the page."""
    data = opened.evaluate("data.pages[0]")
    for kind in ("sections", "regions", "blocks"):
        opened.click(f"#tab-{kind}")
        assert opened.locator(".row").count() == len(data[kind])
        assert opened.locator(".s").count() == sum(item["box"] is not None for item in data[kind])
    assert "noisy" not in opened.locator(".row").first.inner_text()


def test_hostile_pages_are_only_text(opened: Any) -> None:
    """Nothing runs, nothing is requested but the sheet itself, and the markup of the page is visible as text."""
    opened.click("#next")
    assert opened.locator("#where").inner_text().startswith("page 2 of 2")
    for kind in ("sections", "regions", "blocks"):
        opened.click(f"#tab-{kind}")
    assert opened.evaluate("window.hurt") is None
    assert "<img src=x" in opened.locator("#page").inner_text()
    assert opened.locator("#page img").count() == 0
    assert opened.asked == [opened.url]
    assert opened.said == []


def test_many_vectors_in_one_sheet(browser: Any, tmp_path: Path) -> None:
    """Every tenth of the vectors that writers are tried with: no script runs, no request is made."""
    for number, vector in enumerate(list(vectors().values())[::10]):
        (tmp_path / f"{number:03}.html").write_text(embedded(vector, number % 18), encoding="utf-8", errors="replace")
    sheet = tmp_path / "sheet.html"
    pages = sorted(map(str, tmp_path.glob("*.html")))
    run("lab", "judge", *pages, "-o", str(sheet))
    tab = browser.new_page()
    asked: list[str] = []
    tab.on("request", lambda request: asked.append(request.url))
    tab.on("dialog", lambda dialog: asked.append(dialog.message))
    tab.goto(sheet.as_uri())
    for _ in range(len(pages) - 1):
        tab.click("#next")
    assert asked == [tab.url]
    foreign = "[...document.body.querySelectorAll('*')].map(one => one.tagName)"
    assert set(tab.evaluate(foreign)) <= {
        "SCRIPT", "HEADER", "INPUT", "BUTTON", "SPAN", "DIV", "P", "B", "LABEL", "SELECT", "OPTION",
    }  # fmt: skip
    tab.close()


def test_a_sheet_with_pictures(tmp_path: Path) -> None:
    """With a browser each page is a picture of itself; a page that cannot be read is told and left out."""
    (tmp_path / "a.html").write_text(article(), encoding="utf-8")
    sheet = tmp_path / "sheet.html"
    done = run("lab", "judge", str(tmp_path / "a.html"), "missing.html", "-o", str(sheet), "--layout", "chromium")
    assert done.returncode == 1
    assert b"missing.html" in done.stderr
    assert "data:image/jpeg;base64," in sheet.read_text()
