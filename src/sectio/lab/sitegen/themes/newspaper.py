"""A newspaper: HTML5 sections, a lead, boxes inside the text, many teasers around it."""

from .. import content
from ..draft import Draft
from ..markup import El, Kid, h
from ..parts import aside, body, chrome, comments
from .base import Theme, cards


def build(d: Draft) -> El:
    """Top strip, masthead, sections, article next to a rail, a river of teasers below."""
    strip = d.el("div", "strip", d.ui("login"), " · ", h("a", d.ui("subscribe"), href="/abo"), " · ", d.ui("search"))
    rail = d.el(
        "aside",
        "sidebar",
        aside.local(d),
        aside.popular(d),
        aside.ad(d),
        aside.newsletter(d),
        aside.recent(d),
    )
    grid = d.el("div", "wrap", d.el("main", "main", _story(d), id="main"), rail)
    return h(
        "body",
        chrome.skip(d),
        chrome.cookie(d) if d.site.choose("cookiefirst", (True, False)) else None,
        strip,
        chrome.header(d),
        chrome.nav(d),
        aside.ad(d),
        grid,
        _river(d),
        chrome.footer(d),
        chrome.hidden(d),
        chrome.script(d),
    )


def _story(d: Draft) -> list[Kid]:
    if d.plan.items:
        return [body.title(d), cards(d)]
    section = d.el("div", "kicker", d.site.nav[1 + d.plan.number % 4][0])
    lead = _lead(d) if d.site.choose("lead", (True, False)) else None
    story = d.el(
        "article",
        "article",
        section,
        body.title(d),
        lead,
        body.byline(d),
        body.share(d),
        d.wrap(body.text(d, "h3")),
    )
    tail: list[Kid] = [body.tags(d), body.author_box(d)]
    return [
        story,
        *tail,
        aside.related(d),
        comments.comments(d),
        comments.form(d) if d.plan.comments else None,
    ]


def _lead(d: Draft) -> El:
    """A standfirst of its own words, content like the rest."""
    return d.el("p", "lead", d.voice.sentence("opens"), label="content")


def _river(d: Draft) -> El | None:
    """Teasers of other stories, as long as small articles."""
    if not d.site.choose("river", (True, True, False)) or not d.keep():
        return None
    items = [d.el("div", "card", h("h4", d.link(plan)), h("p", plan.lead)) for plan in d.others(d.rng.between(3, 6))]
    return d.el("section", "river", h("h2", d.ui("updates")), items)


CSS = {
    "strip": "background:#111;color:#ccc;padding:3px 30px;font-size:12px",
    "header": "width:100%;text-align:center;font-size:34px;padding:14px 0;border-bottom:3px double #333",
    "nav": "background:#fafafa;padding:6px 30px;border-bottom:1px solid #ccc;text-align:center",
    "wrap": "display:flex;width:1120px;margin:0 auto;gap:30px",
    "main": "width:760px",
    "sidebar": "width:320px;font-size:13px;border-left:1px solid #ddd;padding-left:20px",
    "lead": "font-weight:bold;font-size:18px",
    "kicker": "color:#a00;text-transform:uppercase;font-size:12px",
    "river": "background:#f3f3ee;padding:16px 40px",
    "footer": "background:#222;color:#bbb;padding:16px 40px;font-size:12px",
    "ad": "background:#eef;padding:10px;text-align:center",
}

THEME = Theme("newspaper", "news", ((content.article, 11), (content.listing, 1)), build, CSS, feed=1.0)
