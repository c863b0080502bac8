"""Where commands write to: seen before any work is done, so that none is lost and no page is overwritten."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from sectio.errors import OutputError
from sectio.files import is_folder
from sectio.inputs import is_page


class Output(click.Path):
    """A file to write, or `-` for stdout: that its folder is there is seen before any work is done."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The name as it is."""
        name = str(super().convert(value, param, ctx))
        if name != "-" and not is_folder(Path(name).absolute().parent):
            raise OutputError(f"{name}: cannot be written (there is no such folder); check the path")
        return name


OUTPUT = Output(dir_okay=False)
OUTPUT_OR_FOLDER = Output()


def check_output(output: str | None, inputs: Sequence[str]) -> None:
    """See that the output does not take the place of a page that is read."""
    if not output or output == "-":
        return
    for name in inputs:
        if is_same_file(name, output) or (is_page(output) and _is_inside(output, name)):
            raise click.UsageError(
                f"--output {output} would take the place of a page that is read; choose another name"
            )


def is_same_file(name: str, other: str) -> bool:
    """Whether two names are of one file on disk; pipes and devices can be read and written."""
    try:
        return Path(name).is_file() and Path(name).samefile(other)
    except OSError:
        return False


def _is_inside(name: str, folder: str) -> bool:
    return is_folder(folder) and Path(name).resolve().is_relative_to(Path(folder).resolve())
