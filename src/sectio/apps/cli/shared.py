"""What the commands share: reading inputs, writing data, exit codes."""

import gzip
import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from sectio.errors import FetchError, InputError, PageTooLarge, SectioError, TimeLimit

OK, SOME_FAILED, USAGE, NOTHING, FETCH, LIMIT = range(6)
PAGE_SUFFIXES = (".html", ".htm", ".xhtml", ".html.gz", ".htm.gz")


@dataclass(frozen=True)
class Input:
    """A page to work on: where it comes from, and how to read it."""

    name: str

    def read(self, max_bytes: int) -> bytes:
        """The page's bytes, at most a little more than `max_bytes`, so that the limit is noticed."""
        try:
            if self.name == "-":
                return sys.stdin.buffer.read(max_bytes + 1)
            opener: Any = gzip.open if self.name.endswith(".gz") else open
            with opener(self.name, "rb") as file:
                data = file.read(max_bytes + 1)
                assert isinstance(data, bytes)
                return data
        except (OSError, EOFError) as error:
            reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
            raise InputError(f"{self.name}: cannot be read ({reason}); check the path") from error


def expand(inputs: Sequence[str]) -> Iterator[Input]:
    """Files as they are, folders as the pages inside them in the order of their names, `-` as stdin."""
    for name in inputs or ("-",):
        if name.startswith(("http://", "https://")):
            raise FetchError(f"{name}: fetching addresses is not built in yet; try: curl -s {name} | sectio extract -")
        if name != "-" and Path(name).is_dir():
            pages = sorted(p for p in Path(name).rglob("*") if p.name.lower().endswith(PAGE_SUFFIXES))
            if not pages:
                raise InputError(f"{name}: the folder holds no .html files")
            yield from (Input(str(path)) for path in pages)
        else:
            yield Input(name)


def exit_code(error: SectioError) -> int:
    """The exit code of an error."""
    if isinstance(error, PageTooLarge | TimeLimit):
        return LIMIT
    return FETCH if isinstance(error, FetchError) else SOME_FAILED


def failure(name: str, error: SectioError) -> str:
    """A JSONL line for an input that failed."""
    record = {"ok": False, "source": name, "error": {"code": error.code, "message": str(error)}}
    return json.dumps(record, ensure_ascii=False)


def talk(message: str) -> None:
    """Say something to the person, on stderr."""
    click.echo(message, err=True)


def write(data: str, output: str | None) -> None:
    """Write data to a file, or to stdout as UTF-8 whatever the terminal's locale says."""
    encoded = data.encode("utf-8", "replace")
    if output and output != "-":
        Path(output).write_bytes(encoded)
    else:
        stream = sys.stdout.buffer
        stream.write(encoded)
        stream.flush()


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
