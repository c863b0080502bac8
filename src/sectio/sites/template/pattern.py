"""Tree regular expressions: tags with `*`, `?` and `|` (spec §3).

A template is built from four kinds of items that never change once made. The functions `star`, `opt` and
`either` are the only way to make operators, so every template is in normal form (spec §4.1 step 5).
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from sectio.once import once
from sectio.sites.template.view import SIG_DEPTH, label_id, lengthen, seed

Seq: TypeAlias = tuple["Item", ...]

LINE_WIDTH = 100
MAX_INDENT = 20
# Class names may contain the signs that patterns are written with.
_SIGNS = str.maketrans("()|*? ", "______")


@dataclass(frozen=True, eq=False)
class Node:
    """An element or text with what it may contain. `fits` and `automaton` belong to `align`."""

    label: str
    children: Seq = ()
    size: int = field(init=False, repr=False)

    def __post_init__(self) -> None:
        """Count the positions."""
        object.__setattr__(self, "size", 1 + sum(item.size for item in self.children))

    @once
    def sig(self) -> frozenset[int]:
        """The downward label paths, hashed; operators are looked through."""
        return frozenset().union(*(self._paths(length) for length in range(SIG_DEPTH + 1)))

    def _paths(self, length: int) -> frozenset[int]:
        """Hashed label paths of exactly this many edges."""
        if length not in self._by_length:
            start = seed(label_id(self.label))
            if not length:
                self._by_length[0] = frozenset((start,))
            else:
                below = frozenset().union(*(node._paths(length - 1) for node in self.nodes))
                self._by_length[length] = frozenset(lengthen(start, path) for path in below)
        return self._by_length[length]

    @once
    def _by_length(self) -> dict[int, frozenset[int]]:
        return {}

    @once
    def nodes(self) -> tuple["Node", ...]:
        """The nodes directly below, operators looked through."""
        return tuple(nodes_of(self.children))

    @once
    def fits(self) -> dict[int, int]:
        """How well page subtrees fit, by their fingerprint; filled by `align.fit`."""
        return {}

    @once
    def compiled(self) -> dict[str, Any]:
        """The automaton of the children, once made."""
        return {}


@dataclass(frozen=True, eq=False)
class Star:
    """Zero or more repetitions."""

    seq: Seq
    size: int = field(init=False, repr=False)

    def __post_init__(self) -> None:
        """Count the positions."""
        object.__setattr__(self, "size", 1 + sum(item.size for item in self.seq))


@dataclass(frozen=True, eq=False)
class Opt:
    """Zero or one."""

    seq: Seq
    size: int = field(init=False, repr=False)

    def __post_init__(self) -> None:
        """Count the positions."""
        object.__setattr__(self, "size", 1 + sum(item.size for item in self.seq))


@dataclass(frozen=True, eq=False)
class Or:
    """Exactly one of several sequences."""

    alts: tuple[Seq, ...]
    size: int = field(init=False, repr=False)

    def __post_init__(self) -> None:
        """Count the positions."""
        object.__setattr__(self, "size", 1 + sum(item.size for alt in self.alts for item in alt))


Item: TypeAlias = Node | Star | Opt | Or


# Making operators in normal form


def star(seq: Seq) -> Seq:
    """`(seq)*`; repetition of an optional or repeated thing is repetition of the thing."""
    if len(seq) == 1 and isinstance(seq[0], Star | Opt):
        return star(seq[0].seq)
    return (Star(seq),) if seq else ()


def opt(seq: Seq) -> Seq:
    """`(seq)?`; what is already optional stays as it is."""
    if len(seq) == 1 and isinstance(seq[0], Star | Opt):
        return seq
    return (Opt(seq),) if seq else ()


def either(alts: Sequence[Seq]) -> Seq:
    """`(a|b|…)`, made flat; one alternative is its content, an empty one makes the others optional."""
    flat: list[Seq] = []
    for alt in alts:
        flat += alt[0].alts if len(alt) == 1 and isinstance(alt[0], Or) else [alt]
    full = tuple(alt for alt in flat if alt)
    found = full[0] if len(full) == 1 else (Or(full),) if full else ()
    return found if len(full) == len(flat) else opt(found)


def mixed(nodes: Sequence[Node]) -> Seq:
    """`(a|b|…)*`: children of these kinds in any order."""
    return (Star(either([(node,) for node in nodes])),)


# Looking at templates


def kinds(seq: Seq) -> tuple[Node, ...]:
    """The nodes of mixed content, `(a|b|…)*` with each label once; empty for every other sequence."""
    if len(seq) != 1 or not isinstance(seq[0], Star) or not is_mixed(seq[0]):
        return ()
    nodes = tuple(nodes_of(seq))
    return nodes if len({node.label for node in nodes}) == len(nodes) else ()


def is_mixed(item: Star) -> bool:
    """Whether a repetition is of alternatives, each a single node."""
    only = item.seq[0]
    return (
        len(item.seq) == 1
        and isinstance(only, Or)
        and all(len(alt) == 1 and isinstance(alt[0], Node) for alt in only.alts)
    )


def parts(item: Item) -> tuple[Seq, ...]:
    """The sequences inside an item."""
    if isinstance(item, Node):
        return (item.children,)
    return item.alts if isinstance(item, Or) else (item.seq,)


def nodes_of(seq: Seq) -> Iterator[Node]:
    """The nodes of a sequence, operators looked through."""
    stack = list(reversed(seq))
    while stack:
        item = stack.pop()
        if isinstance(item, Node):
            yield item
        else:
            for part in reversed(parts(item)):
                stack.extend(reversed(part))


def walk(root: Item) -> Iterator[tuple[Item, int]]:
    """All items in their order, each with the position of the item above it; the root's is -1."""
    stack, place = [(root, -1)], 0
    while stack:
        item, above = stack.pop()
        yield item, above
        for part in reversed(parts(item)):
            stack.extend((inner, place) for inner in reversed(part))
        place += 1


def replace(seq: Seq, nodes: Sequence[Node]) -> Seq:
    """The sequence with its nodes, as `nodes_of` lists them, replaced by others."""
    supply = iter(nodes)

    def rebuilt(part: Seq) -> Seq:
        fresh = tuple(one(item) for item in part)
        return part if all(a is b for a, b in zip(part, fresh, strict=True)) else fresh

    def one(item: Item) -> Item:
        if isinstance(item, Node):
            return next(supply)
        inner = tuple(rebuilt(part) for part in parts(item))
        if all(a is b for a, b in zip(inner, parts(item), strict=True)):
            return item
        return Or(inner) if isinstance(item, Or) else type(item)(inner[0])

    return rebuilt(seq)


def nesting(seq: Seq) -> int:
    """How deep operators nest in a sequence."""
    deepest, stack = 0, [(item, 1) for item in seq if not isinstance(item, Node)]
    while stack:
        item, level = stack.pop()
        deepest = max(deepest, level)
        stack += [(inner, level + 1) for part in parts(item) for inner in part if not isinstance(inner, Node)]
    return deepest


# Writing


def write(seq: Seq) -> str:
    """The sequence as text: `(a)* b (c)? d (e|f)`."""
    out: list[str] = []
    # Texts on the stack are written as they are, items are expanded.
    stack: list[Item | str] = []
    _push(stack, seq)
    while stack:
        top = stack.pop()
        if isinstance(top, str):
            out.append(top)
        elif isinstance(top, Node):
            out.append(top.label.translate(_SIGNS))
            if top.children:
                stack.append(")")
                _push(stack, top.children)
                stack.append("(")
        else:
            stack.append(")*" if isinstance(top, Star) else ")?" if isinstance(top, Opt) else ")")
            for place, part in enumerate(reversed(parts(top))):
                if place:
                    stack.append("|")
                _push(stack, part)
            stack.append("(")
    return "".join(out)


def _push(stack: list[Item | str], seq: Seq) -> None:
    for place, item in enumerate(reversed(seq)):
        if place:
            stack.append(" ")
        stack.append(item)


def layout(text: str, *, width: int = LINE_WIDTH) -> str:
    """A written pattern broken into lines: a group that fits stays on one line, a longer one is indented."""
    close = _closing(text)
    lines: list[str] = []
    line, depth, place = "", 0, 0
    while place < len(text):
        char, margin = text[place], "  " * min(depth, MAX_INDENT)
        if char == "(" and close[place] - place > width - len(margin) - len(line):
            lines.append(f"{margin}{line}(")
            line, depth = "", depth + 1
        elif char == "(":
            line += text[place : close[place] + 1]
            place = close[place]
        elif char == ")":
            lines += [margin + line] if line else []
            line, depth = ")", depth - 1
        elif char == " " and (len(line) > width // 2 or line[-1:] in ")*?"):
            lines.append(margin + line)
            line = ""
        else:
            line += char
        place += 1
    return "\n".join([*lines, "  " * min(depth, MAX_INDENT) + line] if line else lines)


def _closing(text: str) -> dict[int, int]:
    """For each opening bracket, where it closes."""
    opened: list[int] = []
    found: dict[int, int] = {}
    for place, char in enumerate(text):
        if char == "(":
            opened.append(place)
        elif char == ")" and opened:
            found[opened.pop()] = place
    return found
