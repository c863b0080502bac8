"""What each output costs, in times of the extraction of the same pages.

    python bench/outputs.py DATA [--pages 60] [--repeat 3]

The extraction is what every output needs: from bytes to text and title. Each output is written for a page whose text has been read and
nothing else, so that what several of them share counts for each; best of some runs, processor time. Untouched domains are left out.
"""

import argparse
import time
from collections.abc import Callable
from pathlib import Path

import sectio
from sectio.lab.datasets import load
from sectio.lab.splits import is_untouched

OUTPUTS: dict[str, Callable[[sectio.Extraction], object]] = {
    "Markdown": lambda doc: doc.markdown,
    "HTML": lambda doc: doc.html,
    "all metadata": lambda doc: doc.metadata.values(),
    "page type": lambda doc: doc.page_type,
    "comments, posts": lambda doc: (doc.comments, doc.posts),
    "tables, images, links": lambda doc: (doc.tables, doc.images, doc.links),
    "records": lambda doc: doc.records,
    "sections": lambda doc: doc.sections,
    "JSON, all of it": lambda doc: doc.to_json(),
    "text and metadata": lambda doc: doc.to_dict(fields=["text", "metadata"]),
}


def sources(data: Path, wanted: int) -> list[tuple[bytes, str | None]]:
    """Pages spread evenly over the data."""
    every = [
        page for dataset in load(data) for page in dataset.pages if not is_untouched(site=page.site, host=page.site)
    ]
    return [(page.html, page.url) for page in every[:: max(len(every) // wanted, 1)][:wanted]]


def seconds(source: bytes, url: str | None, output: Callable[[sectio.Extraction], object]) -> tuple[float, float]:
    """Processor time of the extraction, and of an output after it."""
    begin = time.process_time()
    doc = sectio.extract(source, url=url)
    _ = doc.text, doc.title
    extracted = time.process_time()
    output(doc)
    return extracted - begin, time.process_time() - extracted


def main() -> None:
    """Print one line per output."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path)
    parser.add_argument("--pages", type=int, default=60)
    parser.add_argument("--repeat", type=int, default=3)
    given = parser.parse_args()
    pages = sources(given.data, given.pages)
    extraction, spent = 0.0, dict.fromkeys(OUTPUTS, 0.0)
    for source, url in pages:
        runs = {name: [seconds(source, url, output) for _ in range(given.repeat)] for name, output in OUTPUTS.items()}
        extraction += sum(min(run[0] for run in each) for each in runs.values()) / len(runs)
        for name, each in runs.items():
            spent[name] += min(run[1] for run in each)
    print(f"{len(pages)} pages, extraction {1000 * extraction / len(pages):.1f} ms a page; on top of it:")
    for name, took in spent.items():
        print(f"{name:<25}{took / extraction:.2f}")


if __name__ == "__main__":
    main()
