"""The body of a page as a region: the container with most of what varies from page to page.

The wildcards of a pattern are at many depths (a paragraph all pages have stays `p(.)`, the rest is `*`), so
single groups of wildcards miss parts of a text. The region is found once per pattern: each page it was made
from gives one vote, shared out over the wildcards by the words they took; links do not count. From the root
down, the child with most of the votes is the way to the body.
"""

from collections.abc import Sequence
from typing import Final

import numpy as np

from sectio.dom.blocks import Blocks
from sectio.dom.page import Floats, Mask, Page, covered
from sectio.dom.tree import child_count, child_sum, subtree_sum
from sectio.sites.furniture import in_teasers, without_furniture
from sectio.sites.rtdm.classes import WILDCARDS
from sectio.sites.rtdm.labels import TITLE_WORDS, content_words, may_be_title
from sectio.sites.rtdm.patterns import NePattern, PatternMatch
from sectio.sites.rtdm.trees import Tree

# The body has most of what its container has; set on real and generated sites (experiment E7).
MOST: Final = 0.6
CONTAINERS: Final = frozenset(("html", "body", "main", "article", "section", "div", "form", "center"))
# Old layouts keep a page in a cell, and its text in a font; a cell of data has fewer parts.
LOOSE_CONTAINERS: Final = frozenset(("td", "font"))
PARTS: Final = 3
# Against the pattern, a page may lead further down only to a part with nearly all that varies on it.
NEARLY_ALL: Final = 0.8
# Bylines, tags and labels are blocks too, but not body text; shorter blocks are not counted.
BLOCK_WORDS: Final = 8
# An article is not made of short records, unless everything is. These, and the two above, were set on one draw of
# generated sites (seed 90210), where comments often outweigh articles; they cost 0.002 of F1 on real sites (E7).
RECORDS, RECORD_BLOCKS, RECORD_WORDS = 3, 2, 80
RECORD_WEIGHT: Final = 0.1
LEAST_REST: Final = 0.2
# Words are characters in scripts without spaces: headlines have more of them.
CJK_FACTOR: Final = 3


def votes(pattern: NePattern, match: PatternMatch, page: Page) -> Floats:
    """The share of each wildcard of a pattern in the words a page's wildcards took, links left out."""
    running = np.concatenate(([0.0], np.cumsum((page.words - page.link_words) * _weights(page))))
    shares = np.zeros(len(pattern.tree))
    for number, wildcard in enumerate(pattern.wildcards, 1):
        rows = np.array(match.captures.get(number, ()), np.int64)
        shares[wildcard] = (running[page.end[rows]] - running[rows]).sum()
    total = shares.sum()
    return shares / total if total else shares


def _weights(page: Page) -> Floats:
    """What a word counts: less in records, nothing where it is hidden."""
    found: Floats = np.where(in_records(page), RECORD_WEIGHT, 1.0) * page.visible
    return found


def in_records(page: Page) -> Mask:
    """The rows of short adjacent parts, each of several blocks: comments, teasers, posts."""
    parts = np.flatnonzero((child_sum(page, page.is_block) >= RECORD_BLOCKS) & page.is_element)
    alike, kind = np.unique(page.parent[parts].astype(np.int64) << 32 | page.tag[parts], return_inverse=True)
    words = subtree_sum(page, page.words)[parts]
    number = np.bincount(kind, minlength=len(alike))
    mean = np.bincount(kind, weights=words, minlength=len(alike)) / np.maximum(number, 1)
    records = np.zeros(len(page), bool)
    most = RECORD_WORDS * (CJK_FACTOR if page.counts.cjk.sum() > page.counts.words.sum() / 2 else 1)
    records[parts] = ((number >= RECORDS) & (mean <= most))[kind]
    return covered(page, records)


def body_row(tree: Tree, votes: Floats) -> int | None:
    """The container, or the wildcard in one, that step by step has most of the votes; None without votes."""
    running = np.concatenate(([0.0], np.cumsum(votes)))
    below = running[tree.end] - running[:-1]
    if not len(tree) or not below[0] > 0:
        return None
    row = 0
    while children := tree.children(row):
        heaviest = max(children, key=lambda child: below[child])
        if below[heaviest] < MOST * below[row]:
            break
        row = heaviest
    wild = tree.name(row) in WILDCARDS and _contains(tree, int(tree.parent[row]))
    while row and not wild and not _contains(tree, row):
        row = int(tree.parent[row])
    return row


def _contains(tree: Tree, row: int) -> bool:
    """Whether a row is a container."""
    name = tree.name(row)
    return name in CONTAINERS or (name in LOOSE_CONTAINERS and len(tree.children(row)) >= PARTS)


def region(page: Page, pattern: NePattern, match: PatternMatch, row: int | None) -> Mask:
    """The visible text of the page below the partner of a pattern row.

    Where a wildcard took the body, or the row has no partner on this page, the pattern is not enough: then the
    page's own words lead down to the container with most of what varies, in words and in blocks. They also do
    so where one part of the region has nearly all of it.
    """
    wild = row is not None and pattern.tree.name(row) in WILDCARDS
    wanted = int(pattern.tree.parent[row]) if row is not None and wild else row
    partners = [other for one, other in match.pairs if one == wanted]
    node = partners[0] if partners else 0
    if wild or not partners:
        node = _narrowed(page, varying(page, match), node, MOST)
    else:
        node = _narrowed(page, varying(page, match), node, NEARLY_ALL)
    inside = np.zeros(len(page), bool)
    inside[node : page.end[node]] = True
    return inside & page.is_text & page.visible


def own_text(page: Page, match: PatternMatch, region: Mask) -> Mask:
    """A region without teasers, the template's text at its ends, and the template's links and long texts inside.

    Where there is hardly more than teasers, as on a listing, these are its text.
    """
    rest = region & ~in_teasers(page)
    mask = rest if rest.sum() > LEAST_REST * region.sum() else region
    cut, own = Blocks.of(page), varying(page, match)[page.text_rows]
    changes = np.concatenate(([0], np.cumsum(own)))
    return without_furniture(page, mask, changes[cut.last] == changes[cut.first])


def _narrowed(page: Page, own: Mask, node: int, least: float) -> int:
    """The deepest container below a node that step by step has at least this share of the words and blocks that vary."""
    blocks = Blocks.of(page)
    first = np.zeros(len(page))
    first[blocks.node] = blocks.sum(page.counts.words) >= BLOCK_WORDS
    counted = own * _weights(page) * ~page.in_link
    sums = [np.concatenate(([0.0], np.cumsum(values * counted))) for values in (page.words, first)]
    is_container = page.is_tag(*CONTAINERS) | (page.is_tag(*LOOSE_CONTAINERS) & (child_count(page) >= PARTS))

    def shares(row: int) -> list[float]:
        return [float(running[page.end[row]] - running[row]) for running in sums]

    top = node
    while children := [child for child in page.children(node) if page.is_element[child]]:
        heaviest = max(children, key=shares)
        if not all(part >= least * whole > 0 for part, whole in zip(shares(heaviest), shares(node), strict=True)):
            break
        node = heaviest
    while node > top and not is_container[node]:
        node = int(page.parent[node])
    return node


def varying(page: Page, match: PatternMatch) -> Mask:
    """The rows that are not part of the pattern: what wildcards took, and what has no partner."""
    own = np.ones(len(page), bool)
    own[[other for _, other in match.pairs]] = False
    return own


def captured(page: Page, match: PatternMatch) -> Mask:
    """The rows the wildcards took."""
    roots = np.zeros(len(page), bool)
    roots[[row for rows in match.captures.values() for row in rows]] = True
    return covered(page, roots)


def headline(page: Page, match: PatternMatch, body: Mask) -> tuple[str | None, Mask]:
    """The block most similar to the head's title, searched down to the body's first long block.

    Returns its text and its rows. Headings win over other blocks, later ones over earlier ones.
    """
    blocks = Blocks.of(page)
    none = np.zeros(len(page), bool)
    taken = (varying(page, match) & page.visible)[blocks.node]
    words = blocks.sum(page.counts.words)
    factor = np.where(blocks.sum(page.counts.cjk) > words / 2, CJK_FACTOR, 1)
    long = np.flatnonzero(body[blocks.node] & (words > 2 * TITLE_WORDS * factor))
    last = int(long[0]) if len(long) else len(blocks)
    places = [int(place) for place in np.flatnonzero(taken[:last]) if words[place] <= TITLE_WORDS * factor[place]]
    levels = _heading_levels(page, [int(blocks.node[place]) for place in places])
    known = content_words(page.source.head().title)
    scored = [
        (_likeness(text, known) + (0.5 - 0.05 * level if level else 0.0), place)
        for place, level in zip(places, levels, strict=True)
        if may_be_title(text := blocks.text(place), 1)
    ]
    if not scored or max(scored)[0] <= 0:
        return None, none
    place = max(scored)[1]
    none[page.text_rows[blocks.first[place] : blocks.last[place]]] = True
    return blocks.text(place), none


def _heading_levels(page: Page, nodes: Sequence[int]) -> list[int]:
    """The level of the heading each text is in, 0 for none; a few steps up are enough."""
    levels = []
    for node in nodes:
        for _ in range(4):
            if page.heading[node]:
                break
            node = int(page.parent[node])
        levels.append(int(page.heading[node]))
    return levels


def _likeness(text: str, known: frozenset[str]) -> float:
    """Twice the common words over all words of both."""
    words = content_words(text)
    return 2 * len(words & known) / (len(words) + len(known)) if words or known else 0.0
