"""What a site's memory knows about the positions of its templates: whether they are content, or facts about the page.

A position's prior is the network's mean logit there on the sample pages, pulled towards that of the parts around it the
fewer words it is based on. The headline is the first heading that occurs once on nearly every page and never has the same text
twice; a dated line is a position where nearly every text is short and contains a date. Both are in `title` and `date`. The
part around them with almost no content (the head of an article: byline, reading time) is not part of the text.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from sectio.dom.page import Floats, Ints, Mask
from sectio.model.memory import NOWHERE, Memory
from sectio.sites.template.pattern import Node, walk
from sectio.sites.template.template import Template

# Words that the surroundings of a position count for.
DRAW = 10.0
# Positions on fewer sample pages are not evidence about headlines and dates.
MIN_PAGES = 3
ON_MOST, NEARLY_ALL, ONCE, ON_SOME = 0.8, 0.9, 1.1, 0.3
# At most this share of the content expected on the sample pages is in the head of an article.
HEAD_SHARE = 0.1


@dataclass(frozen=True, eq=False)
class Positions:
    """One value per position of a template, and one more for rows that have none; `prior` is NaN where nothing is known."""

    prior: Floats
    about: Mask
    beside: Mask


def positions(template: Template, number: int, memory: Memory) -> Positions:
    """What a memory knows about the positions of its template with this number."""
    tree = _tree(template.root)
    mean, weight = _columns(memory.priors, number, len(tree.end), 2).T
    about = _about(_columns(memory.lines, number, len(tree.end), 5).T, template.support.pages)
    expected = np.where(about, 0.0, weight / (1 + np.exp(-np.clip(mean, -30, 30))))
    prior, beside = _priors(tree, mean * weight, weight), _beside(tree, about, _below(tree, expected))
    return Positions(np.append(prior, np.nan), np.append(about, False), np.append(beside, False))


@dataclass(frozen=True, eq=False)
class _Tree:
    """Positions of a template: the node above each (the root's is -1), and where its part ends."""

    above: Ints
    end: Ints
    is_node: Mask


def _tree(root: Node) -> _Tree:
    above: list[int] = []
    items = list(walk(root))
    for _, over in items:
        # Operators are transparent.
        above.append(over if over < 0 or isinstance(items[over][0], Node) else above[over])
    end = np.arange(len(items)) + [item.size for item, _ in items]
    is_node = np.array([isinstance(item, Node) for item, _ in items], bool)
    return _Tree(np.array(above, np.int32), end.astype(np.int32), is_node)


def _columns(rows: Mapping[str, Sequence[float]], number: int, size: int, width: int) -> Floats:
    """The values of one template, one row per position; 0 where there are none."""
    table = np.zeros((size, width))
    for key, values in rows.items():
        template, _, position = key.partition(".")
        if int(template) == number and NOWHERE < int(position) < size:
            table[int(position)] = values
    return table


def _below(tree: _Tree, values: Floats) -> Floats:
    """Sums over the part of each position."""
    running = np.concatenate(([0.0], np.cumsum(values)))
    return np.asarray(running[tree.end] - running[:-1])


def _priors(tree: _Tree, total: Floats, weight: Floats) -> Floats:
    """Mean logits, pulled towards those of the node above; an element's own blocks are the ones the template lacks."""
    prior = np.full(len(total), np.nan)
    totals, weights = _below(tree, total), _below(tree, weight)
    for position, (above, is_node) in enumerate(zip(tree.above.tolist(), tree.is_node.tolist(), strict=True)):
        if above < 0:
            prior[position] = totals[position] / weights[position] if weights[position] else np.nan
        elif is_node:
            prior[position] = (totals[position] + DRAW * prior[above]) / (weights[position] + DRAW)
        else:
            prior[position] = prior[above]
    inner = tree.end > np.arange(len(total)) + 1
    return np.where(inner, (total + DRAW * prior) / (weight + DRAW), prior)


def _about(lines: Floats, sample: int) -> Mask:
    """The headline and the dated lines."""
    blocks, pages, headings, dates, texts = lines
    enough = pages >= MIN_PAGES
    dated = enough & (pages >= ON_SOME * sample) & (dates >= ON_MOST * blocks)
    once = enough & (pages >= ON_MOST * sample) & (blocks <= ONCE * pages)
    headline = once & (headings >= NEARLY_ALL * blocks) & (texts >= NEARLY_ALL * blocks)
    dated[np.flatnonzero(headline)[:1]] = True
    return np.asarray(dated)


def _beside(tree: _Tree, about: Mask, expected: Floats) -> Mask:
    """The largest parts around headline and dated lines that have almost no content."""
    beside = np.zeros(len(about), bool)
    for position in np.flatnonzero(about).tolist():
        top, above = position, int(tree.above[position])
        while above >= 0 and expected[above] < HEAD_SHARE * expected[0]:
            top, above = above, int(tree.above[above])
        beside[top : tree.end[top]] = True
    return beside
