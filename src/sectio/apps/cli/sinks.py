"""Where the pages of `sectio extract` go: into one stream, or each into a file of its own in a folder like the one they came from."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Protocol

import click

from sectio.apps.cli.shared import Input, opened
from sectio.apps.cli.targets import check_output, is_same_file
from sectio.dom.unicode import encodable
from sectio.errors import OutputError
from sectio.files import is_folder, make_folder, write_whole
from sectio.inputs import PAGES
from sectio.output.several import Fields, Stream

_SUFFIXES = {"text": "txt", "markdown": "md", "tei": "tei.xml"}
_LONGEST = 200  # bytes of a file name, with room for what is added to it


class Sink(Protocol):
    """Takes pages as text."""

    def add(self, page: Input, text: str) -> None:
        """Write a page."""

    def end(self) -> None:
        """Write what closes the output."""


class OneStream:
    """All pages one after the other."""

    def __init__(self, style: str, put: Callable[[str], None], *, several: bool, fields: Fields = None) -> None:
        self._stream = Stream(style, put, several=several, fields=fields)

    def add(self, page: Input, text: str) -> None:
        """Write a page."""
        self._stream.add(text)

    def end(self) -> None:
        """Close arrays and documents."""
        self._stream.end()


class Folder:
    """A file for each page that gave something, where the page is in its own folder. Files are whole or not there."""

    def __init__(self, folder: Path, style: str, fields: Fields = None) -> None:
        self._folder, self._style, self._fields = folder, style, fields
        self._suffix = _SUFFIXES.get(style, style)
        self._taken: set[str] = set()

    def add(self, page: Input, text: str) -> None:
        """Write a page into a file."""
        if not text:
            return
        target = self._target(page)
        parts: list[str] = []
        whole = Stream(self._style, parts.append, several=False, fields=self._fields)
        whole.add(text)
        whole.end()
        make_folder(target.parent)
        if is_same_file(page.name, str(target)):
            raise OutputError(f"{target}: this is the page itself; choose another --output-dir")
        write_whole(target, "".join(parts).encode("utf-8", "replace"))

    def end(self) -> None:
        """Nothing is left to write."""

    def _target(self, page: Input) -> Path:
        """A name of its own for each page: without the suffix of the page, or with it and a number where that is taken."""
        place = Path(_place(page))
        for name in _names(place.name, self._suffix):
            path = place.with_name(name)
            if str(path).casefold() not in self._taken:
                break
        self._taken.add(str(path).casefold())
        return self._folder / path


def _names(name: str, suffix: str) -> Iterator[str]:
    bare = next((name[: -len(end)] for end in sorted(PAGES, key=len, reverse=True) if name.lower().endswith(end)), name)
    yield f"{bare or name}.{suffix}"
    yield f"{name}.{suffix}"
    number = 2
    while True:
        yield f"{name}.{number}.{suffix}"
        number += 1


def _place(page: Input) -> str:
    """Where a page belongs in the folder: as in its own folder, or by its name alone."""
    if page.place is not None:
        return page.place
    if page.name == "-":
        return "stdin"
    name = encodable(page.name).split("://")[-1] if "://" in page.name else Path(page.name).name
    return name.replace("/", "_").encode()[:_LONGEST].decode("utf-8", "ignore").strip(".") or "page"


@contextmanager
def sink_for(
    style: str, output: str | None, folder: str | None, *, several: bool, fields: Fields = None
) -> Iterator[Sink]:
    """The sink that the options ask for."""
    if folder is not None:
        yield Folder(Path(folder), style, fields)
    else:
        with opened(output) as put:
            yield OneStream(style, put, several=several, fields=fields)


def check_places(folder: str | None, output: str | None, inputs: Sequence[str]) -> None:
    """See that the pages written do not become pages read."""
    check_output(output, inputs)
    if folder is None:
        return
    if output is not None:
        raise click.UsageError("--output writes one file, --output-dir a file for each page; choose one")
    target = Path(folder).resolve()
    for name in inputs:
        if is_folder(name) and target.is_relative_to(Path(name).resolve()):
            raise click.UsageError(f"--output-dir {folder} is inside of {name}, which is read; choose another folder")
