"""Content as markup of some vocabulary: HTML or TEI, from one list of events.

Only elements of the vocabulary are written, with no attributes but the few it names, and all text is escaped:
what is not allowed cannot appear. The result is well-formed XML either way.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from sectio import deadline
from sectio.dom import escape
from sectio.output.tables import MAX_COLSPAN, MAX_ROWSPAN
from sectio.output.walk import (
    MARKS,
    PHRASING,
    Close,
    Code,
    Content,
    Event,
    Marks,
    Open,
    Run,
    Segment,
    without,
)

# Pieces that are put together before the next ones are written: each takes some fifty bytes more than its letters.
_TOGETHER = 10_000
# These can contain a run directly; elsewhere it becomes a paragraph.
_HOLDERS = PHRASING | {"li", "td", "th", "dd", "figure", "figcaption"}


@dataclass(frozen=True)
class Vocabulary:
    """Element names, each with fixed attributes (`hi rend="bold"`), and the names of the attributes that
    carry data.

    An element that is not named is left out, its content kept.
    """

    elements: Mapping[str, str]
    attributes: Mapping[tuple[str, str], str] = field(default_factory=dict)
    link: str = "href"
    image: tuple[str, str] = ("src", "alt")
    # Wrapped around text: code has a language, images a description as text.
    code: tuple[str, str] = ("<pre><code{}>", "</code></pre>")
    code_language: str = ' class="language-{}"'
    image_text: bool = False


def write(found: Content, vocabulary: Vocabulary, exclude: frozenset[str] = frozenset()) -> str:
    """The content as markup, one block per line where that changes nothing."""
    return _Writer(found, vocabulary).write(without(found.events, exclude))


class _Writer:
    def __init__(self, found: Content, vocabulary: Vocabulary) -> None:
        self._found, self._page, self._words = found, found.page, vocabulary
        self._parts: list[str] = []
        self._done: list[str] = []
        self._with_data = {tag for tag, _ in vocabulary.attributes}
        self._plain: dict[str, str] = {}
        self._ends: dict[str, str] = {}
        self._open_tags: list[str] = []
        self._runs: list[int] = [0]

    def write(self, events: Iterable[Event]) -> str:
        for event in deadline.watched(events):
            if len(self._parts) > _TOGETHER:
                self._done.append("".join(self._parts))
                self._parts.clear()
            if isinstance(event, Run):
                self._run(event)
            elif isinstance(event, Open):
                self._parts.append(self._start(event.tag, self._data(event.tag, event.row)))
                self._open_tags.append(event.tag)
                self._runs.append(0)
            elif isinstance(event, Close):
                self._open_tags.pop()
                self._runs.pop()
                self._parts += (self._end(event.tag), "\n")
            elif isinstance(event, Code):
                self._code(event.text, event.language)
            else:
                self._parts.append(self._empty("hr"))
        return "".join((*self._done, *self._parts)).strip()

    def _run(self, run: Run) -> None:
        within = self._open_tags[-1] if self._open_tags else ""
        wrapped = within not in PHRASING and (run.paragraph or within not in _HOLDERS or self._runs[-1] > 0)
        if within in PHRASING and self._runs[-1]:
            self._parts.append(self._empty("br"))
        self._runs[-1] += 1
        if wrapped:
            self._parts.append(self._start("p"))
        self._segments(run.segments)
        if wrapped:
            self._parts += (self._end("p"), "\n")

    def _segments(self, segments: Sequence[Segment]) -> None:
        if len(segments) == 1 and not segments[0].marks:
            self._parts.append(self._inline(segments[0]))
            return
        now: Marks = ()
        for segment in deadline.watched(segments):
            same, most = 0, min(len(now), len(segment.marks))
            while same < most and now[same] == segment.marks[same]:
                same += 1
            if same < len(now):
                self._parts += [
                    self._end(MARKS[place]) for place, row in reversed(now[same:]) if self._is_written(place, row)
                ]
            if segment.space:
                self._parts.append(" ")
            for place, row in segment.marks[same:]:
                if self._is_written(place, row):
                    self._parts.append(self._start(MARKS[place], self._link(row) if place == 0 else ()))
            self._parts.append(self._inline(segment))
            now = segment.marks
        self._parts += [self._end(MARKS[place]) for place, row in reversed(now) if self._is_written(place, row)]

    def _inline(self, segment: Segment) -> str:
        if segment.kind == "break":
            return self._empty("br")
        if segment.kind != "image":
            return escape.content(segment.text)
        source, description = self._words.image
        alt = self._found.picture(segment.row).alt
        if self._words.image_text:
            inner = f"<{description}>{escape.content(alt)}</{description}>" if alt else ""
            return self._start("img", ((source, segment.text),)) + inner + self._end("img")
        return self._empty("img", ((source, segment.text), (description, alt)))

    def _code(self, text: str, language: str) -> None:
        before, after = self._words.code
        named = self._words.code_language.format(escape.value(language)) if language else ""
        self._parts.append(before.format(named) + escape.content(text) + after + "\n")

    # Tags

    def _is_written(self, place: int, row: int) -> bool:
        """Links without a usable address are left out."""
        return place != 0 or bool(self._link(row))

    def _link(self, row: int) -> tuple[tuple[str, str], ...]:
        address = self._found.link(row)
        return ((self._words.link, address),) if address else ()

    def _data(self, tag: str, row: int) -> list[tuple[str, str]]:
        """Spans and list numbers; everything else an element says is dropped."""
        found: list[tuple[str, str]] = []
        if tag not in self._with_data or row < 0:
            return found
        limits = {"colspan": MAX_COLSPAN, "rowspan": MAX_ROWSPAN, "start": 10**9, "value": 10**9}
        for (element, name), written in self._words.attributes.items():
            if element == tag:
                value = (self._page.attribute(row, name) or "").strip()[:20]
                if value.isascii() and value.isdecimal() and int(value) != 1:
                    found.append((written, str(min(int(value), limits[name]))))
        return found

    def _start(self, tag: str, attributes: Sequence[tuple[str, str]] = (), close: str = ">") -> str:
        if not attributes and close == ">":
            return self._plain.get(tag) or self._plain.setdefault(tag, self._tag(tag, ">"))
        return self._tag(tag, close, attributes)

    def _tag(self, tag: str, close: str, attributes: Sequence[tuple[str, str]] = ()) -> str:
        element = self._words.elements.get(tag)
        if not element:
            return ""
        written = "".join(f' {name}="{escape.verbatim(value)}"' for name, value in attributes)
        return f"<{element}{written}{close}"

    def _empty(self, tag: str, attributes: Sequence[tuple[str, str]] = ()) -> str:
        return self._start(tag, attributes, "/>") + ("\n" if tag == "hr" else "")

    def _end(self, tag: str) -> str:
        if tag not in self._ends:
            element = self._words.elements.get(tag)
            self._ends[tag] = f"</{element.partition(' ')[0]}>" if element else ""
        return self._ends[tag]
