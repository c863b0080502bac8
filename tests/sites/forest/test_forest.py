"""FOREST: the spec's worked examples, invariants of the measures, site models, XPath that really runs."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import sectio
from sectio.dom.page import Page
from sectio.dom.parse import parse
from sectio.errors import InputError, TemplateError
from sectio.lab import experiments
from sectio.lab.metrics import bag_score
from sectio.lab.sitegen import generate_sites
from sectio.lab.sitegen.write import write_site
from sectio.sites import forest
from sectio.sites.forest.candidates import Candidates, Rules, find_candidates
from sectio.sites.forest.identify import Identifier, Key, dfs_index, element_keys, generalise
from sectio.sites.forest.keywords import Frequencies, keyword_weights, read_terms, tf_idf
from sectio.sites.forest.measures import density, informativeness, lower_density, margin, unexpectedness
from sectio.sites.forest.ranking import Pattern, aggregate, rank
from sectio.sites.forest.xpath import annotate, quoted, xpath
from tests.strategies import pages as random_pages

VARIANTS = ("info", "feed", "cov", "abselems", "abspaths", "description")
SUBJECTS = (
    "harbour cranes lifted the container",
    "violin makers carve maple slowly",
    "glacier ice carries ancient dust",
    "baker sourdough oven crust",
    "telescope mirrors gather starlight",
    "beekeepers inspect every hive",
)


def site_page(number: int, *, article: str = "", comments: int = 1) -> str:
    """A page of a small site: navigation, an article, a comment, a footer."""
    subject = SUBJECTS[number % len(SUBJECTS)]
    text = article or "".join(
        f"<p>Paragraph {i}: {subject}, and {subject} once more, as people here have long said.</p>" for i in range(4)
    )
    remarks = "".join("<div class='comment'>Nice read, thanks a lot to all of you</div>" for _ in range(comments))
    links = "".join(f"<li><a href=/{name}>{name} section</a></li>" for name in ("news", "sport", "about"))
    tokens = "z a" if number % 2 else "a z"
    return f"""<html><head><title>{subject} | The Site</title>
    <link rel=canonical href="https://e.example/{number}"></head><body><div id=top><ul>{links}</ul></div>
    <div class=main><h1>{subject}</h1><div id=post-{number} class="entry {tokens}">{text}</div>
    {remarks}</div><div id=foot>Copyright of the site, all rights reserved, imprint and contact</div></body>
    </html>"""


SITE = [parse(site_page(number)) for number in range(6)]
FEED = [{"title": s, "description": f"About {s}", "link": f"http://www.e.example/{i}/"} for i, s in enumerate(SUBJECTS)]


def learn(pages: Sequence[Page] = SITE, **options: Any) -> Any:
    """A model of the small site, with its feed."""
    return forest.learn(pages, feed=FEED, **options)


def model_of(pages: Sequence[Page], **options: Any) -> Any:
    """A model with what FOREST's have beyond other models."""
    return forest.learn(pages, **options)


def model_from(data: dict[str, Any]) -> Any:
    """The same back from its data."""
    return forest.load(data)


def text_of(page: Page, model: Any) -> str:
    """The text a model extracts."""
    selection = model.select(page)
    if selection.text is not None:
        return str(selection.text)
    return page.join(np.flatnonzero(selection.mask[page.text_rows]).tolist())


# Measures


@pytest.mark.parametrize(
    ("x", "n", "expected"),
    [
        (3, 10, 0.170892),
        (0, 10, 0),
        (1, 1, 0.316987),
        (1, 2, 0.146447),
        (5, 5, 0.793063),
        (20, 200, 0.080591),
    ],
)
def test_lower_density_of_the_worked_examples(x: int, n: int, expected: float) -> None:
    """Spec example 1: J is the add-half estimate less one standard deviation."""
    assert float(lower_density(x, n)) == pytest.approx(expected, abs=1e-6)


def test_density_and_margin_of_the_worked_example() -> None:
    """Spec example 1: the two parts of J."""
    assert float(density(3, 10)) == pytest.approx(0.318182, abs=1e-6)
    assert float(margin(3, 10)) == pytest.approx(0.147290, abs=1e-6)


def test_unexpectedness_of_the_worked_examples() -> None:
    """Spec example 2: logarithms to base 2, and 0 log 0 = 0."""
    assert float(unexpectedness(3, 7, 6, 94)) == pytest.approx(12.801552, abs=1e-6)
    assert float(unexpectedness(0, 10, 0, 10)) == 0


@pytest.mark.parametrize(
    ("x", "n", "level", "j", "u", "i", "weighted"),
    [
        (25, 625, 2, 0.032828, 151.432618, 4.971202, 9.942404),
        (20, 200, 6, 0.080591, 103.477988, 8.339344, 50.036061),
        (3, 23, 7, 0.072240, 15.109442, 1.091513, 7.640591),
    ],
    ids=["body", "div", "p"],
)
def test_informativeness_of_the_worked_page(
    x: int, n: int, level: int, j: float, u: float, i: float, weighted: float
) -> None:
    """Spec example 3: on a page with X = 25, Y = 600 the article's div wins."""
    assert float(lower_density(x, n)) == pytest.approx(j, abs=1e-6)
    assert float(unexpectedness(x, n - x, 25, 600)) == pytest.approx(u, abs=1e-6)
    found = float(informativeness(x, n - x, 25, 600))
    assert found == pytest.approx(i, abs=1e-6)
    assert found * level == pytest.approx(weighted, abs=1e-5)


def candidates(key: Key, score: float, level: int, dfs: int, terms: float = 100) -> Candidates:
    """One candidate of one page."""
    one = np.array([score])
    return Candidates(
        rows=np.array([5], np.int32),
        keys=[key],
        score=one,
        dense=one,
        terms=np.array([terms]),
        cover=np.ones(1),
        whole=np.zeros(1, bool),
        level=np.array([level]),
        dfs=np.array([dfs]),
    )


def test_rank_of_the_worked_example() -> None:
    """Spec example 4: R = Σ I · level · nbOcc over two pages."""
    second = float(informativeness(12, 138, 14, 400))
    assert float(lower_density(12, 150)) == pytest.approx(0.060283, abs=1e-6)
    assert float(unexpectedness(12, 138, 14, 400)) == pytest.approx(65.482630, abs=1e-6)
    assert second == pytest.approx(3.947474, abs=1e-6)
    key = Key(Identifier("div", "", "article"))
    first = float(informativeness(20, 180, 25, 600))
    (pattern,) = aggregate([candidates(key, first, 6, 27), candidates(key, second, 6, 31)])
    assert pattern.rank() == pytest.approx(147.441809, abs=1e-5)
    assert pattern.dfs == (27, 31)


counts = st.integers(0, 500)


@settings(max_examples=200)
@given(counts, counts, counts, counts)
def test_measures_stay_in_their_bounds(x: int, y: int, more_x: int, more_y: int) -> None:
    """U is never negative, J is a share, and without keywords on the page nothing is unexpected."""
    j = float(lower_density(x, x + y))
    u = float(unexpectedness(x, y, x + more_x, y + more_y))
    assert 0 <= j <= 1
    assert u >= 0
    assert np.isfinite(j * u)
    assert x + more_x > 0 or u == 0


@settings(max_examples=200)
@given(counts, counts, st.integers(1, 500), st.integers(1, 500))
def test_unexpectedness_agrees_with_its_definition(x: int, y: int, more_x: int, more_y: int) -> None:
    """U = (x + y) log(X + Y) − x log X − y log Y, written out."""
    big_x, big_y = x + more_x, y + more_y
    slow = (x + y) * np.log2(big_x + big_y) - x * np.log2(big_x) - y * np.log2(big_y)
    assert float(unexpectedness(x, y, big_x, big_y)) == pytest.approx(slow, abs=1e-6)


# Identifiers and XPath


def test_xpath_of_the_worked_example() -> None:
    """Spec example 6: token order and numbers do not matter; the dfs values become a disjunction."""
    first = parse('<body><div class="b a" id="post-12">x</div></body>')
    second = parse('<body><div class="a b" id="post-7">x</div></body>')
    row = np.array([2], np.int32)
    (key,) = element_keys(first, row)
    assert [key] == element_keys(second, row)
    expected = "//div[@class='a b' and starts-with(@id,'post-') and (@dfs='27' or @dfs='31')]"
    assert xpath(key, (31, 27)) == expected


def test_the_two_xpaths_of_the_slides() -> None:
    """A paragraph under its attributed ancestor, and a pattern of two pages."""
    paragraph = Key(Identifier("p"), Identifier("div", "wrapper", "article"))
    assert xpath(paragraph, (24,)) == "//div[@id='wrapper' and @class='article']//p[@dfs='24']"
    wrapper = Key(Identifier("div", "", "wrapper"))
    assert xpath(wrapper, (27, 31)) == "//div[@class='wrapper' and (@dfs='27' or @dfs='31')]"


def test_xpath_forms() -> None:
    """One dfs value needs no parentheses; a bare element hangs under its attributed ancestor."""
    wrapper = Identifier("div", "wrapper", "article")
    expected = "//div[@id='wrapper' and @class='article']//p[@dfs='24']"
    assert xpath(Key(Identifier("p"), wrapper), (24,)) == expected
    assert xpath(Key(Identifier("p"), None, "/html/body/p"), (3,)) == "/html/body/p[@dfs='3']"
    assert xpath(Key(Identifier("div", "#-x")), (3,)) == "//div[@dfs='3']"
    assert xpath(Key(Identifier("o:p", "", "a'b"))) == '//o_p[@class="a\'b"]'
    assert quoted("a'b\"c") == "concat('a', \"'\", 'b\"c')"


def test_values_are_generalised_and_cut() -> None:
    """Numbers vary per page; ten kilobytes of class must not travel in a key."""
    assert generalise("post-1234-7") == "post-#-#"
    assert len(generalise("x" * 10_000)) == 200
    assert "starts-with" in xpath(Key(Identifier("div", generalise("x" * 10_000))))


def test_bare_elements_are_known_by_what_they_are_under() -> None:
    """Without attributes: tag and nearest attributed ancestor; by default also the way from there."""
    page = parse("<body><div id=a><section><p>x</p></section></div><p>y</p></body>")
    rows = np.flatnonzero(page.is_tag("p")).astype(np.int32)
    under = Identifier("div", "a")
    assert element_keys(page, rows) == [Key(Identifier("p"), under), Key(Identifier("p"))]
    found = element_keys(page, rows, steps=True)
    assert found == [Key(Identifier("p"), under, "/section/p"), Key(Identifier("p"), None, "/html/body/p")]


@pytest.mark.parametrize("variant", ["info", "feed", "cov", "abselems", "abspaths"])
@pytest.mark.parametrize("profile", ["default", "paper"])
def test_printed_xpath_selects_the_chosen_elements(variant: str, profile: str) -> None:
    """An independent engine, run on the annotated copy, finds what was chosen on every sample page."""
    etree = pytest.importorskip("lxml.etree")
    model = learn(variant=variant, profile=profile)
    for page in SITE:
        tree = etree.fromstring(annotate(page))
        best = model.ranking.patterns[0]
        selected = {int(element.get("dfs")) for element in tree.xpath(best.xpath)}
        chosen = {int(dfs_index(page)[row]) for row in model.choose(page)}
        assert chosen & selected if variant.startswith("abs") else chosen <= selected


@settings(max_examples=40, deadline=None)
@given(random_pages())
def test_xpath_of_any_page_runs(page: Page) -> None:
    """Whatever attributes and tags a page has, each pattern's XPath finds its own element."""
    etree = pytest.importorskip("lxml.etree")
    tree = etree.fromstring(annotate(page))
    rows = np.flatnonzero(page.is_element).astype(np.int32)
    for steps in (False, True):
        for row, key in zip(rows.tolist(), element_keys(page, rows, steps=steps), strict=True):
            number = int(dfs_index(page)[row])
            assert [int(e.get("dfs")) for e in tree.xpath(xpath(key, (number,)))] == [number]


@pytest.mark.parametrize("value", ["a'b\"c", "x:y", "\x01odd\x02", "\ud83d", "漢字 クラス", "<&>", "'" * 300, " "])
def test_odd_attribute_values_never_break_the_xpath(value: str) -> None:
    """Quotes, controls, colons, long values: built without raising, and an engine can run the result."""
    etree = pytest.importorskip("lxml.etree")
    html = "<body><div class=''>x</div></body>"
    page = parse(html)
    object.__setattr__(page, "classes", {2: value})
    (key,) = element_keys(page, np.array([2], np.int32))
    tree = etree.fromstring(annotate(page).encode("utf-8", "replace"))
    assert [e.get("dfs") for e in tree.xpath(xpath(key, (3,)))] == ["3"]


def test_xpath_selects_the_choice_on_sample_pages_of_generated_sites() -> None:
    """Where several elements share the winner's key, the choice on a sample page is one the XPath selects."""
    etree = pytest.importorskip("lxml.etree")
    for site in generate_sites(1, 14, 8):
        pages = [parse(page.html) for page in site.pages]
        model: Any = forest.load(forest.learn(pages).to_data())
        best = model.ranking.patterns[0]
        for page in pages:
            selected = {e.get("dfs") for e in etree.fromstring(annotate(page)).xpath(best.xpath)}
            chosen = {str(dfs_index(page)[row]) for row in model.choose(page)}
            assert chosen <= selected or not selected


# Ranking


def test_short_patterns_are_dropped_unless_nothing_else_is_left() -> None:
    """Spec 6: a heading of keywords is the densest element; `min_terms=0` is the bare formula."""
    heading, article = Key(Identifier("h1")), Key(Identifier("div", "a"))
    patterns = [Pattern(heading, 9, 1, 5, 3, 1), Pattern(article, 5, 1, 5, 300, 1)]
    assert rank(patterns).patterns[0].key == article
    assert rank(patterns, min_terms=0).patterns[0].key == heading
    assert rank(patterns[:1]).patterns[0].key == heading


def test_ties_go_to_more_pages_then_the_outer_element() -> None:
    """Spec 4.4: R, then nbOcc, then smaller level, then key order."""
    a, b = (Key(Identifier("div", name)) for name in "ab")
    outer, twice = Key(Identifier("div", "outer")), Key(Identifier("div", "twice"))
    patterns = [Pattern(b, 4, 1, 4, 90, 1), Pattern(outer, 8, 1, 2, 90, 1), Pattern(a, 4, 1, 4, 90, 1)]
    patterns.append(Pattern(twice, 2, 1, 8, 90, 2))
    assert [p.key for p in rank(patterns).patterns] == [twice, outer, a, b]


def test_one_page_does_not_choose_for_all() -> None:
    """Without nbOcc in R, a pattern of one page with a huge sum stays behind those of most pages."""
    often, once = Key(Identifier("div", "often")), Key(Identifier("div", "once"))
    patterns = [Pattern(once, 90, 1, 5, 90, 1), Pattern(often, 40, 1, 20, 400, 4)]
    assert rank(patterns, count_pages=False).patterns[0].key == often
    assert rank([Pattern(once, 900, 1, 5, 90, 1), patterns[1]]).patterns[0].key == once


def test_the_strongest_element_of_a_key_stands_for_the_page() -> None:
    """Spec 4.2: of several candidates with one key the largest I counts, once per page."""
    page = parse("<body><p class=t>storm rain</p><p class=t>storm storm storm and wind</p><p>dry dry dry</p></body>")
    terms = read_terms(page)
    weights = np.array([float(term == "storm") for term in terms.distinct])
    found = find_candidates(page, terms, weights, Rules())
    pattern = next(p for p in aggregate([found]) if p.key.own.classes == "t")
    assert pattern.pages == 1
    assert pattern.dfs == (4,)


def test_an_element_that_shares_its_key_counts_for_its_share() -> None:
    """The default profile: three equal boxes are each a third; nested ones of the same key count once."""
    box = "<div class=b>storm <i>and</i> rain over the wide town</div>"
    page = parse(f"<body>{box * 3}<div class=n>storm<div class=n>storm rain</div></div></body>")
    terms = read_terms(page)
    weights = np.array([float(term == "storm") for term in terms.distinct])
    plain = find_candidates(page, terms, weights, Rules())
    single = find_candidates(page, terms, weights, Rules(single=True))
    shares = {
        (key.own.classes, row): after / before
        for key, row, before, after in zip(plain.keys, plain.rows.tolist(), plain.score, single.score, strict=True)
        if before
    }
    boxes = [share for (name, _), share in shares.items() if name == "b"]
    assert boxes == pytest.approx([1 / 3] * 3)
    assert max(share for (name, _), share in shares.items() if name == "n") == pytest.approx(1)


# Sites


@pytest.mark.parametrize("variant", ["info", "feed", "cov"])
@pytest.mark.parametrize("profile", ["default", "paper"])
def test_the_article_is_found(variant: str, profile: str) -> None:
    """On sample pages and on an unseen one the entry is extracted, not navigation, comments or footer."""
    model = learn(variant=variant, profile=profile)
    assert model.ranking.patterns[0].xpath.startswith("//div[@class='a entry z' and starts-with(@id,'post-')")
    for page in (*SITE, parse(site_page(40, article="<p>A wholly new matter of zebras.</p>"))):
        text = text_of(page, model)
        assert text.startswith(("Paragraph 0", "A wholly"))
        assert "Copyright" not in text
        assert "Nice read" not in text


@pytest.mark.parametrize("variant", ["abselems", "abspaths"])
def test_leaf_variants_take_all_paragraphs(variant: str) -> None:
    """A leaf pattern covers several elements; all of them are extracted, in document order."""
    text = text_of(SITE[0], learn(variant=variant))
    places = [text.index(f"Paragraph {i}") for i in range(4)]
    assert places == sorted(places)


def test_leaf_variants_have_no_ancestors() -> None:
    """ABSELEMS' patterns are parents of text; a wrapper that holds only elements is none."""
    model = learn(variant="abselems", min_terms=0)
    tags = {pattern.key.own.tag for pattern in model.ranking.patterns}
    assert "p" in tags
    assert "body" not in tags
    paths = {pattern.xpath.split("[")[0] for pattern in learn(variant="abspaths").ranking.patterns}
    assert "/html/body/div/div/p" in paths


def test_coverage_is_a_share_of_keyword_weight() -> None:
    """FOREST_Cov: body covers all keyword weight, every other element at most that."""
    terms = [read_terms(page) for page in SITE]
    weights, _ = keyword_weights(terms[0], tf_idf(terms[0], Frequencies().with_pages(terms)), 20)
    found = find_candidates(SITE[0], terms[0], weights, Rules(coverage=True))
    assert found.score[0] == pytest.approx(1)
    assert ((found.score > 0) & (found.score <= 1 + 1e-9)).all()


def test_description_is_the_feed_items_text() -> None:
    """DESCRIPTION says what the feed says; a page the feed lacks has no text and a warning."""
    model = learn(variant="description")
    assert text_of(SITE[2], model) == "About glacier ice carries ancient dust"
    stranger = model.select(parse("<title>Other</title><p>text"))
    assert stranger.text == ""
    assert stranger.warnings == ("feed_miss",)
    assert not stranger.mask.any()


def test_feed_items_without_a_match_fall_back() -> None:
    """A page without an item, or with one whose terms it lacks, uses tf-idf and says so."""
    assert learn(variant="feed").warnings == ()
    assert forest.learn(SITE, variant="feed").warnings == ("feed_miss:6",)
    half = forest.learn(SITE, feed=FEED[:4], variant="feed")
    assert half.warnings == ("feed_miss:2",)
    assert half.updated(SITE[3:], urls=None).warnings == ("feed_miss:4",)
    strange = [{"title": "qwxz", "description": "", "link": f"https://e.example/{i}"} for i in range(6)]
    model = forest.learn(SITE, feed=strange, variant="feed")
    assert "feed_miss:6" in model.warnings
    assert text_of(SITE[0], model).startswith("Paragraph 0")


def test_feed_items_without_links_are_aligned_with_the_pages() -> None:
    """One item per page, no addresses: item i belongs to page i."""
    plain = [parse(site_page(i).replace("canonical", "x").replace("<title>", "<title>Home ")) for i in range(6)]
    items = [{"title": subject.split()[0]} for subject in SUBJECTS]
    assert forest.learn(plain, feed=items, variant="feed").warnings == ()


def test_menu_words_of_an_item_are_no_keywords() -> None:
    """Terms that every sample page has are dropped, the others ranked by tf-idf on the page; categories are read."""
    items = [{**item, "title": "News section sport section", "description": "about", "category": subject.split()[0]}
             for item, subject in zip(FEED, SUBJECTS, strict=True)]  # fmt: skip
    model = model_of(SITE, feed=items, variant="feed")
    assert model.warnings == ()
    terms = read_terms(SITE[0])
    weights, _ = model.keywords(SITE[0], terms, model.sample, None)
    assert [terms.distinct[n] for n in np.flatnonzero(weights).tolist()] == ["harbour"]


def test_ten_terms_of_an_item_are_keywords() -> None:
    """Of a page's own words twice as many are, unless told otherwise."""
    own = [" ".join(f"{subject.split()[0]}{letter}" for letter in "abcdefghijklmnopqrstuvwxyz") for subject in SUBJECTS]
    pages = [parse(site_page(number, article=f"<p>{words}</p>")) for number, words in enumerate(own)]
    items = [{**item, "description": words} for item, words in zip(FEED, own, strict=True)]
    for variant, options, most in (("feed", {}, 10), ("info", {}, 20), ("feed", {"k": 4}, 4)):
        model = model_of(pages, feed=items, variant=variant, **options)
        weights, _ = model.keywords(pages[5], read_terms(pages[5]), model.sample, None)
        assert np.count_nonzero(weights) == most


def test_words_of_the_users_own_are_the_keywords() -> None:
    """The element they are densest in is found; a page without them has keywords like any other."""
    model = model_of(SITE, keywords=["copyright", "rights reserved"], min_cover=0)
    assert model.xpath.startswith("//div[@id='foot'")
    assert model_from(model.to_data()).own_terms == ("copyright", "rights reserved")
    assert model_of(SITE, keywords=["zebra"]).xpath == model_of(SITE).xpath
    for wrong in ("zebra", [3]):
        with pytest.raises(InputError, match="list of words"):
            model_of(SITE, keywords=wrong)


def test_keywords_are_an_argument_of_learn() -> None:
    """They are the same as the option; a method without keywords says so."""
    pages = [
        f"<div id=a><p>Storm number {n} over the harbour tonight</div><div id=b><p>zebra zebra {n}</div>"
        for n in range(4)
    ]
    by_argument = sectio.learn(pages, method="forest", keywords=["zebra"])
    again = sectio.learn(pages, method="forest", options={"keywords": ["zebra"]})
    assert by_argument.to_json() == again.to_json()
    with pytest.raises(sectio.InputError, match="keywords"):
        sectio.learn(pages, keywords=["zebra"])


def test_the_winners_xpath_is_public() -> None:
    """It is the first line of the pattern; empty where nothing was found."""
    model = learn()
    assert model.pattern.splitlines()[0].endswith(model.xpath)
    assert model_of([parse("")]).xpath == ""


THREAD = "<div class=post><p class=by>posted by {0}</p><div class=text><p>{1} {2} {1} {2}, as was said</p></div></div>"


def thread(number: int) -> Page:
    """A thread: several posts, each with furniture around its text."""
    first, second, third = (SUBJECTS[(number + n) % len(SUBJECTS)] for n in range(3))
    posts = "".join(THREAD.format(name, first, said) for name, said in (("ann", second), ("bob", third)))
    furniture = "<ul><li>Reply</li><li>Share this</li></ul>"
    return parse(f"<body><div id=top>Home of the forum, all threads</div><div id=all>{posts}{furniture}</div></body>")


def test_several_stories_on_a_page_are_all_extracted() -> None:
    """The posts of a thread are the content together; the formula of the paper takes one element."""
    pages = [thread(n) for n in range(6)]
    model, paper = model_of(pages), model_of(pages, profile="paper")
    assert "@class='text'" in model.xpath
    assert all(len(model.choose(page)) == 2 for page in pages)
    assert all(len(paper.choose(page)) == 1 for page in pages)


def boxes(number: int) -> Page:
    """A page whose title, story and question are in boxes of one class."""
    subject = SUBJECTS[number]
    story = "".join(
        f"<p>{subject}, and {subject} once more, part {n} of what people here have said</p>" for n in range(5)
    )
    parts = (
        f"<h1>{subject}</h1>",
        f"<nav>Contents</nav><article class=story>{story}</article>",
        f"<p>Why {subject}, or is {subject} free?</p>",
    )
    inner = "".join(f"<section><div class=box>{part}</div></section>" for part in parts)
    return parse(
        f"<body><div>Home of the site, all of it</div><main>{inner}</main><div>Copyright and more</div></body>"
    )


def test_one_element_that_does_nearly_as_well_is_the_story() -> None:
    """Boxes of one class around title, story and questions are layout; without a discount they win together."""
    pages = [boxes(n) for n in range(6)]
    assert model_of(pages).xpath.startswith("//article[@class='story'")
    assert model_of(pages, together=1.0).xpath.startswith("//div[@class='box'")


def test_a_dense_part_is_not_the_story() -> None:
    """An element that holds few of the keywords stays behind one that holds most, however dense it is."""
    dense, story = Key(Identifier("pre", "code")), Key(Identifier("div", "story"))
    patterns = [Pattern(dense, 90, 1, 5, 90, 1, cover=0.3), Pattern(story, 50, 1, 5, 400, 1, cover=0.8)]
    assert rank(patterns).patterns[0].key == dense
    assert rank(patterns, min_cover=0.5).patterns[0].key == story


def test_wrappers_of_the_same_text_are_one_level() -> None:
    """The default profile: an element that has all the text of the one above it is no more specific."""
    page = parse("<body><p>dry</p><div id=a><div id=b><p id=c>storm and rain</p></div></div></body>")
    terms = read_terms(page)
    weights = np.array([float(term == "storm") for term in terms.distinct])
    levels = []
    for narrowing in (False, True):
        found = find_candidates(page, terms, weights, Rules(narrowing=narrowing))
        levels.append(dict(zip((page.ids.get(row, "body") for row in found.rows.tolist()), found.level, strict=True)))
    assert levels == [{"body": 2, "a": 3, "b": 4, "c": 5}, {"body": 1, "a": 2, "b": 2, "c": 2}]


def test_keywords_that_are_left_out_weigh_a_pattern_down() -> None:
    """The default profile: I is multiplied by a power of the share of the page's keywords."""
    page = parse("<body><p id=a>storm and storm and storm</p><p id=b>storm and rain</p></body>")
    terms = read_terms(page)
    weights = np.array([float(term == "storm") for term in terms.distinct])
    plain, weighed = (find_candidates(page, terms, weights, Rules(covering=power)) for power in (0.0, 0.5))
    assert plain.cover.tolist() == [1, 0.75, 0.25]
    assert weighed.score == pytest.approx(plain.score * [1, 0.75**0.5, 0.5])


def test_furniture_of_the_story_is_left_out() -> None:
    """Repeated blocks and links at its ends, repeated links and long texts inside; a label between text stays."""
    inside = "<p>{0} one</p><p>Returns</p><p>{0} two</p><p><a href=/>Go to the top</a></p><p>{1}</p><p>{0} three</p>"
    article = f"<p>Share this</p>{inside}<p>12 likes</p><p><a href=/x>Another story</a></p>"
    notice = "This page is brought to you by our partners, whom we thank"
    said = [", ".join([subject] * 5) for subject in SUBJECTS]
    pages = [parse(site_page(n, article=article.format(said[n], notice))) for n in range(6)]
    assert text_of(pages[0], model_of(pages)) == "{0} one Returns {0} two {0} three".format(said[0])
    assert "likes" in text_of(pages[0], model_of(pages, profile="paper"))


def test_keywords_in_links_are_words_like_others() -> None:
    """A box of links to like stories is not the story, however full of its keywords."""
    page = parse("<body><ul class=box><li><a href=x>storm storm</a></ul><div class=story>storm over town</div></body>")
    terms = read_terms(page)
    weights = np.array([float(term == "storm") for term in terms.distinct])
    for links, classes in ((True, {"box", "story"}), (False, {"story"})):
        found = find_candidates(page, terms, weights, Rules(links=links))
        assert {key.own.classes for key in found.keys if key.own.classes} == classes


def test_the_model_says_what_it_learned() -> None:
    """The winner's XPath and the runners-up, each with its share of the winner's R."""
    lines = learn().pattern.splitlines()
    assert lines[0].startswith("1.000  //div[")
    assert len(lines) > 1
    assert all(0.1 <= float(line.split()[0]) <= 1 for line in lines)


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_saved_model_is_the_same_model(variant: str) -> None:
    """Written as JSON and read again, it selects, matches and describes itself as before."""
    model = learn(variant=variant)
    again = forest.load(json.loads(json.dumps(model.to_data())))
    assert type(again) is type(model)
    assert again.method == model.method
    assert again.to_data() == model.to_data()
    assert again.pattern == model.pattern
    for page in SITE:
        assert text_of(page, again) == text_of(page, model)
        assert again.match_page(page) == model.match_page(page)


@pytest.mark.parametrize(
    "damage", [{}, {"method": "forest"}, {"method": "rtdm"}, {"method": "description", "items": 3}, []]
)
def test_damaged_data_is_a_clear_error(damage: Any) -> None:
    """Foreign or broken data is a TemplateError, nothing else."""
    with pytest.raises(TemplateError):
        forest.load(damage)


def test_method_names_are_those_of_the_contract() -> None:
    """Each variant has its own public name."""
    names = [learn(variant=variant).method for variant in VARIANTS]
    assert names == ["forest", "forest-feed", "forest-cov", "abselems", "abspaths", "description"]


def test_drift_is_noticed() -> None:
    """A page of the site fits wholly; a new design does not; kept wrappers leave a part."""
    model = learn()
    assert model.match_page(parse(site_page(9))).coverage == 1
    changed = model.match_page(parse("<body><main><p>all new, with other names</p></main></body>"))
    assert changed.coverage < model.drift_threshold
    assert not changed.accepted
    kept = model.match_page(parse(site_page(9).replace("entry", "story").replace("post-", "s")))
    assert changed.coverage < kept.coverage < model.drift_threshold


def test_updating_adds_pages() -> None:
    """Learning on goes on counting; the first model stays as it was."""
    first = learn(SITE[:3])
    more = first.updated(SITE[3:])
    assert first.sample.pages == 3
    assert more.sample.pages == 6
    assert more.sample == learn().sample
    assert more.ranking.patterns[0].pages == 6
    assert text_of(SITE[0], more).startswith("Paragraph 0")


def test_the_order_of_pages_does_not_matter() -> None:
    """Sums over pages: patterns, ranks and dfs sets are those of the set of pages."""
    ahead, back = learn(), learn(SITE[::-1])
    assert [p.xpath for p in ahead.ranking.patterns] == [p.xpath for p in back.ranking.patterns]
    np.testing.assert_allclose([p.score for p in ahead.ranking.patterns], [p.score for p in back.ranking.patterns])


def test_class_order_and_numbers_do_not_matter() -> None:
    """Renumbered ids and shuffled class tokens give the same patterns."""
    moved = [parse(site_page(i).replace("post-", "post-9").replace("class=main", 'class=" main "')) for i in range(6)]
    assert [p.key for p in learn(moved).ranking.patterns] == [p.key for p in learn().ranking.patterns]


def test_where_the_winner_is_several_times_on_an_unseen_page() -> None:
    """Spec 4.4: the element at a dfs position seen in the sample; among several, the one with the largest I."""
    story = "<div class=t><p>{0}, and {0} as people have long said here in town</p></div>"
    pages = [parse(f"<body><h1>Site of the town</h1>{story.format(subject)}</body>") for subject in SUBJECTS]
    new = "violets bloom under the old bridge of violets"
    empty = "<div class=t><p>and the of a to be said here in town</p></div>"
    page = parse(f"<body><h1>Site of the town</h1>{empty}{story.format(new)}</body>")
    first, second = np.flatnonzero(page.is_tag("p")).tolist()
    assert model_of(pages, profile="paper").choose(page) == [first]
    assert model_of(pages, profile="paper", seen_first=False).choose(page) == [second]


def test_a_missing_winner_is_replaced_by_a_runner_up() -> None:
    """Spec 4.4: the next pattern of the ranking that is on the page, if it is strong enough."""
    page = parse(site_page(9).replace('class="entry', 'class="other').replace("post-", "p"))
    assert "Paragraph 0" in text_of(page, learn())
    assert learn(runner_up=0.99).select(page).warnings == ("no_pattern",)


# Odd samples


def test_no_pages_is_misuse() -> None:
    """An empty sample, unknown names and unequal lists are errors of the caller."""
    with pytest.raises(InputError):
        forest.learn([])
    wrong: list[dict[str, Any]] = [{"urls": ["https://e.example/"]}, {"nonsense": 1}]
    for options in (*wrong, {"variant": "nonsense"}, {"profile": "nonsense"}):
        with pytest.raises(InputError):
            forest.learn(SITE, **options)


@pytest.mark.parametrize("pages", [SITE[:1], [SITE[0]] * 4], ids=["one page", "identical pages"])
def test_without_idf_keywords_are_by_count(pages: list[Page]) -> None:
    """One page, or pages that are all the same: tf keywords, a warning, and still the article."""
    model = learn(pages)
    assert model.warnings == ("tf_only",)
    assert "Paragraph 3" in text_of(SITE[0], model)


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("html", ["", "<body></body>", "<p>the and of</p>", "<frameset><frame></frameset>"])
def test_pages_without_keywords_give_nothing(variant: str, html: str) -> None:
    """Empty pages and pages of stop words: no candidates, no text, no exception."""
    model = forest.learn([parse(html)] * 2, variant=variant)
    selection = model.select(parse(html))
    assert not selection.mask.any()
    assert selection.warnings
    assert model.match_page(SITE[0]).coverage == 0
    assert model.pattern


def test_one_empty_page_does_not_hurt_the_others() -> None:
    """No significant leaf on a page: nothing there, the rest unaffected."""
    model = learn([*SITE, parse("")])
    assert text_of(SITE[0], model).startswith("Paragraph 0")
    assert not model.select(parse("")).mask.any()


def test_when_all_is_keyword_density_ranks() -> None:
    """Y = 0: nothing is unexpected, all R are 0, so J ranks, and a warning says so."""
    pages = [parse(f"<body><div id=a><p>{word} {word} {word}</p></div></body>") for word in ("storm", "garden")]
    model = learn(pages, min_terms=0)
    assert "density_only" in model.warnings
    assert text_of(pages[0], model) == "storm storm storm"


def test_wide_and_deep_pages_pass() -> None:
    """A hundred thousand nodes side by side and ten thousand levels: linear, no recursion."""
    wide = parse("<body>" + "<p class=x>storm word</p>" * 50_000 + "</body>")
    deep = parse("<body>" + "<div>" * 10_000 + "storm garden" + "</div>" * 10_000 + "</body>")
    for variant in ("info", "cov", "abselems", "abspaths"):
        model = learn([wide, deep], variant=variant)
        assert model.select(wide).mask.any() or model.select(deep).mask.any()


@settings(max_examples=25, deadline=None)
@given(
    st.lists(random_pages(), min_size=1, max_size=3),
    st.sampled_from(VARIANTS),
    st.sampled_from(["default", "paper"]),
)
def test_any_sample_learns_and_selects(pages: list[Page], variant: str, profile: str) -> None:
    """Whatever the pages: no exception, only visible text rows are selected, twice the same."""
    model = forest.learn(pages, variant=variant, profile=profile)
    again = forest.load(json.loads(json.dumps(model.to_data())))
    for page in pages:
        mask = model.select(page).mask
        assert mask.shape == (len(page),)
        assert not (mask & ~(page.is_text & page.visible)).any()
        np.testing.assert_array_equal(mask, again.select(page).mask)
        assert 0 <= model.match_page(page).coverage <= 1 + 1e-9


def test_generated_sites_keep_their_quality() -> None:
    """A floor against regressions on few pages; the promised figures need many sites (see the method's note).

    Sites differ so much that precision on nine of them lies between 0.81 and 0.90, by the seed.
    """
    found = []
    for site in generate_sites(1, 9, 14):
        pages = [parse(page.html) for page in site.pages]
        model = forest.learn(pages[:10])
        for page, gold in zip(pages[10:], site.pages[10:], strict=True):
            found.append(bag_score(text_of(page, model), gold.text))
    assert np.mean([score.recall for score in found]) >= 0.95
    assert np.mean([score.precision for score in found]) >= 0.8


def test_experiment_e3_runs_on_generated_sites(tmp_path: Path) -> None:
    """All variants, both sweeps and the paper's table, apart from ours."""
    for site in generate_sites(2, 2, 8):
        write_site(site, tmp_path)
    result = experiments.run("E3", tmp_path, limit=2)
    paper, ours, keywords, pages, per_site = result.tables
    assert [paper.paper, ours.paper] == [True, False]
    assert {"forest", "forest-cov", "abselems", "abspaths", "body"} <= {row[0] for row in ours.rows}
    assert len(keywords.rows) == len(pages.rows) == 6
    assert len(per_site.rows) == 2
    assert result.pages == 4
