"""The accuracy gate: measure all methods on a fixed quick sample, compare with the floors in floors.json.

python bench/floors.py DATA             compare; exit 1 if a method fell below its floor
python bench/floors.py DATA --update    raise floors to what was measured, add new ones
python bench/floors.py DATA --lower     set floors to what was measured, even where that is less
"""

import argparse
import sys
from pathlib import Path

from sectio.lab.datasets import load
from sectio.lab.evaluate import floors

FILE = Path(__file__).with_name("floors.json")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("data", type=Path)
    parser.add_argument("--update", action="store_true", help="raise floors and add new ones")
    parser.add_argument("--lower", action="store_true", help="set floors to the measured scores, even downwards")
    parser.add_argument("--floors", type=Path, default=FILE, help="another file of floors")
    asked = parser.parse_args()
    kept = floors.read(asked.floors)
    failed = False
    for dataset in load(asked.data):
        found = floors.measure(dataset)
        wrong, talk = floors.check(found, kept)
        print(*talk, *wrong, sep="\n")
        if asked.lower or (asked.update and not wrong):
            kept = floors.update(found, kept, lower=asked.lower)
        else:
            failed = failed or bool(wrong)
    if asked.update or asked.lower:
        floors.write(asked.floors, kept)
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
