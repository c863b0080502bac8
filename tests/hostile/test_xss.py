"""Hostile markup in a real Chromium: nothing runs, and nothing of a page gets into the DOM but text and links.

Every vector is in one of the places of an article here; `python -m tests.hostile` tries all places.
"""

from collections.abc import Iterator, Sequence
from html import escape
from itertools import islice

import pytest

from sectio.apps.inspector import prepared
from sectio.apps.inspector import report as inspector
from sectio.apps.inspector.view import Inspection
from sectio.dom.parse import parse
from sectio.extraction import Extraction
from sectio.lab.evaluate import report
from sectio.lab.evaluate.report.worst import WorstPage
from sectio.results import Section
from tests.hostile.browser import Chromium, chromium
from tests.hostile.dom import foreign
from tests.hostile.html_vectors import PLACES, embedded, vectors
from tests.hostile.markdown_vectors import VECTORS as MARKDOWN
from tests.hostile.renderers import RENDERERS
from tests.lab.runs import make_run, measured
from tests.layout.test_chromium import real
from tests.output.making import URL, extraction_of

HOSTILE = list(vectors().values())
RAW = ("python-markdown extra", "mistune plugins raw", "commonmark", "markdown-it gfm raw")


def chunks(items: Sequence[str], size: int = 250) -> Iterator[list[str]]:
    rest = iter(items)
    while chunk := list(islice(rest, size)):
        yield chunk


@pytest.fixture(scope="module")
def tab() -> Iterator[Chromium]:
    """One browser for all tests."""
    with chromium() as running:
        yield running


@pytest.fixture(scope="module")
def extractions() -> list[Extraction]:
    """Every vector in an article, in places that take turns, of pages with and without an address."""
    return [
        extraction_of(embedded(vector, at), url=(URL, None)[at // len(PLACES) % 2]) for at, vector in enumerate(HOSTILE)
    ]


def test_there_are_enough_vectors() -> None:
    """And no two alike."""
    assert len(HOSTILE) == len(set(HOSTILE)) > 700


def test_no_vector_gets_through(extractions: list[Extraction]) -> None:
    """As an independent parser reads our HTML."""
    assert not [found for extraction in extractions if (found := foreign(extraction.html))]


@pytest.mark.parametrize("renderer", RENDERERS)
def test_no_vector_gets_through_markdown(renderer: str, extractions: list[Extraction]) -> None:
    """As the renderers write it and an independent parser reads that; each renderer sees another part of the vectors."""
    part = extractions[list(RENDERERS).index(renderer) % 2 :: 2]
    rendered = [RENDERERS[renderer](extraction.markdown) for extraction in part]
    assert not [(found, html) for html in rendered if (found := foreign(html))]


@real
def test_the_vectors_do_run(tab: Chromium) -> None:
    """Or this whole file proves nothing."""
    wrong = tab.wrong(HOSTILE[:60])
    assert len([found for found in wrong if found.startswith("ran")]) > 20
    assert tab.wrong_when_assigned(["<img src=x onerror=alert(1)>", "<p>\u0338</p>", "<svg></svg>"])


@real
def test_html_in_chromium(tab: Chromium, extractions: list[Extraction]) -> None:
    """As a document, and put into other elements by a script."""
    for part in chunks([extraction.html for extraction in extractions]):
        assert not tab.wrong(part)
        assert not tab.wrong_when_assigned(part)


@real
@pytest.mark.parametrize("renderer", RAW)
def test_markdown_in_chromium(tab: Chromium, extractions: list[Extraction], renderer: str) -> None:
    """Rendered by those who let raw HTML through; each sees another part of the vectors."""
    sources = [
        *extractions[RAW.index(renderer) :: len(RAW)],
        *(extraction_of(vector, url=None) for vector in MARKDOWN.values()),
    ]
    for part in chunks([RENDERERS[renderer](extraction.markdown) for extraction in sources]):
        assert not tab.wrong(part)


@real
def test_the_inspector_in_chromium(tab: Chromium) -> None:
    """Every text of the page, and everything that is said about it and its sections."""
    _, ours = tab.kinds(_inspected(["plain words"]))
    ran, kinds = tab.kinds(_inspected(HOSTILE))
    assert not ran
    assert kinds <= ours


@real
def test_the_evaluation_report_in_chromium(tab: Chromium) -> None:
    """Names, addresses, types, problems, gold and extracted texts come from data."""
    _, ours = tab.kinds(_report(["plain words"]))
    ran, kinds = tab.kinds(_report(HOSTILE))
    assert not ran
    assert kinds <= ours


def _inspected(texts: Sequence[str]) -> str:
    """A report in which everything that comes from a page, or is said about it, is one of the texts."""
    page = parse(f"<title>{escape(''.join(texts))}</title>" + "".join(f"<p>{escape(text)}</p>" for text in texts))
    places = page.text_rows[-len(texts) :].tolist()
    found = [Section(0.5, False, t, t, t, 1, t, None, t, (row,)) for t, row in zip(texts, places, strict=True)]
    record = Inspection.of(page, options={"timeout": 60}).whole()
    whole = "".join(texts)
    record["result"]["sections"] = [section.to_dict() for section in found]
    facts = dict.fromkeys(("title", "author", "date", "language", "page_type", "method"), whole)
    compared = [{"method": text, "text": whole + text} for text in (texts[0], texts[-1])]
    site = {"pattern": whole, "coverage": 0.5, "threshold": 0.5, "warnings": [whole], "unmatched": [whole]}
    more = {
        "page_types": {whole: 0.5},
        "warnings": [whole],
        "site": site,
        "compare": compared,
        "words": 1,
        "all_words": 2,
    }
    return inspector.write({**record, **facts, **more, "page": prepared.write(page, found)}, name=whole)


def _report(texts: Sequence[str]) -> str:
    run = make_run(
        {text: [measured(0.5), measured(0.9, ms=4.0), measured(0.0, error=text)] for text in ("sectio", *texts[:40])},
        types=(texts[0], texts[-1], texts[len(texts) // 2]),
        problems=tuple(texts),
    )
    worst = [WorstPage(text, text, text, 0.1, text, 0.8, text, f"other {text}", (text,)) for text in texts]
    return report.write([run], [worst], version="".join(texts[:10]))
