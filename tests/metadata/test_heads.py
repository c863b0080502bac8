"""Title, author and date of small pages, whole: heads and bylines as sites of many kinds and languages write them.

A page is a part of `heads.txt`: what is to be found (nothing after the colon: the page does not say), its head and its body.
When they were written, before anything was changed for them, of the first 59 all titles, 47 authors and 56 dates were right, and of the
30 from `by-with-photos-by` on all titles, 23 authors and 29 dates.
"""

import re
from pathlib import Path

import pytest

import sectio
from tests.metadata.pages import ARTICLE

FIELDS = ("title", "author", "date")


def heads() -> dict[str, str]:
    """The pages by name, as they are in the file."""
    _, *parts = re.split(
        r"^=== (.+)\n", Path(__file__).with_name("heads.txt").read_text(encoding="utf-8"), flags=re.MULTILINE
    )
    return dict(zip(parts[::2], parts[1::2], strict=True))


HEADS = heads()
# Found although the page may be said to have none: a desk or a project that signs, the day of the last change of a page that tells of no
# other, that of a review; and two names that nothing but a date behind them says to be authors.
MISSED = {
    ("staff-byline", "author"),
    ("desk-name-ldorg", "author"),
    ("gov-uk", "author"),
    ("docs-none", "author"),
    ("docs-last-updated", "date"),
    ("wiki", "date"),
    ("product-page-none", "date"),
    ("japanese-newspaper", "author"),
    ("title-numbers", "author"),
}


def told(part: str) -> tuple[dict[str, str], str]:
    """What is to be found, and the page."""
    header, markup = part.split("---\n", 1)
    given = dict(line.partition(":")[::2] for line in header.splitlines())
    head, body = markup.split("~~~\n")
    wanted = {name: value.strip() for name, value in given.items()}
    html = f'<!doctype html><html lang="{wanted["lang"]}"><head>{head}</head><body>{body.replace("{p}", ARTICLE)}</body></html>'
    return wanted, html


@pytest.mark.parametrize("name", HEADS)
@pytest.mark.parametrize("field", FIELDS)
def test_fields(name: str, field: str) -> None:
    """Each field is what the page says, or nothing."""
    wanted, html = told(HEADS[name])
    found = getattr(sectio.extract(html, url=wanted["url"]), field) or ""
    assert (found == wanted[field]) == ((name, field) not in MISSED)
