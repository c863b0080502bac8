"""A bundle shown to people: as text, as JSON, or as one HTML page with bars."""

import json
from collections.abc import Callable
from html import escape
from textwrap import shorten
from typing import Any

from sectio.bundle import Bundle, Kind

_PATTERN = 400  # characters of a template that are shown


def text(bundle: Bundle) -> str:
    """The kinds, one below the other."""
    lines = [f"{bundle.host or 'saved pages'}, learned {bundle.made or 'at an unknown time'}", ""]
    for kind in bundle.kinds:
        lines += [
            f"{kind.id}. {kind.name}",
            f"   {kind.pages} pages   coverage {kind.coverage:.1%} (nine in ten above {kind.low:.1%})   {kind.watch.status}",
            f"   addresses  {'  '.join(kind.shapes[:4]) or '-'}",
            f"   template   {shorten(kind.site.pattern, _PATTERN)}",
            "",
        ]
    lines.append(f"{_alone(bundle)} of {len(bundle.samples)} pages are like no others")
    lines += [f"{event.get('when')}  {_said(event)}" for event in bundle.history]
    return "\n".join(lines) + "\n"


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
    kinds = "".join(_card(kind, len(bundle.samples)) for kind in bundle.kinds)
    events = "".join(f"<li>{escape(str(event.get('when')))}: {escape(_said(event))}</li>" for event in bundle.history)
    history = f"<h2>What happened</h2><ul>{events}</ul>" if events else ""
    title = escape(bundle.host or "Saved pages")
    return _PAGE.format(
        title=title,
        made=escape(bundle.made),
        kinds=kinds,
        alone=_alone(bundle),
        all=len(bundle.samples),
        history=history,
    )


def _card(kind: Kind, total: int) -> str:
    shapes = "".join(f"<code>{escape(shape)}</code> " for shape in kind.shapes[:6])
    return (
        f'<section><h2>{escape(kind.name)} <span class="{kind.watch.status}">{kind.watch.status}</span></h2>'
        f"{_bar('pages', kind.pages / max(total, 1), str(kind.pages))}"
        f"{_bar('coverage', kind.coverage, f'{kind.coverage:.1%}')}"
        f"{_bar('nine in ten above', kind.low, f'{kind.low:.1%}')}"
        f"<p>{shapes}</p><details><summary>Template</summary><pre>{escape(kind.site.pattern)}</pre></details></section>"
    )


def _bar(name: str, share: float, value: str) -> str:
    return f'<p class="bar"><b>{name}</b><i><u style="width:{share:.1%}"></u></i>{value}</p>'


def _alone(bundle: Bundle) -> int:
    return sum(one.kind is None for one in bundle.samples)


def _said(event: Any) -> str:
    return ", ".join(f"{name} {value}" for name, value in event.items() if name != "when")


WRITERS: dict[str, Callable[[Bundle], str]] = {"text": text, "json": as_json, "html": html}

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
.bar {{ display: flex; gap: .8rem; align-items: center; margin: .2rem 0 }} .bar b {{ width: 10rem; font-weight: 500 }}
.bar i {{ flex: 1; height: .8rem; background: var(--line); border-radius: 4px; overflow: hidden }}
.bar u {{ display: block; height: 100%; background: var(--fill) }}
pre {{ white-space: pre-wrap; overflow-wrap: anywhere; font-size: .85rem }} code {{ background: var(--line); padding: .1rem .3rem; border-radius: 4px }}
</style></head><body><h1>{title}</h1><p>Learned {made}. {alone} of {all} pages are like no others and are done page by page.</p>
{kinds}{history}</body></html>
"""
