"""ARCHITECTURE.md tells the truth: its walks are what happens, in that order, and its map has every part of the package."""

import importlib
import inspect
import re
import sys
from collections.abc import Callable
from pathlib import Path
from types import CodeType, FrameType

import pytest

import sectio
from tests.golden.decisions import SITES, learned
from tests.test_layers import LAYERS, SOURCE

TEXT = (Path(__file__).parents[1] / "ARCHITECTURE.md").read_text(encoding="utf-8")
WALKS = TEXT.split("## Three walks")[1].split("## The map")[0].split("\n**")[1:]
MAP = TEXT.split("    src/sectio/\n")[1].split("    native/")[0]
PAGE = (Path(__file__).parent / "golden" / "article-comments" / "source.html").read_text(encoding="utf-8")
# A function or class with its module, as the walks write it: `dom/parse.parse`, `site.Site.learn`.
_HOP = re.compile(r"`([a-z_/]+(?:\.\w+)+)`")


def hops(walk: str) -> list[str]:
    """The functions that a walk names, in order, each once."""
    return [*dict.fromkeys(_HOP.findall(walk.split("\n1. ")[1]))]


def resolved(hop: str) -> CodeType:
    """The code of a function; of a class, that of its constructor."""
    module, *names = hop.split(".")
    found: object = importlib.import_module(f"sectio.{module.replace('/', '.')}")
    for name in names:
        # Not what a descriptor gives, but itself: a property, a cached one.
        found = inspect.getattr_static(found, name)
    for name in ("__func__", "__wrapped__", "fget", "_compute"):
        found = getattr(found, name, found)
    made = found.__init__ if inspect.isclass(found) else found
    assert inspect.isfunction(made), f"{hop} is not a function"
    return made.__code__


def calls(run: Callable[[], object]) -> dict[CodeType, int]:
    """When each function is first called, counted from 0."""
    found: dict[CodeType, int] = {}

    def note(frame: FrameType, event: str, _: object) -> None:
        if event == "call":
            found.setdefault(frame.f_code, len(found))

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        run()
    finally:
        sys.setprofile(before)
    return found


def _extract() -> None:
    doc = sectio.extract(PAGE.encode())
    assert doc.text
    assert doc.markdown
    assert doc.page_type


def _learn_and_extract(folder: Path) -> None:
    site, page = learned.__wrapped__(next(iter(SITES)))
    site.save(folder / "site.json")
    assert sectio.extract(page.html, url=page.url, template=site).text


def _sections() -> None:
    assert [section.reason for section in sectio.sections(PAGE)]
    site, page = learned(next(iter(SITES)))
    for method in (None, "template"):
        assert [section.reason for section in sectio.sections(page.html, template=site, method=method)]


@pytest.mark.parametrize("number", range(3), ids=("extract", "learn", "sections"))
def test_a_walk_is_what_happens(number: int, tmp_path: Path) -> None:
    """Every function that a walk names exists, is called, and first after those named before it."""
    runs: tuple[Callable[[], None], ...] = (_extract, lambda: _learn_and_extract(tmp_path), _sections)
    named = hops(WALKS[number])
    codes = [resolved(hop) for hop in named]
    found = calls(runs[number])
    assert len(named) > 8
    assert [hop for hop, code in zip(named, codes, strict=True) if code not in found] == []
    assert named == sorted(named, key=lambda hop: found[codes[named.index(hop)]])


def test_a_function_that_does_not_exist_is_found() -> None:
    """The test above can fail."""
    with pytest.raises(AttributeError):
        resolved("api.extrakt")
    with pytest.raises(ModuleNotFoundError):
        resolved("dom/magic.parse")


def test_the_map_has_every_part_and_no_other() -> None:
    """A module or package of the top level that is not on the map, or on it and gone, would show here."""
    paths = [path for path in SOURCE.iterdir() if not path.name.startswith(("__init__", "__pycache__"))]
    there = {f"{path.name}/" if path.is_dir() else path.name for path in paths if path.is_dir() or path.suffix == ".py"}
    of_dom = re.findall(r"^ {6}dom/.*?(?=^ {6}\w)", MAP, re.M | re.S)[0]
    mapped = {*re.findall(r"(?:^ {6}|  )(\w+(?:\.py|/))(?=\S* )", MAP.replace(of_dom, ""), re.M)}
    below = {*re.findall(r"\w+\.py", of_dom)}
    assert mapped | {"dom/"} == there
    assert below <= {path.name for path in (SOURCE / "dom").iterdir()}


def test_the_layers_are_those_that_are_checked() -> None:
    """The picture of the layers is the table of the layer test; the extension module is what `compiled` loads."""
    picture = TEXT.split("checks both:\n\n")[1].split("\n\n")[0]
    layers = [{*re.findall(r"\w+", layer)} for layer in picture.split("→")]
    assert layers == [{*layer} - {"_native"} for layer in LAYERS]
