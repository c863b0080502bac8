"""The site generator: its gold is exact, its output frozen, its sites varied."""

import json
import math
import os
import re
import subprocess
import sys
import xml.etree.ElementTree as ET
from collections import Counter
from pathlib import Path

import pytest
import turbohtml

from sectio.lab.sitegen import THEMES, VERSION, GenPage, GenSite, Knobs, generate_site, generate_sites
from sectio.lab.sitegen.digest import digest
from sectio.lab.sitegen.language import CODES, load
from sectio.lab.sitegen.markup import LABELS, SKIPPED, normalise
from sectio.lab.sitegen.naming import STYLES
from sectio.lab.sitegen.write import write_site

# Output of version 1. Another digest is another corpus: raise VERSION and mention it in the changelog.
DIGEST = "82d5dc410d6ea7e5ae620c75dcf2e62a9e875ce854f4fb4f1bb4181b56557ba5"
ROOT = Path(__file__).parent.parent.parent


@pytest.fixture(scope="module")
def sites() -> list[GenSite]:
    return generate_sites(11, 18, 12)


@pytest.fixture(scope="module")
def pages(sites: list[GenSite]) -> list[GenPage]:
    return [page for site in sites for page in site.pages]


def text_nodes(html: str) -> list[str]:
    """Normalised text nodes of the body as a real parser sees them."""
    body = turbohtml.parse(html).find("body")
    assert body is not None
    found = []
    for node in body.descendants:
        if isinstance(node, turbohtml.Text):
            parent = node.parent
            assert isinstance(parent, turbohtml.Element)
            if parent.tag not in SKIPPED and (text := normalise(node.text)):
                found.append(text)
    return found


def squeeze(text: str) -> str:
    return "".join(text.split())


def test_output_is_frozen() -> None:
    """Figures measured on other bytes cannot be compared."""
    assert VERSION == 1
    assert digest() == DIGEST


@pytest.mark.parametrize("hash_seed", ["0", "4711"])
def test_hash_seed_does_not_matter(hash_seed: str) -> None:
    """An iteration over a set would show here."""
    env = {**os.environ, "PYTHONHASHSEED": hash_seed}
    done = subprocess.run(
        [sys.executable, "-m", "sectio.lab.sitegen.digest"],
        cwd=ROOT,
        env=env,
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.strip() == DIGEST


def test_seeds_differ() -> None:
    """A seed that is not used would give every site the same words."""
    one, two = (generate_site(seed, "blog", pages=2, language="en").pages[0].text for seed in (1, 2))
    assert one != two


def test_leaves_are_the_text_nodes_of_the_page(pages: list[GenPage]) -> None:
    """Labels that slip by one node would poison every per-node figure."""
    for page in pages:
        assert [leaf.text for leaf in page.leaves] == text_nodes(page.html), page.url
        assert all(leaf.label in LABELS for leaf in page.leaves)


def test_gold_text_is_the_content_leaves(pages: list[GenPage]) -> None:
    """Text and labels are two views of one truth; so are noise lines."""
    for page in pages:
        content = squeeze("".join(leaf.text for leaf in page.leaves if leaf.label == "content"))
        noise = squeeze("".join(leaf.text for leaf in page.leaves if leaf.label in ("noise", "comment")))
        assert squeeze(page.text) == content
        assert squeeze("".join(page.noise_lines)) == noise


def test_gold_lines_stand_in_the_page(pages: list[GenPage]) -> None:
    """Each line of the gold is found in the parsed page, in order."""
    for page in pages:
        whole, at = squeeze("".join(text_nodes(page.html))), 0
        for line in page.text.split("\n"):
            at = whole.find(squeeze(line), at)
            assert at >= 0, (page.url, line)


def test_pages_have_the_promised_parts(pages: list[GenPage]) -> None:
    """Every page has content, noise and its title; no two pages say the same."""
    for page in pages:
        labels = {leaf.label for leaf in page.leaves}
        assert {"content", "noise", "title"} <= labels, page.url
        assert [leaf.text for leaf in page.leaves if leaf.label == "title"] == [page.title]
        assert sum(map(len, page.text)) > 100, page.url
    assert len({page.text for page in pages}) == len(pages) == len({page.url for page in pages})


def test_comments_are_on_the_page(pages: list[GenPage]) -> None:
    """Each comment's text is labelled comment (on question pages: content); parents come first."""
    seen = 0
    for page in pages:
        label = "content" if page.kind == "forum" else "comment"
        said = squeeze("".join(leaf.text for leaf in page.leaves if leaf.label == label))
        for number, comment in enumerate(page.comments):
            assert squeeze(comment.text) in said
            assert (comment.parent is None) == (comment.depth == 0)
            if comment.parent is not None:
                assert comment.parent < number
                assert page.comments[comment.parent].depth == comment.depth - 1
        if page.kind != "forum":
            assert (page.sd_type == "article_comments") == bool(page.comments)
        seen += any(comment.depth > 0 for comment in page.comments)
    assert seen


def test_sites_are_varied(sites: list[GenSite], pages: list[GenPage]) -> None:
    """Every theme, language, naming and page type occurs."""
    assert {site.theme for site in sites} == set(THEMES)
    assert {site.language for site in sites} == set(CODES)
    assert {site.naming for site in sites} == set(STYLES)
    kinds = {"article", "forum", "product", "collection", "listing", "documentation", "service"}
    assert {page.kind for page in pages} == kinds
    assert {page.sd_type for page in pages} == {"article", "article_comments", "multiple"}
    assert any('dir="rtl"' in page.html or "dir=rtl" in page.html or "dir='rtl'" in page.html for page in pages)


def test_class_names_follow_the_naming(sites: list[GenSite]) -> None:
    """Sites without class names have none at all."""
    for site in sites:
        named = any(re.search(r"\bclass=", page.html, re.I) for page in site.pages)
        assert named == (site.naming != "absent"), site.name


@pytest.mark.parametrize("theme", THEMES)
def test_cluster_boilerplate_is_on_some_pages(theme: str) -> None:
    """30 to 60 per cent of a site's pages carry it, always as noise that repeats."""
    site = generate_site(5, theme, pages=30)
    assert 0.3 <= sum(page.local for page in site.pages) / len(site.pages) <= 0.6
    local = [{leaf.text for leaf in page.leaves if leaf.local} for page in site.pages]
    assert all(leaf.label == "noise" for page in site.pages for leaf in page.leaves if leaf.local)
    assert len({frozenset(texts) for texts in local if texts}) <= 2


def test_feeds_parse_and_name_pages(sites: list[GenSite]) -> None:
    """Links lead to pages; titles and two-sentence descriptions come from them."""
    shapes = set()
    for site in sites:
        if site.feed is None:
            continue
        root = ET.fromstring(site.feed.encode())
        shapes.add(root.tag)
        items = [el for el in root.iter() if el.tag.endswith(("item", "entry"))]
        assert len(items) == len(site.feed_map) > 0
        for item in items:
            fields = {el.tag.split("}")[-1]: el for el in item}
            page = site.pages[site.feed_map[fields["link"].get("href") or fields["link"].text or ""]]
            summary = fields["summary" if "summary" in fields else "description"].text or ""
            assert fields["title"].text == page.title
            assert squeeze(re.sub("</?p>", "", summary)) in squeeze(page.text)
    assert len(shapes) == 2


def test_articles_have_words_of_their_own() -> None:
    """Keyword methods need terms that recur in one article and are rare on the site."""
    site = generate_site(3, "blog", pages=20, language="en", knobs=Knobs(mixed=False, paragraphs=(5, 12)))
    counts = [Counter(re.findall(r"\w+", page.text.lower())) for page in site.pages]
    spread = Counter(word for count in counts for word in count)
    for count in counts:
        best = max(count, key=lambda word: count[word] * math.log(len(counts) / spread[word]))
        assert count[best] >= 3
        assert spread[best] <= 8


def test_knobs_turn_things_off() -> None:
    """A knob that does nothing would make an experiment with it meaningless."""
    calm = Knobs(ads=0, comments=0, jitter=0, mess=0, mixed=False, paragraphs=(3, 3))
    for theme in ("blog", "newspaper", "table2005"):
        site = generate_site(9, theme, pages=8, language="en", knobs=calm)
        words = load("en").words["adlabel"]
        for page in site.pages:
            assert page.kind == "article"
            assert not page.comments
            assert not any(leaf.text in words for leaf in page.leaves)


def test_languages_know_the_same_keys() -> None:
    """A missing word would only show when that language meets that theme."""
    for code in CODES:
        words = load(code).words
        assert set(words) == set(load("en").words), code
        slots = {slot for items in words.values() for item in items for slot in re.findall(r"\{(\w+)\}", item)}
        known = {*words, "n", "t", "t1", "t2", "t3", "year", "day", "date", "name"}
        assert slots <= known, code


def test_folder_layout(tmp_path: Path, sites: list[GenSite]) -> None:
    """Readers of the real site corpora must be able to read ours."""
    site = next(site for site in sites if site.feed)
    write_site(site, tmp_path)
    root = tmp_path / site.name
    facts = json.loads((root / "site.json").read_text(encoding="utf-8"))
    assert facts["pages"] == len(site.pages) == len(list((root / "html").iterdir()))
    assert (root / facts["feed"]).read_text(encoding="utf-8") == site.feed
    for number in facts["feed_map"].values():
        truth = json.loads((root / "gold" / f"{number}.json").read_text(encoding="utf-8"))
        assert truth["main_text"] == site.pages[int(number)].text
        assert {
            "url",
            "title",
            "date",
            "author",
            "noise_lines",
            "leaves",
            "kind",
            "sd_type",
            "comments",
        } <= set(truth)
    html = (root / "html" / "000.html").read_bytes()
    assert html.decode() == site.pages[0].html


@pytest.mark.parametrize("theme", ["shop", "forum", "table2005", "newspaper"])
def test_listings_have_exact_records(theme: str) -> None:
    """Every record has the texts of its item, and an address of its own."""
    pages = [page for page in generate_site(5, theme, pages=12, language="en").pages if page.records]
    assert pages
    for page in pages:
        shown = {leaf.text for leaf in page.leaves}
        assert all(record.title in record.cells and set(record.cells) <= shown for record in page.records)
        assert len({record.href for record in page.records}) == len(page.records)


def test_a_portal_has_six_kinds_of_pages_under_one_frame() -> None:
    """Each kind has its own addresses and neighbours; the first index is the home page, and the gold is exact."""
    site = generate_site(3, "portal", pages=40, language="en", naming="semantic")
    kinds = {"article", "listing", "forum", "product", "collection", "documentation"}
    assert {page.kind for page in site.pages} == kinds
    home = next(page for page in site.pages if page.url.count("/") == 3 and page.url.endswith("/"))
    assert home.kind == "listing"
    assert len({page.url for page in site.pages}) == 40
    parts = {(page.kind, page.url.split("/")[3]) for page in site.pages if page is not home}
    assert {part for kind, part in parts if kind in ("product", "collection")} == {"shop"}
    for page in site.pages:
        assert {leaf.text for leaf in page.leaves} == set(text_nodes(page.html)), page.url
        assert page.text
    shelf = next(page for page in site.pages if page.kind == "collection")
    assert all("/shop/" in record.href for record in shelf.records)
