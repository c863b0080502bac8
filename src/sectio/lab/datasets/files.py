"""Reading the files of a data set; what cannot be used becomes a line in ``problems``, never an exception."""

import gzip
import io
import json
import zlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from sectio.lab.datasets.gold import Dataset, GoldPage, Load

HTML_ENDINGS = (".html", ".htm", ".html.gz", ".htm.gz", ".mhtml", ".mht")
TAR_ENDINGS = (".tar.gz", ".tgz", ".tar")

Problems = list[str]
Json = dict[str, Any]


def read_page(path: Path) -> bytes:
    """Return the bytes of a page, unzipped; every kind of damage is an OSError."""
    data = path.read_bytes()
    return unzip(data) if path.suffix == ".gz" else data


def unzip(data: bytes) -> bytes:
    """Return gzipped bytes unpacked; damage is an OSError."""
    try:
        return gzip.GzipFile(fileobj=io.BytesIO(data)).read()
    except (EOFError, zlib.error) as error:
        raise OSError(f"damaged gzip file ({error})") from error


def html_files(folder: Path) -> dict[str, Path]:
    """Return the pages of a folder by name."""
    if not folder.is_dir():
        return {}
    return {page_name(path.name): path for path in sorted(folder.iterdir()) if path.name.endswith(HTML_ENDINGS)}


def page_name(file: str) -> str:
    """Return a file's name without its endings."""
    return file.removesuffix(".gz").rpartition(".")[0]


def json_file(path: Path, problems: Problems) -> Json | None:
    """Return the object in a JSON file, or None and a problem."""
    try:
        data = path.read_bytes()
    except OSError as error:
        problems.append(f"{path.name}: cannot be read ({error.strerror or error})")
        return None
    return json_bytes(data, path.name, problems)


def json_bytes(data: bytes, label: str, problems: Problems) -> Json | None:
    """Return the object in JSON bytes, or None and a problem."""
    try:
        record = json.loads(data)
    except ValueError as error:
        problems.append(f"{label}: gold is not JSON ({error})")
        return None
    if not isinstance(record, dict):
        problems.append(f"{label}: gold is not a JSON object")
        return None
    return record


def text_file(path: Path, problems: Problems) -> str | None:
    """Return a UTF-8 text, or None and a problem."""
    try:
        return path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        problems.append(f"{path.name}: cannot be read as UTF-8 text ({error})")
        return None


def has_page(name: str, html: Mapping[str, Path], problems: Problems) -> bool:
    """Whether the page of a gold file exists; noted if not."""
    if name not in html:
        problems.append(f"{name}: gold without a page")
    return name in html


def report_goldless(html: Mapping[str, Path], gold: Mapping[str, object], problems: Problems) -> None:
    """Note the pages without gold."""
    problems += [f"{name}: page without gold" for name in sorted(html) if name not in gold]


def mapping(value: Any) -> Json:
    """Return the value if it is an object, otherwise an empty one."""
    return value if isinstance(value, dict) else {}


def strings(value: Any) -> tuple[str, ...]:
    """Return the non-blank strings of a list."""
    items = value if isinstance(value, list) else []
    return tuple(item for item in items if isinstance(item, str) and item.strip())


def build(
    root: Path,
    layout: str,
    pages: list[GoldPage],
    problems: Problems,
    feeds: Mapping[str, Load] | None = None,
) -> Dataset:
    """Set pages with nothing to compare aside, with one line each."""
    problems += [f"{page.id}: empty gold" for page in pages if not page.usable]
    usable = tuple(page for page in pages if page.usable)
    name = root.resolve().name.split(".tar")[0]
    return Dataset(name, layout, root, usable, tuple(problems), feeds or {})
