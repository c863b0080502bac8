"""A manual: chapter tree at the side, contents of the page, code and option tables in the text."""

from .. import content
from ..draft import Draft
from ..markup import El, Kid, h
from ..parts import aside, body, chrome
from .base import Theme


def build(d: Draft) -> El:
    """Bar, tree, text, page contents."""
    bar = d.el("header", "header", h("a", d.site.title, href="/"), " ", _versions(d), aside.search(d))
    text = d.el("main", "main", chrome.breadcrumb(d), _page(d))
    return h(
        "body",
        chrome.skip(d),
        bar,
        chrome.nav(d) if d.site.choose("topnav", (True, False)) else None,
        d.el("div", "wrap", _tree(d), text, _contents(d)),
        chrome.footer(d),
        chrome.cookie(d),
        chrome.script(d),
    )


def _versions(d: Draft) -> El:
    names = [d.ui("version"), "1.0", "0.9"]
    return h("select", [h("option", name) for name in names])


def _tree(d: Draft) -> El:
    """All chapters, the same on every page, with the cluster's own menu on top."""
    chapters: list[Kid] = []
    for i, (text, href) in enumerate(d.site.nav):
        pages = d.site.plans[i * 5 : i * 5 + 5]
        chapters.append(h("li", h("a", text, href=href), h("ul", [h("li", d.link(plan)) for plan in pages])))
    return d.el("nav", "sidebar", aside.local(d), h("ul", chapters))


def _page(d: Draft) -> list[Kid]:
    edit = d.el("a", "edit", d.ui("edit"), href="/edit") if d.keep() else None
    article = d.el("article", "article", body.title(d), edit, d.wrap(body.text(d)))
    return [article, chrome.pager(d), aside.related(d) if d.keep() else None, aside.newsletter(d)]


def _contents(d: Draft) -> El | None:
    heads = [block.text for block in d.plan.blocks if block.kind == "h"]
    if not heads or not d.site.choose("toc", (True, True, False)):
        return None
    return d.el("div", "toc", h("b", d.ui("toc")), h("ul", [h("li", h("a", text, href="#s")) for text in heads]))


CSS = {
    "header": "background:#20304a;color:#fff;padding:10px 24px",
    "nav": "background:#eef1f6;padding:5px 24px",
    "wrap": "display:flex;width:1180px;gap:26px;font:15px/1.5 Arial,sans-serif",
    "sidebar": "width:250px;background:#f7f8fa;padding:12px;font-size:13px",
    "main": "width:680px",
    "toc": "width:180px;font-size:12px",
    "note": "background:#e8f3ff;border-left:4px solid #48c;padding:6px 12px",
    "data": "border-collapse:collapse",
    "edit": "float:right;font-size:12px",
    "footer": "background:#eee;padding:12px 24px;font-size:12px",
}

SHEET = (
    "body{margin:0;color:#222}pre{background:#f2f2f2;padding:10px}"
    "td,th{border:1px solid #ccc;padding:4px 8px;text-align:left}"
)
THEME = Theme("docs", "documentation", ((content.documentation, 1),), build, CSS, SHEET)
