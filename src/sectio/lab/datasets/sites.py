"""Read sites of many pages, packed or not, with their feeds."""

import tarfile
import zlib
from collections.abc import Iterator, Mapping
from functools import lru_cache, partial
from pathlib import Path

from sectio.lab.datasets.files import (
    HTML_ENDINGS,
    TAR_ENDINGS,
    Json,
    Problems,
    build,
    json_bytes,
    page_name,
    read_page,
    strings,
    unzip,
)
from sectio.lab.datasets.gold import Dataset, GoldPage, Load


def is_site(path: Path) -> bool:
    """Whether a path is one site: a folder with ``gold`` and ``html``, or a tar file."""
    if path.is_dir():
        return (path / "gold").is_dir() and (path / "html").is_dir()
    return path.name.endswith(TAR_ENDINGS)


def read_sites(root: Path) -> Dataset:
    """Read all sites of a folder, packed or not; an unpacked site hides a tar of the same name."""
    problems: Problems = []
    pages: list[GoldPage] = []
    feeds: dict[str, Load] = {}
    for site, path in _site_paths(root):
        try:
            names = _site_files(path)
        except (OSError, EOFError, tarfile.TarError, zlib.error) as error:
            problems.append(f"{site}: cannot be read ({error})")
            continue
        pages += _site_pages(site, path, names, problems)
        if "feed.xml" in names:
            feeds[site] = partial(_site_file, path, "feed.xml")
    return build(root, "sites", pages, problems, feeds)


def _site_paths(root: Path) -> Iterator[tuple[str, Path]]:
    children = [root] if is_site(root) else [child for child in sorted(root.iterdir()) if is_site(child)]
    seen: set[str] = set()
    for child in sorted(children, key=lambda child: (child.name.split(".tar")[0], child.is_file())):
        site = child.name if child.is_dir() else child.name.split(".tar")[0].removesuffix(".tgz")
        if site not in seen:
            seen.add(site)
            yield site, child


def _site_pages(site: str, path: Path, names: list[str], problems: Problems) -> list[GoldPage]:
    html = {page_name(name[5:]): name for name in names if name.startswith("html/") and name.endswith(HTML_ENDINGS)}
    gold = {name[5:-5]: name for name in names if name.startswith("gold/") and name.endswith(".json")}
    facts = json_bytes(_site_file(path, "site.json"), f"{site}/site.json", problems) if "site.json" in names else {}
    pages = []
    for name, file in sorted(gold.items()):
        label = f"{site}/{name}"
        record = json_bytes(_site_file(path, file), label, problems)
        if record is None:
            continue
        if name not in html:
            problems.append(f"{label}: gold without a page")
            continue
        pages.append(_site_page(label, site, partial(_site_file, path, html[name]), record, facts or {}))
    problems += [f"{site}/{name}: page without gold" for name in sorted(html) if name not in gold]
    return pages


def _site_page(label: str, site: str, load_html: Load, record: Json, facts: Json) -> GoldPage:
    known = {"url", "title", "author", "date", "main_text", "noise_lines", "page_type"}
    extra = {key: facts[key] for key in ("kind", "language", "feed_map") if key in facts}
    return GoldPage(
        id=label,
        load=load_html,
        site=site,
        url=record.get("url"),
        title=record.get("title"),
        author=record.get("author"),
        date=record.get("date"),
        text=record.get("main_text") or "",
        page_type=record.get("page_type"),
        noise_lines=strings(record.get("noise_lines")),
        extra=extra | {key: value for key, value in record.items() if key not in known},
    )


def _site_files(path: Path) -> list[str]:
    """Return the names of a site's files, relative to the site."""
    if path.is_dir():
        return [file.relative_to(path).as_posix() for file in sorted(path.rglob("*")) if file.is_file()]
    return list(_unpacked(path))


def _site_file(path: Path, name: str) -> bytes:
    if path.is_dir():
        return read_page(path / name)
    data = _unpacked(path)[name]
    return unzip(data) if name.endswith(".gz") else data


@lru_cache(maxsize=2)
def _unpacked(path: Path) -> Mapping[str, bytes]:
    """Return the files of a packed site: a gzipped tar has no index, so it is read once, in order."""
    with tarfile.open(path) as archive:
        return {
            member.name.removeprefix("./").partition("/")[2]: file.read()
            for member in archive
            if member.isfile() and (file := archive.extractfile(member))
        }
