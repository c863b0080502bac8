"""What frames a page: header, navigation, footer, banners, things that are not seen."""

from ..draft import Draft
from ..language import Voice
from ..markup import El, Kid, h
from ..rng import Rng


def skip(d: Draft) -> El | None:
    """The link past the navigation."""
    if d.site.choose("skip", (True, False)):
        return d.el(
            "a",
            "hidden",
            d.ui("skip"),
            href="#main",
            style="position:absolute;width:1px;height:1px;overflow:hidden",
        )
    return None


def cookie(d: Draft) -> El | None:
    """The consent banner."""
    if d.site.choose("cookie", (True, True, False)) and d.keep():
        buttons: list[Kid] = [h("button", d.ui("accept")), " ", h("button", d.ui("reject"))]
        style = "position:fixed;bottom:0;left:0;right:0;background:#223;color:#eee;padding:8px;font-size:13px"
        return d.el("div", "cookie", h("p", d.ui("cookie")), h("div", buttons), style=style)
    return None


def header(d: Draft, tag: str = "header") -> El:
    """Site name and motto."""
    name = d.el("div", "logo", h("a", d.site.title, href="/"))
    motto = d.el("div", "tagline", d.ui("tagline")) if d.site.choose("motto", (True, False)) else None
    login = (
        d.el("div", "login", h("a", d.ui("login"), href="/login")) if d.site.choose("login", (True, False)) else None
    )
    return d.el(tag, "header", name, motto, login)


def nav(d: Draft, tag: str = "nav") -> El:
    """The main menu: a list, bare links or links between bars."""
    links = [h("a", text, href=href) for text, href in d.site.nav]
    style = d.site.choose("nav", ("list", "list", "bare", "bars"))
    if style == "list":
        return d.el(tag, "nav", h("ul", [h("li", link) for link in links]))
    kids: list[Kid] = []
    for i, link in enumerate(links):
        kids += [" | " if style == "bars" else " " if i else None, link] if i else [link]
    return d.el(tag, "nav", kids)


def breadcrumb(d: Draft) -> El | None:
    """The path to the page."""
    if not d.site.choose("crumbs", (True, False)):
        return None
    text, href = d.site.nav[1 + d.plan.number % (len(d.site.nav) - 1)]
    mark = d.site.choose("crumbmark", (" » ", " / ", " > "))
    kids: list[Kid] = [h("a", d.site.nav[0][0], href="/"), mark, h("a", text, href=href), mark, d.plan.title]
    return d.el("div", "breadcrumb", kids)


def footer(d: Draft, tag: str = "footer") -> El:
    """Legal links, copyright and small print."""
    words = d.site.language.words["legal"]
    links = [h("a", text, href=f"/legal/{i}") for i, text in enumerate(words[: d.site.choose("legal", (3, 4, 6))])]
    listed = d.site.choose("legallist", (True, False))
    row: Kid = h("ul", [h("li", link) for link in links]) if listed else [[link, " · "] for link in links]
    note = Voice(d.site.language, Rng(d.site.key, "note"), None).say("disclaimer")
    rights = f"© {d.site.choose('since', (2009, 2014, 2018, 2023))} {d.site.title}. {d.ui('rights')}."
    top = h("a", d.ui("top"), href="#top") if d.keep() else None
    return d.el(tag, "footer", d.el("div", "legal", row), h("p", rights), d.el("p", "small", note), top)


def hidden(d: Draft) -> El | None:
    """Text that a reader does not see."""
    if d.keep(1.5):
        text = d.rng.pick(d.site.language.words["hidden"])
        how = d.site.choose("hide", ("display:none", "visibility:hidden;height:0", ""))
        return h("div", h("p", text), style=how) if how else h("div", h("p", text), hidden="")
    return None


def script(d: Draft) -> El:
    """A snippet of the kind that counts visits."""
    number = d.rng.between(1000, 9999)
    body = f"var q=window.q||[];q.push(['page',{d.plan.number},{number}]);if(1<2&&q){{q.length;}}"
    return h("script", body)


def pager(d: Draft) -> El | None:
    """Links to the neighbours."""
    if not d.site.choose("pager", (True, False)):
        return None
    both = d.others(2)
    mark = d.site.choose("pagermark", ("« ", "← ", ""))
    kids: list[list[Kid]] = [
        [f"{mark}{d.ui(key)}: ", d.link(plan), " "] for key, plan in zip(("prev", "next"), both, strict=False)
    ]
    return d.el("div", "pager", [h("div", kid) for kid in kids])
