"""What a user names on the command line, and what kind of input each is."""

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from sectio.errors import BatchError, InputError
from sectio.files import is_folder
from sectio.inputs import is_page, is_special, read_list, walk

KINDS: dict[str, tuple[str, ...]] = {
    "warc": (".warc", ".warc.gz", ".warc.zst"),
    "wacz": (".wacz",),
    "parquet": (".parquet",),
    "jsonl": (".jsonl", ".jsonl.gz", ".jsonl.zst", ".ndjson", ".ndjson.gz", ".ndjson.zst"),
}
_REFUSED = {
    (".arc", ".arc.gz"): "ARC files are not read; convert them to WARC first (warcio recompress)",
    (".wet", ".wet.gz", ".wat", ".wat.gz"): "WET and WAT files hold no pages; take the WARC files they were made from",
}


@dataclass(frozen=True)
class Input:
    """A file of pages, or a folder with the pages inside it, relative to it and in the order of their names."""

    kind: str
    path: str
    files: tuple[str, ...] = ()


def expand(names: Sequence[str]) -> list[Input]:
    """Files as they are, folders as what they hold, `@list` as the names in it."""
    found = [item for name in names for item in _expand(name)]
    loose = [item.path for item in found if item.kind == "page"]
    others = [item for item in found if item.kind != "page"]
    if loose:
        base = os.path.commonpath([str(Path(path).parent) for path in loose])
        others.append(Input("folder", base, tuple(os.path.relpath(path, base) for path in loose)))
    if not others:
        raise BatchError("there is nothing to read: name WARC, WACZ, Parquet or JSONL files, or folders of HTML")
    return others


def _expand(name: str) -> Iterator[Input]:
    if name.startswith("@"):
        for line in _lines(name[1:]):
            yield from _expand(line)
        return
    path = Path(name).absolute()
    if is_folder(path):
        yield from _folder(path)
    elif is_special(path):
        raise BatchError(
            f"{name}: this is a pipe or a device, which cannot be read again; save it as a file, or pipe JSON lines to -"
        )
    elif _exists(path):
        yield Input(kind_of(name), str(path))
    else:
        raise BatchError(f"{name}: there is no such file or folder")


def _exists(path: Path) -> bool:
    try:
        return path.exists()
    except OSError as error:
        raise BatchError(f"{path}: cannot be read ({error.strerror}); check the path") from error


def _lines(name: str) -> list[str]:
    try:
        return read_list(name)
    except InputError as error:
        raise BatchError(str(error)) from error


def kind_of(name: str) -> str:
    """The kind of a file, by its name."""
    lowered = name.lower()
    for suffixes, reason in _REFUSED.items():
        if lowered.endswith(suffixes):
            raise BatchError(f"{name}: {reason}")
    if is_page(lowered):
        return "page"
    for kind, suffixes in KINDS.items():
        if lowered.endswith(suffixes):
            return kind
    known = ", ".join(suffix for suffixes in KINDS.values() for suffix in suffixes)
    raise BatchError(f"{name}: what kind of file is this? Inputs end in {known}, or are folders of HTML")


def _is_link(path: Path) -> bool:
    """Whether this is a link to a folder, which is not followed."""
    return path.is_symlink() and is_folder(path)


def _folder(path: Path) -> Iterator[Input]:
    """The archives in a folder one by one, and its pages together."""
    # Folders that cannot be listed and links to nothing are among them: they become failures, as any page that cannot be read.
    names = sorted(str(file.relative_to(path)) for file in walk(path) if not is_special(file) and not _is_link(file))
    archives = tuple(suffix for suffixes in KINDS.values() for suffix in suffixes)
    # Names with a dot are not data, and `_sectio` is what a run keeps next to its files.
    chosen = [name for name in names if not any(part.startswith((".", "_sectio")) for part in Path(name).parts)]
    pages = tuple(name for name in chosen if is_page(name) or is_folder(path / name))
    yield from (Input(kind_of(name), str(path / name)) for name in chosen if name.lower().endswith(archives))
    if pages:
        yield Input("folder", str(path), pages)
    elif not any(name.lower().endswith(archives) for name in chosen):
        raise BatchError(f"{path}: the folder holds no pages (.html) and no archives")
