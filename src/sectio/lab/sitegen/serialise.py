"""Element tree to HTML source, with the mess of real pages that an HTML5 parser undoes.

Unclosed paragraphs and list items, entities, odd quotes, upper-case tags, comments, wild white space; none of
it changes the text nodes as a parser sees them after white space is normalised.
"""

import re
from dataclasses import dataclass
from html.entities import codepoint2name

from .markup import BLOCKS, SKIPPED, VOID, El, Event, tags, walk
from .rng import Rng

_CLOSES_P = tags("p div ul ol dl h1 h2 h3 h4 h5 h6 blockquote pre hr form section article aside")
_HOLDS_P = tags("div td section article main blockquote li")
_REPEATS = {
    "li": ("li",),
    "dt": ("dt", "dd"),
    "dd": ("dt", "dd"),
    "td": ("td", "th"),
    "th": ("td", "th"),
    "tr": ("tr",),
    "option": ("option",),
}
_ESCAPES = {ord("&"): "&amp;", ord("<"): "&lt;", ord(">"): "&gt;"}
_NAMED = {cp: f"&{name};" for cp, name in codepoint2name.items() if cp > 159}
_NUMERIC = {cp: f"&#{cp};" for cp in [*range(161, 592), *range(0x2010, 0x2040)]}
_BARE = re.compile(r"[A-Za-z0-9_-]+\Z")


@dataclass(frozen=True)
class Mess:
    """How a site's source looks."""

    upper: bool = False
    quotes: str = '"'
    indent: str = "newline"  # none, newline, deep
    unclosed: bool = False
    entities: str = "none"  # none, named, numeric
    nbsp: float = 0.0
    wrap: bool = False
    notes: float = 0.0


def serialise(root: El, mess: Mess, rng: Rng) -> str:
    """The source of a tree."""
    out: list[str] = []
    table = {**_ESCAPES, **({"named": _NAMED, "numeric": _NUMERIC}.get(mess.entities, {}))}
    pre = depth = 0
    for event in walk(root):
        node = event.node
        if isinstance(node, str):
            out.append(_text(node, event, table, mess, rng, pre > 0))
            continue
        opening = event.kind == "open"
        pre += (node.tag == "pre") * (1 if opening else -1)
        depth += 1 if opening else -1
        if not opening and (node.tag in VOID or _omitted(event, mess, rng)):
            continue
        if _breaks(node, opening) and not (pre and node.tag != "pre"):
            out.append(_gap(mess, depth, rng))
        if opening and node.tag in BLOCKS and mess.notes and rng.chance(mess.notes):
            out.append(f"<!-- {rng.pick(('block', 'begin', 'module', 'TODO'))} {rng.between(1, 99)} -->")
        out.append(_open(node, mess) if opening else f"</{node.tag.upper() if mess.upper else node.tag}>")
    return "".join(out)


def _breaks(node: El, opening: bool) -> bool:
    """White space may come before this tag: it is a block, or ends one that ends with a block."""
    if node.tag not in BLOCKS and node.tag not in (
        "td",
        "th",
        "script",
        "style",
        "head",
        "title",
        "meta",
        "link",
    ):
        return node.tag == "html"
    if opening:
        return True
    last = node.kids[-1] if node.kids else ""
    return isinstance(last, El) and last.tag in BLOCKS


def _gap(mess: Mess, depth: int, rng: Rng) -> str:
    if mess.indent == "none":
        return ""
    if mess.indent == "newline":
        return "\n" if rng.chance(0.95) else "\n\n"
    return "\n" + "  " * min(depth, 12)


def _open(node: El, mess: Mess) -> str:
    parts = [node.tag.upper() if mess.upper else node.tag]
    for name, value in node.attrs.items():
        key = name.rstrip("_").replace("_", "-")
        key = key.upper() if mess.upper else key
        if not value:
            parts.append(key)
        elif mess.quotes == "" and _BARE.match(value):
            parts.append(f"{key}={value}")
        else:
            mark = "'" if mess.quotes == "'" and "'" not in value else '"'
            parts.append(f"{key}={mark}{value.replace('&', '&amp;').replace(mark, '&quot;')}{mark}")
    return f"<{' '.join(parts)}>"


def _text(text: str, event: Event, table: dict[int, str], mess: Mess, rng: Rng, pre: bool) -> str:
    if event.parent is not None and event.parent.tag in SKIPPED:
        return text
    text = text.translate(table)
    if pre:
        return text
    if mess.nbsp and rng.chance(mess.nbsp) and " " in text:
        cut = rng.pick([i for i, char in enumerate(text) if char == " "])
        text = f"{text[:cut]}&nbsp;{text[cut + 1 :]}"
    if mess.wrap and len(text) > 90:
        words = text.split(" ")
        text = "\n".join(" ".join(words[i : i + 12]) for i in range(0, len(words), 12))
    return text


def _omitted(event: Event, mess: Mess, rng: Rng) -> bool:
    """The end tag may be left out, and this site leaves it out."""
    node, parent = event.node, event.parent
    if not mess.unclosed or isinstance(node, str) or parent is None:
        return False
    after = parent.kids[event.place + 1] if event.place + 1 < len(parent.kids) else None
    if isinstance(after, str):
        return False
    if node.tag == "p":
        safe = parent.tag in _HOLDS_P if after is None else after.tag in _CLOSES_P
    else:
        repeats = _REPEATS.get(node.tag)
        safe = repeats is not None and (after is None or after.tag in repeats)
    return safe and rng.chance(0.85)
