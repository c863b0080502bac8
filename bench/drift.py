"""How soon a redesign is noticed, and how often there is a false alarm: generated sites whose theme changes at page 500.

    python bench/drift.py [--sites 8] [--seed 1]
    python bench/drift.py --picture docs/drift.svg      one site as a picture: coverage page by page, and what the watch says

Each site is learned from 15 pages of one theme. Then 500 more pages of it are watched, then pages of another theme, as after a redesign.
"""

import argparse
from itertools import accumulate, cycle, islice
from pathlib import Path

import sectio
from sectio.drift import MARGIN, Watch
from sectio.kinds import learn_kind
from sectio.lab.evaluate.report import svg
from sectio.lab.sitegen import generate_site
from sectio.lab.sitegen.themes import THEMES
from sectio.options import Options

LEARN, WATCHED, AFTER = 30, 500, 40
DRAWN = 120  # pages of a theme; they are watched several times over, in turn


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sites", type=int, default=8)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--picture", type=Path)
    given = parser.parse_args()
    if given.picture:
        given.picture.write_text(picture(given.seed, "blog", "newspaper") + "\n", encoding="utf-8")
        return
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


WIDE, HIGH, EDGE = 640, 220, 46
STYLE = (
    f"{svg.COLOURS}text{{font:12px sans-serif;fill:var(--ink)}}.grid{{stroke:var(--grid)}}"
    ".change{stroke:var(--soft);stroke-dasharray:4 3}.low{stroke:#2a8a57}"
    ".fits{fill:#2a8a57}.poor{fill:#c03535}.watch{fill:none;stroke:#b36b00;stroke-width:2}.alarm{stroke:#c03535}"
)
BEFORE, SHOWN = 40, 20


def picture(seed: int, old: str, new: str) -> str:
    """The pages before and after a redesign: a dot for each page's coverage, a line for the share of poor pages."""
    pages = parsed(seed, old, LEARN + BEFORE)
    learned = learn_kind(pages[:LEARN], Options(), most=15)
    if learned is None:
        raise SystemExit("the pages gave no template")
    covered = [learned.site.match(page).coverage for page in [*pages[LEARN:], *parsed(seed + 50, new, SHOWN)]]
    watches = list(accumulate(covered, lambda watch, one: watch.after(one, learned.low), initial=Watch()))[1:]
    alarm = next((at for at, watch in enumerate(watches) if watch.status == "drifted"), len(covered) - 1)

    def at(page: float, share: float) -> tuple[float, float]:
        return EDGE + WIDE * page / len(covered), EDGE + HIGH * (1 - share)

    parts = [svg.line(*at(0, tick), *at(len(covered), tick), "grid") for tick in (0, 0.25, 0.5, 0.75, 1)]
    parts += [svg.text(EDGE - 8, at(0, tick)[1], f"{tick:.0%}", anchor="end") for tick in (0, 0.5, 1)]
    poor = learned.low - MARGIN
    parts += [
        svg.line(*at(0, poor), *at(len(covered), poor), "low"),
        svg.text(*at(0.5, poor - 0.05), "fits poorly below this line"),
    ]
    x, y = at(BEFORE, 0.89)
    parts += [svg.line(*at(BEFORE, 0), *at(BEFORE, 1.07), "change"), svg.text(x - 4, y, "redesign", anchor="end")]
    x, y = at(alarm + 0.5, 0.55)
    parts += [svg.line(*at(alarm + 0.5, 0), *at(alarm + 0.5, 1.07), "alarm")]
    parts += [svg.text(x + 4, y, f"alarm after {alarm + 1 - BEFORE} pages")]
    for number, share in enumerate(covered):
        x, y = at(number + 0.5, share)
        parts.append(svg.tag("circle", cx=x, cy=y, r=3.5, cls="poor" if share < poor else "fits"))
    line = " ".join("{:.1f},{:.1f}".format(*at(number + 0.5, watch.poor)) for number, watch in enumerate(watches))
    parts.append(svg.tag("polyline", points=line, cls="watch"))
    said = f"Coverage of each page ({old} → {new}); orange: moving share of pages that fit poorly"
    parts.append(svg.text(EDGE, EDGE / 2, said))
    return svg.standalone(WIDE + 2 * EDGE, HIGH + 2 * EDGE, "A redesign is noticed", STYLE, *parts, ground=svg.GROUND)


def parsed(seed: int, theme: str, count: int) -> list[sectio.dom.page.Page]:
    return [sectio.parse_page(page.html) for page in generate_site(seed, theme, pages=count).pages]


if __name__ == "__main__":
    main()
