"""Comments and posts: what counts as one, where it belongs, and what the result says about the page."""

import pickle

import pytest

import sectio
from sectio import threads
from sectio.dom.parse import parse
from sectio.threads import items, parts, rendering
from tests.threads import forums, pages
from tests.threads.said import thread

ARTICLE = "<article><h1>Ice</h1><p>The harbour froze over again, and the ferry stayed where it was for nine days.</p></article>"
THREAD = """<section id=comments class=comments><h2>3 comments</h2><ol class=comment-list>
<li class=comment><div class=comment-author>Edith Ashdown – <time datetime=2020-05-30>30 May 2020</time></div>
  <div class=comment-body><p>Is the ferry running?</p><p>I ask for a friend.</p></div><a class=reply-link href=#>Reply</a>
  <ol class=children><li class=comment><div class=comment-author>Bruno says:</div>
    <div class=comment-body><p>Not before Monday.</p></div></li></ol></li>
<li class=comment><cite>Ada</cite> <div class=comment-body>Thank you, both.</div></li>
</ol></section>"""


def comments(html: str) -> list[tuple[str | None, str | None, str, int | None]]:
    found = threads.comments(parse(html)).comments
    return [(one.author, one.date, one.text, one.parent) for one in found]


def test_a_thread_with_an_answer() -> None:
    assert comments(ARTICLE + THREAD) == [
        ("Edith Ashdown", "2020-05-30", "Is the ferry running?\nI ask for a friend.", None),
        ("Bruno", None, "Not before Monday.", 0),
        ("Ada", None, "Thank you, both.", None),
    ]


def test_the_text_is_the_article_even_when_comments_are_most_of_the_words() -> None:
    item = "<li class=comment><b class=author>N{}</b> <p>A comment of a good many words, so that all of them outweigh the article.</p></li>"
    doc = sectio.extract(ARTICLE + f"<ol class=commentlist>{''.join(item.format(i) for i in range(12))}</ol>")
    assert doc.text.startswith("The harbour froze")
    assert "outweigh" not in doc.text
    assert len(doc.comments) == 12
    assert doc.posts == ()


def test_no_comments() -> None:
    """Forms, prompts, counts and links to the latest comments are none."""
    for below in (
        "",
        "<form class=comment-form><p class=comment-notes>Your email address will not be published.</p></form>",
        "<div id=respond class=comment-respond><p>You must be logged in to post a comment.</p></div>",
        "<div id=comments class=comments><p class=no-comments>No comments yet. Be the first.</p></div>",
        "<div class=comments><p class=nocomments>Comments are closed.</p></div>",
        "<aside class=sidebar><ul><li class=recent-comment><b class=author>Otto</b> <a href=/1>The mill in winter</a></li></ul></aside>",
        "<ol class=commentlist><li class=pingback id=comment-4>Pingback: <a href=/x>Another site</a></li></ol>",
    ):
        assert comments(ARTICLE + below) == [], below


def test_an_item_that_only_wraps_another_hands_it_its_place() -> None:
    found = comments(
        ARTICLE
        + "<ol><li class=comment id=comment-1><article id=div-comment-1 class=comment-body><b class=fn>Ann</b><p>First of all.</p></article>"
        "<ol class=children><li class=comment id=comment-2><article id=div-comment-2 class=comment-body><b class=fn>Bea</b><p>Second of all.</p>"
        "</article></li></ol></li></ol>"
    )
    assert found == [("Ann", None, "First of all.", None), ("Bea", None, "Second of all.", 0)]


def test_a_numbered_id_makes_a_comment() -> None:
    """Themes name the class as they like, but number their comments."""
    found = comments(
        "<ol><li class=response id=comment-1000><b class=author>Ann</b><p>First to say so.</p></li>"
        "<li class=response id=comment-1001><b class=author>Bea</b><p>Second to say so.</p></li></ol>"
        "<div id=comment-form-1><p>Say something now</p></div><div id=comments><p>no single comment here</p></div>"
    )
    assert [(author, text) for author, _, text, _ in found] == [
        ("Ann", "First to say so."),
        ("Bea", "Second to say so."),
    ]


def test_a_relative_date_is_kept_as_written_and_others_are_iso() -> None:
    item = "<div class=comment><b class=author>Ann</b> <span class=date>{}</span><p>So it goes.</p></div>"
    for written, date in (
        ("3 hours ago", "3 hours ago"),
        ("vor 2 Tagen", "vor 2 Tagen"),
        ("4. März 2021", "2021-03-04"),
        ("04.03.2021, 9:15", "2021-03-04"),
    ):
        assert comments(f"<html lang=de>{item.format(written)}") == [("Ann", date, "So it goes.", None)]


def test_comments_nested_deeper_than_pages_are() -> None:
    """Nothing is lost below the depth where nodes become siblings, and everything is done within the time limit."""
    item = "<li class=comment><b class=author>N{0}</b><p>Comment number {0}.</p><ol>"
    found = threads.comments(parse(ARTICLE + "<ol>" + "".join(item.format(i) for i in range(1200)))).comments
    assert len(found) == 1200
    assert [one.parent for one in found[:3]] == [None, 0, 1]


def test_posts_of_a_question_with_votes_and_the_accepted_answer() -> None:
    said = thread(pages.ANSWERS)
    doc = sectio.extract(pages.forum("question", forums.stack_exchange(said), said).html)
    assert doc.page_type == "forum"
    assert doc.comments == ()
    assert [post.accepted for post in doc.posts] == [False, True, False, False, False, False]
    assert [post.votes for post in doc.posts if post.depth < 2] == [one.votes for one in said if one.depth < 2]
    assert [post.parent for post in doc.posts] == [one.parent for one in said]
    assert all(post.text.split("\n")[0] in doc.text for post in doc.posts if post.depth < 2)


def test_a_post_has_markdown_without_the_list_it_is_in_and_a_path() -> None:
    item = "<li class=post id=post-{0}><a class=username href=/u/{0}>User {0}</a> <time datetime=2021-03-0{0}>day</time><div class=content><p>This is <b>bold</b> in post {0}.</p><ul><li>one<li>two</ul></div></li>"
    html = (
        "<html><body class=forum><h1>Old stove</h1><ol class=posts>"
        + "".join(item.format(i) for i in range(1, 5))
        + "</ol>"
    )
    first = threads.posts(parse(html)).posts[0]
    assert first.markdown == "This is **bold** in post 1.\n\n- one\n- two"
    assert first.xpath == "/html/body/ol/li[1]"


def test_a_result_with_posts_can_be_pickled_and_written() -> None:
    case = next(case for case in pages.forum_cases() if case.name.startswith("phpbb"))
    doc = sectio.extract(case.html)
    again = pickle.loads(pickle.dumps(doc))
    assert again.posts == doc.posts
    assert len(doc.posts) == len(case.thread.every)
    assert [post["author"] for post in doc.to_dict()["posts"]] == [said.author for said in case.thread]


def test_a_depth_that_is_not_a_number_counts_as_none() -> None:
    """Superscript digits are digits to Python, but not numbers."""
    item = '<div class=comment data-depth="{}"><b class=author>Ann</b><p class=body>Number {} of them.</p></div>'
    html = ARTICLE + "<div class=comments>" + "".join(item.format(depth, i) for i, depth in enumerate("²²1")) + "</div>"
    assert [text for _, _, text, _ in comments(html)] == [f"Number {i} of them." for i in range(3)]


def test_dates_of_many_texts_are_those_of_each() -> None:
    """One search over all of them finds what the search in each does."""
    from sectio.threads.parts import are_dated, is_dated

    texts = [
        "", "4 May 2021", "two days ago", "a favour", "3 days\n ago", "x" * 200, "Straße vor 3 Tagen", "il y a 5 jours", "12/04/21",
        "2 小时前", "vor", f"{'a ' * 60}2021-04-05", "２０２１年３月４日", "just now", "Yesterday", "İ vor 2 tagen", "© 2021",
    ]  # fmt: skip
    assert are_dated(texts) == {number for number, text in enumerate(texts) if is_dated(text)}
    assert are_dated([]) == set()


def test_places_to_write_are_forms_with_a_field_for_text() -> None:
    """A search form is not one of them."""
    page = parse("<body><form><input></form><form><textarea></textarea><p>Say it</p></form><p>said</p>")
    inside = parts.forms(page)
    assert [page.texts[i] for i, row in enumerate(page.text_rows.tolist()) if inside[row]] == ["Say it"]


def test_inline_elements_are_not_contributions_by_their_name() -> None:
    """An element of one's own is; so are blocks below the body, but not the body itself."""
    page = parse(
        "<body class=comment><span class=comment>a</span><my-note class=comment>b</my-note><div class=comment>c</div>"
    )
    assert [page.text(item.start) for item in items.named(page, ("comment",))] == ["b", "c"]


@pytest.mark.parametrize(
    "text", ["1. a *b* _c_ `d`", "> a", "# a", "$x$ \\(y\\)", "  a  \n b ", "a&#13;b", "![x](y) &lt;b&gt;", "e\u0301"]
)
def test_a_text_alone_is_written_as_among_others(text: str) -> None:
    """Most posts of a page may be one text, for which no part of the page is read again."""
    page = parse(f"<p>{text}</p><p>{text}<i></i></p>")
    assert rendering.markdown(page, [0], None) == rendering.markdown(page, [1], None) != ""
