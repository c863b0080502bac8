"""Small pages for the metadata tests."""

import json
from types import SimpleNamespace
from typing import Any

from sectio import metadata
from sectio.dom.parse import parse
from sectio.fields import Metadata

ARTICLE = "<p>The harbour froze over in a single night, and the ferries stayed where they were.</p>" * 3


def page(head: str = "", body: str = "", *, lang: str = "en") -> str:
    """A page with this head and body."""
    attribute = f' lang="{lang}"' if lang else ""
    return f"<!doctype html><html{attribute}><head>{head}</head><body>{body}</body></html>"


def ld(value: Any) -> str:
    """A JSON-LD block."""
    return f'<script type="application/ld+json">{json.dumps(value)}</script>'


def meta(name: str, content: str) -> str:
    """A meta element by property."""
    return f'<meta property="{name}" content="{content}">'


def fields(html: str, url: str | None = None) -> Metadata:
    """Parse and read."""
    return metadata.read(parse(html), url=url)


def read(html: str, url: str | None = None) -> Any:
    """Parse and read the bare values."""
    return SimpleNamespace(**fields(html, url).values())
