"""What people say in the threads of these tests: authors, dates, paragraphs and who answers whom."""

import html
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta

_TAG = re.compile(r"<[^>]+>")
_FIRST = datetime(2021, 3, 4, 9, 15)

TEXTS = (
    ("I walked the ridge in April and the upper path was still closed.", "Bring a map: the signs are gone."),
    ("Is the ferry running on Sundays?",),
    ("Not before May, as far as I know. The <a href='https://harbour.example/times'>timetable</a> says so too.",),
    ("We had <em>exactly</em> the same trouble with the old pump &amp; its valve.", "In the end a new seal cost four euros.",
     "It has been dry ever since."),
    ("Thank you, that solved it.",),
    ("Could somebody post the dimensions? Mine is 40 cm wide and does not fit between the beams.",),
    ("Lovely pictures, as always!",),
    ("I disagree. The figures of 2019 were counted in another way, so they cannot be compared with those of this year.",
     "See the appendix of the report."),
    ("Second that.",),
    ("Does it work with <code>--quiet</code> as well? Here it prints the whole log on every run.",),
    ("My grandmother used to add a little nutmeg and let the dough rest over night in the cellar.",),
    ("What a strange coincidence, I was there on the very same day and saw nothing of all this.",),
)  # fmt: skip
AUTHORS = (
    "Edith Ashdown", "marlin77", "Bruno Keller", "Ann", "Zoë Lindqvist", "the_old_miller", "J. P. Ferris", "Katarzyna W.",
    "Tomás Rivera", "owlish", "Henrike von Thal", "Sam O'Leary",
)  # fmt: skip


@dataclass
class Said:
    """One contribution; `kids` answer it."""

    number: int
    author: str
    when: datetime
    paragraphs: tuple[str, ...]
    kids: list["Said"] = field(default_factory=list)
    depth: int = 0
    parent: int | None = None
    votes: int = 0

    @property
    def iso(self) -> str:
        """The day."""
        return self.when.date().isoformat()

    @property
    def stamp(self) -> str:
        """The moment, with its zone."""
        return self.when.isoformat() + "+00:00"

    @property
    def us(self) -> str:
        """March 4, 2021 at 9:15 am."""
        return f"{self.when:%B} {self.when.day}, {self.when.year} at {self.when.hour % 12 or 12}:{self.when:%M} {self.when:%p}".replace(
            "AM", "am"
        ).replace("PM", "pm")

    @property
    def body(self) -> str:
        """Paragraphs as `p` elements."""
        return "".join(f"<p>{text}</p>\n" for text in self.paragraphs)

    @property
    def lines(self) -> str:
        """Paragraphs between line breaks."""
        return "<br>\n<br>\n".join(self.paragraphs)

    @property
    def name(self) -> str:
        """The author, escaped."""
        return html.escape(self.author)

    @property
    def text(self) -> str:
        """What a reader reads."""
        return " ".join(html.unescape(_TAG.sub("", text)) for text in self.paragraphs)


@dataclass(frozen=True)
class Thread:
    """A list of contributions, in order, and those that answer nothing."""

    every: list[Said]

    @property
    def top(self) -> list[Said]:
        """Those that answer nothing."""
        return [said for said in self.every if said.parent is None]

    def __iter__(self) -> Iterator[Said]:
        return iter(self.every)


def thread(parents: tuple[int | None, ...], seed: int = 0) -> Thread:
    """A thread in document order; `parents` has for each contribution the number of the one it answers."""
    every: list[Said] = []
    for number, parent in enumerate(parents):
        pick = seed + number
        said = Said(
            number, AUTHORS[pick % 12], _FIRST + timedelta(hours=31 * number + 5 * seed), TEXTS[(pick * 5) % 12],
            parent=parent, depth=0 if parent is None else every[parent].depth + 1, votes=(7 * pick) % 23,
        )  # fmt: skip
        if parent is not None:
            every[parent].kids.append(said)
        every.append(said)
    return Thread(every)


Parents = tuple[int | None, ...]
FLAT: Parents = (None, None, None, None)
NESTED: Parents = (None, 0, 1, 0, None, None, 5)
LONE: Parents = (None,)
