"""The inspector as the server serves it, in a real Chromium."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import sectio
from sectio import demo
from tests.apps.inspector import hostile
from tests.apps.inspector.browsing import browser, tab  # noqa: F401
from tests.apps.inspector.hostile import CLICKED, LEADING, LOADING, RUNNING, beacon
from tests.apps.inspector.test_report import FRAME, GOLDEN, wait
from tests.apps.server.running import Running, running
from tests.layout.test_chromium import real

pytestmark = [real]
PAGES = [source for _, source in demo.pages()]
ARTICLE = GOLDEN / "article-comments" / "source.html"
HTML = {"Content-Type": "text/html"}


@pytest.fixture(scope="module")
def server() -> Iterator[Running]:
    with running("--timeout", "20") as made:
        yield made


def opened(tab: Any, server: Running, held: str = "") -> None:  # noqa: F811
    tab.goto(f"http://127.0.0.1:{server.port}/{held}")
    wait(tab, "document.querySelectorAll('#method option').length > 3")


def show(tab: Any, path: Path) -> None:  # noqa: F811
    """Open a page by its file, and wait for both parts of the answer."""
    with tab.expect_response(lambda response: response.request.url.endswith("part=rest")):
        tab.locator("#file").set_input_files(path)
    wait(tab, f"!!{FRAME}?.querySelector('sx-box') && !document.body.classList.contains('busy')")


def test_paste_a_page(tab: Any, server: Running) -> None:  # noqa: F811
    """Its sections are coloured on the page and listed beside it, with reasons."""
    opened(tab, server)
    assert tab.locator("#empty").is_visible()
    tab.locator("#paste").click()
    tab.locator("dialog textarea").fill(ARTICLE.read_text("utf-8"))
    tab.locator("dialog button", has_text="Inspect").click()
    wait(tab, f"!!{FRAME}?.querySelector('sx-box.content')")
    wait(tab, "!document.body.classList.contains('busy')")
    found = sectio.sections(ARTICLE.read_text("utf-8"))
    assert tab.locator(".sections > li").count() == len(found)
    assert tab.locator(".sections .why").last.inner_text() in found[-1].reason
    assert tab.said == []


def test_the_download_is_the_answer_of_the_api(tab: Any, server: Running, tmp_path: Path) -> None:  # noqa: F811
    opened(tab, server)
    show(tab, ARTICLE)
    tab.locator("#download > summary").click()
    with tab.expect_download() as download:
        tab.locator("#download button", has_text="JSON").click()
    download.value.save_as(tmp_path / "result.json")
    saved = json.loads((tmp_path / "result.json").read_text("utf-8"))
    answer = server.client.post("/extract", json={"html": ARTICLE.read_text("utf-8")}).json()
    sections = server.client.post("/sections", json={"html": ARTICLE.read_text("utf-8")}).json()["sections"]
    assert saved == {**answer, "sections": sections}


def test_learn_from_five_pages(tab: Any, server: Running, tmp_path: Path) -> None:  # noqa: F811
    """Each page's fit, the pattern, and what the pages say about the sections of the page that is shown."""
    files = [tmp_path / f"{n}.html" for n in range(6)]
    for path, source in zip(files, PAGES, strict=False):
        path.write_bytes(source if isinstance(source, bytes) else source.encode())
    opened(tab, server)
    show(tab, files[5])
    tab.locator("#learn > summary").click()
    tab.locator("#lesson-files").set_input_files(files[:5])
    wait(tab, "document.getElementById('panel').textContent.includes('of 5 pages')")
    assert tab.locator("#lesson-pages .fit").count() == 5
    assert tab.locator("#lesson-result pre").inner_text().startswith("body(")
    assert tab.locator("#site").input_value() == "(learned)"
    wait(tab, f"!!{FRAME}?.querySelector('sx-layer.kinds sx-box')")
    assert tab.locator("[aria-selected=true]").inner_text() == "Template"


def test_compare_with_a_method_of_choice(tab: Any, server: Running) -> None:  # noqa: F811
    opened(tab, server, "#tab=compare")
    show(tab, ARTICLE)
    wait(tab, "document.querySelectorAll('.columns section').length === 3")
    tab.locator("#panel select").nth(1).select_option("coreex")
    wait(
        tab,
        "[...document.querySelectorAll('.columns header b')].map((one) => one.textContent).join() === 'sectio,coreex,body'",
    )
    parts = tab.evaluate(
        "[...document.querySelectorAll('.columns section')[1].lastChild.childNodes].map((node) => [node.nodeName, node.textContent])"
    )
    text = "".join(said for name, said in parts if name != "DEL")
    assert text == sectio.extract(ARTICLE.read_text("utf-8"), method="coreex").text


def test_the_address_holds_how_and_not_what(tab: Any, server: Running) -> None:  # noqa: F811
    """Method and view; a link with them opens the inspector that way."""
    opened(tab, server, "#tab=text&method=coreex")
    assert tab.locator("#method").input_value() == "coreex"
    show(tab, ARTICLE)
    assert (
        tab.locator("#panel").inner_text().split()
        == sectio.extract(ARTICLE.read_text("utf-8"), method="coreex").text.split()
    )
    tab.locator("#tab-markdown").click()
    assert tab.evaluate("location.hash") == "#tab=markdown&method=coreex"


def test_a_hostile_page_reaches_nobody(tab: Any, server: Running, tmp_path: Path) -> None:  # noqa: F811
    """Everything at once, looked at in every view; only our own server is asked."""
    with beacon() as listening:
        path = tmp_path / "hostile.html"
        path.write_text(hostile.page(LOADING + RUNNING + LEADING + CLICKED, listening.address), encoding="utf-8")
        opened(tab, server)
        show(tab, path)
        for number in range(1, 9):
            tab.keyboard.press(str(number))
        tab.wait_for_timeout(700)
        assert listening.hits == []
    assert all(url.startswith((f"http://127.0.0.1:{server.port}/", "about:", "data:")) for url in tab.asked)
    assert tab.title() == "Sectio inspector"


def test_a_page_that_fails_says_why(tab: Any, server: Running, tmp_path: Path) -> None:  # noqa: F811
    (tmp_path / "x.pdf").write_bytes(b"%PDF-1.4 " + bytes(range(32)) * 40)
    opened(tab, server)
    tab.locator("#file").set_input_files(tmp_path / "x.pdf")
    wait(tab, "document.getElementById('toast').classList.contains('bad')")
    assert "not" in tab.locator("#toast").inner_text()


def test_with_a_token(tab: Any, tmp_path: Path) -> None:  # noqa: F811
    """The page opens without it, asks for it, and sends it."""
    (tmp_path / "token").write_text("secret")
    with running("--token-file", str(tmp_path / "token")) as made:
        tab.goto(f"http://127.0.0.1:{made.port}/")
        tab.locator("#token").fill("secret")
        tab.locator("#token").press("Enter")
        wait(tab, "document.querySelectorAll('#method option').length > 3")
        show(tab, ARTICLE)
        assert made.client.post("/inspect", content=b"<p>x", headers=HTML).status_code == 401


def test_headers_of_the_page(server: Running) -> None:
    response = server.client.get("/")
    assert response.headers["content-type"] == "text/html; charset=utf-8"
    policy = response.headers["content-security-policy"]
    for part in (
        "default-src 'none'",
        "script-src 'self'",
        "connect-src 'self'",
        "frame-ancestors 'none'",
        "base-uri 'none'",
    ):
        assert part in policy
    assert response.headers["x-content-type-options"] == "nosniff"
    assert response.headers["referrer-policy"] == "no-referrer"
    assert response.headers["cross-origin-opener-policy"] == "same-origin"
    assert server.client.get("/inspector.js").headers["content-type"].startswith("text/javascript")


def test_a_server_without_the_inspector() -> None:
    with running("--no-inspector") as made:
        assert made.client.get("/").status_code == 404
        assert made.client.get("/inspector.js").status_code == 404
        assert made.client.get("/health").status_code == 200
