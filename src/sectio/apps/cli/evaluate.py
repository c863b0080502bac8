"""`sectio evaluate`: compare methods and other extractors on pages with known content."""

import json
import os
import sys
import time
from contextlib import closing
from datetime import date
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import click

from sectio import __version__
from sectio.apps.cli.shared import OK, SOME_FAILED, talk, write
from sectio.apps.cli.targets import OUTPUT
from sectio.errors import InputError
from sectio.lab import experiments
from sectio.lab.datasets import Dataset, load
from sectio.lab.evaluate import report, tables
from sectio.lab.evaluate.cache import Cache
from sectio.lab.evaluate.report.worst import find_worst
from sectio.lab.evaluate.run import Progress, Run
from sectio.lab.evaluate.run import evaluate as measure
from sectio.lab.evaluate.summary import to_json
from sectio.lab.evaluate.systems import all_methods, choose, installed_peers
from sectio.lab.peers import PEERS


@click.command()
@click.argument("data", type=click.Path(exists=True, path_type=Path))
@click.option("--methods", metavar="A,B", help="Methods to measure; all of them without this option, or `none`.")
@click.option("--peers", metavar="C,D", help="Peers to measure; all installed ones without this option, or `none`.")
@click.option(
    "--format",
    "-f",
    "style",
    type=click.Choice(["table", "json", "html", "markdown"]),
    default="table",
    help="What to write.",
)
@click.option("--limit", type=click.IntRange(min=1), help="Measure on a fixed sample of this many pages.")
@click.option(
    "--experiment", metavar="E5", help="Run a named experiment instead; `list` names them, `all` runs them on samples."
)
@click.option(
    "--plots", type=click.Path(file_okay=False, path_type=Path), help="Folder for the plots of an experiment."
)
@click.option(
    "--sites", type=click.IntRange(min=1), help="Largest number of sites in an experiment on sites (`all`: 8)."
)
@click.option(
    "--layout", type=click.Choice(["estimate", "chromium"]), default="estimate", help="Where E1 takes its boxes from."
)
@click.option("--seed", type=int, default=0, show_default=True, help="Seed of an experiment.")
@click.option("--workers", type=click.IntRange(min=1), default=2, show_default=True, help="Processes.")
@click.option(
    "--time-limit",
    type=float,
    default=20.0,
    show_default=True,
    help="Seconds that a method or peer may take for a page.",
)
@click.option("--cache", type=click.Path(file_okay=False, path_type=Path), help="Folder in which results are cached.")
@click.option("--no-cache", is_flag=True, help="Measure everything again and cache nothing.")
@click.option("--strict", is_flag=True, help="Exit with 1 if a page was set aside or a system failed on one.")
@click.option("--output", "-o", type=OUTPUT, help="Write here instead of stdout.")
def evaluate(data: Path, style: str, strict: bool, output: str | None, **how: object) -> int:
    """Compare methods and peers (other extractors) on DATA, a folder of pages with gold (known content).

    DATA holds html/ with ground-truth/ or snippets.json, sites with html/ and gold/, or simply NAME.html
    next to NAME.txt; several data sets in one folder are measured one by one. Trivial baselines are
    in every table. Scores and times (never texts) are cached per page and version of the code, in the user's
    cache folder unless --cache says otherwise; for times that compare, use --no-cache and --workers 1.

    \b
    sectio evaluate my-pages/
    sectio evaluate data/ --methods sectio,boilerpipe --peers trafilatura --limit 100
    sectio evaluate data/ --format html -o report.html
    sectio evaluate data/ --experiment E10
    sectio evaluate data/ --experiment all -o papers.md
    """
    if how["experiment"]:
        return _experiment(data, style, output, **how)
    folder = None if how["no_cache"] else how["cache"] or _cache_folder()
    with closing(Cache(folder)) as cache:  # type: ignore[arg-type]
        runs = [_measure(dataset, cache, how) for dataset in load(data)]
        if cache.problem:
            talk(f"sectio: {cache.problem}")
    runs = [run for run in runs if run.pages]
    if not runs:
        raise InputError(f"{data}: nothing could be evaluated; see the lines above")
    write(_render(runs, style, str(data), float(str(how["time_limit"]))), output)
    return SOME_FAILED if strict and any(map(_is_flawed, runs)) else OK


def _measure(dataset: Dataset, cache: Cache, how: dict[str, object]) -> Run:
    sites = dataset.layout == "sites"
    methods = _names(how["methods"], all_methods(sites=sites))
    systems, lines = choose(methods, _names(how["peers"], installed_peers(), everything=list(PEERS)), sites=sites)
    run = measure(
        dataset,
        systems,
        limit=how["limit"],  # type: ignore[arg-type]
        cache=cache,
        workers=int(str(how["workers"])),
        time_limit=float(str(how["time_limit"])),
        progress=_progress(dataset.name),
    )
    for line in (*lines, *run.problems):
        talk(f"sectio: {dataset.name}: {line}")
    if run.problems:
        talk(f"sectio: {dataset.name}: {len(run.problems)} set aside, {len(run.pages)} pages measured")
    return run


def _render(runs: list[Run], style: str, data: str, time_limit: float) -> str:
    if style == "json":
        return json.dumps(to_json(runs, data), ensure_ascii=False, indent=1) + "\n"
    if style == "markdown":
        raise InputError("Markdown is for experiments; choose table, json or html")
    if style == "html":
        return report.write(runs, [find_worst(run, time_limit=time_limit) for run in runs], version=__version__)
    return tables.write(runs)


def _is_flawed(run: Run) -> bool:
    failed = any(measured and measured.error for column in run.results.values() for measured in column)
    return bool(run.problems) or failed


def _experiment(data: Path, style: str, output: str | None, **how: object) -> int:
    name = str(how["experiment"])
    if name == "list":
        write(experiments.listing(), output)
        return OK
    wanted: dict[str, Any] = {key: how[key] for key in ("seed", "limit", "sites", "layout")}
    wanted["out"] = how["plots"] or _usual_plots()
    if name == "all":
        folder = None if how["no_cache"] else Path(str(how["cache"] or _cache_folder()))
        results = experiments.run_all(data, **wanted, cache=folder, progress=talk)
        about = f"Made on {date.today()} with sectio {__version__} from {data.name}."
        write(experiments.to_markdown(results, about=about), output)
        return OK
    result = experiments.run(name, data, **wanted)
    for path in result.plots:
        talk(f"sectio: plot written to {path}")
    forms = {"json": result.to_json, "markdown": result.to_markdown}
    write(forms.get(style, result.to_text)(), output)
    return OK


def _usual_plots() -> Path | None:
    """Where plots go that nobody asked for, if they can be drawn."""
    if find_spec("matplotlib"):
        return Path("sectio-plots")
    talk("sectio: tables only: plots need matplotlib, pip install 'sectio[eval]'")
    return None


def _names(given: object, default: list[str], *, everything: list[str] | None = None) -> list[str]:
    if given is None:
        return default
    if str(given).strip() in ("none", ""):
        return []
    if str(given).strip() == "all":
        return everything or default
    return [name.strip() for name in str(given).split(",") if name.strip()]


def _cache_folder() -> Path:
    base = os.environ.get("XDG_CACHE_HOME") or "~/.cache"
    return Path(base).expanduser() / "sectio"


def _progress(name: str) -> Progress:
    """A bar where someone watches; elsewhere one line at the start and one at the end."""
    start = time.monotonic()
    watched = sys.stderr.isatty()

    def show(done: int, total: int) -> None:
        share = done / total if total else 1.0
        elapsed = time.monotonic() - start
        if watched:
            left = f"{elapsed / share - elapsed:.0f} s left" if 0 < share < 1 else f"{elapsed:.0f} s"
            bar = "█" * round(30 * share) + "·" * (30 - round(30 * share))
            click.echo(f"\r{name} {bar} {100 * share:3.0f} %  {left}   ", err=True, nl=done == total)
        elif done == 0:
            talk(f"{name}: measuring {total} page results")
        elif done == total:
            talk(f"{name}: done in {elapsed:.0f} s")

    return show
