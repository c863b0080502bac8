"""Inputs that nobody would write, drawn by a seed: soups of tags, of Unicode, of Markdown, of heads, and mutated pages."""

import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from random import Random

from tests.hostile.html_vectors import vectors
from tests.hostile.markdown_vectors import VECTORS as MARKDOWN

Make = Callable[[Random], str]

_TAGS = (
    "a abbr address article aside b base blockquote body br button caption center cite code col colgroup custom-tag dd del details dialog div "
    "dl dt em embed fieldset figcaption figure font footer form frame frameset h1 h2 h3 h4 h5 h6 head header hr html i iframe image img input "
    "ins isindex kbd label legend li link listing main map mark marquee math menu meta mi mtext nav nobr noembed noframes noscript object ol "
    "optgroup option p param picture plaintext pre progress q rb rp rt ruby s samp script section select slot small source span strong style "
    "sub summary sup svg table tbody td template textarea tfoot th thead time title tr track tt u ul var video wbr xmp x= ? ! / 1"
).split()
_NAMES = (
    "class id href src alt title style hidden role itemprop itemtype datetime lang start value colspan rowspan open type name content rel "
    "data-src srcset aria-label onclick x:y = \"' \N{LATIN SMALL LETTER E WITH ACUTE} xml:lang property for"
).split()
_VALUES = (
    "comment reply author date post nav sidebar footer article content main title byline price", "javascript:alert(1)", "/a", "#n", "#", "",
    "x y", "display:none", "display: NONE", "true", "0", "-1", "99999999999", "1e9", "2020-01-02T03:04", "en", "\x00", "a\nb", "a\u0338",
    "data:text/html,x", "//e.com/x", "http://[", "https://e.com/\\", "article", "http://schema.org/Article", "comment-1", "comments", "until-found",
    "https://e.com/a\x16b", "https://e.com/a\x7f\x85\u202e\ud800b",
    "https://e.com/a.png 1x, b.png 2x", "language-x\"y", "text/html", "application/ld+json", "stylesheet",
)  # fmt: skip
_WORDS = (
    "The quick brown fox jumps over the lazy dog, again and again.", "word", "By Ann Smith", "January 2, 2020", "2020-01-02", "12", "3 comments",
    "Reply", "Share this", "$ 12.99", "Copyright 2020", "Read more", "1 2 3", "日本語の文章です。", "текст на русском языке, длинный", "x", "...", "—", "|",
    "&lt;b&gt;", "&#0;", "&#x110000;", "&amp;lt;", "&nbsp;", "&notit;", "&#128;", "&#xd800;", "&", "&#", "<", ">", "</", "<!", "<![CDATA[x]]>", "<!-- x -->",
    "<!--", "-->", "<?php x ?>", "\x00", "\r\n", "\t", "]]>", "{{ x }}", "{ onclick=alert(1) }",
)  # fmt: skip
_ODD = (
    *"\x00\x01\x08\x0b\x0c\x1b\x7f\x85\x9b\xa0\xad\u0300\u0301\u0327\u0338\u034f\u061c\u0e33\u115f\u1100\u1161\u11a8\u180e\u200b\u200d\u200e",
    *"\u202a\u202e\u2028\u2029\u2060\u2066\u2069\u20dd\u3000\u3099\ufb1d\ufb2a\ufdd0\ufeff\ufff9\ufffc\ufffd\ufffe\uffff\ud800\udbff\udc00\udfff",
    *"\U0001d15e\U0001d165\U0001f468\U0001f1e6\U000e0001\U000e0041\U000f0000\U0001fffe\U0010ffff\u212b\u0344\u1e9b\u0323\u0f71\u0f72",
    "a\u0301" * 9, "\u0300" * 40, "\u0301\u0327" * 20, "e\u0301\u0338>", "=\u0338", "<\u0338", ">\u0338", "\ud83d\ude00", "\ude00\ud83d",
)  # fmt: skip
_MARKS = (
    *"`*_~[](){}<>#+-=|\\!:&$^\"'", "\n", " ", "  ", "    ", "\n\n", "<br>", "**", "~~", "```", "~~~", "](", "]: ", "[^1]", "[x]", "![", "{: ", " }",
    " { onclick=alert(1) }", "{#i .c a=b}", "javascript:alert(1)", "&lt;img src=x onerror=alert(1)&gt;", "&lt;script&gt;", "&lt;", "&gt;", "&amp;",
    "&#13;", "&#10;", "---", "===", "1. ", "- ", "> ", "| a | b |", "|---|", "x", "word", "$x$", "$$", "\\(", "\\[", "[click](", "&quot;", "http://e.com/",
    "&lt;!--", "--&gt;", "*[x]: ", "[TOC]", ": ", "\u0338",
)  # fmt: skip
_AROUND = (
    "p p p p h1 h2 h3 li ul ol blockquote pre code b i del a sup sub td tr table dl dt dd figure figcaption em strong span div details "
    "summary q mark math"
).split()


def _some(draw: Random, items: Sequence[str], most: int) -> list[str]:
    return draw.choices(items, k=draw.randint(0, most))


def _attributes(draw: Random) -> str:
    made = []
    for name in _some(draw, _NAMES, 3):
        value = draw.choice(_VALUES) if draw.random() < 0.9 else draw.choice(_ODD)
        made.append(f"{name}={draw.choice(('', chr(34), chr(39)))}{value}" + draw.choice(('"', "'", "", '"')))
    return "".join(f" {one}" for one in made)


def tags(draw: Random) -> str:
    """Elements that are not closed, closed twice, in each other where they may not be."""
    made = []
    for _ in range(draw.randint(1, 24)):
        name = draw.choice(_TAGS)
        made.append(
            draw.choice((f"<{name}{_attributes(draw)}>", f"<{name}>", f"</{name}>", f"<{name}/>", draw.choice(_WORDS)))
        )
        made.append(draw.choice(_WORDS) if draw.random() < 0.5 else "")
    return draw.choice(("", "", "<!doctype html>", "<html><body><article>", "<table>", "<svg>", "<math>")) + "".join(
        made
    )


def unicode(draw: Random) -> str:
    """Characters that combine, turn around, end lines or are none, in text, attributes, names and titles."""

    def odd() -> str:
        return "".join(
            draw.choice(_ODD) if draw.random() < 0.6 else draw.choice("ab >=\"'<&") for _ in range(draw.randint(1, 12))
        )

    parts = (
        f"<title>{odd()}</title>", f"<p>{odd()}</p>", f'<a href="/{odd()}">{odd()}</a>', f"<h1>{odd()}</h1>", f"<pre>{odd()}</pre>",
        f'<img alt="{odd()}" src="{odd()}">', f"<b>{odd()}</b>{odd()}", f'<div class="{odd()}" id="{odd()}">{odd()}</div>', f"<{odd()}>",
        f"<table><tr><td>{odd()}<td>{odd()}</table>", f'<meta name=author content="{odd()}">', f"<li>{odd()}<code>{odd()}</code>",
        f"<math alttext='{odd()}'><mi>x</mi></math>", f"<p>{draw.choice(_WORDS)}{odd()}</p>", f"&#{ord(draw.choice(_ODD)[0])};",
    )  # fmt: skip
    return "".join(draw.sample(parts, draw.randint(1, 6)))


def markdown(draw: Random) -> str:
    """Text that is Markdown, in and between the elements that become Markdown."""
    made = []
    for _ in range(draw.randint(1, 8)):
        name = draw.choice(_AROUND)
        text = "".join(_some(draw, _MARKS, 8))
        link = f' href="{draw.choice(_VALUES)}"' if name == "a" else f' alttext="{text}"' if name == "math" else ""
        made.append(draw.choice((f"<{name}{link}>{text}</{name}>", f"<{name}{link}>{text}", text)))
    return "".join(made)


def heads(draw: Random) -> str:
    """What a page says about itself: metas, links, structured data that is broken or nested."""

    def value() -> object:
        kind = draw.randint(0, 8)
        if kind < 2:
            return [value() for _ in range(draw.randint(0, 3))]
        if kind < 4:
            return {
                draw.choice(
                    ("@type", "name", "headline", "author", "datePublished", "@graph", "url", "@id", "text")
                ): value()
                for _ in range(draw.randint(0, 3))
            }
        return draw.choice(
            (
                None,
                True,
                1e308,
                -1,
                0,
                "Article",
                "NewsArticle",
                "2020-01-02",
                "\ud800x",
                "a" * 50,
                "https://e.com/x",
                "Ann Smith",
                "<b>",
                {},
            )
        )

    names = (
        "author",
        "og:title",
        "og:site_name",
        "description",
        "article:published_time",
        "og:image",
        "keywords",
        "date",
        "og:url",
        "og:type",
        "dc.date",
    )
    parts = [
        f'<script type="application/ld+json">{json.dumps({"@type": draw.choice(("Article", "Person", "")), "author": value(), "headline": value(), "datePublished": value(), "articleBody": value()})[draw.choice((None, None, 3)):]}</script>',
        *(f'<meta {draw.choice(("name", "property", "itemprop"))}="{draw.choice(names)}" content="{draw.choice((*_WORDS, *_VALUES)).replace(chr(34), "")}">' for _ in range(4)),
        f"<title>{draw.choice(_WORDS)} | {draw.choice(_WORDS)}</title>", f'<link rel={draw.choice(("canonical", "license", "icon"))} href="{draw.choice(_VALUES)}">',
        f'<base href="{draw.choice(_VALUES)}">', f"<time datetime='{draw.choice(_VALUES)}'>{draw.choice(_WORDS)}</time>",
    ]  # fmt: skip
    draw.shuffle(parts)
    return "".join(parts[: draw.randint(1, 6)]) + f"<body><p>{draw.choice(_WORDS)}</p>{draw.choice(_WORDS)}"


def formatting(draw: Random) -> str:
    """Formatting, links, forms and blocks that are closed in any order, in whichever element a browser would end or open them again."""
    made, open_now = [], [""]
    for _ in range(draw.randint(2, 22)):
        kind = draw.random()
        if kind < 0.5:
            name = draw.choice(_FORMATTING if kind < 0.3 else _BLOCKS)
            made.append(f"<{name}{draw.choice(('', '', ' class=x', ' href=/a'))}>")
            open_now.append(name)
        elif kind < 0.75:
            made.append(f"</{open_now.pop() if len(open_now) > 1 and kind < 0.65 else draw.choice(open_now) or 'p'}>")
        else:
            made.append(draw.choice(("x", " ", "y z", "\n")))
    return draw.choice(("", "<!doctype html>", "<!doctype html><body>", "<form>", "<p>")) + "".join(made)


_FORMATTING = "a b i em code u font strong big nobr tt".split()
_BLOCKS = (
    "p div li ul ol form h1 h2 span table blockquote section button pre dl dd dt hr br center address label option select td tr"
).split()


def repeats(draw: Random) -> str:
    """Lists, tables, comments, posts and listings: items that are alike, some of them cut, in each other or out of place."""
    around, item = draw.choice(_LISTS)
    parts = [draw.choice(_PARTS) for _ in range(draw.randint(1, 4))]
    made: list[str] = []
    for number in range(draw.randint(2, 7)):
        inside = "".join(part.replace("%", str(number)) for part in parts if draw.random() < 0.9)
        if draw.random() < 0.15:
            inside += draw.choice((*_WORDS, *_PARTS, *made, f"<{draw.choice(_TAGS)}{_attributes(draw)}>"))
        one = f"{item}{inside}{'' if draw.random() < 0.3 else '</' + item[1:].split()[0].rstrip('>') + '>'}".replace(
            "%", str(number)
        )
        made.append(one[: draw.randint(1, len(one))] if draw.random() < 0.05 else one)
    if draw.random() < 0.2:
        draw.shuffle(made)
    return f"{draw.choice(('', '<article>', '<p>' + draw.choice(_WORDS)))}{around}{''.join(made)}{draw.choice(('', '</div>', '<p>x'))}"


_LISTS = (
    ("<ul>", "<li>"), ("<ol start=3>", "<li value=%>"), ("<table>", "<tr>"), ("<table><thead><tr><th>a<th>b<tbody>", "<tr>"), ("<dl>", "<dt>"),
    ("<div id=comments>", "<div class=comment id=comment-%>"), ("<ol class=commentlist>", "<li class='comment depth-%'>"),
    ("<div>", "<div class='post' id=p%>"), ("<div>", "<article>"), ("<div class=products>", "<div class=product itemscope>"),
    ("<main>", "<section>"), ("<blockquote>", "<p>"), ("<details>", "<details open>"), ("<select>", "<option>"), ("<div>", "<figure>"), ("<pre>", "<code>"),
)  # fmt: skip
_PARTS = (
    "<a href=/u/%>Ann %</a>", "<b class=author>Joe</b>", "<time datetime=2020-01-0%>x</time>", "2020-01-0%", "<p>Some words of item %, and more.</p>", "<td>a<td>%",
    "<td colspan=2>%", "<td rowspan=%>x", "<th>y", "<img src=/%.png alt=x>", "<span class=price>$ %.99</span>", "<h3><a href=/%>Title %</a></h3>", "<dd>b%",
    "<a href=#comment-%>Reply</a>", "<ul><li>x%</ul>", "<p>", "<br>", "<table><tr><td>%</table>", "<figcaption>x %</figcaption>", "3 points", "<summary>s%</summary>",
    "<blockquote>q %</blockquote>", "<div class=replies>", "</div>", "<input type=checkbox checked>", "<q>x</q>", "<math><mi>x</mi></math>", "<pre>1\n2\n</pre>",
)  # fmt: skip


def vector(draw: Random) -> str:
    """A known attack, cut, doubled or inside another."""
    one, other = draw.choice(_VECTORS), draw.choice(_VECTORS)
    at = draw.randint(0, len(one))
    return draw.choice((one[:at] + other + one[at:], one[:at] + one, one[:at], one + other))


def sheets(draw: Random) -> str:
    """Style sheets that hide and show, well written or cut, over elements that have their names."""

    def compound() -> str:
        return draw.choice(_SELECTED) + draw.choice(("", "", *_SELECTED, *_STATES))

    def selector() -> str:
        parts = [compound() for _ in range(draw.randint(1, 3))]
        return "".join(f"{part}{draw.choice(_JOINTS)}" for part in parts[:-1]) + parts[-1]

    def rule() -> str:
        listed = draw.choice((",", " , ", ",\n")).join(selector() for _ in range(draw.randint(1, 3)))
        return f"{listed}{draw.choice(('{', ' {', '{ color:red;', '{}', '{{'))}{draw.choice(_DECLARED)}{draw.choice(('}', '}', '}', ';}', '', '}}'))}"

    def sheet() -> str:
        rules = "".join(draw.choice((rule(), rule(), rule(), draw.choice(_BETWEEN))) for _ in range(draw.randint(1, 6)))
        if draw.random() < 0.3:
            rules = f"@media {draw.choice(_MEDIA)}{{{rules}{draw.choice(('}', '}', ''))}"
        return rules[: draw.randint(0, len(rules))] if draw.random() < 0.1 else rules

    media = draw.choice(("", "", "", " media=print", " media='screen'", f" media='{draw.choice(_MEDIA)}'"))
    made = [f"<style{media}>{sheet()}</style>" for _ in range(draw.randint(1, 2))]
    for number in range(draw.randint(1, 6)):
        name = draw.choice(("div", "p", "span", "ul", "li"))
        hides = draw.choice(
            ("", "", "", " hidden", " style='display:none'", " style='display:block'", " aria-hidden=true")
        )
        made.append(
            f"<{name} class='{' '.join(_some(draw, _CLASSES, 3))}' id={draw.choice(_CLASSES)}{hides}>Text {number} {draw.choice(_WORDS)}"
        )
        made.append(f"</{name}>" if draw.random() < 0.6 else "")
    return "".join(made)


_CLASSES = ("a", "b", "c", "A", "a-b", "a_b", "a:b", "md:a", "a\\b", "é", "a/b", "-a", "1a", "x" * 60, "K", "ſ")
_SELECTED = (
    ".a", ".b", ".c", "#a", "#b", "div", "p", "P", "span", "*", "li", ".A", ".a-b", ".a_b", r".a\:b", r".md\:a", ".é", r"#\31 a", ".", "#", r".a\/b",
    ".-a", "x-y", ".K", ".ſ", "html", "body", ".a.b", "#a.b", f".{'x' * 60}", r".a\\b", "&",
)  # fmt: skip
_STATES = (
    ":hover",
    "::before",
    ":not(.a)",
    ":not(",
    "[hidden]",
    "[class~=a]",
    "[a=']']",
    ":target",
    ":is(.a,.b)",
    ":first-child",
)
_JOINTS = (" ", " ", ">", " > ", "+", " ~ ", "  ", "\n", "\t", "\f", "\x0b", "\xa0", "/**/", "||")
_DECLARED = (
    "display:none", "display:none", "display : none", "DISPLAY:NONE", "display:none!important", "display:block", "display:inherit", "visibility:hidden",
    "visibility: visible ! important", "color:red;display:none;", "x-display:none", "display:none;display:block", "display:/**/none", "display\n:\nnone",
    "--display:none", "content:'display:none'", "content:'}';display:none", "visibility:collapse", "display:\xa0none", "display:none\\9", "display:", "opacity:0",
)  # fmt: skip
_BETWEEN = (
    "/* x */", "/*", "*/", "<!--", "-->", "@import url(x);", "@charset 'x';", "@font-face{a:b}", "@supports (display:grid){", "@media{", "@layer a;", "@layer a{",
    "}", "{", ";", "@", "\x00", "\\", "'", "\"", "@media print{.a{display:none}}", "@keyframes a{from{display:none}}", "@MEDIA screen{",
)  # fmt: skip
_MEDIA = (
    "print", "screen", "all", "only screen", "not print", "(min-width:600px)", "(max-width: 600px)", "screen and (min-width:64em)", "(max-width:1024px)",
    "(min-width:1024.5px)", "print, screen", "(prefers-color-scheme:dark)", "(width>600px)", "", "x" * 501, "(min-width:99999999px)", "SCREEN", "(min-width:1e3px)",
)  # fmt: skip
_VECTORS = (*vectors().values(), *MARKDOWN.values())
KINDS: Mapping[str, tuple[int, Make]] = {
    "tags": (35, tags), "unicode": (15, unicode), "markdown": (20, markdown), "heads": (10, heads), "repeats": (20, repeats),
    "vector": (10, vector), "sheets": (10, sheets), "formatting": (10, formatting),
}  # fmt: skip


def tokenizer(folder: Path) -> tuple[int, Make]:
    """Inputs of the tests of a tokenizer, as html5lib has them, alone or two in a row."""
    found: list[str] = []
    for path in sorted(folder.rglob("*.test")):
        given = json.loads(path.read_text(encoding="utf-8"))
        found += [test["input"] for test in given.get("tests", given.get("xmlViolationTests", ()))]
    return 10, lambda draw: "".join(draw.choices(found, k=draw.randint(1, 3)))


def mutated(pages: Sequence[bytes]) -> Callable[[Random], bytes]:
    """Pages in which a few parts are cut out, doubled, moved, overwritten, or taken from another page or a soup."""

    def make(draw: Random) -> bytes:
        page = bytearray(draw.choice(pages))
        for _ in range(draw.randint(1, 8)):
            _mutate(draw, page, pages)
        return bytes(page)

    return make


def _mutate(draw: Random, page: bytearray, pages: Sequence[bytes]) -> None:
    start = draw.randint(0, len(page))
    stop = min(start + int(draw.paretovariate(0.7)), len(page))
    match draw.randint(0, 5):
        case 0:
            del page[start:stop]
        case 1:
            page[start:start] = page[start:stop][:10_000] * draw.randint(1, 4)
        case 2:
            part = page[start:stop]
            del page[start:stop]
            page[(at := draw.randint(0, len(page))) : at] = part
        case 3:
            page[start : start + 8] = bytes(draw.randbytes(8))
        case 4:
            other = draw.choice(pages)
            at = draw.randint(0, len(other))
            page[start:start] = other[at : at + min(stop - start, 10_000)]
        case _:
            page[start:start] = draw.choice((tags, unicode, repeats, vector))(draw).encode("utf-8", "surrogatepass")


def as_given(draw: Random, text: str) -> str | bytes:
    """The text, or the bytes of it in some encoding."""
    match draw.randint(0, 9):
        case 0:
            return text.encode("utf-16", "surrogatepass")
        case 1:
            return text.encode("latin-1", "replace")
        case 2 | 3 | 4:
            return text.encode("utf-8", "surrogatepass")
        case _:
            return text
