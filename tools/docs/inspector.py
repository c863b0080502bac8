"""Photographs of the inspector with a page of the demo: `make pictures`."""

import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import Any

import sectio
from sectio import demo
from sectio.apps.inspector import report
from sectio.apps.inspector.view import Inspection, compared
from sectio.layout.chromium import find

SIZE = {"width": 1240, "height": 720}
COLOURS = 96


@dataclass(frozen=True)
class Photograph:
    """A view of the inspector: its name, light or dark, and the tab; a template's kinds are drawn if asked for."""

    name: str
    scheme: str
    view: str
    kinds: bool = False


PHOTOGRAPHS = (
    Photograph("inspector-sections.png", "light", "sections"),
    Photograph("inspector-template.png", "dark", "template", kinds=True),
    Photograph("inspector-compare.png", "light", "compare"),
)


def photographs() -> Iterator[tuple[str, bytes]]:
    """All of them, by name."""
    from playwright.sync_api import sync_playwright

    with tempfile.TemporaryDirectory() as folder, sync_playwright() as driver:
        saved = Path(folder, "report.html")
        saved.write_text(_report(), encoding="utf-8")
        browser = driver.chromium.launch(executable_path=find(), args=["--no-sandbox"])
        for wanted in PHOTOGRAPHS:
            yield wanted.name, _take(browser, saved, wanted)
        browser.close()


def _report() -> str:
    pages = [source for _, source in demo.pages()]
    site = sectio.learn(pages[1:])
    found = Inspection.of(pages[0], template=site)
    methods = ("sectio", "boilerpipe-article", "body")
    return report.write({**found.whole(), "ms": 9.0, "compare": compared(pages[0], methods, template=site)})


def _take(browser: Any, saved: Path, wanted: Photograph) -> bytes:
    tab = browser.new_page(viewport=SIZE, color_scheme=wanted.scheme)
    tab.goto(f"{saved.as_uri()}#tab={wanted.view}")
    tab.wait_for_timeout(600)
    if wanted.kinds:
        tab.locator("#show-kinds").check()
    elif wanted.view == "sections":
        tab.locator(".sections .content").first.hover()
    tab.wait_for_timeout(500)
    return _small(tab.screenshot())


def _small(picture: bytes) -> bytes:
    """The same with few colours, which is less than half the size."""
    from PIL import Image

    made = BytesIO()
    Image.open(BytesIO(picture)).convert("RGB").quantize(COLOURS).save(made, "PNG", optimize=True)
    return made.getvalue()
