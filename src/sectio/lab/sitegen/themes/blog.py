"""A weblog: one column of text, one side column, nested comments."""

from .. import content
from ..draft import Draft
from ..markup import El, Kid, h
from ..parts import aside, body, chrome, comments
from .base import Theme, cards


def build(d: Draft) -> El:
    """Header, menu, post with comments, side column, footer."""
    html5 = d.site.choose("html5", (True, False))
    side = d.el("aside" if html5 else "div", "sidebar", aside.column(d))
    main = d.el("main" if html5 else "div", "main", chrome.breadcrumb(d), _post(d, html5))
    pair = [side, main] if d.site.choose("sidefirst", (False, True)) else [main, side]
    return h(
        "body",
        chrome.skip(d),
        chrome.header(d, "header" if html5 else "div"),
        chrome.nav(d, "nav" if html5 else "div"),
        d.el("div", "wrap", pair),
        chrome.footer(d, "footer" if html5 else "div"),
        chrome.hidden(d),
        chrome.cookie(d),
        chrome.script(d),
    )


def _post(d: Draft, html5: bool) -> list[Kid]:
    if d.plan.items:
        return [body.title(d), cards(d), chrome.pager(d)]
    head: list[Kid] = [body.title(d, d.site.choose("titletag", ("h1", "h2"))), body.byline(d)]
    if d.site.choose("headbox", (True, False)):
        head = [d.el("header" if html5 else "div", "entryhead", head)]
    tail = [body.tags(d), body.share(d), body.author_box(d)]
    post = d.el("article" if html5 else "div", "article", head, d.wrap(body.text(d)), tail)
    return [d.wrap(post), chrome.pager(d), aside.related(d), comments.comments(d), comments.form(d)]


CSS = {
    "wrap": "display:block;width:1040px;margin:0 auto;overflow:hidden",
    "main": "float:left;width:700px;padding:10px",
    "sidebar": "float:right;width:280px;padding:10px;font-size:13px",
    "header": "background:#2d4a3e;color:#fff;padding:18px 40px;font-size:24px",
    "nav": "background:#e8efe9;padding:6px 40px",
    "footer": "background:#333;color:#ccc;padding:16px 40px;font-size:12px",
    "comment": "border-left:3px solid #ddd;padding-left:10px;margin:10px 0",
    "ad": "background:#fff6d8;padding:8px",
    "boxtitle": "border-bottom:1px solid #999;font-size:15px",
}

THEME = Theme("blog", "blog", ((content.article, 14), (content.listing, 1)), build, CSS, feed=0.9)
