"""Importing this loads the model and everything an extraction needs.

The server that children are forked from imports it, so that a fresh child is ready at once and all children share what is loaded.
"""

from sectio.api import extract

_PAGE = (
    "<html><head><title>A page</title></head><body><article><h1>A page</h1><p>"
    + "Some words, again. " * 20
    + "</p></article></body></html>"
)


def warm() -> None:
    """Extract a small page with all that is usually asked for."""
    page = extract(_PAGE.encode(), url="https://a.example/")
    assert all(
        hasattr(page, name)
        for name in ("text", "title", "author", "date", "language", "page_type", "confidence", "comments")
    )


warm()
