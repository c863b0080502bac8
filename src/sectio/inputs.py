"""What a user names: the pages of folders, and names in lists."""

from collections.abc import Iterator
from pathlib import Path

from sectio.errors import InputError
from sectio.files import is_folder

PAGES = (".html", ".htm", ".xhtml", ".html.gz", ".htm.gz", ".xhtml.gz")


def is_page(name: str) -> bool:
    """Whether a file is a page, by its name."""
    return name.lower().endswith(PAGES)


def is_special(path: Path) -> bool:
    """Whether a path is a pipe, a device or a socket: reading it may never end."""
    try:
        return path.exists() and not path.is_file() and not path.is_dir()
    except OSError:
        return False


def walk(folder: Path) -> Iterator[Path]:
    """Everything below a folder but folders, in the order of the names; links to folders are not followed.

    A folder that cannot be listed is handed out like a file, so that whoever reads it says why.
    """
    waiting = [folder]
    while waiting:
        path = waiting.pop()
        inside = _listed(path) if path == folder or (is_folder(path) and not path.is_symlink()) else None
        if inside is None:
            yield path
        else:
            waiting += inside[::-1]


def _listed(folder: Path) -> list[Path] | None:
    try:
        return sorted(folder.iterdir())
    except OSError:
        return None


def read_list(name: str) -> list[str]:
    """The names in a file, one on each line; empty lines and those that begin with # do not count."""
    try:
        lines = Path(name).read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not UTF-8"
        raise InputError(f"@{name}: the list cannot be read ({reason}); check the path") from error
    found = [line.strip() for line in lines if line.strip() and not line.startswith("#")]
    for line in found:
        if line.startswith("@"):
            raise InputError(f"{name}: it names another list, {line}; name each list on the command line")
    return found
