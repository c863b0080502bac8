"""The pictures of the docs, made from what Sectio says about the pages of the demo: `make pictures`.

The page with its sections is photographed by Chromium (extra `browser`); the others are drawn.
"""

import base64
import html
import textwrap
from collections.abc import Sequence
from pathlib import Path

import sectio
from sectio import demo
from sectio.errors import BrowserError
from sectio.lab.evaluate.report import svg
from sectio.layout.chromium import find
from sectio.results import Section
from tools.docs import inspector
from tools.docs.samples import SAMPLES

OUT = Path(__file__).parents[2] / "docs" / "assets"
STYLE = (
    ":root{--card:#fff;--ink:#222;--soft:#667;--noise:#c9ced6;--content:#2da44e}"
    "@media(prefers-color-scheme:dark){:root{--card:#1e2129;--ink:#dde3ea;--soft:#98a2b0;--noise:#4a5160;--content:#3fb950}}"
    "text{font:12px sans-serif;fill:var(--ink)}.soft{fill:var(--soft)}.noise{fill:var(--noise)}.content{fill:var(--content)}"
    ".own{fill:#1f6feb}.strong{font-weight:bold}"
)
WIDTH = 760
ROW = 19


def pages() -> list[bytes]:
    """The pages of the demo."""
    return [source for _, source in demo.pages()]


def card(height: float, label: str, *content: str) -> str:
    """A picture for light and dark pages."""
    return svg.standalone(WIDTH, height, label, STYLE, *content, ground="var(--card)") + "\n"


def _class(section: Section) -> str:
    return "noise" if section.noisy else "content"


def _start(text: str, width: int) -> str:
    return textwrap.shorten(text, width, placeholder=" …")


def sections_picture() -> str:
    """A page from top to bottom: bars as long as the texts, role and beginning beside them."""
    found = [section for section in sectio.sections(pages()[0]) if section.words > 2]
    most = max(section.words for section in found)
    parts: list[str] = []
    for number, section in enumerate(found):
        y = 14 + number * ROW
        bar = max(3.0, 230 * section.words / most)
        parts += [
            svg.text(84, y + 6, section.role, anchor="end"),
            svg.tag("rect", x=94, y=y, width=bar, height=13, cls=_class(section)),
            svg.text(338, y + 6, _start(section.text, 58), "soft"),
        ]
    return card(24 + ROW * len(found), "The sections of a page", *parts)


def importance_picture() -> str:
    """Importance along the page as columns as wide as the text, without and with a learned site."""
    given = pages()
    site = sectio.learn(given[1:])
    rows = (("page by page", sectio.sections(given[0])), ("site learned", sectio.sections(given[0], template=site)))
    parts: list[str] = []
    for number, (name, found) in enumerate(rows):
        parts += _columns(found, 26 + 142 * number, name)
    said = "from the top of the page to its end, as wide as the text; the height is the importance"
    return card(310, "Importance along a page", *parts, svg.text(20, 296, said, "soft"))


def _columns(found: Sequence[Section], top: float, name: str, height: float = 100) -> list[str]:
    scale = (WIDTH - 40) / sum(section.words for section in found)
    parts, x = [svg.text(20, top - 10, name, "strong")], 20.0
    for section in found:
        tall, wide = max(2.0, height * section.importance), section.words * scale
        y = top + height - tall
        parts.append(svg.tag("rect", x=x, y=y, width=max(0.5, wide - 1), height=tall, cls=_class(section)))
        x += wide
    return parts


def templates_picture() -> str:
    """The pages of a site as strips: content green, the rest grey, each as high as its text."""
    given = pages()
    parts: list[str] = []
    for number, source in enumerate(given):
        site = sectio.learn([other for other in given if other is not source])
        x, y = 20 + number * 92, 30.0
        parts.append(svg.text(x, 16, f"page {number + 1}", "soft"))
        for section in sectio.sections(source, template=site):
            tall = section.words * 0.5
            parts.append(svg.tag("rect", x=x, y=y, width=76, height=max(0.5, tall - 0.6), cls=_class(section)))
            y += tall
    return card(400, "Eight pages of one site", *parts)


def types_picture() -> str:
    """The probabilities of the types of some pages, as bars."""
    parts: list[str] = []
    for number, (name, source) in enumerate({"a story": pages()[0].decode(), **SAMPLES}.items()):
        x, y = 20 + number % 2 * 370, 24 + number // 2 * 172
        parts += [svg.text(x, y, name, "strong"), *_probabilities(source, x, y + 20)]
    return card(370, "Probabilities of page types", *parts)


def _probabilities(source: str, x: float, y: float) -> list[str]:
    parts: list[str] = []
    found = sectio.page_type(source).probabilities
    for place, (kind, share) in enumerate(sorted(found.items(), key=lambda item: -item[1])):
        below = y + place * ROW
        parts += [
            svg.text(x + 96, below, kind, "soft", anchor="end"),
            svg.tag("rect", x=x + 104, y=below - 6, width=max(1.0, 180 * share), height=12, cls="own"),
            svg.text(x + 112 + 180 * share, below, f"{share:.2f}", "soft"),
        ]
    return parts


def drawn() -> dict[Path, str]:
    """Every drawing by its file."""
    return {
        OUT / "sections.svg": sections_picture(),
        OUT / "importance.svg": importance_picture(),
        OUT / "templates.svg": templates_picture(),
        OUT / "page-types.svg": types_picture(),
    }


# Pixels of the page that the photograph shows, from the top.
SHOWN = 1500
COLOURS = {False: ("rgba(45,164,78,.16)", "#1a7f37"), True: ("rgba(207,34,46,.10)", "#cf222e")}
LABEL = "position:absolute;right:2px;top:-10px;color:#fff;font:11px/15px sans-serif;padding:0 5px;border-radius:3px;white-space:nowrap"


def photographed() -> bytes:
    """A page with its sections marked and their reasons, as a PNG."""
    given = [source.replace(b"position:sticky;bottom:0;", b"") for source in pages()]
    found = sectio.sections(given[0], template=sectio.learn(given[1:]), layout="chromium", options={"timeout": 120})
    marks = "".join(_mark(section, section.box) for section in found if section.words > 1 and section.box)
    return _photograph(given[0].decode().replace("</body>", f"{marks}</body>"))


def _mark(section: Section, box: tuple[float, float, float, float]) -> str:
    x, y, width, height = box
    fill, ink = COLOURS[section.noisy]
    reason = section.reason if section.noisy else f"content, {section.importance:.2f}"
    label = f"<span style='{LABEL};background:{ink}'>{html.escape(_start(reason, 44))}</span>"
    place = f"left:{x - 4:.0f}px;top:{y - 3:.0f}px;width:{width + 8:.0f}px;height:{height + 6:.0f}px"
    looks = f"background:{fill};border:1.5px solid {ink};box-sizing:border-box;border-radius:3px"
    return f"<div style='position:absolute;{place};{looks}'>{label}</div>"


def _photograph(source: str, scale: float = 0.75) -> bytes:
    """What Chromium shows of a page at the width that boxes are measured at."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=find(), args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": 1024, "height": 800}, device_scale_factor=scale)
        page.goto("data:text/html;base64," + base64.b64encode(source.encode()).decode())
        taken = page.screenshot(clip={"x": 0, "y": 0, "width": 1024, "height": SHOWN}, full_page=True)
        browser.close()
    return taken


def main() -> None:
    """Write all pictures; the photograph only where there is a browser."""
    for path, picture in drawn().items():
        path.write_text(picture, encoding="utf-8")
    try:
        (OUT / "page.png").write_bytes(photographed())
        for name, photograph in inspector.photographs():
            (OUT / name).write_bytes(photograph)
    except BrowserError as error:
        print(f"photographs are not taken anew: {error}")


if __name__ == "__main__":
    main()
