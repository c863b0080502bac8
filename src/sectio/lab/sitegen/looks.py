"""The looks of a site: fonts, sizes, colours and columns of its own, drawn from its key.

A theme's sheet makes all of its sites look alike. With the knob `looks` each site draws its own, the way real sites of one
kind differ, so that a method that looks at pages can be tried on looks it has not seen.
"""

from collections.abc import Mapping, Sequence
from typing import Final, TypeVar

from .rng import hashed

T = TypeVar("T")

_SERIF: Final = ("Georgia,serif", "Times,serif", "Palatino,serif")
_SANS: Final = ("Arial,sans-serif", "Verdana,sans-serif", "system-ui,sans-serif", "Tahoma,sans-serif")
# Ink, ground, links.
_PALETTES: Final = (
    ("#222", "#fff", "#1a5a8a"),
    ("#111", "#fdfcf8", "#8a1a2b"),
    ("#333", "#f4f6f8", "#0b7a4b"),
    ("#444", "#fff", "#c2410c"),
    ("#000", "#fff9e9", "#00e"),
    ("#2b2b40", "#eef3ee", "#6b21a8"),
)
# Width of the text and of the side column, in pixels.
_COLUMNS: Final = ((700, 280), (620, 340), (560, 240), (760, 200), (520, 360))
_RANKS: Final = {"h1": (1.5, 1.8, 2.2, 2.7), "h2": (1.2, 1.4, 1.6), "h3": (1.0, 1.15, 1.3), "h4": (0.9, 1.0, 1.1)}


def _choose(key: str, name: str, options: Sequence[T]) -> T:
    return options[hashed(key, "looks", name) % len(options)]


def sheet(key: str) -> str:
    """Rules for elements: the text, the headings, the links, paragraphs and lists."""
    ink, ground, link = _choose(key, "palette", _PALETTES)
    size = _choose(key, "size", (13, 14, 15, 16, 17, 18, 20))
    family = _choose(key, "family", (*_SERIF, *_SANS))
    line = _choose(key, "line", ("1.3", "1.45", "1.6", "1.8"))
    underline = _choose(key, "underline", ("none", "underline"))
    rules = [
        f"body{{margin:0;font:{size}px/{line} {family};color:{ink};background:{ground}}}",
        f"a{{color:{link};text-decoration:{underline}}}",
        f"p{{margin:{_choose(key, 'gap', ('0.5em 0', '1em 0', '0;text-indent:1.5em', '1.3em 0'))}}}",
        f"blockquote{{{_choose(key, 'quote', ('font-style:italic', 'border-left:4px solid #999;padding-left:1em'))}}}",
        f"figcaption,caption{{font-size:{_choose(key, 'caption', ('11px', '12px', '13px'))};color:#888}}",
        "img{background:#cdd;max-width:100%}",
    ]
    return "\n".join([*rules, *_headings(key, size)])


def _headings(key: str, size: int) -> list[str]:
    family = _choose(key, "headfamily", (*_SERIF, *_SANS, "inherit", "inherit"))
    weight = _choose(key, "weight", ("bold", "bold", "normal", "900"))
    case = _choose(key, "case", ("none", "none", "none", "uppercase"))
    common = f"h1,h2,h3,h4{{font-family:{family};font-weight:{weight};text-transform:{case};line-height:1.2}}"
    ranks = (f"{tag}{{font-size:{round(size * _choose(key, tag, scales))}px}}" for tag, scales in _RANKS.items())
    return [common, *ranks]


def dressed(css: Mapping[str, str], key: str) -> dict[str, str]:
    """The theme's rules for the parts of a page, with what this site does otherwise."""
    return {
        role: _joined(css.get(role, ""), more) for role, more in (dict.fromkeys(css, "") | _parts(css, key)).items()
    }


def _parts(css: Mapping[str, str], key: str) -> dict[str, str]:
    """What a site says about the parts of its pages."""
    dim = _choose(key, "dim", ("font-size:12px;color:#888", "font-size:13px;font-style:italic", "color:#777"))
    small = _choose(key, "small", ("font-size:12px", "font-size:13px", "font-size:14px"))
    boxtitle = ("font-weight:bold", "font-size:14px;text-transform:uppercase", "background:#dde;color:#223;padding:4px")
    lead = ("font-weight:bold", "font-size:1.2em", "font-style:italic", "color:#666")
    cards = ("display:flex;flex-wrap:wrap;gap:14px", "display:grid;grid-template-columns:1fr 1fr;gap:18px", "")
    parts = {
        "byline": dim,
        "share": small,
        "tags": small,
        "related": _choose(
            key, "related", (small, "background:#eee;color:#222;padding:12px", "float:right;width:220px")
        ),
        "comment": f"{small};{_choose(key, 'comment', ('border-left:3px solid #ccc;padding-left:10px', 'padding:8px'))}",
        "boxtitle": _choose(key, "boxtitle", boxtitle),
        "lead": _choose(key, "lead", lead),
        "cards": _choose(key, "cards", cards),
        "authorbox": f"{small};border:1px solid #bbb;padding:10px",
        "breadcrumb": dim,
    }
    return parts | _columns(css, key)


def _columns(css: Mapping[str, str], key: str) -> dict[str, str]:
    """The text and its side column: how wide, and on which side; only where the theme has both."""
    if "width" not in css.get("main", "") or "width" not in css.get("sidebar", ""):
        return {}
    text, side = _choose(key, "columns", _COLUMNS)
    wide = {"main": f"width:{text}px", "sidebar": f"width:{side}px"}
    if _choose(key, "side", ("right", "left")) == "right":
        return wide
    floats = "float" in css["main"]
    return {
        "main": f"{wide['main']};float:right" if floats else wide["main"],
        "sidebar": f"{wide['sidebar']};" + ("float:left" if floats else "order:-1"),
    }


def _joined(rules: str, more: str) -> str:
    return ";".join(part for part in (rules, more) if part)
