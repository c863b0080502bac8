"""Find the data sets in a folder."""

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from sectio.errors import InputError
from sectio.lab.datasets.files import HTML_ENDINGS
from sectio.lab.datasets.gold import Dataset
from sectio.lab.datasets.single import read_folder, read_records, read_snippets, read_wcxb
from sectio.lab.datasets.sites import is_site, read_sites

# Folders of data sets may themselves be in a folder.
DEPTH = 2
_READERS: Mapping[str, Callable[[Path], Dataset]] = {
    "wcxb": read_wcxb,
    "sites": read_sites,
    "snippets": read_snippets,
    "records": read_records,
    "folder": read_folder,
}


def load(path: str | Path) -> list[Dataset]:
    """Return the data sets in a folder (or the one site in a tar file)."""
    root = Path(path)
    if not root.exists():
        raise InputError(f"{root}: there is no such file or folder")
    found = _read(root)
    if found is not None:
        return [found]
    datasets = [*_inside(root, DEPTH)]
    if not datasets:
        raise InputError(
            f"{root}: no data set here; expected html/ with ground-truth/ or snippets.json, "
            "sites with html/ and gold/, or NAME.html next to NAME.txt"
        )
    return datasets


def _inside(root: Path, depth: int) -> Iterator[Dataset]:
    """The data sets in a folder that is not one itself, in order of name."""
    for child in sorted(root.iterdir()) if root.is_dir() and depth else ():
        if child.is_dir():
            found = _read(child)
            yield from [found] if found else _inside(child, depth - 1)


def _read(root: Path) -> Dataset | None:
    """Read a folder by the first layout that fits."""
    layout = _layout(root)
    return _READERS[layout](root) if layout else None


def _layout(root: Path) -> str | None:
    if root.is_file():
        return "sites" if is_site(root) else None
    if (root / "snippets.json").is_file():
        return "snippets"
    if (root / "gold.jsonl").is_file():
        return "records"
    if (root / "ground-truth").is_dir():
        return "wcxb"
    if is_site(root) or any(is_site(child) for child in root.iterdir()):
        return "sites"
    if any(child.name.endswith(HTML_ENDINGS) for child in root.iterdir()):
        return "folder"
    return None
