"""Random pages for properties: tag soup, read by the real parser.

A page is a list of tokens, so examples are made quickly and shrink to the few that matter.
"""

from random import Random

from hypothesis import strategies as st

from sectio.dom.page import Page
from sectio.dom.parse import parse

_WORDS = (
    "word", "two words", " spaced ", "\n", "  ", "Ünïcode", "漢字かな", "한국어", "don't", "a-b_c", "___",
    "x²", "!", "3.14", "&amp;", "&lt;b&gt;", "&nbsp;", "&#8217;", "e\u0301",
    "𝔘𠀀", ", and", "مرحبا", "*star*", "1. one",
)  # fmt: skip
_VOID = (
    "<br>", "<img src=i.png alt=A>", "<hr>", "<!-- note -->", "<wbr>", "<script>var x</script>", "<input>",
)  # fmt: skip
_PAIRED = (
    "div", "div class='a b'", "p", "section", "article", "blockquote", "h1", "h3", "li", "ul", "ol", "dl",
    "dt", "dd", "figure", "figcaption", "details", "summary", "nav id=i", "aside class=sidebar", "p hidden",
    "div style='display:none'", "div style='color:red'", "a href=/x", "a", "b", "i", "span", "code", "sup",
    "x-custom", "label", "table", "tr", "td", "th", "caption", "pre", "noscript", "button", "select",
    "option", "math", "mi",
)  # fmt: skip
_OPEN = tuple(f"<{tag}>" for tag in _PAIRED)
_CLOSE = tuple(f"</{tag.split()[0]}>" for tag in _PAIRED)
_ANY = _WORDS * 2 + _VOID + _OPEN + _CLOSE
_FEW = ("<div>", "<div>", "<span>", "</div>", "</span>", "x", "y", "<br>")


def _soup(tokens: tuple[str, ...]) -> st.SearchStrategy[str]:
    """A few tokens one by one, so that failures shrink; or many from a seed, so that pages get big quickly."""
    few = st.lists(st.sampled_from(tokens), max_size=12).map("".join)
    seeds, sizes = st.integers(0, 2**32 - 1), st.integers(10, 80)
    many = st.builds(lambda seed, size: "".join(Random(seed).choices(tokens, k=size)), seeds, sizes)
    return st.one_of(few, many, many)


def html() -> st.SearchStrategy[str]:
    """Random HTML: blocks, lists, tables, inline markup, text of many scripts; some tags left open."""
    return _soup(_ANY)


def pages() -> st.SearchStrategy[Page]:
    """Random pages."""
    return html().map(parse)


def trees() -> st.SearchStrategy[Page]:
    """Random pages whose shape matters: of few tags, so that equal subtrees are common, some of them deep."""
    return st.one_of(_soup(_FEW), html()).map(parse)


_ODD_NAMES = (
    "p", "div", "pre", "table", "td", "li", "br", "xmp", "plaintext", "listing", "noframes", "noembed", "noscript", "iframe",
    "textarea", "title", "style", "script", "template", "select", "option", "math", "mi", "annotation-xml", "svg", "desc",
    "image", "basefont", "object", "x=", "a<b", 'x"', "x'y", "é", "?php", "!x", "verylongname", "html", "body", "head",
)  # fmt: skip
_ODD_ATTRIBUTES = (
    "class", "id", "href", "style", "hidden", "role", "itemprop", "src", "data-long-name", "colspan", "=", "x=", '"',
    'cl"ass', "class'", "<", "a<b", "CLASS", "xlink:href", "é", "\x00", "/", "=class", "itempropx", "myclass",
)  # fmt: skip
_ODD_VALUES = (
    "", "a", "nav main", "author vcard", "a=b", ' class="x"', " class='x'", " class=", " id=", "<", ">", "<b>", "&",
    "&quot;", "&amp;lt;", "x\ny", "=", "\xa0", "display:none", "é 漢", "top10", 'a"b',
)  # fmt: skip
_ODD_TEXTS = (
    "word", "cin >> a", "a << b", "1 < 2 > 3", " ", "\n", "\t\x01", "\u3000", "&lt;b&gt;", "&nbsp;", "漢字", "𝔘", "<!--x-->",
    "<!-- > -->", "-->", "]]>", "<![CDATA[a<b]]>", "</", "<", "</>", "<>", '"', "=", ' class="x"', "\x00", "\x0b", "\x85",
    "\u2028", "a.b, c!", "12", "\ud800", "&#0;", "&#x80;", "\r\n",
)  # fmt: skip


def _odd_attribute(draw: Random) -> str:
    quote = draw.choice(('"', "'", "", None))
    value = "" if quote is None else f"={quote}{draw.choice(_ODD_VALUES)}{quote}"
    return draw.choice((" ", " ", "/", "\n", "\t")) + draw.choice(_ODD_ATTRIBUTES) + value


def _odd_token(draw: Random) -> str:
    kind, name = draw.random(), draw.choice(_ODD_NAMES)
    if kind < 0.33:
        return draw.choice(_ODD_TEXTS)
    if kind < 0.5:
        return f"</{name}>"
    attributes = "".join(_odd_attribute(draw) for _ in range(draw.choice((0, 0, 1, 1, 2, 3))))
    return f"<{name}{attributes}{draw.choice(('>', '>', '>', '/>', ' >', ''))}"


def odd_html() -> st.SearchStrategy[str]:
    """Markup that nobody writes on purpose: raw texts, odd names, quotes and marks where none belong."""

    def make(seed: int, size: int) -> str:
        draw = Random(seed)
        return "".join(_odd_token(draw) for _ in range(size))

    return st.builds(make, st.integers(0, 2**32 - 1), st.sampled_from((2, 5, 12, 40)))
