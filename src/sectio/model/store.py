"""The model file: named arrays and one JSON text in a NumPy archive. No pickle, and a digest over everything.

The JSON has the schema, the feature names (a model for other features is rejected), the training data's digest and
the metrics measured when it was trained.
"""

import io
import json
import math
import zipfile
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
# Bytes of a file, and of what is in it: a hundred times the shipped one. Arrays: five times as many.
MAX_SIZE = 100_000_000
MAX_ARRAYS = 100
# Types of arrays, and the largest number: four layers of such weights are still finite.
TYPES = ("<f4", "<f2", "<f8", "<i2", "<i4", "<i8", "|u1", "|i1")
MAX_NUMBER = 1e6


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
        import hashlib  # loads a large library

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
    arrays: dict[str, Any] = {"about": text, **model.arrays}
    with Path(path).open("wb") as file:
        np.savez_compressed(file, **arrays)


def load(path: str | Path) -> Model:
    """Read a model file and check that it is whole and of this version."""
    try:
        if Path(path).stat().st_size > MAX_SIZE:
            raise ModelError(f"{path} has more than {MAX_SIZE // 1_000_000} MB and is not a model file")
        data = Path(path).read_bytes()
    except OSError as error:
        raise ModelError(f"{path} cannot be read ({error}); train a model with `sectio train`") from error
    return _read(data, str(path))


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
    """The model that ships with the package. Its digest is compared by the tests; here the archive's checksums have to do."""
    return _read(Path(__file__).with_name(DEFAULT).read_bytes(), DEFAULT, is_ours=True)


def _read(data: bytes, name: str, *, is_ours: bool = False) -> Model:
    try:
        arrays = _arrays(data)
        about = json.loads(arrays.pop("about").tobytes())
    except Exception as error:  # whatever a damaged file makes the readers of zip, NumPy and JSON raise
        raise ModelError(f"{name} is not a model file ({error!r}); train one with `sectio train`") from error
    if not isinstance(about, dict) or any(not _is_sound(array) for array in arrays.values()):
        raise ModelError(f"{name} is damaged: it has values no training gives; train it again with `sectio train`")
    if about.get("schema") != SCHEMA:
        raise ModelError(f"{name} has schema {about.get('schema')!r}, not {SCHEMA}; retrain it with `sectio train`")
    model = Model(arrays, about)
    if not is_ours and about.get("digest") != model.digest():
        raise ModelError(f"{name} is damaged: its digest does not match; train it again with `sectio train`")
    for array in arrays.values():
        array.flags.writeable = False
    return model


def _arrays(data: bytes) -> dict[str, NDArray[Any]]:
    """The arrays in a file; nothing is inflated before all sizes are known to be usual."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        entries = archive.infolist()
        size = sum(entry.file_size for entry in entries)
        if len(entries) > MAX_ARRAYS or size > MAX_SIZE:
            raise ValueError(f"{len(entries)} arrays of {size} bytes in all")
        return {entry.filename.removesuffix(".npy"): _array(archive.read(entry)) for entry in entries}


def _array(data: bytes) -> NDArray[Any]:
    """An array from its bytes, which have to be as many as its head says."""
    file = io.BytesIO(data)
    if np.lib.format.read_magic(file) != (1, 0):
        raise ValueError("an array of another version")
    shape, is_fortran, dtype = np.lib.format.read_array_header_1_0(file)
    if dtype.str not in TYPES or math.prod(shape) * dtype.itemsize != len(data) - file.tell():
        raise ValueError(f"an array of type {dtype} and shape {shape} in {len(data)} bytes")
    return np.frombuffer(data, dtype, offset=file.tell()).reshape(shape, order="F" if is_fortran else "C")


def _is_sound(array: NDArray[Any]) -> bool:
    """Whether all numbers are of a usual size; trees of a pass that had nothing to learn are empty."""
    return bool((np.abs(array.astype(np.float64)) <= MAX_NUMBER).all())
