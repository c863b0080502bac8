"""The golden pages, and what is written down of the decisions about each."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import sectio
from sectio.lab.sitegen import GenPage, Knobs, generate_site

FOLDER = Path(__file__).parent
LEARNED = 6
# Site mode: the name of a folder, and seed, theme and naming of the generated site.
SITES = {
    "site-newspaper": (31, "newspaper", "semantic"),
    "site-tables": (34, "table2005", "semantic"),
    "site-shop": (33, "shop", "hashed"),
}
_CANONICAL = re.compile(r'<link rel="canonical" href="([^"]+)"')
_FIRST_WORDS = 8


@dataclass(frozen=True)
class Golden:
    """A golden page: where its expectations are, and its result."""

    folder: Path
    source: str
    doc: sectio.Extraction

    @property
    def text(self) -> str:
        """The whole text, as `expected.txt` has it."""
        return self.doc.text + "\n"

    @property
    def decisions(self) -> str:
        """Everything else, as `expected.json` has it: one line per comment and section."""
        doc = self.doc
        plain = {"title": doc.title, "page_type": doc.page_type, "warnings": list(doc.warnings)}
        comments = [[comment.author, comment.text] for comment in doc.comments]
        sections = [
            [one.role, "noise" if one.noisy else "content", round(one.importance, 1) + 0.0, _first(one.text)]
            for one in doc.sections
        ]
        lines = [f'"{name}": {_json(value)}' for name, value in plain.items()]
        lines += [f'"{name}": {_rows(rows)}' for name, rows in (("comments", comments), ("sections", sections))]
        return "{\n" + ",\n".join(lines) + "\n}\n"

    def write(self) -> None:
        """Make what is decided now what is expected."""
        self.folder.mkdir(exist_ok=True)
        (self.folder / "expected.txt").write_text(self.text, encoding="utf-8")
        (self.folder / "expected.json").write_text(self.decisions, encoding="utf-8")


def names() -> list[str]:
    """The golden pages by name: those with a source, then the generated ones."""
    return [*sorted(path.parent.name for path in FOLDER.glob("*/source.html")), *SITES]


def golden(name: str) -> Golden:
    """One golden page, extracted."""
    if name in SITES:
        site, page = learned(name)
        return Golden(FOLDER / name, page.html, sectio.extract(page.html, url=page.url, template=site))
    source = (FOLDER / name / "source.html").read_text(encoding="utf-8")
    said = _CANONICAL.search(source)
    return Golden(FOLDER / name, source, sectio.extract(source, url=said[1] if said else None))


@cache
def learned(name: str) -> tuple[sectio.Site, GenPage]:
    """A site learned from a few generated pages, and another page of it."""
    seed, theme, naming = SITES[name]
    knobs = Knobs(paragraphs=(3, 8), comments=4, mixed=False)
    drawn = generate_site(seed, theme, pages=LEARNED + 1, language="en", naming=naming, knobs=knobs)
    *sample, page = drawn.pages
    return sectio.learn([one.html for one in sample], urls=[one.url for one in sample]), page


def every() -> Iterator[Golden]:
    """All golden pages, extracted one by one."""
    return map(golden, names())


def _first(text: str) -> str:
    return " ".join(text.split()[:_FIRST_WORDS])


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def _rows(rows: list[list[Any]]) -> str:
    return "[\n" + ",\n".join(f"  {_json(row)}" for row in rows) + "\n]" if rows else "[]"
