"""An encyclopaedia made of div elements only: tools at the side, facts, contents, edit links, sources."""

from .. import content
from ..draft import Draft
from ..markup import CONTENT, NEUTRAL, NOISE, El, Kid, h
from ..model import Block
from ..parts import aside, body, chrome
from .base import Theme


def build(d: Draft) -> El:
    """Text first in the source, tools after it, as wikis do."""
    text = d.el("div", "body", _facts(d), _contents(d), _running(d), _references(d), label=CONTENT)
    inside = d.el(
        "div",
        "main",
        _tabs(d),
        body.title(d),
        d.el("div", "subtitle", d.ui("tagline")),
        d.wrap(text),
        _categories(d),
    )
    side = d.el(
        "div",
        "sidebar",
        chrome.header(d, "div"),
        chrome.nav(d, "div"),
        aside.local(d),
        _tools(d),
        aside.recent(d),
    )
    pair = [inside, side] if d.site.choose("textfirst", (True, False)) else [side, inside]
    return h(
        "body",
        chrome.skip(d),
        d.el("div", "wrap", pair),
        _changed(d),
        chrome.footer(d, "div"),
        chrome.hidden(d),
        aside.ad(d),
    )


def _tabs(d: Draft) -> El:
    words = (d.ui("edit"), d.ui("print"), d.ui("login"))
    return d.el("div", "tabs", [[h("a", word, href="#"), " "] for word in words])


def _facts(d: Draft) -> El | None:
    """The fact box: neither content nor noise."""
    if not d.keep():
        return None
    rows = [h("tr", h("th", name), h("td", value)) for name, value in d.plan.specs]
    return d.el("table", "infobox", h("caption", d.plan.title), rows, label=NEUTRAL)


def _contents(d: Draft) -> El | None:
    heads = [block.text for block in d.plan.blocks if block.kind == "h"]
    if len(heads) < 3:
        return None
    items = [h("li", h("a", f"{i} {text}", href=f"#s{i}")) for i, text in enumerate(heads, 1)]
    return d.el("div", "toc", h("div", d.ui("toc")), h("ol", items), label=NOISE)


def _running(d: Draft) -> list[Kid]:
    return [_heading(d, item) if item.kind == "h" else body.block(d, item, "h2") for item in d.plan.blocks]


def _heading(d: Draft, item: Block) -> El:
    edit = d.el(
        "span",
        "editlink",
        "[",
        h("a", d.site.choose("ui/edit", d.site.language.words["edit"]), href="#e"),
        "]",
        label=NOISE,
    )
    return h("h2", h("span", item.text), edit)


def _references(d: Draft) -> list[Kid]:
    known = d.rng.between(1, 6)
    people = d.plan.subject.people
    items = [f"{d.rng.pick(people)}: {d.voice.say('head')}, {d.rng.between(1890, 2019)}." for _ in range(known)]
    return [h("h2", d.ui("references"), label=NEUTRAL), h("ol", [h("li", item) for item in items])]


def _categories(d: Draft) -> El:
    words = [topic.split("/")[0] for topic in d.plan.subject.topics[:3]]
    return d.el("div", "tags", d.ui("category"), ": ", [[h("a", word, href="/k"), " | "] for word in words])


def _tools(d: Draft) -> El:
    words = d.site.language.words["local"][:6]
    return d.el(
        "div",
        "widget",
        h("div", d.ui("categories")),
        h("ul", [h("li", h("a", word, href="/t")) for word in words]),
    )


def _changed(d: Draft) -> El:
    day = f"20{d.rng.between(10, 23)}-0{d.rng.between(1, 9)}-{d.rng.between(10, 28)}"
    return d.el("div", "changed", d.ui("posted", date=d.site.show(day)))


CSS = {
    "wrap": "display:flex;width:1160px;margin:0 auto;gap:20px;font:14px/1.5 Arial,sans-serif",
    "main": "width:900px;background:#fff;border:1px solid #a7c7e7;padding:14px",
    "sidebar": "width:190px;font-size:12px",
    "infobox": "float:right;width:240px;background:#f8f9fa;border:1px solid #aaa;margin:0 0 9px 14px",
    "toc": "display:inline-block;background:#f8f9fa;border:1px solid #aaa;padding:8px;font-size:13px",
    "tabs": "float:right;font-size:12px",
    "editlink": "font-size:11px;font-weight:normal;margin-left:8px",
    "footer": "background:#f6f6f6;padding:10px 30px;font-size:11px",
}

SHEET = (
    "body{margin:0;background:#f6f6f6;color:#222}"
    "h1,h2{font-family:Georgia,serif;font-weight:normal;border-bottom:1px solid #aaa}"
)
THEME = Theme("wiki", "encyclopedia", ((content.wiki, 1),), build, CSS, SHEET)
