"""The last report: a model on the domains and sites that it was not trained on (lab/splits.py), page by page and in site mode.

sectio train DATA -o FILE --spare-untouched
python bench/untouched.py DATA --model FILE

Run once, when everything else is decided: the difference to the figures of left-out pages says how much tuning was worth.
"""

import argparse
from dataclasses import astuple
from pathlib import Path

from sectio.lab.datasets.sampling import LEARN
from sectio.lab.training.corpus import examples_of, site_examples
from sectio.lab.training.figures import rows, site_rows, table
from sectio.lab.training.train import corrected, run, score, site_scores, types
from sectio.model import store


def main() -> None:
    """Run from the command line."""
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("data", type=Path)
    arguments.add_argument("--model", type=Path, required=True)
    arguments.add_argument("--workers", type=int, default=2)
    given = arguments.parse_args()
    pages, examples = examples_of(given.data, untouched=True, agreement=False, workers=given.workers)
    model = store.load(given.model)
    logits = [corrected(example, model, run(example, model)) for example in examples]
    outcomes = [score(example, own, types(example, model, own)) for example, own in zip(examples, logits, strict=True)]
    by_site = site_scores(site_examples(pages, examples, given.workers, logits))
    found = [astuple(row) for row in (*rows(outcomes), *site_rows(by_site, LEARN))]
    print(table({"rows": found}).replace("left-out pages", "untouched pages"))
    print("\n".join(f"{site} {value:.3f}" for site, value in by_site.items()))


if __name__ == "__main__":
    main()
