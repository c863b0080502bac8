"""The pages a system did worst on, with gold and extraction side by side."""

from collections.abc import Sequence
from dataclasses import dataclass

from sectio import api
from sectio.lab.evaluate.report.diff import side_by_side
from sectio.lab.evaluate.report.svg import escape, tag
from sectio.lab.evaluate.run import Run
from sectio.lab.evaluate.summary import page_f1
from sectio.lab.evaluate.systems import System, extractor, text_of
from sectio.lab.evaluate.workers import run_tasks


@dataclass(frozen=True)
class WorstPage:
    """A page, what the system extracted, and who did best on it."""

    page: str
    url: str | None
    system: str
    f1: float
    rival: str
    rival_f1: float
    gold: str
    text: str
    unwanted: tuple[str, ...] = ()


@dataclass(frozen=True)
class TextTask:
    """Extract the text of a page again; results of a run hold only scores."""

    number: int
    html: bytes
    url: str | None
    system: System

    @property
    def steps(self) -> tuple[str, ...]:
        """One step."""
        return (self.system.name,)

    def run(self, step: str) -> str:
        """Extract; runs in a worker."""
        return text_of(extractor(self.system)(self.html, self.url))


def find_worst(run: Run, *, count: int = 8, time_limit: float = 20.0) -> list[WorstPage]:
    """Return the pages with the lowest F1 of the default extractor, or of the first method there is."""
    methods = [system for system in run.systems if system.kind == "method" and not system.learns]
    candidates = [system for system in methods if not system.baseline] or methods
    if not candidates:
        return []
    system = next((system for system in candidates if system.name == api.DEFAULT_METHOD), candidates[0])
    scores = [
        (page_f1(run, measured), number)
        for number, measured in enumerate(run.results[system.name])
        if measured is not None
    ]
    tasks = [_task(run, number, system) for _, number in sorted(scores)[:count]]
    texts = {
        outcome.task.number: outcome.value or f"[failed: {outcome.error}]"
        for outcome in run_tasks(tasks, workers=1, limit=time_limit)
    }
    return [_worst(run, system, number, f1, texts.get(number, "")) for f1, number in sorted(scores)[:count]]


def _task(run: Run, number: int, system: System) -> TextTask:
    page = run.pages[number]
    return TextTask(number, page.html, page.url, system)


def _worst(run: Run, system: System, number: int, f1: float, text: str) -> WorstPage:
    page = run.pages[number]
    others = [
        (page_f1(run, measured), other.name)
        for other in run.systems
        if other.name != system.name and (measured := run.results[other.name][number]) is not None
    ]
    best, rival = max(others, default=(0.0, ""))
    gold = "\n".join(page.with_) if page.text is None else page.text
    unwanted = page.without if page.text is None else ()
    return WorstPage(page.id, page.url, system.name, f1, rival, best, gold, text, unwanted)


def worst_list(pages: Sequence[WorstPage]) -> str:
    """Return the pages folded, the worst one open."""
    return "".join(_one(page, at == 0) for at, page in enumerate(pages))


def _one(page: WorstPage, is_first: bool) -> str:
    rival = f"best here: {page.rival} {page.rival_f1:.3f}" if page.rival else ""
    summary = tag(
        "summary",
        tag("b", f"{page.f1:.3f}"),
        tag("span", escape(page.page)),
        tag("span", escape(page.url or ""), cls="url"),
        tag("span", escape(rival), cls="rival"),
    )
    left, right = side_by_side(page.gold, page.text)
    columns = tag(
        "div",
        tag("div", tag("h4", "gold"), left, cls="side"),
        tag("div", tag("h4", escape(page.system)), right, cls="side"),
        cls="diff",
    )
    wrong = [snippet for snippet in page.unwanted if snippet in page.text]
    note = tag("p", "Unwanted strings found: " + escape(", ".join(wrong)), cls="note") if wrong else ""
    return f"<details class='worst'{' open' if is_first else ''}>{summary}{note}{columns}</details>"
