"""What may be in the DOM of our output once a reader has parsed it, and what is there that may not."""

import re
from collections.abc import Iterator

import turbohtml

_TEXT = "p h1 h2 h3 h4 h5 h6 strong em del s code pre blockquote ul ol li dl dt dd br hr sup sub span"
_REST = "table thead tbody tfoot tr th td caption colgroup figure figcaption details summary a img div section html head body"
ELEMENTS = frozenset(f"{_TEXT} {_REST}".split())
ATTRIBUTES = frozenset("href src alt colspan rowspan start value class id".split())
HOME = "https://example.com/"
# Whatever a browser could take for a scheme; relative addresses have none.
_SCHEME = re.compile(r"[^/?#]*:")
_ADDRESSES = (HOME, "mailto:", "tel:")


def foreign(html: str, *, home: tuple[str, ...] = _ADDRESSES) -> list[str]:
    """What the page put there: elements, attributes and addresses that are not ours."""
    return list(_foreign(turbohtml.parse(html), home))


def _foreign(document: turbohtml.Document, home: tuple[str, ...]) -> Iterator[str]:
    for element in document.select("*"):
        if element.tag not in ELEMENTS:
            yield f"<{element.tag}>"
        for name in element.attrs:
            value = element.attr(name) or ""
            if name == "title" and value.startswith("Jump back"):
                continue  # python-markdown's footnotes
            if name not in ATTRIBUTES or (
                name in ("href", "src") and _SCHEME.match(value) and not value.startswith(home)
            ):
                yield f"{element.tag}[{name}={value!r}]"
