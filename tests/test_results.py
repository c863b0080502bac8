"""Results are values: pickled, copied, compared, hashed; alone and in site mode, read before or after."""

import copy
import pickle
import subprocess
import sys
from dataclasses import FrozenInstanceError
from functools import cache

import numpy as np
import pytest

import sectio
from sectio.errors import InputError, TimeLimit
from sectio.results import Nodes
from tests.golden.decisions import FOLDER, learned

FIELDS = (
    "ok text markdown html title author date language description site_name image tags license url page_type page_types "
    "confidence sections comments tables images links metadata warnings method error"
).split()
SOURCE = (FOLDER / "article-comments" / "source.html").read_text(encoding="utf-8")
# In another process: read a pickle, print every field.
CHILD = f"""
import pickle, sys
doc = pickle.load(sys.stdin.buffer)
for name in {FIELDS!r}:
    print(name, repr(getattr(doc, name)))
print([section.reason for section in doc.sections])
"""


def fresh(kind: str) -> sectio.Extraction:
    """A result nobody has read from yet."""
    if kind == "single":
        return sectio.extract(SOURCE, url="https://crumb.example/rises")
    if kind == "failed":
        return sectio.Extraction.failed(InputError("no page"))
    site, page = learned("site-newspaper")
    return sectio.extract(page.html, url=page.url, template=site, method=None if kind == "site" else "template")


@cache
def said(kind: str) -> str:
    return spoken(fresh(kind))


def spoken(doc: sectio.Extraction) -> str:
    """All fields of a result, read."""
    lines = [f"{name} {getattr(doc, name)!r}" for name in FIELDS]
    return "\n".join([*lines, repr([section.reason for section in doc.sections])])


KINDS = ["single", "site", "template", "failed"]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("read", [False, True])
def test_every_field_can_be_read_after_unpickling_in_another_process(kind: str, read: bool) -> None:
    """Whether or not it was read before, and without the site."""
    doc = fresh(kind)
    if read:
        spoken(doc)
    done = subprocess.run(
        [sys.executable, "-c", CHILD], input=pickle.dumps(doc), capture_output=True, check=True, timeout=120
    )
    assert done.stdout.decode().strip() == said(kind)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("read", [False, True])
@pytest.mark.parametrize("again", [copy.copy, copy.deepcopy, lambda doc: pickle.loads(pickle.dumps(doc))])
def test_copies_are_equal_and_say_the_same(kind: str, read: bool, again: object) -> None:
    doc = fresh(kind)
    if read:
        spoken(doc)
    made = again(doc)  # type: ignore[operator]
    assert made is not doc
    assert made == doc
    assert hash(made) == hash(doc)
    assert spoken(made) == said(kind)


def test_results_are_equal_when_everything_in_them_is() -> None:
    first, second = fresh("single"), fresh("single")
    assert first == second
    assert len({first, second}) == 1
    assert first != sectio.extract(SOURCE)
    assert first != sectio.extract(SOURCE.replace("two winters", "two summers"), url="https://crumb.example/rises")
    assert first != sectio.extract(SOURCE, url="https://crumb.example/rises", method="body")
    assert first != "a text"
    assert (first == "a text") is False


def test_comments_are_in_comments_and_not_in_the_text() -> None:
    """Each once; on a forum page the posts are the text."""
    doc = fresh("single")
    assert len(doc.comments) == 4
    assert not any(comment.text in text for comment in doc.comments for text in (doc.text, doc.markdown, doc.html))
    noisy = {section.noisy for section in doc.sections if section.role == "comments"}
    assert noisy == {True}


@pytest.mark.parametrize("name", ["markdown", "html", "sections", "metadata", "author", "tables", "links", "images"])
def test_what_is_read_later_keeps_to_the_same_budget(name: str) -> None:
    """When the time is used up, reading more is the error that says so; what was read before can still be read."""
    doc = fresh("single")
    text = doc.text
    doc._analysis.deadline.left = 0
    assert doc.text == text
    with pytest.raises(TimeLimit, match=r"timeout=10 s; raise the option `timeout`"):
        getattr(doc, name)


def test_the_text_keeps_to_the_budget_too() -> None:
    """The text is written when it is first read, and not after the time is used up."""
    doc = fresh("single")
    doc._analysis.deadline.left = 0
    with pytest.raises(TimeLimit, match="timeout"):
        _ = doc.text


def test_the_method_and_all_that_follows_keep_to_the_limit() -> None:
    """Reading and analysing are inside; so is what needs no loop of its own."""
    for call in (sectio.extract, sectio.sections, sectio.page_type, sectio.parse_page):
        with pytest.raises(TimeLimit, match="timeout"):
            call(SOURCE, options={"timeout": 1e-9})
    page = sectio.parse_page(SOURCE)
    for call in (sectio.extract, sectio.sections, sectio.page_type):
        with pytest.raises(TimeLimit):
            call(page, options={"timeout": 1e-9})


def test_time_spent_by_the_method_is_missing_later() -> None:
    """One budget: what `extract` took is not there for reading."""
    doc = fresh("single")
    spent = doc._analysis.deadline
    assert 0 < spent.left < spent.limit == 10
    left = spent.left
    doc.markdown  # noqa: B018
    assert spent.left < left


@pytest.mark.parametrize("kind", [str, bytes, bytearray, memoryview, sectio.parse_page])
def test_every_function_takes_a_page_in_every_form(kind: type) -> None:
    """The same answer, whatever holds the page."""
    source = kind(SOURCE) if kind in (str, sectio.parse_page) else kind(SOURCE.encode())
    assert sectio.extract(source) == sectio.extract(SOURCE)
    assert sectio.sections(source) == sectio.sections(SOURCE)
    assert sectio.page_type(source) == sectio.page_type(SOURCE)
    assert sectio.similarity(source, source) == 1
    assert sectio.cluster([source, source]) == [[0, 1]]
    assert sectio.parse_page(source).texts == sectio.parse_page(SOURCE).texts
    site = sectio.learn([source, source])
    assert site.match(source).coverage == 1
    assert site.update([source]).known is not None


def test_the_rows_of_a_section_are_a_short_sequence() -> None:
    """They can be read, compared, hashed and pickled like a tuple, and take four bytes each."""
    nodes = Nodes(np.array([3, 5, 9], np.int32).tobytes())
    assert [*nodes] == [3, 5, 9]
    assert nodes[0] == 3
    assert nodes[1:] == (5, 9)
    assert 5 in nodes
    assert nodes == pickle.loads(pickle.dumps(nodes))
    assert nodes != (3, 5, 9)
    assert hash(nodes) == hash(Nodes(np.array([3, 5, 9], np.int32).tobytes()))
    assert repr(nodes) == "Nodes([3, 5, 9])"


def test_a_result_cannot_be_changed() -> None:
    """What was read stays equal to what a copy reads."""
    doc = fresh("single")
    for name in ("text", "title", "error", "new"):
        with pytest.raises(FrozenInstanceError, match="cannot be changed"):
            setattr(doc, name, "other")
    with pytest.raises(FrozenInstanceError):
        del doc.error
    assert doc == fresh("single") == pickle.loads(pickle.dumps(doc))
