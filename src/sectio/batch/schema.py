"""The Arrow schema of the rows, version `sectio-batch/1`."""

import base64
import json
from collections.abc import Mapping, Sequence
from typing import Any

from sectio.batch.arrow import arrow
from sectio.batch.rows import column_names
from sectio.batch.settings import Settings
from sectio.errors import BatchError

SCHEMA = "sectio-batch/1"


def own_fields(settings: Settings) -> list[Any]:
    """The fields of a run's own columns, in order."""
    types = _types()
    return [arrow().field(name, types[name], nullable=name != "ok") for name in column_names(settings)]


def _types() -> dict[str, Any]:
    pa = arrow()
    text, long = pa.string(), pa.large_string()
    comment = [("author", text), ("date", text), ("text", text), ("depth", pa.int16()), ("parent", pa.int32())]
    section = [("importance", pa.float32()), ("noisy", pa.bool_()), ("kind", text), ("role", text), ("text", text)]
    section += [("words", pa.int32()), ("xpath", text)]
    source = [("shard", text), ("record", pa.int64()), ("warc_date", pa.timestamp("s")), ("status", pa.int16())]
    plain = dict.fromkeys(("url", "host", "title", "author", "date", "language", "template"), text)
    return plain | {
        "ok": pa.bool_(),
        "error": pa.struct([("code", text), ("message", text)]),
        "page_type": pa.dictionary(pa.int8(), text),
        "confidence": pa.float32(),
        "text": long,
        "markdown": long,
        "html": long,
        "comments": pa.list_(pa.struct(comment)),
        "sections": pa.list_(pa.struct(section)),
        "ms": pa.float32(),
        "warnings": pa.list_(text),
        "source": pa.struct([*source, ("sha1", text)]),
    }


def full_schema(settings: Settings, passed: Mapping[str, Any]) -> Any:
    """The schema of a file: our columns, with those passed through before `source`."""
    pa = arrow()
    own = own_fields(settings)
    beside = [pa.field(name, kind) for name, kind in renamed(passed, settings).items()]
    return pa.schema([*own[:-1], *beside, own[-1]], metadata={"sectio.schema": SCHEMA})


def renamed(passed: Mapping[str, Any], settings: Settings) -> dict[str, Any]:
    """Columns passed through; one that has a name of ours is called `input_` and that name."""
    taken = set(column_names(settings))
    return {f"input_{name}" if name in taken else name: kind for name, kind in passed.items()}


def rows_table(rows: Sequence[Mapping[str, Any]], settings: Settings) -> Any:
    """Rows as a table of our columns; `page_type` is a dictionary per table."""
    pa = arrow()
    arrays = []
    for field in own_fields(settings):
        values = [row[field.name] for row in rows]
        if pa.types.is_dictionary(field.type):
            arrays.append(_encoded(values, field.type))
        else:
            arrays.append(_array(values, field.type))
    return pa.table(arrays, schema=pa.schema(own_fields(settings)))


def _encoded(values: list[str | None], kind: Any) -> Any:
    """A dictionary array, its words in the order they come; Arrow's own way would load all its functions for it, 15 MB."""
    words = {word: at for at, word in enumerate(dict.fromkeys(word for word in values if word is not None))}
    indices = [None if word is None else words[word] for word in values]
    dictionary = arrow().DictionaryArray
    return dictionary.from_arrays(_array(indices, kind.index_type), _array(list(words), kind.value_type))


def _array(values: list[Any], kind: Any) -> Any:
    """An Arrow array; halves of characters, which JSON allows and UTF-8 does not, become question marks."""
    try:
        return arrow().array(values, kind)
    except UnicodeEncodeError:
        return arrow().array(_encodable(values), kind)


def _encodable(value: Any) -> Any:
    if isinstance(value, str):
        return value.encode("utf-8", "replace").decode()
    if isinstance(value, list):
        return [_encodable(part) for part in value]
    return {name: _encodable(part) for name, part in value.items()} if isinstance(value, dict) else value


def beside_table(extra: Any, rows: int, passed: Mapping[str, Any]) -> Any:
    """What is passed through, as a table of the run's types; what an input does not have is empty."""
    pa = arrow()
    arrays = {}
    for name, kind in passed.items():
        if isinstance(extra, list):
            arrays[name] = _array([_fit(beside.get(name), kind) for beside in extra], kind)
        elif extra is not None and name in extra.schema.names:
            arrays[name] = extra.column(name).cast(kind)
        else:
            arrays[name] = pa.nulls(rows, kind)
    return pa.table(arrays)


def _fit(value: Any, kind: Any) -> Any:
    """A JSON value as the column has it: text as it is, other things as JSON in text columns, nothing where it does not fit."""
    types = arrow().types
    if value is None:
        return None
    if types.is_string(kind):
        return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    if types.is_boolean(kind):
        return value if isinstance(value, bool) else None
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    if types.is_floating(kind):
        return float(value)
    return value if isinstance(value, int) and -(2**63) <= value < 2**63 else None


def joined(own: Any, beside: Any, schema: Any) -> Any:
    """Our columns and those passed through as one table."""
    columns = {**dict(zip(own.column_names, own.columns, strict=True))}
    renamed_columns = [name for name in schema.names if name not in columns]
    columns |= dict(zip(renamed_columns, beside.columns, strict=True))
    return arrow().table([columns[name] for name in schema.names], schema=schema)


def merged(found: Sequence[tuple[str, Mapping[str, Any]]]) -> dict[str, Any]:
    """The columns of several inputs together; two types under one name are a mistake worth telling."""
    result: dict[str, Any] = {}
    for path, columns in found:
        for name, kind in columns.items():
            if result.setdefault(name, kind) != kind:
                raise BatchError(f"{path}: column {name!r} is {kind} here and {result[name]} in another input")
    return result


def packed_columns(passed: Mapping[str, Any]) -> str:
    """Column types as text for the plan, in Arrow's own form."""
    pa = arrow()
    return base64.b64encode(pa.schema(list(passed.items())).serialize().to_pybytes()).decode()


def unpacked_columns(text: str) -> dict[str, Any]:
    """Read what `packed_columns` wrote."""
    pa = arrow()
    schema = pa.ipc.read_schema(pa.py_buffer(base64.b64decode(text)))
    return dict(zip(schema.names, schema.types, strict=True))
