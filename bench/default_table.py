"""Write the default model's own figures into docs/evaluation.md, from the model file that ships.

python bench/default_table.py
"""

from pathlib import Path

from sectio.lab.training.figures import table
from sectio.model import store

PAGE = Path(__file__).parents[1] / "docs" / "evaluation.md"
START, END = "<!-- default:start -->", "<!-- default:end -->"


def filled(text: str) -> str:
    """The page with the table in its place."""
    before, _, rest = text.partition(START)
    _, _, after = rest.partition(END)
    return f"{before}{START}\n{table(store.default().about['metrics'])}\n{END}{after}"


if __name__ == "__main__":
    PAGE.write_text(filled(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
