"""What may be in the DOM of our output once a reader has parsed it, and what is there that may not."""

import re
from collections.abc import Iterator

import turbohtml

_TEXT = "p h1 h2 h3 h4 h5 h6 strong em del s code pre blockquote ul ol li dl dt dd br hr sup sub span"
_REST = "table thead tbody tfoot tr th td caption colgroup figure figcaption details summary a img div section html head body"
ELEMENTS = frozenset(f"{_TEXT} {_REST}".split())
ATTRIBUTES = frozenset("href src alt colspan rowspan start value class id".split())
# Whatever a browser could take for a scheme; relative addresses have none.
_SCHEME = re.compile(r"[^/?#]*:")
_HARMLESS = re.compile(r"(?:https?|mailto|tel):", re.IGNORECASE)


def foreign(html: str) -> list[str]:
    """What a page got into the DOM: elements, attributes and schemes that are none of ours."""
    return list(_foreign(turbohtml.parse(html)))


def _foreign(document: turbohtml.Document) -> Iterator[str]:
    for element in document.select("*"):
        if element.tag not in ELEMENTS:
            yield f"<{element.tag}>"
        for name in element.attrs:
            value = element.attr(name) or ""
            if not _is_ours(name, value):
                yield f"{element.tag}[{name}={value!r}]"


def _is_ours(name: str, value: str) -> bool:
    if name == "title":
        return value.startswith("Jump back")  # python-markdown's footnotes
    if name in ("href", "src"):
        return not _SCHEME.match(value) or bool(_HARMLESS.match(value))
    return name in ATTRIBUTES
