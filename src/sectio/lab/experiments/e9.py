"""E9: every single-page method on hostile pages: nothing is raised, the text can be written, and twice is the same.

The pages are made here: markup at its limits, wrong charsets, and generated pages that were cut off or damaged.
"""

import random
from pathlib import Path

from sectio.api import extract, methods
from sectio.errors import SectioError
from sectio.lab.experiments.result import ExperimentResult, Table
from sectio.lab.sitegen import generate_sites

_DAMAGED = 24
_SENTENCE = "The ferry stayed at its berth, and skippers waited for the breaker. "
_LIMITS: dict[str, bytes] = {
    "nothing": b"",
    "white space": b" \n\t ",
    "bytes": b"<p>" + bytes(range(256)) * 40,
    "plain text": _SENTENCE.encode() * 9,
    "nul": b"<p>a\x00b</p>" * 9,
    "deep": b"<div>" * 5_000 + _SENTENCE.encode(),
    "wide": b"<p>word</p>" * 5_000,
    "one line": f"<p>{_SENTENCE * 2_000}".encode(),
    "tables in tables": b"<table><tr><td>cell" * 500,
    "links": b"<a href=/x>one of many</a> " * 500,
    "hidden": f"<div style='display:none'>{_SENTENCE * 5}</div>".encode(),
    "open tags": b"<div><p>open <b>bold <i>both <a href='x>y",
    "wrong charset": f"<meta charset=utf-8><p>{'Grüße aus Köln, schöne Straßen. ' * 9}".encode("latin-1"),
    "utf-16": f"<p>{_SENTENCE * 5}".encode("utf-16"),
    "right to left": f"<p dir=rtl>{'مرحبا بالعالم، هذا نص عربي. ' * 9}".encode(),
    "no spaces": f"<p>{'这是一个测试。我们在测试中文。' * 20}".encode(),
}


def run(data: Path, *, seed: int, limit: int | None, out: Path | None) -> ExperimentResult:
    """Run every method on every hostile page; `limit` is the number of damaged pages."""
    pages = {**_LIMITS, **_damaged(seed, _DAMAGED if limit is None else limit)}
    rows: list[list[str | int]] = []
    failures: list[str] = []
    for name, method in methods().items():
        if not method.needs_site:
            told = [_try(name, kind, source) for kind, source in pages.items()]
            failures += [line for line, _ in told if line]
            rows.append([name, len(told), sum(bool(line) for line, _ in told), sum(found for _, found in told)])
    return ExperimentResult(
        name="E9",
        title="Robustness: every method on hostile pages",
        corpus="made for this",
        pages=len(pages),
        seed=seed,
        tables=[Table("what became of the pages", ("", "pages", "failed", "with text"), rows)],
        notes=["The papers report nothing of the kind."],
        failures=failures,
        passed=not failures,
    )


def _try(method: str, kind: str, source: bytes) -> tuple[str, bool]:
    """What went wrong, or nothing, and whether there is text."""
    try:
        first, again = (extract(source, method=method) for _ in range(2))
        first.to_json(sections=True).encode()
        return ("" if first == again else f"{method} on {kind}: another result the second time"), first.ok
    except (SectioError, ArithmeticError, LookupError, TypeError, ValueError, RecursionError) as error:
        return f"{method} on {kind}: {error!r}", False


def _damaged(seed: int, count: int) -> dict[str, bytes]:
    """Generated pages, each cut off somewhere or with some bytes changed."""
    rng = random.Random(seed)
    sources = [page.html.encode() for site in generate_sites(seed, 8, 3) for page in site.pages]
    found = {}
    for number in range(count):
        source = bytearray(sources[number % len(sources)])
        if number % 2:
            del source[rng.randrange(len(source)) :]
        else:
            for _ in range(50):
                source[rng.randrange(len(source))] = rng.randrange(256)
        found[f"damaged {number}"] = bytes(source)
    return found
