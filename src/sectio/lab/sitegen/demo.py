"""The pages of `sectio demo`: `sectio lab sitegen src/sectio/demo/site --demo` writes them."""

from pathlib import Path

from .model import Knobs
from .site import generate_site


def demo_pages() -> list[tuple[str, bytes]]:
    """Name and bytes of each page: one small English newspaper."""
    knobs = Knobs(paragraphs=(5, 12), comments=6, mixed=False, jitter=0.2, teaser=0.1)
    site = generate_site(2027, "newspaper", pages=6, language="en", naming="semantic", knobs=knobs)
    return [(f"{number}.html", page.html.encode()) for number, page in enumerate(site.pages, 1)]


def write_demo(folder: Path) -> None:
    """Write the pages into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, data in demo_pages():
        (folder / name).write_bytes(data)
