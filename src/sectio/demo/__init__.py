"""Eight pages of an invented newspaper, shipped so that `sectio demo` and the examples have something to work on.

The stories are ours; `python -m tools.demo_site.build` makes the pages from them.
"""

from importlib.resources import files


def pages() -> list[tuple[str, bytes]]:
    """Name and bytes of each page, in order."""
    return _files(".html")


def stories() -> list[str]:
    """The text of each page's story, as it was written: what an extractor should find."""
    return [text.decode() for _, text in _files(".txt")]


def _files(ending: str) -> list[tuple[str, bytes]]:
    folder = files(__package__) / "site"
    found = sorted((entry.name, entry) for entry in folder.iterdir() if entry.name.endswith(ending))
    return [(name, entry.read_bytes()) for name, entry in found]
