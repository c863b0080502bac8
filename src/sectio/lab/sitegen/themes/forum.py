"""A forum: threads whose posts are the content, or questions with answers on other sites."""

from .. import content
from ..draft import Draft
from ..language import Voice
from ..markup import CONTENT, NEUTRAL, El, Kid, h, listed
from ..model import Post
from ..parts import aside, body, chrome
from ..rng import Rng
from .base import Theme


def build(d: Draft) -> El:
    """Header, boards, posts, quick reply, footer."""
    head = [chrome.header(d, "div"), chrome.nav(d, "div"), chrome.breadcrumb(d)]
    inside: list[Kid] = [aside.ad(d), body.title(d, d.site.choose("titletag", ("h1", "h2"))), _tools(d)]
    if d.plan.items:
        inside.append(_topics(d))
    else:
        inside.append(_answers(d) if d.plan.sd_type == "article_comments" else _thread(d))
        inside += [_tools(d), _quick_reply(d)]
    side = d.el("div", "sidebar", aside.local(d), aside.related(d), aside.ad(d), _online(d))
    return h(
        "body",
        head,
        d.el("div", "wrap", d.el("div", "main", inside), side),
        chrome.footer(d, "div"),
        chrome.hidden(d),
    )


def _tools(d: Draft) -> El:
    return d.el(
        "div",
        "tools",
        h("a", d.ui("reply"), href="#reply"),
        " ",
        h("a", d.ui("print"), href="?print"),
        " ",
        d.ui("views", n=d.plan.number * 37 + 12),
    )


def _user(d: Draft, post: Post) -> list[Kid]:
    """Poster's name is neutral, the statistics around it are noise; both stay the same over a site."""
    known = Rng(d.site.key, "user", post.author)
    return [
        h("b", post.author, label=NEUTRAL),
        h("div", f"{d.ui('posts')}: {known.between(1, 4000)}"),
        h("div", f"{d.ui('joined')}: {known.between(2003, 2019)}"),
    ]


def _signature(d: Draft, post: Post) -> El | None:
    known = Rng(d.site.key, "sig", post.author)
    if not d.site.choose("sigs", (True, True, False)) or known.chance(0.4):
        return None
    return d.el("div", "sig", h("hr"), Voice(d.site.language, known, None).say("sig"))


def _links(d: Draft) -> El:
    words = d.site.language.words["quote_link"]
    return d.el("div", "postlinks", [[h("a", word, href="#"), " "] for word in words])


def _thread(d: Draft) -> El:
    table = d.site.choose("posttag", ("table", "div", "li")) == "table"
    rows: list[Kid] = []
    for number, post in enumerate(d.plan.posts):
        said = d.el("div", "postbody", body.blocks(d, post.blocks), label=CONTENT)
        meta = d.el("div", "postmeta", body.time(d, post.date), " #", str(number + 1), label=NEUTRAL)
        tail = [_signature(d, post), _links(d)]
        who = _user(d, post)
        if table:
            rows.append(h("tr", d.el("td", "userinfo", who), d.el("td", "post", meta, d.wrap(said), tail)))
        else:
            rows.append(d.el("div", "post", d.el("div", "userinfo", who), meta, d.wrap(said), tail))
        if number == 0 and d.rng.chance(d.site.knobs.ads / 2):
            advert = d.el("div", "ad", d.ui("adlabel"), ": ", d.voice.say("ad"))
            rows.append(h("tr", h("td", advert, colspan="2")) if table else advert)
    return d.el("table" if table else "div", "posts", rows)


def _answers(d: Draft) -> list[Kid]:
    first, *rest = d.plan.posts
    found: list[Kid] = [_entry(d, first, "question", d.ui("question", date=d.site.show(first.date)))]
    found.append(h("h2", f"{len(rest)} {d.ui('answer')}"))
    for number, post in enumerate(rest):
        if number == 0:
            found.append(d.el("div", "accepted", "✓ ", d.ui("accepted")))
        found.append(_entry(d, post, "answer", d.site.show(post.date)))
    return found


def _entry(d: Draft, post: Post, role: str, when: str) -> El:
    votes = d.el("div", "votes", h("b", str(d.rng.between(0, 90))), " ", d.ui("votes"))
    said = d.el("div", "postbody", body.blocks(d, post.blocks), label=CONTENT)
    meta = d.el("div", "postmeta", h("span", when), " – ", h("b", post.author), label=NEUTRAL)
    return d.el("div", role, votes, d.wrap(said), meta, _links(d))


def _topics(d: Draft) -> El:
    rows: list[Kid] = []
    for number in d.plan.items:
        plan = d.site.plans[number]
        name = h("td", d.link(plan), label=CONTENT)
        rows.append(listed(h("tr", name, h("td", str(len(plan.posts))), h("td", plan.author or "", label=NEUTRAL))))
    return d.el("table", "topics", rows)


def _quick_reply(d: Draft) -> El:
    return d.el(
        "form",
        "respond",
        h("h4", d.ui("leave")),
        h("p", h("textarea", rows="4")),
        h("button", d.ui("send")),
        action="/post",
    )


def _online(d: Draft) -> El:
    boards = d.site.language.words["board"]
    return aside.box(
        d,
        "boards",
        d.ui("categories"),
        h("ul", [h("li", h("a", name, href=f"/b{i}")) for i, name in enumerate(boards)]),
    )


CSS = {
    "wrap": "display:flex;width:1120px;margin:10px auto;gap:16px;font:14px Arial,sans-serif",
    "main": "width:860px",
    "sidebar": "width:230px;font-size:12px",
    "header": "background:#35506b;color:#fff;padding:14px 30px;font:22px Arial",
    "nav": "background:#dbe4ec;padding:5px 30px;font-size:13px",
    "posts": "width:100%;border-collapse:collapse",
    "post": "background:#f8fafc;border:1px solid #c8d4de;padding:10px;vertical-align:top;margin-bottom:8px",
    "userinfo": "background:#eaf0f5;width:150px;font-size:12px;padding:8px;vertical-align:top",
    "question": "background:#fffdf2;border:1px solid #dcc;padding:12px",
    "answer": "background:#f8fafc;border-top:1px solid #ccc;padding:12px",
    "votes": "float:left;width:60px;text-align:center;color:#666",
    "sig": "color:#888;font-size:11px",
    "footer": "background:#eee;padding:12px 30px;font-size:11px",
}

THEME = Theme("forum", "forum", ((content.forum, 8), (content.listing, 1)), build, CSS)
