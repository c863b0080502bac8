"""Two texts side by side: words the other side lacks are marked, long equal runs are folded."""

import re
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher

from sectio.lab.evaluate.report.svg import escape, tag

MOST = 1500  # words of each text that are compared and shown; the matcher is quadratic at worst
_KEEP = 14  # words shown at each end of a folded run
_PIECE = re.compile(r"\S+[^\S\n]*\n?\s*|\n\s*")


def side_by_side(gold: str, found: str, *, most: int = MOST) -> tuple[str, str]:
    """Return the markup of both sides."""
    left, right = _pieces(gold), _pieces(found)
    matcher = SequenceMatcher(None, _keys(left[:most]), _keys(right[:most]), autojunk=False)
    sides: tuple[list[str], list[str]] = ([], [])
    for kind, a, b, c, d in matcher.get_opcodes():
        if kind == "equal":
            sides[0].append(_same(left[a:b]))
            sides[1].append(_same(right[c:d]))
        else:
            sides[0].append(_marked(left[a:b], "del"))
            sides[1].append(_marked(right[c:d], "ins"))
    return _side(sides[0], len(left), most), _side(sides[1], len(right), most)


def _pieces(text: str) -> list[str]:
    """Return words with the white space after them."""
    return _PIECE.findall(text.strip())


def _keys(pieces: Sequence[str]) -> list[str]:
    return [piece.strip().lower() for piece in pieces]


def _same(pieces: Sequence[str]) -> str:
    if len(pieces) <= 3 * _KEEP:
        return escape("".join(pieces))
    fold = tag("span", f" … {len(pieces) - 2 * _KEEP} words the same … ", cls="fold")
    return escape("".join(pieces[:_KEEP])) + fold + escape("".join(pieces[-_KEEP:]))


def _marked(pieces: Sequence[str], name: str) -> str:
    return tag(name, escape("".join(pieces))) if pieces else ""


def _side(parts: Sequence[str], words: int, most: int) -> str:
    return tag("div", *parts, *_rest(words, most), cls="text") if words else tag("p", "(empty)", cls="note")


def _rest(words: int, most: int) -> Iterator[str]:
    if words > most:
        yield tag("span", f" … {words - most} more words, not compared", cls="fold")
