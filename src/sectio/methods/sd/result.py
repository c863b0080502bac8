"""What SD says of a page: its regions, their roles, and which belong together."""

from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from sectio.dom.page import Ints
from sectio.methods.sd.decide import Decision
from sectio.methods.sd.regions import Regions
from sectio.results import Comment


@dataclass(frozen=True, eq=False)
class Region:
    """A region with the paper's features; text and title are read when asked for.

    `role` is `article`, `part`, `comment`, `area` or `other`; `article` is the number of the article a comment
    or a part belongs to; `members` are the numbers of the regions it stands in a group with.
    """

    number: int
    role: str
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
        return self.regions.page.classes.get(self.root, "")

    @property
    def id(self) -> str:
        """Id attribute of its root."""
        return self.regions.page.ids.get(self.root, "")

    @property
    def style(self) -> str:
        """Style attribute of its root."""
        return self.regions.page.attribute(self.root, "style") or ""

    @cached_property
    def text(self) -> str:
        """Its text: that of its root, without other regions."""
        return self.regions.text(self.number)

    @cached_property
    def title(self) -> str | None:
        """The heading over it."""
        return self.regions.title_text(self.number)


@dataclass(frozen=True, eq=False)
class SDResult:
    """The page type, the article with its comments, or the areas; and all regions, in document order."""

    found: Regions = field(repr=False)
    decision: Decision

    @property
    def page_type(self) -> str:
        """`article`, `article_comments` or `multiple`."""
        return self.decision.page_type

    @cached_property
    def regions(self) -> tuple[Region, ...]:
        """All regions of the page."""
        decision = self.decision
        groups = {"part": decision.parts, "comment": decision.comments, "area": decision.areas}
        roles = {number: role for role, numbers in groups.items() for number in numbers}
        if decision.article is not None:
            roles[decision.article] = "article"
        return tuple(
            Region(
                number=number,
                role=(role := roles.get(number, "other")),
                article=decision.article if role in ("comment", "part") else None,
                members=groups.get(role, ()),
                regions=self.found,
            )
            for number in range(len(self.found))
        )

    @property
    def article(self) -> Region | None:
        """The article region."""
        return None if self.decision.article is None else self.regions[self.decision.article]

    @property
    def parts(self) -> tuple[Region, ...]:
        """The regions that continue the article."""
        return tuple(self.regions[number] for number in self.decision.parts)

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
        """The informative texts: the article (with its parts) and each comment, or each area."""
        return informative_texts(self.found, self.decision)


def informative_texts(regions: Regions, decision: Decision) -> list[str]:
    """The texts that the decision calls informative, one per region."""
    if decision.article is None:
        return [regions.text(number) for number in decision.areas]
    article = regions.text(decision.article, *decision.parts)
    return [article, *(regions.text(number) for number in decision.comments)]


def content_regions(decision: Decision) -> Ints:
    """The regions that are the page's main text: the article, or the areas."""
    chosen = decision.areas if decision.article is None else (decision.article, *decision.parts)
    return np.array(chosen, np.int32)


def as_comments(regions: Regions, numbers: tuple[int, ...]) -> tuple[Comment, ...]:
    """The comment regions as comments; one whose root lies inside another's is its answer."""
    found: list[Comment] = []
    open_: list[int] = []
    for number in numbers:
        root = int(regions.root[number])
        while open_ and regions.page.end[regions.root[numbers[open_[-1]]]] <= root:
            open_.pop()
        parent = open_[-1] if open_ else None
        found.append(Comment(None, None, regions.text(number), depth=len(open_), parent=parent))
        open_.append(len(found) - 1)
    return tuple(found)
