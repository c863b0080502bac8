"""The options that every command has that reads pages: their limits, and whether to say what is done."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import wraps
from typing import Any

import click

from sectio.api import parse_page
from sectio.apps.cli.shared import Input, about, exit_code, talk
from sectio.apps.cli.sizes import size
from sectio.dom.page import Page
from sectio.errors import SectioError


@dataclass(frozen=True)
class Reading:
    """How pages are read."""

    timeout: float
    max_bytes: int
    verbose: bool

    @property
    def options(self) -> dict[str, Any]:
        """The same for the library."""
        return {"timeout": self.timeout, "max_bytes": self.max_bytes}

    def read(self, page: Input) -> bytes:
        """The bytes of a page."""
        data = page.read(self.max_bytes)
        self.say(f"{page.name}: {len(data):,} bytes")
        return data

    def parse(self, pages: Iterable[Input]) -> tuple[list[tuple[str, Page]], list[int]]:
        """The pages that can be read, with their names; the others are complained about, and their exit codes returned."""
        parsed: list[tuple[str, Page]] = []
        codes: list[int] = []
        for page in pages:
            try:
                parsed.append((page.name, parse_page(self.read(page), options=self.options)))
            except SectioError as error:
                complain(page, error)
                codes.append(exit_code(error))
        return parsed, codes

    def say(self, message: str) -> None:
        """Say what is done, if that is asked for."""
        if self.verbose:
            talk(message)


def complain(page: Input, error: SectioError) -> None:
    """Say in one line what is wrong with a page."""
    talk(f"sectio: {about(page, str(error))}")


_OPTIONS = (
    click.option("--timeout", type=click.FloatRange(min=0, min_open=True), default=10.0, show_default=True, help="Seconds per page."),
    click.option("--max-bytes", type=size, default="20M", show_default=True, help="Largest page that is read."),
    click.option("-v", "--verbose", is_flag=True, help="Say on stderr what is being done."),
)  # fmt: skip


def reading_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command these options; it gets them as `reading`."""

    @wraps(command)
    def run(*, timeout: float, max_bytes: int, verbose: bool, **given: Any) -> Any:
        return command(reading=Reading(timeout, max_bytes, verbose), **given)

    for option in reversed(_OPTIONS):
        run = option(run)
    return run
