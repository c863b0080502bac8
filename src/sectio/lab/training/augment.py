"""Pages made for training: articles with noise in between, on the pages they are from and on small pages of their own.

What is noise on such a page is known exactly. Wordings and markup are drawn with a fixed seed per page; texts of articles and titles
come from the pages at hand, so a made page belongs to the group of the page it is made from.
"""

import html
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import cycle, groupby
from random import Random

from sectio.lab.training.wordings import (
    ABOVE_COMMENTS,
    BESIDE_A_COMMENT,
    DATES,
    LANGUAGES,
    NAMES,
    OPINIONS,
)

# The words that classes of such boxes are made of; a class may also be a hash, or missing.
CLASSES = {
    "ad": ("ad", "advert", "ad-slot", "sponsored", "banner", "dfp-unit", "promo-label", "slot"),
    "newsletter": ("newsletter", "signup", "mail-box", "subscribe", "inline-form", "box", "optin"),
    "also": ("related", "read-also", "inline-link", "teaser", "card", "more", "recirc", "box"),
    "pages": ("pager", "pagination", "page-nav", "multipage", "steps"),
    "share": ("share", "social", "sharebar", "tools", "buttons", "actions"),
    "byline": ("byline", "meta", "info", "post-meta", "details", "kicker", "entry-info"),
    "promo": ("promo", "cta", "offer", "banner", "callout", "box", "highlight"),
    "author": ("author", "bio", "about-author", "writer", "profile", "box"),
    "talk": ("comments-link", "feedback", "talk", "actions", "respond"),
    "media": ("player", "video", "gallery", "controls", "slideshow", "media", "audio-player"),
    "tags": ("tags", "topics", "categories", "entry-footer", "taglist", "keywords"),
    "consent": ("consent", "embed-placeholder", "external", "opt-in", "video", "embed"),
    "wall": ("paywall", "gate", "regwall", "subscriber", "locked", "box"),
    "poll": ("poll", "survey", "vote", "widget", "question"),
    "goods": ("product-card", "shop", "buy-box", "deal", "affiliate", "disclosure"),
    "rights": ("copyright", "rights", "credits", "source", "footnote", "legal"),
    "quote": ("pullquote", "pull-quote", "quote", "highlight", "blockquote", "teaser"),
}
BOXES = ("div", "aside", "section", "div", "p", "div")
NOTES = ("note", "tip", "info", "warning", "example", "box", "summary", "key-points")
MOST_LINES = 16
LEAST_WORDS, LEAST_LETTERS = 12, 60  # of a paragraph; a shorter line is something else


@dataclass(frozen=True)
class Made:
    """A made page: its markup, the text that is content, and the texts that are noise."""

    html: str
    text: str
    noise: frozenset[str]


@dataclass(frozen=True)
class Piece:
    """Markup of one box of noise, and its texts block by block."""

    markup: str
    texts: tuple[str, ...]


def noise(draw: Random, language: str, titles: Sequence[str], sentences: Sequence[str]) -> Piece:
    """One box of noise, in a language, or sometimes in English."""
    words = LANGUAGES.get(language if draw.random() < 0.85 else "en", LANGUAGES["en"])
    kind = draw.choice([*words, "also", "quote"])
    if kind == "quote" and not sentences:
        kind = "also"
    said = [draw.choice(sentences)] if kind == "quote" else _said(draw, draw.choice(words[kind]), titles)
    return _box(draw, kind, said)


def _said(draw: Random, wording: str, titles: Sequence[str]) -> list[str]:
    fill: dict[str, Callable[[], str]] = {
        "title": lambda: draw.choice(titles),
        "name": lambda: draw.choice(NAMES),
        "thing": lambda: draw.choice(THINGS),
        "date": lambda: draw.choice(DATES),
        "year": lambda: str(draw.randint(1998, 2023)),
        "small": lambda: str(draw.randint(2, 9)),
        "number": lambda: str(draw.randint(3, 90)),
    }
    parts = re.sub(r"\{(\w+)\}", lambda found: fill[found[1]]().replace("|", " "), wording).split("|")
    return [" ".join(part.split()) for part in parts]


def _box(draw: Random, kind: str, said: Sequence[str]) -> Piece:
    linked = {"also": 0.9, "share": 0.8, "pages": 0.8, "tags": 0.8, "ad": 0.2, "rights": 0.1}.get(kind, 0.3)
    lines = [_line(draw, text, linked, first=not i and len(said) > 1) for i, text in enumerate(said)]
    if kind == "quote":
        tag = draw.choice(("blockquote", "aside", "div", "p"))
        inner = html.escape(said[0]) if tag == "p" else f"<p>{html.escape(said[0])}</p>"
    elif len(said) == 1 or kind in ("share", "pages", "tags", "media") or draw.random() < 0.3:
        tag, inner = ("ul", "".join(f"<li>{line}</li>" for line in lines)) if len(said) > 1 else ("p", lines[0])
        if tag == "p" and draw.random() < 0.5:
            tag = "div"
    else:
        tag = draw.choice([tag for tag in BOXES if tag != "p"])
        inner = "".join(f"<{each}>{line}</{each}>" for each, line in _tags(draw, lines))
    return Piece(f"<{tag}{_attributes(draw, kind)}>{inner}</{tag}>", tuple(said))


def _tags(draw: Random, lines: Sequence[str]) -> list[tuple[str, str]]:
    first = draw.choice(("h3", "h4", "strong", "p", "div", "h2"))
    return [
        ("p" if i and "<button" not in line else "div" if i or first == "strong" else first, line)
        for i, line in enumerate(lines)
    ]


def _line(draw: Random, text: str, linked: float, first: bool) -> str:
    plain = html.escape(text)
    if first and draw.random() < 0.7:
        return plain
    if draw.random() < linked:
        head, colon, rest = plain.partition(": ")
        return (
            f'{head}: <a href="/s/{draw.randint(1, 9999)}">{rest}</a>'
            if colon
            else f'<a href="/p/{draw.randint(1, 9999)}">{plain}</a>'
        )
    if len(text) < 20 and draw.random() < 0.3:
        return f"<button>{plain}</button>"
    return f"<{tag}>{plain}</{tag}>" if (tag := draw.choice(("", "", "em", "strong", "span"))) else plain


def _attributes(draw: Random, kind: str) -> str:
    style = draw.random()
    if style < 0.3:
        return ""
    if style < 0.5:
        return f' class="{_hash(draw)}"'
    name = draw.choice(CLASSES[kind])
    return f' class="{draw.choice(("", "c-", "article-", "inline-", "js-"))}{name}{draw.choice(("", "", "__wrap", "-inner", " clearfix"))}"'


def _hash(draw: Random) -> str:
    return draw.choice(("css-", "sc-", "_", "x")) + "".join(draw.choices("abcdefghijklmnopqrstuvwxyz0123456789", k=6))


# Noise in the page itself

_PARAGRAPH = re.compile(r"<p\b[^>]*>(.*?)</p\s*>", re.I | re.S)
_TAG = re.compile(r"<[^>]*>")


def with_noise(source: str, text: str, titles: Sequence[str], language: str, seed: str) -> Made | None:
    """A page with boxes of noise after some of its paragraphs; None if too few of them are in the gold text."""
    draw, gold = Random(seed), _plain(text)
    places = [found.end() for found in _PARAGRAPH.finditer(source) if _is_gold(found[1], gold)]
    if len(places) < 2:
        return None
    sentences = _sentences(text)
    chosen = sorted(draw.sample(places, min(len(places), draw.randint(1, 4))))
    pieces = [noise(draw, language, titles, sentences) for _ in chosen]
    parts = [source[a:b] for a, b in zip([0, *chosen], [*chosen, len(source)], strict=True)]
    markup = parts[0] + "".join(piece.markup + part for piece, part in zip(pieces, parts[1:], strict=True))
    return Made(markup, text, frozenset(said for piece in pieces for said in piece.texts))


def _plain(text: str) -> str:
    return "".join(text.split())


def _is_gold(markup: str, gold: str) -> bool:
    plain = _plain(html.unescape(_TAG.sub("", markup)))
    return len(plain) >= 60 and plain in gold


def _sentences(text: str) -> list[str]:
    """Sentences that are not a whole paragraph, which would be content and noise at once."""
    found = [
        sentence
        for line in text.splitlines()
        if len(parts := re.split(r"(?<=[.!?。！？])\s*", line.strip())) > 2
        for sentence in parts
    ]
    return [" ".join(sentence.split()) for sentence in found if 40 <= len(sentence) <= 200]


# Small pages


def small_page(title: str, text: str, titles: Sequence[str], language: str, seed: str) -> Made | None:
    """A small page with some lines of an article, noise in between, and little around it.

    Short lines are what they may have been: headings, items of lists, cells of tables. Else all that is short would be noise.
    """
    draw = Random(seed)
    lines = [" ".join(line.split()) for line in text.splitlines() if line.strip()]
    if sum(map(_is_long, lines)) < 2:
        return None
    start = draw.randrange(max(len(lines) - 3, 1))
    content = _content(draw, lines[start : start + draw.randint(3, MOST_LINES)])
    parts = [*content]
    for _ in range(draw.randint(1, 4)):
        parts.insert(draw.randint(0, len(parts)), noise(draw, language, titles, _sentences("\n".join(lines))))
    told = [text for piece in content for text in piece.texts]
    below = _comments(draw, titles) if draw.random() < 0.2 else Piece("", ())
    other = _other_story(draw, titles, told) if not below.texts and draw.random() < 0.15 else ""
    body = "\n".join(part.markup for part in parts)
    said = {text for piece in (*parts, below) if piece not in content for text in piece.texts} - {*told}
    return Made(_framed(draw, title, body, other, below.markup, titles), "\n".join(told), frozenset(said))


def _is_long(line: str) -> bool:
    return len(line.split()) >= LEAST_WORDS or len(line) >= LEAST_LETTERS


def _content(draw: Random, lines: Sequence[str]) -> list[Piece]:
    """Pieces of content: paragraphs, runs of short lines, and sometimes a table or code."""
    pieces: list[Piece] = []
    for is_long, run in groupby(lines, _is_long):
        own = [*run]
        pieces += [_paragraph(draw, line) for line in own] if is_long else [_short(draw, own)]
    for make in (_table, _code, _list, _nested, _links, _quote, _note, _details, _steps, _formula, _terms):
        if draw.random() < OFTEN:
            pieces.insert(draw.randint(1, len(pieces)), make(draw))
    return pieces


def _paragraph(draw: Random, line: str) -> Piece:
    """Mostly a plain paragraph, sometimes in a quotation, a list or a note."""
    plain, style = _inline(draw, line), draw.random()
    if style < 0.08:
        return Piece(f"<blockquote><p>{plain}</p></blockquote>", (line,))
    if style < 0.14:
        return Piece(f"<ul><li>{plain}</li></ul>", (line,))
    if style < 0.22:
        tag = draw.choice(("div", "aside"))
        return Piece(f'<{tag} class="{draw.choice(NOTES)}"><p>{plain}</p></{tag}>', (line,))
    return Piece(f"<div>{plain}</div>" if style < 0.3 else f"<p>{plain}</p>", (line,))


def _inline(draw: Random, line: str) -> str:
    """The markup of a paragraph's text, sometimes with a few words of it linked or set in another way."""
    words = line.split(" ")
    if len(words) < 8 or draw.random() < 0.6:
        return html.escape(line)
    start = draw.randrange(len(words) - 4)
    end = start + draw.randint(1, 4)
    before, inside, after = (html.escape(" ".join(part)) for part in (words[:start], words[start:end], words[end:]))
    opened = draw.choice(('a href="https://example.org/a"', 'a href="/b"', "em", "strong", "b", "span", "i", "code"))
    return f"{before} <{opened}>{inside}</{opened.split()[0]}> {after}".strip()


def _short(draw: Random, lines: Sequence[str]) -> Piece:
    """One short line is a heading, or a short paragraph; several are a list, sometimes with definitions."""
    plain = [html.escape(line) for line in lines]
    if len(lines) == 1:
        tag = draw.choice(("h2", "h2", "h3", "h4", "p", "p><strong", 'div class="text-2xl font-bold"'))
        ends = (name.split()[0] for name in reversed(tag.split("><")))
        return Piece(f"<{tag}>{plain[0]}</{'></'.join(ends)}>", tuple(lines))
    if draw.random() < 0.2:
        return Piece(
            f"<dl>{''.join(f'<{tag}>{line}</{tag}>' for tag, line in zip(cycle(('dt', 'dd')), plain))}</dl>",
            tuple(lines),
        )
    tag = draw.choice(("ul", "ul", "ol"))
    return Piece(f"<{tag}>{''.join(f'<li>{line}</li>' for line in plain)}</{tag}>", tuple(lines))


THINGS = (
    "oak", "birch", "granite", "copper", "linen", "rye flour", "salt", "Lisbon", "Graz", "Osaka", "river", "harbour", "spring", "autumn",
    "north gate", "engine", "pump", "valve", "first run", "second run", "total", "butter", "yeast", "model A", "model B", "width", "length",
)  # fmt: skip
HEADS = (
    "Name",
    "Year",
    "Price",
    "Weight (kg)",
    "Value",
    "Place",
    "Time",
    "Result",
    "Amount",
    "Size",
    "Note",
    "Day",
    "Points",
)
CODES = (
    "def area(width, height):\n    return width * height", "for name in names:\n    print(name)", "git clone repo\ncd repo\nmake install",
    "SELECT name, price\nFROM goods\nWHERE price > 10;", "let total = 0;\nitems.forEach(item => { total += item.price; });",
    "server {\n  listen 80;\n  root /srv/www;\n}", "int main(void) {\n  return 0;\n}", "$ ls -l /tmp\n$ rm old.log",
)  # fmt: skip


def _table(draw: Random) -> Piece:
    """A table of made-up numbers, with a row of heads and sometimes a caption."""
    width = draw.randint(2, 4)
    heads = draw.sample(HEADS, width)
    rows = [
        [draw.choice(THINGS), *(str(draw.randint(1, 2000)) for _ in range(width - 1))]
        for _ in range(draw.randint(2, 6))
    ]
    caption = (
        [f"Table {draw.randint(1, 4)}: {draw.choice(THINGS)} by {draw.choice(HEADS).lower()}"]
        if draw.random() < 0.3
        else []
    )
    top = "".join(f"<caption>{html.escape(text)}</caption>" for text in caption)
    cells = [
        f"<tr>{''.join(f'<{tag}>{html.escape(cell)}</{tag}>' for cell in row)}</tr>"
        for tag, row in _tagged(heads, rows)
    ]
    return Piece(f"<table>{top}{''.join(cells)}</table>", (*caption, *heads, *(cell for row in rows for cell in row)))


def _tagged(heads: list[str], rows: list[list[str]]) -> list[tuple[str, list[str]]]:
    return [("th", heads), *(("td", row) for row in rows)]


def _code(draw: Random) -> Piece:
    text = draw.choice(CODES)
    inner = html.escape(text)
    pre = f"<pre><code>{inner}</code></pre>" if draw.random() < 0.7 else f"<pre>{inner}</pre>"
    css = draw.choice(("", "highlight", "code-block", "snippet toolbar", "codehilite"))
    return Piece(f'<div class="{css}">{pre}</div>' if css else pre, (text,))


def _nested(draw: Random) -> Piece:
    """A list in a list."""
    outer, inner = draw.sample(THINGS, 3), draw.sample(THINGS, 3)
    below = f"<ul>{''.join(f'<li>{item}</li>' for item in inner)}</ul>"
    tag = draw.choice(("ul", "ol"))
    return Piece(
        f"<{tag}><li>{outer[0]}{below}</li><li>{outer[1]}</li><li>{outer[2]}</li></{tag}>",
        (outer[0], *inner, *outer[1:]),
    )


def _links(draw: Random) -> Piece:
    """A list of links that belongs to the text, after a line that announces it."""
    lead, items = (
        draw.choice(("The chapters are:", "Sources", "It is described in these papers:")),
        draw.sample(SAYINGS, 3),
    )
    listed = "".join(f'<li><a href="https://example.org/{i}">{item}</a></li>' for i, item in enumerate(items))
    return Piece(f"<p>{lead}</p><ul>{listed}</ul>", (lead, *items))


def _quote(draw: Random) -> Piece:
    """A quotation, mostly with the name of who said it."""
    said, name = draw.sample(SAYINGS, draw.randint(1, 2)), draw.choice(NAMES)
    inner = "".join(f"<p>{line}</p>" for line in said) if draw.random() < 0.7 else " ".join(said)
    end = draw.choice(("", f"<footer>{name}</footer>", f"<cite>{name}</cite>", f"<p>— {name}</p>"))
    return Piece(f"<blockquote>{inner}{end}</blockquote>", (*said, *([name] if end else [])))


def _note(draw: Random) -> Piece:
    """A box that belongs to the text."""
    head, said = draw.choice(("Note", "Tip", "Warning", "Hinweis", "Definition", "Example")), draw.choice(SAYINGS)
    tag, css = draw.choice(("div", "aside", "section")), draw.choice(NOTES)
    start = draw.choice((f"<p><strong>{head}:</strong> {said}</p>", f"<h4>{head}</h4><p>{said}</p>", f"<p>{said}</p>"))
    return Piece(f'<{tag} class="{css}">{start}</{tag}>', (head, said) if head in start else (said,))


def _details(draw: Random) -> Piece:
    """A question that opens its answer."""
    head, said = draw.choice(("How does it work?", "Show the solution", "Why so late?")), draw.choice(SAYINGS)
    return Piece(f"<details><summary>{head}</summary><p>{said}</p></details>", (head, said))


def _steps(draw: Random) -> Piece:
    """A numbered list of short sentences, sometimes each a paragraph, or tasks that are done or not."""
    said = draw.sample(SAYINGS, draw.randint(2, 4))
    item = draw.choice(("<li>{}</li>", "<li><p>{}</p></li>", "<li><input type=checkbox> {}</li>"))
    return Piece(f"<ol>{''.join(item.format(line) for line in said)}</ol>", tuple(said))


def _formula(draw: Random) -> Piece:
    """A formula on a line of its own."""
    text = draw.choice(FORMULAS)
    return Piece(f"<{(tag := draw.choice(('p', 'div')))}{draw.choice(('', ' class=math'))}>{text}</{tag}>", (text,))


def _terms(draw: Random) -> Piece:
    """Terms and what they mean, as references of programs and glossaries have them."""
    terms, said = draw.sample(THINGS, 2), draw.sample(SAYINGS, 2)
    item = draw.choice(("<dt>{}</dt><dd>{}</dd>", "<dt><code>{}</code></dt><dd><p>{}</p></dd>"))
    inner = "".join(item.format(term, line) for term, line in zip(terms, said, strict=True))
    return Piece(f"<dl>{inner}</dl>", tuple(text for pair in zip(terms, said, strict=True) for text in pair))


FORMULAS = (
    "\\[ E = \\frac{1}{2} m v^2 \\]", "$$a^2 + b^2 = c^2$$", "\\( x_n = 2 x_{n-1} + 1 \\)", "\\[ \\sum_{i=1}^{n} i = n(n+1)/2 \\]", "F = m · a", "s(t) = v t + s₀",
)  # fmt: skip
SAYINGS = (
    "Water finds the lowest place.", "Let it rest for an hour.", "Nobody had seen the lamp burn.", "Turn the screw until it holds.",
    "The second winter was worse.", "Keep the lid closed.", "A good rope is never thrown away.", "We counted them twice.", "Mark the holes with a pencil.",
    "The older bridge stood upstream.", "It takes two people and a ladder.", "Wipe the glass before you look.", "The price had doubled by May.",
    "Dry wood rings when it is struck.", "Read the label first.", "Rain came in under the door.", "The map shows only half of it.", "Press both keys at once.",
)  # fmt: skip
# The chance of each kind of piece to be on a small page.
OFTEN = 0.14


def _list(draw: Random) -> Piece:
    """A lead-in and short items."""
    items, lead = (
        draw.sample(THINGS, draw.randint(3, 6)),
        draw.choice(("You need:", "Ingredients", "The parts are:", "What to bring")),
    )
    listed = "".join(f"<li>{draw.randint(1, 9)} {html.escape(item)}</li>" for item in items)
    tag = draw.choice(("p", "h3"))
    return Piece(f"<{tag}>{lead}</{tag}><ul>{listed}</ul>", (lead, *items))


def _other_story(draw: Random, titles: Sequence[str], lines: Sequence[str]) -> str:
    """A second story below, in an element like the first; its text is made of the same words in another order."""
    told = [" ".join(draw.sample(line.split(), len(line.split()))) for line in lines if _is_long(line)]
    return f"<h1>{html.escape(draw.choice(titles))}</h1>" + "".join(f"<p>{html.escape(line)}</p>" for line in told)


def _comments(draw: Random, titles: Sequence[str]) -> Piece:
    """Comments below a story, more of them than the story has paragraphs, in markup of one kind."""
    texts, items = list[str](), list[str]()
    item, css = (
        draw.choice(("li", "div", "div", "article")),
        draw.choice(("comment", "comment", "reply", _hash(draw), "")),
    )
    signed = draw.choice(
        ("<b>{}</b> <span>{}</span>", "<div class=author>{}</div><time>{}</time>", "<p>{}</p><p>{}</p>")
    )
    beside = draw.choice(BESIDE_A_COMMENT)
    for said in draw.choices(OPINIONS, k=draw.randint(2, 14)):
        own = [draw.choice(NAMES), draw.choice(DATES), *_said(draw, beside, titles)]
        top, action = signed.format(*map(html.escape, own[:2])), f"<a href=#r>{html.escape(own[2])}</a>"
        items.append(f"<{item}{f' class={css}' if css else ''}>{top}<p>{html.escape(said)}</p>{action}</{item}>")
        texts += [said, *own]
    head = _said(draw, draw.choice(ABOVE_COMMENTS), titles)[0]
    tag = "ol" if item == "li" else "div"
    around = draw.choice(
        (' class="comments"', ' id="comments"', ' class="comment-list"', f' class="{_hash(draw)}"', "")
    )
    markup = f"<h3>{html.escape(head)}</h3><{tag}{around}>{''.join(items)}</{tag}>"
    return Piece(markup, (head, *texts))


def _framed(draw: Random, title: str, body: str, other: str, below: str, titles: Sequence[str]) -> str:
    head = f"<h1>{html.escape(title)}</h1>" if draw.random() < 0.8 else ""
    tag = draw.choice(("article", "main", "div", "div", "section"))
    css = draw.choice(("", "", ' class="content"', ' class="post"', ' id="main"', f' class="{_hash(draw)}"'))
    story = f"<{tag}{css}>{head}{body}</{tag}>"
    if other:
        story += f"<{tag}{css}>{other}</{tag}>"
    if below:
        story = f"{story}{below}" if draw.random() < 0.7 else f"<{tag}{css}>{head}{body}{below}</{tag}>"
    if draw.random() < 0.4:
        story = f"<main>{story}</main>" if tag != "main" else f'<div class="page">{story}</div>'
    links = [
        f'<a href="/{i}">{html.escape(word)}</a>'
        for i, word in enumerate(("Home", "News", "About", "Contact")[: draw.randint(2, 4)])
    ]
    top = draw.choice(
        (
            "",
            f"<nav>{' '.join(links)}</nav>",
            f"<header><p>The Daily</p><ul>{''.join(f'<li>{a}</li>' for a in links)}</ul></header>",
        )
    )
    side = f"<aside><h3>Latest</h3><ul>{''.join(f'<li><a href=#>{html.escape(t)}</a></li>' for t in draw.sample(titles, min(4, len(titles))))}</ul></aside>"
    foot = draw.choice(
        (
            "",
            "<footer><p>© 2021 The Daily. All rights reserved.</p></footer>",
            "<div class=footer>Privacy · Terms · Contact</div>",
        )
    )
    return f"<!doctype html><html><head><title>{html.escape(title)}</title></head><body>{top}{story}{side if draw.random() < 0.3 else ''}{foot}</body></html>"
