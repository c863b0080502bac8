"""One learned template: its structure, its counts, and how it sees pages of the site."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from sectio.dom.page import Floats, Ints, Mask, Page
from sectio.dom.tree import ancestor_any
from sectio.once import once
from sectio.sites.template.features import features
from sectio.sites.template.match import Mapping, Matcher
from sectio.sites.template.pattern import Node, Star, is_mixed, layout, walk, write
from sectio.sites.template.settings import Settings
from sectio.sites.template.support import Signals, Support, signals
from sectio.sites.template.teasers import anywhere
from sectio.sites.template.view import LabelKind, View, view_page


@dataclass(eq=False)
class Template:
    """A tree regular expression with page support."""

    root: Node
    support: Support = field(default_factory=Support)
    label: LabelKind = "tag"
    known: frozenset[str] = frozenset()
    settings: Settings = field(default_factory=Settings)

    @once
    def matcher(self) -> Matcher:
        """Matches pages with the structure."""
        return Matcher(self.root, self.settings.min_match_sim)

    @property
    def pattern(self) -> str:
        """The structure as text."""
        return layout(write((self.root,)))

    def view(self, page: Page) -> View:
        """The page with this template's labels."""
        return view_page(page, label=self.label, known=self.known)

    def match(self, page: Page) -> Mapping:
        """Map the page's rows to positions of the template."""
        return self.matcher.match(self.view(page))

    def count(self, pages: Sequence[Page]) -> None:
        """Count the nodes and features of sample pages."""
        self.__dict__.pop("anywhere", None)
        for page in pages:
            self.support.add(self.match(page).place, features(page))

    @once
    def anywhere(self) -> dict[int, int]:
        """The sample pages of each feature, as bits, whatever its position."""
        return anywhere(self.support)

    @once
    def own_star(self) -> Ints:
        """For each position, the outermost STAR between it and the node above it, else -1."""
        star_of: list[int] = []
        found: list[int] = []
        for place, (item, above) in enumerate(walk(self.root)):
            inherited = star_of[above] if above >= 0 else -1
            found.append(inherited if isinstance(item, Node) else -1)
            # Below a node the count starts over.
            starts = (
                isinstance(item, Star) and inherited < 0 and not (self.settings.mixed is not None and is_mixed(item))
            )
            star_of.append(-1 if isinstance(item, Node) else place if starts else inherited)
        return np.array(found, np.int32)

    @once
    def in_star(self) -> Mask:
        """For each position, whether a STAR is above it."""
        inside: list[bool] = []
        for item, above in walk(self.root):
            inside.append(isinstance(item, Star) or (above >= 0 and inside[above]))
        return np.array(inside, bool)

    def signals(self, page: Page, mapping: Mapping) -> Signals:
        """What the site's pages say about each row."""
        return signals(self.support, page, mapping.place, self.in_star, self.settings)

    def stars(self, page: Page, mapping: Mapping, area: Floats, *, max_ratio: float | None = None) -> Ints:
        """The rows that are items of the uppermost STARs, numbered by STAR; -1 elsewhere.

        A STAR that takes more than `max_ratio` of the page's area is skipped in favour of the STARs inside it.
        """
        place = mapping.place
        own = np.where(place >= 0, self.own_star[place], -1)
        items = np.flatnonzero(own >= 0)
        groups = np.full(len(page), -1, np.int32)
        if not len(items):
            return groups
        keys = own[items].astype(np.int64) << 32 | page.parent[items]
        _, number = np.unique(keys, return_inverse=True)
        groups[items] = number
        if max_ratio is not None:
            sums = np.bincount(number, weights=area[items])
            groups[items[sums[number] > max_ratio * area[min(1, len(page) - 1)]]] = -1
        groups[ancestor_any(page, groups >= 0)] = -1
        return groups
