"""Metadata against gold: how often each field is right, for Sectio and for peers that are installed.

python bench/metadata.py DATA…                  folders with gold.jsonl, snippets.json or ground-truth/, or of such folders
python bench/metadata.py DATA… --all            every page, not a sample of each set
python bench/metadata.py DATA… --peers          trafilatura, newspaper4k (slow) and htmldate beside it, or --peers NAME…
python bench/metadata.py DATA… --brief          exact values of the part to check with, a line for each set
python bench/metadata.py DATA… --errors author  wrong values of a field, of the tuning part only
python bench/metadata.py DATA… --cost           what the metadata costs beside the extraction
python bench/metadata.py DATA… --json FILE      the figures for other programs

Untouched domains are left out. The other pages are split by the hash of their host: six in ten to tune with, four in ten to
check with; only errors of the first part are listed. A value counts where the gold has the field:

n          pages whose gold has a value
exact      share of them whose value is the same to a reader: words of a title, names of all authors, the day
precision  share of the given items (names, tags, or the value itself) that are right, on pages with a value
recall     share of the gold's items that are given
missing    pages with a value for which none is given
spurious   values given on pages for which the gold says that there is none
"""

import argparse
import gzip
import json
import re
import time
from collections import defaultdict
from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import asdict, dataclass, field
from hashlib import sha256
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import sectio
from sectio.lab.metrics.fields import SAME, field_words, names
from sectio.lab.splits import is_untouched
from sectio.metadata import Reader

FIELDS = ("title", "author", "date", "description", "site_name", "image", "language", "license", "tags")
BRIEF = ("title", "author", "date")  # what most people read
SAMPLE = 150
Fields = dict[str, Any]
System = Callable[[bytes, str | None], Fields]


@dataclass(frozen=True)
class Gold:
    """A page, its address and what is known about it; an empty value says that the page has none."""

    file: Path
    url: str | None
    host: str
    fields: Fields

    @property
    def part(self) -> str:
        """`tune` or `check`, by the host."""
        return "tune" if self.rank("") < 0.6 else "check"

    def rank(self, salt: str) -> float:
        """A number from 0 to 1 that only depends on the host, or on the file where there is none."""
        digest = sha256((salt + (self.host or self.file.name)).encode()).digest()
        return digest[0] / 256 + digest[1] / 65536

    def source(self) -> bytes:
        """The page."""
        return gzip.decompress(self.file.read_bytes())


def _gold(file: Path, record: Fields, known: Fields) -> Gold:
    host = urlsplit(record.get("url") or "").hostname or record.get("host") or ""
    return Gold(file, record.get("url"), host.removeprefix("www."), {key: known[key] for key in FIELDS if key in known})


def folders(given: Sequence[Path]) -> Iterator[Path]:
    """The folders that hold a set: those given, or else the ones inside."""
    for folder in given:
        yield from [folder] if _is_set(folder) else (inner for inner in sorted(folder.iterdir()) if _is_set(inner))


def _is_set(folder: Path) -> bool:
    return any((folder / name).exists() for name in ("gold.jsonl", "snippets.json", "ground-truth"))


def load(folder: Path) -> Iterator[Gold]:
    """The pages of a folder, in whichever of the three layouts it has."""
    if (folder / "gold.jsonl").exists():
        for line in (folder / "gold.jsonl").read_text(encoding="utf-8").splitlines():
            known = json.loads(line)
            yield _gold(folder / known["file"], known, known)
    elif (folder / "snippets.json").exists():
        for name, known in json.loads((folder / "snippets.json").read_text(encoding="utf-8")).items():
            if known.get("title"):
                yield _gold(folder / "html" / f"{name}.html.gz", known, known)
    else:
        yield from _annotated(folder)


def _annotated(folder: Path) -> Iterator[Gold]:
    for path in sorted((folder / "ground-truth").glob("*.json")):
        record = json.loads(path.read_text(encoding="utf-8"))
        truth = record["ground_truth"]
        known = {"title": truth["title"], "author": truth["author"] or "", "date": truth["publish_date"] or ""}
        yield _gold(folder / "html" / f"{path.stem}.html.gz", record, known)


def chosen(folder: Path, limit: int | None) -> list[Gold]:
    """The pages of a set that may be looked at and whose gold says something; a sample by host unless all are asked for."""
    pages = [page for page in load(folder) if page.fields.keys() - {"language"} and not is_untouched(host=page.host)]
    return sorted(pages, key=lambda page: page.rank("sample"))[:limit]


# Systems


def _sectio(source: bytes, url: str | None) -> Fields:
    return sectio.extract(source, url=url).metadata.values()


def _trafilatura(source: bytes, url: str | None) -> Fields:
    found = import_module("trafilatura").extract_metadata(source, default_url=url)
    known = [name for name in FIELDS if name != "language"]  # it detects languages in texts only
    return {name: getattr(found, {"site_name": "sitename"}.get(name, name), None) for name in known} if found else {}


def _newspaper(source: bytes, url: str | None) -> Fields:
    article = import_module("newspaper").Article(url or "https://page.example/", fetch_images=False)
    article.download(input_html=source)
    article.parse()
    day = article.publish_date.date().isoformat() if article.publish_date else None
    return {"title": article.title, "author": list(article.authors), "date": day, "image": article.top_image}


def _htmldate(source: bytes, url: str | None) -> Fields:
    return {"date": import_module("htmldate").find_date(source, original_date=True, url=url)}


PEERS: dict[str, System] = {"trafilatura": _trafilatura, "newspaper": _newspaper, "htmldate": _htmldate}


# Comparing


def equal(name: str, given: Any, gold: Any) -> bool:
    """Whether two values of a field are the same to a reader."""
    return SAME[name](given, gold) if name in SAME else items(name, given) == items(name, gold)


def items(name: str, value: Any) -> frozenset[Hashable]:
    """The parts of a value that are right or wrong by themselves: names, tags, else the whole."""
    match name:
        case "author":
            return names(value)
        case "tags":
            return frozenset(field_words(tag) for tag in value)
        case "image":
            return frozenset((re.sub(r"^https?:", "", value).partition("?")[0],))
        case "language":
            return frozenset((value[:2].lower(),))
        case "date":
            return frozenset((value[:10],))
        case _:
            return frozenset((field_words(value),))


@dataclass
class Tally:
    """Counts of one field in one part of one set."""

    n: int = 0
    exact: int = 0
    missing: int = 0
    right_items: int = 0
    given_items: int = 0
    gold_items: int = 0
    without: int = 0
    spurious: int = 0
    wrong: list[str] = field(default_factory=list)

    def add(self, page: Gold, name: str, value: Any) -> None:
        """Count one page."""
        truth = page.fields[name]
        right = bool(truth and value) and equal(name, value, truth)
        if truth:
            given, gold = items(name, value) if value else frozenset(), items(name, truth)
            self.n, self.exact, self.missing = self.n + 1, self.exact + right, self.missing + (not value)
            self.right_items += len(given & gold)
            self.given_items, self.gold_items = self.given_items + len(given), self.gold_items + len(gold)
        else:
            self.without, self.spurious = self.without + 1, self.spurious + bool(value)
        if (value or truth) and not right:
            self.wrong.append(f"{page.file}\n    {page.url}\n    gold {truth!r}\n    got  {value!r}")

    def shares(self) -> dict[str, float | int]:
        """The figures that are shown."""
        return {
            "n": self.n,
            "exact": round(self.exact / max(self.n, 1), 4),
            "precision": round(self.right_items / max(self.given_items, 1), 4),
            "recall": round(self.right_items / max(self.gold_items, 1), 4),
            "missing": self.missing,
            "spurious": self.spurious,
            "without": self.without,
        }

    def __str__(self) -> str:
        found = self.shares()
        shares = "".join(f"{found[name]:>10.3f}" for name in ("exact", "precision", "recall"))
        spurious = f"{self.spurious} of {self.without}" if self.without else ""
        return f"{self.n:>5}{shares}{self.missing:>8}{spurious:>12}"


Key = tuple[str, str, str]
Table = dict[Key, Tally]


def measure(name: str, system: System, pages: Sequence[Gold], table: Table) -> None:
    """Run a system over pages; a page it fails on has no values."""
    for page in pages:
        try:
            found = system(page.source(), page.url)
        except Exception as error:  # peers raise whatever they like
            found = {}
            print(f"{name} failed on {page.file.name}: {type(error).__name__}")
        for key in page.fields:
            if name == "sectio" or key in found or key in _fields_of(name):
                table[name, key, page.part].add(page, key, found.get(key))


def _fields_of(name: str) -> tuple[str, ...]:
    return {"trafilatura": FIELDS[:6], "newspaper": ("title", "author", "date", "image"), "htmldate": ("date",)}[name]


def show(title: str, table: Table) -> None:
    """One line per field, system and part."""
    print(f"\n{title}\n{'':<33}    n     exact precision    recall missing    spurious")
    for name, key in sorted({(name, key) for name, key, _ in table}, key=lambda pair: (FIELDS.index(pair[1]), pair[0])):
        for part in ("tune", "check"):
            if (name, key, part) in table:
                print(f"{key:<12}{name:<13}{part:<8}{table[name, key, part]}")


def show_brief(tables: dict[str, Table], systems: Sequence[str]) -> None:
    """Exact values of the part to check with; a line for each set and field, a column for each system."""
    print("exact values (precision)")
    print(f"{'set':<14}{'field':<10}{'n':>4}" + "".join(f"{name:>17}" for name in systems))
    for title, table in tables.items():
        for key in BRIEF:
            found = [table.get((name, key, "check"), Tally()) for name in systems]
            if n := max(tally.n for tally in found):
                print(f"{title:<14}{key:<10}{n:>4}" + "".join(f"{_briefly(tally):>17}" for tally in found))
        authors = table.get(("sectio", "author", "check"), Tally())
        if authors.without:
            print(f"{title:<14}authors where the gold has none: {authors.spurious} of {authors.without}")


def _briefly(tally: Tally) -> str:
    shares = tally.shares()
    return f"{shares['exact']:.3f} ({shares['precision']:.3f})" if tally.n else ""


def together(tables: Sequence[Table]) -> Table:
    """The sums of several sets."""
    total: Table = defaultdict(Tally)
    for table in tables:
        for key, tally in table.items():
            counts = {name: value for name, value in vars(tally).items() if name != "wrong"}
            total[key] = Tally(**{name: getattr(total[key], name) + value for name, value in counts.items()})
    return total


# Cost


@dataclass(frozen=True)
class Cost:
    """Seconds of processor time."""

    extraction: float = 0.0
    title: float = 0.0
    metadata: float = 0.0

    def __add__(self, other: "Cost") -> "Cost":
        return Cost(*(getattr(self, name) + value for name, value in asdict(other).items()))


def cost(pages: Sequence[Gold], repeat: int = 3) -> Cost:
    """The extraction (text, with the title that it needs), and of the metadata the title and all the fields; best of some."""
    total = Cost()
    for page in pages:
        source = page.source()
        runs = [_timed(source, page.url) for _ in range(repeat)]
        total += Cost(*(min(getattr(run, name) for run in runs) for name in asdict(total)))
    return total


def _timed(source: bytes, url: str | None) -> Cost:
    begin = time.process_time()
    page = sectio.parse_page(source)
    doc = sectio.extract(page, url=url)
    _ = doc.text
    extracted = time.process_time()
    again = Reader(
        page, url=url, content=doc._analysis.selection.mask
    )  # the extraction may have read the title already
    _ = again.title
    title = time.process_time()
    again.all()
    return Cost(extracted - begin, title - extracted, time.process_time() - extracted)


def show_cost(name: str, spent: Cost, count: int) -> None:
    """One line per set."""
    shares = f"title {spent.title / spent.extraction:.3f}, all metadata {spent.metadata / spent.extraction:.3f}"
    print(f"{name:<20}{count:>5} pages   extraction {1000 * spent.extraction / count:6.2f} ms   of it: {shares}")


# The command


def _costs(sets: dict[str, list[Gold]]) -> Fields:
    spent = {name: cost(pages) for name, pages in sets.items()}
    for name, pages in sets.items():
        show_cost(name, spent[name], len(pages))
    total = sum(spent.values(), Cost())
    show_cost("together", total, sum(map(len, sets.values())))
    return {"cost": {name: asdict(one) for name, one in {**spent, "together": total}.items()}}


def _scores(
    sets: dict[str, list[Gold]], systems: dict[str, System], errors: str | None, is_brief: bool = False
) -> Fields:
    tables: dict[str, Table] = {}
    for title, pages in sets.items():
        tables[title] = defaultdict(Tally)
        for name, system in systems.items():
            measure(name, system, pages, tables[title])
        if errors:
            print(*tables[title]["sectio", errors, "tune"].wrong, sep="\n")
        if not is_brief:
            show(title, tables[title])
    tables["together"] = together(list(tables.values()))
    if is_brief:
        show_brief(tables, list(systems))
    else:
        show("together", tables["together"])
    return {title: {" ".join(key): one.shares() for key, one in table.items()} for title, table in tables.items()}


def main() -> None:
    """Run from the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path, nargs="+")
    parser.add_argument("--all", action="store_true", help=f"every page instead of {SAMPLE} of each set")
    parser.add_argument("--pages", type=int, default=SAMPLE, help="the size of the sample")
    parser.add_argument("--peers", nargs="*", choices=PEERS, help="these extractors too, or all that are installed")
    parser.add_argument("--brief", action="store_true", help="only exact values of title, author and date")
    parser.add_argument("--errors", choices=FIELDS, help="list what is wrong in the tuning part")
    parser.add_argument("--cost", action="store_true")
    parser.add_argument("--json", type=Path)
    asked = parser.parse_args()
    limit = None if asked.all else asked.pages
    sets = {folder.name: pages for folder in folders(asked.data) if (pages := chosen(folder, limit))}
    names_of_peers = [] if asked.peers is None else asked.peers or PEERS
    peers = {name: PEERS[name] for name in names_of_peers if find_spec(name)}
    found = _costs(sets) if asked.cost else _scores(sets, {"sectio": _sectio, **peers}, asked.errors, asked.brief)
    if asked.json:
        asked.json.write_text(json.dumps(found, indent=1), encoding="utf-8")


if __name__ == "__main__":
    main()
