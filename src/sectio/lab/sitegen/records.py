"""What a listing lists, read off its tree: the exact gold of its records."""

from collections.abc import Sequence

from .markup import El, Event, leaves, walk
from .model import GenRecord


def records(steps: Sequence[Event]) -> tuple[GenRecord, ...]:
    """The items of the main list, from the steps of a walk; texts that all of them have are not part of any."""
    items = [event.node for event in steps if event.kind == "open" and isinstance(event.node, El) and event.node.listed]
    texts = [[leaf.text for leaf in leaves(tuple(walk(item)))] for item in items]
    form = set.intersection(*map(set, texts)) if len(texts) > 1 else set()
    return tuple(
        _record(item, [text for text in own if text not in form]) for item, own in zip(items, texts, strict=True)
    )


def _record(item: El, texts: list[str]) -> GenRecord:
    """An item with its first link."""
    found = (event.node for event in walk(item) if event.kind == "open" and isinstance(event.node, El))
    link = next(el for el in found if el.tag == "a")
    (title,) = (leaf.text for leaf in leaves(tuple(walk(link))))
    return GenRecord(title, link.attrs["href"], tuple(texts))
