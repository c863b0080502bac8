"""Templates as plain JSON values and back. Structure is a flat list, so depth costs nothing."""

from base64 import b64decode, b64encode
from typing import Any, Final

from sectio.errors import TemplateError
from sectio.sites.template.features import BITS
from sectio.sites.template.grow import MAX_NESTING
from sectio.sites.template.pattern import Item, Node, Opt, Or, Seq, Star, nesting, parts, walk
from sectio.sites.template.settings import Settings
from sectio.sites.template.support import Support
from sectio.sites.template.template import Template

_STAR: Final = "*"
_OPT: Final = "?"
_OR: Final = "|"
_BYTES: Final = BITS // 8


def to_data(template: Template) -> dict[str, Any]:
    """The template as plain values."""
    items = [_entry(item) for item, _ in walk(template.root)]
    support = template.support
    return {
        "items": items,
        "known": sorted(template.known),
        "pages": support.pages,
        "nodes": sorted(support.nodes.items()),
        "features": _pack(support.features),
    }


def _entry(item: Item) -> list[Any]:
    """A label or operator and how many items follow below it; for alternatives, how many in each."""
    counts = [len(part) for part in parts(item)]
    if isinstance(item, Node):
        return [item.label, counts[0]] if counts[0] else [item.label]
    if isinstance(item, Or):
        return [_OR, *counts]
    return [_STAR if isinstance(item, Star) else _OPT, counts[0]]


def _pack(features: dict[int, int]) -> dict[str, dict[str, str]]:
    """Position → pages (hexadecimal bits) → the features that those pages have there, six bytes each."""
    grouped: dict[int, dict[int, list[int]]] = {}
    for key, bits in sorted(features.items()):
        grouped.setdefault(key >> BITS, {}).setdefault(bits, []).append(key & (1 << BITS) - 1)
    return {
        str(position): {
            f"{bits:x}": b64encode(b"".join(key.to_bytes(_BYTES, "big") for key in keys)).decode("ascii")
            for bits, keys in sorted(by_bits.items())
        }
        for position, by_bits in grouped.items()
    }


def from_data(data: dict[str, Any], settings: Settings) -> Template:
    """The template back; raises `TemplateError` on data that does not fit together."""
    try:
        root = _build(data["items"])
        support = Support(
            int(data["pages"]),
            {int(position): int(bits) for position, bits in data["nodes"]},
            _unpack(data["features"]),
        )
        known = frozenset(str(label) for label in data["known"])
    except (KeyError, IndexError, TypeError, ValueError, AttributeError) as error:
        raise TemplateError(f"the site model is damaged ({error!r}); learn it again with `sectio learn`") from error
    top = max([*support.nodes, *(key >> BITS for key in support.features)], default=0)
    if top >= root.size or min(support.nodes, default=0) < 0 or support.pages < 0:
        raise TemplateError("the site model is damaged (counts of nodes it does not have); learn it again")
    return Template(root, support, settings.label, known, settings)


def _unpack(data: dict[str, dict[str, str]]) -> dict[int, int]:
    features: dict[int, int] = {}
    for position, by_bits in data.items():
        for bits, packed in by_bits.items():
            raw = b64decode(packed, validate=True)
            for start in range(0, len(raw), _BYTES):
                key = int.from_bytes(raw[start : start + _BYTES], "big")
                features[int(position) << BITS | key] = int(bits, 16)
    return features


def _build(entries: list[list[Any]]) -> Node:
    """Build items from the last entry to the first, so that the contents of an item already exist."""
    ready: list[Item] = []
    for label, *counts in reversed(entries):
        if not isinstance(label, str) or any(type(count) is not int or count < 0 for count in counts):
            raise ValueError("an item is neither a label nor an operator")
        sequences: list[Seq] = []
        for count in counts or [0]:
            if count > len(ready):
                raise ValueError("an item contains more than there is")
            sequences.append(tuple(reversed(ready[len(ready) - count :])))
            del ready[len(ready) - count :]
        item = _item(label, sequences)
        if isinstance(item, Node) and nesting(item.children) > MAX_NESTING:
            raise ValueError("operators nest too deep")
        ready.append(item)
    if len(ready) != 1 or not isinstance(ready[0], Node):
        raise ValueError("the items are not one tree")
    return ready[0]


def _item(label: str, sequences: list[Seq]) -> Item:
    if label == _OR:
        return Or(tuple(sequences))
    if len(sequences) != 1 or (label in (_STAR, _OPT) and not sequences[0]):
        raise ValueError("an operator has no content")
    if label == _STAR:
        return Star(sequences[0])
    return Opt(sequences[0]) if label == _OPT else Node(label, sequences[0])
