"""What SD finds on a page: its regions, their roles, and which belong together."""

from dataclasses import dataclass, field
from math import isfinite
from typing import Any

import numpy as np

from sectio.dom.unicode import composed
from sectio.methods.sd.decide import RegionChoice
from sectio.methods.sd.regions import Regions
from sectio.once import once
from sectio.results import Comment


@dataclass(frozen=True, eq=False)
class Region:
    """A region with the paper's features; text and title are read when asked for.

    `role` is `article`, `comment`, `area`, `part` (of one of these) or `other`; `owner` is the number of the
    region it is a part of; a comment has the number of its `article`, and all of them are its `members`.
    """

    number: int
    role: str
    owner: int | None
    article: int | None
    members: tuple[int, ...]
    regions: Regions = field(repr=False)

    @property
    def root(self) -> int:
        """The row of its root element."""
        return int(self.regions.root[self.number])

    @property
    def density(self) -> int:
        """Characters of its text."""
        return int(self.regions.density[self.number])

    @property
    def dfr(self) -> int:
        """Distance from the root: number of ancestors."""
        return int(self.regions.level[self.number])

    @property
    def dfm(self) -> float:
        """Distance from the region with most text: 0 to 100."""
        return float(self.regions.distance[self.number])

    @property
    def title_level(self) -> int | None:
        """The level at which its title was found."""
        level = int(self.regions.title_level[self.number])
        return None if level < 0 else level

    @property
    def title_diff(self) -> float:
        """Levels between it and its title; infinite without one."""
        return float(self.regions.title_gap[self.number])

    @property
    def cardinality(self) -> int:
        """Number of child elements."""
        page = self.regions.page
        return sum(bool(page.is_element[child]) for child in page.children(self.root))

    @property
    def tag(self) -> str:
        """Tag name of its root."""
        return self.regions.page.tag_of(self.root)

    @property
    def class_name(self) -> str:
        """Class attribute of its root."""
        return composed(self.regions.page.classes.get(self.root, ""))

    @property
    def id(self) -> str:
        """Id attribute of its root."""
        return composed(self.regions.page.ids.get(self.root, ""))

    @property
    def style(self) -> str:
        """Style attribute of its root."""
        return composed(self.regions.page.attribute(self.root, "style") or "")

    @property
    def xpath(self) -> str:
        """Where its root is."""
        return self.regions.page.xpath(self.root)

    @once
    def text(self) -> str:
        """Its text: that of its root, without other regions."""
        return self.regions.text(self.number)

    @once
    def title(self) -> str | None:
        """The heading over it."""
        return self.regions.title_text(self.number)

    def to_dict(self) -> dict[str, Any]:
        """Its features and what it belongs to, ready for JSON; what it does not have is None."""
        names = ("number", "role", "owner", "article", "xpath", "tag", "id", "style", "cardinality", "density", "dfr")
        record = {name: getattr(self, name) for name in names}
        gap = self.title_diff
        return {
            **record,
            "class": self.class_name,
            "dfm": round(self.dfm, 4),
            "title": self.title,
            "title_level": self.title_level,
            "title_diff": int(gap) if isfinite(gap) else None,
            "members": list(self.members),
            "text": self.text,
        }


@dataclass(frozen=True, eq=False)
class SDResult:
    """The page type, the article with its comments, or the areas; and all regions, in document order."""

    found: Regions = field(repr=False)
    decision: RegionChoice

    @property
    def page_type(self) -> str:
        """`article`, `article_comments` or `multiple`."""
        return self.decision.page_type

    @once
    def regions(self) -> tuple[Region, ...]:
        """All regions of the page."""
        decision = self.decision
        roles = dict.fromkeys(np.flatnonzero(decision.owner >= 0).tolist(), "part")
        roles |= dict.fromkeys(decision.areas, "area") | dict.fromkeys(decision.comments, "comment")
        if decision.article is not None:
            roles[decision.article] = "article"
        groups = {"comment": decision.comments, "area": decision.areas}
        return tuple(
            Region(
                number=number,
                role=(role := roles.get(number, "other")),
                owner=int(owner) if role == "part" else None,
                article=decision.article if role == "comment" else None,
                members=groups.get(role, ()),
                regions=self.found,
            )
            for number, owner in enumerate(decision.owner.tolist())
        )

    @property
    def article(self) -> Region | None:
        """The article region."""
        return None if self.decision.article is None else self.regions[self.decision.article]

    @property
    def comments(self) -> tuple[Region, ...]:
        """The comment regions."""
        return tuple(self.regions[number] for number in self.decision.comments)

    @property
    def areas(self) -> tuple[Region, ...]:
        """The areas of a page with several."""
        return tuple(self.regions[number] for number in self.decision.areas)

    @property
    def texts(self) -> list[str]:
        """The informative texts, parts included: the article and each comment, or each area."""
        return informative_texts(self.found, self.decision)

    def to_dict(self) -> dict[str, Any]:
        """The type and all regions with their relations, ready for JSON."""
        return {"page_type": self.page_type, "regions": [region.to_dict() for region in self.regions]}


def informative_texts(regions: Regions, decision: RegionChoice) -> list[str]:
    """The texts of the chosen regions, each with its parts."""
    return [regions.text(*np.flatnonzero(decision.owner == number).tolist()) for number in decision.chosen]


def as_comments(regions: Regions, decision: RegionChoice) -> tuple[Comment, ...]:
    """The comment regions as comments; one whose root is inside another's is its answer."""
    found: list[Comment] = []
    open_: list[int] = []
    for number in decision.comments:
        root = int(regions.root[number])
        while open_ and regions.page.end[regions.root[decision.comments[open_[-1]]]] <= root:
            open_.pop()
        parent = open_[-1] if open_ else None
        text = regions.text(*np.flatnonzero(decision.owner == number).tolist())
        found.append(Comment(None, None, text, depth=len(open_), parent=parent))
        open_.append(len(found) - 1)
    return tuple(found)
