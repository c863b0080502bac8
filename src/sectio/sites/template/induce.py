"""Learning a site: structure from all sample pages first, then counting what repeats where (spec §4)."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from sectio import deadline
from sectio.dom.page import Page
from sectio.sites.template.align import similarity
from sectio.sites.template.grow import Grower
from sectio.sites.template.pattern import Node
from sectio.sites.template.settings import Settings
from sectio.sites.template.template import Template
from sectio.sites.template.view import View, class_labels, view_page

MIN_CLASS_PAGES = 2
# Later pages may move nodes of an earlier page to other positions; a second pass over the pages, which costs little
# for those that fit, makes the template accept them all.
ROUNDS = 3


@dataclass(frozen=True)
class Learned:
    """Templates, largest group of pages first, and the numbers of the pages that none of them took."""

    templates: tuple[Template, ...]
    skipped: tuple[int, ...]


def learn_templates(pages: Sequence[Page], settings: Settings, known: frozenset[str] | None = None) -> Learned:
    """Learn one template per group of similar pages; `known` are class labels that always count."""
    if settings.label == "tag+class":
        least = MIN_CLASS_PAGES if known else min(MIN_CLASS_PAGES, len(pages))
        known = common_classes(pages, least) | (known or frozenset())
    else:
        known = frozenset()
    views = [view_page(page, label=settings.label, known=known) for page in pages]
    order = list(range(len(pages)))
    if settings.sort:
        # Small pages first: the frame of the site is learned before the variety of its content.
        order.sort(key=lambda number: (len(views[number]), views[number].prints[views[number].root]))
    templates, skipped = [], []
    for group in group_pages(views, order, settings):
        root, taken = _grow(views, group, settings)
        template = Template(root, label=settings.label, known=known, settings=settings)
        template.count([pages[number] for number in taken])
        templates.append(template)
        skipped += [number for number in group if number not in set(taken)]
    return Learned(tuple(templates), tuple(sorted(skipped)))


def common_classes(pages: Sequence[Page], least: int) -> frozenset[str]:
    """The class labels that several pages use: names made up for one page (`post-123`) mean nothing."""
    counts: Counter[str] = Counter()
    for page in pages:
        deadline.check()
        counts.update(set(class_labels(page).values()))
    return frozenset(label for label, count in counts.items() if count >= least)


def group_pages(views: Sequence[View], order: Sequence[int], settings: Settings) -> list[list[int]]:
    """Pages by similarity to the first page of a group; a single page joins the group most similar to it.

    Simple on purpose: signatures reach a few levels down, enough to distinguish the page kinds of one site.
    """
    groups: list[list[int]] = []
    for number in order:
        deadline.check()
        likes = [_likeness(views[group[0]], views[number]) for group in groups]
        best = max(range(len(groups)), key=likes.__getitem__, default=-1)
        if groups and likes[best] >= settings.clusters:
            groups[best].append(number)
        else:
            groups.append([number])
    groups.sort(key=lambda group: (-len(group), order.index(group[0])))
    large = [group for group in groups if len(group) > 1] or groups[:1]
    for group in groups:
        if group not in large:
            likes = [_likeness(views[one[0]], views[group[0]]) for one in large]
            large[max(range(len(large)), key=likes.__getitem__)] += group
    return large


def _likeness(a: View, b: View) -> float:
    if a.label[a.root] != b.label[b.root]:
        return 0.0
    return similarity(a.sig(a.root), b.sig(b.root))


def _grow(views: Sequence[View], group: Sequence[int], settings: Settings) -> tuple[Node, list[int]]:
    """The structure of a group's pages, and the pages that went into it."""
    grower = Grower(settings.limits)
    first = views[group[0]]
    root, taken = grower.build(first, first.root), [group[0]]
    for number in group[1:]:
        view = views[number]
        if grower.page_fit(root, view) >= settings.min_page_sim:
            root = grower.grow(root, view, view.root)
            taken.append(number)
    for _ in range(ROUNDS):
        before = root
        for number in taken:
            root = grower.grow(root, views[number], views[number].root)
        if root is before:
            break
    return root, taken
