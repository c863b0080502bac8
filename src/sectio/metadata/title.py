"""The headline: the heading that agrees with what the page calls itself, else that name less the site's.

A heading is taken at its word, with three exceptions: it is the site's name, it holds more than the headline (a kicker
above, a date below), or OpenGraph and JSON-LD agree on another. One that agrees with nothing is the headline only
right above the content.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from sectio.dom.page import Mask
from sectio.fields import NOTHING, Field, Source, Text
from sectio.metadata import dates, places
from sectio.metadata.evidence import Evidence
from sectio.metadata.jsonld import strings, types
from sectio.metadata.texts import MAX_TITLE, Words, agreement, clean, words
from sectio.patterns import pattern

# What separates a title from the site's name; a colon does so less surely.
STRONG: Final = pattern(r"\s+[-–—|·•»›~]+\s+|\s*[|»•｜]\s*|\s+::\s+|(?<=[^\x00-\u2e7f])[-_—]+(?=[^\x00-\u2e7f])")
_SIGNS: Final = ("|", ": ", " -", " :", " /", " ~")
_OTHER_SIGN: Final = pattern(r"[-–—·•»›_｜]")
_ANY: Final = pattern(rf"{STRONG.pattern}|\s+[:/]\s+|:\s+")
# Shares of words in common from which a heading is the headline; set on development pages.
AGREES, AGREES_LOWER = 0.5, 0.75
# Headings of lower rank that are looked at; texts looked through for a headline without heading markup.
LOWER, MAX_TEXTS = 8, 1000
# Texts between a headline and the content below it: bylines, dates, share buttons. Set on development pages.
ABOVE = 10
# Letters of a site's short name that its host begins with; other words beside its name at the end of a title.
SHORT_NAME, BESIDE_NAME = 3, 1
# The share of the words after a part of a heading that names of the page may have, if they belong to nothing in it.
KNOWN = 0.25
# What pages call themselves when nobody has named them.
_UNNAMED: Final = frozenset(("home", "homepage", "startseite", "index", "untitled", "accueil", "inicio", "start"))
# Letters that hosts spell otherwise.
_SPELLED: Final = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ø": "oe", "å": "aa", "æ": "ae"})
# How often each is right, counted on development pages.
SURE: Final = {"agreed": 0.95, "heading": 0.85, "stated": 0.8, "lone": 0.6, "lower": 0.5}


class Name(NamedTuple):
    """What the page calls itself somewhere, and where."""

    text: str
    source: Source


class Heading(NamedTuple):
    """A heading of the body."""

    row: int
    text: str


def read(evidence: Evidence, content: Mask | None = None) -> tuple[Text, int]:
    """The headline of the page, and the row where it is (0 when it is nowhere)."""
    stated = list(dict.fromkeys(_stated(evidence)))
    logo = _logo(evidence, stated)
    headings = [Heading(*found) for found in evidence.headings if not _is_site(found[1], evidence)]
    headings = [heading for heading in headings if words(heading.text) != logo]
    bare = {text: _without_site(text, evidence, logo) for text in dict.fromkeys(name.text for name in stated)}
    every = [Name(bare[name.text], name.source) for name in stated]
    named = [name for name in every if not _is_empty(name.text, evidence)]
    found = _exact(headings, stated) or best_heading(evidence, headings, [name.text for name in named])
    found = found or _above_content(evidence, headings, content)
    found = found and (_below_trail(evidence, found, (*stated, *named)) or found)
    if found and not _is_slogan(evidence, found, named):
        return _trimmed(evidence, found, named), found.row
    start = evidence.headings[0][0] if evidence.headings else 0
    if every:
        best = _agreed(evidence, named) or (named or _whole(evidence, stated) or every)[0]
        return _as_field(best, "stated"), place(evidence, [name.text for name in every]) or start
    lower = next(iter(_lower(evidence)), None)
    return (Field(lower.text, "text", SURE["lower"]), lower.row) if lower else (NOTHING, start)


def _whole(evidence: Evidence, stated: list[Name]) -> list[Name]:
    """What a front page says beside "Home", where that is all it is called: the site's name."""
    kept = ([piece for piece in STRONG.split(name.text) if piece.casefold() not in _UNNAMED] for name in stated)
    whole = [Name(pieces[0], name.source) for name, pieces in zip(stated, kept, strict=True) if len(pieces) == 1]
    return whole if evidence.is_front else []


def _as_field(name: Name, sure: str) -> Text:
    return Field(name.text, name.source, SURE[sure])


def _exact(headings: list[Heading], stated: list[Name]) -> Heading | None:
    """The first heading that is word for word a name of the page."""
    names = [words(name.text) for name in stated]
    return next((heading for heading in headings if words(heading.text) in names), None)


def _below_trail(evidence: Evidence, heading: Heading, names: Sequence[Name]) -> Heading | None:
    """The `h2` right below that is word for word a name of the page, if the `h1` only ends a trail of links.

    Some newspapers put a title for search engines there, and the headline that readers see below.
    """
    page = evidence.page
    if page.tag_of(heading.row) != "h1" or not places.in_list(page, heading.row):
        return None
    last = page.text_rows[places.position(page, heading.row) :][: ABOVE + 1][-1]
    below = [row for row in places.rows(page, "h2") if heading.row < row < last]
    known = {words(name.text) for name in names}
    texts = (Heading(row, places.headline(page, row, MAX_TITLE)) for row in below)
    return next((lower for lower in texts if lower.text and words(lower.text) in known), None)


def _is_slogan(evidence: Evidence, heading: Heading, named: list[Name]) -> bool:
    """Whether the heading of a front page, which calls itself a website everywhere by one name, says little of that name."""
    if not evidence.is_front or evidence.meta("og:type") != "website":
        return False
    names = {words(name.text) for name in named}
    return len(names) == 1 and agreement(words(heading.text), *names) < AGREES


def _agreed(evidence: Evidence, named: list[Name]) -> Name | None:
    """What OpenGraph and JSON-LD both call a report; elsewhere both repeat what is written for search engines."""
    claimed = {source: words(name) for name, source in reversed(named) if source in ("og", "json-ld")}
    if len(claimed) < 2 or claimed["og"] != claimed["json-ld"]:
        return None
    is_report = any(kind.endswith("newsarticle") for thing in evidence.main[:1] for kind in types(thing))
    return next((name for name in named if name.source == "og"), None) if is_report else None


def _trimmed(evidence: Evidence, heading: Heading, named: list[Name]) -> Text:
    """The heading, or the name of the page that is all of the headline in it."""
    own, agreed = words(heading.text), _agreed(evidence, named)
    if agreed and words(agreed.text) != own:
        return _as_field(agreed, "agreed")
    same = {name.source for name in named if words(name.text) == own}
    parts = [] if agreed else [name for name in named if _is_part(evidence, heading, words(name.text), own, bool(same))]
    parts = parts or (
        [] if agreed or same else [name for name in _openings(named) if _opens(evidence, heading, name, named)]
    )
    if parts:
        return _as_field(max(parts, key=lambda name: len(name.text)), "agreed")
    return Field(heading.text, "text", SURE["agreed" if same else "heading" if named else "lone"])


def _is_part(evidence: Evidence, heading: Heading, name: Words, own: Words, is_named: bool) -> bool:
    """Whether a name is the end of a heading, after a kicker, or its beginning, up to an element or separator.

    What goes on after the beginning is not cut where the page also calls itself by the whole heading.
    """
    if not name or len(name) >= len(own) or len("".join(name)) < 8:
        return False
    if own[-len(name) :] == name:
        return True
    return not is_named and own[: len(name)] == name and len(name) in _stops(evidence, heading)


def _openings(named: Sequence[Name]) -> list[Name]:
    """The first pieces of the names that have several."""
    pieces = ((name, STRONG.split(name.text)[0]) for name in named)
    return [Name(piece, name.source) for name, piece in pieces if piece != name.text]


def _opens(evidence: Evidence, heading: Heading, name: Name, named: Sequence[Name]) -> bool:
    """Whether a heading's first elements are a name: those after them are notes and buttons, whose words the names lack."""
    opening, texts = words(name.text), places.pieces(evidence.page, heading.row)
    cuts = (count for count in range(1, len(texts)) if words(" ".join(texts[:count])) == opening)
    rest = words(" ".join(texts[next(cuts, len(texts)) :]))
    known = {word for other in named for word in words(other.text)}
    return bool(rest) and len("".join(opening)) >= 8 and len(known.intersection(rest)) <= KNOWN * len(rest)


def _stops(evidence: Evidence, heading: Heading) -> set[int]:
    """Numbers of words after which a part of a heading ends."""
    cuts = (places.pieces(evidence.page, heading.row), STRONG.split(heading.text))
    return {total for texts in cuts for total in _sums([len(words(text)) for text in texts])}


def _sums(counts: list[int]) -> Iterator[int]:
    total = 0
    for count in counts:
        total += count
        yield total


def _stated(evidence: Evidence) -> Iterator[Name]:
    """What the page calls itself: metas, JSON-LD, the title element; most trusted first."""
    yield from (Name(text, "meta") for text in evidence.all_metas("citation_title"))
    yield from (Name(text, "og") for text in evidence.all_metas("og:title"))
    # Which things are this page takes long to tell; many pages have none with a headline.
    for thing in evidence.main[:3] if any("headline" in thing for thing in evidence.things) else ():
        texts = (text for text in map(clean, strings(thing, "headline")) if 0 < len(text) <= MAX_TITLE)
        yield from (Name(text, "json-ld") for text in texts)
    names = ("twitter:title", "dc.title", "parsely-title", "sailthru.title", "dc.title.alternative", "title")
    yield from (Name(text, "meta") for text in evidence.all_metas(*names))
    title = clean(evidence.head.title, MAX_TITLE)
    if title:
        yield Name(title, "meta")


def strip_site(title: str, site: Sequence[Words], host: str, *, front: bool = False) -> str:
    """The title without the site's name at its end or start, where something separates them.

    The front page is called by the site's name: there it may stay at the start.
    """
    for _ in range(3 if _may_be_cut(title) else 0):
        cuts = [match.span() for match in _ANY.finditer(title)]
        if cuts and cuts[-1][0] > 0 and _ends_with_site(title[cuts[-1][0] :], site, host):
            title = title[: cuts[-1][0]].strip()
        elif not front and cuts and cuts[0][1] < len(title) and is_site(title[: cuts[0][0]], site, host):
            title = title[cuts[0][1] :].strip()
        else:
            break
    return title


def _may_be_cut(title: str) -> bool:
    """Whether a title, written with single spaces, may hold a separator; most hold none, and this is quick."""
    return any(map(title.__contains__, _SIGNS)) or (not title.isascii() and _OTHER_SIGN.search(title) is not None)


def _without_site(title: str, evidence: Evidence, logo: Words) -> str:
    site = [*evidence.site, logo] if logo else evidence.site
    return strip_site(title, site, evidence.host, front=evidence.is_front)


def is_site(piece: str, site: Sequence[Words], host: str) -> bool:
    """Whether a piece of a title names the site: as the page says, or as its host spells."""
    own = words(piece)
    if not own or own in site:
        return True
    if len(own) > 1 and any(agreement(own, name) >= 0.8 for name in site):
        return True
    squeezed = "".join(own).translate(_SPELLED)
    if len(squeezed) < 3 or squeezed[0] not in host:
        return False
    spelled = squeezed == host.replace(".", "") or f".{host}".endswith("." + ".".join(own))
    return spelled or _label(host).endswith(squeezed)


@lru_cache(maxsize=16)
def _label(host: str) -> str:
    """A host as a word, without its top-level domain."""
    return host.rsplit(".", 1)[0].replace("-", "").replace(".", "")


def _ends_with_site(tail: str, site: Sequence[Words], host: str) -> bool:
    """Whether the end of a title names the site: also with a word beside its name, or by a part of its host."""
    if is_site(tail, site, host):
        return True
    own = words(tail)
    if not STRONG.match(tail) or not own:
        return False
    if any(set(name) < set(own) and len(own) <= len(name) + BESIDE_NAME for name in site):
        return True
    squeezed = "".join(own)
    return len(squeezed) >= SHORT_NAME and _label(host).startswith(squeezed)


def _is_site(piece: str, evidence: Evidence) -> bool:
    return is_site(piece, evidence.site, evidence.host)


def _is_empty(name: str, evidence: Evidence) -> bool:
    """Whether a name says nothing about the page: it is the site's, or that of any front page."""
    return name.casefold() in _UNNAMED or (not evidence.is_front and _is_site(name, evidence))


def _logo(evidence: Evidence, stated: list[Name]) -> Words:
    """The words of a first heading that is the site's name: one end of the title, while a heading below is its rest."""
    title = words(stated[-1].text) if stated else ()
    own = words(evidence.first_heading or "")
    rest = _rest(title, own)
    if not rest or any(words(name.text) == own for name in stated):
        return ()
    headings = [*evidence.headings[1:], *_lower(evidence)]
    first = evidence.headings[0][0]
    return own if any(row > first and words(text) == rest for row, text in headings) else ()


def _rest(title: Words, own: Words) -> Words:
    """What is left of a title without the words that it ends or begins with; nothing where it does neither."""
    if own and title[-len(own) :] == own:
        return title[: -len(own)]
    return title[len(own) :] if own and title[: len(own)] == own else ()


def best_heading(evidence: Evidence, first: list[Heading], named: list[str]) -> Heading | None:
    """The heading that agrees most with a name of the page; a lone `h1` is taken at its word if it shares one with it."""
    targets = _targets(named)
    score, best = _best(first, targets)
    if best and score >= AGREES:
        return best
    score, lower = _best(_lower(evidence), targets)
    if lower and score >= AGREES_LOWER:
        return lower
    return first[0] if len(first) == 1 and (best or not named) else None


def _above_content(evidence: Evidence, headings: list[Heading], content: Mask | None) -> Heading | None:
    """The one `h1` right above the content, or that begins it, whatever the page calls itself.

    Not on the front page, whose `h1` is a slogan; not where another heading is between it and the content, for it names a
    section then; not a link, for it names the site.
    """
    if content is None or evidence.is_front or not content.any():
        return None
    page, opening = evidence.page, int(content.argmax())
    at = places.position(page, opening)
    near = [
        heading for heading in headings if heading.row <= opening and at - places.position(page, heading.row) <= ABOVE
    ]
    inside = [
        heading for heading in headings if heading.row > opening and content[heading.row : page.end[heading.row]].any()
    ]
    if not near or len({words(heading.text) for heading in (*near, *inside)}) != 1:
        return None
    row = near[-1].row
    between = any(row < lower < opening for lower in places.rows(page, "h2", "h3"))
    return None if between or places.link(page, row) is not None else near[-1]


def _lower(evidence: Evidence) -> list[Heading]:
    page = evidence.page
    texts = (Heading(row, places.text(page, row, MAX_TITLE)) for row in places.rows(page, "h2", "h3")[:LOWER])
    return [heading for heading in texts if heading.text and not dates.is_day(heading.text)]


def _targets(named: list[str]) -> list[Words]:
    """The names and their first pieces, as words."""
    pieces = [STRONG.split(name)[0] for name in named]
    return [own for name in dict.fromkeys((*named, *pieces)) if (own := words(name))]


def _best(headings: list[Heading], targets: list[Words]) -> tuple[float, Heading | None]:
    """The heading that shares most with a name, and how much; none where none shares a word."""
    best: tuple[float, Heading | None] = (0.0, None)
    for heading in headings:
        own = words(heading.text)
        score = max((agreement(own, target) for target in targets), default=0.0)
        if score > best[0]:
            best = (score, heading)
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
