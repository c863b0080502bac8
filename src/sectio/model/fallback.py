"""Text for a page without any: pages that a script fills in often describe their content in the head."""

from itertools import chain

from sectio.dom.page import Page, covered
from sectio.metadata.evidence import Evidence
from sectio.metadata.jsonld import strings
from sectio.metadata.summary import description
from sectio.metadata.texts import clean

FEW_WORDS = 20
MAX_LENGTH = 100_000


def stated_text(page: Page, url: str | None = None) -> str | None:
    """The article in the page's JSON-LD, or the page's description; None for a page that has text itself.

    A few words for browsers without scripts and a few links do not count as text.
    """
    here = int(page.counts.words.sum())
    if here >= FEW_WORDS or (page.words * ~(page.in_link | covered(page, page.is_tag("noscript")))).any():
        return None
    evidence = Evidence(page, url)
    bodies = [strings(thing, name, most=MAX_LENGTH) for thing in evidence.main[:3] for name in ("articleBody", "text")]
    found = (clean(text, MAX_LENGTH) for text in (*chain(*bodies), description(evidence).value or ""))
    return next((text for text in found if len(text.split()) > here), None)
