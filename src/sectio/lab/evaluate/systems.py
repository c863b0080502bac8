"""What is evaluated: our methods, trivial baselines and peers, each with a name and a version.

With each goes a digest of our code, so that a cached result never outlives a change.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import Literal

from sectio import __version__, api
from sectio.dom.decode import decode
from sectio.errors import InputError
from sectio.extraction import Extraction
from sectio.lab import baselines, peers
from sectio.lab.baselines import BASELINES

Extract = Callable[[bytes, str | None], str | Extraction]  # only our own methods give more than text

SITE_MODE = "sectio+site"  # the default extractor with a learned template
_TRIVIAL = ("body", *BASELINES)
_WARM_UP = b"<html lang='en'><body><p>A page, so that nothing is slow the first time.</p></body></html>"
# Folders that do not change what a method extracts.
_ASIDE = ("evaluate", "apps", "batch", "compat", "demo")


@dataclass(frozen=True)
class System:
    """Something that turns a page into text; ``learns`` names the site model it needs, if any.

    ``version`` is for people; ``code`` is a digest of all our code that affects the result.
    """

    name: str
    kind: Literal["method", "peer"]
    version: str
    code: str
    learns: str | None = None
    baseline: bool = False


def choose(methods: Iterable[str], peer_names: Iterable[str], *, sites: bool) -> tuple[list[System], list[str]]:
    """Return the systems of these names and a line for each that cannot take part.

    Trivial baselines always do. ``sites`` says whether there are sites to learn from.
    """
    chosen: list[System] = []
    lines: list[str] = []
    for name in dict.fromkeys([*methods, *_TRIVIAL]):
        system = _method(name)
        if system.learns and not sites:
            lines.append(f"{name}: learns from a site; these pages are single ones")
        else:
            chosen.append(system)
    for name in dict.fromkeys(peer_names):
        if name not in peers.PEERS:
            raise InputError(f"there is no peer {name!r}; choose from {', '.join(peers.PEERS)}")
        version = peers.version(name)
        if version is None:
            package = peers.PEERS[name].package
            lines.append(f"{name}: {package} is not installed; install it with: pip install 'sectio[eval]'")
        else:
            chosen.append(System(name, "peer", version, _peer_code()))
    return chosen, lines


def all_methods(*, sites: bool) -> list[str]:
    """Return the names of all methods that can run: the ones that learn only where there are sites."""
    table = api.methods()
    names = [name for name, method in table.items() if sites or not method.needs_site]
    return [*names, SITE_MODE] if sites and "template" in table else names


def installed_peers() -> list[str]:
    """Return the peers whose packages are installed."""
    return [name for name in peers.PEERS if peers.version(name)]


def _method(name: str) -> System:
    if name in BASELINES:
        return System(name, "method", __version__, _baseline_code(), baseline=True)
    if name == SITE_MODE:
        return System(name, "method", __version__, code_version(), learns="template")
    table = api.methods()
    if name not in table:
        raise InputError(f"there is no method {name!r}; choose from {', '.join([*table, SITE_MODE, *BASELINES])}")
    learns = name if table[name].needs_site else None
    return System(name, "method", __version__, code_version(), learns, baseline=name == "body")


@cache
def extractor(system: System) -> Extract:
    """Return the function of a system that needs no site model, loaded and warmed up."""
    run: Extract
    if system.kind == "peer":
        run = peers.load(system.name)
    elif system.name in BASELINES:
        run = BASELINES[system.name]
    else:
        run = _with_method(system.name)
    _warm_up(run)
    return run


@cache
def site_extractor(system: System, model: Path) -> Extract:
    """Return the function of a system with the site model saved in a file."""
    site = api.load(model)
    method = None if system.name == SITE_MODE else system.name
    return lambda html, url: api.extract(html, url=url, template=site, method=method)


def _with_method(name: str) -> Extract:
    return lambda html, url: api.extract(html, url=url, method=name)


def text_of(found: str | Extraction) -> str:
    """The text that a system gave."""
    return found if isinstance(found, str) else found.text


def _warm_up(run: Extract) -> None:
    """Load what the first call loads, so that the first page's time is an extraction."""
    try:
        text_of(run(_WARM_UP, None))
    except Exception:
        return  # the pages will show it


@cache
def code_version() -> str:
    """Return a digest of all our files that decide what a method extracts."""
    root = Path(api.__file__).parent
    return _digest(path for path in sorted(root.rglob("*")) if path.relative_to(root).parts[0] not in _ASIDE)


@cache
def _peer_code() -> str:
    """Return a digest of what we do for peers: call them, decode for those that cannot."""
    return _digest([Path(peers.__file__), Path(decode.__code__.co_filename)])


@cache
def _baseline_code() -> str:
    return _digest([Path(baselines.__file__), *sorted(Path(decode.__code__.co_filename).parent.glob("*.py"))])


def _digest(paths: Iterable[Path]) -> str:
    total = blake2b(digest_size=12)
    for path in paths:
        if path.is_file() and "__pycache__" not in path.parts:
            total.update(path.name.encode())
            total.update(path.read_bytes())
    return total.hexdigest()
