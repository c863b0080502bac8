"""How the time of clustering grows: generated pages of many sites, in random order, grouped by structure.

    python bench/cluster.py [--pages 5000] [--seed 3]

Process time on one thread, parsing included.
"""

import argparse
import random
from time import process_time

import sectio
from sectio.lab.sitegen import generate_sites

SITES = 18


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pages", type=int, default=5000)
    parser.add_argument("--seed", type=int, default=3)
    given = parser.parse_args()
    sites = generate_sites(given.seed, SITES, given.pages // SITES + 1)
    sources = [page.html for site in sites for page in site.pages]
    random.Random(given.seed).shuffle(sources)
    count = 100
    while count < given.pages:
        report(sources[:count])
        count *= 2
    report(sources[: given.pages])


def report(sources: list[str]) -> None:
    start = process_time()
    groups = sectio.cluster(sources)
    spent = process_time() - start
    print(
        f"{len(sources):>6} pages  {len(groups):>4} groups  {spent:6.1f} s  {1000 * spent / len(sources):6.2f} ms a page"
    )


if __name__ == "__main__":
    main()
