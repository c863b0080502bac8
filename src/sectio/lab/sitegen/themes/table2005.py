"""A layout table of 2005: cells for columns, font tags, text between line breaks on some sites."""

from .. import content
from ..draft import Draft
from ..markup import COMMENT, CONTENT, NEUTRAL, NOISE, TITLE, El, Kid, h, listed
from ..parts import aside, body, chrome
from .base import Theme

_FACE = "Verdana, Arial, Helvetica"


def build(d: Draft) -> El:
    """Header row, menu row, three columns, footer row."""
    top = h(
        "tr",
        h(
            "td",
            h("font", h("b", d.site.title), size="5"),
            h("br"),
            d.ui("tagline"),
            colspan="3",
            bgcolor="#ccd9e8",
        ),
    )
    links: list[Kid] = [[h("a", text, href=href), " | "] for text, href in d.site.nav]
    menu = h("tr", h("td", h("font", links, size="2"), colspan="3", align="center", bgcolor="#eeeeee"))
    columns = [_left(d), _middle(d), _right(d)]
    if not d.keep(0.4):
        columns = columns[:2]
    foot = h("tr", h("td", h("hr"), h("font", chrome.footer(d, "div"), size="1"), colspan="3", align="center"))
    outer = h(
        "table",
        top,
        menu,
        h("tr", columns, valign="top"),
        foot,
        width="900",
        align="center",
        cellpadding="6",
    )
    return h("body", outer, chrome.script(d), bgcolor="#ffffff")


def _left(d: Draft) -> El:
    months = d.site.language.words["month"]
    items: list[Kid] = [
        [h("a", f"{month} {2003 + i % 3}", href=f"/a{i}.html"), h("br")] for i, month in enumerate(months[:6])
    ]
    menu = h("font", h("b", d.ui("archives")), h("br"), items, size="2")
    return h("td", aside.local(d), menu, aside.search(d), aside.ad(d), width="150", bgcolor="#f4f4f4")


def _right(d: Draft) -> El:
    return h("td", aside.popular(d), aside.newsletter(d), aside.ad(d), width="170")


def _middle(d: Draft) -> El:
    size = d.site.choose("titletag", ("h1", "h2", "font"))
    title = body.title(d, size) if size != "font" else h("font", h("b", d.plan.title), size="5", label=TITLE)
    if d.plan.items:
        return h("td", chrome.breadcrumb(d), title, _items(d))
    meta = h("p", h("font", h("i", _signature(d)), size="1"), label=NEUTRAL)
    parts: list[Kid] = [
        chrome.breadcrumb(d),
        title,
        meta,
        _text(d),
        body.share(d),
        aside.related(d),
        _guests(d),
    ]
    return h("td", parts, width="560")


def _signature(d: Draft) -> str:
    return f"{d.ui('by', name=d.plan.author)}, {d.site.show(d.plan.date or '2005-01-01')}"


def _text(d: Draft) -> El:
    if d.site.choose("breaks", (False, True)):
        kids: list[Kid] = []
        for item in d.plan.blocks:
            if item.kind == "p":
                kids += [body.inline(d, item.text), h("br"), h("br")]
            else:
                kids.append(body.block(d, item, "h3"))
        return h("font", kids, face=_FACE, size="2", label=CONTENT)
    return d.wrap(body.text(d, "h3"))


def _guests(d: Draft) -> El | None:
    if not d.plan.comments:
        return None
    rows: list[Kid] = [h("tr", h("th", d.ui("comments", n=len(d.plan.comments)), colspan="2", align="left"))]
    for comment in d.plan.comments:
        who = h("td", h("b", comment.author), h("br"), d.site.show(comment.date), label=COMMENT, width="25%")
        said = h("td", [h("p", line) for line in comment.text.split("\n")], label=COMMENT)
        rows.append(h("tr", who, said, bgcolor="#f7f7ee"))
    rows.append(h("tr", h("td", h("a", d.ui("leave"), href="/guestbook.cgi"), colspan="2"), label=NOISE))
    return h("table", rows, width="100%", border="1", cellspacing="0")


def _items(d: Draft) -> El:
    rows = []
    for number in d.plan.items:
        plan = d.site.plans[number]
        name = h("b", d.link(plan), label=CONTENT)
        teaser = h("font", plan.lead, size="2", label=CONTENT)
        more = h("font", d.link(plan, d.ui("more")), size="1")
        rows.append(listed(h("tr", h("td", name, h("br"), teaser, h("br"), more))))
    return h("table", rows, width="100%")


THEME = Theme(
    "table2005",
    "magazine",
    ((content.article, 12), (content.listing, 1)),
    build,
    {"ad": "background:#ffc;border:1px solid #cc9;padding:4px", "boxtitle": "font-weight:bold;margin:6px 0"},
    f"body,td{{font:13px {_FACE},sans-serif}}ul{{padding-left:18px}}",
    feed=0.5,
    untidy=True,
)
