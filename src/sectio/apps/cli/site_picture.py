"""A bundle shown to people: as text, as JSON, as a picture (SVG), or as one HTML page with the picture and the templates."""

import json
from collections.abc import Callable
from html import escape
from textwrap import shorten
from typing import Any

from sectio.apps.cli.site_outline import outline
from sectio.bundle import Bundle, Kind
from sectio.drift import MARGIN

_BAR = 20  # characters
_NAME = 34


def text(bundle: Bundle) -> str:
    """The kinds in a table, then each with its addresses and the outline of its template."""
    lines = [_about(bundle), "", f"   {'kind':<{_NAME}} {'pages':>5} {'':<{_BAR}}  coverage  nine in ten   status"]
    most = max((kind.pages for kind in bundle.kinds), default=1)
    for kind in bundle.kinds:
        bar = "█" * max(round(_BAR * kind.pages / most), 1)
        name = shorten(kind.name, _NAME, placeholder="…")
        lines.append(
            f"{kind.id:>2} {name:<{_NAME}} {kind.pages:>5} {bar:<{_BAR}}    {kind.coverage:6.1%}      {kind.low:6.1%}   "
            f"{kind.watch.status}"
        )
    lines.append(
        f"   {_alone(bundle)} of {len(bundle.samples)} pages are unlike all others and are extracted without a template"
    )
    lines += [line for kind in bundle.kinds for line in _details(kind)]
    if bundle.history:
        lines += ["", "what happened", *(f"   {event.get('when')}  {_said(event)}" for event in bundle.history)]
    return "\n".join(lines) + "\n"


def _about(bundle: Bundle) -> str:
    feed = f", feed {bundle.feed}" if bundle.feed else ""
    how = "" if bundle.method == "template" else f" by {bundle.method}"
    return f"{bundle.host or 'saved pages'}, learned{how} {bundle.made or 'at an unknown time'}{feed}"


def _details(kind: Kind) -> list[str]:
    template = outline(kind.site.pattern)
    return [
        "",
        f"{kind.id:>2} {kind.name}",
        f"   addresses  {'  '.join(kind.shapes[:4]) or '-'}",
        *(f"   {'' if at else 'template':<10} {line}" for at, line in enumerate(template)),
    ]


def svg(bundle: Bundle) -> str:
    """The kinds as a picture: how many pages each has, and how well pages fit."""
    return _drawn(bundle, ' xmlns="http://www.w3.org/2000/svg" class="alone"', _DARK) + "\n"


# A picture of its own follows the reader's choice of light or dark.
_DARK = (
    "<style>@media(prefers-color-scheme:dark){.alone{fill:#dde3ea}.alone .ground{fill:#1e2129}"
    ".alone .tick{stroke:#394050}.alone .note{fill:#98a2b0}}</style>"
)


def _drawn(bundle: Bundle, space: str = "", style: str = "") -> str:
    most = max((kind.pages for kind in bundle.kinds), default=1)
    rows = "".join(_row(kind, _TOP + _HIGH * at, most) for at, kind in enumerate(bundle.kinds))
    height = _TOP + _HIGH * len(bundle.kinds) + 34
    ticks = "".join(
        f'<line x1="{_x(value)}" y1="{_TOP - 14}" x2="{_x(value)}" y2="{height - 34}" stroke="#ddd" class="tick"/>'
        f'<text x="{_x(value)}" y="{_TOP - 20}" text-anchor="middle">{value:.0%}</text>'
        for value in (0.0, 0.25, 0.5, 0.75, 1.0)
    )
    title = escape(f"Kinds of pages of {bundle.host or 'saved pages'}")
    note = f"{_alone(bundle)} of {len(bundle.samples)} pages are unlike all others. "
    note += "Dot: median coverage; line: nine in ten pages; mark: a page below it fits poorly"
    return (
        f'<svg{space} viewBox="0 0 {_WIDE} {height}" role="img" aria-label="{title}" font-family="sans-serif" '
        f'font-size="13" fill="#222">{style}<rect width="{_WIDE}" height="{height}" fill="#fff" class="ground"/>'
        f'<text x="16" y="24" font-size="15" font-weight="600">{title}</text>'
        f'<text x="{_PAGES}" y="{_TOP - 20}">pages</text>{ticks}{rows}'
        f'<text x="16" y="{height - 12}" fill="#666" class="note">{escape(note)}</text></svg>'
    )


# Where things are in the picture.
_WIDE, _TOP, _HIGH = 900, 70, 34
_PAGES, _LONG, _SCALE, _SPAN = 310, 150, 520, 270
_COLOURS = {"fits": "#2a8a57", "watch": "#b36b00", "drifted": "#c03535"}


def _x(share: float) -> float:
    """Where a coverage is on the scale."""
    return round(_SCALE + _SPAN * share, 1)


def _row(kind: Kind, y: int, most: int) -> str:
    middle, colour = y + _HIGH / 2, _COLOURS[kind.watch.status]
    wide = max(_LONG * kind.pages / most, 2)
    poor = _x(max(kind.low - MARGIN, 0))
    return (
        f'<text x="16" y="{middle + 4}">{escape(shorten(kind.name, 40, placeholder="…"))}</text>'
        f'<rect x="{_PAGES}" y="{middle - 8}" width="{wide:.1f}" height="16" rx="3" fill="#9db8d9"/>'
        f'<text x="{_PAGES + wide + 6:.1f}" y="{middle + 4}">{kind.pages}</text>'
        f'<line x1="{_x(kind.low)}" y1="{middle}" x2="{_x(1)}" y2="{middle}" stroke="{colour}" stroke-width="3"/>'
        f'<line x1="{poor}" y1="{middle - 7}" x2="{poor}" y2="{middle + 7}" stroke="#c03535"/>'
        f'<circle cx="{_x(kind.coverage)}" cy="{middle}" r="5" fill="{colour}"/>'
        f'<text x="{_x(1) + 20}" y="{middle + 4}" fill="{colour}">{kind.watch.status}</text>'
    )


def as_json(bundle: Bundle) -> str:
    """Everything but the models."""
    kinds = [{**kind.describe(), "status": kind.watch.status, "pattern": kind.site.pattern} for kind in bundle.kinds]
    record: dict[str, Any] = {"host": bundle.host, "made": bundle.made, "kinds": kinds, "history": list(bundle.history)}
    return (
        json.dumps({**record, "samples": len(bundle.samples), "alone": _alone(bundle)}, ensure_ascii=False, indent=2)
        + "\n"
    )


def html(bundle: Bundle) -> str:
    """One self-contained page; it loads nothing and runs nothing."""
    kinds = "".join(map(_card, bundle.kinds))
    events = "".join(f"<li>{escape(str(event.get('when')))}: {escape(_said(event))}</li>" for event in bundle.history)
    history = f"<h2>What happened</h2><ul>{events}</ul>" if events else ""
    title = escape(bundle.host or "Saved pages")
    return _PAGE.format(
        title=title,
        about=escape(_about(bundle)),
        picture=_drawn(bundle, ' class="alone"', _DARK),
        kinds=kinds,
        history=history,
    )


def _card(kind: Kind) -> str:
    shapes = "".join(f"<code>{escape(shape)}</code> " for shape in kind.shapes[:6])
    return (
        f'<section><h2>{escape(kind.name)} <span class="{kind.watch.status}">{kind.watch.status}</span></h2>'
        f"<p>{kind.pages} pages, coverage {kind.coverage:.1%}, nine in ten above {kind.low:.1%}</p><p>{shapes}</p>"
        f"<pre>{escape(chr(10).join(outline(kind.site.pattern)))}</pre>"
        f"<details><summary>Whole template</summary><pre>{escape(kind.site.pattern)}</pre></details></section>"
    )


def _alone(bundle: Bundle) -> int:
    return sum(one.kind is None for one in bundle.samples)


def _said(event: Any) -> str:
    return ", ".join(f"{name} {value}" for name, value in event.items() if name != "when")


WRITERS: dict[str, Callable[[Bundle], str]] = {"text": text, "json": as_json, "html": html, "svg": svg}

_PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>{title}</title>
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width">
<style>
:root {{ color-scheme: light dark; --line: #8884; --fill: #2a7; }}
body {{ font: 16px/1.5 system-ui, sans-serif; max-width: 50rem; margin: 2rem auto; padding: 0 1rem }}
section {{ border: 1px solid var(--line); border-radius: 8px; padding: .5rem 1.2rem; margin: 1rem 0 }}
h2 {{ font-size: 1.1rem }} h2 span {{ font-size: .8rem; padding: .1rem .5rem; border-radius: 1rem; border: 1px solid }}
.fits {{ color: #2a7 }} .watch {{ color: #b70 }} .drifted {{ color: #c33 }}
svg {{ width: 100% }}
pre {{ white-space: pre-wrap; overflow-wrap: anywhere; font-size: .85rem }} code {{ background: var(--line); padding: .1rem .3rem; border-radius: 4px }}
</style></head><body><h1>{title}</h1><p>{about}</p>
{picture}{kinds}{history}</body></html>
"""
