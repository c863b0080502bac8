"""What is judged on a page: its sections, SD's regions and V-Wrapper's blocks, each with its box, and how the page looks."""

from base64 import b64encode
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from sectio.api import extract, sections
from sectio.bundle import Bundle
from sectio.dom.blocks import Blocks
from sectio.dom.page import Page
from sectio.layout import Layout
from sectio.methods import vwrapper
from sectio.results import Section
from sectio.site import Site

SHOWN: Final = 400  # characters of a text that the list beside the page shows
MOST: Final = 400  # items of one kind on a page: more cannot be judged by hand

Box = tuple[float, float, float, float]


@dataclass(frozen=True)
class Item:
    """Something to judge: where it is, what it says, and what was decided about it."""

    box: Box | None
    text: str
    found: str | bool

    def to_dict(self) -> dict[str, Any]:
        """What the sheet shows; the decision is apart, so that it is not shown."""
        box = None if self.box is None else [round(side) for side in self.box]
        return {"box": box, "text": self.text[:SHOWN]}


@dataclass(frozen=True)
class Case:
    """One page to judge."""

    name: str
    size: tuple[float, float]
    texts: Sequence[dict[str, Any]]
    sections: Sequence[Item]
    regions: Sequence[Item]
    blocks: Sequence[Item]
    page_type: str
    picture: bytes | None = None

    def to_dict(self) -> dict[str, Any]:
        """Plain values for the sheet."""
        kinds = {"sections": self.sections, "regions": self.regions, "blocks": self.blocks}
        found: dict[str, Any] = {kind: [item.found for item in items] for kind, items in kinds.items()}
        picture = f"data:image/jpeg;base64,{b64encode(self.picture).decode('ascii')}" if self.picture else None
        return {
            "page": self.name,
            "size": [round(side) for side in self.size],
            "picture": picture,
            "texts": list(self.texts),
            "found": found | {"type": self.page_type},
            **{kind: [item.to_dict() for item in items] for kind, items in kinds.items()},
        }


def case(
    name: str, page: Page, layout: Layout, *, site: Site | Bundle | None = None, picture: bytes | None = None
) -> Case:
    """Cut and label a page as the methods do."""
    method = "template" if isinstance(site, Site) and site.method == "template" else None
    cut = sections(page, template=site, method=method, layout=layout)
    found = extract(page, method="sd")
    return Case(
        name,
        _extent(layout),
        () if picture else _texts(page, layout),
        [_section(section) for section in cut[:MOST]],
        _regions(page, layout, found.detail),
        _blocks(page, layout),
        found.page_type or "none",
        picture,
    )


def _section(section: Section) -> Item:
    return Item(section.box, section.text, section.noisy)


def _regions(page: Page, layout: Layout, found: Any) -> list[Item]:
    """SD's regions in document order; a page without text has none."""
    regions = [region for region in (found.regions if found is not None else ()) if region.role != "part"]
    return [
        Item(layout.box(np.arange(region.root, page.end[region.root])), region.text, _role(region.role))
        for region in regions[:MOST]
    ]


def _role(role: str) -> str:
    return role if role in ("article", "comment", "area") else "none"


def _blocks(page: Page, layout: Layout) -> list[Item]:
    tree = vwrapper.visual_tree(page, layout)
    named = vwrapper.wrapper_for(layout).label(tree) if tree.is_leaf.any() else {}
    labels = {block: label for label, blocks in named.items() for block in blocks}
    leaves = np.flatnonzero(tree.is_leaf).tolist()[:MOST]
    return [Item(_box(tree.box[leaf].tolist()), tree.text(leaf), labels.get(leaf, "none")) for leaf in leaves]


def _box(sides: Sequence[float]) -> Box:
    left, top, width, height = sides
    return left, top, width, height


def _texts(page: Page, layout: Layout) -> list[dict[str, Any]]:
    """Each text block where the layout has it, for pages without a picture."""
    blocks = Blocks.of(page)
    drawn = []
    for block, text in enumerate(blocks.texts):
        box = layout.box(page.text_rows[blocks.first[block] : blocks.last[block]])
        row = int(blocks.node[block])
        if box is not None:
            size = 16.0 if layout.font_size is None else float(layout.font_size[row])
            bold = bool(layout.bold is not None and layout.bold[row])
            drawn.append({"box": [round(side) for side in box], "text": text, "font": round(size), "bold": bold})
    return drawn


def _extent(layout: Layout) -> tuple[float, float]:
    """Width and height of the whole page."""
    right = np.nan_to_num(layout.width[:2]).max(initial=1.0)
    bottom = np.nan_to_num(layout.y[:2] + layout.height[:2]).max(initial=1.0)
    return max(float(right), 320.0), float(bottom) + 16
