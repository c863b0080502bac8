"""Records against gold: lists of real and generated pages, and pages of one kind as one table.

python bench/records.py DATA                    DATA/more/records (gold.jsonl and pages) and DATA/sites (SWDE sites)
python bench/records.py DATA --errors SOURCE    pages of a source below .9, except of sources that are only reported
python bench/records.py --generated 16          generated sites alone: how many, of all themes and languages

Lists: the best table of a page (`best`) and its first one (`first`) against the gold. A row and a record agree by the mean of: the title is
a cell (or cells next to each other), the address is a cell, the words of the record are in the row, and the share of its further cells
that are cells. F1 is twice the agreement of the best pairs over the number of rows and records; means are over sources.

Pages: for each attribute the column that has it on most pages; the share of pages whose cell there is one of the attribute's values.
`whole` leaves out attributes whose values are no whole text of the page anywhere. `every` is the share of all values, each spelling of an attribute counted:
where a page gives two, a cell of one column can hold only one of them, so `at most` is what no table could exceed. `--skip 40` measures
the pages after the first 40. Untouched sources and sites are left out.
"""

import argparse
import gzip
import io
import json
import tarfile
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import mean
from typing import Any
from urllib.parse import unquote

import sectio
from sectio.lab.sitegen import generate_sites
from sectio.lab.splits import UNTOUCHED_SITES
from sectio.results import Table

# Pages of this source were not looked at; its figure is for the report alone.
ONLY_REPORTED = frozenset(("redash-topics",))
MOST_PAGES = 40
MOST_JOINED = 4


@dataclass(frozen=True)
class Listing:
    """A page, where it is from, and the records of its main list."""

    source: str
    name: str
    html: bytes | str
    records: Sequence[Mapping[str, Any]]


def real(folder: Path) -> Iterator[Listing]:
    """The pages of a folder with gold.jsonl, without untouched sources."""
    for line in (folder / "gold.jsonl").read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        if row["source"].split("-")[0] not in UNTOUCHED_SITES:
            html = gzip.decompress((folder / row["file"]).read_bytes())
            yield Listing(row["source"], row["id"], html, row["records"])


def generated(sites: int, seed: int) -> Iterator[Listing]:
    """The listings of generated sites, by theme."""
    for site in generate_sites(seed, count=sites, pages=14):
        for page in site.pages:
            if len(page.records) > 2:
                records = [{"title": one.title, "href": one.href, "cells": one.cells} for one in page.records]
                yield Listing(f"generated {site.theme}", f"{site.name} {page.url}", page.html, records)


# Agreement


def plain(text: str) -> str:
    """A text without white space, as it is compared."""
    return "".join(text.split())


def address(text: str) -> str:
    """An address as it is compared."""
    return unquote(text.strip())


@dataclass(frozen=True)
class Row:
    """A row as it is compared."""

    cells: frozenset[str]
    joined: frozenset[str]
    addresses: frozenset[str]
    words: Counter[str]


def as_row(cells: Sequence[str]) -> Row:
    """A row with its cells, those next to each other joined too."""
    texts = [plain(cell) for cell in cells if cell]
    joined = {
        "".join(texts[a:b]) for a in range(len(texts)) for b in range(a + 1, min(a + MOST_JOINED, len(texts)) + 1)
    }
    words = Counter(word for cell in cells for word in cell.split())
    return Row(frozenset(texts), frozenset(joined), frozenset(map(address, cells)), words)


def agreement(row: Row, record: Mapping[str, Any]) -> float:
    """How much a row says what a record says, 0 to 1."""
    said = [float(plain(record["title"]) in row.joined)] if record.get("title") else []
    if record.get("href"):
        said.append(float(address(record["href"]) in row.addresses))
    words = Counter(str(record.get("text") or "").split())
    if words:
        said.append((words & row.words).total() / words.total())
    cells = [plain(cell) for cell in record.get("cells") or () if plain(cell)]
    if cells:
        said.append(sum(cell in row.joined for cell in cells) / len(cells))
    return mean(said) if said else 0.0


def f1(table: Table, records: Sequence[Mapping[str, Any]]) -> float:
    """Rows and records paired in order: a pair is made where they agree most in a window around the place."""
    rows = [as_row(row) for row in table.rows]
    total, at = 0.0, 0
    for record in records:
        window = range(at, min(at + 5, len(rows)))
        best = max(window, key=lambda place: agreement(rows[place], record), default=None)
        if best is not None and (value := agreement(rows[best], record)) > 0:
            total, at = total + value, best + 1
    return 2 * total / max(len(rows) + len(records), 1)


def measure_lists(listings: Iterator[Listing], errors: str | None) -> None:
    """Print the figures of each source, and their mean."""
    best: dict[str, list[float]] = defaultdict(list)
    first: dict[str, list[float]] = defaultdict(list)
    for listing in listings:
        scores = [f1(table, listing.records) for table in sectio.records(listing.html, options={"timeout": 120})] or [
            0.0
        ]
        best[listing.source].append(max(scores))
        first[listing.source].append(scores[0])
        if errors == listing.source and listing.source not in ONLY_REPORTED and scores[0] < 0.9:
            print(f"    {scores[0]:.3f} {max(scores):.3f} {listing.name}")
    for source in sorted(best):
        note = "  (not looked at)" if source in ONLY_REPORTED else ""
        pages = len(best[source])
        print(f"{source:<24} {pages:>4} pages  best {mean(best[source]):.3f}  first {mean(first[source]):.3f}{note}")
    if best:
        means = [mean(map(mean, found.values())) for found in (best, first)]
        print(f"{'mean over sources':<24} {len(best):>4}        best {means[0]:.3f}  first {means[1]:.3f}\n")


# Pages of one kind


def swde(folder: Path, skip: int = 0) -> Iterator[tuple[str, list[bytes], list[dict[str, list[str]]]]]:
    """The SWDE sites of a folder: name, pages and their attributes."""
    for path in sorted(folder.glob("swde-*.tar.gz")):
        name = path.name.removesuffix(".tar.gz")
        if name not in UNTOUCHED_SITES:
            with tarfile.open(fileobj=io.BytesIO(path.read_bytes())) as archive:
                files = {file.name: archive.extractfile(file) for file in archive.getmembers() if file.isfile()}
                data = {name: file.read() for name, file in files.items() if file is not None}
            pages = sorted(one for one in data if one.endswith(".html"))[skip : skip + MOST_PAGES]
            gold = [json.loads(data[one.replace("/html/", "/gold/").replace(".html", ".json")]) for one in pages]
            yield name, [data[one] for one in pages], [one["attributes"] for one in gold]


def measure_pages(folder: Path, skip: int = 0) -> None:
    """Print the share of attributes that are a cell of one column, by site."""
    shares, reachable, strict, ceilings = [], [], [], []
    for name, pages, gold in swde(folder, skip):
        tables = sectio.records(pages, options={"timeout": 60})
        table = next(one for one in tables if one.xpath == "/html/body")
        texts = [{plain(text) for text in sectio.parse_page(page).texts} for page in pages]
        found = {key: share(table, gold, key) for key in sorted({key for one in gold for key in one})}
        whole = {key: value for key, value in found.items() if is_whole(texts, gold, key)}
        shares.append(mean(found.values()))
        reachable.append(mean(whole.values()))
        strict.append(mean(every(table, gold, key) for key in found))
        ceilings.append(mean(ceiling(gold, key) for key in found))
        said = ", ".join(f"{key} {value:.2f}" for key, value in found.items())
        print(f"{name:<24} {len(pages):>4} pages  all {shares[-1]:.3f}  whole {reachable[-1]:.3f}  ({said})")
    if shares:
        print(f"{'mean over sites':<24} {len(shares):>4}        all {mean(shares):.3f}  whole {mean(reachable):.3f}")
        print(f"{'every value':<24} {len(shares):>4}        all {mean(strict):.3f}  at most {mean(ceilings):.3f}")


def share(table: Table, gold: Sequence[dict[str, list[str]]], key: str) -> float:
    """The share of pages whose cell in the best column is a value of the attribute."""
    values = [{plain(value).casefold() for value in one.get(key, ())} for one in gold]
    rows = [(row, wanted) for row, wanted in zip(table.rows, values, strict=True) if wanted]
    hits = (sum(plain(row[at]).casefold() in wanted for row, wanted in rows) for at in range(len(table.columns)))
    return max(hits, default=0) / len(rows)


def every(table: Table, gold: Sequence[dict[str, list[str]]], key: str) -> float:
    """The share of all values of an attribute that are cells of the best column."""
    values = [{plain(value).casefold() for value in one.get(key, ())} for one in gold]
    total = sum(map(len, values))
    hits = (
        sum(plain(row[at]).casefold() in wanted for row, wanted in zip(table.rows, values, strict=True) if wanted)
        for at in range(len(table.columns))
    )
    return max(hits, default=0) / total


def ceiling(gold: Sequence[dict[str, list[str]]], key: str) -> float:
    """The share of values that one column can hold: one on a page."""
    counts = [len({plain(value).casefold() for value in one[key]}) for one in gold if one.get(key)]
    return len(counts) / sum(counts)


def is_whole(texts: Sequence[set[str]], gold: Sequence[dict[str, list[str]]], key: str) -> bool:
    """Whether the attribute is a whole text on at least half of its pages."""
    pages = [(found, one[key]) for found, one in zip(texts, gold, strict=True) if one.get(key)]
    return sum(any(plain(value) in found for value in values) for found, values in pages) >= len(pages) / 2


def main() -> None:
    """Measure what was asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", nargs="?", type=Path)
    parser.add_argument("--generated", type=int, default=0)
    parser.add_argument("--seed", type=int, default=31)
    parser.add_argument("--errors")
    parser.add_argument("--skip", type=int, default=0)
    asked = parser.parse_args()
    if asked.generated:
        measure_lists(generated(asked.generated, asked.seed), asked.errors)
    if asked.data:
        measure_lists(real(asked.data / "more" / "records"), asked.errors)
        measure_pages(asked.data / "sites", asked.skip)


if __name__ == "__main__":
    main()
