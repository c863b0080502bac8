"""Pieces of text that the page makers use: paragraphs, lists, tables, code, comments."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, timedelta

from .language import Language, Subject, Voice, capital, new_subject
from .model import Block, GenComment, Knobs, Plan
from .rng import Rng


@dataclass(frozen=True)
class Order:
    """What is asked of a maker."""

    number: int
    language: Language
    rng: Rng
    knobs: Knobs
    nested: bool
    qa: bool
    others: tuple[Plan, ...] = ()


Maker = Callable[[Order], Plan]


def new_date(rng: Rng) -> date:
    """A day between 2004 and 2024."""
    return date(2004, 1, 1) + timedelta(days=rng.below(7600))


def paragraph(voice: Voice, key: str = "s", low: int = 2, high: int = 6) -> str:
    """A few sentences."""
    return voice.language.sep.join(voice.sentences(voice.rng.between(low, high), key))


def fresh_voice(order: Order) -> Voice:
    """A voice with a new subject."""
    return Voice(order.language, order.rng, new_subject(order.language, order.rng))


def extra(voice: Voice) -> Block:
    """Something between two paragraphs."""
    rng = voice.rng
    kind = rng.pick(("h", "h", "h", "ul", "ol", "quote", "img", "img", "table"))
    if kind == "h":
        return Block("h", capital(voice.say("head")))
    if kind in ("ul", "ol"):
        return Block(kind, items=tuple(voice.sentences(rng.between(2, 6))))
    if kind == "quote":
        return Block("quote", paragraph(voice, low=1, high=3))
    if kind == "img":
        return Block("img", capital(voice.say("caption")) if rng.chance(0.7) else "")
    return Block("table", rows=data_rows(voice))


def data_rows(voice: Voice) -> tuple[tuple[str, ...], ...]:
    """A table of figures with a head row."""
    head = ("", *(str(voice.rng.between(1950, 2020)) for _ in range(3)))
    names = [
        capital(topic.split("/")[0]) for topic in voice.rng.sample(subject_of(voice).topics, voice.rng.between(2, 5))
    ]
    return (head, *((name, *(str(voice.rng.between(10, 9999)) for _ in range(3))) for name in names))


def make_comments(voice: Voice, day: date, most: int, nested: bool) -> tuple[GenComment, ...]:
    """Reader comments, perhaps none; answers come after what they answer."""
    if not most or voice.rng.chance(0.3):
        return ()
    found: list[GenComment] = []
    for _ in range(voice.rng.skewed(1, most)):
        day += timedelta(days=voice.rng.skewed(0, 9))
        parent = len(found) - 1 if nested and found and voice.rng.chance(0.35) else None
        if parent is not None and found[parent].depth >= 3:
            parent = found[parent].parent
        text = "\n".join(paragraph(voice, "c", 1, 3) for _ in range(voice.rng.skewed(1, 2)))
        depth = 0 if parent is None else found[parent].depth + 1
        found.append(GenComment(stranger(voice, "person"), day.isoformat(), text, depth, parent))
    return tuple(found)


def code(rng: Rng) -> str:
    """A few lines of program text."""
    words = ("record", "index", "buffer", "stream", "cursor", "batch", "filter", "token", "widget", "sample")
    a, b, c = rng.sample(words, 3)
    n = rng.between(2, 900)
    shapes = (
        f"import {a}\n\nwith {a}.open('{b}.dat') as {c}:\n    for line in {c}:\n        print(line[:{n}])",
        f'{a} = {{\n  "{b}": {n},\n  "{c}": [1, 2, {n}]\n}};\nrun({a});',
        f"$ {a} --{b} {n} < {c}.txt > out.txt\n$ echo $?\n0",
        f"if ({a} < {n} && {b} != NULL) {{\n    {c}({a}, {b});\n}}",
        f"SELECT {a}, COUNT(*)\nFROM {b}\nWHERE {c} > {n}\nGROUP BY {a};",
    )
    return rng.pick(shapes)


def parameters(voice: Voice) -> tuple[tuple[str, ...], ...]:
    """A table of options."""
    rng = voice.rng
    head = voice.language.words["params"]
    rows = [
        (
            f"{rng.pick(('max', 'min', 'use'))}_{rng.pick(('size', 'depth', 'rate', 'mode', 'path'))}{i}",
            rng.pick(("int", "str", "bool", "float")),
            str(rng.between(0, 512)),
            voice.sentence("doc"),
        )
        for i in range(rng.between(2, 6))
    ]
    return (head, *rows)


def subject_of(voice: Voice) -> Subject:
    """The subject a voice is writing about."""
    assert voice.subject is not None
    return voice.subject


def stranger(voice: Voice, key: str) -> str:
    """A name outside the subject's own cast."""
    return Voice(voice.language, voice.rng, None).say(key)
