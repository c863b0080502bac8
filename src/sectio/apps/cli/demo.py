"""`sectio demo`: what Sectio does, shown on pages that ship with it."""

import re
import tempfile
import textwrap
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import click

from sectio import demo as shipped
from sectio.api import extract, learn
from sectio.apps.cli.shared import show
from sectio.apps.cli.targets import OUTPUT
from sectio.extraction import Extraction
from sectio.files import write_whole
from sectio.results import Section

WIDTH = 96
BAR = 24


@click.command()
@click.option("--output", "-o", type=OUTPUT, help="Where to write the report; by default a temporary file.")
def demo(output: str | None) -> None:
    """Show in a few seconds what Sectio does, on eight pages of an invented newspaper that ship with it.

    At the end there is a report to open in a browser: the page beside what was found on it, and why.
    """
    pages = [source for _, source in shipped.pages()]
    result = extract(pages[0])
    _facts(result, len(pages[0]))
    _picture(result.sections)
    _excerpt(result)
    _brought(pages, shipped.stories())
    _speed(pages)
    _report(pages, Path(output or tempfile.mkdtemp(prefix="sectio-"), "" if output else "demo.html"))
    _next()


def _facts(result: Extraction, size: int) -> None:
    _heading(f"A page of a newspaper, {size / 1000:.0f} kB of HTML")
    known = [result.author, result.date, result.site_name, result.page_type, f"confidence {result.confidence:.2f}"]
    _say(f"{click.style(result.title, bold=True)}\n{' · '.join(filter(None, known))}")


def _picture(sections: Sequence[Section], least: int = 4) -> None:
    """The page from top to bottom: a bar for each section, as long as its text, full where it is content."""
    _heading("The page from top to bottom: █ content, ░ noise")
    most = max(section.words for section in sections)
    for section in sections:
        if section.words >= least:
            bar = ("░" if section.noisy else "█") * max(1, round(BAR * section.words / most))
            start = textwrap.shorten(section.text, WIDTH - BAR - 20, placeholder=" …")
            _say(f"{bar:<{BAR}} {section.role:<11} {start}")


def _excerpt(result: Extraction, lines: int = 3) -> None:
    _heading("Its text, and its comments as records")
    shown = [line for line in result.text.splitlines() if line][:lines]
    _say("\n".join(textwrap.shorten(line, WIDTH, placeholder=" …") for line in shown))
    for comment in result.comments:
        _say(f"{comment.author}, {comment.date}: {textwrap.shorten(comment.text, WIDTH - 30, placeholder=' …')}")


def _brought(pages: Sequence[bytes], stories: Sequence[str]) -> None:
    """What a learned site is worth, each page with a site learned from all others."""
    alone = [extract(page).text for page in pages]
    sites = [learn([page for page in pages if page is not left]) for left in pages]
    learned = [extract(page, template=site).text for page, site in zip(pages, sites, strict=True)]
    _heading(f"The same after learning the site from its {len(pages) - 1} other pages, without labels")
    for name, texts in (("page by page", alone), ("site learned", learned)):
        foreign, missing = (_left_over(texts, stories), _left_over(stories, texts))
        _say(f"{name}   words that do not belong to the story: {foreign:3.0f} a page   words missing: {missing:3.0f}")


def _left_over(texts: Sequence[str], others: Sequence[str]) -> float:
    """How many words of a text are not in the other, on average."""
    pairs = zip(map(_words, texts), map(_words, others), strict=True)
    return sum((words - other).total() for words, other in pairs) / len(texts)


def _words(text: str) -> Counter[str]:
    return Counter(re.findall(r"\w+", text))


def _speed(pages: Sequence[bytes], rounds: int = 5) -> None:
    """Time for a page when everything is loaded: the best of some rounds."""
    spent: list[float] = []
    for _ in range(rounds):
        started = time.process_time()
        for page in pages:
            assert extract(page).text
        spent.append((time.process_time() - started) / len(pages))
    _heading(f"Time for a page, from bytes to text: {min(spent) * 1000:.1f} ms of processor time")


def _report(pages: Sequence[bytes], path: Path) -> None:
    """The first page with the site learned from the others, as `sectio inspect` shows it."""
    from sectio.apps.inspector import report
    from sectio.apps.inspector.view import COMPARED, Inspection, compared

    site = learn(pages[1:])
    record = Inspection.of(pages[0], template=site).whole() | {"compare": compared(pages[0], COMPARED, template=site)}
    write_whole(path, report.write(record, name="the first page of the demo").encode())
    _heading("The page beside what was found on it, and why: open this file in a browser")
    _say(str(path))


def _next() -> None:
    _heading("Now your own")
    _say(
        "sectio extract page.html                      the text of a page; --format markdown, json and more\n"
        "sectio extract folder/ --workers 2 -f jsonl   many pages, one JSON line each\n"
        "sectio learn folder/ -o site.json             learn a site\n"
        "sectio extract page.html -t site.json         extract with what was learned\n"
        "sectio sections page.html                     what is content, what is noise, and why"
    )


def _heading(text: str) -> None:
    show()
    show(click.style(text, bold=True, fg="cyan"))


def _say(text: str) -> None:
    show(textwrap.indent(text, "   "))
