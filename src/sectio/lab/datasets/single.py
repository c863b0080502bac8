"""Read data sets of single pages: gold texts, snippets, records, and a folder of one's own."""

from functools import partial
from pathlib import Path

from sectio.lab.datasets.domains import registered_domain
from sectio.lab.datasets.files import (
    Json,
    Problems,
    build,
    has_page,
    html_files,
    json_bytes,
    json_file,
    mapping,
    read_page,
    report_goldless,
    strings,
    text_file,
)
from sectio.lab.datasets.gold import Dataset, GoldPage


def read_wcxb(root: Path) -> Dataset:
    """Read ``html/`` and ``ground-truth/`` files of the same name."""
    problems: Problems = []
    html = html_files(root / "html")
    pages = []
    gold_files = {path.stem: path for path in sorted((root / "ground-truth").glob("*.json"))}
    for name, path in gold_files.items():
        record = json_file(path, problems)
        if record is not None and has_page(name, html, problems):
            pages.append(_wcxb_page(name, html[name], record))
    report_goldless(html, gold_files, problems)
    return build(root, "wcxb", pages, problems)


def _wcxb_page(name: str, path: Path, record: Json) -> GoldPage:
    truth = mapping(record.get("ground_truth"))
    kind = mapping(mapping(record.get("_internal")).get("page_type"))
    return GoldPage(
        id=name,
        load=partial(read_page, path),
        site=registered_domain(record.get("url")),
        url=record.get("url"),
        title=truth.get("title"),
        author=truth.get("author"),
        date=truth.get("publish_date"),
        text=truth.get("main_content") or "",
        page_type=kind.get("primary"),
        with_=strings(truth.get("with")),
        without=strings(truth.get("without")),
    )


def read_snippets(root: Path) -> Dataset:
    """Read ``snippets.json`` and the pages it names."""
    problems: Problems = []
    html = html_files(root / "html")
    records = json_file(root / "snippets.json", problems) or {}
    pages = []
    for name, record in sorted(records.items()):
        if not isinstance(record, dict):
            problems.append(f"{name}: its entry in snippets.json is not an object")
        elif has_page(name, html, problems):
            pages.append(_snippet_page(name, html[name], record))
    report_goldless(html, records, problems)
    return build(root, "snippets", pages, problems)


def _snippet_page(name: str, path: Path, record: Json) -> GoldPage:
    known = {"url", "title", "author", "date", "with", "without"}
    return GoldPage(
        id=name,
        load=partial(read_page, path),
        site=registered_domain(record.get("url")),
        url=record.get("url"),
        title=record.get("title"),
        author=record.get("author"),
        date=record.get("date"),
        with_=strings(record.get("with")),
        without=strings(record.get("without")),
        extra={key: value for key, value in record.items() if key not in known},
    )


def read_folder(root: Path) -> Dataset:
    """Read ``NAME.html`` with the text of ``NAME.txt``."""
    problems: Problems = []
    html = html_files(root)
    texts = {path.stem: path for path in sorted(root.glob("*.txt"))}
    pages = []
    for name, path in texts.items():
        text = text_file(path, problems)
        if text is not None and has_page(name, html, problems):
            pages.append(GoldPage(id=name, load=partial(read_page, html[name]), site=name, text=text))
    report_goldless(html, texts, problems)
    return build(root, "folder", pages, problems)


def read_records(root: Path) -> Dataset:
    """Read ``gold.jsonl``, one object per line, each with the ``file`` of its page."""
    problems: Problems = []
    pages = []
    for number, line in enumerate((text_file(root / "gold.jsonl", problems) or "").splitlines(), 1):
        record = json_bytes(line.encode(), f"gold.jsonl, line {number}", problems) if line.strip() else None
        if record is None:
            continue
        path = root / str(record.get("file"))
        if path.is_file():
            pages.append(_record_page(path, record))
        else:
            problems.append(f"{record.get('id')}: gold without a page")
    return build(root, "records", pages, problems)


def _record_page(path: Path, record: Json) -> GoldPage:
    known = {"id", "file", "url", "title", "author", "date", "text", "page_type", "with", "without"}
    return GoldPage(
        id=str(record.get("id")),
        load=partial(read_page, path),
        site=registered_domain(record.get("url") or record.get("host")),
        url=record.get("url"),
        title=record.get("title"),
        author=record.get("author"),
        date=record.get("date"),
        text=record.get("text"),
        page_type=record.get("page_type"),
        with_=strings(record.get("with")),
        without=strings(record.get("without")),
        extra={key: value for key, value in record.items() if key not in known},
    )
