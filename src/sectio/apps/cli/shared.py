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
from typing import Any, BinaryIO, NoReturn

import click

from sectio.dom.unicode import for_terminal
from sectio.errors import FetchError, InputError, OutputError, SectioError
from sectio.files import is_folder
from sectio.inputs import is_page, is_special, read_list, walk

OK, SOME_FAILED, USAGE, NOTHING, FETCH, LIMIT = range(6)
INTERRUPTED = 130

# Errors that say: the command was called wrongly.
_MISUSE = frozenset(("method", "option"))
# Errors that say: a limit was hit, or this is not a web page.
_LIMITS = frozenset(("page_too_large", "too_many_nodes", "timeout", "memory", "not_html"))


@dataclass(frozen=True)
class Input:
    """A page to work on: where it comes from, and how to read it; or why it cannot be read.

    `place` is where it is in the folder that was named, and `data` what was read already. A page that was fetched has the `url`
    where it was found in the end, and the `encoding` that the server stated.
    """

    name: str
    problem: SectioError | None = None
    place: str | None = None
    data: bytes | None = None
    url: str | None = None
    encoding: str | None = None

    @property
    def is_address(self) -> bool:
        """Whether this is a page on the web that was not fetched yet."""
        return self.data is None and self.name.startswith(("http://", "https://"))

    def read(self, max_bytes: int) -> bytes:
        """The page's bytes, at most a little more than `max_bytes`, so that the limit is noticed."""
        if self.problem is not None:
            raise self.problem
        if self.data is not None:
            return self.data
        if self.is_address:
            raise FetchError(
                f"{self.name}: only `sectio extract` and `sectio site` fetch pages; save the page first", "url"
            )
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
            known = "addresses begin with http:// or https://" if "://" in self.name else "check the path"
            raise InputError(f"{self.name}: cannot be read ({reason}); {known}") from error


def expand(inputs: Sequence[str]) -> Iterator[Input]:
    """Files as they are, folders as the pages inside them in the order of their names, `@list` as the names in it, `-` as stdin."""
    for name in inputs or ("-",):
        if name.startswith("@"):
            yield from _listed(name)
        else:
            yield from _named(name)


def _named(name: str) -> Iterator[Input]:
    if name != "-" and is_folder(name):
        yield from _inside(Path(name))
    else:
        yield Input(name)


def _listed(name: str) -> Iterator[Input]:
    try:
        names = read_list(name[1:])
    except InputError as error:
        yield Input(name, error)
        return
    if not names:
        yield Input(name, InputError(f"{name}: the list names no pages"))
    for line in names:
        if not is_skipped(Path(line)):
            yield from _named(line)


def _inside(folder: Path) -> Iterator[Input]:
    is_empty = True
    for path in walk(folder):
        if path.is_symlink() and is_folder(path):
            talk(f"sectio: {path}: skipped (it is a link to a folder)")
        elif (is_page(path.name) or is_folder(path)) and not is_skipped(path):
            is_empty = False
            yield Input(str(path), place=str(path.relative_to(folder)))
    if is_empty:
        yield Input(str(folder), InputError(f"{folder}: there are no .html files in the folder"))


def is_skipped(path: Path) -> bool:
    """Whether a path in a folder or a list is a pipe or a device, which could be read without end; says so."""
    if not is_special(path):
        return False
    talk(f"sectio: {path}: skipped (it is a pipe or a device, not a file)")
    return True


def are_several(inputs: Sequence[str]) -> bool:
    """Whether the inputs are more than one page; a folder or a list always counts as more."""
    return len(inputs) > 1 or any(is_many(name) for name in inputs)


def is_many(name: str) -> bool:
    """Whether an input is a folder or a list."""
    return name.startswith("@") or is_folder(name)


def exit_code(error: SectioError) -> int:
    """The exit code of an error."""
    return FETCH if isinstance(error, FetchError) else exit_code_of(error.code)


def exit_code_of(code: str) -> int:
    """The exit code of an error that is known by its code."""
    if code in _MISUSE:
        return USAGE
    return LIMIT if code in _LIMITS else SOME_FAILED


def overall(codes: Sequence[int]) -> int:
    """One page: its own code. Several: fine, some failed, or none gave anything."""
    if len(codes) == 1:
        return codes[0]
    if OK not in codes and codes:
        return NOTHING
    return OK if set(codes) <= {OK} else SOME_FAILED


def about(page: Input, message: str) -> str:
    """What is said about a page, which is named once."""
    return message if message.startswith((page.name, repr(page.name))) else f"{page.name}: {message}"


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
        _end_quietly()
    except OSError as error:
        raise OutputError(f"the output cannot be written ({error.strerror})") from error


def _end_quietly() -> NoReturn:
    """The reader of our output went away (`| head`): no error, and nothing more to say to it, at exit either."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    raise click.exceptions.Exit(0) from None


def show(text: str = "") -> None:
    """Say something to the person, on stdout; styles are for terminals."""
    try:
        click.echo(text)
    except BrokenPipeError:
        _end_quietly()


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
