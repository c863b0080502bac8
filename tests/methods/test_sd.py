"""SD: regions, titles, thresholds, the three types, comments, learning, hostile pages."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

import sectio
from sectio.apps.cli.lab import thresholds
from sectio.dom.page import Page
from sectio.dom.parse import parse
from sectio.errors import InputError
from sectio.methods import sd
from sectio.methods.sd.learn import search
from sectio.methods.sd.regions import STRONG, Regions, find_regions
from tests.methods.hostile import ODD, odd_page, text_of
from tests.strategies import pages

PROFILES = tuple(STRONG)
every_profile = pytest.mark.parametrize("profile", PROFILES)


def words(chars: int) -> str:
    """Text of so many characters."""
    return ("some words of text " * (chars // 19 + 1))[: chars - 1] + "x"


def result(html: str, **parameters: Any) -> sd.SDResult:
    found = sd.select(parse(html), **parameters).detail
    assert isinstance(found, sd.SDResult)
    return found


def densities(html: str, **parameters: Any) -> list[int]:
    return [region.density for region in result(html, **parameters).regions]


ARTICLE = (
    "<body><div id=nav>Home</div>"
    f"<div id=main><h1>T</h1><p>{words(300)}</p><p>{words(250)}</p></div>"
    f"<div id=side>{'x' * 60}</div></body>"
)


# Regions


@every_profile
def test_the_article_of_the_worked_example(profile: str) -> None:
    """Two regions of 553 and 60 characters; only the first is a candidate."""
    found = result(ARTICLE, profile=profile)
    main, side = found.regions
    assert (main.density, side.density) == (553, 60)
    assert side.dfm == pytest.approx(89.150090, abs=1e-6)
    assert (main.id, main.dfr, main.cardinality, main.tag) == ("main", 2, 3, "div")
    assert found.page_type == "article"
    assert found.article is main
    assert (main.title, main.role, side.role) == ("T", "article", "other")


@every_profile
def test_distance_from_the_largest(profile: str) -> None:
    """dfm: 850 and 420 of 1000 characters are 15 and 58 percent away."""
    found = result("".join(f"<div>{'x' * size}</div>" for size in (1000, 850, 420)), profile=profile)
    assert [region.dfm for region in found.regions] == [0, pytest.approx(15.0), pytest.approx(58.0)]


@pytest.mark.parametrize(("t1", "candidates"), [(10, 1), (15, 2)])
def test_candidates_reach_t1(t1: float, candidates: int) -> None:
    """A region at exactly T1 is a candidate."""
    regions = find_regions(parse(f"<div>{'x' * 1000}</div><div>{'x' * 850}</div>"), t2=20, profile="reference")
    assert int((regions.distance <= t1).sum()) == candidates


@pytest.mark.parametrize(("chars", "regions"), [(20, 0), (21, 1)])
@every_profile
def test_t2_is_strict(chars: int, regions: int, profile: str) -> None:
    """Own text of exactly T2 characters is pruned."""
    assert len(densities(f"<div>{'x' * chars}</div>", profile=profile)) == regions


def test_tables_merge_by_profile() -> None:
    """A layout table's cells are two regions, or one row in the paper's list of tags."""
    table = f"<table><tr><td id=l><p>{words(100)}</p></td><td id=r><p>{words(900)}</p></td></tr></table>"
    assert densities(table, profile="reference") == [100, 900]
    assert densities(table, profile="default") == [100, 900]
    assert densities(table, profile="paper") == [1001]


def test_list_items_by_profile() -> None:
    """Bare list items are text of the article; by the authors' program each is a region; named ones are by default."""
    bare = f"<div><p>{words(100)}</p><ul><li>{words(50)}</li><li>{words(50)}</li></ul></div>"
    assert densities(bare, profile="reference") == [100, 50, 50]
    assert densities(bare) == [202]
    assert densities(bare.replace("<li>", "<li class=post>")) == [100, 50, 50]


@every_profile
def test_inline_tags_dissolve(profile: str) -> None:
    """Text in inline children is the element's own; a span with a block in it stands for itself."""
    assert densities("<div>ten chars, <b>ten chars</b> <a href=x>more</a></div>", profile=profile) == [25]


@every_profile
def test_a_region_right_below_another_is_part_of_it(profile: str) -> None:
    """Direct children merge; the body never swallows what is below it."""
    nested = f"<div><p>{words(100)}</p><div><p>{words(100)}</p></div></div>"
    assert densities(nested, profile=profile) == [201]
    assert densities(f"<p>{words(100)}</p><div><p>{words(100)}</p></div>", profile=profile) == [100, 100]


def test_nested_regions_are_not_counted_twice() -> None:
    """A region's text is that of its root without other regions inside it."""
    page = f"<div id=a><p>{words(100)}</p><span><div><p>{words(60)}</p></div></span></div>"
    assert densities(page, profile="reference") == [100, 60]


@every_profile
def test_text_in_the_body_alone_is_a_region(profile: str) -> None:
    """Text directly in the body counts only when nothing else holds text."""
    assert densities(words(100), profile=profile) == [100]
    assert densities(words(100) + f"<div>{words(50)}</div>", profile=profile) == [50]


@every_profile
def test_hidden_text_is_ignored(profile: str) -> None:
    """Inline styles and the hidden attribute hide, whatever their case and spaces."""
    for how in ("style='Display : none'", "style='visibility:hidden'", "hidden"):
        found = sd.select(parse(f"<div><div {how}><p>{words(500)}</p></div></div>"), profile=profile)
        assert (found.page_type, found.warnings, found.detail.regions) == ("multiple", ("no_region",), ())


def test_a_period_can_be_required() -> None:
    """The authors' program has an option to prune text without a period."""
    html = f"<div>{words(60)}</div><div>{words(60)}.</div>"
    assert densities(html, require_period=True) == [61]


# Titles


def region_title(html: str) -> tuple[str | None, int | None, float]:
    region = result(html, profile="reference").regions[-1]
    return region.title, region.title_level, region.title_diff


def test_ancestor_titles_of_the_worked_example() -> None:
    """The heading nearest when climbing, at the level where it is met."""
    inner = f"<div id=r><p>{words(100)}</p></div>"
    assert region_title(f"<h1>Site</h1><div id=w><h2>Post</h2>{inner}</div>") == ("Post", 2, 1)
    assert region_title(f"<h1>Site</h1><div id=w>{inner}</div>") == ("Site", 1, 2)
    assert region_title(f"<div id=w>{inner}</div>") == (None, None, float("inf"))


def test_a_title_inside_the_region_comes_first() -> None:
    """h1 and h2 inside count, h3 only above; empty headings never."""
    assert region_title(f"<h1>Site</h1><div><h2>Own</h2><p>{words(100)}</p></div>") == ("Own", 2, 0)
    assert region_title(f"<h3>Above</h3><div><h3>Own</h3><p>{words(100)}</p></div>") == ("Above", 1, 1)
    assert region_title(f"<h1>Site</h1><div><h2> <img></h2><p>{words(100)}</p></div>")[0] == "Site"


@settings(max_examples=200)
@given(pages())
def test_titles_agree_with_climbing(page: Page) -> None:
    """Looking up the last heading before a region equals climbing level by level."""
    regions = find_regions(page, t2=0, profile="reference")
    heading = [
        n
        for n in range(len(page))
        if 0 < page.heading[n] <= 3 and (page.text_len * page.visible)[n : page.end[n]].any()
    ]
    for number, root in enumerate(regions.root.tolist()):
        inside = [n for n in heading if root <= n < page.end[root] and page.heading[n] <= 2]
        found, level, node = (inside[0], int(page.depth[root]), 0) if inside else (-1, -1, root)
        while found < 0 and node:
            node = int(page.parent[node])
            above = [n for n in heading if node < n < root]
            if above:
                found, level = above[-1], int(page.depth[node])
        assert (int(regions.title[number]), int(regions.title_level[number])) == (found, level)


# Types


def with_comments(name: str = "comment", count: int = 3) -> str:
    comments = "".join(f"<div class={name}>{words(80)}</div>" for _ in range(count))
    return f"<body><div id=w><div id=main><h1>T</h1><p>{words(300)}</p><p>{words(250)}</p></div>{comments}</div></body>"


@every_profile
def test_comments_of_the_worked_example(profile: str) -> None:
    """Three regions of class comment beside the article are its comments."""
    found = sd.select(parse(with_comments()), profile=profile)
    assert found.page_type == "article_comments"
    assert [comment.text for comment in found.comments] == [words(80)] * 3
    assert {region.article for region in found.detail.comments} == {found.detail.article.number}
    assert found.title == "T"


POSTS = "".join(
    f"<div class=post><h2>Title {n}</h2><p>{words(size - 8)}</p></div>" for n, size in enumerate((400, 380, 390, 410))
)


@every_profile
def test_several_areas_of_the_worked_example(profile: str) -> None:
    """Four posts of one size are areas; with T1 = 0 only the largest is left, an article."""
    found = result(POSTS, profile=profile)
    assert (found.page_type, len(found.areas)) == ("multiple", 4)
    assert [region.density for region in found.areas] == [400, 380, 390, 410]
    assert result(POSTS, t1=0, profile=profile).page_type == "article"


@every_profile
def test_figure_1_of_the_paper(profile: str) -> None:
    """R1 with 1000 characters, R2 too far from it at T1 = 10, a node of little text: R1 is the article."""
    html = f"<div id=r1><h1>T</h1><p>{words(998)}</p></div><div id=r2>{words(850)}</div><div>noise</div>"
    found = result(html, t1=10, profile=profile)
    assert [(region.id, region.density) for region in found.regions] == [("r1", 1000), ("r2", 850)]
    assert (found.page_type, found.article.id if found.article else None) == ("article", "r1")


paper_profiles = pytest.mark.parametrize("profile", ["paper", "reference"])
OUTER, INNER = (
    f"<div id=outer><p>{words(300)}</p></div>",
    f"<section><h2>Own</h2><div id=inner><p>{words(290)}</p></div></section>",
)


@paper_profiles
def test_the_article_is_closest_to_the_root_and_to_its_title(profile: str) -> None:
    """One region that is both is the article; where each is one of them, the page has several areas."""
    apart = f"<div><h1>Site</h1><div>{OUTER}{INNER}</div></div>"
    assert result(apart, profile=profile).page_type == "multiple"
    both = result(apart.replace("<div id=outer>", "<div id=outer><h2>Here</h2>"), profile=profile)
    assert both.article is not None
    assert (both.page_type, both.article.id) == ("article", "outer")


@paper_profiles
@pytest.mark.parametrize("word", ["comment", "reply", "response", "user", "wrote:", "said:"])
@pytest.mark.parametrize("where", ["class", "id", "text"])
def test_one_keyword_makes_a_comment(profile: str, word: str, where: str) -> None:
    """Each of the paper's six keywords, in class, id or text, is enough; before the article as well as after it."""
    names, text = (f"{where}='{word}'", words(80)) if where != "text" else ("", f"{words(40)} {word} {words(40)}")
    comment, article = f"<div {names}>{text}</div>", f"<div id=main><h1>T</h1><p>{words(500)}</p></div>"
    for html in (article + comment, comment + article):
        found = result(f"<section>{html}</section>", profile=profile)
        assert [region.text for region in found.comments] == [text]


@paper_profiles
@pytest.mark.parametrize(
    "wrapped", ["<div class=reply-list><div>{}</div></div>", "<div>{}<span class=comment-date></span></div>"]
)
def test_a_keyword_in_the_parent_or_inside_makes_a_comment(profile: str, wrapped: str) -> None:
    """The names of the element above a region and of those inside it count; those of neighbours do not."""
    article, text = f"<div id=main><h1>T</h1><p>{words(500)}</p></div>", words(80)
    comment = wrapped.format(f"<p>{text}</p>")
    assert [one.text for one in result(f"<section>{article}{comment}</section>", profile=profile).comments] == [text]
    beside = f"<section>{article}<div><p>{text}</p></div><i class=comment-count></i></section>"
    assert result(beside, profile=profile).comments == ()


@every_profile
@pytest.mark.parametrize("name", ["comment", "reply", "response-7"])
def test_a_reply_directly_inside_a_comment_is_one_of_its_own(profile: str, name: str) -> None:
    """It is neither part of the text of the comment nor lost, whatever its class; a comment's body is part of it."""
    reply = f"<div class={name}><p>{words(60)}</p></div>"
    body = f"<div class=comment-body><p>{words(70)}</p></div>"
    comments = f"<div class=comment>{words(80)}{body}{reply}</div><div class=comment>{words(90)}</div>"
    found = sd.select(parse(f"<div><div id=main><h1>T</h1><p>{words(500)}</p></div>{comments}</div>"), profile=profile)
    assert [len(comment.text) for comment in found.comments] == [151, 60, 90]
    assert [(comment.depth, comment.parent) for comment in found.comments] == [(0, None), (1, 0), (0, None)]


def test_relations_of_regions_are_plain_values() -> None:
    """Each region has its number, role and place, each comment its article and the other comments, in JSON too."""
    record = json.loads(json.dumps(result(with_comments()).to_dict()))
    main, first, *_ = record["regions"]
    assert (record["page_type"], main["role"], main["title"], main["title_diff"]) == (
        "article_comments",
        "article",
        "T",
        0,
    )
    assert (first["role"], first["article"], first["members"]) == ("comment", main["number"], [1, 2, 3])
    assert (main["xpath"], main["dfm"], main["owner"]) == ("/html/body/div/div[1]", 0.0, None)


def test_relations_of_regions_are_in_the_json_of_a_result() -> None:
    """As in `sectio extract --method sd -f json`; other methods have no regions."""
    record = json.loads(sectio.extract(with_comments(), method="sd").to_json())
    assert [region["role"] for region in record["regions"]] == ["article", "comment", "comment", "comment"]
    assert {region["article"] for region in record["regions"][1:]} == {record["regions"][0]["number"]}
    assert "regions" not in sectio.extract(with_comments(), method="body").to_dict()


def test_several_areas_before_comments_in_the_programs_order() -> None:
    """Paper: comments first. The authors' program asks for areas of one level first."""
    html = (
        f"<div id=w><div id=main><h1>T</h1><p>{words(300)}</p></div>"
        f"<div class=comment><p>{words(200)}</p></div><div class=comment><p>{words(210)}</p></div></div>"
    )
    assert result(html, profile="reference").page_type == "article_comments"
    assert result(html, profile="reference", order="code").page_type == "multiple"


def test_without_any_title_there_is_no_article() -> None:
    """Several candidates, none with a heading: areas."""
    html = f"<div><div>{words(300)}</div></div><div>{words(290)}</div>"
    assert result(html, profile="reference").page_type == "multiple"


@pytest.mark.parametrize("name", ["footer-comment", "policy comment"])
def test_footers_and_policies_are_no_comments(name: str) -> None:
    """A class that speaks of footers or policies rules a group out."""
    html = with_comments(f"'{name}'")
    assert result(html, profile="reference").page_type == "article"


def test_comments_far_from_the_article_are_not_its_comments() -> None:
    """They must hang on an ancestor of the article at most four levels up, the body not counting."""
    html = (
        f"<div><div><div><div><div><div id=main><h1>T</h1><p>{words(500)}</p></div></div></div></div></div></div>"
        f"<div class=comment>{words(80)}</div>"
    )
    assert result(html, profile="reference").page_type == "article"


def test_spoken_words_are_evidence() -> None:
    """`wrote:` in the text makes a comment where no class does."""
    html = f"<div><div id=main><h1>T</h1><p>{words(500)}</p></div><div class=x>Ann wrote: {words(60)}</div></div>"
    assert result(html, profile="reference").page_type == "article_comments"
    assert result(html).page_type == "article_comments"


def test_answers_inside_answers_have_a_parent() -> None:
    """A comment region inside another one answers it."""
    answer = f"<div class=comment><p>{words(60)}</p>"
    html = (
        f"<div><div id=main><h1>T</h1><p>{words(500)}</p></div>"
        f"<section><ul>{answer}<ul>{answer}</div></ul></div>{answer}</div></ul></section></div>"
    )
    found = sd.select(parse(html)).comments
    assert [(comment.depth, comment.parent) for comment in found] == [(0, None), (1, 0), (0, None)]


# The default decision


def test_the_footer_is_not_the_article() -> None:
    """The paper's choice, nearest to the root, is a footer here; by default the largest region is the article."""
    html = (
        f"<div><div><div id=main><p>{words(300)}</p><p>{words(300)}</p></div></div></div>"
        f"<footer><h2>About</h2><p>{words(400)}</p></footer>"
    )
    paper, ours = result(html, profile="paper").article, result(html).article
    assert paper is not None
    assert ours is not None
    assert (paper.tag, ours.id) == ("footer", "main")


def test_a_heading_that_counts_them_makes_comments() -> None:
    """Hashed class names say nothing; "Meinungen (3)" over three like regions does, in any language by its number."""
    for heading in ("Kommentare", "Stimmen (3)", "3 kommentit"):
        body = "".join(
            f"<div class=css-x1><div class=css-a2>Ann, 1 May 2020</div><div class=css-b3>{words(90)}</div></div>"
            for _ in range(3)
        )
        html = f"<div><div class=css-m><h1>T</h1><p>{words(600)}</p></div><div class=css-c><h3>{heading}</h3>{body}</div></div>"
        found = sd.select(parse(html))
        assert found.page_type == "article_comments"
        assert [comment.text for comment in found.comments] == [words(90)] * 3


def test_questions_and_answers() -> None:
    """A heading between like regions parts the question from its answers, even if these are longer."""
    entry = "<div class=entry><div class=text><p>{}</p></div></div>"
    html = f"<div id=q><h1>Why?</h1>{entry.format(words(150))}<h2>2 Answers</h2>{entry.format(words(300))}{entry.format(words(250))}</div>"
    found = result(html)
    assert found.page_type == "article_comments"
    assert found.article is not None
    assert (found.article.density, [region.density for region in found.comments]) == (150, [300, 250])


def test_an_article_in_several_containers_is_put_together() -> None:
    """Regions of the article's class near it, and regions inside it, are parts of it."""
    html = (
        "<main><h1>T</h1>"
        f"<section><div class=text><p>{words(900)}</p></div></section><section><div class=text><p>{words(200)}</p></div></section>"
        f"</main><footer><div>{words(90)}</div></footer>"
    )
    page = parse(html)
    found = sd.select(page)
    assert found.page_type == "article"
    assert len(text_of(page, found.mask)) == 1101
    assert [region.role for region in found.detail.regions] == ["article", "part", "other"]
    assert len(found.detail.texts[0]) == 1101
    assert sd.select(page, profile="paper").mask.sum() == 1


def test_a_listing_without_like_regions_is_several_areas() -> None:
    """Where the region closest to the root is not the one closest to its title, the default finds no article either."""
    teaser = f"<section><h3>Two</h3><article id=b><p>{words(290)}</p></article></section>"
    html = f"<main><h1>News</h1><section><div id=a><p>{words(300)}</p></div>{teaser}</section></main>"
    assert [region.id for region in result(html).areas] == ["a", "b"]


def test_links_are_no_areas() -> None:
    """Boxes of links beside an article do not make it a page of areas, however many."""
    boxes = "".join(f"<div class=card><a href=/{n}>{words(80)}</a></div>" for n in range(9))
    assert result(f"<div><h1>T</h1><p>{words(300)}</p></div><div>{boxes}</div>").page_type == "article"


# Learning


ARTICLES = [ARTICLE, ARTICLE.replace("<h1>T</h1>", "<h1>Another</h1>")]
LABELLED = [
    *((html, "article") for html in ARTICLES),
    *((with_comments(count=n), "article_comments") for n in (2, 3)),
    *((html, "multiple") for html in (POSTS, POSTS.replace("Title", "Story"))),
]


def test_thresholds_are_learned_from_labelled_pages() -> None:
    """All types right, T1 in the middle of what works, T2 the smallest from 20 on."""
    pages_, labels = [parse(html) for html, _ in LABELLED], [label for _, label in LABELLED]
    found = sd.learn_thresholds(pages_, labels)
    assert (found.value, found.t2) == (1.0, 20)
    assert 5 < found.t1 < 90
    assert [sd.select(page, t1=found.t1, t2=found.t2).page_type for page in pages_] == labels
    for profile in ("paper", "reference"):
        assert sd.learn_thresholds(pages_, labels, profile=profile).value == 1.0


def test_ties_of_thresholds() -> None:
    """Spec §5: the middle of the longest best stretch of T1, the smallest T2 from 20 on."""
    found = search(lambda t1, t2: float(20 <= t1 <= 60) + (t1 == 90) + float(t2 in (10, 40, 60)))
    assert (found.t1, found.t2, found.value) == (40, 40, 2.0)
    assert search(lambda t1, t2: float(t2 == 10)).t2 == 10


def test_thresholds_are_learned_by_command(tmp_path: Path) -> None:
    """From a folder for each type."""
    for number, (html, label) in enumerate(LABELLED):
        (tmp_path / label).mkdir(exist_ok=True)
        (tmp_path / label / f"{number}.html").write_text(html)
    done = CliRunner().invoke(thresholds, [str(tmp_path)])
    learned = sd.learn_thresholds([parse(html) for html, _ in LABELLED], [label for _, label in LABELLED])
    assert done.output == f"t1={learned.t1:g} t2={learned.t2:g}  1.000 of each type is right on 6 pages\n"


def test_gold_regions_count_as_much_as_types() -> None:
    """Regions that are too small a gold lower the value; a measure of one's own can be given."""
    pages_, labels = [parse(html) for html, _ in LABELLED], [label for _, label in LABELLED]
    gold = [sd.select(page).detail.texts for page in pages_]
    assert sd.learn_thresholds(pages_, labels, gold).value == 1.0
    half = [[text[: len(text) // 2] for text in texts] for texts in gold]
    assert sd.learn_thresholds(pages_, labels, half).value < 0.9
    assert sd.learn_thresholds(pages_, labels, gold, accuracy=lambda found, wanted: 0.5).value == 0.75


def test_learning_needs_labelled_pages() -> None:
    """No pages, too few labels, unknown labels: each a clear error."""
    page = parse(ARTICLE)
    for pages_, labels in (([], []), ([page], []), ([page], ["blog"])):
        with pytest.raises(InputError):
            sd.learn_thresholds(pages_, labels)


# Hostile pages


def test_unknown_profiles_are_an_error() -> None:
    """Misuse is named."""
    with pytest.raises(InputError, match="profile"):
        sd.select(parse("<p>x"), profile="modern")


@every_profile
@pytest.mark.parametrize("name", ODD)
def test_every_odd_page_keeps_the_contract(name: str, profile: str) -> None:
    """A type, visible text rows only, the same twice; nothing found says so."""
    page = odd_page(name)
    found, again = sd.select(page, profile=profile), sd.select(page, profile=profile)
    assert found.page_type in ("article", "article_comments", "multiple")
    assert not (found.mask & ~(page.is_text & page.visible)).any()
    assert (found.warnings == ("no_region",)) == (not found.detail.regions)
    np.testing.assert_array_equal(found.mask, again.mask)


def test_many_regions_take_linear_time() -> None:
    """Thousands of regions, each with a heading and a class, on one page."""
    html = "".join(f"<div class='c{n % 50} post-{n}'><h3>{n} replies</h3><p>{words(60)}</p></div>" for n in range(4000))
    assert len(result(html).regions) == 4000


def test_long_classes_are_cut() -> None:
    """A class attribute of 10 kB groups by its beginning."""
    name = "comment " * 1250
    assert result(with_comments(f"'{name}'"), profile="reference").page_type == "article_comments"


# Invariants


@settings(max_examples=200)
@given(pages(), st.sampled_from(PROFILES), st.sampled_from((0, 5, 20)))
def test_regions_do_not_overlap(page: Page, profile: str, t2: int) -> None:
    """Every text is in one region at most, the one of the nearest root; densities are lengths of texts."""
    regions = find_regions(page, t2=t2, profile=profile)
    assert len(set(regions.texts.tolist())) == len(regions.texts)
    roots = set(regions.root.tolist())
    for text, region in zip(regions.texts.tolist(), regions.of_text.tolist(), strict=True):
        node = int(page.text_rows[text])
        while node not in roots:
            node = int(page.parent[node])
        assert node == regions.root[region]
    if "\u0301" not in page.html:  # composed text is shorter
        assert [len(regions.text(n)) for n in range(len(regions))] == regions.density.tolist()


@settings(max_examples=200)
@given(pages(), st.sampled_from(PROFILES), st.integers(0, 100))
def test_roles_agree_with_the_type(page: Page, profile: str, t1: int) -> None:
    """An article page has one article and no areas, a page of areas none; comments only with an article."""
    found = sd.select(page, profile=profile, t1=t1, t2=2)
    result_ = found.detail
    roles = [region.role for region in result_.regions]
    if found.page_type == "multiple":
        assert result_.article is None
        assert not result_.comments
    else:
        assert roles.count("article") == 1
        assert not result_.areas
    assert (found.page_type == "article_comments") == bool(result_.comments)
    assert len(result_.texts) == len(result_.areas) + len(result_.comments) + (result_.article is not None)


def test_regions_type() -> None:
    """The arrays of a page without regions are empty, not missing."""
    empty = find_regions(parse(""), t2=20, profile="default")
    assert isinstance(empty, Regions)
    assert len(empty.distance) == len(empty.title) == len(empty.title_gap) == 0
