"""A shop: product pages with description, data and reviews, and shelves that list products."""

from .. import content
from ..draft import Draft
from ..markup import CONTENT, NEUTRAL, El, Kid, h
from ..parts import aside, body, chrome, comments
from .base import Theme, cards


def build(d: Draft) -> El:
    """Header with basket, categories at the side, product or shelf, footer."""
    basket = d.el("div", "basket", h("a", f"{d.ui('cart')} (0)", href="/cart"))
    side = d.el(
        "div",
        "sidebar",
        aside.local(d),
        _categories(d),
        _filters(d) if d.plan.items else None,
        aside.newsletter(d),
    )
    inside = _shelf(d) if d.plan.items else _product(d)
    middle = d.el("div", "main", chrome.breadcrumb(d), inside)
    return h(
        "body",
        d.el("header", "header", chrome.header(d, "div"), aside.search(d), basket),
        chrome.nav(d),
        d.el("div", "wrap", side, middle),
        chrome.footer(d),
        chrome.cookie(d),
        chrome.hidden(d),
        chrome.script(d),
    )


def _categories(d: Draft) -> El:
    names = d.site.language.words["section"]
    return aside.box(
        d,
        "categories",
        d.ui("categories"),
        h("ul", [h("li", h("a", name, href=f"/c{i}")) for i, name in enumerate(names)]),
    )


def _filters(d: Draft) -> El:
    names = d.site.language.words["filter"]
    rows = [h("li", h("input", type="checkbox"), " ", h("label", f"{name} ({d.rng.between(1, 60)})")) for name in names]
    return d.el("div", "filter", h("ul", rows))


def _price(d: Draft, price: str) -> El:
    return d.el("div", "price", h("span", d.ui("price")), " ", h("b", price))


def _product(d: Draft) -> list[Kid]:
    pictures = d.el(
        "div",
        "gallery",
        [h("img", src=f"/p/{d.plan.number}-{i}.jpg", alt="", width="120", height="120") for i in range(3)],
    )
    stock = d.el("p", "stock", d.voice.say("stock"))
    buy = d.el("div", "buy", _price(d, d.plan.price), stock, h("button", d.ui("cart")))
    text = d.el("div", "body", body.blocks(d, d.plan.blocks), label=CONTENT)
    specs = _specs(d)
    order: list[Kid] = [d.wrap(text), specs] if d.site.choose("specslast", (True, False)) else [specs, d.wrap(text)]
    tail = [body.share(d), _also(d), comments.comments(d, "reviews"), aside.ad(d)]
    return [body.title(d), pictures, buy, *order, *tail]


def _specs(d: Draft) -> El:
    head = h(d.site.choose("spechead", ("h2", "h3")), d.ui("specs"), label=NEUTRAL)
    if d.site.choose("spectag", ("table", "dl")) == "dl":
        rows: list[Kid] = [[h("dt", name), h("dd", value)] for name, value in d.plan.specs]
        return d.el("div", "specs", head, h("dl", rows), label=CONTENT)
    lines = [h("tr", h("th", name), h("td", value)) for name, value in d.plan.specs]
    return d.el("div", "specs", head, h("table", lines), label=CONTENT)


def _also(d: Draft) -> El:
    plans = d.others(d.rng.between(3, 5))
    items = [d.el("div", "minicard", d.link(plan), _price(d, plan.price), h("button", d.ui("cart"))) for plan in plans]
    return d.el("div", "related", h("h3", d.ui("bought")), items)


def _shelf(d: Draft) -> list[Kid]:
    choices = h("select", [h("option", word) for word in d.site.language.words["sort"]])

    def offer(d: Draft, number: int) -> Kid:
        return [_price(d, d.site.plans[number].price), h("button", d.ui("cart"))]

    pages: list[Kid] = [[h("a", str(i), href=f"?p={i}"), " "] for i in range(1, 6)]
    return [
        body.title(d),
        d.el("div", "sort", choices),
        cards(d, dated=False, extra=offer),
        d.el("div", "pager", pages),
    ]


CSS = {
    "header": "background:#7a2f2f;color:#fff;padding:8px 30px",
    "nav": "background:#f3e9e2;padding:6px 30px",
    "wrap": "display:flex;width:1120px;margin:10px auto;gap:24px;font-family:Arial,sans-serif",
    "sidebar": "width:220px;font-size:13px",
    "main": "width:860px",
    "gallery": "float:left;width:280px",
    "buy": "float:right;width:220px;background:#f7f2ec;padding:12px;text-align:center",
    "price": "color:#a00;font-size:17px",
    "body": "clear:both",
    "cards": "display:flex;flex-wrap:wrap;gap:14px",
    "card": "width:260px;border:1px solid #ddd;padding:8px;font-size:13px",
    "related": "background:#faf7f3;padding:10px;clear:both",
    "minicard": "display:inline-block;width:150px;vertical-align:top;font-size:12px",
    "footer": "background:#ddd;padding:14px 30px;font-size:12px",
}

THEME = Theme("shop", "shop", ((content.product, 5), (content.collection, 2)), build, CSS)
