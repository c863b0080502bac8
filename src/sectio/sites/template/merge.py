"""Joining templates: the counts of one are transferred to another that has grown out of it."""

from collections.abc import Mapping
from typing import NamedTuple

from sectio.sites.template.features import BITS
from sectio.sites.template.grow import Grower
from sectio.sites.template.match import Matcher
from sectio.sites.template.pattern import Node
from sectio.sites.template.skeleton import skeletons
from sectio.sites.template.support import Support
from sectio.sites.template.template import Template

_POSITION = (1 << BITS) - 1


class Joined(NamedTuple):
    """A template made of two, and where the positions of both went."""

    template: Template
    mine: Mapping[int, int]
    other: Mapping[int, int]


def carry(support: Support, moved: Mapping[int, int], into: Support) -> Support:
    """Add counts to `into`, at the positions that replaced the original ones."""
    for position, bits in support.nodes.items():
        if position in moved:
            target = moved[position]
            into.nodes[target] = into.nodes.get(target, 0) | bits << into.pages
    for key, bits in support.features.items():
        if key >> BITS in moved:
            target = moved[key >> BITS] << BITS | key & _POSITION
            into.features[target] = into.features.get(target, 0) | bits << into.pages
    into.pages += support.pages
    return into


def unmoved(root: Node) -> dict[int, int]:
    """Every position mapped to itself."""
    return {position: position for position in range(root.size)}


def moves(old: Node, new: Node) -> dict[int, int]:
    """For positions of the old template, their positions in the new one, found by matching skeletons."""
    if old is new:
        return unmoved(old)
    matcher = Matcher(new)
    moved: dict[int, int] = {}
    for skeleton in skeletons(old):
        place = matcher.match(skeleton.view).place
        for origin, target in zip(skeleton.origin.tolist(), place.tolist(), strict=True):
            if target >= 0:
                moved.setdefault(origin, target)
    return moved


def merged(mine: Template, other: Template) -> Joined:
    """A template that accepts what either accepts, with the counts of both."""
    grower = Grower(mine.settings.limits)
    root = mine.root
    for skeleton in skeletons(other.root, repeats=2, bare=True):
        root = grower.grow(root, skeleton.view, 0)
    from_mine, from_other = moves(mine.root, root), moves(other.root, root)
    support = carry(other.support, from_other, carry(mine.support, from_mine, Support()))
    template = Template(root, support, mine.label, mine.known | other.known, mine.settings)
    return Joined(template, from_mine, from_other)
