"""A small labelled element tree, and what can be read off it: text leaves and text lines.

Labels are on elements and apply to everything below, down to the next label. The default is noise,
so a theme only has to say what is content, title, neutral or comment.
"""

import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias, Union

CONTENT, NOISE, COMMENT, TITLE, NEUTRAL = "content", "noise", "comment", "title", "neutral"
LABELS = (CONTENT, NOISE, COMMENT, TITLE, NEUTRAL)


def tags(names: str) -> frozenset[str]:
    """A set of tag names."""
    return frozenset(names.split())


# Their text is never seen by a method (conventions of the project: cleaning).
SKIPPED = tags("script style template svg iframe object embed noscript")
VOID = tags("area base br col hr img input link meta")
BLOCKS = tags(
    "address article aside blockquote body button caption center dd details div dl dt fieldset figcaption "
    "figure footer form h1 h2 h3 h4 h5 h6 header hr li main nav ol option p pre section select summary table "
    "tbody tr ul"
)


@dataclass(slots=True)
class El:
    """An element; `label` None means: as the parent. `listed` is an item of the page's main list."""

    tag: str
    attrs: dict[str, str] = field(default_factory=dict)
    kids: list[Union["El", str]] = field(default_factory=list)
    label: str | None = None
    local: bool = False
    listed: bool = False


Node: TypeAlias = El | str
Kid: TypeAlias = El | str | Sequence["Kid"] | None


class Leaf(NamedTuple):
    """A text node: normalised text, label, and whether it repeats within one cluster of the site only."""

    text: str
    label: str
    local: bool


class Event(NamedTuple):
    """A step of the walk: `kind` is open, text or close; `place` numbers the parent's children."""

    kind: str
    node: Node
    parent: El | None
    place: int
    label: str
    local: bool


def h(tag: str, *kids: Kid, label: str | None = None, local: bool = False, **attrs: str) -> El:
    """Make an element; nested lists are flattened, None is dropped, adjacent strings are joined."""
    el = El(tag, attrs, [], label, local)
    add(el, *kids)
    return el


def add(el: El, *kids: Kid) -> None:
    """Append children to an element."""
    waiting: list[Kid] = list(reversed(kids))
    while waiting:
        kid = waiting.pop()
        if kid is None or kid == "":
            continue
        if isinstance(kid, str):
            if el.kids and isinstance(el.kids[-1], str):
                el.kids[-1] += kid
            else:
                el.kids.append(kid)
        elif isinstance(kid, El):
            el.kids.append(kid)
        else:
            waiting.extend(reversed(kid))


def walk(root: El) -> Iterator[Event]:
    """Open, text and close events in document order."""
    yield Event("open", root, None, 0, root.label or NOISE, root.local)
    stack: list[tuple[El, int, Event]] = [(root, 0, Event("close", root, None, 0, root.label or NOISE, root.local))]
    while stack:
        el, i, close = stack.pop()
        if i == len(el.kids):
            yield close
            continue
        stack.append((el, i + 1, close))
        kid = el.kids[i]
        if isinstance(kid, str):
            yield Event("text", kid, el, i, close.label, close.local)
        else:
            label, local = kid.label or close.label, kid.local or close.local
            yield Event("open", kid, el, i, label, local)
            stack.append((kid, 0, Event("close", kid, el, i, label, local)))


def normalise(text: str) -> str:
    """NFC, whitespace runs to one space, trimmed."""
    return " ".join(unicodedata.normalize("NFC", text).split())


def leaves(steps: Sequence[Event]) -> tuple[Leaf, ...]:
    """Every non-blank text node outside skipped elements, from the steps of a walk."""
    found = []
    for event in steps:
        if event.kind == "text" and event.parent is not None and event.parent.tag not in SKIPPED:
            text = normalise(str(event.node))
            if text:
                found.append(Leaf(text, event.label, event.local))
    return tuple(found)


def listed(el: El) -> El:
    """Mark an element as an item of the page's main list."""
    el.listed = True
    return el


def lines(steps: Sequence[Event], *labels: str) -> list[str]:
    """Text with one of the labels, one line per block; code keeps its line breaks."""
    found: list[str] = []
    buffer: list[str] = []
    pre = 0

    def flush() -> None:
        if not buffer:
            return
        text = "".join(buffer)
        kept = "\n".join(line.rstrip() for line in text.strip("\n").split("\n")) if pre else normalise(text)
        buffer.clear()
        if kept.strip():
            found.append(kept)

    for kind, node, parent, _, label, _ in steps:
        if isinstance(node, str):
            if parent is not None and parent.tag not in SKIPPED:
                if label in labels:
                    buffer.append(node)
                else:
                    flush()
        elif node.tag in BLOCKS or node.tag == "br":
            flush()
            pre += (node.tag == "pre") * (1 if kind == "open" else -1)
        elif node.tag in ("td", "th") and kind == "close":
            buffer.append(" ")
    flush()
    return found
