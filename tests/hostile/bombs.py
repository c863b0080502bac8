"""Pages that are made to take time or memory: families that grow with a number of bytes, by name."""

from collections.abc import Callable, Mapping
from itertools import count, takewhile

Bomb = Callable[[int], str]


def _repeat(part: str, before: str = "", after: str = "") -> Bomb:
    return lambda size: before + part * (size // len(part)) + after


def _numbered(part: str, before: str = "", after: str = "") -> Bomb:
    """The same with another number in each part."""

    def make(size: int) -> str:
        each = len(part) + 3
        return before + "".join(part.replace("%", str(i)) for i in range(size // each)) + after

    return make


def _nested(opening: str, closing: str, inside: str = "x") -> Bomb:
    def make(size: int) -> str:
        depth = size // (len(opening) + len(closing))
        return opening * depth + inside + closing * depth

    return make


def _thread(size: int) -> str:
    """Comments that each answer the one before."""
    one = "<div class=comment id=comment-%><b class=author>Ann</b><time datetime=2020-01-02>x</time><p>An answer, of some words.</p>"
    depth = size // len(one)
    return (
        "<section class=comments id=comments>"
        + "".join(one.replace("%", str(i)) for i in range(depth))
        + "</div>" * depth
    )


def _json(inner: Bomb) -> Bomb:
    return lambda size: f'<script type="application/ld+json">{inner(size)}</script><p>text</p>'


def _odd_classes(size: int) -> str:
    """Classes whose numbers would meet in a table that is not keyed."""
    numbers = takewhile(lambda n: n < size // 24, count())
    return "".join(f"<p class=c{(n * 0x9E3779B1) % 2**32:x}>x</p>" for n in numbers)


_WORDS = "Some words of a sentence, and more of them. "
BOMBS: Mapping[str, Bomb] = {
    # Deep
    "deep div": _repeat("<div>"),
    "deep div with text": _repeat("<div>x"),
    "deep closed": _nested("<section>", "</section>"),
    "deep formatting": _repeat("<b>x"),
    "deep fonts": _repeat("<font color=red>"),
    "deep tables": _repeat("<table><tr><td>"),
    "deep lists": _nested("<ul><li>x", "</ul>"),
    "deep quotes": _nested("<blockquote>x", "</blockquote>"),
    "deep comments": _thread,
    "deep unknown": _repeat("<x-y>"),
    "deep svg": _repeat("<svg><g>"),
    "deep math": _repeat("<math><mrow>"),
    "deep selects": _repeat("<select><option>x"),
    # Wide
    "paragraphs": _repeat("<p>a"),
    "breaks": _repeat("a<br>"),
    "cells": _repeat("<td>a", "<table><tr>"),
    "rows": _repeat("<tr><td>a<td>b", "<table>"),
    "items": _repeat("<li><a href=/x>word</a>", "<ul>"),
    "numbered items": _numbered("<li><a href=/x%>word %</a>", "<ul>"),
    "pictures": _numbered("<img src=/a%.png alt=x>"),
    "spans": _repeat("<b>x</b>y", "<p>"),
    "empty elements": _repeat("<i></i>"),
    "headings": _numbered("<h2>Part %</h2><p>text"),
    "definitions": _numbered("<dt>a%<dd>b%", "<dl>"),
    "figures": _numbered("<figure><img src=/%.png><figcaption>x %</figcaption></figure>"),
    "forms": _repeat("<form><input name=a><button>x</button></form>"),
    "flat comments": _numbered(
        "<div class=comment id=comment-%><b class=author>Ann</b><time datetime=2020-01-02>x</time><p>Some words.</p></div>",
        "<div id=comments class=comments>",
    ),
    "posts": _numbered("<div class=post id=post-%><a class=author href=/u>Joe %</a><p>Some words of a post %.</p></div>"),
    "sections": _numbered("<section id=s%><h3>x</h3><p>y, z.</p></section>"),
    "templates": _repeat("<template><p>x</template>"),
    "details": _repeat("<details><summary>x</summary>y</details>"),
    # Text
    "words": _repeat(_WORDS, "<p>"),
    "articles": _repeat(f"<p>{_WORDS * 3}</p>", "<article>"),
    "one long word": _repeat("a", "<p>"),
    "marks": _repeat("\u0301", "<p>e"),
    "alternating marks": _repeat("\u0301\u0327", "<p>e"),
    "marks everywhere": _repeat("e\u0301 a\u0327 ", "<p>"),
    "jamo": _repeat("\u1100\u1161\u11a8", "<p>"),
    "astral": _repeat("\U0001d15e\U0001f468\u200d", "<p>"),
    "direction": _repeat("\u202eab\u2066", "<p>"),
    "ideographs": _repeat("日本語の文章です。", "<p>"),
    "entities": _repeat("&lt;&amp;&eacute;", "<p>"),
    "references": _repeat("&#128;&#x110000;&#", "<p>"),
    "open brackets": _repeat("[", "<p>"),
    "stars": _repeat("*a _b` ~~[x](", "<p>"),
    "backticks": _repeat("`" * 7 + "x", "<pre>"),
    "braces": _repeat("{a} {", "<h2>"),
    "tag starts": _repeat("<a<", "<p>"),
    "closing tags": _repeat("</p>"),
    "numbers": _numbered("<p>%"),
    "dates": _numbered("<p>January 2, 20% at 10:00"),
    "bylines": _numbered("<p class=byline>By Ann Smith% and Joe Doe"),
    "prices": _repeat("<p class=price>$ 12.99"),
    "code lines": _repeat("x = f(a, b);\n", "<pre>"),
    "white space": _repeat(" \n\t", "<p>a", "b"),
    "zeros": _repeat("\x00", "<p>a"),
    # Attributes
    "attributes": _numbered(" a%=b", "<p", ">x"),
    "long attribute": _repeat("a ", "<p title='", "'>x"),
    "many classes": _numbered("c% ", "<p class='", "'>x"),
    "other classes": _numbered("<p class=c%>x"),
    "odd classes": _odd_classes,
    "ids": _repeat("<p id=comment-1>x"),
    "styles": _repeat("<p style='display:none'>x"),
    "roles": _repeat("<p itemprop=author role=main>x"),
    "long addresses": lambda size: f"<a href='/{'a/' * 2000}'>x</a>" * (size // 4020),
    "source sets": _numbered("<img srcset='/a%.png 1x, /b.png 2x'>"),
    "unknown tags": _numbered("<t%>x</t%>"),
    "spans of cells": _repeat("<tr><td colspan=1000 rowspan=1000>x", "<table>"),
    # Parsing
    "misnested": _repeat("<a><b><p>x</a></b>"),
    "foster": _repeat("<table>x<b>y"),
    "comments": _repeat("<!-- x -->"),
    "open comment": _repeat("<!-", "<p>x<!--"),
    "scripts": _repeat("<script>x</script><style>y</style>"),
    "raw text": _repeat("<xmp><p></xmp>"),
    "title": _repeat("word | ", "<title>", "</title><p>word"),
    "metas": _numbered("<meta name=author content='Ann %'>"),
    "links": _numbered("<link rel=canonical href=/x%>"),
    "notes": _numbered("<p>x<a href=#n%>1</a><p id=n%>y"),
    "deep structured data": _json(_nested('{"author":', "}", "1")),
    "wide structured data": _json(_repeat('{"@type":"Article","author":"Ann"},', "[", "1]")),
    "text of structured data": _json(_repeat("word ", '{"@type":"Article","articleBody":"', '"}')),
}  # fmt: skip
