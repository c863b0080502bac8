"""Comments: author, date, text and nesting, and none on pages without comments."""

from sectio.dom.parse import parse
from sectio.model.comments import Comments, find

THREAD = """<body><article><h1>Ice</h1><p>The harbour froze over again.</p></article>
<section id=comments class=comments><h2>3 comments</h2><ol class=comment-list>
<li class=comment><div class=comment-author>Edith Ashdown – <time datetime=2020-05-30>30 May 2020</time></div>
  <div class=comment-body><p>Is the ferry running?</p></div><a class=reply-link href=#>Reply</a>
  <ol class=children><li class=comment><div class=comment-author>Bruno says:</div>
    <div class=comment-body><p>Not before Monday.</p></div></li></ol></li>
<li class=comment><cite>Ada</cite> <div class=comment-body>Thank you, both.</div></li>
</ol></section></body>"""


def test_a_thread_with_an_answer() -> None:
    found, rows = find(parse(THREAD))
    assert [(c.author, c.date, c.text, c.depth, c.parent) for c in found] == [
        ("Edith Ashdown", "2020-05-30", "Is the ferry running?", 0, None),
        ("Bruno", None, "Not before Monday.", 1, 0),
        ("Ada", None, "Thank you, both.", 0, None),
    ]
    page = parse(THREAD)
    assert not rows[: int(page.text_rows[1])].any()


def test_no_comments_no_rows() -> None:
    """A form to leave a comment is none."""
    for html in ("", "<p>Nothing here.</p>", "<form class=comment-form><label>Leave a comment</label></form>"):
        found, rows = find(parse(html))
        assert found == ()
        assert not rows.any()


def test_comments_are_a_sequence_that_is_true_when_it_holds_text() -> None:
    """Whether there are comments is known before they are all read, and means the same."""
    for html in (THREAD, "<p>Nothing here.</p>", "<div class=comment><a class=reply-link href=#>Reply now</a></div>"):
        found = Comments(parse(html))
        assert bool(found) == (len(found) > 0)
        assert tuple(found) == find(parse(html))[0]


def test_a_numbered_id_makes_a_comment() -> None:
    """Themes name the class as they like, but number their comments; the form and the links to it are none."""
    page = parse(
        "<ol><li class=response id=comment-1000><b class=author>Ann</b><p>First to say so.</p></li>"
        "<li class=response id=comment-1001><b class=author>Bea</b><p>Second to say so.</p></li></ol>"
        "<div id=comment-form-1><p>Say something now</p></div><div id=comments><p>no single comment here</p></div>"
    )
    found = Comments(page)
    assert [(comment.author, comment.text) for comment in found] == [
        ("Ann", "First to say so."),
        ("Bea", "Second to say so."),
    ]
