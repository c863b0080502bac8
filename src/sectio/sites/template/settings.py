"""The parameters of learning and sectioning by template: our values and the paper's."""

from dataclasses import asdict, dataclass, fields
from typing import Any, Literal

from sectio.errors import InputError
from sectio.sites.model import check_types
from sectio.sites.template.fold import FOLD_SIM, MAX_PERIOD
from sectio.sites.template.grow import MAX_ALTS, MIXED, Limits
from sectio.sites.template.support import NODE_SUPPORT
from sectio.sites.template.view import LabelKind


@dataclass(frozen=True)
class Settings:
    """Thresholds are the paper's where it names one; the rest is explained in docs/methods/template.md.

    `saturation` is the share of a node's pages (at least three) on which a text counts as noise in full (None: all
    of them, as in the paper); `links` is how much noise being a link counts as; `refine` cuts noisy parts out of mixed
    blocks and sections; `masked` takes texts that differ only in their numbers as the same; `image_cap` lets the images of a section weigh no more than its text; `controls` leaves out repeated links and buttons of informative sections, `teasers` lists of links to other
    pages with words of their own; `mixed` is the length from which a child list of recurring labels is running text; `sort` makes the order
    of the sample pages irrelevant; `clusters` is the similarity below which pages get a template of their own (0: never);
    `star_sections` and `relative` exist to be switched off in experiments.
    """

    profile: str = "default"
    label: LabelKind = "tag+class"
    node_support: float = NODE_SUPPORT
    area: float = 0.15
    noisy: float = 0.25
    saturation: float | None = 0.2
    links: float = 0.8
    refine: bool = True
    masked: bool = True
    image_cap: bool = True
    controls: bool = True
    teasers: bool = True
    combine: Literal["max", "mean"] = "max"
    max_star_ratio: float | None = None
    star_sections: bool = True
    relative: bool = True
    mixed: int | None = MIXED
    sort: bool = True
    clusters: float = 0.4
    min_page_sim: float = 0.3
    min_match_sim: float = 0.3
    fold_sim: float = FOLD_SIM
    max_period: int = MAX_PERIOD
    max_alts: int = MAX_ALTS

    def __post_init__(self) -> None:
        check_types(self)

    @property
    def limits(self) -> Limits:
        """The part that growing needs."""
        return Limits(self.min_match_sim, self.fold_sim, self.max_period, self.max_alts, self.mixed)

    def to_data(self) -> dict[str, Any]:
        """As plain values."""
        return asdict(self)


PAPER: dict[str, Any] = {
    "profile": "paper",
    "label": "tag",
    "saturation": None,
    "links": 0.0,
    "refine": False,
    "masked": False,
    "image_cap": False,
    "controls": False,
    "teasers": False,
    "mixed": None,
    "sort": False,
    "clusters": 0.0,
}


def settings(profile: str = "default", **changes: Any) -> Settings:
    """The settings of a profile (`default` or `paper`) with some changed."""
    if profile not in ("default", "paper"):
        raise InputError(f"there is no profile {profile!r} of the template method; choose default or paper")
    known = {item.name for item in fields(Settings)}
    for name in changes:
        if name not in known:
            raise InputError(f"the template method has no parameter {name!r}; it has {', '.join(sorted(known))}")
    start: dict[str, Any] = PAPER if profile == "paper" else {}
    return Settings(**{**start, **changes})
