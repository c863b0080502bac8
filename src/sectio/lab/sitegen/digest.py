"""One number for the generator's output, so that a change of the corpus does not go unnoticed."""

import hashlib
import json

from .site import generate_site
from .themes import THEMES
from .write import gold


def digest(seed: int = 7, pages: int = 5) -> str:
    """SHA-256 over a few pages of every theme with their gold and feeds."""
    total = hashlib.sha256()
    for theme in THEMES:
        site = generate_site(seed, theme, pages=pages)
        total.update((site.name + site.naming + (site.feed or "")).encode())
        for page in site.pages:
            total.update(page.html.encode())
            total.update(json.dumps(gold(page), ensure_ascii=False, sort_keys=True).encode())
    return total.hexdigest()


if __name__ == "__main__":
    print(digest())
