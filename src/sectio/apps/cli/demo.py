"""`sectio demo`: a guided first run on pages that ship with the package."""

import textwrap
import time

import click

from sectio import demo as shipped
from sectio.api import extract
from sectio.results import Extraction


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
    _heading("3. The same as Markdown")
    click.echo(_excerpt(result.markdown))
    _heading(f"4. All {len(pages)} pages")
    for page_name, page in pages:
        found = extract(page)
        click.echo(f"   {page_name}  {len(page):>6} bytes → {len(found.text):>5} characters   {found.title}")
    _heading("Where to go next")
    click.echo(
        textwrap.indent(
            "sectio extract page.html                      your own page\n"
            "sectio extract folder/ --format jsonl         many pages, one JSON line each\n"
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


def _excerpt(text: str, lines: int = 6) -> str:
    shown = [textwrap.shorten(line, 96, placeholder=" …") for line in text.splitlines() if line.strip()][:lines]
    return textwrap.indent("\n".join([*shown, "…"]), "   ")
