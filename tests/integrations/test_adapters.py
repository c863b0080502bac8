"""Adapters against the real libraries; `make test-integrations` installs all of them, otherwise those that are missing are skipped."""

from pathlib import Path

import pytest

import sectio

STORY = (
    "<html lang=en><head><title>Ice returns</title></head><body><ul><li>Home<li>News</ul>"
    "<h1>Ice returns</h1>"
    + "<p>The harbour froze over again on Sunday, and the ferries stayed at their berths.</p>"
    * 6
)
BLANK = "<html><body></body></html>"


@pytest.fixture
def files(tmp_path: Path) -> list[Path]:
    (tmp_path / "a.html").write_text(STORY, encoding="utf-8")
    (tmp_path / "blank.html").write_text(BLANK, encoding="utf-8")
    return [tmp_path / "a.html", tmp_path / "blank.html"]


def test_datatrove() -> None:
    pytest.importorskip("datatrove")
    from datatrove.data import Document

    from sectio.integrations.datatrove import SectioExtractor

    pages = [Document(text=STORY, id="a"), Document(text=BLANK, id="b")]
    found = list(SectioExtractor(favor="precision").run(iter(pages), 0, 1))
    assert [document.id for document in found] == ["a"]
    assert found[0].text == sectio.extract(STORY, favor="precision").text


def test_nemo_as_its_interface_is_published() -> None:
    """The library itself needs more than a test machine has."""
    from sectio.integrations.nemo import SectioExtractor

    extractor = SectioExtractor()
    assert extractor.extract_text(STORY, frozenset(), "ENGLISH") == sectio.extract(STORY).text.split("\n")
    assert extractor.extract_text(BLANK, frozenset(), "ENGLISH") is None


def test_langchain(files: list[Path]) -> None:
    pytest.importorskip("langchain_core")
    from langchain_core.documents import Document

    from sectio.integrations.langchain import SectioLoader, SectioTransformer

    documents = SectioLoader(files).load()
    assert [document.page_content for document in documents] == [sectio.extract(STORY).markdown]
    assert documents[0].metadata["title"] == "Ice returns"
    assert documents[0].metadata["source"] == str(files[0])
    assert None not in documents[0].metadata.values()
    transformer = SectioTransformer(format="text")
    (made,) = transformer.transform_documents([Document(page_content=STORY, metadata={"source": "mine"})])
    assert made.page_content == sectio.extract(STORY).text
    assert made.metadata["source"] == "mine"


def test_llama_index(files: list[Path]) -> None:
    pytest.importorskip("llama_index.core")
    from sectio.integrations.llama_index import SectioReader

    documents = SectioReader().load_data(files)
    assert [document.text for document in documents] == [sectio.extract(STORY).markdown]
    assert documents[0].metadata["title"] == "Ice returns"


def test_haystack(files: list[Path], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HAYSTACK_TELEMETRY_ENABLED", "False")
    pytest.importorskip("haystack")
    from haystack import Pipeline
    from haystack.dataclasses import ByteStream

    from sectio.integrations.haystack import SectioConverter

    pipeline = Pipeline()
    pipeline.add_component("pages", SectioConverter(format="text"))
    sources = [*map(str, files), ByteStream(STORY.encode(), meta={"own": 1})]
    documents = pipeline.run({"pages": {"sources": sources, "meta": {"crawl": "x"}}})["pages"]["documents"]
    assert [document.content for document in documents] == [sectio.extract(STORY).text] * 2
    assert documents[1].meta["own"] == 1
    assert documents[0].meta["crawl"] == "x"


def test_web_poet() -> None:
    pytest.importorskip("web_poet")
    import asyncio

    from web_poet import HttpResponse

    from sectio.integrations.webpoet import SectioPage

    response = HttpResponse("https://a.example/x", STORY.encode(), headers={"Content-Type": "text/html; charset=utf-8"})
    item = asyncio.run(SectioPage(response).to_item())
    assert item["title"] == "Ice returns"
    assert item["text"] == sectio.extract(STORY).text
