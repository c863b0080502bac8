"""The page's own styles, made harmless: whatever could make a browser load something is renamed."""

import re

MOST = 400_000  # characters of all sheets

_COMMENT = re.compile(r"/\*.*?(?:\*/|\Z)", re.DOTALL)
# Escapes could spell any word; those in names like `md\:flex` cannot, and stay.
_ESCAPE = re.compile(r"\\[0-9a-z\n\r\f]", re.IGNORECASE)
# Every function and rule that takes an address; `url` also as a part of other words, which costs a look at most.
_LOADS = re.compile(
    r"url|@\s*import|@\s*font-face|image-set|(?:src|image)\s*\(|expression|-moz-binding|behavior", re.IGNORECASE
)
# The frame is light: rules for dark screens never apply there, those for light ones always.
_SCHEMES = {"dark": "max-width:0", "light": "min-width:0"}
_SCHEME = re.compile(r"prefers-color-scheme\s*:\s*(dark|light)", re.IGNORECASE)
# What stays in place while the page scrolls would cover it.
_STAYS = re.compile(r"position\s*:\s*(?:-webkit-)?(?:fixed|sticky)", re.IGNORECASE)


def harmless(css: str) -> str:
    """Rules or declarations without anything that loads, and without an end of the element they are in."""
    css = _ESCAPE.sub("-x-", _COMMENT.sub("", css.replace("<", " ")))
    return _light(_STAYS.sub("position:static", _LOADS.sub("-x-", css)))


def _light(css: str) -> str:
    return _SCHEME.sub(lambda found: _SCHEMES[found[1].lower()], css)


def sheet(styles: list[tuple[str, str]]) -> str:
    """All style elements of a page, with the media they are for, as one harmless sheet."""
    found, left = [], MOST
    for media, text in styles:
        if media and not re.fullmatch(r"[\w\s,:().-]{1,200}", media):
            continue
        closed = _balanced(harmless(text[:left]))
        found.append(f"@media {_light(media)} {{ {closed} }}" if media else closed)
        left = max(left - len(text), 0)
    return "\n".join(found)


def _balanced(css: str) -> str:
    """The same with its braces closed, so that a broken sheet does not swallow the next."""
    missing = css.count("{") - css.count("}")
    return css + "}" * max(missing, 0)
