"""Names of people out of bylines: "By Jane Doe and John Roe | 3 May 2021" to Jane Doe, John Roe."""

import re
from collections.abc import Iterator
from typing import Final

from sectio.metadata.dates import MONTHS
from sectio.metadata.texts import clean, words

MAX_NAMES, MAX_NAME, MAX_WORDS = 12, 70, 7

_ADDRESS: Final = re.compile(r"(?:https?://|www\.)\S{1,500}|\S{1,100}@\S{1,100}\.[a-z]{2,10}\b|(?<!\w)@\w{1,40}", re.I)
_LEAD: Final = re.compile(
    r"^\W{0,5}(?:"
    r"(?:[^\W\d_]{2,15}\s){0,3}(?:posts?|articles?|artikel|beitrag|beiträge|gastbeitrag|kommentar|gespeichert|eingestellt|gepostet|erstellt"
    r"|pressemitteilung|bericht|analyse|stories)\s(?:by|von|from)(?=[\s:])|"
    r"(?:(?:written|posted|published|reviewed|words|story|article|reported|text|photos?|interview|edited|updated|created|started|submitted)"
    r"(?:\s(?:and|&)\s\w{3,12})?\s)?by(?=[\s:])|"
    r"(?:geschrieben|verfasst|veröffentlicht|erstellt|ein\s(?:beitrag|artikel|text|gastbeitrag)|text|foto|interview)?\s?von(?=[\s:])|"
    r"(?:écrit|publié|rédigé|posté)?\s?par(?=[\s:])|(?:escrito|publicado)?\s?por(?=[\s:])|(?:scritto\s)?(?:di|da)(?=\s)|door(?=\s)|"
    r"(?:the\s)?authors?(?=[\s:])|(?:der\s|die\s)?autor(?:in|en|es|as?|i|zy|ka)?(?=[\s:])|auteure?s?(?=[\s:])|autor[ei](?=[\s:])|автор(?=[\s:])|текст(?=:)|"
    r"redaktion(?=:)|redacción(?=:)|text(?=:)|words(?=:)|writer(?=:)|writers(?=:)|przez(?=\s)|作者|文|記者|记者|編集|저자|글|기자|von(?=:)|"
    r"from(?=:)|name(?=:)|credit(?=:)|from\sthe\sdesk\sof(?=\s)|af(?=\s)|av(?=\s)"
    r")[\s:：]{0,4}",
    re.I,
)
_MONTH_NAMES: Final = "|".join(sorted(name for name in MONTHS if name.isalpha() and len(name) > 2))
_WEEKDAYS: Final = "monday|tuesday|wednesday|thursday|friday|saturday|sunday|montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag"
_CUT: Final = re.compile(
    r"\s[|•·–—»›/\\]|[|•·»›\n]|\s-\s|\s[–—]|\bupdated\b|\bpublished\b|\bposted\b|\bveröffentlicht\b|\baktualisiert\b|\bpublié\b|\bpublicado\b"
    r"|\b(?:on|am|vom|le|el|il|at|um)\s+(?=\d|[^\W\d_]{3,9}\W{1,2}\d)|\bin\s+(?=[A-Z])|\d{1,2}[./:-]\d|\b\d{4}\b|\b\d+\s?(?:min|comment|kommentar)"
    rf"|\b(?:{_MONTH_NAMES})\.?\s\d|\d\.?\s(?:{_MONTH_NAMES})\b|\b(?:{_WEEKDAYS})\b"
    r"|\b(?:follow|read more|view more|about|view all|see all|share|email|contact)\b|\(|\[",
    re.I,
)
_SPLIT: Final = re.compile(r"\s*[;,/、，]\s*|\s+(?:and|und|et|&|\+|och|og|en|и|oraz|with|mit)\s+|\s*&\s*", re.I)
_WEAK_SPLIT: Final = re.compile(r"\s+(?:y|e|i)\s+")
# What stands after a comma without being a name.
_ROLES: Final = frozenset(
    """editor editors writer reporter correspondent contributor columnist journalist author staff senior associate freelance
    managing chief deputy assistant producer director manager ceo founder cofounder phd md ms ma mba rd rdn cpa jd dr dvm esq jr sr
    redakteur redakteurin redaktion autor autorin chefredakteur volontär journalistin redacteur rédacteur rédactrice periodista
    redactor redactora giornalista head president vice professor marketing content specialist expert analyst engineer
    photographer news guest lead executive officer co-founder strategist consultant coach""".split()
)
_NOBODY: Final = frozenset(
    """admin administrator author unknown anonymous none null undefined webmaster user guest default test website home login root
    superuser name by info support autor web datum date video von share teilen artikel article auteur comments kommentare publisher me
    reply menu search mehr more us news blog wordpressadmin siteadmin wpadmin posted published updated""".split()
)
# Somebody, but nobody in particular: taken when no person is named.
_TEAMS: Final = re.compile(
    r"\b(?:redaktion|redacción|redazione|rédaction|team|staff|editors?|editorial|newsroom|newsdesk|agenc(?:y|ies)|agenturen|gmbh|inc|llc|ltd"
    r"|e\.\s?v|verlag|verband|stiftung|institut|university|universität|magazine?|online)\b|\b[\w-]+\.(?:com|org|net|de|at|ch|fr|it|es|co|io|eu)\b",
    re.I,
)
_LOWER_PARTS: Final = frozenset(
    """von van der den de del della di da do dos das du la le el al bin ibn ben ter ten zu zur af av y e st mc o' und the of for""".split()
)


def people(text: str, title: str | None = None) -> list[str]:
    """The names in a stated value, cleaned; of several parts the first that holds any."""
    return next((found for found in _candidates(text, title) if found), [])


def byline(text: str, title: str | None = None) -> list[str]:
    """The names in a text that is only perhaps a byline: they must read like names."""
    return next((found for found in _candidates(text, title) if reads_like_names(found)), [])


def _candidates(text: str, title: str | None) -> Iterator[list[str]]:
    text = _ADDRESS.sub(" ", clean(text, 400))
    not_a_name = words(title) if title else None
    for segment in _CUT.split(_without_lead(text))[:5]:
        names = [name for part in _parts(_without_lead(segment)) if (name := _name(part))]
        yield [name for name in names[:MAX_NAMES] if words(name) != not_a_name]


def _without_lead(text: str) -> str:
    for _ in range(3):
        shorter = _LEAD.sub("", text, count=1).strip(" :|-–—")
        if shorter == text:
            break
        text = shorter
    return text


def _parts(text: str) -> list[str]:
    parts = [part.strip(" .:*-–—\"'“”„|") for part in _SPLIT.split(text.strip())]
    kept: list[str] = []
    for part in parts:
        if kept and _is_role(part):
            continue
        weak = _WEAK_SPLIT.split(part)
        if len(weak) == 2 and all(len(side.split()) >= 2 for side in weak):
            kept.extend(weak)
        else:
            kept.append(part)
    return kept


def _is_role(part: str) -> bool:
    own = words(part.replace(".", ""))
    return bool(own) and (own[0] in _ROLES or own[-1] in _ROLES)


def _name(part: str) -> str | None:
    own = words(part)
    if not own or len(part) > MAX_NAME or len(own) > MAX_WORDS or len("".join(own)) < 2:
        return None
    if len(own) == 1 and (own[0] in _NOBODY or own[0].isdigit() or own[0] in MONTHS):
        return None
    return part


def reads_like_names(names: list[str]) -> bool:
    """Whether these could be people: few short parts, each written with capitals (or in a script without them)."""
    return bool(names) and all(_capitalised(name) for name in names)


def _capitalised(name: str) -> bool:
    parts = [part for part in name.split() if any(map(str.isalpha, part))]
    if not parts or len(parts) > 5 or any(map(str.isdigit, name)):
        return False
    return all(not part[0].islower() or part.lower() in _LOWER_PARTS for part in parts) and not parts[0].islower()


def after_by(text: str) -> str | None:
    """What follows "By", "Von", "Author:" at the start of a text; None when it does not start so."""
    match = _LEAD.match(text)
    return text[match.end() :].strip() if match and match[0].strip() else None


def is_team(name: str) -> bool:
    """Whether a name is an organisation's, a desk's or a site's rather than a person's."""
    return _TEAMS.search(name) is not None
