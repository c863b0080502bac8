"""Damaged files of sites, bundles and models: every one is refused with an error of ours, or works.

python -m tests.hostile.files [--seconds 60] [--seed 7]
"""

import argparse
import json
import sys
import time
import traceback
import zipfile
from collections.abc import Callable
from copy import deepcopy
from functools import cache
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np

import sectio
from sectio.bundle import Bundle
from sectio.lab.sitegen import THEMES, generate_site
from sectio.model import extractor, store
from sectio.site import Site

METHODS = ("template", "forest", "rtdm", "abspaths", "forest-cov", "abselems")
_ODD: tuple[Any, ...] = (
    None, True, -1, 0, 1, 2**31, 2**70, -(2**70), 1.5, 1e308, -1e308, float("nan"), float("inf"), "", "x", "-1", "0.0", "99.99", "*", "?", "|", "1" * 5000,
    "\ud800", "\x00", [], {}, [[]], [None], {"": None}, [[[[[[]]]]]], "0.-7", "99999999999999999999.1", [-1, -1], ["a", -1], ["a", 2**40],
)  # fmt: skip


@cache
def pages() -> list[str]:
    """The pages of a small site."""
    return [page.html for page in generate_site(3, next(iter(THEMES)), pages=4).pages]


@cache
def saved(method: str) -> str:
    """A sound file of a site."""
    return sectio.learn(pages(), method=method).to_json()


def damaged_json(draw: Random, text: str) -> str:
    """A few values, at any depth, replaced, removed, doubled or moved; or letters."""
    if draw.random() < 0.2:
        return _damaged_text(draw, text)
    record = json.loads(text)
    for _ in range(draw.randint(1, 3)):
        _damage(draw, record)
    return json.dumps(record, ensure_ascii=draw.random() < 0.5)


def _damaged_text(draw: Random, text: str) -> str:
    at = draw.randrange(len(text))
    odd = draw.choice(("[" * 100_000, "NaN", "1e999", "9" * 5000, "", "\x00", '"', "{", "}", "-", "\ud800"))
    return draw.choice((text[:at], text[:at] + odd + text[at + draw.randint(0, 9) :], odd))


def _damage(draw: Random, value: Any) -> None:
    """Go down at random and change what is there."""
    while True:
        if isinstance(value, dict) and value:
            key: Any = draw.choice([*value])
        elif isinstance(value, list) and value:
            key = draw.randrange(len(value))
        else:
            return
        if not isinstance(value[key], dict | list) or not value[key] or draw.random() < 0.2:
            break
        value = value[key]
    match draw.randint(0, 3):
        case 0:
            del value[key]
        case 1 if isinstance(value, list):
            value.insert(key, value[key])
        case 2 if isinstance(value, dict):
            value[draw.choice(("", "-1", "1e5", "\ud800", "0.99999999", str(draw.getrandbits(80))))] = value[key]
        case _:
            value[key] = deepcopy(draw.choice(_ODD))  # or later damage would be done to all of its places


def use_site(text: str) -> None:
    """Load a site and do everything with it."""
    site = Site.from_json(text)
    for page in (pages()[0], "<p>text", ""):
        result = sectio.extract(page, template=site, options={"timeout": 20})
        _ = result.text, result.sections, result.markdown
        site.match(page)
    _ = site.pattern, site.to_json(), repr(site), site.warnings, site.drift_threshold
    site.update(pages()[:1])


def damaged_model(draw: Random, folder: Path) -> Path:
    """A model file with other arrays or facts and a digest that is right for them; or bytes."""
    path, sound = folder / "model.npz", store.default()
    if draw.random() < 0.3:
        data = bytearray(_model_bytes())
        for _ in range(draw.randint(1, 20)):
            data[draw.randrange(len(data))] = draw.randrange(256)
        path.write_bytes(data[: draw.choice((None, None, draw.randrange(len(data))))])
        return path
    arrays, about = dict(sound.arrays), json.loads(json.dumps(dict(sound.about)))
    if draw.random() < 0.3:
        _damage(draw, about)
        about = json.loads(json.dumps(about).replace("\\ud800", "?"))  # what could not be saved
    else:
        name = draw.choice(sorted(arrays))
        arrays[name] = _damaged_array(draw, arrays[name])
        if draw.random() < 0.1:
            del arrays[name]
    store.save(store.Model(arrays, about), path)
    return path


@cache
def _model_bytes() -> bytes:
    return Path(store.__file__).with_name(store.DEFAULT).read_bytes()


def _damaged_array(draw: Random, array: Any) -> Any:
    changed = np.array(array)
    flat = changed.reshape(-1)
    match draw.randint(0, 6):
        case 0:
            return changed[..., :-1]
        case 1:
            return changed[1:]
        case 2:
            return changed.astype(draw.choice(("f8", "i4", "u1", "c8", "S3", "U2", "f2", "b1", ">f4")))
        case 3:
            return changed[None]
        case 4:
            return changed.ravel()
        case 5:
            return np.zeros((0,) * changed.ndim, changed.dtype)
        case _:
            odd = draw.choice((np.nan, np.inf, -np.inf, 1e38)) if changed.dtype.kind == "f" else draw.choice((-1, 99))
            flat[draw.randrange(flat.size)] = odd
            return changed


def use_model(path: Path) -> None:
    """Load a model and run it."""
    model = store.load(path)
    for html in (pages()[0], "<p>text", ""):
        chosen = extractor.select(sectio.parse_page(html), model=model)
        assert chosen.chance is None or np.isfinite(chosen.chance).all()
        assert 0 <= (chosen.opinion.confidence or 0) <= 1


def site_faults(draw: Random) -> str | None:
    """What is wrong with how one damaged site file is taken."""
    text = damaged_json(draw, saved(draw.choice(METHODS)))
    return _faults(lambda: use_site(text))


def write_bundle(folder: str | Path) -> None:
    """Write a sound bundle."""
    many = [page.html for page in generate_site(3, next(iter(THEMES)), pages=12).pages]
    bundle = Bundle.learn(many, urls=[f"https://a.example/story/{number}" for number in range(len(many))])
    assert bundle.kinds
    bundle.save(folder)


@cache
def _bundle_files() -> dict[str, bytes]:
    """The files of a sound bundle."""
    with TemporaryDirectory() as folder:
        write_bundle(folder)
        return {str(one.relative_to(folder)): one.read_bytes() for one in Path(folder).rglob("*") if one.is_file()}


def damaged_bundle(draw: Random, folder: Path) -> Path:
    """A bundle with one damaged file, as a folder or a zip file; or a zip file with other bytes."""
    inside = dict(_bundle_files())
    name = draw.choice(sorted(inside))
    inside[name] = damaged_json(draw, inside[name].decode().partition("\n")[0]).encode("utf-8", "surrogatepass")
    if draw.random() < 0.1:
        del inside[name]
    path = folder / "a.site"
    if draw.random() < 0.5:
        for one, data in inside.items():
            (path / one).parent.mkdir(parents=True, exist_ok=True)
            (path / one).write_bytes(data)
        return path
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for one, data in inside.items():
            archive.writestr(one, data)
    if draw.random() < 0.5:
        raw = bytearray(path.read_bytes())
        for _ in range(draw.randint(1, 20)):
            raw[draw.randrange(len(raw))] = draw.randrange(256)
        path.write_bytes(raw[: draw.choice((None, None, draw.randrange(len(raw))))])
    return path


def use_bundle(path: Path) -> None:
    """Load a bundle and do everything with it."""
    bundle = sectio.load(path)
    assert isinstance(bundle, Bundle | Site)
    for page in (pages()[0], "<p>text", ""):
        result = sectio.extract(page, template=bundle, url="https://a.example/story/1", options={"timeout": 20})
        _ = result.text, result.sections, result.markdown
        bundle.match(page)
    _ = bundle.pattern, repr(bundle), bundle.warnings, bundle.drift_threshold
    if isinstance(bundle, Bundle):
        bundle, _ = bundle.watched([("https://a.example/story/1", sectio.parse_page(pages()[0]))])
        _ = bundle.drifted, [kind.describe() for kind in bundle.kinds]
    bundle.update(pages()[:1])
    bundle.save(path.with_name("again.site"))


def bundle_faults(draw: Random) -> str | None:
    """The same of a bundle."""
    with TemporaryDirectory() as folder:
        path = damaged_bundle(draw, Path(folder))
        return _faults(lambda: use_bundle(path))


def model_faults(draw: Random) -> str | None:
    """The same of a model file."""
    with TemporaryDirectory() as folder:
        path = damaged_model(draw, Path(folder))
        return _faults(lambda: use_model(path))


def _faults(use: Callable[[], None]) -> str | None:
    try:
        use()
    except sectio.SectioError:
        return None
    except Exception:  # whatever it is, it is to be told with its seed
        return traceback.format_exc(limit=-4)
    return None


LOOKS = {"site": site_faults, "bundle": bundle_faults, "model": model_faults}


def main() -> None:
    """As the module says."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", type=int, default=int(time.time()))
    parser.add_argument("--count", type=int, default=sys.maxsize)
    parser.add_argument("--only", nargs="*", choices=LOOKS, default=tuple(LOOKS))
    given = parser.parse_args()
    start, number, failed = time.monotonic(), 0, 0
    while number < given.count and time.monotonic() - start < given.seconds:
        for name in given.only:
            found = LOOKS[name](Random(f"{given.seed} {name} {number}"))
            failed += found is not None
            if found:
                print(f"seed {given.seed} {name} number {number}: {found}", flush=True)
        number += 1
    print(f"seed {given.seed}: {number} files of each kind ({', '.join(given.only)}), {failed} failed")
    sys.exit(failed > 0)


if __name__ == "__main__":
    main()
