"""Random pages for properties: tag soup, read by the real parser.

A page is a list of tokens, so examples are made quickly and shrink to the few that matter.
"""

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
_ANY = st.sampled_from(_WORDS * 2 + _VOID + _OPEN + _CLOSE)
_FEW = st.sampled_from(("<div>", "<div>", "<span>", "</div>", "</span>", "x", "y", "<br>"))


def html() -> st.SearchStrategy[str]:
    """Random HTML: blocks, lists, tables, inline markup, text of many scripts; some tags left open."""
    return st.lists(_ANY, max_size=40).map("".join)


def pages() -> st.SearchStrategy[Page]:
    """Random pages."""
    return html().map(parse)


def trees() -> st.SearchStrategy[Page]:
    """Random pages whose shape matters: of few tags, so that equal subtrees are common, some of them deep."""
    return st.one_of(st.lists(_FEW, max_size=60).map("".join), html()).map(parse)
