"""The models of a run: which host has which, and which of them fits a page."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sectio import api
from sectio.batch.files import read_json
from sectio.batch.rows import Choose, Chosen, host
from sectio.batch.settings import Settings
from sectio.dom.page import Page
from sectio.errors import BatchError
from sectio.model.default import NO_MATCH
from sectio.site import Site

if TYPE_CHECKING:
    from sectio.bundle import Bundle

_LOADED = 48  # models in memory, a megabyte each


@dataclass(frozen=True)
class Models:
    """The models in a folder."""

    folder: Path
    hosts: Mapping[str, list[dict[str, Any]]] = field(default_factory=dict)

    @classmethod
    def read(cls, folder: Path) -> "Models":
        """Read the index of a folder."""
        index = read_json(folder / "index.json")
        if index is None or not isinstance(index.get("hosts"), dict):
            raise BatchError(f"{folder}: there is no index of site models; name the folder `_sectio/models` of a run")
        return cls(folder, index["hosts"])

    def choose(self, url: str | None, page: Page, options: Mapping[str, Any]) -> Chosen:
        """The model of the host that knows most of the page; none, with a warning, if no one knows enough."""
        entries = self.hosts.get(host(url) or "", [])
        if not entries:
            return Chosen()
        fits = [_fit(str(self.folder / entry["file"]), page, options) for entry in entries]
        coverage, site = max(fits, key=lambda fit: fit[0])
        if coverage < site.drift_threshold:
            return Chosen(warning=NO_MATCH)
        return Chosen(site, entries[[fit[0] for fit in fits].index(coverage)]["id"])


def _fit(path: str, page: Page, options: Mapping[str, Any]) -> tuple[float, Site]:
    site = _load(path)
    return site.match(page, options=options).coverage, site


@lru_cache(maxsize=_LOADED)
def _load(path: str) -> Site:
    return Site.load(path)


_choosers: dict[tuple[str | None, Path | None], Choose] = {}  # of this process


def chooser(settings: Settings, folder: Path | None) -> Choose | None:
    """How the rows of a run choose a model: the one for all, one of the host's, or none at all."""
    if settings.template is None and folder is None:
        return None
    if (settings.template, folder) not in _choosers:
        _choosers[settings.template, folder] = _chooser(settings, folder)
    return _choosers[settings.template, folder]


def _chooser(settings: Settings, folder: Path | None) -> Choose:
    if settings.template is not None:
        return _choice_of(api.load(settings.template), Path(settings.template).stem, settings.options)
    assert folder is not None
    models = Models.read(folder)
    return lambda url, page: models.choose(url, page, settings.options)


def _choice_of(given: "Site | Bundle", name: str, options: Mapping[str, Any]) -> Choose:
    """The one site for all pages; of a bundle the row names the kind, which the bundle itself finds again at no cost."""
    if isinstance(given, Site):
        chosen = Chosen(given, name)
        return lambda url, page: chosen

    def choose(url: str | None, page: Page) -> Chosen:
        kind, _ = given.choose(page, url=url, options=options)
        return Chosen(given, None if kind is None else f"{name}/{kind.id}")

    return choose
