"""A run from beginning to end: look at the folder, plan, do what is not done, sum up."""

import shutil
import signal
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sectio.api import check, load
from sectio.batch.files import locked, sweep, write_json
from sectio.batch.inputs import expand
from sectio.batch.job import Job
from sectio.batch.local import PRELOAD, Local
from sectio.batch.plan import Plan, check_same, make_plan, store_plan
from sectio.batch.settings import Settings
from sectio.batch.shards import Shard
from sectio.batch.sites.models import Models
from sectio.batch.summary import Summary
from sectio.batch.work import RowWork
from sectio.errors import BatchError
from sectio.progress import Progress
from sectio.workers import Work, available, prepare

if TYPE_CHECKING:
    from sectio.batch.sites.passes import Crew

FORMATS = ("parquet", "jsonl")
_WHOLE = 1 << 62  # a shard size that cuts nothing
_PYTHONS = signal.default_int_handler
Engine = Callable[[Job, Sequence[Shard]], list[dict[str, Any]]]


@dataclass(frozen=True)
class How:
    """How a run is done; none of this changes a row."""

    engine: str = "local"
    workers: int | None = None
    resume: bool = False
    overwrite: bool = False
    retries: int = 2
    strict: bool = False
    ray_address: str = "auto"


def run_batch(
    names: Sequence[str],
    output: str | Path,
    settings: Settings,
    how: How = How(),
    *,
    progress: Progress | None = None,
    work: Work | None = None,
) -> Summary:
    """Extract all pages of the inputs into a folder, or into one file if there is one shard.

    `work` replaces what worker processes do; only tests need it.
    """
    target, progress = Path(output), progress or Progress("none")
    if "-" not in names:
        expand(names)  # complain before anything is made
    site = None if settings.template is None else load(settings.template)
    check(template=site, method=settings.method, options=settings.options)
    try:
        with _terminable():
            if target.suffix.lstrip(".") in FORMATS:
                return _into_file(names, target, settings, how, progress, work)
            with locked(target / "_sectio"):
                return _into_folder(names, target, settings, how, progress, work)
    finally:
        progress.end()


def _into_folder(
    names: Sequence[str], folder: Path, settings: Settings, how: How, progress: Progress, work: Work | None
) -> Summary:
    _clear(folder, how)
    _prepare(how)
    given = [_spooled(folder / "_sectio" / "input") if name == "-" else name for name in names]
    plan = make_plan(given, settings)
    job = Job(folder, settings, plan.columns)
    sweep(folder, job.run)
    if not check_same(plan, job.state / "plan.json"):
        store_plan(plan, job.state / "plan.json", job.run)
    return _execute(plan, job, how, progress, work)


def _into_file(
    names: Sequence[str], target: Path, settings: Settings, how: How, progress: Progress, work: Work | None
) -> Summary:
    if target.exists() and not how.overwrite:
        raise BatchError(f"{target}: the file exists already; --overwrite replaces it")
    if "-" in names:
        raise BatchError("stdin needs a folder to write to, where it is kept until the run is done")
    if settings.sites is not None:
        raise BatchError("sites are learned into a folder beside the data; name a folder")
    _prepare(how)
    settings = replace(settings, format=target.suffix.lstrip("."), shard_size=_WHOLE)
    plan = make_plan(names, settings)
    if len(plan.shards) != 1:
        raise BatchError(f"{target}: {len(plan.shards)} shards do not fit into one file; name a folder")
    return _execute(plan, Job(target.parent, settings, plan.columns, single=target.name), how, progress, work)


def _prepare(how: How) -> None:
    """Let worker processes load what they need while the inputs are looked at."""
    if how.engine == "local":
        prepare(PRELOAD)


def _execute(plan: Plan, job: Job, how: How, progress: Progress, work: Work | None) -> Summary:
    began = time.monotonic()
    before = [done for shard in plan.shards if (done := job.done(shard)) is not None] if job.single is None else []
    finished = {done["shard"] for done in before}
    left = [shard for shard in plan.shards if shard.name not in finished]
    work = work or RowWork(job.settings, _models(plan, job, how, progress) if left else None)
    progress.plan(len(plan.shards), len(before))
    new = _engine(how, progress, work, before)(job, left) if left else []
    summary = Summary.of([*before, *new], time.monotonic() - began, sum(done.get("rows", 0) for done in new))
    if job.single is None and not summary.errors:
        write_json(job.state / "summary.json", summary.as_dict(), job.run)
    return summary


def _models(plan: Plan, job: Job, how: How, progress: Progress) -> Path | None:
    """The folder of site models for a run: of an earlier run, learned now, or none."""
    if job.settings.models is not None:
        folder = Path(job.settings.models)
        inside = folder / "_sectio" / "models"
        return Models.read(inside if inside.is_dir() else folder).folder
    if job.settings.sites is None:
        return None
    from sectio.batch.sites.passes import learn_sites

    learn_sites(job, plan.shards, _crew(how), progress)
    return job.state / "models"


def _crew(how: How) -> "Crew":
    from sectio.batch.sites.passes import LocalCrew

    if how.engine == "ray":
        from sectio.batch.ray_engine import RayCrew

        return RayCrew(how.ray_address, how.workers)
    return LocalCrew(how.workers or available())


def _engine(how: How, progress: Progress, work: Work, before: list[dict[str, Any]]) -> Engine:
    if how.engine == "ray":
        return _ray(how, progress, work, before)

    def local(job: Job, shards: Sequence[Shard]) -> list[dict[str, Any]]:
        return Local(
            job,
            shards,
            workers=how.workers or available(),
            retries=how.retries,
            strict=how.strict,
            progress=progress,
            work=work,
            before=before,
        ).run()

    return local


def _ray(how: How, progress: Progress, work: Work, before: list[dict[str, Any]]) -> Engine:
    from sectio.batch.ray_engine import RayEngine

    def engine(job: Job, shards: Sequence[Shard]) -> list[dict[str, Any]]:
        return RayEngine(
            job,
            shards,
            address=how.ray_address,
            workers=how.workers,
            retries=how.retries,
            strict=how.strict,
            progress=progress,
            work=work,
            before=before,
        ).run()

    return engine


def _clear(folder: Path, how: How) -> None:
    """See that the folder is empty, or that the user said what to do with what is there."""
    if how.overwrite:
        for path in [*folder.glob("part-*.parquet"), *folder.glob("part-*.jsonl")]:
            path.unlink()
        for path in (folder / "_sectio").iterdir():
            if path.name != "lock":
                shutil.rmtree(path) if path.is_dir() else path.unlink()
    elif not how.resume:
        others = [path.name for path in folder.iterdir() if path.name != "_sectio"]
        if others or any(path.name != "lock" for path in (folder / "_sectio").iterdir()):
            raise BatchError(f"{folder}: the folder is not empty; --resume continues a run, --overwrite starts over")


def _spooled(folder: Path) -> str:
    """Keep what comes from stdin, so that it can be read in parts and again; a resumed run takes what it kept."""
    path = folder / "stdin.jsonl"
    if not path.exists():
        folder.mkdir(parents=True, exist_ok=True)
        partial = folder / ".stdin.tmp"
        with open(partial, "wb") as file:
            shutil.copyfileobj(sys.stdin.buffer, file, 1 << 20)
        partial.replace(path)
    return str(path)


@contextmanager
def _terminable() -> Iterator[None]:
    """Inside, SIGTERM is the same as Ctrl-C: stop, tidy up, keep what is done. Asked a second time, the process ends at once.

    What it leaves behind then is never a torn file with a final name; temporary ones are swept by the next run.
    """
    # Ctrl-C that is ignored, or that the caller handles in its own way, stays so.
    numbers = [signal.SIGTERM, *([signal.SIGINT] if signal.getsignal(signal.SIGINT) is _PYTHONS else [])]

    def interrupt(number: int, frame: object) -> None:
        for each in numbers:
            signal.signal(each, signal.SIG_DFL)
        raise KeyboardInterrupt

    try:
        before = {each: signal.signal(each, interrupt) for each in numbers}
    except ValueError:  # not the main thread: the caller's handlers stay
        yield
        return
    try:
        yield
    finally:
        for each, handler in before.items():
            signal.signal(each, handler)
