"""Code and other preformatted text, white space as written."""

import re

from sectio.dom.page import Page
from sectio.dom.unicode import composed
from sectio.output.chosen import Chosen, span

# How far ahead in the source a text is searched; what is between two texts is white space, or dropped
# markup.
_AHEAD = 2000
_LINE_END = re.compile("[\u2028\u2029]")
_LANGUAGE = re.compile(r"(?:^|\s)(?:language|lang|highlight-source)-([\w+#.-]{1,24})")
_SPHINX = re.compile(r"(?:^|\s)highlight-(?!default|none|text)([\w+#.-]{1,24})\s+notranslate")


def written(chosen: Chosen, node: int) -> str:
    """The chosen text below a node, line ends and indentation kept, a line end where a block or a `br` splits
    it.

    Blank texts are not rows, so the source text of the whole node shows what was between two rows.
    """
    page = chosen.page
    raw, cursor = page.source.raw_text(node), 0
    parts: list[str] = []
    first, last = span(page, node)
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
    """The language a code block's class names, searched at the block, the `code` in it and three levels
    above.
    """
    child = node + 1
    near = [child] if child < page.end[node] and page.tag_of(child) == "code" else []
    up = node
    for _ in range(4):
        near.append(up)
        up = int(page.parent[up])
    for row in near:
        name = page.classes.get(row, "")
        found = _LANGUAGE.search(name) or _SPHINX.search(name)
        if found:
            return found[1].lower()
    return ""
