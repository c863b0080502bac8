"""Readers' comments and the form to add one."""

from ..draft import Draft
from ..markup import COMMENT, NOISE, El, Kid, add, h
from ..model import GenComment
from .body import time


def comments(d: Draft, head: str = "comments") -> El | None:
    """The comment section; answers sit inside what they answer on sites that nest."""
    if not d.plan.comments:
        return None
    tag, item = d.site.choose("commentlist", (("ol", "li"), ("div", "div"), ("ul", "li"), ("div", "article")))
    listed = d.el(tag, "commentlist")
    placed: list[El] = []
    for number, comment in enumerate(d.plan.comments):
        el = _comment(d, comment, item, number)
        placed.append(el)
        if comment.parent is None:
            add(listed, el)
        else:
            parent = placed[comment.parent]
            last = parent.kids[-1]
            if not (isinstance(last, El) and last.tag == tag and last.attrs == d.el(tag, "replies").attrs):
                last = d.el(tag, "replies")
                add(parent, last)
            add(last, el)
    return d.el("div", "comments", h("h3", d.ui(head, n=len(d.plan.comments))), listed)


def _comment(d: Draft, comment: GenComment, tag: str, number: int) -> El:
    mark = d.site.choose("commentmark", (" – ", ", ", " "))
    meta: list[Kid] = [h("b", comment.author), mark, time(d, comment.date)]
    body = d.el("div", "commentbody", [h("p", line) for line in comment.text.split("\n")])
    reply = d.el("a", "reply", d.ui("reply"), href=f"#reply-{number}", label=NOISE)
    kids: list[Kid] = [d.el("div", "commentmeta", meta), body, h("div", reply)]
    el = d.el(tag, "comment", kids, label=COMMENT)
    if d.site.naming.style == "semantic":
        el.attrs["id"] = f"comment-{1000 + number}"
    return el


def form(d: Draft) -> El:
    """The form below the comments."""
    fields: list[Kid] = [
        h("p", h("label", d.ui("name")), h("input", type="text", name="name")),
        h("p", h("label", d.ui("email")), h("input", type="text", name="email")),
        h("p", h("textarea", rows="4", cols="40")),
        h("button", d.ui("send")),
    ]
    return d.el("div", "respond", h("h3", d.ui("leave")), h("form", fields, action="/comment", method="post"))
