"""Small data sets the tests write themselves, one per layout."""

import gzip
import json
import tarfile
from pathlib import Path
from typing import Any

PARAGRAPHS = (
    "The harbour lay quiet under a thin fog, and only the gulls were awake when the first boat came in. "
    "It was not a big one, and it was late, but those who had waited for it on the quay were glad to see it.",
    "Its crew had been out for three nights, further north than anyone had fished in this season before. "
    "What they had looked for there they would not say, and what they had found was not in the hold.",
    "They brought little: two crates of herring, a torn net, and a story nobody in the town believed. "
    "It is told there to this day, and with every year that goes by the wave in it is a little higher.",
)
MENU = ("Home", "News archive", "Imprint and privacy")


def article(title: str = "The boat", extra: str = "") -> str:
    menu = "".join(f"<li><a href='/{n}'>{name}</a></li>" for n, name in enumerate(MENU))
    body = "".join(f"<p>{text}</p>" for text in PARAGRAPHS)
    return (
        f"<!doctype html><html lang='en'><head><meta charset='utf-8'><title>{title}</title></head><body>"
        f"<nav><ul>{menu}</ul></nav><main><article><h1>{title}</h1>{body}<p>{extra}</p></article></main>"
        "<footer><p>All rights reserved by the harbour gazette.</p></footer></body></html>"
    )


def gold_text(extra: str = "") -> str:
    return "\n".join([*PARAGRAPHS, extra]).strip()


def write_gz(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(gzip.compress(text.encode()))


def write_json(path: Path, record: Any) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(record), encoding="utf-8")


def write_wcxb(root: Path, pages: int = 4) -> Path:
    for number in range(pages):
        name, extra = f"{number:04}", f"Page number {number} ends here."
        write_gz(root / "html" / f"{name}.html.gz", article(extra=extra))
        truth = {
            "title": "The boat",
            "main_content": gold_text(extra),
            "with": ["The harbour lay quiet"],
            "without": ["News archive"],
        }
        kind = "article" if number % 2 == 0 else "forum"
        record = {
            "url": f"https://www.site{number // 2}.example.co.uk/{name}",
            "ground_truth": truth,
            "_internal": {"page_type": {"primary": kind}},
        }
        write_json(root / "ground-truth" / f"{name}.json", record)
    return root


def write_snippets(root: Path, pages: int = 3) -> Path:
    records = {}
    for number in range(pages):
        write_gz(root / "html" / f"{number:04}.html.gz", article())
        records[f"{number:04}"] = {
            "url": f"https://news{number}.example.org/a",
            "with": ["two crates of herring", "The harbour lay quiet"],
            "without": ["News archive"],
            "tags": ["sea"],
        }
    write_json(root / "snippets.json", records)
    return root


def write_site(root: Path, pages: int = 6) -> Path:
    for number in range(pages):
        name, extra = (
            f"{number:03}",
            f"Number {number} of many boats went out again at {number} in the morning.",
        )
        (root / "html").mkdir(parents=True, exist_ok=True)
        (root / "html" / f"{name}.html").write_text(article(f"Boat {number}", extra), encoding="utf-8")
        record = {
            "url": f"https://harbour.example/{name}",
            "title": f"Boat {number}",
            "main_text": gold_text(extra),
            "noise_lines": list(MENU),
            "sd_type": "article",
        }
        write_json(root / "gold" / f"{name}.json", record)
    write_json(root / "site.json", {"site": root.name, "kind": "blog", "language": "en"})
    (root / "feed.xml").write_text("<rss version='2.0'><channel></channel></rss>", encoding="utf-8")
    return root


def pack_site(root: Path) -> Path:
    """Put an unpacked site into SITE.tar.gz next to it and return that file."""
    target = root.with_name(root.name + ".tar.gz")
    with tarfile.open(target, "w:gz") as archive:
        archive.add(root, arcname=root.name)
    return target


def write_folder(root: Path, pages: int = 2) -> Path:
    root.mkdir(parents=True, exist_ok=True)
    for number in range(pages):
        (root / f"page{number}.html").write_text(article(extra=f"Only {number}."), encoding="utf-8")
        (root / f"page{number}.txt").write_text(gold_text(f"Only {number}."), encoding="utf-8")
    return root
