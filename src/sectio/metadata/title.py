"""The headline: the `h1` that agrees with what the page calls itself, else that name without the site's."""

import re
from collections.abc import Iterator
from typing import Final

from sectio.metadata.evidence import Evidence
from sectio.metadata.jsonld import strings
from sectio.metadata.texts import MAX_TITLE, agreement, clean, words

_SEPARATOR: Final = re.compile(r"\s+[-–—|·•»›:/~]+\s+|\s*[|»•]\s*|\s+::\s+|:\s+")
_STRONG: Final = re.compile(r"\s+[-–—|·•»›~]+\s+|\s*[|»•]\s*|\s+::\s+")
# An h1 agrees with a title when it shares this much of its words; found on development pages.
AGREES, AGREES_LOWER = 0.5, 0.75
LOWER = 16
# Texts looked through for a headline without heading markup.
MAX_TEXTS = 1000


def read(evidence: Evidence) -> tuple[str | None, int]:
    """The headline of the page, and the row where it stands (0 when it stands nowhere)."""
    site = site_words(evidence)
    named = [strip_site(name, site, evidence.host) for name in names(evidence)]
    heading = best_heading(evidence, named, site)
    if heading:
        return heading
    start = evidence.headings[0][0] if evidence.headings else 0
    if named:
        return named[0], place(evidence, named) or start
    return next(((text, row) for row in evidence.rows("h2")[:3] if (text := evidence.text(row, MAX_TITLE))), (None, start))


def names(evidence: Evidence) -> list[str]:
    """What the page calls itself: metas, JSON-LD, the title element; most trusted first."""
    return list(dict.fromkeys(_names(evidence)))


def _names(evidence: Evidence) -> Iterator[str]:
    yield from evidence.all_metas("citation_title", "og:title")
    for thing in evidence.main[:3]:
        yield from (text for text in map(clean, strings(thing, "headline")) if 0 < len(text) <= MAX_TITLE)
    yield from evidence.all_metas("twitter:title", "dc.title", "parsely-title", "sailthru.title")
    title = clean(evidence.head.title, MAX_TITLE)
    if title:
        yield title


def site_words(evidence: Evidence) -> list[list[str]]:
    """The names of the site, as words."""
    found = [*evidence.all_metas("og:site_name", "application-name", "apple-mobile-web-app-title")]
    for thing in evidence.things[:40]:
        if thing.get("@type") in ("WebSite", "Organization", "NewsMediaOrganization"):
            found += strings(thing, "name")
    return [name for text in found if (name := words(text[:200]))]


def strip_site(title: str, site: list[list[str]], host: str) -> str:
    """The title without the site's name at its end or start, where a separator parts them."""
    pieces = _SEPARATOR.split(title)
    if len(pieces) < 2:
        return title
    cuts = [match.span() for match in _SEPARATOR.finditer(title)]
    last, first = pieces[-1], pieces[0]
    if is_site(last, site, host) and cuts[-1][0] > 0:
        return strip_site(title[: cuts[-1][0]].strip(), site, host)
    if is_site(first, site, host):
        return strip_site(title[cuts[0][1] :].strip(), site, host) or title
    return title


def is_site(piece: str, site: list[list[str]], host: str) -> bool:
    """Whether a piece of a title names the site: as the page says, or as its host spells."""
    own = words(piece)
    if not own:
        return True
    if any(own == name or (len(own) > 1 and agreement(own, name) >= 0.8) for name in site):
        return True
    squeezed = "".join(own)
    label = host.rsplit(".", 1)[0].replace("-", "").replace(".", "")
    return len(squeezed) > 2 and (squeezed == label or squeezed == host.replace(".", "") or label.endswith(squeezed))


def best_heading(evidence: Evidence, named: list[str], site: list[list[str]]) -> tuple[str, int] | None:
    """The heading that agrees most with a name of the page; a lone `h1` is taken at its word."""
    first = [(row, text) for row, text in evidence.headings if not is_site(text, site, evidence.host)]
    targets = _targets(named)
    score, text, row = _best(first, targets)
    if score >= AGREES:
        return text, row
    lower = [(row, text) for row in evidence.rows("h2", "h3")[:LOWER] if (text := evidence.text(row, MAX_TITLE))]
    score, text, row = _best(lower, targets)
    if score >= AGREES_LOWER:
        return text, row
    return (first[0][1], first[0][0]) if len(first) == 1 else None


def _targets(named: list[str]) -> list[list[str]]:
    """The names and their first pieces, as words."""
    pieces = [_STRONG.split(name)[0] for name in named]
    return [own for name in dict.fromkeys((*named, *pieces)) if (own := words(name))]


def _best(headings: list[tuple[int, str]], targets: list[list[str]]) -> tuple[float, str, int]:
    best = (0.0, "", 0)
    for row, text in headings:
        own = words(text)
        score = max((agreement(own, target) for target in targets), default=0.0)
        if score > best[0]:
            best = (score, text, row)
    return best


def place(evidence: Evidence, named: list[str]) -> int:
    """The row of the first text that says a name of the page, whatever its markup; 0 when none does."""
    page = evidence.page
    targets = {tuple(words(name)) for name in named}
    longest = max(map(len, named)) + 10
    for position, text in enumerate(page.texts[:MAX_TEXTS]):
        if 4 < len(text) <= longest and tuple(words(text)) in targets:
            return int(page.text_rows[position])
    return 0
