"""Word lists and sentence grammars, one text file per language.

A line `key: a | b` lists alternatives; indented lines go on with more. `{key}` in an alternative is filled
with one of that key's alternatives. `{t}`, `{t1}` … are grammatical forms of a topic of the article at hand.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from .rng import Rng

CODES = ("en", "de", "fr", "es", "ar", "zh", "ja")
_SLOT = re.compile(r"\{(\w+)\}")


@dataclass(frozen=True)
class Language:
    """One language: direction, what is between sentences, and its words by key."""

    code: str
    direction: str
    sep: str
    words: Mapping[str, tuple[str, ...]]


@dataclass(frozen=True)
class Subject:
    """What one text is about: words and names that recur in it and seldom elsewhere."""

    topics: tuple[str, ...]
    people: tuple[str, ...]
    places: tuple[str, ...]


@cache
def load(code: str) -> Language:
    """Read the word file of a language."""
    text = (Path(__file__).parent / "languages" / f"{code}.txt").read_text(encoding="utf-8")
    lists: dict[str, list[str]] = {}
    key = ""
    for line in text.splitlines():
        if not line.strip() or line.startswith("#"):
            continue
        if not line.startswith(" "):
            key, _, line = line.partition(":")
        lists.setdefault(key, []).extend(word.strip() for word in line.split("|"))
    words = {key: tuple(items) for key, items in lists.items()}
    sep = " " if words["sep"] == ("space",) else ""
    return Language(code, words["direction"][0], sep, words)


def new_subject(language: Language, rng: Rng) -> Subject:
    """Draw the topics, people and places of one text."""
    fresh = Voice(language, rng, None)
    topics = tuple(rng.sample(language.words["topic"], 6))
    people = tuple(fresh.say("person") for _ in range(3))
    return Subject(topics, people, tuple(fresh.say("place") for _ in range(3)))


def capital(text: str) -> str:
    """Upper-case the first letter, after any opening quotation mark."""
    for i, char in enumerate(text[:4]):
        if char.isalnum():
            return text[:i] + char.upper() + text[i + 1 :]
    return text


class Voice:
    """Says things in a language about a subject."""

    def __init__(self, language: Language, rng: Rng, subject: Subject | None) -> None:
        self.language = language
        self.rng = rng
        self.subject = subject

    def say(self, key: str, **values: object) -> str:
        """One alternative of a key with its slots filled, given values first."""
        return self.fill(self.rng.pick(self.language.words[key]), **values)

    def fill(self, template: str, **values: object) -> str:
        """Fill the slots of a template."""
        return _SLOT.sub(lambda slot: self._slot(slot[1], values), template)

    def sentence(self, key: str = "s") -> str:
        """A capitalised sentence."""
        return capital(self.say(key))

    def sentences(self, n: int, key: str = "s") -> list[str]:
        """N sentences, avoiding repetition where the grammar is rich enough."""
        found: list[str] = []
        for _ in range(4 * n):
            text = self.sentence(key)
            if text not in found:
                found.append(text)
            if len(found) == n:
                break
        return found

    def topic(self) -> str:
        """A topic's bare word, the main topics more often."""
        return self._topic().split("/")[0]

    def _topic(self) -> str:
        topics = self.subject.topics if self.subject else self.language.words["topic"]
        return topics[self.rng.skewed(0, len(topics) - 1)]

    def _slot(self, name: str, values: Mapping[str, object]) -> str:
        if name in values:
            return str(values[name])
        if name == "n":
            return str(self.rng.between(2, 90))
        if name == "year":
            return str(self.rng.between(1850, 2020))
        if name in ("t", "t1", "t2", "t3"):
            forms = self._topic().split("/")
            return forms[min(int(name[1:] or 0), len(forms) - 1)]
        if self.subject and name in ("person", "place") and self.rng.chance(0.85):
            cast = self.subject.people if name == "person" else self.subject.places
            return cast[self.rng.skewed(0, len(cast) - 1)]
        return self.say(name, **values)
