"""Feed text to entries: the thin wrapper around the parser's own feed reader.

XML is read without document types: only the five entities of XML exist, so nothing can expand. A feed that is
not well-formed (a bare `&`, an HTML entity) is read a second time by the rules of HTML, which accept
anything.
"""

from collections.abc import Sequence
from typing import Any

import turbohtml


def read_entries(text: str) -> Sequence[Any] | None:
    """The entries of an RSS 2.0, RSS 1.0 or Atom feed, or None if the text is no such feed."""
    for parse in (turbohtml.parse_xml, turbohtml.parse):
        try:
            feed = parse(text.lstrip("\ufeff \t\r\n")).feed()
        except turbohtml.HTMLParseError:
            continue
        if feed is not None:
            return tuple(feed.entries)
    return None
