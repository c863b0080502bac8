"""The Markdown writer beyond the golden pages: escaping, odd nesting, limits."""

from html import unescape
from unicodedata import normalize

import pytest
from hypothesis import assume, given

from sectio.dom.page import Page
from sectio.output import markdown
from tests.output.making import extraction_of, made, ordinary, selecting
from tests.strategies import pages


def md(html: str) -> str:
    return markdown.write(extraction_of(html))


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("<p>snake_case and 2 * 3 and [1] and a|b</p>", "snake_case and 2 * 3 and [1] and a|b"),
        ("<p>*star* _under_ `tick`</p>", r"\*star\* \_under\_ \`tick\`"),
        ("<p>[a](b) [c]: d</p>", r"[a\](b) [c\]: d"),
        ("<p>&lt;script&gt; &amp;lt; AT&amp;T 1 &lt; 2</p>", "&lt;script> &amp;lt; AT&T 1 < 2"),
        (
            "<p># no</p><p>- no</p><p>1) no</p><p>&gt; no</p><p>---</p>",
            "\\# no\n\n\\- no\n\n1\\) no\n\n\\> no\n\n\\---",
        ),
        ("<p>#hash 1.5 -5</p>", "#hash 1.5 -5"),
        (r"<p>\frac \* </p>", r"\frac \\\*"),
        ("<p>~~x~~</p>", r"\~\~x\~\~"),
        ("<p>wow!<a href='/x'>[y]</a></p>", r"wow\![\[y\]](https://example.com/x)"),
    ],
)
def test_text_stays_text(html: str, expected: str) -> None:
    """Only what Markdown would take for markup is escaped."""
    assert md(html) == expected


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("<p><b>bold </b>text</p>", "**bold** text"),
        ("<p>a<b> bold</b></p>", "a **bold**"),
        ("<p><b><b>x</b></b><i></i></p>", "**x**"),
        ("<p><b>a <i>b</i></b> <i>c</i></p>", "**a *b*** *c*"),
        ("<p><code>a</code><code>b</code></p>", "`ab`"),
        ("<p><a href='/x'><code>f()</code></a></p>", "[`f()`](https://example.com/x)"),
        (
            "<a href='/x'><h2>H</h2><p>p</p></a>",
            "## [H](https://example.com/x)\n\n[p](https://example.com/x)",
        ),
        ("<h2><a href='#h'>H</a></h2><p><a href='#h'>p</a></p>", "## H\n\n[p](https://example.com/dir/page.html#h)"),
        ("<h2><a href='/x#h'>H</a></h2>", "## [H](https://example.com/x#h)"),
        ("<p><a href='javascript:x'>a</a> <a>b</a> <a href=''>c</a></p>", "a b c"),
        ("<p><a href='/x y(z)'>a</a></p>", "[a](https://example.com/x%20y%28z%29)"),
        ("<p>x<sup>2</sup> <del>y</del> <kbd>Esc</kbd></p>", "x<sup>2</sup> ~~y~~ `Esc`"),
    ],
)
def test_marks(html: str, expected: str) -> None:
    """Marks hug their words, never wrap blocks, and are not repeated."""
    assert md(html) == expected


def test_base_is_honoured() -> None:
    """Relative links are relative to `<base href>`, itself relative to the page."""
    assert md("<base href='/b/'><p><a href='c'>x</a>") == "[x](https://example.com/b/c)"
    assert md("<base href='javascript:alert(1)//'><p><a href='c'>x</a>") == "[x](https://example.com/dir/c)"
    assert markdown.write(extraction_of("<p><a href='c'>x</a>", url=None)) == "[x](c)"


def test_images_of_the_content_and_no_others() -> None:
    """An image belongs to the content by the texts around it."""
    html = "<nav>menu<img src=/n.png></nav><article><img src=/a.png><p>aa</p><img src=/b.png><p>aa</p></article>"
    html += "<p>foot<img src=/f.png></p>"
    written = markdown.write(selecting(html, "aa"))
    assert "a.png" in written
    assert "b.png" in written
    assert "n.png" not in written
    assert "f.png" not in written


def test_deep_quotes_do_not_grow_quadratically() -> None:
    """5 000 nested quotes would be 50 MB of prefixes."""
    written = md("<blockquote>x" * 5000)
    assert written.count("x") == 5000
    assert len(written) < 3_000_000


@given(pages())
def test_every_word_is_there(page: Page) -> None:
    """Whatever the nesting, no selected text is lost (escapes apart); captions move above their tables."""
    assume(not page.is_tag("caption").any())
    assume(not page.has("iframe", "video", "audio"))
    kept = ordinary(page)
    extraction = made(page, kept)
    written = "".join(c for c in unescape(markdown.write(extraction)) if c.isascii() and c.isalnum())
    position = 0
    for text in (text for text, row in zip(page.texts, page.text_rows.tolist(), strict=True) if kept[row]):
        for word in normalize("NFC", text).split():
            plain = "".join(c for c in word if c.isascii() and c.isalnum())
            position = written.find(plain, position)
            assert position >= 0
            position += len(plain)


def test_code_after_a_sign_that_may_end_in_it() -> None:
    """Only code that would do something outside of its fence loses it, and only where the same sign is before it."""
    code = "<code>{} &lt;b&gt;</code>"
    for sign in ("$", "$$", "^", "~", "==", "||"):
        assert md(f"<p>a {sign} {code.format(sign)}</p>") == f"a {sign} {sign} &lt;b>"
        assert md(f"<p>a {sign} {code.format('x')}</p>") == f"a {sign} `x <b>`"
        assert md(f"<p>a {code.format(sign)} {sign}</p>") == f"a `{sign} <b>` {sign}"
        assert md(f"<p>a {sign} <code>{sign} b</code></p>") == f"a {sign} `{sign} b`"
    assert md("<p>&gt;! <code>!&lt; &lt;b&gt;</code></p>") == "\\>! !< &lt;b>"


def test_a_line_is_never_the_edge_of_a_formula() -> None:
    assert md("<p>$$</p><p>a<br>$$</p>") == "\\$$\n\na\\\n\\$$"
    assert md("<p>$$x^2$$</p>") == "$$x^2$$"


def test_code_beside_a_bare_address() -> None:
    """Renderers that make links of bare addresses would take its first mark for a part of the address, and the rest for markup."""
    code = "<code>&lt;b&gt;</code>"
    written = markdown.write(
        extraction_of(f"<p>http://e.com/{code}, x{code} and http://e.com/ {code} and <a href=/a>://</a>{code}</p>")
    )
    assert written == "http://e.com/&lt;b>, x`<b>` and http://e.com/ `<b>` and [://](https://example.com/a)`<b>`"
    assert markdown.write(extraction_of("<p>http://e.com/<code>x</code></p>")) == "http://e.com/`x`"
