"""Reads a case and builds its page: the fragment in its prose, in the frame of a site."""

import re
from dataclasses import dataclass
from pathlib import Path
from string import Template

from tests.fidelity.chrome import words

HERE = Path(__file__).parent
# Each later set was written without a look at the rules, and scored before anything was changed for it.
SETS = tuple(HERE / name for name in ("cases", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth"))
_PARAGRAPHS = re.compile(r"^\{(\d)(?:-(\d))?\}$", re.MULTILINE)
_PART = re.compile(r"^~~~(\w+)$", re.MULTILINE)


@dataclass(frozen=True)
class Rule:
    """One line of a header: a fragment (or spellings of it) that must or must not be in a field."""

    wanted: bool
    field: str
    regex: bool
    spellings: tuple[str, ...]


@dataclass(frozen=True)
class Case:
    """A page and what its rendering must and must not hold."""

    name: str
    html: str
    url: str
    rules: tuple[Rule, ...]
    paragraphs: tuple[str, ...]

    @property
    def kind(self) -> str:
        """What the case is about: tables, lists, noise …"""
        return self.name.partition("/")[0]

    @property
    def only_markdown(self) -> bool:
        """Whether the case looks at Markdown alone, so that any extractor can try it."""
        return all(rule.field == "markdown" for rule in self.rules)


def cases() -> list[Case]:
    """All cases of all sets."""
    return [case for folder in SETS for case in of_set(folder)]


def of_set(folder: Path) -> list[Case]:
    """The cases of one set, by name."""
    return [read(path) for path in sorted(folder.glob("*/*.txt"))]


def read(path: Path) -> Case:
    """The case of a file."""
    header, _, body = path.read_text(encoding="utf-8").partition("---\n")
    lines = [line.partition(": ")[::2] for line in header.splitlines()]
    given = dict(lines)
    prose, paragraphs = _prose(given["prose"])
    used: list[str] = []
    parts = {name: _filled(part, paragraphs, used) for name, part in _parts(body).items()}
    page = Template((HERE / "frames" / f"{given['frame']}.html").read_text(encoding="utf-8"))
    slug = f"articles/{given['prose']}"
    html = page.substitute(words(prose["language"]) | prose | {"head": "", "after": "", "slug": slug} | parts)
    name = f"{path.parent.name}/{path.stem}"
    return Case(name, html, f"https://www.example.com/{slug}", _rules(lines), tuple(used))


def _prose(name: str) -> tuple[dict[str, str], list[str]]:
    """What is known about a piece of prose, and its paragraphs."""
    about, *paragraphs = (HERE / "prose" / f"{name}.txt").read_text(encoding="utf-8").strip().split("\n\n")
    return dict(line.partition(": ")[::2] for line in about.splitlines()), paragraphs


def _parts(body: str) -> dict[str, str]:
    """The body of the article, and what belongs to other places of the frame."""
    first, *rest = _PART.split(body)
    return {"body": first, **dict(zip(rest[::2], rest[1::2], strict=True))}


def _filled(part: str, paragraphs: list[str], used: list[str]) -> str:
    def put(match: re.Match[str]) -> str:
        first, last = int(match[1]), int(match[2] or match[1])
        used.extend(paragraphs[first - 1 : last])
        return "\n".join(f"<p>{paragraph}</p>" for paragraph in paragraphs[first - 1 : last])

    return _PARAGRAPHS.sub(put, part).strip()


def _rules(lines: list[tuple[str, str]]) -> tuple[Rule, ...]:
    rules: list[Rule] = []
    for key, value in lines:
        fragment = value if key.endswith("~") else value.replace("\\n", "\n")
        if key == "or":
            last = rules.pop()
            rules.append(Rule(last.wanted, last.field, last.regex, (*last.spellings, fragment)))
        elif key.startswith(("must", "never")):
            sort, _, field = key.rstrip("~").partition("-")
            rules.append(Rule(sort == "must", field or "markdown", key.endswith("~"), (fragment,)))
    return tuple(rules)
