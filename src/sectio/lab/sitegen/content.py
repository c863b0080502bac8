"""Plans of pages: what they say, before any markup. One maker per page type."""

from collections.abc import Sequence
from datetime import timedelta

from .language import capital
from .model import Block, GenComment, Plan, Post
from .prose import (
    Order,
    code,
    extra,
    fresh_voice,
    make_comments,
    new_date,
    paragraph,
    parameters,
    stranger,
    subject_of,
)


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
        subject_of(voice),
        day.isoformat(),
        stranger(voice, "person"),
        order.language.sep.join(sentences[:2]),
        tuple(blocks),
        comments,
    )


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
        posts.append(Post(stranger(voice, "person"), day.isoformat(), tuple(blocks)))
        day += timedelta(days=order.rng.skewed(0, 4))
    answers = as_comments(posts[1:])
    return Plan(
        order.number,
        "forum",
        "article_comments" if order.qa else "multiple",
        capital(voice.say("ask")),
        subject_of(voice),
        posts[0].date,
        posts[0].author,
        posts[0].blocks[-1].text,
        posts=tuple(posts),
        comments=answers if order.qa else (),
    )


def as_comments(posts: Sequence[Post]) -> tuple[GenComment, ...]:
    """Posts as plain texts."""
    return tuple(
        GenComment(post.author, post.date, "\n".join(block.text for block in post.blocks), 0, None) for post in posts
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
        subject_of(voice),
        lead=blocks[0].text,
        blocks=tuple(blocks),
        comments=reviews,
        specs=tuple(specs),
        price=f"{voice.say('currency')} {rng.between(4, 499)}.{rng.pick(('00', '50', '95', '99'))}",
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
        subject_of(voice),
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
    specs = tuple(
        (name, stranger(voice, "place") if i % 2 == 0 else str(rng.between(1200, 1990)))
        for i, name in enumerate(order.language.words["facts"])
    )
    title = capital(f"{voice.topic()}{order.language.sep}{subject_of(voice).places[0]}")
    return Plan(
        order.number,
        "article",
        "article",
        title,
        subject_of(voice),
        lead=lead,
        blocks=tuple(blocks),
        specs=specs,
    )


def service(order: Order) -> Plan:
    """A company's page: several short parts."""
    voice = fresh_voice(order)
    rng = order.rng
    names = rng.sample(order.language.words["feature"], rng.between(3, 6))
    parts = [Post(f"{name}: {voice.topic()}", "", (Block("p", paragraph(voice, "offer", 2, 4)),)) for name in names]
    voices = [Post(stranger(voice, "person"), "", (Block("quote", paragraph(voice, "c", 1, 2)),)) for _ in range(2)]
    return Plan(
        order.number,
        "service",
        "multiple",
        capital(voice.say("hero")),
        subject_of(voice),
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
    return Plan(order.number, kind, "multiple", name, subject_of(voice), items=tuple(plan.number for plan in chosen))
