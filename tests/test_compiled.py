"""The edge of the compiled core: whatever it is given, it answers with an exception, never with a crash."""

import signal
import subprocess
import sys
import threading
from array import array
from collections.abc import Callable
from types import FrameType
from typing import Any, cast

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import sectio
from sectio import compiled
from sectio.dom import chars, hidden, markup, words
from sectio.dom.blocks import Blocks
from sectio.dom.parse import _entities as entities
from sectio.dom.parse import parse
from sectio.errors import TimeLimit
from sectio.model import closure, extractor, features, second
from sectio.output import furniture
from sectio.tabular import survey
from sectio.tabular.outline import Outline
from tests.compiled import built, core, uncompiled

PAGE = "<body><nav><a href=/>Menu</a></nav><h1>Rain</h1><p class=lead>It rained, and nobody minded.</p><p>The end.</p>"


BLOCKS = len(Blocks.of(parse(PAGE)))


class _Recorder:
    """Notes the arguments of a call, and gives an answer."""

    def __init__(self, *answer: object) -> None:
        self.given: list[Any] = []
        self.answer = answer

    def __getattr__(self, name: str) -> Callable[..., object]:
        return lambda *given: self.given.extend(given) or self.answer  # type: ignore[func-returns-value]


def feature_arguments() -> list[Any]:
    """What the features of a page are computed from."""
    page, recorder = parse(PAGE), _Recorder()
    wording = np.zeros((len(features.OF_WORDS), BLOCKS), np.float32)
    features._ready(cast(compiled.Core, recorder), features.Inputs(page, Blocks.of(page)), wording)
    columns, tables, whole = recorder.given
    return [{name: _copy(value) for name, value in columns.items()}, dict(tables), whole]


def wording_arguments() -> list[Any]:
    """What features about the wording of texts are computed from."""
    page, rows = parse(f"<title>Rain</title>{PAGE}"), np.zeros((len(features.OF_WORDS), BLOCKS), np.float32)
    written, recorder = page.source.written(), _Recorder(b"", b"")
    assert written is not None
    features._wording_compiled(cast(compiled.Core, recorder), features.Inputs(page, Blocks.of(page)), written, rows)
    given, out = recorder.given
    return [{name: _copy(value) for name, value in given.items()}, out]


def hidden_arguments() -> dict[str, Any]:
    """A page with classes and ids, and rules about them."""
    page = parse(f"<style>.lead,#b > p{{display:none}}.lead:hover{{display:block}}</style><div id=b>{PAGE}</div>")
    styles, written = page.source.own_styles(), page.source.written()
    assert written is not None
    return {
        name: _copy(value)
        for name, value in hidden._given(page, written[0], styles.source, styles.for_screens()).items()
    }


def ready() -> object:
    """A page made ready for its features, if there is compiled code."""
    return compiled.core and compiled.core.ready_features(*feature_arguments())


def second_arguments() -> dict[str, Any]:
    """Two blocks in one element, for the second pass."""
    ints = {name: np.zeros(2, np.int32) for name in ("path", "shape", "story", "kind")}
    runs = {"first": np.zeros((second.LEVELS, 2), np.int32), "last": np.full((second.LEVELS, 2), 2, np.int32)}
    marks = {name: np.zeros(2, bool) for name in ("heading", "in_title")}
    return {
        "words": np.ones(2, np.float32),
        "logits": np.ones(2, np.float32),
        "chance": np.full(2, 0.5),
        **ints,
        **runs,
        **marks,
    }


def second_pass_arguments() -> list[Any]:
    """A page made ready, features of its blocks, an opinion of them, and one tree."""
    trees = {"feature": np.zeros((1, 1), np.int64), "border": np.zeros((1, 1), np.float32)}
    tables = {**trees, "leaf": np.ones((1, 2), np.float32), "base": np.zeros(1, np.int64), "heading": 0, "in_title": 1}
    columns, opinion = np.ones((2, BLOCKS), np.float32), np.ones(BLOCKS, np.float32)
    return [tables, ready(), columns, opinion, np.full(BLOCKS, 0.5), 1.0, np.zeros(BLOCKS, np.float32)]


def closure_arguments() -> list[Any]:
    """A page, a choice of its blocks, their weights and what may be stray."""
    page, recorder = parse(PAGE), _Recorder(None, (), ())
    blocks = Blocks.of(page)
    nothing = np.zeros(BLOCKS, bool)
    closure._close_compiled(cast(compiled.Core, recorder), page, blocks, nothing, np.ones(BLOCKS), nothing)
    given, *written = recorder.given[:4]
    return [{name: _copy(value) for name, value in given.items()}, *map(_copy, written)]


def furniture_arguments() -> list[Any]:
    """A figure with a caption, and a linked text in a heading."""
    page = parse("<figure><img src=a><p>a boat</p></figure><h2><a href=#a>#</a></h2><button>go</button>")
    given: dict[str, Any] = {
        "end": page.end, "tag": page.tag, "marks": np.zeros(len(page), np.uint8), "in_link": page.in_link,
        "text_rows": page.text_rows, "words": page.counts.words, "length": page.counts.length, "kinds": furniture._KINDS,
    }  # fmt: skip
    return [{name: array.copy() for name, array in given.items()}, True, np.ones(3, bool)]


def closing() -> object:
    """A page whose structures are closed, if there is compiled code."""
    return compiled.core and compiled.core.close_structures(*closure_arguments())[0]


def survey_arguments() -> list[Any]:
    """Two tables of two items each, and what was seen of them."""
    outline = Outline(parse("<ul><li>a <b>c</b><li><a href=/b>b</a></ul>" * 2))
    starts = np.flatnonzero(outline.page.is_tag("li")).astype(np.int32)
    spread = survey.Spread(*(array("i", column.tolist()) for column in (starts, outline.page.end[starts], starts // 8)))
    rows = survey.Rows.of(outline, outline.label)
    given = {
        name: _copy(np.asarray(value)) if name not in SINGLE else value
        for name, value in survey._given(rows, spread, True).items()
    }
    return [given, np.ones(len(outline.page), np.int32), np.zeros(2, np.int32)]


SINGLE = ("joins", "text", "td", "th")


def _copy(value: Any) -> Any:
    return value.copy() if isinstance(value, np.ndarray) else value


def calls() -> dict[str, list[Any]]:
    """A sound call of every function."""
    source = b'<p class="nav">some text</p>'
    starts, ends, opened, closed = (np.array(places, np.int32) for places in ((15, 20), (19, 24), (0, 24), (14, 27)))
    bits, numbers = np.zeros((2, 2), np.int64)
    feature, leaf = np.zeros((2, 3), np.int64), np.ones((3, 4), np.float32)
    counted = np.zeros((4 + len(chars.MARKS), 2), np.int32)
    return {
        "is_utf8": [source],
        "repair": [source, *entities()],
        "sieve_words": [source, starts, ends, b".", np.zeros(8192, np.uint8)],
        "sieved_values": [source, starts, ends, b".", np.full(8192, 255, np.uint8)],
        "hidden_by_rules": [hidden_arguments()],
        "hiding_styles": [source, starts, ends],
        "scan": [source, markup._KNOWN, markup._CODES, markup._IS_VOID, markup._INTERESTING],
        "having": [source, opened, closed, b"class"],
        "find": [source, b"text", 2],
        "any_holds": [source, starts, ends, b"ex\0any"],
        "held_needles": [source, starts, ends, b"some\0any"],
        "covered": [np.array((3, 2, 3), np.int32), np.array((False, True, False)), np.zeros(3, bool)],
        "choose_blocks": [np.array((0.5, 0.9), np.float32), np.array((3.0, 9.0)), 1.0, np.zeros(2, bool)],
        "strings": [source, starts, ends],
        "strings_by_row": [source, np.array((1, 3), np.int64), starts, ends],
        "tag_attributes": [b'p class="nav" title="a &amp; b"'],
        "listed_tags": [b'<title>a &lt; b<meta name="c" content="d"><style>'],
        "item_shapes": [
            np.array((0, 1, 1, 2), np.int32),
            np.array((1, 2, 2, 0), np.int16),
            np.array((1, 2), np.int32),
            np.array((2, 4), np.int32),
            np.zeros(2),
            np.zeros(2, np.int32),
            np.zeros(2, np.int32),
        ],
        "weighted_sums": [
            np.ones((3, 2), np.float32),
            np.array([[1, 2], [0, 0.5]], np.float32),
            np.zeros((2, 3), np.float32),
        ],
        "row_names": [
            source,
            np.array((1, 3), np.int64),
            starts,
            ends,
            np.array((0, 0, 1, 1), np.int32),
            np.array((1, 2, 2, 0), np.int16),
            np.array((False, False, True)),
            b"odd\0even\0",
        ],
        "row_paths": [
            np.array((0, 0, 0, 2), np.int32),
            np.array((1, 2, 2, 0), np.int32),
            np.array((True, True, True, False)),
            np.zeros(4, np.int32),
        ],
        "item_weights": [
            np.array((4, 3, 3, 4), np.int32),
            np.array((9, 4, 4, 5), np.int32),
            np.array((0, 0, 0, 1, 2), np.int32),
            np.array((1, 3), np.int32),
            np.array((4, 4), np.int32),
        ],
        "item_survey": survey_arguments()[:1],
        "item_parts": survey_arguments(),
        "texts_beginning": [source, starts, ends, b"naso"],
        "line_texts": [source, starts, ends],
        "plain_text": [source, starts, ends, np.array((0, 3), np.int8)],
        "written_texts": furniture_arguments(),
        "class_words": [source, starts, ends, *words.slots(), bits, numbers],
        "count": [source, starts, ends, chars.class_table(), chars._MARK_NUMBER, len(chars.MARKS), counted],
        "ready_features": feature_arguments(),
        "block_gaps": [
            np.array((3, 3, 3), np.int32),
            np.array((1, 0, 0), np.int16),
            np.array((False, True)),
            np.array((1, 2), np.int32),
            5,
            np.zeros(2, bool),
        ],
        "block_wording": wording_arguments(),
        "block_hashes": [
            source,
            starts,
            ends,
            np.zeros(2, bool),
            np.array((0, 1), np.int32),
            np.array((1, 2), np.int32),
            np.zeros(2, np.int64),
        ],
        "block_features": [
            ready(),
            1,
            np.zeros(len(features.PAGE_NAMES), np.float32),
            np.zeros((len(features.OF_WORDS), BLOCKS), np.float32),
            *(np.zeros((count, 2), np.float32) for count in (len(features.NAMES), len(features.LOGS))),
        ],
        "put_logs": [ready(), *(np.zeros((n, 2), np.float32) for n in (len(features.LOGS), len(features.NAMES)))],
        "second_logits": second_pass_arguments(),
        "block_frame": [ready(), *np.zeros((2, second.LEVELS, BLOCKS), np.int32), *np.zeros((4, BLOCKS), np.int32)],
        "second_features": [second_arguments(), np.zeros((len(second.NAMES) - len(second.BASE), 2), np.float32)],
        "close_structures": closure_arguments(),
        "close_places": [closing()],
        "tree_logits": [
            feature,
            np.zeros((2, 3), np.float32),
            leaf,
            np.ones((1, 5), np.float32),
            np.zeros(5, np.float32),
        ],
        "level_gains": [
            np.array([[0, 1, 2], [0, 0, 1]], np.uint8),
            np.array([2, 1]),
            np.array([0, 1, 1], np.uint8),
            *np.ones((2, 3)),
            *np.ones((2, 2)),
            np.ones(1),
            np.zeros((2, 2)),
        ],
        "first_logits": [model(), np.ones((2, 3), np.float32), True, np.zeros(3, np.float32)],
        "net_hidden": [model(), np.ones((2, 3), np.float32), np.zeros((1, 3, 4), np.float32)],
        "net_logits": [model(), np.ones((3, 4), np.float32), np.ones((1, 8), np.float32), np.zeros(3, np.float32)],
    }


def model() -> object:
    """A network of four channels for two features, if there is compiled code."""
    sizes = {"networks": 1, "features": 2, "measures": 1, "channels": 4, "page": 3, "hidden": 2}
    counts = {"in": 8, "conv0": 80, "conv1": 80, "pool": 24, "own": 8, "from_page": 6, "out": 2}
    biases = {"in": 4, "conv0": 4, "conv1": 4, "pool": 3, "own": 2, "out": 1}
    counts |= {f"{name}_bias": count for name, count in biases.items()} | {"mean": 1, "spread": 1, "share": 1}
    arrays = {name: np.ones(count, np.float32) for name, count in counts.items()}
    return compiled.core and compiled.core.ready_model({**arrays, **sizes, "never": np.zeros(3, np.int64)})


WRITTEN = {
    "item_shapes": (4, 5, 6),
    "row_paths": (3,),
    "sieve_words": (4,),
    "class_words": (5, 6),
    "count": (6,),
    "ready_features": (2,),
    "block_gaps": (5,),
    "block_wording": (1,),
    "block_hashes": (6,),
    "block_features": (4, 5),
    "put_logs": (2,),
    "second_logits": (6,),
    "block_frame": (1, 2, 3, 4, 5, 6),
    "second_features": (1,),
    "tree_logits": (4,),
    "level_gains": (8,),
    "first_logits": (3,),
    "net_hidden": (2,),
    "net_logits": (3,),
    "covered": (2,),
    "weighted_sums": (2,),
    "choose_blocks": (3,),
    "close_structures": (1, 2, 3),
    "written_texts": (2,),
}


@built
@pytest.mark.parametrize("name", sorted(calls()))
def test_sound_calls_work(name: str) -> None:
    """What the other tests break is whole at first."""
    getattr(core(), name)(*calls()[name])


def worse(array: Any) -> list[Any]:
    """What is not an array of this type and length, readable in one piece."""
    array = np.frombuffer(array, np.uint8) if isinstance(array, bytes) else np.asarray(array)
    other = np.zeros(array.shape, np.complex64)
    shifted = np.frombuffer(b"\0" + array.tobytes(), np.uint8)[1:]
    found = [None, 7, "text", [1, 2], {}, other, array.tolist()]
    found += [np.stack((array, array), -1)[..., 0]] if array.size > 1 else []
    if array.itemsize > 1 and array.dtype.kind != "S":
        found += [array.astype(array.dtype.newbyteorder()), shifted.view(array.dtype)]
    return found


def is_array(value: object) -> bool:
    return isinstance(value, np.ndarray | bytes)


@built
@pytest.mark.parametrize("name", sorted(calls()))
def test_wrong_arrays_are_refused(name: str) -> None:
    """Other types, other orders of bytes, gaps, places that are not aligned: each in the place of each array."""
    for place, sound in enumerate(calls()[name]):
        others = [None, "text", {}, object()] + ([] if isinstance(sound, float) else [7.5, np.zeros(1)])
        for bad in worse(sound) if is_array(sound) else others:
            arguments = calls()[name]
            arguments[place] = bad
            with pytest.raises((TypeError, ValueError, BufferError)):
                getattr(core(), name)(*arguments)


@built
@pytest.mark.parametrize("name", sorted(WRITTEN))
def test_wrong_lengths_and_read_only_results_are_refused(name: str) -> None:
    """A result that is too short would be written beyond its end; a constant one must not change."""
    for place in WRITTEN[name]:
        for change in (lambda array: array[..., :-1], lambda array: np.append(array, array), bytes):
            arguments = calls()[name]
            arguments[place] = change(np.ascontiguousarray(arguments[place]))
            with pytest.raises((TypeError, ValueError, BufferError)):
                getattr(core(), name)(*arguments)


@built
@pytest.mark.parametrize("name", sorted(calls()))
def test_the_number_of_arguments_is_checked(name: str) -> None:
    arguments = calls()[name]
    for wrong in ([], arguments[:-1], [*arguments, arguments[-1]]):
        with pytest.raises(TypeError, match="arguments"):
            getattr(core(), name)(*wrong)


@built
@pytest.mark.parametrize("column", sorted({**feature_arguments()[0], **feature_arguments()[1]}))
def test_wrong_columns_are_refused(column: str) -> None:
    """A column that is missing, of another type or length."""
    for bad in (None, "text", np.zeros(3, np.complex64), np.zeros((0,), np.int32), np.zeros(70_000, np.int64)):
        columns, tables, *outs = feature_arguments()
        (columns if column in columns else tables)[column] = bad
        with pytest.raises((TypeError, ValueError)):
            core().ready_features(columns, tables, *outs)
    columns, tables, *outs = feature_arguments()
    (columns if column in columns else tables).pop(column)
    with pytest.raises(TypeError, match=column):
        core().ready_features(columns, tables, *outs)


@built
@pytest.mark.parametrize("column", sorted(second_arguments()))
@pytest.mark.parametrize(
    "bad", [None, "text", np.zeros(3, np.complex64), np.zeros(0, np.int32), np.full(12, -1, np.int32)]
)
def test_wrong_columns_of_the_second_pass_are_refused(column: str, bad: object) -> None:
    """A column of another type or length, or with runs and groups that are not there."""
    out = calls()["second_features"][1]
    with pytest.raises((TypeError, ValueError)):
        core().second_features({**second_arguments(), column: bad}, out)


@built
@given(
    st.sampled_from(("path", "shape", "first", "last")),
    st.integers(0, 11),
    st.sampled_from((-1, 3, 2**31 - 1, -(2**31))),
)
def test_wrong_numbers_of_the_second_pass_are_refused(column: str, place: int, number: int) -> None:
    """Groups and runs are indices."""
    given, out = calls()["second_features"]
    given[column].ravel()[place % given[column].size] = number
    with pytest.raises(ValueError, match="out of range"):
        core().second_features(given, out)


INDICES = ("parent", "end", "depth", "tag", "text_rows", "words", "length", "first", "last")


@built
@given(st.sampled_from(INDICES), st.integers(0, 9), st.sampled_from((-(2**31), -1, 0, 1, 5, 99, 2**15 - 1, 2**31 - 1)))
def test_wrong_numbers_in_columns_are_refused(column: str, place: int, number: int) -> None:
    """What would be used as an index out of range; numbers that are only counted may be what they are."""
    columns, tables, *outs = feature_arguments()
    array = columns[column]
    array[place % len(array)] = (
        min(number, np.iinfo(array.dtype).max) if number > 0 else max(number, np.iinfo(array.dtype).min)
    )
    try:
        core().ready_features(columns, tables, *outs)
    except ValueError as error:
        assert "out of range" in str(error)  # noqa: PT017


@built
@given(
    st.sampled_from(("parent", "end", "tag", "text_rows", "text_words", "node", "first", "last")),
    st.integers(0, 9),
    st.sampled_from((-(2**31), -1, 0, 1, 5, 99, 2**15 - 1, 2**31 - 1)),
)
def test_wrong_rows_and_blocks_are_refused(column: str, place: int, number: int) -> None:
    """The same where structures are closed."""
    arguments = closure_arguments()
    array = arguments[0][column]
    array[place % len(array)] = np.clip(number, np.iinfo(array.dtype).min, np.iinfo(array.dtype).max)
    try:
        core().close_places(core().close_structures(*arguments)[0])
    except ValueError as error:
        assert "not the rows" in str(error)  # noqa: PT017


@built
@pytest.mark.parametrize("column", sorted(hidden_arguments()))
def test_wrong_columns_of_hidden_rows_are_refused(column: str) -> None:
    """A column that is missing, or of another type."""
    for bad in (None, "text", np.zeros(3, np.complex64)):
        with pytest.raises((TypeError, ValueError)):
            core().hidden_by_rules({**hidden_arguments(), column: bad})
    with pytest.raises(TypeError, match=column):
        core().hidden_by_rules({name: value for name, value in hidden_arguments().items() if name != column})


@built
@pytest.mark.parametrize("column", sorted(survey_arguments()[0]))
def test_wrong_columns_of_items_are_refused(column: str) -> None:
    """A column that is missing, of another type or length."""
    for bad in (None, "text", np.zeros(3, np.complex64), np.zeros(0, np.int32)):
        given, *seen = survey_arguments()
        for call, more in ((core().item_survey, []), (core().item_parts, seen)):
            with pytest.raises((TypeError, ValueError)):
                call({**given, column: bad}, *more)


@built
@given(
    st.sampled_from(("parent", "end", "label", "column", "kind", "starts", "stops", "table", "path", "bits")),
    st.integers(0, 19),
    st.sampled_from((-(2**31), -1, 0, 1, 5, 99, 255, 2**31 - 1)),
)
def test_wrong_numbers_about_items_are_refused(column: str, place: int, number: int) -> None:
    """What would be used as an index out of range; names and kinds may be anything."""
    given, path, bits = survey_arguments()
    changed = {"path": path, "bits": bits}.get(column, given.get(column))
    changed[place % len(changed)] = np.clip(number, np.iinfo(changed.dtype).min, np.iinfo(changed.dtype).max)
    for call, more in ((core().item_survey, ()), (core().item_parts, (path, bits))):
        try:
            call(given, *more)
        except ValueError as error:
            assert "is not" in str(error)  # noqa: PT017


HIDDEN_INDICES = (
    "parent", "end", "tag", "class_rows", "class_starts", "class_ends", "id_rows", "id_starts", "id_ends", "sheet_starts",
    "sheet_ends",
)  # fmt: skip


@built
@given(
    st.sampled_from(HIDDEN_INDICES),
    st.integers(0, 19),
    st.sampled_from((-(2**31), -1, 0, 1, 5, 99, 2**15 - 1, 2**31 - 1)),
)
def test_wrong_numbers_about_hidden_rows_are_refused(column: str, place: int, number: int) -> None:
    """What would be used as an index out of range."""
    given = hidden_arguments()
    array = given[column]
    array[place % len(array)] = np.clip(number, np.iinfo(array.dtype).min, np.iinfo(array.dtype).max)
    try:
        core().hidden_by_rules(given)
    except ValueError as error:
        assert "not the columns" in str(error)  # noqa: PT017


@built
@given(st.sampled_from(("end", "tag", "text_rows", "words")), st.integers(0, 20), st.integers(-(1 << 33), 1 << 33))
def test_rows_and_texts_that_are_not_there_are_refused(column: str, place: int, number: int) -> None:
    """Or nothing worse happens than another choice."""
    arguments = furniture_arguments()
    array = arguments[0][column]
    array[place % len(array)] = np.clip(number, np.iinfo(array.dtype).min, np.iinfo(array.dtype).max)
    try:
        core().written_texts(*arguments)
    except ValueError as error:
        assert "not the rows" in str(error)  # noqa: PT017


@built
@pytest.mark.parametrize("name", ["worded", "logged"])
def test_features_that_are_not_there_are_refused(name: str) -> None:
    """Numbers of features are places that are written to."""
    columns, tables, whole = feature_arguments()
    for bad in (-1, len(features.NAMES)):
        with pytest.raises(ValueError, match="out of range"):
            core().ready_features(columns, {**tables, name: np.array([bad], np.int64)}, whole)


@built
@pytest.mark.parametrize("name", ["base", "heading", "in_title"])
def test_the_second_pass_asks_only_for_features_that_are_there(name: str) -> None:
    tables, *others = second_pass_arguments()
    for bad in (-1, 2):
        with pytest.raises(ValueError, match="no such feature"):
            core().second_logits({**tables, name: np.array([bad], np.int64) if name == "base" else bad}, *others)


@built
@given(
    st.sampled_from(("starts", "ends", "first", "last")),
    st.integers(0, 9),
    st.sampled_from((-(2**31), -1, 0, 1, 5, 99, 2**31 - 1)),
)
def test_texts_outside_of_the_markup_are_refused(column: str, place: int, number: int) -> None:
    given, out = wording_arguments()
    given[column] = given[column].copy()
    given[column][place % len(given[column])] = number
    try:
        core().block_wording(given, out)
    except ValueError as error:
        assert "not the texts" in str(error)  # noqa: PT017


@built
@given(st.sampled_from((1, 2, 4, 5)), st.integers(0, 1), st.sampled_from((-(2**31), -1, 0, 1, 5, 99, 2**31 - 1)))
def test_blocks_outside_of_the_markup_are_refused(column: int, place: int, number: int) -> None:
    arguments = calls()["block_hashes"]
    arguments[column][place] = number
    try:
        core().block_hashes(*arguments)
    except ValueError as error:
        assert "not the texts" in str(error)  # noqa: PT017


@built
@given(st.sampled_from((1, 2, 3)), st.integers(0, 1), st.sampled_from((-(2**31), -1, 0, 1, 4, 5, 99, 2**31 - 1)))
def test_names_of_rows_that_are_not_there_are_refused(column: int, place: int, number: int) -> None:
    arguments = calls()["row_names"]
    arguments[column][place] = number
    try:
        core().row_names(*arguments)
    except ValueError as error:
        assert "is not in the source" in str(error)  # noqa: PT017


@built
@given(st.sampled_from((1, 2)), st.integers(0, 1), st.sampled_from((-(2**31), -1, 0, 1, 27, 28, 99, 2**31 - 1)))
def test_texts_that_are_not_there_do_not_begin_with_anything(column: int, place: int, number: int) -> None:
    arguments = calls()["texts_beginning"]
    arguments[column][place] = number
    try:
        core().texts_beginning(*arguments)
    except ValueError as error:
        assert "outside the source" in str(error)  # noqa: PT017


@built
@given(st.sampled_from((1, 2)), st.integers(0, 1), st.sampled_from((-(2**31), -1, 0, 1, 27, 28, 99, 2**31 - 1)))
def test_lines_that_are_not_there_are_refused(column: int, place: int, number: int) -> None:
    arguments = calls()["line_texts"]
    arguments[column][place] = number
    try:
        core().line_texts(*arguments)
    except ValueError as error:
        assert "outside the source" in str(error)  # noqa: PT017


@built
def test_more_sums_than_there_is_room_for_are_refused() -> None:
    with pytest.raises(ValueError, match="at most 2 rows"):
        core().weighted_sums(np.ones((3, 2), np.float32), np.ones((3, 2), np.float32), np.zeros((3, 3), np.float32))


@built
@given(st.sampled_from((0, 3, 4)), st.integers(0, 1), st.sampled_from((-(2**31), -1, 0, 1, 3, 4, 5, 99, 2**31 - 1)))
def test_weights_of_rows_that_are_not_there_are_refused(column: int, place: int, number: int) -> None:
    arguments = calls()["item_weights"]
    arguments[column][place] = number
    try:
        core().item_weights(*arguments)
    except ValueError as error:
        assert "is not a run" in str(error)  # noqa: PT017


@built
@given(st.lists(st.integers(-2, 5), min_size=3, max_size=3), st.lists(st.integers(-2, 5), min_size=2, max_size=2))
def test_gaps_between_rows_that_are_not_there_are_refused(end: list[int], texts: list[int]) -> None:
    arguments = calls()["block_gaps"]
    arguments[0], arguments[3] = np.array(end, np.int32), np.array(texts, np.int32)
    try:
        core().block_gaps(*arguments)
    except ValueError as error:
        assert "not the rows" in str(error)  # noqa: PT017


@built
@settings(max_examples=100)
@given(st.lists(st.integers(-1, 3), min_size=6, max_size=6))
def test_trees_that_ask_for_what_is_not_there_are_refused(asked: list[int]) -> None:
    """One feature is there, its number is 0."""
    _, *others = calls()["tree_logits"]
    feature = np.array(asked, np.int64).reshape(2, 3)
    if feature.any():
        with pytest.raises(IndexError):
            core().tree_logits(feature, *others)
    else:
        core().tree_logits(feature, *others)
        assert others[-1].tolist() == [3.0] * 5


@built
@given(st.integers(0, 2), st.integers(0, 8), st.sampled_from((-1, 0, 1, 2, 3, 99)))
def test_bins_and_nodes_beyond_the_last_are_refused(argument: int, place: int, number: int) -> None:
    """In training: a bin above the last border, a node that the level does not have, more borders than there is room for."""
    arguments = calls()["level_gains"]
    array = arguments[argument]
    array.flat[place % array.size] = np.clip(number, np.iinfo(array.dtype).min, np.iinfo(array.dtype).max)
    bins, borders, node = arguments[:3]
    if (bins <= borders[:, None]).all() and borders.max() <= 2 and node.max() < 2:
        core().level_gains(*arguments)
    else:
        with pytest.raises(ValueError, match="beyond the last"):
            core().level_gains(*arguments)


# Time


@pytest.fixture
def too_late() -> Any:
    core().set_deadline(-2.0)
    yield
    core().set_deadline(float("inf"))


@built
@pytest.mark.parametrize("name", sorted(calls()))
def test_nothing_works_beyond_its_deadline(name: str, request: pytest.FixtureRequest) -> None:
    """Results after the deadline are errors; the error is the one users know."""
    arguments = calls()[name]  # some are made by compiled code, in time
    request.getfixturevalue("too_late")
    with pytest.raises(TimeLimit):
        getattr(core(), name)(*arguments)


@built
@pytest.mark.usefixtures("too_late")
def test_a_deadline_is_of_its_thread() -> None:
    """Another thread's page has its own time."""
    done: list[object] = []
    thread = threading.Thread(target=lambda: done.append(core().strings(*calls()["strings"])))
    thread.start()
    thread.join()
    assert done == [["some", "text"]]


@built
def test_a_deadline_is_a_number_of_seconds() -> None:
    for bad in ("soon", float("nan"), [1], None):
        with pytest.raises((TypeError, ValueError)):
            core().set_deadline(bad)  # type: ignore[arg-type]
    core().set_deadline(float("inf"))


def long_count() -> tuple[list[Any], Any]:
    """A call that takes some hundred times as long as a look at the clock, and its result."""
    texts, length = 500, 400_000
    starts = np.zeros(texts, np.int32)  # the same text again and again
    out = np.zeros((4 + len(chars.MARKS), texts), np.int32)
    source = b"Aa, " * (length // 4)
    return [
        source,
        starts,
        starts + np.int32(length),
        chars.class_table(),
        chars._MARK_NUMBER,
        len(chars.MARKS),
        out,
    ], out


@built
def test_a_deadline_ends_a_loop_within_a_call() -> None:
    """The last text is not reached."""
    arguments, out = long_count()
    core().set_deadline(0.005)
    try:
        with pytest.raises(TimeLimit):
            core().count(*arguments)
    finally:
        core().set_deadline(float("inf"))
    assert out[0, -1] == 0


class _Interrupted(Exception):
    pass


@built
@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="no timers of this kind here")
def test_signals_are_heard_within_a_call() -> None:
    """Ctrl-C ends a loop where it is, not after it."""

    def interrupt(number: int, frame: FrameType | None) -> None:
        raise _Interrupted

    arguments, out = long_count()
    before = signal.signal(signal.SIGALRM, interrupt)
    signal.setitimer(signal.ITIMER_REAL, 0.005)
    try:
        with pytest.raises(_Interrupted):
            core().count(*arguments)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert out[0, -1] == 0


# What does not depend on the process


def paths_page() -> str:
    """Many blocks with paths of their own."""
    return "<body>" + "".join(
        f"<div class=c{'abcdefghij'[i % 10] * (i // 10 + 1)}><p>text {i}</p></div>" for i in range(300)
    )


@built
def test_results_do_not_depend_on_the_key_of_the_process() -> None:
    """The table of paths has a new key in every process; groups and their order are not."""
    code = (
        "from tests.test_compiled import paths_page; from sectio.dom.parse import parse; from sectio.model import features;"
        "import hashlib; print(hashlib.sha256(features.matrix(parse(paths_page()))[0].tobytes()).hexdigest())"
    )
    runs = [subprocess.run([sys.executable, "-c", code], capture_output=True, check=True).stdout for _ in range(2)]
    assert runs[0] == runs[1]


def test_native_says_which_code_runs() -> None:
    """A plain bool for users."""
    assert sectio.native is (compiled.core is not None)


@built
@given(
    st.text(alphabet="ubli", max_size=200).map(str.encode),
    st.text(alphabet="ubli", min_size=1, max_size=4).map(str.encode),
    st.integers(0, 210),
)
@example(b"x" * 63 + b"ubli", b"ubli", 0)
@example(b"x" * 61 + b"ubli", b"ubli", 61)
@example(b"ubl", b"ubli", 0)
def test_letters_are_found_where_they_are(source: bytes, letters: bytes, start: int) -> None:
    """As Python finds them, across the edges of what is looked at together."""
    assert core().find(source, letters, start) == source.find(letters, start)


@built
@given(
    st.lists(st.text(alphabet="aAbBoO\n&\u00e9", max_size=8), max_size=4),
    st.lists(st.text(alphabet="abo&", min_size=1, max_size=3) | st.just("o\n"), min_size=1, max_size=4)
    | st.lists(
        st.text(alphabet="abo\n", min_size=4, max_size=5), min_size=1, max_size=30
    ),  # longer than what is looked for first
)
@example(["x", "ABO"], ["abo\n"])
@example(["x", "o", "aABOo"], ["aabb", "aboo\n", "abo\n"])
@example(["abo", "x"], ["abox", "o\nx"])
def test_letters_in_values_are_found(values: list[str], needles: list[str]) -> None:
    """In small letters or capitals; the line end of a needle is the end of a value."""
    source = "|".join(values).encode()
    sizes = np.array([len(value.encode()) for value in values], np.int32)
    ends = np.cumsum(sizes, dtype=np.int32) + np.arange(len(values), dtype=np.int32)
    found = core().any_holds(source, ends - sizes, ends, "\0".join(needles).encode())
    small = [value.encode().lower() + b"\n" for value in values]
    assert found == any(needle.encode() in value for value in small for needle in needles)


@built
@given(
    st.lists(st.text(alphabet="aAbBoO@é", max_size=12), max_size=5),
    st.lists(st.text(alphabet="abo@é", min_size=3, max_size=9), min_size=1, max_size=30, unique=True),
)
@example(["aAbBoO", "aabboo", "xaabboox", "aabbo"], ["aabboo", "aab"])
def test_all_letters_in_values_are_found(values: list[str], needles: list[str]) -> None:
    """Those of each value, in small letters or capitals."""
    source = "|".join(values).encode()
    sizes = np.array([len(value.encode()) for value in values], np.int32)
    ends = np.cumsum(sizes, dtype=np.int32) + np.arange(len(values), dtype=np.int32)
    found = core().held_needles(source, ends - sizes, ends, "\0".join(needles).encode())
    small = [value.encode().lower() for value in values]
    held = [(i, k) for i, value in enumerate(small) for k, needle in enumerate(needles) if needle.encode() in value]
    assert np.frombuffer(found, np.int32).reshape(-1, 2).tolist() == [[*pair] for pair in held]


@built
def test_needles_that_cannot_be_are_refused() -> None:
    source, starts, ends, _ = calls()["any_holds"]
    for bad in (b"", b"a\0", b"a\0\0b", b"\0".join([b"a"] * 501)):
        with pytest.raises(ValueError, match="needles"):
            core().any_holds(source, starts, ends, bad)
    with pytest.raises(ValueError, match="three letters"):
        core().held_needles(source, starts, ends, b"some\0an")
    with pytest.raises(ValueError, match="outside"):
        core().any_holds(source, starts, ends + np.int32(100), b"a")


@built
def test_a_choice_needs_something_to_choose_from() -> None:
    with pytest.raises(ValueError, match="nothing"):
        core().choose_blocks(np.zeros(0, np.float32), np.zeros(0), 1.0, np.zeros(0, bool))


@built
@given(
    st.lists(
        st.tuples(
            st.sampled_from((0.0, 1e-9, 0.1, 0.5, 0.50001, 0.99, 1.0)), st.sampled_from((0.0, 0.2, 1.0, 7.0, 311.0))
        ),
        min_size=1,
        max_size=30,
    ),
    st.sampled_from((0.0, 0.3, 0.5, 1.0)),
)
def test_the_choice_is_the_same_without_compiled_code(blocks: list[tuple[float, float]], favor: float) -> None:
    """Chances that are alike, blocks without words, and the last bit of the expected measure."""
    chance, words = (np.array(column) for column in zip(*blocks, strict=True))
    chosen, expected = extractor.choose(chance.astype(np.float32), words, favor)
    with uncompiled():
        plain, same = extractor.choose(chance.astype(np.float32), words, favor)
    assert (chosen == plain).all()
    assert expected == same
