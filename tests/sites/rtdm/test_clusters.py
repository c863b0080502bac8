"""Groups of pages: the examples, average linkage without shortcuts, samples, skeletons."""

import random

import numpy as np
import pytest

from sectio.dom.page import Page
from sectio.dom.parse import parse
from sectio.errors import InputError
from sectio.sites.rtdm.clusters import cluster, cluster_trees
from sectio.sites.rtdm.matching import Tree, rtdm_similarity
from sectio.sites.rtdm.skeletons import skeleton
from tests.sites.rtdm.test_matching import EXAMPLES, random_tree


@pytest.mark.parametrize(("row", "merged"), [(1, True), (2, True), (6, True), (4, False), (7, False)])
def test_worked_examples(row: int, merged: bool) -> None:
    """At 0.8 the pairs with a similarity of 0.8 and more are one group, the others two."""
    trees = [Tree.parse(notation) for notation in EXAMPLES[row][:2]]
    assert cluster_trees(trees) == ([[0, 1]] if merged else [[0], [1]])


def slow_clusters(trees: list[Tree], threshold: float) -> list[list[int]]:
    """Average linkage over all pairs, none left out."""
    similar = np.array([[rtdm_similarity(one, other) for other in trees] for one in trees])
    groups = [[number] for number in range(len(trees))]
    while len(groups) > 1:
        pairs = [(i, j) for i in range(len(groups)) for j in range(i + 1, len(groups))]
        averages = [float(similar[np.ix_(groups[i], groups[j])].mean()) for i, j in pairs]
        best = int(np.argmax(np.round(averages, 9)))
        if averages[best] < threshold:
            break
        i, j = pairs[best]
        groups[i] = sorted(groups[i] + groups.pop(j))
        groups.sort()
    return groups


def variants(rng: random.Random, kinds: int, each: int) -> list[Tree]:
    """Trees of some kinds, each with a leaf or two more than the kind."""
    trees = []
    for _ in range(kinds):
        base = random_tree(rng, 25, "abcd")
        labels, parents = [base.name(row) for row in range(len(base))], base.parent.tolist()
        for _ in range(each):
            more = rng.randint(0, 3)
            trees.append(Tree.build(labels + ["x"] * more, parents + [0] * more))
    return trees


@pytest.mark.parametrize("seed", range(8))
def test_same_groups_as_without_bounds(seed: int) -> None:
    """Comparing only where a bound allows a merge gives the groups of comparing everything."""
    rng = random.Random(seed)
    trees = variants(rng, 4, 4)
    rng.shuffle(trees)
    for threshold in (0.5, 0.7, 0.8, 0.9):
        assert cluster_trees(trees, threshold) == slow_clusters(trees, threshold)


def test_many_trees_join_medoids() -> None:
    """Beyond 500 different trees a sample is grouped; the others join a group, and unusual ones get their own."""
    one = [Tree.build(["r", *"a" * 20, *f"{number:09b}"], [0] * 30) for number in range(300)]
    other = [Tree.build(["s", *"b" * 20, *f"{number:09b}"], [0] * 30) for number in range(250)]
    odd = Tree.parse("q(z)")
    assert cluster_trees([*one, *other, odd]) == [[*range(300)], [*range(300, 550)], [550]]


def article(paragraphs: int, comments: int = 0) -> Page:
    text = "".join(f"<p>Paragraph {n} <b>of</b> many.</p>" for n in range(paragraphs))
    said = "".join(f"<div class=comment><p>Comment {n}</p></div>" for n in range(comments))
    return parse(f"{TOP}<main><article><h1>T</h1><div class=text>{text}</div></article>{said}</main>{BOTTOM}")


def listing(entries: int) -> Page:
    cards = "".join(
        f"<li class=card><h2><a href=/{n}>Entry</a></h2><div class=teaser><p>Short</p></div></li>"
        for n in range(entries)
    )
    return parse(f"{TOP}<main><h1>All</h1><ul class=cards>{cards}</ul></main>{BOTTOM}")


TOP = "<header><nav><ul><li><a href=/>Home</a><li><a href=/n>News</a></ul></nav></header>"
BOTTOM = "<footer><p>Imprint</p></footer>"


def test_kinds_of_pages() -> None:
    """Articles of any length are one group, lists another; on plain trees length parts the articles."""
    pages = [article(3), listing(8), article(60), listing(12), article(12, comments=2)]
    assert cluster(pages) == [[0, 2, 4], [1, 3]]
    assert [0] in cluster(pages, profile="paper")


def test_skeletons_thin_out_what_repeats() -> None:
    """Inline markup is gone, equal siblings are counted by their binary digits, classes stay."""
    page = parse("<div class='x y'><p>a<p>b <i>c</i><p>d<p>e</div><ul><li>1</ul>")
    assert skeleton(page).notation() == "html(body(div.x(p,p,p),ul(li)))"
    assert skeleton(parse("")).notation() == "html(body)"


def test_order_of_pages_does_not_matter() -> None:
    """The groups are the same sets, whatever page comes first."""
    pages = [article(5), listing(6), article(9, 1), listing(9)]
    turned = cluster(pages[::-1])
    assert sorted(sorted(3 - number for number in group) for group in turned) == cluster(pages)


def test_edges() -> None:
    """No pages, one page, equal pages, empty pages; wrong arguments are errors."""
    assert cluster([]) == []
    assert cluster([article(2)]) == [[0]]
    assert cluster([article(2), article(2), article(2)], 1.0) == [[0, 1, 2]]
    assert cluster([parse(""), parse(""), article(9)]) == [[0, 1], [2]]
    assert cluster_trees([Tree.parse(""), Tree.parse("a"), Tree.parse("")]) == [[0, 2], [1]]
    with pytest.raises(InputError, match="from 0 to 1"):
        cluster([], 1.5)
    with pytest.raises(InputError, match="profile"):
        cluster([], profile="other")  # type: ignore[arg-type]
