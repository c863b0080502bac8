"""Do text and sections agree, and what do sections cost? For each site, page by page and in site mode.

    python bench/agreement.py DATA [--pages 10] [--learn 15]

`missed` is the share of the words of `text` that are in sections called noisy, `added` the words of the other sections that
are not in `text`, as a share of it. Times are ratios of process time in one run, best of `--repeat`. Nothing is compared
with gold, so all sites are looked at, the untouched ones too.
"""

import argparse
import time
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path

import sectio
from sectio.lab.datasets import load


def words(texts: Iterable[str]) -> Counter[str]:
    return Counter(word for text in texts for word in text.split())


def disagreement(pages: Sequence[bytes], site: sectio.Site | None) -> tuple[float, float]:
    missed = added = total = 0
    for page in pages:
        doc = sectio.extract(page, template=site)
        inside = words([doc.text])
        shown = words(section.text for section in doc.sections if not section.noisy)
        missed += (inside - shown).total()
        added += (shown - inside).total()
        total += inside.total()
    return missed / max(total, 1), added / max(total, 1)


def seconds(pages: Sequence[bytes], site: sectio.Site | None, *, sections: bool) -> float:
    start = time.process_time()
    for page in pages:
        doc = sectio.extract(page, template=site)
        _ = doc.text, doc.sections if sections else None
    return time.process_time() - start


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path)
    parser.add_argument("--pages", type=int, default=10)
    parser.add_argument("--learn", type=int, default=15)
    parser.add_argument("--repeat", type=int, default=3)
    args = parser.parse_args()
    print(
        f"{'site':<18}{'alone: missed':>14}{'added':>8}{'site: missed':>14}{'added':>8}{'sections/text':>15}{'site/alone':>12}"
    )
    for dataset in load(args.data):
        by_site: dict[str, list[bytes]] = {}
        for page in dataset.pages:
            by_site.setdefault(page.site or dataset.name, []).append(page.html)
        for name, pages in by_site.items():
            site = sectio.learn(pages[: args.learn])
            tested = pages[args.learn : args.learn + args.pages]
            alone, known = disagreement(tested, None), disagreement(tested, site)
            times = [
                min(seconds(tested, where, sections=with_them) for _ in range(args.repeat))
                for where, with_them in ((None, False), (None, True), (site, False))
            ]
            print(
                f"{name:<18}{alone[0]:>14.3%}{alone[1]:>8.2%}{known[0]:>14.3%}{known[1]:>8.2%}"
                f"{times[1] / times[0]:>15.2f}{times[2] / times[0]:>12.2f}",
                flush=True,
            )


if __name__ == "__main__":
    main()
