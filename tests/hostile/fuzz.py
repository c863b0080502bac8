"""Random inputs through every output: `python -m tests.hostile.fuzz`, or `make fuzz`.

    --seconds 120        how long, or --count N inputs
    --seed 7             the same seed draws the same inputs; without one, the time
    --only N             look at input N of a seed again, and print it
    --pages FOLDER       mutate pages of a folder instead of drawing small inputs; without one, generated pages: --pages generated
    --tokenizer FOLDER   also inputs of html5lib's tokenizer tests
    --twins              compare compiled with plain code on every input
    --core               read only that in which compiled code has a part: text, title, author, date, type, comments, hidden rows
    --renderers          render the Markdown of every input with every renderer
    --markup             only compare clean markup by compiled code with the parser's, which takes a fiftieth of the time
    --ledger FILE        add a line about the run to a file, of which tests.hostile.fuzzed makes sums

A failure is printed with the seed and the number that draw it again; the exit code is 1 if there was one.
"""

import argparse
import gc
import json
import statistics
import sys
import time
import traceback
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from random import Random

import sectio
from sectio.lab.sitegen import THEMES, generate_site
from sectio.output import PARTS
from tests.dom.test_repair import assert_same
from tests.hostile import invariants, soup
from tests.hostile.dom import foreign
from tests.hostile.renderers import RENDERERS

Source = str | bytes
Look = Callable[[invariants.Reading, Random], list[str]]
Read = Callable[[Source], invariants.Reading]

# An input may take this many times the median time per byte; bytes below `FEW` count as that many, since every page has a fixed cost.
SLOWER = 50
FEW = 1000


def rendered(reading: invariants.Reading, draw: Random) -> list[str]:
    """No renderer of Markdown makes markup of a page's text, of its comments and of its posts."""
    if reading.result is None:
        return []
    more = reading.result.render("markdown", include=["comments"], exclude=draw.sample(PARTS[1:], 1))
    texts = {reading.written["markdown"], more, *(post.markdown for post in reading.result.posts)}
    return [
        f"{name}: {found}" for text in texts for name, render in RENDERERS.items() for found in foreign(render(text))
    ]


def read_markup(source: Source) -> invariants.Reading:
    """Clean markup by compiled code, or the parser where that leaves a page to it, and nothing else of the result."""
    text = source if isinstance(source, str) else source.decode("utf-8", "replace")
    assert_same(text)
    return invariants.Reading(source, None, {}, {})


# What is looked at for one of so many inputs.
SOMETIMES: dict[Look, int] = {
    invariants.repeated: 20, invariants.reasons: 10, invariants.sections: 40, invariants.methods: 40, invariants.sites: 100, rendered: 40,
    invariants.twins: 100, invariants.switches: 20,
}  # fmt: skip


@dataclass
class Sums:
    """What was seen."""

    inputs: int = 0
    failed: int = 0
    slow: int = 0
    sizes: list[int] = field(default_factory=list)
    costs: list[tuple[float, int]] = field(default_factory=list)  # seconds per byte, number


class Fuzz:
    """Draws inputs one after the other and looks at their results."""

    def __init__(
        self, seed: int, make: Callable[[Random], Source], looks: dict[Look, int], read: Read = invariants.read_all
    ) -> None:
        self.seed, self._make, self._looks, self._read, self.sums = seed, make, looks, read, Sums()

    def input(self, number: int) -> tuple[Source, Random]:
        """An input, and the generator that chooses what to look at."""
        draw = Random(f"{self.seed} {number}")
        return self._make(draw), draw

    def step(self, number: int) -> None:
        """Look at one input."""
        source, draw = self.input(number)
        start, reading = time.process_time(), None
        try:
            reading = self._read(source)
            found = invariants.faults(reading)
        except Exception:  # whatever it is, it is to be told with its seed
            found = [traceback.format_exc(limit=-4)]
        cost = (time.process_time() - start) / max(len(source), FEW)
        for look, often in self._looks.items():
            if reading is not None and draw.randrange(often) == 0:
                found += self._found(look, reading, draw)
        self.sums.inputs += 1
        self.sums.sizes.append(len(source))
        self.sums.costs.append((cost, number))
        if found:
            self.sums.failed += 1
            print(f"seed {self.seed} number {number}: {'; '.join(found)[:2000]}", flush=True)

    def _found(self, look: Look, reading: invariants.Reading, draw: Random) -> list[str]:
        try:
            return look(reading, draw)
        except Exception:
            return [traceback.format_exc(limit=-4)]

    def slow(self) -> list[str]:
        """Inputs that take far more time per byte than others, timed again."""
        usual = statistics.median(cost for cost, _ in self.sums.costs)
        return [
            f"seed {self.seed} number {number}: {again / usual:.0f} times the median time per byte"
            for cost, number in self.sums.costs
            if cost > SLOWER * usual and (again := self._again(number)) > SLOWER * usual
        ]

    def _again(self, number: int) -> float:
        source, _ = self.input(number)
        times = []
        for _ in range(3):
            start = time.process_time()
            invariants.faults(self._read(source))
            times.append(time.process_time() - start)
        return min(times) / max(len(source), FEW)

    def run(self, seconds: float, count: int) -> bool:
        """Go on until the time is over or enough inputs were seen; whether all was well."""
        start = time.monotonic()
        print(f"seed {self.seed}", flush=True)  # a sanitizer ends the process without a word of ours
        gc.freeze()  # what was imported stays anyway, and takes longer to look through than all of a small input
        while self.sums.inputs < count and time.monotonic() - start < seconds:
            self.step(self.sums.inputs)
        sums, slow = self.sums, self.slow()
        print(*slow, sep="\n", end="\n" if slow else "")
        sizes = f"median {statistics.median(sums.sizes):.0f} bytes, largest {max(sums.sizes)}"
        passed = time.monotonic() - start
        print(
            f"seed {self.seed}: {sums.inputs} inputs ({sizes}), {sums.failed} failed, {len(slow)} slow, {passed:.0f} s"
        )
        self.sums.slow = len(slow)
        return not sums.failed and not slow


def small(kinds: dict[str, tuple[int, soup.Make]]) -> Callable[[Random], Source]:
    """Draws small inputs of several kinds."""
    weights, makes = zip(*kinds.values(), strict=True)
    return lambda draw: soup.as_given(draw, draw.choices(makes, weights)[0](draw))


def pages_of(folder: str) -> list[bytes]:
    """The pages in a folder, or generated ones."""
    if folder == "generated":
        return [page.html.encode() for theme in THEMES for page in generate_site(11, theme, pages=3).pages]
    return [path.read_bytes() for path in sorted(Path(folder).rglob("*.html"))]


def told(kind: str, fuzz: Fuzz) -> str:
    """A run as a line of the ledger."""
    sums, day = fuzz.sums, f"{datetime.now(UTC):%Y-%m-%d}"
    counts = {
        "inputs": sums.inputs,
        "median": int(statistics.median(sums.sizes)),
        "failed": sums.failed,
        "slow": sums.slow,
    }
    return json.dumps({"date": day, "kind": kind, "seed": fuzz.seed, **counts}) + "\n"


def main() -> None:
    """As the module says."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=None)
    parser.add_argument("--count", type=int, default=None)
    parser.add_argument("--seed", type=int, default=int(time.time()))
    parser.add_argument("--only", type=int)
    parser.add_argument("--pages")
    parser.add_argument("--tokenizer", type=Path)
    parser.add_argument("--twins", action="store_true")
    parser.add_argument("--renderers", action="store_true")
    parser.add_argument("--core", action="store_true")
    parser.add_argument("--markup", action="store_true")
    parser.add_argument("--ledger", type=Path)
    given = parser.parse_args()
    kinds = dict(soup.KINDS) | ({"tokenizer": soup.tokenizer(given.tokenizer)} if given.tokenizer else {})
    looks = SOMETIMES | ({invariants.twins: 1} if given.twins else {}) | ({rendered: 1} if given.renderers else {})
    make = soup.mutated(pages_of(given.pages)) if given.pages else small(kinds)
    if given.markup:
        fuzz = Fuzz(given.seed, make, {}, read_markup)
    elif given.core:
        fuzz = Fuzz(given.seed, make, {invariants.core_twins: 1} if given.twins else {}, invariants.read_core)
    else:
        fuzz = Fuzz(given.seed, make, looks)
    if given.only is not None:
        print(ascii(fuzz.input(given.only)[0]))
        fuzz.step(given.only)
        sys.exit(fuzz.sums.failed > 0)
    seconds = given.seconds or (float("inf") if given.count else 60.0)
    is_well = fuzz.run(seconds, given.count or sys.maxsize)
    if given.ledger:
        said = {
            "core": given.core,
            "pages": given.pages,
            "twins": given.twins,
            "renderers": given.renderers,
            "markup": given.markup,
            "sanitized": "sanitized" in sectio.__file__,
        }
        with given.ledger.open("a", encoding="utf-8") as ledger:
            ledger.write(told(" ".join(name for name, is_said in said.items() if is_said) or "small", fuzz))
    sys.exit(not is_well)


if __name__ == "__main__":
    main()
