"""Metadata against gold: how often each field is right, for Sectio and for peers that are installed.

python bench/metadata.py DATA…                      folders with gold.jsonl, snippets.json or ground-truth/
python bench/metadata.py DATA… --peers              trafilatura and htmldate beside
python bench/metadata.py DATA… --errors author      wrong values of a field, from the tuning part only
python bench/metadata.py DATA… --time               what the metadata costs beside the extraction

Pages are split by the hash of their host: six in ten to tune with, four in ten to check with. Look at errors of the first
part alone; untouched domains are left out. `exact` is the share of pages with gold whose value is equal, `precise` the
share of given values that are. Then come counts: pages with gold, exact, wrong and missing values, and spurious ones of
pages for which the gold says that there is none.
"""

import argparse
import gzip
import json
import re
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from importlib import import_module
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import sectio
from sectio.lab.metrics.fields import SAME, field_words
from sectio.lab.splits import is_untouched

FIELDS = ("title", "author", "date", "description", "site_name", "image", "language", "license", "tags")
Fields = dict[str, Any]
System = Callable[[bytes, str | None], Fields]


@dataclass(frozen=True)
class Gold:
    """A page, its address and what is known about it; an empty value says that the page has none."""

    file: Path
    url: str | None
    fields: Fields

    @property
    def part(self) -> str:
        """`tune` or `check`, by the host."""
        return "tune" if sha256((self.host or self.file.name).encode()).digest()[0] < 154 else "check"

    @property
    def host(self) -> str:
        """The host of its address."""
        return (urlsplit(self.url or "").hostname or "").removeprefix("www.")

    def source(self) -> bytes:
        """The page."""
        return gzip.decompress(self.file.read_bytes())


def load(folder: Path) -> Iterator[Gold]:
    """The pages of a folder, in whichever of the three layouts it has."""
    if (folder / "gold.jsonl").exists():
        for line in (folder / "gold.jsonl").read_text(encoding="utf-8").splitlines():
            known = json.loads(line)
            yield Gold(folder / known["file"], known.get("url"), {key: known[key] for key in FIELDS if key in known})
    elif (folder / "snippets.json").exists():
        for name, known in json.loads((folder / "snippets.json").read_text(encoding="utf-8")).items():
            if known.get("title"):
                given = {key: known[key] for key in FIELDS if key in known}
                yield Gold(folder / "html" / f"{name}.html.gz", known["url"], given)
    else:
        yield from _annotated(folder)


def _annotated(folder: Path) -> Iterator[Gold]:
    for path in sorted((folder / "ground-truth").glob("*.json")):
        known = json.loads(path.read_text(encoding="utf-8"))
        truth = known["ground_truth"]
        given = {"title": truth["title"], "author": truth["author"] or "", "date": truth["publish_date"] or ""}
        yield Gold(folder / "html" / f"{path.stem}.html.gz", known.get("url"), given)


def _sectio(source: bytes, url: str | None) -> Fields:
    doc = sectio.extract(source, url=url)
    return {name: getattr(doc, name) for name in FIELDS}


def _trafilatura(source: bytes, url: str | None) -> Fields:
    found = import_module("trafilatura").extract_metadata(source, default_url=url)
    names = {"site_name": "sitename"}
    known = [name for name in FIELDS if name != "language"]  # it detects languages in texts only
    return {name: getattr(found, names.get(name, name), None) for name in known} if found else {}


def _htmldate(source: bytes, url: str | None) -> Fields:
    return {"date": import_module("htmldate").find_date(source, original_date=True, url=url)}


PEERS: dict[str, System] = {"trafilatura": _trafilatura, "htmldate": _htmldate}


def equal(name: str, given: Any, gold: Any) -> bool:
    """Whether two values of a field are the same to a reader: words for titles, sets of names for authors."""
    match name:
        case "title" | "author" | "date":
            return SAME[name](given, gold)
        case "tags":
            return {field_words(tag) for tag in given} == {field_words(tag) for tag in gold}
        case "image":
            return _address(given) == _address(gold)
        case "language":
            return str(given)[:2].lower() == str(gold)[:2].lower()
        case _:
            return field_words(str(given)) == field_words(str(gold))


def _address(text: str) -> str:
    return re.sub(r"^https?:", "", text).partition("?")[0]


@dataclass
class Tally:
    """Counts of one field in one part of one set."""

    gold: int = 0
    given: int = 0
    right: int = 0
    none: int = 0
    spare: int = 0
    wrong: list[str] = field(default_factory=list)

    def add(self, page: Gold, name: str, value: Any) -> None:
        """Count one page."""
        truth = page.fields[name]
        if not truth:
            self.none += 1
            self.spare += bool(value)
        else:
            right = bool(value) and equal(name, value, truth)
            self.gold, self.given, self.right = self.gold + 1, self.given + bool(value), self.right + right
        if (value or truth) and not (truth and value and equal(name, value, truth)):
            self.wrong.append(f"{page.file}\n    {page.url}\n    gold {truth!r}\n    got  {value!r}")

    def __str__(self) -> str:
        shares = f"{self.right / max(self.gold, 1):.3f}   {self.right / max(self.given, 1):.3f}"
        counts = f"{self.gold:>5}{self.right:>6}{self.given - self.right:>6}{self.gold - self.given:>8}"
        return f"{shares}{counts} {f'{self.spare}/{self.none}' if self.none else '':>9}"


Table = dict[tuple[str, str, str], Tally]


def measure(name: str, system: System, pages: Sequence[Gold], table: Table) -> None:
    """Run a system over pages."""
    for page in pages:
        found = system(page.source(), page.url)
        for key in page.fields:
            if key in found or name == "sectio":
                table[name, key, page.part].add(page, key, found.get(key))


def show(title: str, table: Table) -> None:
    """One line per field, system and part."""
    print(f"\n{title}\n{'':<33}exact  precise gold exact wrong missing  spurious")
    for name, key in sorted({(name, key) for name, key, _ in table}, key=lambda pair: (FIELDS.index(pair[1]), pair[0])):
        for part in ("tune", "check"):
            print(f"{key:<12}{name:<13}{part:<6}  {table[name, key, part]}")


def cost(pages: Sequence[Gold], repeat: int = 3) -> None:
    """Processor time of all metadata beside that of the extraction, best of some runs."""
    without = everything = 0.0
    for page in pages:
        source = page.source()
        without += min(_timed(source, page.url, metadata=False) for _ in range(repeat))
        everything += min(_timed(source, page.url, metadata=True) for _ in range(repeat))
    count = len(pages)
    print(
        f"extraction {1000 * without / count:.2f} ms, all metadata {1000 * (everything - without) / count:.2f} ms more"
    )
    print(f"= {(everything - without) / without:.3f} of the extraction ({count} pages)")


def _timed(source: bytes, url: str | None, *, metadata: bool) -> float:
    begin = time.process_time()
    doc = sectio.extract(source, url=url)
    _ = doc.text
    if metadata:
        _ = doc.metadata
    return time.process_time() - begin


def main() -> None:
    """Run from the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path, nargs="+")
    parser.add_argument("--peers", action="store_true", help="trafilatura and htmldate too")
    parser.add_argument("--errors", choices=FIELDS, help="list what is wrong in the tuning part")
    parser.add_argument("--time", action="store_true")
    asked = parser.parse_args()
    for folder in asked.data:
        pages = [page for page in load(folder) if not is_untouched(host=page.host)]
        if asked.time:
            cost(pages)
            continue
        table: Table = defaultdict(Tally)
        for name, system in {"sectio": _sectio, **(PEERS if asked.peers else {})}.items():
            measure(name, system, pages, table)
        if asked.errors:
            print(*table["sectio", asked.errors, "tune"].wrong, sep="\n")
        show(folder.name, table)


if __name__ == "__main__":
    main()
