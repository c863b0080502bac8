"""A company: service pages made of several short parts, and some news."""

from .. import content
from ..draft import Draft
from ..markup import CONTENT, NEUTRAL, El, Kid, h
from ..parts import aside, body, chrome
from .base import Theme, cards


def build(d: Draft) -> El:
    """Header with menu, hero, parts, call to action, footer."""
    inside = [body.title(d), cards(d)] if d.plan.items else _news(d) if d.plan.kind == "article" else _service(d)
    return h(
        "body",
        d.el("header", "header", chrome.header(d, "div"), chrome.nav(d)),
        d.el(
            "div",
            "wrap",
            aside.local(d),
            d.el("main", "main", inside),
            aside.related(d) if d.keep() else None,
        ),
        _call(d),
        aside.newsletter(d),
        chrome.footer(d),
        chrome.cookie(d),
        chrome.hidden(d),
        chrome.script(d),
    )


def _news(d: Draft) -> list[Kid]:
    return [body.title(d), body.byline(d), d.wrap(body.text(d)), body.share(d), chrome.pager(d)]


def _service(d: Draft) -> list[Kid]:
    lead = d.el("p", "lead", d.plan.lead, label=CONTENT)
    hero = d.el("section", "hero", body.title(d), lead, d.el("a", "button", d.ui("cta"), href="/contact"))
    parts: list[Kid] = []
    for post in d.plan.posts:
        quote = post.blocks[0].kind == "quote"
        if quote:
            parts.append(
                d.el(
                    "div",
                    "testimonial",
                    body.blocks(d, post.blocks),
                    h("cite", post.author, label=NEUTRAL),
                    label=CONTENT,
                )
            )
        else:
            inner: list[Kid] = [h("h2", post.author), body.blocks(d, post.blocks)]
            parts.append(d.el("section", "feature", h("div", inner, label=CONTENT), h("a", d.ui("more"), href="/s")))
    about = d.el("div", "body", body.blocks(d, d.plan.blocks), label=CONTENT)
    return [hero, about, d.el("div", "features", parts), aside.ad(d)]


def _call(d: Draft) -> El | None:
    if not d.keep():
        return None
    number = d.site.choose("phone", ("0123 456 78", "555 0199", "020 7946 0018"))
    return d.el("div", "cta", h("h3", d.ui("cta")), h("p", number), h("a", d.ui("send"), href="/contact"))


CSS = {
    "header": "background:#0f4c5c;color:#fff;padding:14px 30px",
    "wrap": "width:1060px;margin:0 auto;font:15px/1.5 Arial,sans-serif",
    "hero": "background:#e3f1f2;padding:30px;text-align:center",
    "features": "display:flex;flex-wrap:wrap;gap:16px",
    "feature": "width:320px;background:#f5f5f5;padding:12px",
    "testimonial": "width:480px;background:#fffbe9;padding:12px;font-style:italic",
    "cta": "background:#0f4c5c;color:#fff;padding:20px;text-align:center",
    "footer": "background:#222;color:#bbb;padding:16px 30px;font-size:12px",
    "button": "display:inline-block;background:#e36414;color:#fff;padding:8px 16px",
}

MAKERS = ((content.service, 6), (content.article, 3), (content.listing, 1))
THEME = Theme("company", "company", MAKERS, build, CSS, feed=0.3, comments=False)
