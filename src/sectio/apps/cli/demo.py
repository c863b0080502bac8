"""`sectio demo`: a guided first run on pages that ship with the package."""

import textwrap
import time

import click

from sectio import demo as shipped
from sectio.api import extract, learn, sections
from sectio.extraction import Extraction
from sectio.results import Section


@click.command()
def demo() -> None:
    """Work on six pages of an invented newspaper that ship with Sectio: text, metadata, what to try next."""
    pages = shipped.pages()
    name, source = pages[0]
    started = time.perf_counter()
    result = extract(source)
    spent = (time.perf_counter() - started) * 1000
    _heading(f"1. What matters on {name} ({len(source) // 1000} kB), found in {spent:.0f} ms")
    _facts(result)
    _heading("2. Its main text (the beginning)")
    click.echo(_excerpt(result.text))
    _heading("3. The page cut into sections")
    _sections(sections(source))
    _heading(f"4. The same after learning the site from the other {len(pages) - 1} pages, without labels")
    site = learn([page for _, page in pages[1:]])
    _sections(sections(source, template=site))
    _heading("5. Its comments, as records")
    for comment in result.comments:
        click.echo(f"   {comment.author}, {comment.date}: {textwrap.shorten(comment.text, 80, placeholder=' …')}")
    _heading("Where to go next")
    click.echo(
        textwrap.indent(
            "sectio extract page.html                      your own page\n"
            "sectio extract folder/ --format jsonl         many pages, one JSON line each\n"
            "sectio learn folder/*.html -o site.json       learn a site\n"
            "sectio sections page.html --template site.json  sections with importance\n"
            "sectio methods                                other methods, by name\n"
            "sectio --help                                 everything else",
            "   ",
        )
    )


def _heading(text: str) -> None:
    click.echo()
    click.secho(text, bold=True)


def _facts(result: Extraction) -> None:
    facts = ("title", "author", "date", "language", "site_name", "page_type", "confidence")
    for name in facts:
        value = getattr(result, name)
        if value:
            click.echo(f"   {name:<11} {value:.2f}" if isinstance(value, float) else f"   {name:<11} {value}")


def _sections(found: list[Section], most: int = 9) -> None:
    """The longest sections, in document order: importance as a bar, role, beginning, reason."""
    longest = sorted(found, key=lambda section: -section.words)[:most]
    for section in (section for section in found if section in longest):
        bar = "█" * round(section.importance * 8)
        start = textwrap.shorten(section.text, 44, placeholder=" …")
        click.echo(f"   {bar:<8} {section.importance:4.2f}  {section.role:<11} {start:<46} {section.reason}")


def _excerpt(text: str, lines: int = 6) -> str:
    shown = [textwrap.shorten(line, 96, placeholder=" …") for line in text.splitlines() if line.strip()][:lines]
    return textwrap.indent("\n".join([*shown, "…"]), "   ")
