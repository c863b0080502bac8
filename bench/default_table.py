"""Write the default model's own figures into the README, from the model file that ships.

python bench/default_table.py
"""

from pathlib import Path

from sectio.model import store

README = Path(__file__).parents[1] / "README.md"
START, END = "<!-- default:start -->", "<!-- default:end -->"


def table() -> str:
    """The figures as a Markdown table."""
    figures = store.default().about["metrics"]
    kinds = ", ".join(f"{name} {value:.2f}" for name, value in figures["text_f1_by_type"].items())
    rows = [
        ("| data | measure | left-out pages |", "| --- | --- | --- |"),
        (f"| wcxb-dev | word F1 | **{figures['text_f1']:.3f}** ({kinds}) |",),
        (f"| wcxb-dev | page type accuracy | **{figures['type_accuracy']:.3f}** |",),
        (f"| snippets | snippet F1 | **{figures['snippet_f1']:.3f}** |",),
        (f"| sites, page by page | word F1, mean over sites | **{figures['sites_f1']:.3f}** |",),
        (f"| sites, site mode (15 pages to learn) | word F1, mean over sites | **{figures['site_mode_f1']:.3f}** |",),
    ]
    return "\n".join(line for row in rows for line in row)


def filled(text: str) -> str:
    """The README with the table in its place."""
    before, _, rest = text.partition(START)
    _, _, after = rest.partition(END)
    return f"{before}{START}\n{table()}\n{END}{after}"


if __name__ == "__main__":
    README.write_text(filled(README.read_text(encoding="utf-8")), encoding="utf-8")
