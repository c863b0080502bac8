"""The hostile pages of the specs, each as small as makes its point."""

from functools import cache

from sectio.dom.page import Page
from sectio.dom.parse import parse

EMPTY = {
    "empty": "",
    "blank": " \n\t ",
    "no text": "<html><body><div><img src=x></div></body></html>",
    "only code": "<script>var x = 'a, b. c';</script><style>p { color: red; }</style>",
}
LINKS = "<ul>" + "".join(f"<li><a href=/{i}>Page number {i}</a></li>" for i in range(30)) + "</ul>"
PLAIN = "Plain words, and no markup at all. " * 3
CJK = (
    "<div><p>"
    + "これは、長い文章です。記事の本文が続きます。" * 8
    + "</p><p>二つ目の段落も、同じように続きます。</p></div>"
)
MALFORMED = "<p><div></p>One, two. <b>Three, <i>four.</b> Five</i> <a href='x>y\n<p>Six, seven, eight."
BINARY = bytes(range(256)).decode("latin-1") * 20
ONE_LINE = "<body>" + "<p>Some words of an article, and more of them.</p>" * 20_000 + "</body>"
WIDE = "<body>" + "<p>A short paragraph, one of very many.</p><a href=x>link</a>" * 50_000 + "</body>"
DEEP = "<div>" * 10_000 + "<p>The only text, far below.</p>" + "</div>" * 10_000

ODD = {
    **EMPTY,
    "links": LINKS,
    "plain": PLAIN,
    "cjk": CJK,
    "malformed": MALFORMED,
    "binary": BINARY,
    "one line": ONE_LINE,
    "wide": WIDE,
    "deep": DEEP,
}


@cache
def odd_page(name: str) -> Page:
    """The hostile page of this name."""
    return parse(ODD[name])


def text_of(page: Page, mask: object) -> str:
    """The text a mask selects, one text node per line."""
    chosen = [bool(mask[row]) for row in page.text_rows]  # type: ignore[index]
    return "\n".join(" ".join(text.split()) for text, keep in zip(page.texts, chosen, strict=True) if keep)
