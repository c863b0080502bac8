"""Every vector in every place: HTML in Chromium, Markdown through every renderer. `python -m tests.hostile`, some minutes."""

from collections import Counter
from itertools import product

from tests.hostile.browser import Chromium, chromium
from tests.hostile.dom import foreign
from tests.hostile.html_vectors import PLACES, embedded, vectors
from tests.hostile.markdown_vectors import VECTORS
from tests.hostile.renderers import RENDERERS
from tests.hostile.test_xss import RAW, chunks
from tests.output.making import URL, extraction_of


def main() -> None:
    """Count what was tried and what was wrong."""
    tried: Counter[str] = Counter()
    wrong: list[str] = []
    pages = [embedded(vector, place) for vector, place in product(vectors().values(), range(len(PLACES)))]
    with chromium() as tab:
        for part in chunks([*pages, *VECTORS.values()]):
            wrong += _try(tab, part, tried)
    print(", ".join(f"{name}: {number}" for name, number in tried.items()))
    print(f"{len(wrong)} wrong", *wrong[:50], sep="\n")


def _try(tab: Chromium, pages: list[str], tried: Counter[str]) -> list[str]:
    extractions = [extraction_of(page, url=(URL, None)[at // len(PLACES) % 2]) for at, page in enumerate(pages)]
    html = [extraction.html for extraction in extractions]
    wrong = [*tab.wrong(html), *tab.wrong_when_assigned(html), *(found for one in html for found in foreign(one))]
    tried["pages of HTML in Chromium"] += len(html)
    for name, render in RENDERERS.items():
        rendered = [render(extraction.markdown) for extraction in extractions]
        wrong += [f"{name}: {found}" for one in rendered for found in foreign(one)]
        tried["renderings of Markdown"] += len(rendered)
        if name in RAW:
            wrong += [f"{name}: {found}" for found in tab.wrong(rendered)]
            tried["renderings in Chromium"] += len(rendered)
    return wrong


if __name__ == "__main__":
    main()
