"""The headline: the heading that agrees with what the page calls itself, else that name less the site's."""

import re
from collections.abc import Iterator
from typing import Final

from sectio.metadata import places
from sectio.metadata.evidence import Evidence
from sectio.metadata.jsonld import strings
from sectio.metadata.texts import MAX_TITLE, agreement, clean, words

# What parts a title from the site's name; a colon does so less surely.
STRONG: Final = re.compile(r"\s+[-–—|·•»›~]+\s+|\s*[|»•]\s*|\s+::\s+")
_ANY: Final = re.compile(rf"{STRONG.pattern}|\s+[:/]\s+|:\s+")
# Shares of words in common from which a heading is the headline; set on development pages.
AGREES, AGREES_LOWER = 0.5, 0.75
# Headings of lower rank that are looked at; texts looked through for a headline without heading markup.
LOWER, MAX_TEXTS = 8, 1000


def read(evidence: Evidence) -> tuple[str | None, int]:
    """The headline of the page, and the row where it stands (0 when it stands nowhere)."""
    stated = list(dict.fromkeys(_stated(evidence)))
    exact = [words(name) for name in stated]
    first = [(row, text) for row, text in evidence.headings if not _is_site(text, evidence)]
    for row, text in first:
        if words(text) in exact:
            return text, row
    named = [strip_site(name, evidence.site, evidence.host) for name in stated]
    heading = best_heading(evidence, first, named)
    if heading:
        return heading
    start = evidence.headings[0][0] if evidence.headings else 0
    if named:
        return named[0], place(evidence, named) or start
    return next(((text, row) for row, text in _lower(evidence)), (None, start))


def _stated(evidence: Evidence) -> Iterator[str]:
    """What the page calls itself: metas, JSON-LD, the title element; most trusted first."""
    yield from evidence.all_metas("citation_title", "og:title")
    for thing in evidence.main[:3]:
        yield from (text for text in map(clean, strings(thing, "headline")) if 0 < len(text) <= MAX_TITLE)
    yield from evidence.all_metas("twitter:title", "dc.title", "parsely-title", "sailthru.title")
    title = clean(evidence.head.title, MAX_TITLE)
    if title:
        yield title


def strip_site(title: str, site: list[list[str]], host: str) -> str:
    """The title without the site's name at its end or start, where a separator parts them."""
    for _ in range(3):
        cuts = [match.span() for match in _ANY.finditer(title)]
        if cuts and cuts[-1][0] > 0 and is_site(title[cuts[-1][1] :], site, host):
            title = title[: cuts[-1][0]].strip()
        elif cuts and cuts[0][1] < len(title) and is_site(title[: cuts[0][0]], site, host):
            title = title[cuts[0][1] :].strip()
        else:
            break
    return title


def is_site(piece: str, site: list[list[str]], host: str) -> bool:
    """Whether a piece of a title names the site: as the page says, or as its host spells."""
    own = words(piece)
    if not own:
        return True
    if any(own == name or (len(own) > 1 and agreement(own, name) >= 0.8) for name in site):
        return True
    squeezed = "".join(own)
    if len(squeezed) < 3 or squeezed[0] not in host:
        return False
    label = host.rsplit(".", 1)[0].replace("-", "").replace(".", "")
    return label.endswith(squeezed) or squeezed == host.replace(".", "")


def _is_site(piece: str, evidence: Evidence) -> bool:
    return is_site(piece, evidence.site, evidence.host)


def best_heading(evidence: Evidence, first: list[tuple[int, str]], named: list[str]) -> tuple[str, int] | None:
    """The heading that agrees most with a name of the page; a lone `h1` is taken at its word."""
    targets = _targets(named)
    score, text, row = _best(first, targets)
    if score >= AGREES:
        return text, row
    score, text, row = _best(_lower(evidence), targets)
    if score >= AGREES_LOWER:
        return text, row
    return (first[0][1], first[0][0]) if len(first) == 1 else None


def _lower(evidence: Evidence) -> list[tuple[int, str]]:
    page = evidence.page
    texts = ((row, places.text(page, row, MAX_TITLE)) for row in places.rows(page, "h2", "h3")[:LOWER])
    return [(row, text) for row, text in texts if text]


def _targets(named: list[str]) -> list[list[str]]:
    """The names and their first pieces, as words."""
    pieces = [STRONG.split(name)[0] for name in named]
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
    targets = [words(name) for name in named]
    openings = {own[0] if own else "" for own in targets}
    longest = max(map(len, named)) + 10
    for position, text in enumerate(page.texts[:MAX_TEXTS]):
        # Most texts do not hold the first word of a name, and need not be cut into words.
        if 4 < len(text) <= longest and any(map(text.casefold().__contains__, openings)) and words(text) in targets:
            return int(page.text_rows[position])
    return 0
