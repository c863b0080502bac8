"""The blocks of docs/integrations.md, each run with the real library where it is installed."""

import contextlib
import gzip
import io
import re
from pathlib import Path

import pytest

from sectio.warc import response
from tests.integrations.test_adapters import STORY

PAGE = Path(__file__).parents[2] / "docs" / "integrations.md"
_BLOCK = re.compile(r"^```(\w*)\n(.*?)^```", re.M | re.S)
_LIBRARY = re.compile(r"^(?:from|import) (\w+)", re.M)
_ADAPTER = re.compile(r"sectio\.integrations\.(\w+)")
OWN = {"asyncio", "sectio", "nemo"}
# Libraries that an adapter imports under another name than its own.
IMPORTED = {"langchain": "langchain_core", "llama_index": "llama_index.core", "webpoet": "web_poet"}
BLOCKS = _BLOCK.findall(PAGE.read_text(encoding="utf-8"))
CODE = [
    (code, expected)
    for (kind, code), (_, expected) in zip(BLOCKS, [*BLOCKS[1:], ("", "")], strict=True)
    if kind == "py"
]
NAMES = [
    next((name for name in (*_LIBRARY.findall(code), *_ADAPTER.findall(code)) if name not in OWN), "nemo")
    for code, _ in CODE
]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Two saved pages, and an archive with one."""
    monkeypatch.setenv("HAYSTACK_TELEMETRY_ENABLED", "False")
    monkeypatch.chdir(tmp_path)
    for name in ("a", "b"):
        (tmp_path / f"{name}.html").write_text(STORY, encoding="utf-8")
    (tmp_path / "crawl").mkdir()
    (tmp_path / "crawl" / "pages.warc.gz").write_bytes(gzip.compress(response("https://a.example/1", STORY.encode())))
    return tmp_path


def test_every_library_has_a_block() -> None:
    assert set(NAMES) >= {
        "datatrove",
        "pandas",
        "polars",
        "duckdb",
        "langchain_core",
        "llama_index",
        "haystack",
        "nemo",
        "scrapy",
        "web_poet",
    }


@pytest.mark.parametrize(("code", "expected"), CODE, ids=NAMES)
def test_block(folder: Path, code: str, expected: str) -> None:
    """It runs, and prints what the page says."""
    adapted = {IMPORTED.get(name, name) for name in _ADAPTER.findall(code)}
    for library in {*_LIBRARY.findall(code), *adapted} - OWN:
        pytest.importorskip(library)
    names: dict[str, object] = {"__name__": "documented"}
    said = io.StringIO()
    with contextlib.redirect_stdout(said):
        exec(compile(code, str(PAGE), "exec"), names)
    if "print(" in code:
        assert said.getvalue().strip() == expected.strip()
