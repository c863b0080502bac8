"""Who wrote it, source by source, and what is nobody."""

from html import escape

import hypothesis
import pytest
from hypothesis import strategies as st

from sectio.dom.parse import parse
from sectio.metadata import names
from tests.compiled import built
from tests.metadata.pages import ARTICLE, fields, ld, meta, page, read

HEADLINE = "<h1>Harbour frozen over</h1>"


@pytest.mark.parametrize(
    "author",
    [
        "Jane Doe",
        {"@type": "Person", "name": "Jane Doe"},
        [{"@type": "Person", "name": "Jane Doe"}],
        {"@id": "#jane"},
        {"@type": "Person", "name": ["Jane Doe"], "url": "https://gull.example/jane"},
    ],
)
def test_json_ld_authors(author: object) -> None:
    """All shapes of an author in the wild, references included."""
    graph = [{"@type": "Article", "author": author}, {"@id": "#jane", "@type": "Person", "name": "Jane Doe"}]
    assert read(page(ld({"@graph": graph}), HEADLINE + ARTICLE)).author == "Jane Doe"


def test_several_authors_are_joined() -> None:
    """Semicolons part people, whatever parted them before; each is named once."""
    html = page(ld({"@type": "Article", "author": [{"name": "Jane Doe"}, {"name": "John Roe"}, "jane doe"]}))
    assert read(html).author == "Jane Doe; John Roe"


SITE = meta("og:site_name", "The Daily Gull") + '<meta name="author" content="The Daily Gull">'


def test_site_is_an_author_only_where_a_byline_says_so() -> None:
    """Data often names the site itself; readers are told who wrote it in a byline."""
    assert read(page(SITE, f'{HEADLINE}<p class="byline">By Jane Doe</p>{ARTICLE}')).author == "Jane Doe"
    assert read(page(SITE, f'{HEADLINE}<p class="byline">The Daily Gull</p>{ARTICLE}')).author == "The Daily Gull"
    assert read(page(SITE, HEADLINE + ARTICLE)).author is None


def test_newspaper_may_sign_its_reports() -> None:
    """A report that states the paper as its author has that author, with less confidence than a person."""
    report = {"@type": "NewsArticle", "headline": "Ice", "author": {"@type": "Organization", "name": "The Daily Gull"}}
    found = fields(page(SITE + ld(report), HEADLINE + ARTICLE)).author
    assert (found.value, found.source) == ("The Daily Gull", "json-ld")
    assert found.confidence < 0.5


@pytest.mark.parametrize("name", ["Jane Doe", "jdoe"])
def test_names_that_nobody_sees_are_logins(name: str) -> None:
    """A name in data that the page does not show is that of an account."""
    data = ld({"@type": "Article", "headline": "Harbour", "author": {"@type": "Person", "name": name}})
    assert read(page(data, HEADLINE + 5 * ARTICLE)).author is None
    assert read(page(data, f"{HEADLINE}<p>By Jane Doe</p>{5 * ARTICLE}")).author == "Jane Doe"


def test_pages_of_scripts_are_taken_at_their_word() -> None:
    """What shows nothing yet cannot show its author."""
    data = ld({"@type": "Article", "headline": "Harbour", "author": [{"name": "Jane Doe"}, {"name": "John Roe"}]})
    assert read(page(data, "<div id=app></div>")).author == "Jane Doe; John Roe"


@pytest.mark.parametrize(
    "markup",
    [
        '<figure><figcaption>Photo: <span class="author">Max Muster</span></figcaption></figure>',
        '<blockquote><p>Ice is ice.</p><p class="author">Max Muster</p></blockquote>',
        '<div itemprop="review"><span itemprop="author">Max Muster</span></div>',
    ],
)
def test_photographers_and_quoted_people_are_not_authors(markup: str) -> None:
    """Who took the picture, said the sentence or reviewed the product did not write the text."""
    assert read(page(body=f"{HEADLINE}{markup}{ARTICLE}")).author is None


def test_agencies_beside_people_are_kept() -> None:
    """A byline is given whole."""
    byline = '<p class="byline">Von Jane Doe und AFP</p>'
    assert read(page(body=f"{HEADLINE}{byline}{ARTICLE}")).author == "Jane Doe; AFP"


def test_author_source() -> None:
    """Each value says where it is from."""
    marked = fields(page(body=f'{HEADLINE}<a rel="author" href="/j">Jane Doe</a>{ARTICLE}')).author
    assert (marked.value, marked.source) == ("Jane Doe", "microdata")
    told = fields(page(body=f"{HEADLINE}<p>By Jane Doe</p>{ARTICLE}")).author
    assert (told.value, told.source) == ("Jane Doe", "text")
    assert 0 < told.confidence < marked.confidence <= 1


@pytest.mark.parametrize(
    "byline",
    [
        '<p class="post-author">By Jane Doe</p>',
        '<div class="byline"><span>Written by</span><a href="/x">Jane Doe</a><time>3 May 2021</time></div>',
        '<p>Von <a href="/team">Jane Doe</a></p>',
        '<p><a href="/author/jane">Jane Doe</a></p>',
        '<a rel="author" href="/jane">Jane Doe</a>',
        '<span itemprop="author" itemscope><span itemprop="name">Jane Doe</span></span>',
        '<aside class="articleAuthor">Jane Doe</aside>',
        '<div id="author">Jane Doe</div>',
        '<span data-testid="article-author">Jane Doe</span>',
        '<div class="submitted-by">Jane Doe</div>',
        '<p class="byline"><a href="/j">Jane Doe</a><b>Twitter</b></p>',
    ],
)
def test_bylines_in_the_body(byline: str) -> None:
    """Classes as whole tokens, leads in words, author pages, rel and microdata."""
    assert read(page(body=f"{HEADLINE}{byline}{ARTICLE}")).author == "Jane Doe"


def test_class_words_count_as_whole_tokens_only() -> None:
    """`authority` is no author."""
    assert read(page(body=f'{HEADLINE}<p class="authority">Port Office</p>{ARTICLE}')).author is None


def test_commenters_are_not_the_author() -> None:
    """Names in comments further down belong to readers."""
    filler = "".join(f"<p>Paragraph {i} of the story about the harbour.</p>" for i in range(20))
    comments = '<div class="comments"><span class="comment-author">Max Muster</span><p>Nice!</p></div>'
    assert read(page(body=HEADLINE + filler + comments)).author is None


def test_forum_threads_name_the_first_poster() -> None:
    """Each post has an author; the page's is the first."""
    post = '<div><div><p><span itemprop="author">{}</span></p><p>Some words of the post.</p></div></div>'
    html = page(body=f"{HEADLINE}{post.format('Jane')}{post.format('Max')}")
    assert read(html).author == "Jane"


def test_citation_metas_turn_names() -> None:
    """Scholarly metas give the last name first."""
    metas = '<meta name="citation_author" content="Doe, Jane"><meta name="citation_author" content="Roe, John">'
    assert read(page(metas)).author == "Jane Doe; John Roe"


def test_card_labels() -> None:
    """`twitter:label1` says what `twitter:data1` is."""
    metas = meta("twitter:label1", "Verfasst von") + meta("twitter:data1", "Jane Doe")
    assert read(page(metas, HEADLINE + ARTICLE)).author == "Jane Doe"


@pytest.mark.parametrize(
    ("value", "found"),
    [
        ("By Jane Doe", ["Jane Doe"]),
        ("by: Jane Doe, Staff Writer", ["Jane Doe"]),
        ("Jane Doe and John Roe | 3 May 2021", ["Jane Doe", "John Roe"]),
        ("Jane Doe (jane@gull.example) @janedoe https://gull.example", ["Jane Doe"]),
        ("Von Jane Doe am 3. Mai 2021", ["Jane Doe"]),
        ("Jane Doe May 3, 2021", ["Jane Doe"]),
        ("View all posts by Jane Doe", ["Jane Doe"]),
        ("Autor: Jané Döe", ["Jané Döe"]),
        ("Di Stefano", ["Di Stefano"]),
        ("di Mario Rossi", ["Mario Rossi"]),
        ("Ludwig van Beethoven", ["Ludwig van Beethoven"]),
        ("<b>Jane</b> O&#39;Hara", ["Jane O'Hara"]),
        ("作者：王小明", ["王小明"]),
        ("责任编辑：王小明", ["王小明"]),
        ("Interview: Jane Doe", ["Jane Doe"]),
        ("Text und Interview: Jane Doe", ["Jane Doe"]),
        ("Jane Doe on behalf of the crew", ["Jane Doe"]),
        ("Quelle", []),
        ("Archiv anzeigen", []),
        ("admin", []),
        ("https://gull.example/jane", []),
        ("", []),
    ],
)
def test_people(value: str, found: list[str]) -> None:
    """Leads, dates, roles, addresses and handles go; names stay as written."""
    assert names.people(value) == found


def test_title_is_no_name() -> None:
    """Some pages repeat the headline in the author field."""
    html = page('<meta name="author" content="Harbour frozen over">', HEADLINE + ARTICLE)
    assert read(html).author is None


def test_front_pages_have_no_byline_of_their_own() -> None:
    """Names beside the stories of a front page, or under praise, are not the author's; data that is shown counts."""
    body = f'<h1>Gull</h1><p class="byline">By Jane Doe</p>{ARTICLE}'
    assert read(page("", body), "https://gull.example/").author is None
    assert read(page("", body), "https://gull.example/ice").author == "Jane Doe"
    stated = '<meta name="author" content="Jane Doe">'
    assert read(page(stated, body), "https://gull.example/").author == "Jane Doe"


def test_thousands_of_links_to_authors_are_capped() -> None:
    """The first of them are enough to find the nearest."""
    links = "".join(f'<a rel="author" href="/{i}">Jane Doe</a>' for i in range(3000))
    assert read(page("", f"{HEADLINE}<p>{links}</p>{ARTICLE}")).author == "Jane Doe"


def test_nickname_before_a_date() -> None:
    """A lone word after "by" is a name where a date follows; elsewhere it may be any word."""
    assert read(page("", f"{HEADLINE}<p>by gullwatcher on March 4, 2021</p>{ARTICLE}")).author == "gullwatcher"
    assert read(page("", f"{HEADLINE}<p>by clicking here</p>{ARTICLE}")).author is None


def test_signed_below_the_text() -> None:
    """A `rel=author` link in the foot of the article is its author's, one in the foot of the page is not."""
    link = '<div class="post-footer"><div class="post-footer-line">Posted by <a rel="author" href="/u/1">Jane Doe</a></div></div>'
    filler = "<p>The ferries stayed where they were.</p>" * 40
    assert read(page("", f'<div class="post">{HEADLINE}{filler}{link}</div>')).author == "Jane Doe"
    assert read(page("", f'<div class="post">{HEADLINE}{filler}</div>{link}')).author is None
    comment = '<div class="comments"><div class="comment-footer"><a rel="author" href="/u/1">Jane Doe</a></div></div>'
    assert read(page("", f'<div class="post">{HEADLINE}{filler}{comment}</div>')).author is None


def test_numbered_address_is_no_front_page() -> None:
    """Old blogs name their posts by a number in the query."""
    body = f'{HEADLINE}<p class="byline">By Jane Doe</p>{ARTICLE}'
    assert read(page("", body), "https://gull.example/?p=2895").author == "Jane Doe"
    assert read(page("", body), "https://gull.example/?utm_source=feed").author is None


def test_host_that_spells_an_umlaut() -> None:
    """`rütter.example` is often `ruetter.example`: the name is the site's, not an author's."""
    stated = '<meta name="author" content="Jürgen Möwe">'
    html = page(stated, f"{HEADLINE}{ARTICLE}<p>Jürgen Möwe</p>")
    assert read(html, "https://juergenmoewe.example/ice").author is None
    assert read(html, "https://gull.example/ice").author == "Jürgen Möwe"


def test_names_that_metas_state_twice_need_not_be_shown() -> None:
    """An author in a meta and in the label of a card was chosen by somebody; one stated once, or in JSON-LD too, may be a login."""
    label = '<meta name="twitter:label1" content="Written by"><meta name="twitter:data1" content="Jane Doe">'
    named = '<meta name="author" content="Jane Doe">'
    thing = ld({"@type": "Article", "author": {"@type": "Person", "name": "Jane Doe"}})
    body = HEADLINE + 20 * ARTICLE
    assert read(page(named + label, body)).author == "Jane Doe"
    for head in (named, label, thing, thing + named + label, (named + label).replace("Jane Doe", "jdoe")):
        assert read(page(head, body)).author is None
    assert read(page(named + label, body), "https://gull.example/").author is None
    assert read(page(named + label, HEADLINE + "<p>By John Roe</p>" + 20 * ARTICLE)).author == "John Roe"


def test_nicknames_of_a_forum() -> None:
    """A thread is started under a nickname; elsewhere a stated single word is a login."""
    body = HEADLINE + "<p>gullwatcher</p>" + 20 * ARTICLE
    for kind, name in (("DiscussionForumPosting", "gullwatcher"), ("Article", None)):
        assert read(page(ld({"@type": kind, "author": {"name": "gullwatcher"}}), body)).author == name


def test_site_beside_its_writers_is_no_author() -> None:
    """The newspaper goes where people are named, and stays where it signs with an agency."""
    site = meta("og:site_name", "The Daily Gull")
    for given, names_left in (
        ("Jane Doe, The Daily Gull", "Jane Doe"),
        ("The Daily Gull and AFP", "The Daily Gull; AFP"),
    ):
        thing = ld({"@type": "NewsArticle", "author": {"@type": "Person", "name": given}})
        assert read(page(site + thing, f"{HEADLINE}<p>By {given}</p>{ARTICLE}")).author == names_left


@pytest.mark.parametrize(
    "line",
    [
        "<p>Written by <a href='/jane'>Jane Doe</a></p>",
        "<h2>Article by</h2><div>Jane Doe</div>",
        "<p>Autorin: Jane Doe</p>",
        "<p>Texte rédigé : non</p><p>Rédigé par Jane Doe</p>",
    ],
)
def test_signatures_far_from_the_headline(line: str) -> None:
    """A short text that says in full who wrote it counts anywhere below the headline, but not in quotations."""
    long = HEADLINE + 30 * ARTICLE
    assert read(page(body=f"{long}{line}")).author == "Jane Doe"
    assert read(page(body=f"{long}<blockquote>{line}</blockquote>")).author is None
    assert read(page(body=f"{long}<aside class='comments'>{line}</aside>")).author is None


def test_host_is_no_publisher() -> None:
    """A report signed with the site's address has no author worth naming."""
    for name, author in (("Gull News", "Gull News"), ("gull.com", None)):
        thing = ld({"@type": "NewsArticle", "author": {"@type": "NewsMediaOrganization", "name": name}})
        html = page(meta("og:site_name", name) + thing, HEADLINE + 20 * ARTICLE)
        assert read(html, "https://gull.com/a").author == author


def test_accounts_of_administrators_and_credentials_are_no_names() -> None:
    """`NOC Admin` is nobody, and letters after a name are no second author."""
    assert names.people("NOC Admin") == []
    assert names.people("Dylan Bailey, MS, RD, FAND") == ["Dylan Bailey"]


@built
@hypothesis.given(st.lists(st.text(alphabet="sStTo ory:B&\u00a0ſé\x1c\n", max_size=12), max_size=6))
def test_signatures_are_the_same_in_compiled_code(said: list[str]) -> None:
    made = parse("".join(f"<p>{escape(text)}</p><p>Story: Jo</p>" for text in said))
    found = names.signatures(made.texts, 40, made.source.written())
    assert found == names.signatures(made.texts, 40)
    assert len(found) >= len(said)


def test_no_signature_is_missed_by_its_first_letters() -> None:
    """A look at two letters passes whatever the pattern finds, in any letters that count as the same."""
    letters = [chr(code) for code in range(0x250)]
    pairs = [one + other for one in letters for other in letters]
    rests = ("ticle by", "rds:", "ory:", "st by", "ide by", "view by", "cipe by", "itten by", "n text von", "xt:", "itrag von",
             "terview von", "rfasst von", "schrieben von", "rit par", "digé par", "crito por", "ritto da", "thor:", "tor:")  # fmt: skip
    missed = [
        pair for pair in pairs if pair not in names._BEGINS for rest in rests if names._SIGNATURE.match(pair + rest)
    ]
    assert not missed
    assert names.signatures(["  ſtory by", "No", "WRITTEN BY", ""], 20) == [0, 2]
