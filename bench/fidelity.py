"""Small pages with required and forbidden fragments of Markdown (tests/fidelity): how many pass, by kind.

python bench/fidelity.py                                       Sectio's score, failures listed
python bench/fidelity.py --peers trafilatura,readability       other extractors too, on the cases about Markdown alone
python bench/fidelity.py --update                              write the score and the cases that pass to fidelity.json

fidelity.json also has the first score of each set: what passed when its pages were written, before anything was changed for them.
"""

import argparse
import json
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from tests.fidelity.check import failures  # noqa: E402
from tests.fidelity.pages import Case, cases  # noqa: E402
from tests.fidelity.sectio import render  # noqa: E402

FILE = Path(__file__).with_name("fidelity.json")


def _trafilatura() -> Callable[[Case], str]:
    extract = import_module("trafilatura").extract
    asked = {f"include_{what}": True for what in ("links", "images", "tables", "formatting")}
    asked |= {"include_comments": False}
    return lambda case: extract(case.html, url=case.url, output_format="markdown", **asked) or ""


def _readability() -> Callable[[Case], str]:
    """The summary is HTML; turbohtml writes it as Markdown."""
    document, parse = import_module("readability").Document, import_module("turbohtml").parse
    return lambda case: parse(document(case.html, url=case.url).summary(html_partial=True)).to_markdown()


def _resiliparse() -> Callable[[Case], str]:
    """Its minimal HTML, written as Markdown by turbohtml."""
    extract = import_module("resiliparse.extract.html2text").extract_plain_text
    parse = import_module("turbohtml").parse
    asked = {"main_content": True, "preserve_formatting": "minimal_html"}
    return lambda case: parse(extract(case.html, **asked)).to_markdown()


PEERS = {"trafilatura": _trafilatura, "readability": _readability, "resiliparse": _resiliparse}


def peer(name: str) -> Callable[[Case, str], str]:
    """A peer's rendering of the one field that every extractor has."""
    extract = PEERS[name]()
    return lambda case, field: extract(case)


def score(tried: Sequence[Case], passed: Sequence[str]) -> dict[str, list[int]]:
    """By kind: cases that pass, and all."""
    right, every = Counter(name.partition("/")[0] for name in passed), Counter(case.kind for case in tried)
    return {"all": [len(passed), len(tried)], **{kind: [right[kind], count] for kind, count in sorted(every.items())}}


def show(rows: dict[str, dict[str, list[int]]]) -> None:
    """A table: kinds down, extractors across."""
    print(f"{'':<12}" + "".join(f"{name:>14}" for name in rows))
    for kind in next(iter(rows.values())):
        print(f"{kind:<12}" + "".join(f"{'{} / {}'.format(*row.get(kind, (0, 0))):>14}" for row in rows.values()))


def main() -> None:
    """Run from the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--peers", default="", help="names, separated by commas: " + ", ".join(PEERS))
    parser.add_argument("--update", action="store_true")
    parser.add_argument("--quiet", action="store_true", help="the score alone")
    asked = parser.parse_args()
    every = cases()
    wrong = {case.name: failures(case, render) for case in every}
    passed = [name for name, faults in wrong.items() if not faults]
    if not asked.quiet:
        print(*(f"{name}: {'; '.join(faults)}" for name, faults in wrong.items() if faults), sep="\n")
    rows = {"sectio": score(every, passed)}
    common = [case for case in every if case.only_markdown]
    if asked.peers:
        rows["on Markdown"] = score(common, [case.name for case in common if not wrong[case.name]])
    for name in filter(None, asked.peers.split(",")):
        rows[name] = score(common, [case.name for case in common if not failures(case, peer(name))])
    show(rows)
    if asked.update:
        first = json.loads(FILE.read_text(encoding="utf-8")).get("first", {})
        record: dict[str, Any] = {"first": first, "score": rows, "passing": passed}
        FILE.write_text(json.dumps(record, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
