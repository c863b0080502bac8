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
