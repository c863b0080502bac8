"""What the commands share: reading inputs, writing data, exit codes."""

import gzip
import json
import os
import sys
import zlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO

import click

from sectio.dom.unicode import for_terminal
from sectio.errors import FetchError, InputError, OutputError, SectioError

OK, SOME_FAILED, USAGE, NOTHING, FETCH, LIMIT = range(6)
PAGE_SUFFIXES = (".html", ".htm", ".xhtml", ".html.gz", ".htm.gz")


# Errors that say: a limit was hit, or this is not a web page.
_LIMITS = frozenset(("page_too_large", "too_many_nodes", "timeout", "not_html"))


@dataclass(frozen=True)
class Input:
    """A page to work on: where it comes from, and how to read it; or why it cannot be read."""

    name: str
    problem: SectioError | None = None

    def read(self, max_bytes: int) -> bytes:
        """The page's bytes, at most a little more than `max_bytes`, so that the limit is noticed."""
        if self.problem is not None:
            raise self.problem
        try:
            if self.name == "-":
                return sys.stdin.buffer.read(max_bytes + 1)
            opener: Any = gzip.open if self.name.endswith(".gz") else open
            with opener(self.name, "rb") as file:
                data = file.read(max_bytes + 1)
                assert isinstance(data, bytes)
                return data
        except (OSError, EOFError, zlib.error, ValueError) as error:
            reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
            raise InputError(f"{self.name}: cannot be read ({reason}); check the path") from error


def expand(inputs: Sequence[str]) -> Iterator[Input]:
    """Files as they are, folders as the pages inside them in the order of their names, `-` as stdin."""
    for name in inputs or ("-",):
        if name.startswith(("http://", "https://")):
            hint = f"fetching addresses is not built in yet; try: curl -s {name} | sectio extract -"
            yield Input(name, FetchError(f"{name}: {hint}"))
        elif name != "-" and Path(name).is_dir():
            pages = sorted(p for p in Path(name).rglob("*") if p.name.lower().endswith(PAGE_SUFFIXES))
            yield from (Input(str(path)) for path in pages)
            if not pages:
                yield Input(name, InputError(f"{name}: there are no .html files in the folder"))
        else:
            yield Input(name)


def are_several(inputs: Sequence[str]) -> bool:
    """Whether the inputs are more than one page: a folder always does."""
    return len(inputs) > 1 or any(Path(name).is_dir() for name in inputs)


def exit_code(error: SectioError) -> int:
    """The exit code of an error."""
    if error.code in _LIMITS:
        return LIMIT
    return FETCH if isinstance(error, FetchError) else SOME_FAILED


def overall(codes: Sequence[int]) -> int:
    """One page: its own code. Several: fine, some failed, or none gave anything."""
    if len(codes) == 1:
        return codes[0]
    if OK not in codes and codes:
        return NOTHING
    return OK if set(codes) <= {OK} else SOME_FAILED


def talk(message: str) -> None:
    """Say something to the person, on stderr; names of files and words of pages must not steer the terminal."""
    click.echo(for_terminal(message), err=True)


@contextmanager
def opened(output: str | None) -> Iterator[Callable[[str], None]]:
    """A function that writes data to a file, or to stdout as UTF-8 whatever the terminal's locale says."""
    if output and output != "-":
        with _created(output) as file:
            yield lambda data: _put(file, data)
    else:
        is_terminal = sys.stdout.isatty()
        yield lambda data: _put(sys.stdout.buffer, for_terminal(data) if is_terminal else data)


def _created(name: str) -> BinaryIO:
    try:
        return open(name, "wb")
    except OSError as error:
        raise OutputError(f"{name}: cannot be written ({error.strerror}); check the path") from error


def _put(stream: BinaryIO, data: str) -> None:
    try:
        stream.write(data.encode("utf-8", "replace"))
        stream.flush()
    except BrokenPipeError:
        # The reader of our output went away (`| head`): no error, and nothing more to say to it, at exit either.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise click.exceptions.Exit(0) from None
    except OSError as error:
        raise OutputError(f"the output cannot be written ({error.strerror})") from error


def write(data: str, output: str | None) -> None:
    """Write all data at once."""
    with opened(output) as put:
        put(data)


def parse_options(pairs: Sequence[str]) -> dict[str, Any]:
    """`--option name=value` pairs; values are JSON if they parse as JSON, otherwise text."""
    parsed: dict[str, Any] = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not equals or not name:
            raise click.UsageError(f"--option takes name=value, not {pair!r}")
        try:
            parsed[name] = json.loads(value)
        except ValueError:
            parsed[name] = value
    return parsed
