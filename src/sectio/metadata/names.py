"""Names of people out of bylines: "By Jane Doe and John Roe | 3 May 2021" to Jane Doe, John Roe.

Every pattern is bounded and values are cut before they are read, so reading is linear.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

import numpy as np

from sectio import compiled
from sectio.dom.chars import Written
from sectio.metadata.months import MONTHS
from sectio.metadata.texts import clean, words

MAX_VALUE, MAX_NAMES, MAX_NAME, MAX_WORDS, MAX_SEGMENTS, MAX_ROLE = 400, 12, 70, 7, 5, 40

_ADDRESS: Final = re.compile(r"(?:https?://|www\.)\S{1,500}|\S{1,100}@\S{1,100}\.[a-z]{2,10}\b|(?<!\w)@\w{1,40}", re.I)
# What comes before the name, by language; each followed by a space or a colon.
_LEADS: Final = (
    r"(?:[^\W\d_]{2,15}\s){0,3}(?:posts?|articles?|stories|artikel|beitrag|beiträge|gastbeitrag|kommentar|bericht"
    r"|pressemitteilung|analyse|gespeichert|eingestellt|gepostet|erstellt)\s(?:by|from|von)",
    r"(?:(?:written|posted|published|reviewed|words|story|article|reported|text|interview|edited|updated"
    r"|created|started|submitted)(?:\s(?:and|&)\s\w{3,12})?\s)?by",
    r"(?:(?:geschrieben|verfasst|veröffentlicht|erstellt|ein\stext|text|interview)\s)?von",
    r"(?:(?:écrit|publié|rédigé|posté)\s)?par",
    r"(?:(?:escrito|publicado)\s)?por",
    r"door|przez|from\sthe\sdesk\sof",
    r"(?:the\s)?authors?|(?:der\s|die\s)?autor(?:in|en|es|as?|i|e|zy|ka)?|auteure?s?|автор",
)
# These are also parts of names (Di Stefano): only before two words, or with a colon.
_WEAK_LEADS: Final = r"(?:(?:scritto\s)?(?:di|da)|af|av|(?-i:de))(?=\s\S{2,20}\s\S)"
_WEAK_WORDS: Final = frozenset(("di", "da", "af", "av", "de"))
_COLON_LEADS: Final = (
    r"(?:(?:text\s(?:&|und|and)\s)?interview|text|текст|redaktion|redacción|words|writers?|from|name|credit)(?=\s?:)"
)
_GLUED_LEADS: Final = "作者|記者|记者|編集|责任编辑|責任編輯|责编|저자|기자|文(?=[:：/])|글(?=[:：])"
_LEAD: Final = re.compile(
    rf"^\W{{0,5}}(?:(?:{'|'.join(_LEADS)})(?=[\s:]|$)|{_WEAK_LEADS}|{_COLON_LEADS}|{_GLUED_LEADS})[\s:：/]{{0,4}}",
    re.I,
)
# What says in full that a writer follows, wherever it is; and the two letters that each of these begins with, in small and capital
# letters and with those that count as the same: a look at them is quicker than the pattern.
_SIGNATURE: Final = re.compile(
    r"(?:article|words|story|post|guide|review|recipe|written|(?:ein\s)?(?:text|artikel|beitrag|interview))\s(?:written\s)?(?:by|von)\b"
    r"|(?:verfasst|geschrieben)\svon\b|(?:écrit|rédigé)\spar\b|escrito\spor\b|scritto\sda\b"
    r"|(?:text|words|story|authors?|autor(?:in|en|es)?|auteure?s?|autore)\s?:",
    re.I,
)
_ALSO: Final = {"s": "ſ", "i": "İı"}
_BEGINS: Final = frozenset(
    one + other
    for first, second in (
        "ar",
        "wo",
        "st",
        "po",
        "gu",
        "re",
        "wr",
        "ei",
        "te",
        "be",
        "in",
        "ve",
        "ge",
        "éc",
        "ré",
        "es",
        "sc",
        "au",
    )
    for one in (first, first.upper(), *_ALSO.get(first, ""))
    for other in (second, second.upper(), *_ALSO.get(second, ""))
)
_BEGINS_ASCII: Final = "".join(sorted(filter(str.isascii, _BEGINS))).encode()
_CUT: Final = re.compile(
    r"\s[|•·–—»›/\\-]+\s|[|•·»›(\[]|\s[–—]"
    r"|\b(?:updated|published|posted|veröffentlicht|aktualisiert|publié|publicado|follow|read more|view more"
    r"|view all|see all|about|share|email|contact|on behalf of)\b"
    r"|\b(?:fotos?|photos?|photographs?|photography|bilder|bild|illustrations?|video|kuva|zdjęcia|фото)(?=\s?:|\s(?:by|von|par|por|di)\b)",
    re.I,
)
# A count that follows a name without a blank, in scripts that do without.
_COUNT: Final = re.compile(r"(?<=[^\x00-\u2e7f])\d{1,4}$")
# What somebody is, written behind the name.
_RANK: Final = re.compile(r"(?<=\S)\s?(?:(?:인턴|선임|수습)?기자|특파원|논설위원)$|\s(?:記者|记者)$")
_DIGIT: Final = re.compile(r"\d")
_MONTH: Final = "|".join(sorted(name for name in MONTHS if name.isalpha()))
_WEEKDAY: Final = (
    "monday|tuesday|wednesday|thursday|friday|saturday|sunday"
    "|montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag"
)
# Where a date, a time or a count begins; looked for only in texts with digits.
_CUT_NUMBERS: Final = re.compile(
    r"\b(?:on|am|vom|le|el|il|at|um)\s{1,3}(?=\d|[^\W\d_]{3,9}\W{1,2}\d)|\d{1,2}[./:-]\d|\b\d{4}\b"
    rf"|\b\d{{1,5}}\s?(?:min|comment|kommentar)|\b(?:{_MONTH})\.?\s\d|\d\.?\s(?:{_MONTH})\b|\b(?:{_WEEKDAY})\b",
    re.I,
)
_SPLIT: Final = re.compile(r"\s?[;,/、，]\s?|\s(?:and|und|et|&|\+|och|og|en|и|oraz|with|mit)\s|\s?&\s?", re.I)
_WEAK_SPLIT: Final = re.compile(r"\s(?:y|e|i)\s")
# What follows a comma without being a name.
_ROLES: Final = frozenset(
    words(
        """editor editors writer reporter correspondent contributor columnist journalist author staff
        senior associate freelance managing chief deputy assistant producer director manager ceo founder
        cofounder phd md ms ma mba rd rdn cpa jd dr dvm esq jr sr redakteur redakteurin redaktion autor
        autorin chefredakteur volontär journalistin redacteur rédacteur rédactrice periodista redactor
        redactora giornalista head chn fand cfp lcsw ldn rn np aprn president vice professor marketing content specialist expert analyst
        engineer photographer news guest lead executive officer strategist consultant coach
        special redaktorin redakcja dziennikarz dziennikarka redaktor journaliste grand-reporter correspondant correspondante corresponsal
        reportera reportero corrispondente inviato repórter jornalista verslaggever redacteur korrespondent korrespondentin reporterin
        корреспондент журналист журналистка редактор обозреватель muhabir yazar gazeteci"""
    )
)
_NOBODY: Final = frozenset(
    words(
        """admin administrator author unknown anonymous none null undefined webmaster user guest default test
        website home login root superuser name by info support autor web datum date video von share teilen
        artikel article auteur comments kommentare publisher me reply menu search mehr more us news blog
        wordpressadmin siteadmin wpadmin posted published updated lesedauer lesezeit superuser anónimo anonym
        anonyme anonimo red review reviews startseite nachrichten aktuelles accueil inicio last foto fotos photo photos
        quelle source zvg recipe recipes rezept rezepte contributor contributors mon tue wed thu fri sat"""
    )
)
_NO_NAMES: Final = frozenset(
    ("super user", "no author", "archiv anzeigen", "view archive", "all posts", "view profile")
)
# Somebody, but nobody in particular: taken when no person is named.
_TEAMS: Final = re.compile(
    r"\b(?:redaktion|redacción|redazione|rédaction|team|staff|editors?|editorial|newsroom|newsdesk|agency"
    r"|agencies|agenturen|agentur|presse|press|pressestelle|zeitung|redação|redacao|\w*ministerium|ministry|bundes\w+|\w*verband|verein|gmbh|inc|llc|ltd|e\.\s?v|verlag|verband|stiftung|institut|university|universität"
    r"|magazine?|online)\b|[\w-]\.(?:com|org|net|de|at|ch|fr|it|es|co|io|eu)\b",
    re.I,
)
_HOST: Final = re.compile(r"[\w-]\.(?:com|org|net|de|at|ch|fr|it|es|co|io|eu)$", re.I)
_SMALL_PARTS: Final = frozenset(
    words(
        """von van der den de del della di da do dos das du la le el al bin ibn ben ter ten zu zur af av y e
        st mc und the of for"""
    )
)


def people(text: str, title: str | None = None) -> list[str]:
    """The names in a stated value, cleaned; of several parts the first that holds any."""
    return next((found for found in _candidates(text, title) if found), [])


def byline(text: str, title: str | None = None) -> list[str]:
    """The names in a text that is only perhaps a byline: they must read like names."""
    return next((found for found in _candidates(text, title) if reads_like_names(found)), [])


def after_by(text: str) -> str | None:
    """What follows "By", "Von", "Author:" at the start of a text; None when it does not start so."""
    match = _LEAD.match(text)
    return text[match.end() :].strip() if match else None


def lone_lead(text: str) -> bool:
    """Whether a text is all of a word that is also part of names, and the name is the next text: "Af", "Di"."""
    return text.casefold().rstrip(" :") in _WEAK_WORDS


def with_role(text: str) -> list[str]:
    """The one name in a text that is a whole name, a comma and what somebody does: "Jane Doe, Staff Writer"."""
    name, comma, role = text.partition(",")
    found = byline(name) if comma and len(role) < MAX_ROLE and _is_role(role.strip()) else []
    return found if len(found) == 1 and " " in found[0] and words(found[0]) == words(name) else []


def signatures(texts: Sequence[str], limit: int, written: Written | None = None) -> list[int]:
    """The numbers of the texts shorter than `limit` that begin by saying who wrote: "Written by", "Autor:".

    Where it is known how they are written in the markup, few are looked at.
    """
    numbers: Iterable[int] = range(len(texts))
    if compiled.core and written:
        numbers = np.frombuffer(compiled.core.texts_beginning(*written, _BEGINS_ASCII), np.int32).tolist()
    return [number for number in numbers if _is_signature(texts[number], limit)]


def _is_signature(text: str, limit: int) -> bool:
    if text.lstrip()[:2] not in _BEGINS or len(text) >= limit:
        return False
    return _SIGNATURE.match(text.strip()[:40]) is not None


def is_team(name: str) -> bool:
    """Whether a name is an organisation's, a desk's or a site's rather than a person's."""
    return _TEAMS.search(name) is not None


def is_address(name: str) -> bool:
    """Whether a name is that of a host."""
    return _HOST.search(name) is not None


def reads_like_names(names: list[str]) -> bool:
    """Whether these could be people: few parts, each written with a capital (or in a script without)."""
    return bool(names) and all(map(_capitalised, names))


def _candidates(text: str, title: str | None) -> Iterator[list[str]]:
    text = clean(text, MAX_VALUE)
    if "@" in text or "." in text:
        text = _ADDRESS.sub(" ", text)
    headline = words(title) if title else None
    if _DIGIT.search(text):
        text = _CUT_NUMBERS.sub(" | ", text)
    for segment in _CUT.split(_without_lead(text))[:MAX_SEGMENTS]:
        names = [name for part in _parts(_without_lead(segment)) if (name := _name(part))]
        yield [name for name in names[:MAX_NAMES] if words(name) != headline]


def _without_lead(text: str) -> str:
    for _ in range(3):
        shorter = _LEAD.sub("", text, count=1).strip(" :|-–—")
        if shorter == text:
            break
        text = shorter
    return text


def _parts(text: str) -> list[str]:
    kept: list[str] = []
    for part in _SPLIT.split(text.strip()):
        bare = part.strip(" .:*-–—\"'“”„|()[]")
        if kept and _is_role(bare):
            continue
        pair = _WEAK_SPLIT.split(bare)
        kept.extend(pair if len(pair) == 2 and all(" " in side for side in pair) else [bare])
    return kept


def _is_role(part: str) -> bool:
    own = words(part.replace(".", ""))
    return bool(own) and (own[0] in _ROLES or own[-1] in _ROLES)


def _name(part: str) -> str | None:
    own = words(part)
    if len(part) > MAX_NAME or len(own) > MAX_WORDS or len("".join(own)) < 2:
        return None
    if (len(own) == 1 and own[0] in _NOBODY) or " ".join(own) in _NO_NAMES:
        return None
    if own[0].isdigit() or own[-1] in ("by", "admin") or "#" in part:
        return None
    return _COUNT.sub("", part) if part.isascii() else _RANK.sub("", _COUNT.sub("", part))


def _capitalised(name: str) -> bool:
    parts = [part for part in name.split() if any(map(str.isalpha, part))]
    if not parts or len(parts) > 5 or _DIGIT.search(name) or parts[0].islower():
        return False
    return all(not part[0].islower() or part.lower() in _SMALL_PARTS for part in parts)
