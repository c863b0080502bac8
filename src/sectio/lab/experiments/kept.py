"""Results of experiments kept between runs: a run of all of them that was interrupted goes on where it stopped.

A result is kept under everything that decides it, the code included; a file that cannot be read or written is as good as none.
"""

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from sectio.lab.evaluate.cache import cache_key
from sectio.lab.evaluate.systems import code_version
from sectio.lab.experiments.result import ExperimentResult


def kept(folder: Path | None, name: str, decides: str, run: Callable[[], ExperimentResult]) -> ExperimentResult:
    """The result kept in a folder, or that of `run`, kept from now on; None as folder keeps nothing."""
    if folder is None:
        return run()
    file = folder / f"{name}-{cache_key(name, decides, code_version())}.json"
    with suppress(OSError, ValueError, TypeError, KeyError):
        return ExperimentResult.from_json(file.read_text("utf-8"))
    result = run()
    with suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True)
        file.write_text(result.to_json(), "utf-8")
    return result
