"""Code and other preformatted text, white space as written."""

import re

from sectio.dom import words
from sectio.dom.page import Page, text_span
from sectio.dom.unicode import composed
from sectio.output.chosen import Chosen
from sectio.patterns import pattern

# How far ahead in the source a text is searched; what is between two texts is white space, or dropped
# markup.
_AHEAD = 2000
# So many parts of a listing are looked through for the element that has the code.
_CHILDREN = 4
_LINE_END = pattern("[\u2028\u2029]")
_NAME = r"([a-z][\w+#.-]{0,23})"
# The ways in which a class names the language; the last two only together with a sign that this is code.
_WAYS = tuple(
    pattern(way, re.IGNORECASE)
    for way in (
        rf"(?:^|\s)(?:language|lang|highlight-source|src|brush)-{_NAME}",
        rf"(?:^|[\s;])brush:\s*{_NAME}",
        rf"(?:^|\s)(?:mw-highlight-lang-|highlight-){_NAME}",
        rf"(?:^|\s)(?:hljs|sourceCode|prettyprint|shiki|chroma)\s+(?!hljs-|line){_NAME}(?=\s|$)",
    )
)
_ATTRIBUTES = ("data-lang", "data-language", "data-enlighter-language", "data-code-language")
# Where the settings of a highlighter name the language among others, and where the language of people would be elsewhere.
_SETTINGS, _LANG = "data-syntaxhighlighter-params", "lang"
# A listing beside its line numbers is in a table, which does not count as a level.
_IN_TABLE = ("td", "tr", "tbody", "table")


def written(chosen: Chosen, node: int) -> str:
    """The chosen text below a node, line ends and indentation kept, a line end where a block or a `br` splits
    it.

    Blank texts are not rows, so the source text of the whole node shows what was between two rows.
    """
    page = chosen.page
    raw, cursor = page.source.raw_text(node), 0
    parts: list[str] = []
    first, last = text_span(page, node)
    columns = (column[first:last].tolist() for column in (chosen.at, page.block_gaps, page.after_blank))
    for i, chosen_here, block_gap, after_blank in zip(range(first, last), *columns, strict=True):
        text = page.texts[i]
        found = raw.find(text, cursor, cursor + len(text) + _AHEAD)
        between = raw[cursor:found] if found >= 0 else ""
        if found < 0 or not (between.isspace() or not between):
            between = " " if after_blank else ""
        cursor = found + len(text) if found >= 0 else cursor
        if parts and block_gap and "\n" not in between and not parts[-1].endswith("\n"):
            between = "\n" + between
        between += chosen.text(i) if chosen_here else ""
        if between:
            parts.append(between)
    return _LINE_END.sub("\n", composed("".join(parts))).lstrip("\n").rstrip()


def language(page: Page, node: int) -> str:
    """The language of a code block: what the block, the `code` in it or one of three levels above says."""
    near = [child for child in page.children(node)[:_CHILDREN] if page.tag_of(child) == "code"][:1]
    up, levels = node, 4
    while levels and up:
        near.append(up)
        up = int(page.parent[up])
        levels -= page.tag_of(near[-1]) not in _IN_TABLE
    own = near.index(node)
    found = (_named(page, row, is_code=place <= own) for place, row in enumerate(near))
    return next(filter(None, found), "")


def _named(page: Page, row: int, *, is_code: bool) -> str:
    """The language that one element names; the bare name counts on the block and its `code` alone."""
    classes = page.classes.get(row, "")
    said = [match[1] for way in _WAYS if (match := way.search(classes))] if classes else []
    said += [page.source.having(name).get(row, "") for name in _ATTRIBUTES]
    if is_code:
        settings, lang = (page.source.having(name).get(row, "") for name in (_SETTINGS, _LANG))
        said += [match[1] for way in _WAYS if (match := way.search(settings))] if settings else []
        said += [lang] if lang.lower() in words.LANGUAGES else []
        said += [name for name in classes.split() if name.lower() in words.LANGUAGES]
    names = (name.strip().lower().rstrip(";,") for name in said)
    return next((name for name in names if _WORD.fullmatch(name) and name not in words.NO_LANGUAGE), "")


_WORD = pattern(r"[a-z][\w+#.-]{0,23}")
