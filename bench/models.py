"""Whether a newly trained model may replace the shipped one: the figures of pages left out, side by side.

    sectio train DATA -o new.npz --spare-untouched --report report.json
    python bench/models.py new.npz [--old FILE]

It may if the mean over the text figures of the sets is not worse and no set falls by more than `MOST`. Figures of small sets move by
more than that from seed to seed, so a small set that falls is a reason to look, not to train until it does not.
"""

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from sectio.lab.training.figures import TYPE
from sectio.model import store

MOST = 0.004
Rows = dict[tuple[str, str], float]


def rows(model: store.Model) -> Rows:
    """Data and measure to the figure."""
    return {(data, measure): value for data, measure, value, *_ in model.about["metrics"]["rows"]}


def counts(key: tuple[str, str]) -> bool:
    """Whether a figure counts for the decision: the text of a whole set, not of its parts and not the share of good sites or types."""
    data, measure = key
    return measure != TYPE and "≥" not in measure and (", " not in data or data.startswith("sites, "))


def table(old: Rows, new: Rows) -> list[str]:
    """A line for each figure that both have."""
    lines = ["| data | measure | shipped | new | change |", "| --- | --- | ---: | ---: | ---: |"]
    for key in (key for key in old if key in new):
        lines.append(f"| {key[0]} | {key[1]} | {old[key]:.4f} | {new[key]:.4f} | {new[key] - old[key]:+.4f} |")
    return lines


def verdict(old: Rows, new: Rows) -> tuple[float, list[str]]:
    """The change of the mean over sets, and the sets that fall too much."""
    keys = [key for key in old if key in new and counts(key)]
    changes = {key[0]: new[key] - old[key] for key in keys}
    return sum(changes.values()) / max(len(changes), 1), [name for name, change in changes.items() if change < -MOST]


def main(given: Sequence[str] | None = None) -> None:
    """Run from the command line."""
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("new", type=Path)
    arguments.add_argument("--old", type=Path, help="the shipped model if not given")
    asked: Any = arguments.parse_args(given)
    old, new = rows(store.load(asked.old) if asked.old else store.default()), rows(store.load(asked.new))
    mean, falling = verdict(old, new)
    print("\n".join(table(old, new)))
    print(f"\nmean over sets {mean:+.4f}; falling by more than {MOST}: {', '.join(falling) or 'none'}")
    print("may be shipped" if mean >= 0 and not falling else "is not to be shipped as it is")


if __name__ == "__main__":
    main()
