"""The model file: named arrays and one JSON text in a NumPy archive. No pickle, and a digest over everything.

The JSON has the schema, the feature names (a model for other features is rejected), the training data's digest and
the metrics measured when it was trained.
"""

import hashlib
import io
import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sectio.errors import ModelError

SCHEMA = "sectio-model/1"
DEFAULT = "default.npz"


@dataclass(frozen=True, eq=False)
class Model:
    """Arrays by name, and what is known about them."""

    arrays: Mapping[str, NDArray[Any]]
    about: Mapping[str, Any]

    def __reduce__(self) -> Any:
        """The shipped model is pickled by name, any other one whole."""
        return (default, ()) if self is default() else (Model, (dict(self.arrays), dict(self.about)))

    def digest(self) -> str:
        """A digest of names, arrays and facts; the same for the same training."""
        whole = hashlib.sha256()
        for name in sorted(self.arrays):
            array = np.ascontiguousarray(self.arrays[name])
            whole.update(f"{name}:{array.dtype.str}:{array.shape};".encode())
            whole.update(array.tobytes())
        facts = {key: value for key, value in self.about.items() if key != "digest"}
        whole.update(json.dumps(facts, sort_keys=True, ensure_ascii=False).encode())
        return whole.hexdigest()


def save(model: Model, path: str | Path) -> None:
    """Write a model file."""
    facts = {**model.about, "schema": SCHEMA}
    complete = Model(model.arrays, facts)
    facts["digest"] = complete.digest()
    text = np.frombuffer(json.dumps(facts, ensure_ascii=False, sort_keys=True).encode(), np.uint8)
    with Path(path).open("wb") as file:
        np.savez_compressed(file, allow_pickle=False, about=text, **dict(model.arrays))


def load(path: str | Path) -> Model:
    """Read a model file and check that it is whole and of this version."""
    return _read(Path(path).read_bytes(), str(path))


def named(path: str | Path) -> Model:
    """The model in a file, read once until the file changes."""
    try:
        return _load(str(path), Path(path).stat().st_mtime_ns)
    except OSError as error:
        raise ModelError(f"{path} cannot be read ({error}); train a model with `sectio train`") from error


@lru_cache(maxsize=4)
def _load(path: str, _changed: int) -> Model:
    return load(path)


@cache
def default() -> Model:
    """The model that ships with the package."""
    return _read(Path(__file__).with_name(DEFAULT).read_bytes(), DEFAULT)


def _read(data: bytes, name: str) -> Model:
    try:
        with np.load(io.BytesIO(data), allow_pickle=False) as archive:
            arrays = {key: archive[key] for key in archive.files}
        about = json.loads(arrays.pop("about").tobytes())
    except (OSError, ValueError, KeyError, EOFError) as error:
        raise ModelError(f"{name} is not a model file ({error}); train one with `sectio train`") from error
    if about.get("schema") != SCHEMA:
        raise ModelError(f"{name} has schema {about.get('schema')!r}, not {SCHEMA}; retrain it with `sectio train`")
    model = Model(arrays, about)
    if about.get("digest") != model.digest():
        raise ModelError(f"{name} is damaged: its digest does not match; train it again with `sectio train`")
    for array in arrays.values():
        array.flags.writeable = False
    return model
