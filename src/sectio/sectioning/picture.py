"""Sections drawn over the page: one HTML file that needs nothing else and runs nothing.

Below the boxes is a screenshot of the page, if there is one, or its text at the positions of the layout.
"""

from base64 import b64encode
from collections.abc import Sequence
from typing import Final

import numpy as np

from sectio.dom import escape
from sectio.dom.blocks import Blocks
from sectio.dom.page import Page
from sectio.layout import Layout
from sectio.results import Section

# Nothing runs and nothing is loaded, whatever should get into the page.
_POLICY: Final = """<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:">"""
_STYLE: Final = """
:root { color-scheme: light }
body { margin: 0; font: 14px/1.4 system-ui, sans-serif; background: #eef1f5; color: #18212f }
header { position: sticky; top: 0; z-index: 3; padding: 10px 16px; background: #fffffff2;
  border-bottom: 1px solid #cfd6e0 }
header b { font-size: 15px }
header span { margin-left: 16px; white-space: nowrap }
.key { display: inline-block; width: 12px; height: 12px; margin-right: 5px; border-radius: 3px;
  vertical-align: -1px }
main { position: relative; margin: 16px auto; background: #fff; overflow: hidden;
  box-shadow: 0 1px 6px #0003 }
main img { position: absolute; left: 0; top: 0 }
.t { position: absolute; color: #445; line-height: 1.2; font-family: sans-serif }
.s { position: absolute; box-sizing: border-box; border: 2px solid; border-radius: 3px }
.s:hover { z-index: 2; border-width: 4px }
.s > em { position: absolute; left: -2px; top: -17px; padding: 0 6px; white-space: nowrap; color: #fff;
  font: 600 11px/16px system-ui, sans-serif; border-radius: 3px 3px 0 0; opacity: 0.85 }
"""


def draw(page: Page, sections: Sequence[Section], layout: Layout, *, picture: bytes | None = None) -> str:
    """The page with its sections as coloured boxes: green is important, red is noise.

    `picture` is a JPEG of the page at the layout's size, as `Browser.screenshot` makes it.
    """
    width, height = extent(layout)
    below = _image(picture, width) if picture else "".join(_texts(page, layout))
    boxes = "".join(_box(section) for section in sections if section.box is not None)
    title = escape.content(page.source.head().title.strip() or "Sections")
    return (
        f'<!doctype html>\n<html lang="en"><meta charset="utf-8">{_POLICY}<title>{title}</title>\n'
        f"<style>{_STYLE}</style>\n<header>{_legend(title, sections, layout)}</header>\n"
        f'<main style="width:{width:.0f}px;height:{height:.0f}px">\n{below}\n{boxes}</main></html>\n'
    )


def colour(importance: float) -> str:
    """From red (noise) through amber to green (content)."""
    return f"hsl({round(130 * min(max(importance, 0.0), 1.0))} 65% 36%)"


def extent(layout: Layout) -> tuple[float, float]:
    """Width and height of the whole page."""
    right = np.nan_to_num(layout.width[:2]).max(initial=1.0)
    bottom = np.nan_to_num(layout.y[:2] + layout.height[:2]).max(initial=1.0)
    return max(float(right), 320.0), float(bottom) + 16


def _image(picture: bytes, width: float) -> str:
    return f'<img alt="" width="{width:.0f}" src="data:image/jpeg;base64,{b64encode(picture).decode("ascii")}">'


def _texts(page: Page, layout: Layout) -> list[str]:
    """Each text block where the layout has it."""
    blocks = Blocks.of(page)
    drawn = []
    for block in range(len(blocks)):
        box = layout.box(page.text_rows[blocks.first[block] : blocks.last[block]])
        if box is not None:
            drawn.append(_text(blocks, block, box, layout))
    return drawn


def _text(blocks: Blocks, block: int, box: tuple[float, float, float, float], layout: Layout) -> str:
    row = int(blocks.node[block])
    size = float(layout.font_size[row]) if layout.font_size is not None else 16.0
    roomy = (box[0], box[1], 1.15 * box[2] + 8, box[3])  # our font is not the page's
    bold = ";font-weight:bold" if layout.bold is not None and layout.bold[row] else ""
    return f'<div class="t" style="{_place(roomy)};font-size:{size:.0f}px{bold}">{escape.content(blocks.text(block))}</div>'


def _box(section: Section) -> str:
    assert section.box is not None
    shade = colour(section.importance)
    label = f"{section.role} {section.importance:.2f}"
    tooltip = escape.value(f"{label}, {section.kind}, {section.words} words: {section.reason}\n{section.xpath}")
    fill = shade.replace(")", " / 0.08)")
    return (
        f'<div class="s" style="{_place(section.box)};border-color:{shade};background:{fill}" title="{tooltip}">'
        f'<em style="background:{shade}">{escape.content(label)}</em></div>\n'
    )


def _place(box: tuple[float, float, float, float]) -> str:
    left, top, width, height = box
    return f"left:{left:.0f}px;top:{top:.0f}px;width:{width:.0f}px;height:{height:.0f}px"


def _legend(title: str, sections: Sequence[Section], layout: Layout) -> str:
    noisy = sum(section.noisy for section in sections)
    keys = "".join(
        f'<span><i class="key" style="background:{colour(value)}"></i>{name}</span>'
        for value, name in ((1.0, "content, importance 1"), (0.5, "0.5"), (0.0, "noise, importance 0"))
    )
    summary = f"{len(sections)} sections, {noisy} noisy, layout: {escape.content(layout.source or 'given')}"
    return f"<b>{title}</b><span>{summary}</span>{keys}"
