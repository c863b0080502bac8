"""A real Chromium for the tests of the inspector; fixtures `browser` and `tab`."""

from collections.abc import Iterator
from typing import Any

import pytest

from sectio.layout.chromium import find


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """One browser for the tests of a file."""
    sync_api = pytest.importorskip("playwright.sync_api")
    with sync_api.sync_playwright() as playwright:
        started = playwright.chromium.launch(
            executable_path=find(), args=["--headless", "--no-sandbox", "--disable-gpu"]
        )
        yield started
        started.close()


@pytest.fixture
def tab(browser: Any) -> Iterator[Any]:
    """A tab that notes requests, what is said in the console, and errors."""
    context = browser.new_context(viewport={"width": 1400, "height": 900}, accept_downloads=True)
    opened = context.new_page()
    opened.asked, opened.said = [], []
    opened.on("request", lambda request: opened.asked.append(request.url))
    opened.on("console", lambda message: opened.said.append(message.text))
    opened.on("pageerror", lambda error: opened.said.append(str(error)))
    yield opened
    context.close()
