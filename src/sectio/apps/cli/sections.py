"""`sectio sections`: a page cut into sections with importance."""

import json
import os
import shutil
import textwrap
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import click

from sectio.api import load
from sectio.apps.cli.reading import Reading, reading_options
from sectio.apps.cli.shared import NOTHING, OK, expand, talk, write
from sectio.apps.cli.targets import OUTPUT, check_output
from sectio.apps.inspector import report
from sectio.apps.inspector.view import Inspection
from sectio.errors import InputError
from sectio.results import Section

if TYPE_CHECKING:
    from sectio.layout.chromium import Browser


@click.command()
@click.argument("page", metavar="INPUT")
@click.option(
    "--format", "-f", "style", type=click.Choice(["table", "json", "html"]), default="table", help="What to write."
)
@click.option(
    "--template", "-t", type=click.Path(exists=True), help="A site learned by `sectio learn` or `sectio site`."
)
@click.option(
    "--layout",
    type=click.Choice(["estimate", "chromium"]),
    default="estimate",
    show_default=True,
    help="Where boxes on the page come from: estimated, or measured in Chromium.",
)
@click.option("--url", "-u", help="The page's address.")
@click.option("--method", "-m", help="A method of `sectio methods`; the default one is best for most pages.")
@click.option("--output", "-o", type=OUTPUT, help="Write here instead of stdout.")
@reading_options
def sections(page: str, style: str, output: str | None, reading: Reading, **how: Any) -> int:
    """Cut a page into sections and say how important each is, and why.

    \b
    sectio sections page.html
    sectio sections page.html --template site.json
    sectio sections page.html --layout chromium --format html -o page-sections.html
    """
    check_output(output, [page])
    inputs = list(expand([page]))
    if len(inputs) != 1:
        raise InputError(f"{page}: sections are of one page; name one file")
    source = reading.read(inputs[0])
    site = load(how["template"]) if how["template"] else None
    given = {"url": how["url"], "method": how["method"], "template": site, "options": reading.options}
    with _geometry(how["layout"]) as geometry:
        found = Inspection.of(source, layout=geometry, **given)
        sections = found.doc.sections
    if not sections:
        talk(f"sectio: {page}: the page has no text, so no sections")
    if style == "json":
        write(json.dumps([section.to_dict() for section in sections], ensure_ascii=False, indent=2) + "\n", output)
    elif style == "html":
        write(report.write({**found.whole(), "compare": []}, name=page), output)
    else:
        write(_table(sections), output)
    return OK if sections else NOTHING


@contextmanager
def _geometry(layout: str) -> "Iterator[Browser | None]":
    """A browser to measure the page with, unless its places are estimated."""
    if layout == "estimate":
        yield None
        return
    from sectio.layout.chromium import Browser

    with Browser(executable=os.environ.get("SECTIO_CHROMIUM")) as browser:
        yield browser


def _table(found: Sequence[Section]) -> str:
    """One line a section: importance, noise, kind, role, words, beginning and reason."""
    width = max(60, shutil.get_terminal_size((120, 24)).columns)
    rest = max(20, (width - 50) // 2)
    rows: list[tuple[Any, ...]] = [("IMPORTANCE", "NOISY", "KIND", "ROLE", "WORDS", "TEXT", "WHY")]
    for section in found:
        bar = f"{section.importance:.2f} {'█' * round(section.importance * 5):<5}"
        text = textwrap.shorten(section.text or "(image)", rest, placeholder="…") or section.text[:rest]
        rows.append(
            (bar, "noisy" if section.noisy else "", section.kind, section.role, section.words, text, section.reason)
        )
    form = f"{{:<11}} {{:<5}} {{:<9}} {{:<10}} {{:>5}}  {{:<{rest}}} {{}}"
    return "".join(form.format(*map(str, row)).rstrip() + "\n" for row in rows)
