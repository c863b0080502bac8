"""Make the pages of `sectio demo` from the stories: `python -m tools.demo_site.build`.

A page has what pages of newspapers have around the story; `N.txt` beside it is the story alone.
"""

import html
import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path

HERE = Path(__file__).parent
OUT = HERE.parents[1] / "src" / "sectio" / "demo" / "site"
HOME = "https://saltmarsh-courier.example"
SECTIONS = ("Town", "Business", "Transport", "Nature", "Culture", "Sport", "Letters", "Notices")
ABOUT = {
    "Ruth Alder": "Ruth Alder has reported from the harbour since 2009 and still gets seasick.",
    "Tom Farrant": "Tom Farrant writes about gardens, birds and weather, in that order.",
    "Halima Sesay": "Halima Sesay looks after the town council and everything older than fifty years.",
}


@dataclass(frozen=True)
class Reply:
    """A reader's comment."""

    author: str
    day: date
    text: str


@dataclass(frozen=True)
class Story:
    """What the newspaper's own people write."""

    number: int
    title: str
    author: str
    day: date
    section: str
    summary: str
    caption: str
    parts: tuple[str, ...]
    replies: tuple[Reply, ...]

    @property
    def address(self) -> str:
        """Where the story would be on the web."""
        slug = "-".join(re.findall(r"[a-z0-9]+", self.title.lower())[:6])
        return f"{HOME}/{self.day.year}/{self.section.lower()}/{slug}-{self.number}.html"

    @property
    def text(self) -> str:
        """The story as plain text, a block on each line."""
        lines = [self.summary, *(line for part in self.parts for line in part.splitlines())]
        return "\n".join(re.sub(r"^(## |- )|\*", "", line) for line in lines) + "\n"


def read(path: Path) -> Story:
    """A story from its file: fields, a blank line, paragraphs, comments."""
    head, *parts = path.read_text(encoding="utf-8").strip().split("\n\n")
    fields = dict(line.split(": ", 1) for line in head.splitlines())
    last, *said = parts[-1].split("\ncomment: ")
    replies = [Reply(author, date.fromisoformat(day), text) for author, day, text in (one.split(" | ") for one in said)]
    day = date.fromisoformat(fields.pop("date"))
    return Story(int(path.stem), day=day, parts=(*parts[:-1], last), replies=tuple(replies), **fields)


def stories() -> list[Story]:
    """All stories, in order."""
    return [read(path) for path in sorted((HERE / "stories").glob("*.txt"))]


def _said(text: str) -> str:
    return re.sub(r"\*(.+?)\*", r"<em>\1</em>", html.escape(text, quote=False))


def _day(day: date) -> str:
    return f"{day.day} {day:%B %Y}"


def _part(part: str) -> str:
    if part.startswith("## "):
        return f"<h2>{_said(part[3:])}</h2>"
    if part.startswith("- "):
        return "<ul>" + "".join(f"<li>{_said(line[2:])}</li>" for line in part.splitlines()) + "</ul>"
    return f"<p>{_said(part)}</p>"


def _link(story: Story) -> str:
    return f'<a href="{story.address}">{_said(story.title)}</a>'


PITCH = (
    "<p>The Courier belongs to its readers. For four pounds a month you pay for an hour of a reporter's work, and get the "
    'Saturday edition in your letter box. <a href="/join">Become a member today</a>.</p>'
)
TIP = '<p>Have you seen something that the town should know about? Write to <a href="/tip">the newsroom</a>; we do not name our sources.</p>'


def _body(story: Story, also: Story) -> str:
    """The story with what is put between its paragraphs."""
    parts = [_part(part) for part in story.parts]
    parts.insert(2, f'<aside class="also"><b>Read also</b> {_link(also)}</aside>')
    parts.insert(5, PITCH)
    return "\n".join([*parts, TIP])


def _comments(story: Story) -> str:
    items = [
        f'<li class="comment"><b class="author">{_said(one.author)}</b> <time datetime="{one.day}">{_day(one.day)}</time>'
        f' <p>{_said(one.text)}</p> <a class="reply" href="#reply">Reply</a></li>'
        for one in story.replies
    ]
    return f'<section class="comments"><h3>Comments ({len(items)})</h3><ol>{"".join(items)}</ol></section>'


def _teasers(others: Sequence[Story]) -> str:
    return "".join(f"<li>{_link(one)}<p>{one.section}, {_day(one.day)}</p></li>" for one in others)


def page(story: Story, others: Sequence[Story]) -> str:
    """The whole page of a story."""
    bare = (HERE / "page.html").read_text(encoding="utf-8")
    menu = "".join(f'<li><a href="/{name.lower()}">{name}</a></li>' for name in SECTIONS)
    filled = {
        "title": _said(story.title), "address": story.address, "author": story.author, "iso": story.day.isoformat(),
        "day": _day(story.day), "section": story.section, "summary": _said(story.summary),
        "caption": _said(story.caption), "menu": menu, "body": _body(story, others[0]),
        "about": ABOUT[story.author], "related": _teasers(others[1:4]), "comments": _comments(story),
        "popular": "".join(f"<li>{_link(one)}</li>" for one in others[2:7]),
        "hue": str(story.number * 43 % 360),
    }  # fmt: skip
    return re.sub(r"\{\{(\w+)\}\}", lambda match: filled[match[1]], bare)


def site() -> dict[str, str]:
    """Every file of the demo by its name."""
    told = stories()
    made: dict[str, str] = {}
    for place, story in enumerate(told):
        others = [*told[place + 1 :], *told[:place]]
        made[f"{story.number}.html"] = page(story, others)
        made[f"{story.number}.txt"] = story.text
    return made


if __name__ == "__main__":
    for old in OUT.iterdir():
        old.unlink()
    for name, text in site().items():
        (OUT / name).write_text(text, encoding="utf-8")
