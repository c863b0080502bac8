"""Files that are written whole (what was there stays until the new content is complete), and names that may not be looked at."""

import os
import threading
from contextlib import suppress
from pathlib import Path

from sectio.errors import OutputError


def write_whole(path: str | Path, data: bytes) -> None:
    """Put data into a file under another name first, so that whoever is stopped on the way still has what was there.

    Pipes and devices are written to as they are.
    """
    try:
        target = Path(os.path.realpath(path))
        if target.exists() and not target.is_file():
            target.write_bytes(data)
        else:
            _replace(target, data)
    except OSError as error:
        raise OutputError(f"{path}: cannot be written ({error.strerror}); check the path") from error


def _replace(target: Path, data: bytes) -> None:
    temporary = target.with_name(f".{os.getpid()}-{threading.get_ident()}.tmp")
    try:
        temporary.write_bytes(data)
        temporary.replace(target)
    except BaseException:
        with suppress(OSError):
            temporary.unlink()
        raise


def make_folder(path: str | Path) -> None:
    """Make a folder, with those above it."""
    try:
        Path(path).mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise OutputError(f"{path}: cannot be made ({error.strerror}); check the path") from error


def is_folder(path: str | Path) -> bool:
    """Whether this is a folder; False also where that cannot be seen (no permission, no possible name)."""
    try:
        return Path(path).is_dir()
    except OSError:
        return False


def is_file(path: str | Path) -> bool:
    """Whether this is a file; False also where that cannot be seen."""
    try:
        return Path(path).is_file()
    except OSError:
        return False
