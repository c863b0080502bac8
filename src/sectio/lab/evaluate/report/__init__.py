"""The evaluation as one self-contained HTML file: tables, plots, and the pages that went worst.

No script and nothing loaded from elsewhere; plots are inline SVG, colours follow light or dark mode.
"""

from collections.abc import Sequence
from importlib.resources import files

from sectio.lab.evaluate.report.parts import hero, legend, problems, table, versus
from sectio.lab.evaluate.report.plots import box_plot, heat_map, speed_plot
from sectio.lab.evaluate.report.svg import escape, tag
from sectio.lab.evaluate.report.worst import WorstPage, worst_list
from sectio.lab.evaluate.run import Run
from sectio.lab.evaluate.summary import measure_name, rows

# Nothing runs and nothing is loaded, whatever should get into the report.
_POLICY = tag(
    "meta",
    http_equiv="Content-Security-Policy",
    content="default-src 'none'; style-src 'unsafe-inline'; img-src data:",
).removesuffix("</meta>")
_MEASURES = {
    "words": "Precision, recall and F1 of a page's words (a bag of lower-cased words), averaged over pages.",
    "snippets": "Precision, recall and F1 over all strings that must, and must not, be in the text.",
}


def write(runs: Sequence[Run], worst: Sequence[Sequence[WorstPage]], *, version: str) -> str:
    """Return the report of some runs; ``worst`` holds the pages to show for each of them."""
    style = files("sectio.lab.evaluate.report").joinpath("report.css").read_text(encoding="utf-8")
    title = "Evaluation: " + ", ".join(run.dataset.name for run in runs)
    links = [tag("a", escape(run.dataset.name), href=f"#{_anchor(at)}") for at, run in enumerate(runs)]
    body = [
        tag(
            "header",
            tag("h1", "Evaluation"),
            tag("p", f"Sectio {escape(version)}, methods and peers side by side"),
            legend(),
        ),
        tag("nav", *links) if len(runs) > 1 else "",
        *(_section(at, run, pages) for at, (run, pages) in enumerate(zip(runs, worst, strict=True))),
    ]
    head = [
        "<meta charset='utf-8'>",
        _POLICY,
        "<meta name='viewport' content='width=device-width, initial-scale=1'>",
        "<link rel='icon' href='data:,'>",
        tag("title", escape(title)),
        f"<style>{style}</style>",
    ]
    return "<!doctype html>\n" + tag("html", tag("head", *head), tag("body", *body), lang="en") + "\n"


def _section(at: int, run: Run, worst: Sequence[WorstPage]) -> str:
    found = rows(run)
    by = "site" if run.dataset.layout == "sites" else "page type"
    parts = [
        tag("h2", escape(run.dataset.name)),
        tag(
            "p",
            f"{len(run.pages)} pages, layout {run.dataset.layout}. {_MEASURES[measure_name(run)]}",
            cls="lead",
        ),
        hero(run, found),
        _card(
            "Results",
            table(found),
            "Pairs: F1 of runs of two words. The interval holds 95 % of 1000 bootstrap resamples.",
        ),
        _card("Spread of F1 over pages", box_plot(found), "Whiskers 9–91 %, box 25–75 %, line median, dot mean."),
        _card(
            "Accuracy against speed",
            speed_plot(found),
            "Process time per page, log scale; up and left is best.",
        ),
    ]
    if any(row.types for row in found):
        parts.append(_card(f"F1 by {by}", heat_map(found), "Mean F1; the stronger the colour, the better."))
    if any(row.versus for row in found):
        parts.append(_card("Against the default", versus(found), "Mean difference of F1 on the same pages."))
    if worst:
        note = "Gold on the left, extracted on the right; what the other side lacks is marked."
        parts.append(_card(f"Worst pages of {worst[0].system}", worst_list(worst), note))
    parts.append(problems(run))
    return tag("section", *parts, id=_anchor(at))


def _card(title: str, content: str, note: str) -> str:
    return tag("div", tag("h3", escape(title)), tag("p", escape(note), cls="note"), content, cls="card")


def _anchor(at: int) -> str:
    return f"data-{at}"
