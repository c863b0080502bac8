"""What a section is for: navigation, comments, a footer …

Tags, ARIA roles and class or id words, matched as whole words, are evidence; the innermost evidence over most
of a section's text counts. Without any, links and importance decide.
"""

import re
from typing import Final

import numpy as np
from numpy.typing import NDArray

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


def marked_roles(page: Page) -> Ints:
    """For each row the role that its innermost marked ancestor (or itself) names, as an index; -1: none."""
    own = np.full(len(page), -1, np.int32)
    for name, role in _TAGS.items():
        own[page.is_tag(name)] = _CODE[role]
    for names in (page.classes, page.ids):
        for row, value in names.items():
            said = _role_named(value)
            if said is not None:
                own[row] = _CODE[said]
    for row, value in page.source.having("role").items():
        said = _ARIA.get(value.strip().lower())
        if said is not None:
            own[row] = _CODE[said]
    own[:2] = -1
    marked = nearest_ancestor(page, own >= 0, include_self=True)
    return np.where(marked >= 0, own[marked], -1).astype(np.int32)


def _role_named(value: str) -> str | None:
    """The role of the first token that is a role word as a whole or in its last word (`site-footer`)."""
    for token in value.lower().split():
        role = _WORD_ROLE.get(token) or _WORD_ROLE.get(_SPLIT.split(token.strip("-_"))[-1])
        if role is not None:
            return role
    return None


def role_of(page: Page, marked: Ints, rows: NDArray[np.integer], noisy: bool) -> str:
    """The role of a section by its leaves (rows)."""
    size = np.maximum(page.text_len[rows], 1)
    votes = np.bincount(marked[rows] + 1, weights=size, minlength=len(ROLES) + 1)
    best = int(np.argmax(votes[1:]))
    named = ROLES[best] if votes[1 + best] * 2 > size.sum() else None
    if named is not None and (named != "content" or not noisy):
        return named
    if not noisy:
        return "content"
    linked = (size * page.in_link[rows]).sum()
    return "navigation" if linked >= LINK_SHARE * size.sum() else "other"
