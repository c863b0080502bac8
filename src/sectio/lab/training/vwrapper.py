"""Train V-Wrapper from gold pages, a wrapper for each source of boxes, and measure it.

What `sectio train DATA --method vwrapper -o FILE` does. Articles of the data sets are laid out by Chromium and by the
estimate and labelled by their gold. Pages of a data set rarely come with their style sheets, so generated sites with
looks of their own can be added: without them real boxes bring nothing. Layouts take most of the time; they can be kept
in a folder for the next run.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from sectio.api import parse_page
from sectio.dom.page import Page
from sectio.errors import InputError, SectioError
from sectio.lab.datasets import Dataset, GoldPage, load
from sectio.lab.metrics import Gold, Score, bag_score
from sectio.lab.sitegen import THEMES, Knobs, generate_site
from sectio.lab.splits import is_untouched
from sectio.layout import Layout, dump, flow
from sectio.layout.chromium import layouts
from sectio.methods.vwrapper import LabelledPage, VWrapper, Wrappers, from_gold, train, visual_tree
from sectio.methods.vwrapper.labels import BODY
from sectio.methods.vwrapper.wrapper import ESTIMATE, MEASURED

TIMEOUT: Final = 60.0
SOURCES: Final = (MEASURED, ESTIMATE)
PAGES: Final = 6  # of a generated site
_SEED: Final = 40_000  # of the first generated site


@dataclass(frozen=True, eq=False)
class Article:
    """A labelled page with its gold."""

    gold: GoldPage
    words: Gold
    page: LabelledPage


@dataclass(frozen=True)
class Plan:
    """How to train: sources of boxes, fields of the gold that are labels too, generated sites to add, pages to leave out."""

    sources: Sequence[str] = SOURCES
    labels: Sequence[str] = ()
    generated: int = 0
    spare_untouched: bool = False
    stored: Path | None = None
    workers: int = 2


@dataclass(frozen=True)
class Trained:
    """The model, how many pages each wrapper learned from, and what was left out."""

    model: Wrappers
    pages: Mapping[str, int]
    failures: Sequence[str] = field(default_factory=list)


def train_on(data: Path, plan: Plan, *, tell: Callable[[str], None] = lambda line: None) -> Trained:
    """Train a wrapper for each source of boxes on the articles in a folder."""
    golds = [page for dataset in load(data) for page in articles(dataset)]
    if plan.spare_untouched:
        golds = [page for page in golds if not is_untouched(site=page.site, host=urlsplit(page.url or "").hostname)]
    golds += generated(plan.generated)
    if not golds:
        raise InputError(f"{data}: V-Wrapper needs a data set with gold texts")
    wrappers, pages, failures = {}, {}, list[str]()
    for source in plan.sources:
        tell(f"{source}: laying out {len(golds)} pages")
        found = labelled(
            golds, layout=source, labels=plan.labels, stored=plan.stored, workers=plan.workers, failures=failures
        )
        wrappers[source], pages[source] = _trained(found), len(found)
    return Trained(Wrappers(wrappers), pages, failures)


def _trained(found: Sequence[Article]) -> VWrapper:
    try:
        return train([article.page for article in found])
    except ValueError as error:
        raise InputError(f"V-Wrapper cannot learn from these pages: {error}") from error


def generated(count: int, *, seed: int = _SEED, pages: int = PAGES) -> list[GoldPage]:
    """The articles of generated sites with looks of their own, of all themes in turn."""
    names = list(THEMES)
    found: list[GoldPage] = []
    for number in range(count):
        theme = names[number % len(names)]
        site = generate_site(seed + number, theme, pages=pages, knobs=Knobs(looks=True))
        for place, page in enumerate(site.pages):
            if page.kind == "article":
                gold = GoldPage(f"{site.name}-looks-{place}", page.html.encode, site=site.name, title=page.title)
                known = {"theme": theme}
                found.append(replace(gold, text=page.text, author=page.author, date=page.date, extra=known))
    return found


def articles(dataset: Dataset) -> list[GoldPage]:
    """The pages with gold text; only articles if the data has page types."""
    usable = [page for page in dataset.pages if page.text is not None and page.usable]
    typed = any(page.page_type for page in usable)
    return [page for page in usable if not typed or page.page_type == "article"]


def labelled(
    pages: Sequence[GoldPage],
    *,
    layout: str,
    labels: Sequence[str] = (),
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
        named = from_gold(tree, gold.title, gold.text, _more(gold, labels))
        found.append(Article(gold, Gold(gold.text or ""), LabelledPage(tree, named)))
    return found


def _more(gold: GoldPage, labels: Sequence[str]) -> dict[str, str]:
    """The values of further labels, named after fields of the gold."""
    values = {name: getattr(gold, name, None) or gold.extra.get(name) for name in labels}
    return {name.upper(): value for name, value in values.items() if isinstance(value, str)}


def _laid_out(
    golds: Sequence[GoldPage], pages: Iterable[Page], layout: str, stored: Path | None, workers: int
) -> Iterator[tuple[Page, Layout | SectioError]]:
    """Each page with its layout: estimated, from the store, or from the browser."""
    if layout == ESTIMATE:
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
