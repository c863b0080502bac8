"""What is next to the text: boxes made by the template, some of them looking like content."""

from ..draft import Draft
from ..markup import El, Kid, h
from ..model import Plan


def box(d: Draft, role: str, title: str | None, *kids: Kid, local: bool = False) -> El:
    """A box with a heading in the site's own style."""
    tag = d.site.choose("boxtag", ("div", "section", "div"))
    mark = d.site.choose("boxhead", ("h3", "h4", "div", "h2"))
    head = d.el(mark, "boxtitle", title) if title else None
    return d.el("div", "widget", d.el(tag, role, head, *kids), local=local)


def link_list(d: Draft, plans: list[Plan], teasers: bool = False) -> El:
    """Links to pages, some with a teaser: template text that reads like an article."""
    items = []
    for plan in plans:
        teaser = h("p", plan.lead) if teasers and plan.lead else None
        day = (
            d.el("small", "date", " " + d.site.show(plan.date))
            if plan.date and d.site.choose("dated", (True, False))
            else None
        )
        items.append(h("li", d.link(plan), day, teaser))
    return h("ul", items)


def related(d: Draft) -> El:
    """Pages on similar matters, other ones on every page."""
    plans = d.others(d.rng.between(3, 7))
    return box(d, "related", d.ui("related"), link_list(d, plans, d.rng.chance(d.site.knobs.teaser)))


def popular(d: Draft) -> El | None:
    """What others read: nearly the same on every page; may hold the page's own first sentences."""
    if not d.keep():
        return None
    plans = [plan for plan in d.site.plans if not plan.items][:5]
    if d.rng.chance(d.site.knobs.teaser):
        plans = [d.plan, *(plan for plan in plans[:4] if plan is not d.plan)]
    return box(d, "popular", d.ui("popular"), link_list(d, plans, d.site.choose("teased", (True, False))))


def recent(d: Draft) -> El | None:
    """The newest pages."""
    return box(d, "recent", d.ui("recent"), link_list(d, d.others(d.rng.between(4, 8)))) if d.keep() else None


def archive(d: Draft) -> El:
    """Links by month."""
    months = d.site.language.words["month"]
    year = d.site.choose("archiveyear", (2008, 2012, 2019))
    items = [h("li", h("a", f"{months[i % 12]} {year - i // 12}", href=f"/archive/{i}")) for i in range(9)]
    return box(d, "archive", d.ui("archives"), h("ul", items))


def tag_cloud(d: Draft) -> El:
    """Topic words as links."""
    words = d.rng.sample(d.site.language.words["topic"], 12)
    kids: list[Kid] = []
    for word in words:
        text = word.split("/")[0]
        kids += [
            h("a", text, href="/tag/" + str(len(text)), style=f"font-size:{d.rng.between(10, 20)}px"),
            " ",
        ]
    return box(d, "tagcloud", d.ui("categories"), h("div", kids))


def search(d: Draft) -> El:
    """The search box."""
    field = h("input", type="text", name="q")
    return d.el("form", "search", h("label", d.ui("search")), field, h("button", d.ui("search")), action="/search")


def newsletter(d: Draft) -> El | None:
    """The plea for an address."""
    if not d.keep():
        return None
    form = h("form", h("input", type="email", name="email"), h("button", d.ui("subscribe")), action="/letter")
    return box(d, "newsletter", d.ui("newsletter"), h("p", d.ui("newsletter_text")), form)


def ad(d: Draft) -> El | None:
    """An advertisement, with the probability the site was given."""
    if not d.rng.chance(d.site.knobs.ads):
        return None
    text = d.voice.say("ad")
    style = d.site.choose("adstyle", ("link", "text", "frame"))
    if style == "frame":
        frame = h("iframe", src="//ads.example/slot", width="300", height="60")
        return d.el("div", "ad", d.el("small", "adlabel", d.ui("adlabel")), frame)
    body = (
        h("p", h("a", text, href="//ads.example/c"))
        if style == "link"
        else h("div", h("b", text), " ", h("a", d.ui("more"), href="#"))
    )
    return d.el("div", "ad", d.el("small", "adlabel", d.ui("adlabel")), body)


def local(d: Draft) -> El | None:
    """The side menu of the page's cluster, if it has one."""
    if d.plan.local is None:
        return None
    menu = d.site.menus[d.plan.local]
    items = [h("li", h("a", text, href=f"/s{d.plan.local}/{i}")) for i, text in enumerate(menu.items)]
    text = h("p", menu.text) if menu.text else None
    return box(d, "local", menu.name, h("ul", items), text, local=True)


def column(d: Draft) -> list[El | None]:
    """The boxes of a side column, in the site's order."""
    makers = [popular, recent, newsletter, archive, tag_cloud, ad]
    first = d.site.choose("order", range(len(makers)))
    turned = [*makers[first:], *makers[:first]][: d.site.choose("boxes", (3, 4, 5))]
    return [local(d), search(d), *(make(d) for make in turned), ad(d)]
