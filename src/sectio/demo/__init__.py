"""Six pages of an invented newspaper, shipped so that `sectio demo` has something to work on.

Made by the site generator: `sectio lab sitegen src/sectio/demo/site --demo`.
"""

from importlib.resources import files


def pages() -> list[tuple[str, bytes]]:
    """Name and bytes of each page, in order."""
    folder = files(__package__) / "site"
    found = sorted((entry.name, entry) for entry in folder.iterdir() if entry.name.endswith(".html"))
    return [(name, entry.read_bytes()) for name, entry in found]
