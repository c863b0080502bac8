"""Damaged and hostile files of sites and models are refused with an error of ours."""

import io
import json
import zipfile
from pathlib import Path
from random import Random

import numpy as np
import pytest

import sectio
from sectio.errors import ModelError, OptionError, TemplateError
from sectio.methods.vwrapper import wrapper
from sectio.model import store
from sectio.site import Site
from sectio.sites.forest.keywords import Frequencies
from sectio.sites.forest.stored import frequencies_data, frequencies_from
from tests.hostile import files


@pytest.mark.parametrize("part", range(4))
def test_damaged_site_files(part: int) -> None:
    """`python -m tests.hostile.files` draws new ones."""
    found = [files.site_faults(Random(f"1 {part} {number}")) for number in range(12)]
    assert not [fault for fault in found if fault]


@pytest.mark.parametrize("part", range(4))
def test_damaged_bundles(part: int) -> None:
    """As folders and as zip files."""
    found = [files.bundle_faults(Random(f"1 {part} {number}")) for number in range(8)]
    assert not [fault for fault in found if fault]


@pytest.mark.parametrize(
    ("name", "value"), [("id", "../../elsewhere"), ("id", "\ud800"), ("pages", float("inf")), ("coverage", 2)]
)
def test_a_bundle_cannot_name_files_elsewhere_or_numbers_that_are_none(
    tmp_path: Path, name: str, value: object
) -> None:
    """What a kind says of itself is checked before it is used: its id names a file when the bundle is saved."""
    files.write_bundle(tmp_path)
    described = json.loads((tmp_path / "site.json").read_text())
    described["kinds"][0][name] = value
    (tmp_path / "site.json").write_text(json.dumps(described))
    with pytest.raises(TemplateError):
        sectio.load(tmp_path)


@pytest.mark.parametrize(
    ("method", "name", "value"),
    [
        ("template", "saturation", "0.2"),
        ("template", "min_page_sim", "x"),
        ("template", "max_alts", True),
        ("template", "mixed", 1.5),
        ("template", "combine", "most"),
        ("template", "area", float("nan")),
        ("template", "area", 10**400),
        ("template", "saturation", 2**70),
        ("forest", "k", [[]]),
        ("forest", "links", None),
        ("forest", "feed_rank", "x"),
    ],
)
def test_settings_have_types_in_files_and_when_they_are_given(method: str, name: str, value: object) -> None:
    """Else they are noticed only where they are used, if at all."""
    record = json.loads(files.saved(method))
    record["model"]["settings"][name] = value
    with pytest.raises(TemplateError, match=name):
        Site.from_json(json.dumps(record))
    if value is not None:
        with pytest.raises(OptionError, match=name):
            sectio.learn(files.pages(), method=method, options={name: value})


def test_half_a_character_in_a_site_file_is_refused() -> None:
    """The site could not be saved again."""
    record = json.loads(files.saved("template"))
    record["model"]["warnings"] = ["\ud800"]
    with pytest.raises(TemplateError):
        Site.from_json(json.dumps(record))
    record["model"]["warnings"] = ["\U0001f600"]
    Site.from_json(json.dumps(record)).to_json().encode()


@pytest.mark.parametrize("part", range(4))
def test_damaged_model_files(part: int) -> None:
    """Also those whose digest is right."""
    found = [files.model_faults(Random(f"1 {part} {number}")) for number in range(8)]
    assert not [fault for fault in found if fault]


def model_with(path: Path, name: str, data: bytes) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(name, data)
    return path


def test_a_model_that_would_take_all_memory_is_not_inflated(tmp_path: Path) -> None:
    """A megabyte of zip may be a gigabyte of zeros."""
    path = model_with(tmp_path / "bomb.npz", "in.npy", bytes(store.MAX_SIZE + 1))
    assert path.stat().st_size < 1_000_000
    with pytest.raises(ModelError, match="bytes in all"):
        store.load(path)


def test_an_array_that_says_it_is_larger_than_it_is(tmp_path: Path) -> None:
    """Its memory would be taken before its bytes are looked for."""
    head = io.BytesIO()
    np.lib.format.write_array_header_1_0(head, {"descr": "<f4", "fortran_order": False, "shape": (2**40,)})
    with pytest.raises(ModelError, match="shape"):
        store.load(model_with(tmp_path / "lie.npz", "in.npy", head.getvalue() + bytes(400)))


def test_what_is_not_a_file(tmp_path: Path) -> None:
    """A missing file, a folder, and one of something else."""
    (tmp_path / "text").write_text("text")
    for name in ("missing", ".", "text"):
        with pytest.raises(ModelError):
            store.load(tmp_path / name)
        with pytest.raises(TemplateError):
            sectio.load(tmp_path / name)
        with pytest.raises(ModelError):
            wrapper.load(tmp_path / name)


@pytest.mark.parametrize("text", ["[]", "7", "null", "{}", "[" * 100_000, '{"schema": "x"}', "\ud800"])
def test_other_json_is_no_model(text: str, tmp_path: Path) -> None:
    """Valid JSON, but not a record."""
    path = tmp_path / "file.json"
    path.write_bytes(text.encode("utf-8", "surrogatepass"))
    with pytest.raises(ModelError):
        wrapper.load(path)
    with pytest.raises(TemplateError):
        sectio.load(path)


@pytest.mark.parametrize("odd", ["NaN", "1e999", "-1e300"])
def test_numbers_no_training_gives(odd: str, tmp_path: Path) -> None:
    """A weight that is not a number would make every score one."""
    inner = {"features": ["max_font"], "stumps": [[0, 1, 1, 7]]}
    record = {"schema": wrapper.SCHEMA, "models": {"estimate": {"inner": inner, "leaf": {}, "warnings": []}}}
    path = tmp_path / "file.json"
    path.write_text(json.dumps(record))
    wrapper.load(path)
    path.write_text(json.dumps(record).replace("7", odd))
    with pytest.raises(ModelError, match="damaged"):
        wrapper.load(path)


@pytest.mark.parametrize("count", [-1, 2**31, 2**70])
def test_counts_of_pages_that_no_site_has(count: int) -> None:
    """They are refused when the file is read, not when a page is added."""
    record = frequencies_data(Frequencies({"word": 1}, 2))
    with pytest.raises(ValueError, match="pages"):
        frequencies_from(record | {"pages": count})
    with pytest.raises(ValueError, match="pages"):
        frequencies_from(record | {"terms": {str(count): "word"}})
