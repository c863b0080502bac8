"""`sectio batch`: archives and folders in, Parquet or JSON lines out."""

import shlex
import signal
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from sectio.api import methods
from sectio.apps.cli.shared import INTERRUPTED, OK, SOME_FAILED, USAGE, parse_options, show, talk
from sectio.apps.cli.sizes import size
from sectio.batch.command import FORMATS, How, run_batch
from sectio.batch.plan import make_plan
from sectio.batch.settings import GB, MB, Settings
from sectio.batch.summary import Summary, counted
from sectio.errors import BatchError, OutputError
from sectio.progress import Progress


@click.command()
@click.argument("inputs", nargs=-1, required=True, metavar="INPUT…")
@click.option("--output", "-o", required=True, type=click.Path(), help="A folder, or a file if there is one input.")
@click.option(
    "--format", "-f", "style", type=click.Choice(FORMATS), default="parquet", show_default=True, help="What to write."
)
@click.option(
    "--engine",
    type=click.Choice(["local", "ray"]),
    default="local",
    show_default=True,
    help="Work here, or on a cluster.",
)
@click.option("--workers", default="auto", show_default=True, help="Worker processes, or auto: one per processor.")
@click.option("--resume", is_flag=True, help="Continue a run that was stopped; starts one if there is none.")
@click.option("--overwrite", is_flag=True, help="Start over in a folder that is not empty.")
@click.option("--method", "-m", help="A method of `sectio methods`.")
@click.option(
    "--template", "-t", type=click.Path(exists=True), help="A site, or a bundle of `sectio site`, for all pages."
)
@click.option(
    "--sites",
    type=click.IntRange(min=5),
    is_flag=False,
    flag_value=15,
    metavar="[K]",
    help="Learn every site from K of its pages on the way, and use it; 15 if no number is given.",
)
@click.option("--models", type=click.Path(exists=True, file_okay=False), help="Use the sites an earlier run learned.")
@click.option(
    "--timeout", type=click.FloatRange(min=0, min_open=True), default=10.0, show_default=True, help="Seconds per page."
)
@click.option("--max-bytes", type=size, default=20 * MB, show_default="20M", help="Largest page that is read.")
@click.option("--memory", type=size, default=2 * GB, show_default="2G", help="Memory that one page may take.")
@click.option(
    "--retries",
    type=click.IntRange(min=0),
    default=2,
    show_default=True,
    help="How often a failed shard is tried again.",
)
@click.option(
    "--shard-size",
    type=size,
    default=64 * MB,
    show_default="64M",
    help="How much of an input goes into one output file.",
)
@click.option("--include-markdown", "include", flag_value="markdown", multiple=True, help="Add a column with Markdown.")
@click.option("--include-sections", "include", flag_value="sections", multiple=True, help="Add a column with sections.")
@click.option("--include-html", "include", flag_value="html", multiple=True, help="Add a column with clean HTML.")
@click.option(
    "--url-column", default="url", show_default=True, help="Column of Parquet and JSONL with the page's address."
)
@click.option("--html-column", default="html", show_default=True, help="Column of Parquet and JSONL with the page.")
@click.option(
    "--status",
    default="200",
    show_default=True,
    help="HTTP statuses to extract from WARC files, separated by commas, or any.",
)
@click.option("--limit", type=click.IntRange(min=1), help="Extract only this many pages.")
@click.option("--option", "pairs", multiple=True, metavar="NAME=VALUE", help="A parameter of the method.")
@click.option(
    "--no-timing",
    is_flag=True,
    help="Leave the column `ms` empty, so that every run gives the same files byte for byte.",
)
@click.option(
    "--ray-address",
    envvar="RAY_ADDRESS",
    default="auto",
    show_default=True,
    help="Address of a Ray cluster. auto: one running here, or a new one for this run.",
)
@click.option("--dry-run", is_flag=True, help="Say what would be done, but do nothing.")
@click.option(
    "--progress",
    type=click.Choice(["auto", "plain", "none"]),
    default="auto",
    show_default=True,
    help="How progress is shown on stderr. auto: only on a terminal.",
)
@click.option(
    "--strict", is_flag=True, help="Fail the shard if an input is damaged; count failed pages for the exit code."
)
@click.option("-v", "--verbose", is_flag=True, help="Name each shard that is done, on stderr.")
def batch(inputs: tuple[str, ...], output: str, **how: Any) -> int:
    """Extract all pages of WARC, WACZ, Parquet and JSONL files and of folders (@list: names in a file, -: JSONL on stdin).

    \b
    sectio batch crawl.warc.gz -o pages/
    sectio batch crawls/*.warc.gz -o pages/ --workers 8 --resume
    sectio batch saved-pages/ -o pages.jsonl

    You can stop a run anywhere and continue it with --resume: nothing is lost and nothing is there twice. A page
    that fails becomes a row with an error. Exit codes: 0 fine, 1 an input was damaged or failed, 2 usage, 130 interrupted.
    """
    settings = _settings(how)
    if how["dry_run"]:
        return _dry_run(inputs, output, settings)
    progress = Progress(how["progress"], verbose=how["verbose"])
    try:
        summary = run_batch(inputs, output, settings, _how(how), progress=progress)
    except BatchError as error:
        talk(f"sectio: {error}")
        return USAGE
    except OutputError as error:
        talk(f"sectio: {error}")
        return SOME_FAILED
    except KeyboardInterrupt:
        # A second Ctrl-C ends what is left of the process; raised while Arrow's writers are freed, it would print a traceback.
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        talk(f"interrupted; finished shards are kept. Continue with: {_resume_line()}")
        return INTERRUPTED
    return _end(summary, how)


def _settings(how: dict[str, Any]) -> Settings:
    if how["method"] and how["method"] not in methods():
        raise click.UsageError(f"there is no method {how['method']!r}; `sectio methods` lists them")
    if sum(how[name] is not None for name in ("sites", "models", "template")) > 1:
        raise click.UsageError("--sites, --models and --template each say which site a page is of; choose one")
    options = {**parse_options(how["pairs"]), "timeout": how["timeout"], "max_bytes": how["max_bytes"]}
    same = ("method", "memory", "shard_size", "url_column", "html_column", "limit", "sites")
    return Settings(
        format=how["style"],
        template=str(Path(how["template"]).absolute()) if how["template"] else None,
        options=options,
        include=tuple(sorted(set(how["include"]))),
        status=_statuses(how["status"]),
        models=str(Path(how["models"]).absolute()) if how["models"] else None,
        timing=not how["no_timing"],
        **{name: how[name] for name in same},
    )


def _statuses(text: str) -> tuple[int, ...] | None:
    if text == "any":
        return None
    try:
        return tuple(sorted({int(part) for part in text.split(",")}))
    except ValueError:
        raise click.UsageError(f"--status takes numbers separated by commas, or any, not {text!r}") from None


def _how(how: dict[str, Any]) -> How:
    if how["resume"] and how["overwrite"]:
        raise click.UsageError("--resume continues a run, --overwrite starts over; choose one")
    same = ("engine", "resume", "overwrite", "retries", "strict", "ray_address")
    return How(workers=_workers(how["workers"]), **{name: how[name] for name in same})


def _workers(text: str) -> int | None:
    if text == "auto":
        return None
    if not text.isdecimal() or not int(text):
        raise click.UsageError(f"--workers takes a number from 1, or auto, not {text!r}")
    return int(text)


def _dry_run(inputs: tuple[str, ...], output: str, settings: Settings) -> int:
    try:
        plan = make_plan(inputs, replace(settings))
    except BatchError as error:
        talk(f"sectio: {error}")
        return USAGE
    for shard in plan.shards:
        part = f" from {shard.start:,} to {shard.end:,}" if shard.end is not None else ""
        inside = f" {shard.member}" if shard.member else f" ({len(shard.files)} pages)" if shard.files else ""
        show(f"{shard.name}  {shard.path}{inside}{part}")
    talk(f"{counted(len(plan.shards), 'shard')} of {counted(len(plan.inputs), 'input')} would go to {output}")
    return OK


def _end(summary: Summary, how: dict[str, Any]) -> int:
    """Say what came of it."""
    if how["progress"] != "none":
        for line in summary.lines():
            talk(line)
    if summary.errors:
        talk(f"{counted(len(summary.errors), 'shard')} failed. Try them again with: {_resume_line()}")
    is_bad = summary.is_damaged or (how["strict"] and bool(summary.total.failed))
    return SOME_FAILED if is_bad else OK


def _resume_line() -> str:
    """The command that goes on with this run."""
    given = [argument for argument in sys.argv[1:] if argument not in ("--resume", "--overwrite")]
    return shlex.join(["sectio", *given, "--resume"])
