"""Plans of pages: what they say, before any markup. One maker per page type."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, timedelta

from .language import Language, Subject, Voice, capital, new_subject
from .model import Block, GenComment, Knobs, Plan, Post
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


def article(order: Order) -> Plan:
    """News or blog article."""
    voice = fresh_voice(order)
    n = order.rng.skewed(*order.knobs.paragraphs)
    sentences = voice.sentences(order.rng.between(2, 5))
    blocks = [Block("p", order.language.sep.join(sentences))]
    for i in range(1, n):
        if i > 1 and order.rng.chance(0.3):
            blocks.append(extra(voice))
        blocks.append(Block("p", paragraph(voice, low=1 if order.rng.chance(0.2) else 2)))
    day = new_date(order.rng)
    comments = make_comments(voice, day, order.knobs.comments, order.nested)
    return Plan(
        order.number,
        "article",
        "article_comments" if comments else "article",
        capital(voice.say("title")),
        _subject(voice),
        day.isoformat(),
        _fresh(voice, "person"),
        order.language.sep.join(sentences[:2]),
        tuple(blocks),
        comments,
    )


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
    names = [capital(topic.split("/")[0]) for topic in voice.rng.sample(_subject(voice).topics, voice.rng.between(2, 5))]
    return (head, *((name, *(str(voice.rng.between(10, 9999)) for _ in range(3))) for name in names))


def make_comments(voice: Voice, day: date, most: int, nested: bool) -> tuple[GenComment, ...]:
    """Reader comments, perhaps none; answers stand behind what they answer."""
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
        found.append(GenComment(_fresh(voice, "person"), day.isoformat(), text, depth, parent))
    return tuple(found)


def forum(order: Order) -> Plan:
    """A thread, or a question with answers; all posts are content."""
    voice = fresh_voice(order)
    day = new_date(order.rng)
    posts: list[Post] = []
    for i in range(order.rng.skewed(3, 15)):
        blocks = [Block("p", paragraph(voice, "s", 1, 4)) for _ in range(order.rng.skewed(1, 4))]
        if i and not order.qa and order.rng.chance(0.3):
            quoted = order.rng.pick(posts[-3:])
            blocks.insert(0, Block("quote", quoted.blocks[-1].text))
        if order.rng.chance(0.6):
            blocks.append(Block("p", paragraph(voice, "c", 1, 2)))
        if order.qa and order.rng.chance(0.4):
            blocks.insert(1, Block("code", code(order.rng)))
        posts.append(Post(_fresh(voice, "person"), day.isoformat(), tuple(blocks)))
        day += timedelta(days=order.rng.skewed(0, 4))
    answers = tuple(
        GenComment(post.author, post.date, "\n".join(block.text for block in post.blocks), 0, None) for post in posts[1:]
    )
    return Plan(
        order.number,
        "forum",
        "article_comments" if order.qa else "multiple",
        capital(voice.say("ask")),
        _subject(voice),
        posts[0].date,
        posts[0].author,
        posts[0].blocks[-1].text,
        posts=tuple(posts),
        comments=answers if order.qa else (),
    )


def product(order: Order) -> Plan:
    """A thing to buy: description and specification are content, reviews are comments."""
    voice = fresh_voice(order)
    rng = order.rng
    blocks = [Block("p", paragraph(voice, "pitch", 2, 4)), Block("p", paragraph(voice, "s", 2, 4))]
    blocks += [Block("p", paragraph(voice, rng.pick(("pitch", "s")), 1, 4)) for _ in range(rng.skewed(1, 5))]
    if rng.chance(0.5):
        blocks.insert(2, Block("ul", items=tuple(voice.sentences(rng.between(2, 5), "pitch"))))
    specs = []
    for line in rng.sample(order.language.words["spec"], rng.between(4, 9)):
        name, _, values = line.partition(" = ")
        specs.append((name, rng.pick(values.split(" / "))))
    reviews = make_comments(voice, new_date(rng), min(8, order.knobs.comments), nested=False)
    return Plan(
        order.number,
        "product",
        "article_comments" if reviews else "article",
        capital(voice.say("product")),
        _subject(voice),
        lead=blocks[0].text,
        blocks=tuple(blocks),
        comments=reviews,
        specs=tuple(specs),
        price=f"{order.language.words['currency'][0]} {rng.between(4, 499)}.{rng.pick(('00', '50', '95', '99'))}",
    )


def documentation(order: Order) -> Plan:
    """A page of a manual."""
    voice = fresh_voice(order)
    rng = order.rng
    blocks = [Block("p", paragraph(voice, "doc", 2, 3))]
    for _ in range(rng.skewed(2, 7)):
        blocks.append(Block("h", capital(voice.say("dhead"))))
        blocks += [Block("p", paragraph(voice, "doc", 1, 4)) for _ in range(rng.skewed(1, 3))]
        kind = rng.pick(("code", "code", "table", "ul", "note", "p"))
        if kind == "code":
            blocks.append(Block("code", code(rng)))
        elif kind == "table":
            blocks.append(Block("table", rows=parameters(voice)))
        elif kind == "ul":
            blocks.append(Block("ul", items=tuple(voice.sentences(rng.between(2, 5), "doc"))))
        else:
            blocks.append(Block(kind, paragraph(voice, "doc", 1, 2)))
    return Plan(
        order.number,
        "documentation",
        "article",
        capital(voice.say("dhead")),
        _subject(voice),
        lead=blocks[0].text,
        blocks=tuple(blocks),
    )


def wiki(order: Order) -> Plan:
    """An encyclopaedia article: many headings, facts, references, no comments."""
    voice = fresh_voice(order)
    rng = order.rng
    blocks = [Block("p", paragraph(voice, low=2, high=5)) for _ in range(rng.between(1, 3))]
    lead = blocks[0].text
    n = rng.skewed(*order.knobs.paragraphs)
    while n > 0:
        blocks.append(Block("h", capital(voice.say("head"))))
        part = rng.between(1, 4)
        blocks += [Block("p", paragraph(voice)) for _ in range(part)]
        if rng.chance(0.35):
            blocks.append(extra(voice))
        n -= part
    specs = tuple((name, _fresh(voice, "place") if i % 2 == 0 else str(rng.between(1200, 1990)))
                  for i, name in enumerate(order.language.words["facts"]))
    title = capital(f"{voice.topic()}{order.language.sep}{_subject(voice).places[0]}")
    return Plan(
        order.number, "article", "article", title, _subject(voice), lead=lead, blocks=tuple(blocks), specs=specs
    )


def service(order: Order) -> Plan:
    """A company's page: several short parts."""
    voice = fresh_voice(order)
    rng = order.rng
    names = rng.sample(order.language.words["feature"], rng.between(3, 6))
    parts = [Post(name, "", (Block("p", paragraph(voice, "offer", 2, 4)),)) for name in names]
    voices = [Post(_fresh(voice, "person"), "", (Block("quote", paragraph(voice, "c", 1, 2)),)) for _ in range(2)]
    return Plan(
        order.number,
        "service",
        "multiple",
        capital(voice.say("hero")),
        _subject(voice),
        lead=paragraph(voice, "offer", 2, 2),
        blocks=(Block("p", paragraph(voice, "offer", 2, 4)),),
        posts=(*parts, *(voices if rng.chance(0.6) else ())),
    )


def listing(order: Order) -> Plan:
    """A page that lists other pages; titles and teasers are its content."""
    return _listing(order, "listing", "updates")


def collection(order: Order) -> Plan:
    """A shop's shelf."""
    return _listing(order, "collection", "section")


def _listing(order: Order, kind: str, key: str) -> Plan:
    voice = fresh_voice(order)
    chosen = order.rng.sample(order.others, order.rng.between(8, 16))
    name = f"{voice.say(key)} – {voice.say('page', n=order.number + 1)}"
    return Plan(
        order.number, kind, "multiple", name, _subject(voice), items=tuple(plan.number for plan in chosen)
    )


def code(rng: Rng) -> str:
    """A few lines of program text."""
    words = ("record", "index", "buffer", "stream", "cursor", "batch", "filter", "token", "widget", "sample")
    a, b, c = rng.sample(words, 3)
    n = rng.between(2, 900)
    shapes = (
        f"import {a}\n\nwith {a}.open('{b}.dat') as {c}:\n    for line in {c}:\n        print(line[:{n}])",
        f"{a} = {{\n  \"{b}\": {n},\n  \"{c}\": [1, 2, {n}]\n}};\nrun({a});",
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
        (f"{rng.pick(('max', 'min', 'use', 'set'))}_{rng.pick(('size', 'depth', 'rate', 'mode', 'path'))}{i}",
         rng.pick(("int", "str", "bool", "float")), str(rng.between(0, 512)), voice.sentence("doc"))
        for i in range(rng.between(2, 6))
    ]
    return (head, *rows)


def _subject(voice: Voice) -> Subject:
    assert voice.subject is not None
    return voice.subject


def _fresh(voice: Voice, key: str) -> str:
    """A name outside the subject's own cast."""
    return Voice(voice.language, voice.rng, None).say(key)
