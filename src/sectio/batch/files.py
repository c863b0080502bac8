"""Files that are whole or not there, and a folder that one run at a time writes to.

A file is written under a temporary name in the same folder, brought to disk, and renamed. Whatever is killed when, a name without a dot
in front belongs to a file that is complete.
"""

import errno
import hashlib
import json
import os
import secrets
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from sectio.errors import BatchError, OutputError

_FULL = {errno.ENOSPC, errno.EFBIG, errno.EDQUOT}


def new_run() -> str:
    """A name for this run, in its temporary files."""
    return secrets.token_hex(4)


class NewFile:
    """A file being written; `commit` gives it its name, leaving it without throws it away."""

    def __init__(self, path: Path, run: str) -> None:
        self.path = path
        self.temporary = path.with_name(f".{path.name}.{run}.{os.getpid()}.tmp")
        self.size, self._hash = 0, hashlib.sha256()
        self._is_discarded = False
        with telling(path):
            self._file = open(self.temporary, "wb")  # noqa: SIM115 - closed by commit or discard

    @property
    def sha256(self) -> str:
        """The hash of what was written."""
        return self._hash.hexdigest()

    # What Arrow asks of a file.
    @property
    def closed(self) -> bool:
        """Arrow closes its writer, not the file."""
        return False

    def tell(self) -> int:
        """How much was written."""
        return self.size

    def write(self, data: Any) -> int:
        """Append bytes. Arrow writes its footer even when it is thrown away; that goes nowhere."""
        size = memoryview(data).nbytes
        if self._is_discarded:
            return size
        with telling(self.path):
            self._file.write(data)
        self._hash.update(data)
        self.size += size
        return size

    def flush(self) -> None:
        """Hand everything to the system."""
        with telling(self.path):
            self._file.flush()

    def close(self) -> None:
        """Nothing: `commit` or `discard` closes."""

    def commit(self) -> None:
        """Bring the file to disk and give it its name."""
        with telling(self.path):
            self._file.flush()
            os.fsync(self._file.fileno())
            self._file.close()
            os.replace(self.temporary, self.path)
            _sync(self.path.parent)

    def discard(self) -> None:
        """Throw away what was written."""
        self._is_discarded = True
        with suppress(OSError):
            self._file.close()
        with suppress(OSError):
            self.temporary.unlink()


def write_json(path: Path, value: Mapping[str, Any], run: str) -> None:
    """Write a small file, whole or not at all."""
    with telling(path):
        path.parent.mkdir(parents=True, exist_ok=True)
    file = NewFile(path, run)
    try:
        file.write(_json(value) + b"\n")
        file.commit()
    except BaseException:
        file.discard()
        raise


def _json(value: Mapping[str, Any]) -> bytes:
    """JSON to be read by people; names of files that are not in UTF-8 are escaped, so that they can be read back."""
    try:
        return json.dumps(value, ensure_ascii=False, indent=1).encode()
    except UnicodeEncodeError:
        return json.dumps(value, indent=1).encode()


def read_json(path: Path) -> dict[str, Any] | None:
    """Read a small file; None if there is none, or it cannot be read."""
    try:
        found = json.loads(path.read_bytes())
    except (OSError, ValueError):
        return None
    return found if isinstance(found, dict) else None


def _sync(folder: Path) -> None:
    """Bring the names in a folder to disk, where the system can."""
    with suppress(OSError):
        number = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(number)
        finally:
            os.close(number)


@contextmanager
def telling(path: Path) -> Iterator[None]:
    """Turn what the system says about writing into an error that names the file; it ends the run, whichever shard it is."""
    try:
        yield
    except OSError as error:
        remedy = "make room" if error.errno in _FULL else "check the folder"
        raise OutputError(
            f"{path}: cannot be written ({error.strerror}); {remedy}, then continue with --resume"
        ) from error


def sweep(folder: Path, run: str, *, own: bool = False) -> None:
    """Remove the temporary files that earlier runs left behind or, at its end, those of this run; nobody is writing to them."""
    for path in [*folder.glob(".*.tmp"), *folder.glob("_sectio/**/.*.tmp")]:
        if (f".{run}." in path.name) == own:
            with suppress(OSError):
                path.unlink()


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Hold the folder for this run; the system frees it as soon as the process is gone."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        file = open(folder / "lock", "ab")  # noqa: SIM115 - held until the end of the run
    except OSError as error:
        raise BatchError(f"{folder.parent}: cannot be written ({error.strerror})") from error
    with file:
        if not _lock(file.fileno()):
            raise BatchError(
                f"{folder.parent}: another run is writing there; wait until it ends, or choose another folder"
            )
        yield


def _lock(number: int) -> bool:
    try:
        import fcntl
    except ImportError:
        return _lock_windows(number)
    try:
        fcntl.flock(number, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        return error.errno not in (errno.EWOULDBLOCK, errno.EACCES)
    return True


def _lock_windows(number: int) -> bool:
    import msvcrt

    try:
        msvcrt.locking(number, msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined]
    except OSError:
        return False
    return True
