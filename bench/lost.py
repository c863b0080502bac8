"""Where the word F1 of left-out pages is lost: by the stop, by the order of the blocks, or because the text is not in the blocks.

    python bench/lost.py DATA [--workers 2]

Both passes are cross-validated as `sectio train` does it. Of each page: the score of the choice; of the best stop in hindsight, taking
blocks in the order of their logits; and of the best choice of blocks. Writes the tables in docs/errors.md: by data set and type, and for
the pages of wcxb-dev with the worst scores.
"""

import argparse
from collections import Counter
from collections.abc import Sequence
from datetime import date
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

import between
from sectio.lab.training import train
from sectio.lab.training.corpus import examples_of
from sectio.lab.training.examples import Example
from sectio.lab.training.labels import words

DOC = Path(__file__).parents[1] / "docs" / "errors.md"
TYPED, WORST = "wcxb-dev", 50
FEW, RIGHT, WHOLE = 0.1, 0.8, 0.5


class Lost(NamedTuple):
    """A page: the score of the choice, of the best stop, of the best blocks; the gold's share of the page's words."""

    data: str
    kind: str | None
    score: float
    stop: float
    blocks: float
    gold: float


def lost(example: Example, logits: NDArray[np.float32]) -> Lost | None:
    """Where a page loses; None if it has no gold text."""
    score = train.page_score(example, train.choice(example, logits)[0])
    blocks = train.page_score(example, example.gold.labels >= 0.5)
    if score is None or blocks is None or example.gold.text is None:
        return None
    split, gold = [words(text) for text in example.read.texts], Counter(words(example.gold.text))
    stop = max(score, 0.0 if example.stated else _best_stop(split, gold, _order(example, logits)))
    share = gold.total() / max(sum(map(len, split)), 1)
    return Lost(example.dataset, example.page_type, score, stop, max(stop, blocks), share)


def _order(example: Example, logits: NDArray[np.float32]) -> list[int]:
    """The most probable block first, without the headline."""
    return [i for i in (-logits).argsort(kind="stable").tolist() if not example.headline[i]]


def _best_stop(split: Sequence[Sequence[str]], gold: Counter[str], order: Sequence[int]) -> float:
    left, size, shared, found, best = gold.copy(), gold.total(), 0, 0, 0.0
    for i in order:
        for word in split[i]:
            found += 1
            if left[word] > 0:
                left[word] -= 1
                shared += 1
        best = max(best, 2 * shared / max(found + size, 1))
    return best


def cause(page: Lost) -> str:
    """What a page with a poor score suffers from, the first that is true."""
    if page.blocks < WHOLE:
        return "the text is not in the HTML"
    if page.stop >= RIGHT:
        return "the order is right, only the stop is wrong"
    if page.gold < FEW:
        return "the gold is less than a tenth of the page's words"
    return "other text is taken for the content"


def line(name: str, pages: Sequence[Lost]) -> str:
    """A row: what is lost in all, and by each step."""
    score, stop, blocks = np.mean([(page.score, page.stop, page.blocks) for page in pages], axis=0).tolist()
    return f"| {name} | {len(pages)} | {1 - score:.3f} | {stop - score:.3f} | {blocks - stop:.3f} | {1 - blocks:.3f} |"


def tables(pages: Sequence[Lost]) -> list[str]:
    """By set, by type, and the worst pages."""
    typed = [page for page in pages if page.data == TYPED]
    lines = ["| data | pages | lost | by the stop | by the order | not in the blocks |", "| --- |" + " ---: |" * 5]
    for name in sorted({page.data for page in pages}):
        lines.append(line(name, [page for page in pages if page.data == name]))
    for kind in sorted({page.kind for page in typed if page.kind}):
        lines.append(line(f"{TYPED}, {kind}", [page for page in typed if page.kind == kind]))
    worst = sorted(typed, key=lambda page: page.score)[:WORST]
    lines.append(line(f"{TYPED}, the worst {WORST}", worst))
    share = sum(1 - page.score for page in worst) / sum(1 - page.score for page in typed)
    lines += [
        "",
        f"The worst {WORST} of {len(typed)} pages of {TYPED} account for {share:.0%} of the loss there. Their causes:",
        "",
    ]
    lines += ["| cause | pages |", "| --- | ---: |"]
    return lines + [f"| {name} | {count} |" for name, count in Counter(map(cause, worst)).most_common()]


def main() -> None:
    """Run from the command line."""
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("data", type=Path)
    arguments.add_argument("--workers", type=int, default=2)
    given = arguments.parse_args()
    _, examples = examples_of(given.data, spare_untouched=True, workers=given.workers)
    scored = (
        lost(examples[i], train.corrected(examples[i], model, train.run(examples[i], model)))
        for model, numbers in train.fold_models(examples, train.Plan(), given.workers)
        for i in numbers
        if examples[i].dataset != train.MADE and examples[i].gold.kind != "snippets"
    )
    lines = [*tables([page for page in scored if page]), "", f"Measured {date.today().isoformat()}."]
    between.write(DOC, "lost", "\n".join(lines))


if __name__ == "__main__":
    main()
