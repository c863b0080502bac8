"""The main text: title, byline, running text with noise inside it, and what follows it."""

from ..draft import Draft
from ..markup import CONTENT, NEUTRAL, NOISE, TITLE, El, Kid, h
from ..model import Block


def title(d: Draft, tag: str = "h1") -> El:
    """The headline."""
    return d.el(tag, "title", d.plan.title, label=TITLE)


def time(d: Draft, day: str, role: str = "date") -> El:
    """A date in the site's own way."""
    if d.site.choose("time", (True, False)):
        return d.el("time", role, d.site.show(day), datetime=day)
    return d.el("span", role, d.site.show(day))


def byline(d: Draft) -> El | None:
    """Who wrote it and when: neither content nor noise."""
    kids: list[Kid] = []
    if d.plan.author:
        kids += [
            d.el("span", "author", d.ui("by", name=d.plan.author)),
            d.site.choose("bymark", (" | ", " – ", " ")),
        ]
    if d.plan.date:
        kids.append(time(d, d.plan.date))
    return d.el(d.site.choose("bytag", ("div", "p")), "byline", kids, label=NEUTRAL) if kids else None


def share(d: Draft) -> El | None:
    """Links that spread the page."""
    if not d.keep():
        return None
    names = ("Mail", "Chirper", "Facepage", "Pinwall", "Telegraph")[: d.site.choose("shares", (3, 4, 5))]
    links: list[Kid] = [[h("a", name, href=f"https://share.example/{name.lower()}"), " "] for name in names]
    if d.site.choose("sharelist", (True, False)):
        links = [h("ul", [h("li", link) for link in links])]
    return d.el("div", "share", d.el("span", "label", d.ui("share")), " ", links)


def tags(d: Draft) -> El:
    """The page's keywords."""
    words = [topic.split("/")[0] for topic in d.plan.subject.topics[:4]]
    links: list[Kid] = [[h("a", word, href="/tag", rel="tag"), ", "] for word in words[:-1]]
    return d.el("div", "tags", d.ui("tags"), ": ", links, h("a", words[-1], href="/tag", rel="tag"))


def author_box(d: Draft) -> El | None:
    """A line about the writer."""
    if not d.plan.author or not d.site.choose("authorbox", (True, False)):
        return None
    return d.el("div", "authorbox", h("b", d.plan.author), h("p", d.ui("about_author", name=d.plan.author)))


def inline(d: Draft, text: str) -> list[Kid]:
    """Running text with links and emphasis here and there."""
    kids: list[Kid] = []
    sep = d.site.language.sep
    words = text.split(" ") if sep else list(text)
    while len(words) > 8 and d.rng.chance(0.4):
        start, n = d.rng.between(1, len(words) - 6), d.rng.between(1, 4)
        tag = d.rng.pick(("a", "a", "em", "strong", "b", "i", "span"))
        part = h(tag, sep.join(words[start : start + n]))
        if tag == "a":
            part.attrs["href"] = f"/r/{d.rng.between(1, 999)}"
        kids += [sep.join(words[:start]) + sep, part, sep]
        words = words[start + n :]
    return [*kids, sep.join(words)]


def blocks(d: Draft, items: tuple[Block, ...], heading: str = "h2") -> list[Kid]:
    """Blocks as elements."""
    return [block(d, item, heading) for item in items]


def block(d: Draft, item: Block, heading: str) -> Kid:
    """One block as an element."""
    if item.kind in ("ul", "ol"):
        return h(item.kind, [h("li", inline(d, text)) for text in item.items])
    if item.kind == "table":
        return table(d, item.rows)
    if item.kind == "img":
        return figure(d, item.text)
    if item.kind == "code":
        return h("pre", h("code", item.text)) if d.site.choose("codetag", (True, False)) else h("pre", item.text)
    if item.kind == "quote":
        whole = d.site.choose("quotep", (True, False))
        return h("blockquote", h("p", item.text) if whole else item.text)
    if item.kind == "note":
        return d.el("div", "note", h("strong", d.ui("note")), h("p", inline(d, item.text)))
    return h(heading, item.text) if item.kind == "h" else h("p", inline(d, item.text))


def table(d: Draft, rows: tuple[tuple[str, ...], ...]) -> El:
    """A table of data with a head row."""
    head = h("tr", [h("th", cell) for cell in rows[0]])
    rest = [h("tr", [h("td", cell) for cell in row]) for row in rows[1:]]
    if d.site.choose("thead", (True, False)):
        return d.el("table", "data", h("thead", head), h("tbody", rest))
    return d.el("table", "data", head, rest)


def figure(d: Draft, caption: str) -> El:
    """A picture, with its caption as content."""
    img = h("img", src=f"/img/{d.rng.between(1, 999)}.jpg", alt=caption, width="320", height="180")
    if d.site.choose("figure", ("figure", "div")) == "figure":
        return d.el("figure", "figure", img, h("figcaption", caption) if caption else None)
    return d.el("div", "figure", img, d.el("p", "caption", caption) if caption else None)


def intrusions(d: Draft) -> list[El]:
    """Noise between the paragraphs."""
    found: list[El] = []
    if d.rng.chance(0.35):
        line: list[Kid] = [h("b", d.ui("readalso") + ":"), " ", *(d.link(plan) for plan in d.others(1))]
        found.append(d.el("div", "readalso", line, label=NOISE))
    if d.rng.chance(d.site.knobs.ads * 0.4):
        found.append(
            d.el("div", "ad", d.el("small", "adlabel", d.ui("adlabel")), h("p", d.voice.say("ad")), label=NOISE)
        )
    if d.rng.chance(0.15):
        found.append(h("script", "window.slot&&slot(1<2);"))
    return found


def text(d: Draft, heading: str = "h2") -> El:
    """The element that holds the running text."""
    kids = blocks(d, d.plan.blocks, heading)
    for el in intrusions(d):
        kids.insert(d.rng.between(1, len(kids)), el)
    if len(kids) > 6 and d.rng.chance(d.site.knobs.jitter / 2):
        kids = [h("div", kids[:4]), *kids[4:]]
    return d.el("div", "body", kids, label=CONTENT)
