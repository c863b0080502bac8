"""Appeals inside a text that are not part of it: to subscribe, to sign up, to give money.

They look like a paragraph, and give themselves away by where they lead. A short part of the page, all of whose links lead to
a newsletter, a subscription or a donation of the same site, is left out with everything it says. Where much of a page is
like that, it is what the page is about.
"""

import re
from collections.abc import Container
from typing import Final
from urllib.parse import urlsplit

import numpy as np

from sectio import compiled
from sectio.dom.blocks import Blocks
from sectio.dom.page import Mask, Page
from sectio.model.spans import Words, spans

# An appeal has no more words than this, and all of a page no more than this share of the words that are chosen.
APPEAL_WORDS: Final = 60
APPEAL_SHARE: Final = 0.15
# It interrupts or ends a text: so many words are before it. A page with more of them sells something.
WORDS_BEFORE: Final = 50
MOST_APPEALS: Final = 3
# So many blocks behind the text the button of an appeal may be.
BEHIND: Final = 3
_ASKS = re.compile(
    r"(?:^|[/._?=&#])(?:subscribe|subscriptions?|newsletters?|donat(?:e|ions?)|support-us|abo|abonn(?:ieren|ement|ements|er|e)|"
    r"suscri(?:bete|pcion|birse)|assin(?:e|ar|atura)|abbonati|abbonamenti|spenden|become-a-member|mitglied-werden)"
    r"(?:-(?:registration|sign-?up|anmeldung|form|page|now))?(?=$|[/._?=&#])",
    re.IGNORECASE,
)
_GIVING: Final = (
    "patreon.com",
    "buymeacoffee.com",
    "ko-fi.com",
    "paypal.me",
    "opencollective.com",
    "liberapay.com",
    "steady.de",
)
# What an address may have anywhere, and is read without.
_IGNORED: Final = dict.fromkeys(map(ord, "\t\r\n"))
# In each address that asks for something one of these, in small letters; most pages have none of them.
_HINTS: Final = "\0".join((
    "subscri", "newsletter", "donat", "support-us", "abonn", "suscri", "assin", "abbona", "spenden", "a-member", "mitglied-w",
    *(f"abo{sign}" for sign in "-/._?=&#\n"), *_GIVING,
)).encode()  # fmt: skip


def without(page: Page, blocks: Blocks, chosen: Mask, words: Words, url: str | None) -> Mask:
    """The chosen blocks that are not part of an appeal."""
    inside = chosen.nonzero()[0]
    if not len(inside):
        return chosen
    behind = min(int(inside[-1]) + BEHIND, len(blocks) - 1)
    start, end = int(blocks.node[inside[0]]), int(page.text_rows[blocks.last[behind] - 1])
    if not _may_ask(page, start, end):
        return chosen
    links = page.is_link[start:end].nonzero()[0] + start
    leads = page.source.having_among("href", links)
    asking = {row for row, address in leads.items() if _ASKS.search(address) and _is_own(page, address, url)}
    if _may_give([*leads.values()]):
        asking |= {row for row, address in leads.items() if _host(address) in _GIVING}
    if not asking:
        return chosen
    rows = np.array(sorted({_whole(page, row, asking) for row in asking}), np.int32)
    weight = words * chosen
    before = np.cumsum(weight) - weight
    left_out = chosen.copy()
    found = zip(*(edge.tolist() for edge in spans(blocks, page, rows)), strict=True)
    parts = [(first, last) for first, last in found if chosen[first:last].any() and before[first] >= WORDS_BEFORE]
    if len(parts) > MOST_APPEALS:
        return chosen
    for first, last in parts:
        left_out[first:last] = False
    return left_out if (words * (chosen & ~left_out)).sum() <= APPEAL_SHARE * words[inside].sum() else chosen


def _may_ask(page: Page, start: int, end: int) -> bool:
    """Whether one of the addresses from a row to another may ask for something: one look at all of them, before each is read."""
    source, *_ = page.source.written() or (b"",)
    owners, starts, ends = page.source.places("href")
    first, last = owners.searchsorted(np.array((start, end))).tolist()
    if first == last:
        return False
    within = slice(first, last)
    if compiled.core:
        return compiled.core.any_holds(source, starts[within], ends[within], _HINTS)
    bounds = zip(starts[within].tolist(), ends[within].tolist(), strict=True)
    together = b"\n".join((*(source[first:last] for first, last in bounds), b"")).lower()
    return any(hint in together for hint in _HINTS.split(b"\0"))


def _may_give(addresses: list[str]) -> bool:
    """Whether one of these addresses may lead to where money is given: taking addresses apart takes time."""
    together = " ".join(addresses).translate(_IGNORED).lower()
    return any(host in together for host in _GIVING)


def _is_own(page: Page, address: str, url: str | None) -> bool:
    """Whether an address is one of the page's own site."""
    named = (href for rel, href in page.source.head().links if "canonical" in rel.split())
    host = _host(address)
    return not host or host == _host(url or next(named, ""))


def _host(address: str) -> str:
    """The last two parts of the host that an address names, or nothing."""
    if "//" not in address[:8]:
        return ""
    try:
        host = urlsplit(address).hostname or ""
    except ValueError:
        return ""
    return ".".join(host.split(".")[-2:])


def _whole(page: Page, link: int, asking: Container[int]) -> int:
    """The largest element around a link that is short, and whose links all lead to the same kind of place."""
    found, above = link, int(page.parent[link])
    while above and _is_appeal(page, above, asking):
        found, above = above, int(page.parent[above])
    return found


def _is_appeal(page: Page, row: int, asking: Container[int]) -> bool:
    end = int(page.end[row])
    if page.words[row:end].sum() > APPEAL_WORDS:
        return False
    return all(link in asking for link in (np.flatnonzero(page.is_link[row:end]) + row).tolist())
