"""Tables in documents: a command writes what is between `<!-- NAME:start -->` and `<!-- NAME:end -->`."""

from pathlib import Path


def put(document: str, name: str, text: str) -> str:
    """A document with a text between the marks of this name."""
    start, end = f"<!-- {name}:start -->", f"<!-- {name}:end -->"
    before, found, rest = document.partition(start)
    _, ended, after = rest.partition(end)
    if not (found and ended):
        raise ValueError(f"the document has no {start} … {end}")
    return f"{before}{start}\n{text}\n{end}{after}"


def write(path: Path, name: str, text: str) -> None:
    """The same with a document on disk."""
    path.write_text(put(path.read_text(encoding="utf-8"), name, text), encoding="utf-8")
