"""Write the default model's own figures into docs/evaluation.md, from the model file that ships.

python bench/default_table.py
"""

from pathlib import Path

import between
from sectio.lab.training.figures import table
from sectio.model import store

PAGE = Path(__file__).parents[1] / "docs" / "evaluation.md"


def filled(text: str) -> str:
    """The page with the table in its place."""
    return between.put(text, "default", table(store.default().about["metrics"]))


if __name__ == "__main__":
    PAGE.write_text(filled(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
