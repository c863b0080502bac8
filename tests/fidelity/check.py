"""Compares a rendering with what a case asks for."""

import re
from collections.abc import Callable

from tests.fidelity.pages import Case, Rule

# How much of a paragraph's beginning has to be there.
OPENING = 40
Render = Callable[[Case, str], str]

_ESCAPE = re.compile(r"\\([!-/:-@\[-`{-~])")
_BULLET = re.compile(r"^[*+•–] ")
_STRONG, _EM = re.compile(r"\b__(?=\S)(.+?)__\b"), re.compile(r"\b_(?=\S)([^_]+)_\b")


def failures(case: Case, render: Render) -> list[str]:
    """What is wrong with a rendering, in words; empty when nothing is."""
    found = {field: render(case, field) for field in {rule.field for rule in case.rules} | {"markdown"}}
    wrong = [_told(rule) for rule in case.rules if not _holds(rule, found[rule.field])]
    lost = [text[:OPENING] for text in case.paragraphs if not _holds(_opening(text), found["markdown"])]
    return wrong + [f"lost paragraph: {text}" for text in lost]


def _opening(text: str) -> Rule:
    return Rule(True, "markdown", False, (text[:OPENING],))


def _told(rule: Rule) -> str:
    return f"{'missing' if rule.wanted else 'unwanted'} in {rule.field}: {rule.spellings[0]!r}"


def _holds(rule: Rule, text: str) -> bool:
    present = any(_present(spelling, text, regex=rule.regex) for spelling in rule.spellings)
    return present == rule.wanted


def _present(fragment: str, text: str, *, regex: bool) -> bool:
    if regex:
        return re.search(fragment, text) is not None
    plain = normal(text)
    return normal(fragment) in plain or normal(_ESCAPE.sub(r"\1", fragment)) in normal(_ESCAPE.sub(r"\1", text))


def normal(markdown: str) -> str:
    """Markdown with one spelling for what can be spelt in several ways."""
    lines = (" ".join(line.split()) for line in markdown.replace("|", " | ").splitlines())
    return _emphasis("\n".join(_BULLET.sub("- ", line) for line in lines if line))


def _emphasis(text: str) -> str:
    return _EM.sub(r"*\1*", _STRONG.sub(r"**\1**", text))
