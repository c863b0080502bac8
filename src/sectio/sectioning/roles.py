"""What a section is for: navigation, comments, a footer …

Tags, ARIA roles and class or id words, matched as whole words, are evidence; the innermost evidence over most
of a section's text counts. Without any, links and importance decide.
"""

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

import numpy as np

from sectio.dom import words
from sectio.dom.page import Ints, Page
from sectio.dom.tree import nearest_ancestor

ROLES: Final = tuple(words.ROLES)
_CODE: Final = {role: code for code, role in enumerate(ROLES)}

_TAGS: Final = {
    "nav": "navigation", "header": "header", "footer": "footer", "aside": "aside", "form": "form",
    "main": "content", "article": "content",
}  # fmt: skip
_ARIA: Final = {
    "navigation": "navigation", "banner": "header", "contentinfo": "footer", "complementary": "aside",
    "search": "form", "form": "form", "main": "content", "article": "content", "menu": "navigation",
    "menubar": "navigation",
}  # fmt: skip
_WORD_ROLE: Final = {word: role for role, listed in words.ROLES.items() for word in listed.split()}
_SPLIT: Final = re.compile(r"[^a-z]+")
LINK_SHARE: Final = 0.6
_AT_ONCE: Final = 65_536  # rows


def marked_roles(page: Page) -> Ints:
    """For each row the role that its innermost marked ancestor (or itself) names, as an index; -1: none."""
    own = np.full(len(page), -1, np.int32)
    for name, meant in _TAGS.items():
        own[page.is_tag(name)] = _CODE[meant]
    for names in (page.classes, page.ids):
        said = {value: _CODE[role] for value in {*names.values()} if (role := _role_named(value))}
        for row, value in names.items() if said else ():
            if value in said:
                own[row] = said[value]
    for row, value in page.source.having("role").items():
        aria = _ARIA.get(value.strip().lower())
        if aria is not None:
            own[row] = _CODE[aria]
    own[:2] = -1
    if (own < 0).all():
        return own
    marked = nearest_ancestor(page, own >= 0, include_self=True)
    return np.where(marked >= 0, own[marked], -1).astype(np.int32)


@lru_cache(maxsize=8192)
def _role_named(value: str) -> str | None:
    """The role of the first token that is a role word as a whole or in its last word (`site-footer`)."""
    for token in value.lower().split():
        role = _WORD_ROLE.get(token) or _WORD_ROLE.get(_SPLIT.split(token.strip("-_"))[-1])
        if role is not None:
            return role
    return None


def roles_of(page: Page, number: Ints, noisy: Sequence[bool]) -> list[str]:
    """The role of each section by its leaves: `number` is the section of each row, -1 for none; `noisy` is by section."""
    count, kinds = len(noisy), len(ROLES) + 1
    votes, total, linked = np.zeros(count * kinds), np.zeros(count), np.zeros(count)
    marked, every = marked_roles(page), np.flatnonzero(number >= 0).astype(np.int32)
    for start in range(0, len(every), _AT_ONCE):  # sums of whole numbers, so the same in pieces
        rows = every[start : start + _AT_ONCE]
        size, own = np.maximum(page.text_len[rows], 1), number[rows].astype(np.intp)
        votes += np.bincount(own * kinds + marked[rows] + 1, weights=size, minlength=count * kinds)
        total += np.bincount(own, weights=size, minlength=count)
        linked += np.bincount(own, weights=size * page.in_link[rows], minlength=count)
    votes = votes.reshape(count, kinds)[:, 1:]
    best = votes.argmax(axis=1)
    is_named, leads = 2 * votes.max(axis=1) > total, linked >= LINK_SHARE * total
    each = zip(best.tolist(), is_named.tolist(), leads.tolist(), noisy, strict=True)
    return [_role(ROLES[role] if is_named else None, leads, noisy) for role, is_named, leads, noisy in each]


def _role(named: str | None, leads: bool, noisy: bool) -> str:
    """By what names it, if its name and its importance agree; else by where its links lead."""
    if named is not None and (named != "content" or not noisy):
        return named
    if not noisy:
        return "content"
    return "navigation" if leads else "other"
