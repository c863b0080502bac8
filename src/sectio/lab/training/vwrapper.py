"""Train V-Wrapper from gold pages, and measure it.

    python -m sectio.lab.training.vwrapper DATA -o model.json

writes the model that comes with the package, from the articles of the data set, laid out by Chromium. Layouts
take most of the time; `--layouts FOLDER` keeps them for the next run.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import click

from sectio.api import parse_page
from sectio.dom.page import Page
from sectio.errors import InputError, SectioError
from sectio.lab.datasets import Dataset, GoldPage, load
from sectio.lab.metrics import Gold, Score, bag_score
from sectio.layout import Layout, dump, flow
from sectio.layout.chromium import layouts
from sectio.methods.vwrapper import LabelledPage, VWrapper, from_gold, train, visual_tree
from sectio.methods.vwrapper.labels import BODY

TIMEOUT: Final = 60.0


@dataclass(frozen=True, eq=False)
class Article:
    """A labelled page with its gold."""

    gold: GoldPage
    words: Gold
    page: LabelledPage


def articles(dataset: Dataset) -> list[GoldPage]:
    """The pages with gold text; only articles if the data has page types."""
    usable = [page for page in dataset.pages if page.text is not None and page.usable]
    typed = any(page.page_type for page in usable)
    return [page for page in usable if not typed or page.page_type == "article"]


def gold_articles(data: Path) -> tuple[str, list[GoldPage]]:
    """Name and articles of the first data set in a folder that has gold texts."""
    for dataset in load(data):
        found = articles(dataset)
        if found:
            return dataset.name, found
    raise InputError(f"{data}: V-Wrapper needs a data set with gold texts")


def labelled(
    pages: Sequence[GoldPage],
    *,
    layout: str,
    stored: Path | None = None,
    workers: int = 2,
    failures: list[str] | None = None,
) -> list[Article]:
    """Lay out and label pages; what cannot be laid out is left out and named in `failures`."""
    found: list[Article] = []
    parsed = (parse_page(gold.html) for gold in pages)
    for gold, (page, boxes) in zip(pages, _laid_out(pages, parsed, layout, stored, workers), strict=True):
        if isinstance(boxes, SectioError):
            if failures is not None:
                failures.append(f"{gold.id}: {boxes}")
            continue
        tree = visual_tree(page, boxes)
        found.append(Article(gold, Gold(gold.text or ""), LabelledPage(tree, from_gold(tree, gold.title, gold.text))))
    return found


def _laid_out(
    golds: Sequence[GoldPage], pages: Iterable[Page], layout: str, stored: Path | None, workers: int
) -> Iterator[tuple[Page, Layout | SectioError]]:
    """Each page with its layout: estimated, from the store, or from the browser."""
    if layout == "estimate":
        yield from ((page, flow.layout(page)) for page in pages)
        return
    kept = list(pages)
    files = [stored / f"{gold.id}.npz" if stored else None for gold in golds]
    missing = [page for page, file in zip(kept, files, strict=True) if file is None or not file.exists()]
    fresh = layouts(missing, workers=workers, timeout=TIMEOUT)
    for page, file in zip(kept, files, strict=True):
        if file is not None and file.exists():
            yield page, dump.load(file)
            continue
        boxes = next(fresh)
        if file is not None and isinstance(boxes, Layout):
            file.parent.mkdir(parents=True, exist_ok=True)
            dump.save(file, boxes)
        yield page, boxes


def body_score(wrapper: VWrapper, article: Article) -> Score:
    """Word score of the extracted body."""
    return bag_score(wrapper.extract(article.page.tree).body, article.words)


def label_score(article: Article) -> Score:
    """Word score of a perfect choice of leaves: the most any choice of blocks can reach."""
    tree = article.page.tree
    blocks = [block for block, label in article.page.labels.items() if label == BODY]
    return bag_score("\n".join(map(tree.text, blocks)), article.words)


@click.command()
@click.argument("data", type=click.Path(exists=True, path_type=Path))
@click.option("-o", "--output", type=click.Path(path_type=Path), required=True, help="Where the model goes.")
@click.option("--layouts", "stored", type=click.Path(path_type=Path), help="Folder that keeps the layouts.")
@click.option("--layout", type=click.Choice(["chromium", "estimate"]), default="chromium", show_default=True)
@click.option("--workers", default=2, show_default=True, help="Browsers to run side by side.")
def main(data: Path, output: Path, stored: Path | None, layout: str, workers: int) -> None:
    """Train V-Wrapper on the articles of DATA."""
    failures: list[str] = []
    name, pages = gold_articles(data)
    found = labelled(pages, layout=layout, stored=stored, workers=workers, failures=failures)
    wrapper = train([article.page for article in found])
    output.write_text(wrapper.to_json(), "utf-8")
    click.echo(f"{name}: {len(found)} pages learned, {len(failures)} left out; model in {output}", err=True)
    for line in failures:
        click.echo(line, err=True)


if __name__ == "__main__":
    main()
