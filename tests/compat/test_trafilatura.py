"""Every statement is run with the real trafilatura and with ours: types, what is None, formats, keywords, names of elements and fields."""

import csv
import inspect
import io
import json
import threading
import warnings
import xml.etree.ElementTree as ElementTree
from collections.abc import Callable, Iterator
from functools import partial
from http.server import BaseHTTPRequestHandler, HTTPServer
from types import ModuleType
from typing import Any

import pytest

import sectio
from sectio.compat import trafilatura as ours
from tests.compat.pages import NOTHING, PAGE

theirs: ModuleType = pytest.importorskip("trafilatura")
settings: ModuleType = pytest.importorskip("trafilatura.settings")
FUNCTIONS = [
    "extract",
    "bare_extraction",
    "extract_metadata",
    "extract_with_metadata",
    "fetch_url",
    "html2txt",
    "baseline",
]
FORMATS = ["txt", "markdown", "html", "xml", "xmltei", "json", "csv"]
EVERYTHING = {"include_links": True, "include_images": True, "include_formatting": True, "with_metadata": True}
TEI = "{http://www.tei-c.org/ns/1.0}"


def both(name: str, *given: Any, **how: Any) -> tuple[Any, Any]:
    """What the real function and ours return."""
    return getattr(theirs, name)(*given, **how), getattr(ours, name)(*given, **how)


def shape(value: object) -> object:
    """The type of a value; of a tuple those of its parts. Elements are of another library."""
    if isinstance(value, tuple):
        return tuple(map(shape, value))
    return "element" if type(value).__name__ in ("_Element", "Element") else type(value).__name__


def raised(function: Callable[[], object]) -> type[BaseException] | None:
    try:
        function()
    except Exception as error:
        return type(error)
    return None


# Signatures


@pytest.mark.parametrize("name", FUNCTIONS)
def test_signatures_are_the_same(name: str) -> None:
    """Names, order and defaults, so positions work, too; a configuration of theirs is our None."""
    their, our = (inspect.signature(getattr(module, name)).parameters for module in (theirs, ours))
    assert list(our) == list(their)
    assert [our[key].kind for key in our] == [their[key].kind for key in their]
    assert {key: our[key].default for key in our if key != "config"} == {
        key: their[key].default for key in their if key != "config"
    }


@pytest.mark.parametrize("name", FUNCTIONS)
def test_unknown_keywords_are_refused_alike(name: str) -> None:
    for module in (theirs, ours):
        assert raised(partial(getattr(module, name), PAGE, nonsense=1)) is TypeError


# What is None


@pytest.mark.parametrize("name", ["extract", "bare_extraction", "extract_with_metadata", "html2txt", "baseline"])
@pytest.mark.parametrize("page", [*NOTHING, PAGE, PAGE.encode(), "<html><body><p>Some words</p></body></html>"])
def test_types_and_none_are_the_same(name: str, page: str | bytes) -> None:
    their, our = both(name, page)
    assert shape(our) == shape(their)
    if name == "html2txt":
        assert bool(our) == bool(their)
    if name == "baseline":
        assert bool(our[1]) == bool(their[1])
        assert our[2] == len(our[1])


@pytest.mark.parametrize("page", NOTHING)
def test_metadata_of_nothing_is_a_document_of_none(page: str | bytes) -> None:
    their, our = (found.as_dict() for found in both("extract_metadata", page))
    assert {key for key in our if our[key] is None} >= {"title", "author", "url", "date", "text"}
    assert our["categories"] == their["categories"]
    assert our["tags"] == their["tags"]


@pytest.mark.parametrize("wrong", [None, 5, 1.5])
@pytest.mark.parametrize("name", ["extract", "bare_extraction", "extract_metadata", "html2txt", "baseline"])
def test_what_is_no_page_at_all(name: str, wrong: object) -> None:
    their, our = (raised(partial(getattr(module, name), wrong)) for module in (theirs, ours))
    assert our is their
    if our is None:
        assert both(name, wrong) == (None, None)


@pytest.mark.parametrize(
    "how",
    [
        {"prune_xpath": "//body/*"},
        {"prune_xpath": ["//main", "//section", "//header", "//footer"]},
        {"prune_xpath": ["descendant::main", "descendant::section", "//header", "//footer"]},
        {"url_blacklist": {"https://example.org/late-ferry"}},
    ],
)
def test_what_gives_none_gives_none(how: dict[str, Any]) -> None:
    assert both("extract", PAGE, **how) == (None, None)
    assert both("bare_extraction", PAGE, **how) == (None, None)


def test_pages_without_metadata_can_be_refused() -> None:
    bare = PAGE.replace("article:published_time", "x").replace("canonical", "x")
    assert both("extract", bare, only_with_metadata=True) == (None, None)
    assert all(both("extract", PAGE, only_with_metadata=True))


# Keywords


@pytest.mark.parametrize(
    ("how", "error"),
    [
        ({"output_format": "pdf"}, AttributeError),
        ({"output_format": "python"}, ValueError),
        ({"max_tree_size": 9}, ValueError),
    ],
)
def test_wrong_values_raise_the_same(how: dict[str, Any], error: type[Exception]) -> None:
    for module in (theirs, ours):
        assert raised(partial(module.extract, PAGE, **how)) is error


def test_a_bad_xpath_is_an_error() -> None:
    for module in (theirs, ours):
        assert raised(partial(module.extract, PAGE, prune_xpath="//p[")) is not None
    with pytest.raises(sectio.SectioError, match="XPath"):
        ours.extract(PAGE, prune_xpath="//p[")


@pytest.mark.parametrize(("name", "how"), [("extract", {"no_fallback": True}), ("bare_extraction", {"as_dict": True})])
def test_deprecated_keywords_say_so(name: str, how: dict[str, Any]) -> None:
    for module in (theirs, ours):
        with pytest.warns(DeprecationWarning, match=next(iter(how))) as said:
            assert getattr(module, name)(PAGE, **how)
        assert said[0].filename == __file__


@pytest.mark.parametrize(
    "how",
    [
        {"fast": True},
        {"deduplicate": True},
        {"date_extraction_params": {"original_date": True}},
        {"tei_validation": True},
        {"config": settings.use_config()},
    ],
)
def test_keywords_without_meaning_are_accepted_with_a_warning(how: dict[str, Any]) -> None:
    with pytest.warns(UserWarning, match=f"{next(iter(how))} has no effect") as said:
        assert shape(ours.extract(PAGE, **how)) == shape(theirs.extract(PAGE, **how)) == "str"
    assert said[0].filename == __file__


def test_nothing_is_said_without_reason() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert all(both("extract", PAGE, config=None, fast=False, deduplicate=False))


def test_an_extractor_says_what_it_says_in_keywords() -> None:
    """The settings object of trafilatura itself."""
    asked = settings.Extractor(output_format="xml", links=True, comments=False, precision=True, with_metadata=True)
    their, our = (ElementTree.fromstring(text) for text in both("extract", PAGE, options=asked))
    assert [child.tag for child in our] == [child.tag for child in their] == ["main", "comments"]
    assert len(our[1]) == len(their[1]) == 0
    assert our.get("title") == their.get("title") == "The late ferry"
    assert our.findall(".//ref")
    assert their.findall(".//ref")


@pytest.mark.parametrize("focus", ["favor_precision", "favor_recall"])
def test_the_balance_can_be_chosen(focus: str) -> None:
    assert all("the ferry was on time" in text for text in both("extract", PAGE, **{focus: True}))


@pytest.mark.parametrize(
    ("how", "sign", "is_in"),
    [
        ({}, "on board on Tuesday", True),
        ({"include_comments": False}, "on board on Tuesday", False),
        ({}, "Delay in minutes", True),
        ({"include_tables": False}, "Delay in minutes", False),
        ({"output_format": "markdown"}, "quay.jpg", False),
        ({"output_format": "markdown", "include_images": True}, "![The quay](https://example.org/quay.jpg)", True),
        ({"include_images": True}, "![The quay](https://example.org/quay.jpg)", True),
        ({"output_format": "markdown"}, "/archive/ferries", False),
        ({"output_format": "markdown", "include_links": True}, "/archive/ferries)", True),
        ({"include_links": True}, "/archive/ferries)", True),
        ({"output_format": "markdown"}, "**cold soup**", True),
        ({"output_format": "markdown", "include_formatting": False}, "**cold soup**", False),
        ({"include_formatting": True}, "**cold soup**", True),
        ({}, "**cold soup**", False),
        ({"output_format": "html"}, "<b>", False),
        ({"output_format": "html", "include_links": True}, "<a href=", True),
        ({"output_format": "xml", "include_formatting": True}, '<hi rend="#b">cold soup</hi>', True),
        ({"output_format": "xml"}, "<hi", False),
        ({"output_format": "xml", "include_links": True}, "<ref target=", True),
        ({"output_format": "xml", "include_images": True}, '<graphic src="https://example.org/quay.jpg" alt="The quay"', True),
        ({"prune_xpath": "//table"}, "Delay in minutes", False),
        ({"prune_xpath": ["//table", "//*[@id='comments']"]}, "on board on Tuesday", False),
        ({}, "The late ferry\n", True),
        ({"output_format": "markdown"}, "# The late ferry\n", True),
        ({}, "Home", False),
        ({}, "Imprint and contact", False),
        ({"with_metadata": True, "author_blacklist": {"Ann Lee"}}, "author:", False),
        ({"with_metadata": True}, "Ann Lee", True),
        ({"with_metadata": True, "record_id": "id-7"}, "id-7", True),
        ({"record_id": "id-7"}, "id-7", False),
    ],
)  # fmt: skip
def test_switches_have_the_same_effect(how: dict[str, Any], sign: str, is_in: bool) -> None:
    their, our = both("extract", PAGE, **how)
    assert (sign in their, sign in our) == (is_in, is_in)


def test_another_language_gives_none() -> None:
    """The real one needs a further package to tell languages, and keeps the page without it."""
    assert ours.extract(PAGE, target_language="de") is None
    assert all(both("extract", PAGE, target_language="en"))


def test_addresses_are_made_absolute_by_the_url() -> None:
    bare = PAGE.replace("canonical", "x")
    for text in both("extract", bare, url="https://example.net/a/b", include_links=True):
        assert "(https://example.net/archive/ferries)" in text


# Formats


@pytest.mark.parametrize("style", FORMATS)
@pytest.mark.parametrize("how", [{}, EVERYTHING], ids=["plain", "everything"])
def test_every_format_is_text_with_the_story_in_it(style: str, how: dict[str, Any]) -> None:
    for text in both("extract", PAGE, output_format=style, **how):
        assert isinstance(text, str)
        assert "the ferry was on time" in text


@pytest.mark.parametrize("how", [{}, EVERYTHING], ids=["plain", "everything"])
def test_xml_has_the_same_elements(how: dict[str, Any]) -> None:
    """Names, the attributes they have, and their order, captions aside, which the real one drops."""
    their, our = (ElementTree.fromstring(text) for text in both("extract", PAGE, output_format="xml", **how))
    assert (
        (our.tag, [child.tag for child in our])
        == (their.tag, [child.tag for child in their])
        == ("doc", ["main", "comments"])
    )
    lists = [[(node.tag, *map(node.get, ("rend", "role"))) for node in root[0].iter()] for root in (their, our)]
    caption = "".join(our.itertext()).count("The quay at noon")
    assert caption == bool(how)
    assert len(lists[1]) == len(lists[0]) + caption
    assert set(lists[1]) == set(lists[0])
    assert [node.tag for node in our[1]] == [node.tag for node in their[1]] == ["p", "p"]


def test_xml_has_the_metadata_as_attributes() -> None:
    their, our = (
        dict(ElementTree.fromstring(text).attrib)
        for text in both("extract", PAGE, output_format="xml", with_metadata=True)
    )
    assert set(our) - {"language"} == set(their)
    same = ("sitename", "title", "author", "date", "url", "hostname", "description")
    assert {key: our[key] for key in same} == {key: their[key] for key in same}
    assert len(our["fingerprint"]) == len(their["fingerprint"]) == 16


def test_xml_without_metadata_has_only_a_fingerprint() -> None:
    for text in both("extract", PAGE, output_format="xml"):
        assert set(ElementTree.fromstring(text).attrib) == {"fingerprint"}


def test_tei_has_the_same_header_and_body() -> None:
    """Paths of all elements of the header, and the divisions of the text."""
    their, our = (ElementTree.fromstring(text) for text in both("extract", PAGE, output_format="xmltei"))
    heads = [root.find(f"{TEI}teiHeader") for root in (their, our)]
    names = [{node.tag for node in head.iter()} for head in heads if head is not None]
    assert names[1] - names[0] == set()
    assert names[0] - names[1] <= {f"{TEI}ptr"}
    for root in (their, our):
        divisions = root.findall(f"{TEI}text/{TEI}body/{TEI}div")
        assert [part.get("type") for part in divisions] == ["entry", "comments"]
        assert [head.get("rend") for head in divisions[0].iter(f"{TEI}ab")] == ["h1", "h2"]
        title = root.find(f".//{TEI}titleStmt/{TEI}title")
        assert title is not None
        assert (title.get("type"), title.text) == ("main", "The late ferry")


@pytest.mark.parametrize("with_metadata", [False, True])
def test_json_has_the_same_keys(with_metadata: bool) -> None:
    their, our = (json.loads(text) for text in both("extract", PAGE, output_format="json", with_metadata=with_metadata))
    assert set(our) == set(their)
    assert {key: type(our[key]) for key in our if key != "language"} == {
        key: type(their[key]) for key in our if key != "language"
    }
    assert our["comments"] == their["comments"]


def test_csv_has_the_same_columns() -> None:
    their, our = (
        list(csv.reader(io.StringIO(text), delimiter="\t"))
        for text in both("extract", PAGE, output_format="csv", with_metadata=True)
    )
    assert (len(our), len(our[0])) == (len(their), len(their[0])) == (1, 11)
    assert [i for i in range(11) if our[0][i] == their[0][i]] == [0, 1, 3, 4, 5, 6, 8, 9, 10]
    bare = [next(csv.reader(io.StringIO(text), delimiter="\t")) for text in both("extract", PAGE, output_format="csv")]
    assert [cell == "null" for cell in bare[0]] == [cell == "null" for cell in bare[1]]


def test_html_is_a_document_with_the_metadata_in_its_head() -> None:
    their, our = (ElementTree.fromstring(text) for text in both("extract", PAGE, output_format="html", **EVERYTHING))
    assert [child.tag for child in our] == [child.tag for child in their] == ["head", "body"]
    assert {meta.get("name") for meta in our[0]} == {meta.get("name") for meta in their[0]}
    assert [child.tag for child in ElementTree.fromstring(ours.extract(PAGE, output_format="html") or "")] == ["body"]


@pytest.mark.parametrize("style", ["txt", "markdown"])
def test_metadata_before_text_has_the_same_names(style: str) -> None:
    heads = [
        text.split("---\n")[1].splitlines() for text in both("extract", PAGE, output_format=style, with_metadata=True)
    ]
    their, our = ([line.partition(":")[0] for line in lines] for lines in heads)
    assert our == their


# Documents


def test_a_document_has_the_same_fields_in_order() -> None:
    their, our = both("bare_extraction", PAGE)
    assert list(our.as_dict()) == list(their.as_dict())
    assert {key for key, value in our.as_dict().items() if value is None} == {
        key for key, value in their.as_dict().items() if value is None
    }
    assert shape(our.body) == shape(their.body) == "element"
    assert our.body.tag == their.body.tag == "body"


def test_a_document_with_metadata_says_the_same() -> None:
    their, our = (found.as_dict() for found in both("bare_extraction", PAGE, with_metadata=True))
    different = {"tags", "language", "body", "commentsbody", "text", "raw_text"}
    assert {key: our[key] for key in our if key not in different} == {
        key: their[key] for key in our if key not in different
    }
    assert isinstance(our["tags"], list)
    assert our["text"] == our["raw_text"]


def test_metadata_alone_says_the_same() -> None:
    their, our = (found.as_dict() for found in both("extract_metadata", PAGE))
    different = {"tags", "language", "body", "commentsbody"}
    assert {key: our[key] for key in our if key not in different} == {
        key: their[key] for key in our if key not in different
    }


def test_metadata_takes_an_address_and_unwanted_authors() -> None:
    bare = PAGE.replace("canonical", "x")
    their, our = both("extract_metadata", bare, default_url="https://example.net/x", author_blacklist={"Ann Lee"})
    assert (
        (our.url, our.hostname, our.author)
        == (their.url, their.hostname, their.author)
        == ("https://example.net/x", "example.net", None)
    )


@pytest.mark.parametrize("style", ["txt", "xml"])
def test_bare_extraction_in_another_format_has_no_text(style: str) -> None:
    for found in both("bare_extraction", PAGE, output_format=style):
        assert (found.text, found.comments) == (None, None)
        assert found.raw_text


@pytest.mark.parametrize("style", FORMATS)
def test_extract_with_metadata_is_a_document_with_the_written_text(style: str) -> None:
    """What `extract` gives, and the metadata of `bare_extraction`."""
    their, our = both("extract_with_metadata", PAGE, output_format=style)
    assert (type(their).__name__, their.title, their.date) == (type(our).__name__, our.title, our.date)
    for module, found in ((theirs, their), (ours, our)):
        assert found.text == module.extract(PAGE, output_format=style, with_metadata=True)
    assert both("extract_with_metadata", "<html></html>", output_format=style) == (None, None)


def test_bare_extraction_without_comments() -> None:
    for found in both("bare_extraction", PAGE, include_comments=False):
        assert found.comments is None
        assert len(found.commentsbody) == 0


def test_comments_are_the_same() -> None:
    their, our = both("bare_extraction", PAGE)
    assert our.comments == their.comments
    assert [node.text for node in our.commentsbody] == [node.text for node in their.commentsbody]


def test_a_dictionary_instead_of_a_document() -> None:
    with pytest.warns(DeprecationWarning, match="as_dict"):
        their, our = both("bare_extraction", PAGE, as_dict=True)
    assert isinstance(our, dict)
    assert list(our) == list(their)


def test_responses_are_pages() -> None:
    class Response:
        data = PAGE.encode()

    assert ours.extract(Response()) == ours.extract(PAGE)


def test_trees_are_refused_and_not_lost() -> None:
    tree = theirs.load_html(PAGE)
    assert theirs.extract(tree)
    with pytest.raises(TypeError, match="serialize trees to HTML"):
        ours.extract(tree)


# Fetching


@pytest.fixture
def address() -> Iterator[str]:
    """A page on this machine."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            found = self.path == "/page"
            self.send_response(200 if found else 404)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.end_headers()
            self.wfile.write(PAGE.encode())

        def log_message(self, format: str, *args: object) -> None:
            """Say nothing."""

    server = HTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/page"
    server.shutdown()
    server.server_close()


def test_private_addresses_are_refused_alike(address: str) -> None:
    assert both("fetch_url", address) == (None, None)


@pytest.mark.parametrize("wrong", ["nonsense", "", "ftp://example.org/x", "http://"])
@pytest.mark.filterwarnings("ignore::FutureWarning")
def test_what_cannot_be_fetched_is_none(wrong: str) -> None:
    assert both("fetch_url", wrong) == (None, None)


def test_certificates_are_always_checked() -> None:
    with pytest.warns(UserWarning, match="no_ssl has no effect"):
        assert ours.fetch_url("nonsense", no_ssl=True) is None


def test_a_page_is_fetched_as_text(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """With this machine allowed; the guard itself is tested with `sectio.fetch`."""
    import sectio.fetch

    port = int(address.split(":")[2].split("/")[0])
    allowed = partial(sectio.fetch.fetch, options={"private": True, "ports": (port,), "robots": False})
    monkeypatch.setattr(sectio.fetch, "fetch", allowed)
    page = ours.fetch_url(address)
    assert page == PAGE
    assert ours.extract(page, url=address)
    assert ours.fetch_url(address + "/missing") is None
