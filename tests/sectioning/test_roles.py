"""What a section is for: tags, ARIA roles and class words, the innermost over most of its text."""

import numpy as np
import pytest

from sectio.dom.parse import parse
from sectio.sectioning.roles import ROLES, marked_roles, roles_of


def role(markup: str, noisy: bool = True) -> str:
    """The role of all text of a page as one section."""
    page = parse(f"<body><div>{markup}</div></body>")
    return roles_of(page, np.where(page.is_text, 0, -1), [noisy])[0]


@pytest.mark.parametrize(
    ("tag", "expected"),
    [
        ("nav", "navigation"), ("header", "header"), ("footer", "footer"), ("aside", "aside"), ("form", "form"),
        ("div role=navigation", "navigation"), ("div role=BANNER", "header"), ("div role=contentinfo", "footer"),
        ("div role=complementary", "aside"), ("div role=search", "form"), ("div role=menu", "navigation"),
        ("div class=comments", "comments"), ("div id=disqus", "comments"), ("div class='x pagination'", "navigation"),
        ("div class=site-footer", "footer"), ("div class=masthead", "header"), ("div class=sidebar", "aside"),
        ("div class=newsletter", "form"), ("div class=sponsored", "ad"), ("div id=left_ads-", "ad"),
        ("div class=adsorption", "other"), ("div class=footer-notes", "other"), ("div", "other"),
    ],
)  # fmt: skip
def test_marks(tag: str, expected: str) -> None:
    """Words count whole, or as the last of a name; anything else is no mark."""
    assert role(f"<{tag}>Some words of noise here") == expected


def test_content_is_a_mark_only_for_content() -> None:
    """A noisy part of the article is not its content, and what is content needs no mark."""
    assert role("<main>Some words", noisy=False) == "content"
    assert role("<article>Some words", noisy=True) == "other"
    assert role("<div>Some words", noisy=False) == "content"
    assert role("<aside>Some words", noisy=False) == "aside"


def test_a_mark_is_for_what_is_inside_it() -> None:
    """An empty footer at the end of the page is the footer of nothing."""
    assert role("<p>Some words</p><footer></footer>") == "other"


def test_the_innermost_mark_counts() -> None:
    """ARIA before classes and ids, these before tags."""
    assert role("<footer><nav>Some words") == "navigation"
    assert role("<nav class=sidebar>Some words") == "aside"
    assert role("<nav class=sidebar role=search>Some words") == "form"
    assert role("<nav class=sidebar id=ads>Some words") == "ad"
    assert role("<nav class=unknown role=unknown>Some words") == "navigation"


def test_marks_of_the_whole_page_say_nothing() -> None:
    """`<body class=footer>` is a template's name."""
    page = parse("<html><body class=comments id=footer><p>Some words</p></body></html>")
    assert (marked_roles(page) == -1).all()


@pytest.mark.parametrize(("marked", "free", "expected"), [(6, 5, "footer"), (5, 5, "other"), (4, 5, "other")])
def test_most_of_the_text_must_be_marked(marked: int, free: int, expected: str) -> None:
    assert role(f"<footer>{'x' * marked}</footer><p>{'y' * free}</p>") == expected


def test_the_larger_mark_wins() -> None:
    assert role("<footer>xxx</footer><nav>yyyyyyyy</nav>") == "navigation"
    assert role("<footer>xxxxxxxx</footer><nav>yyy</nav>") == "footer"


@pytest.mark.parametrize(
    ("linked", "free", "expected"),
    [(6, 4, "navigation"), (59, 41, "other"), (60, 40, "navigation"), (9, 0, "navigation")],
)
def test_links_without_a_mark_are_navigation(linked: int, free: int, expected: str) -> None:
    """Three fifths of the characters at least; and only noise."""
    markup = f"<p><a href=/>{'x' * linked}</a></p>" + (f"<p>{'y' * free}</p>" if free else "")
    assert role(markup) == expected
    assert role(markup, noisy=False) == "content"


def test_images_count_a_little() -> None:
    """A section of images alone has the role of what is around them."""
    page = parse("<body><div><aside><img src=a><img src=b></aside></div></body>")
    assert roles_of(page, np.where(page.is_tag("img"), 0, -1), [True]) == ["aside"]


def test_sections_have_roles_of_their_own() -> None:
    """Each by its own leaves; a page without sections has no roles."""
    page = parse("<body><nav>menu</nav><main><p>text</p></main><div>rest</div></body>")
    number = page.spread(np.arange(1, 4)) - 1
    assert roles_of(page, number, [True, False, True]) == ["navigation", "content", "other"]
    assert roles_of(page, np.full(len(page), -1), []) == []


def test_all_roles_can_be_named() -> None:
    assert ROLES == ("content", "comments", "navigation", "header", "footer", "aside", "form", "ad")
