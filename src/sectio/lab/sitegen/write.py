"""A site as a folder: site.json, html/NNN.html, gold/NNN.json and feed.xml if there is one."""

import json
from dataclasses import asdict
from pathlib import Path

from . import VERSION
from .model import GenPage, GenSite


def write_site(site: GenSite, folder: Path) -> None:
    """Write one site below the folder."""
    root = folder / site.name
    (root / "html").mkdir(parents=True, exist_ok=True)
    (root / "gold").mkdir(exist_ok=True)
    for number, page in enumerate(site.pages):
        (root / "html" / f"{number:03d}.html").write_bytes(page.html.encode())
        _write_json(root / "gold" / f"{number:03d}.json", gold(page))
    if site.feed is not None:
        (root / "feed.xml").write_bytes(site.feed.encode())
    _write_json(root / "site.json", facts(site))


def gold(page: GenPage) -> dict[str, object]:
    """All that is true about a page."""
    return {
        "url": page.url,
        "title": page.title,
        "date": page.date,
        "author": page.author,
        "main_text": page.text,
        "noise_lines": list(page.noise_lines),
        "kind": page.kind,
        "sd_type": page.sd_type,
        "local": page.local,
        "comments": [asdict(comment) for comment in page.comments],
        "posts": [asdict(post) for post in page.posts],
        "records": [asdict(record) for record in page.records],
        "leaves": [list(leaf) for leaf in page.leaves],
    }


def facts(site: GenSite) -> dict[str, object]:
    """All that is true about a site."""
    return {
        "site": site.name,
        "language": site.language,
        "kind": site.kind,
        "theme": site.theme,
        "naming": site.naming,
        "generator": VERSION,
        "pages": len(site.pages),
        "feed": "feed.xml" if site.feed is not None else None,
        "feed_items": len(site.feed_map),
        "feed_map": {link: f"{number:03d}" for link, number in site.feed_map.items()},
    }


def _write_json(path: Path, data: dict[str, object]) -> None:
    path.write_bytes((json.dumps(data, ensure_ascii=False, indent=1) + "\n").encode())
