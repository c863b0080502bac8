"""How soon a redesign is noticed, and how often there is a false alarm: generated sites whose theme changes at page 500.

    python bench/drift.py [--sites 8] [--seed 1]

Each site is learned from 15 pages of one theme. Then 500 more pages of it are watched, then pages of another theme, as after a redesign.
"""

import argparse
from itertools import cycle, islice

import sectio
from sectio.drift import Watch
from sectio.kinds import learn_kind
from sectio.lab.sitegen import generate_site
from sectio.lab.sitegen.themes import THEMES
from sectio.options import Options

LEARN, WATCHED, AFTER = 30, 500, 40
DRAWN = 120  # pages of a theme; they are watched several times over, in turn


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sites", type=int, default=8)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    names = sorted(THEMES)
    print("theme → theme                 false alarms in 500   watch in 500   pages until the alarm")
    for number in range(given.sites):
        old, new = names[number % len(names)], names[(number + 3) % len(names)]
        alarms, watches, until = measured(given.seed * 100 + number, old, new)
        print(f"{old + ' → ' + new:<30}{alarms:>10}{watches:>20}{until:>20}")


def measured(seed: int, old: str, new: str) -> tuple[int, int, str]:
    """Alarms and watches before the change, and how many pages after it the alarm came."""
    pages = parsed(seed, old, DRAWN + LEARN)
    learned = learn_kind(pages[:LEARN], Options(), most=15)
    if learned is None:
        return 0, 0, "no template"
    watch, alarms, watches = Watch(), 0, 0
    covered = [learned.site.match(page).coverage for page in pages[LEARN:]]
    for coverage in islice(cycle(covered), WATCHED):
        watch = watch.after(coverage, learned.low)
        alarms += watch.status == "drifted"
        watches += watch.status == "watch"
    for count, page in enumerate(parsed(seed + 50, new, AFTER), 1):
        watch = watch.after(learned.site.match(page).coverage, learned.low)
        if watch.status == "drifted":
            return alarms, watches, str(count)
    return alarms, watches, "never"


def parsed(seed: int, theme: str, count: int) -> list[sectio.dom.page.Page]:
    return [sectio.parse_page(page.html) for page in generate_site(seed, theme, pages=count).pages]


if __name__ == "__main__":
    main()
