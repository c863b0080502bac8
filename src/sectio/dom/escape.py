"""Text written into markup: composed first, escaped after.

The order matters. `>` and U+0338 compose to `≯`, so composing finished markup would eat the end of a tag and turn text
into attributes. For the same reason a mark at the start of a text is written as a character reference: whoever
composes our markup later does no harm either.
"""

from html import escape

from sectio.dom.unicode import composed, is_mark


def content(text: str) -> str:
    """Text between tags."""
    return _apart(escape(composed(text), quote=False))


def value(text: str) -> str:
    """Text between the quotes of an attribute."""
    return verbatim(composed(text))


def verbatim(text: str) -> str:
    """A clean value between the quotes of an attribute, not composed: another address would lead elsewhere."""
    return _apart(escape(text))


def _apart(text: str) -> str:
    """Text whose first character cannot join what is before it."""
    if text.isascii() or not is_mark(text[0]):
        return text
    return f"&#x{ord(text[0]):X};{text[1:]}"
