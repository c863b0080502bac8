"""Who wrote it, source by source, and what is nobody."""

import pytest

from sectio.metadata import names
from tests.metadata.pages import ARTICLE, ld, meta, page, read

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


def test_organisation_gives_way_to_a_person_but_is_kept_in_reserve() -> None:
    """A site that signs everything itself still names the writer in the byline."""
    site = meta("og:site_name", "The Daily Gull") + '<meta name="author" content="The Daily Gull">'
    assert read(page(site, f'{HEADLINE}<p class="byline">By Jane Doe</p>{ARTICLE}')).author == "Jane Doe"
    assert read(page(site, HEADLINE + ARTICLE)).author == "The Daily Gull"


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
