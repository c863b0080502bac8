"""Escaping for Markdown: what keeps text text, in every renderer.

Only what some renderer would read as markup is escaped, so `snake_case`, `2 * 3` and `[1]` stay readable. Renderers
differ in which backslashes they honour, so `<` and `&` are written as entities, which all of them read.
"""

import re

from sectio.output.address import LINK_SCHEMES

_MARKUP = r"""
      \\(?=[!-/:-@\[-`{-~]|\Z)           # a backslash that would escape, maybe what is written after the text
    | `
    | \*(?=\S) | (?<=\S)\*
    | (?<![^\W_])_(?=\S) | (?<=\S)_(?![^\W_])
    | <(?=[A-Za-z/!?])
    | &(?=\#?\w{1,32};)
    | ~(?=~) | (?<=~)~
    | (?<![^\s\]])\{                     # attributes of what is before it, in some dialects
"""
_IN_TEXT = re.compile(_MARKUP + r"| \](?=[(\[:])  # the middle of a link", re.VERBOSE)
_IN_LINK = re.compile(_MARKUP + r"| [\[\]]", re.VERBOSE)
_SUSPECT = re.compile(r"[\\`*_\[\]<&~{]")
_LINE_START = re.compile(
    r"^(?:(\d{1,9})(?=[.)](?:\s|$))|(?=(?:\#{1,6}|[-+*]|=+|~{3,})(?:\s|$)|[-:|][-:| ]*$|>|\$\$\s*$))", re.MULTILINE
)
_DEFINES = re.compile(r"\[[^\[\]]*(?:\]:|\Z)")
_BRACE_AT_END = re.compile(r"\}(?=\s*$)")
_ENTITIES = {"<": "&lt;", "&": "&amp;"}

_IN_ADDRESS = re.compile(r"""[\s()<>|\\"'`]|&(?=\#?\w{1,32};)""")
_DEFINITION = re.compile(r"""([A-Za-z][\w+.-]*):\S*(?:\s+["'(].*)?""", re.DOTALL)

# What a renderer that does not see the fence, or the container around it, would take for markup.
_ACTIVE = re.compile(r"<[A-Za-z/!?]|\][(\[:]|\{[^{}\n]*\}\s*$", re.MULTILINE)

# Signs that some dialect puts around text and that are not escaped, since they are common in text: between two of them code is no code.
_PAIRED = re.compile(r"[$^~]|==|\+\+|\|\||%%|!!|>!|!<")


def escape(text: str, *, linked: bool = False, at_start: bool = False) -> str:
    """Text in which Markdown sees no markup: the text of a link, or at the start of a line, where what more counts is left
    to `escape_starts` but for definitions of links.
    """
    if not _SUSPECT.search(text):
        return text
    if linked:
        escaped = _IN_LINK.sub(_escaped, text)
        return escaped.replace("]:", "]&#58;", 1) if _DEFINES.match(f"[{text}") else escaped
    escaped = _IN_TEXT.sub(_escaped, text)
    return f"\\{escaped}" if at_start and _DEFINES.match(text) else escaped


def _escaped(found: re.Match[str]) -> str:
    return _ENTITIES.get(found[0]) or f"\\{found[0]}"


def escape_starts(text: str) -> str:
    """Escaped text in which no line is a heading, an item, a quote, a rule or the edge of a formula to Markdown."""
    if "\n" not in text and not _LINE_START.match(text):  # the search for the starts of lines looks at every character
        return text
    return _LINE_START.sub(r"\1\\", text)


def escape_end(text: str) -> str:
    """A heading or a cell without the attributes that some dialects allow at its end, which may begin inside a formula."""
    return _BRACE_AT_END.sub(r"\\}", text) if "}" in text else text


def code_span(text: str) -> str:
    """Inline code, fenced by more backticks than it has in a row."""
    longest = max(map(len, re.findall("`+", text)), default=0)
    fence = "`" * (longest + 1)
    pad = " " if text[:1] == "`" or text[-1:] == "`" else ""
    return f"{fence}{pad}{text}{pad}{fence}"


def is_active(code: str) -> bool:
    """Whether code would do more than be shown, if a renderer took it for text."""
    return _ACTIVE.search(code) is not None


def paired(text: str) -> set[str]:
    """The signs in a text that may begin or end something in pairs."""
    return {">!" if sign == "!<" else sign for sign in _PAIRED.findall(text)}


def address(text: str) -> str:
    """An address that can be put between a link's parentheses."""
    return _IN_ADDRESS.sub(_in_address, text)


def _in_address(found: re.Match[str]) -> str:
    return "&amp;" if found[0] == "&" else "".join(f"%{byte:02X}" for byte in found[0].encode())


def tex(text: str, *, cell: bool = False) -> str:
    """TeX that is the same formula, and plain text where a renderer knows no formulas."""
    if cell:
        text = text.replace("\\|", "\\Vert ")
    for found, instead in _TEX:
        text = found.sub(instead, text)
    return text


_TEX = (
    (re.compile(r"\s+"), " "),
    (re.compile(r"\\(?=[<>]|\Z)"), r"\\ "),
    (re.compile(r"<\s*"), r"\\lt "),
    (re.compile(r">\s*"), r"\\gt "),
    (re.compile(r"\](?=[(\[:])"), "] "),
    (re.compile(r"&(?=\#?\w{1,32};)"), "& "),
    (re.compile(r"`"), ""),
    (re.compile(r"\$"), r"\\$"),
    (re.compile(r"\\\\\$"), r"\\$"),
)
# What is mathematics in plain text; a single dollar sign only around what no price has.
_FORMULA = re.compile(
    r"\\\((?P<inline>[^\n]{1,2000}?)\\\)|\\\[(?P<block>.{1,4000}?)\\\]|\$\$(?P<display>[^$]{1,4000})\$\$"
    r"|(?<![\w$\\])\$(?P<dollar>(?![\s$])(?=[^$\n]*[\\^_{])[^$\n]{1,500}(?<!\s))\$(?![\w$])"
)


def may_be_math(text: str) -> bool:
    """Whether formulas are worth looking for."""
    return "$" in text or "\\(" in text or "\\[" in text


def formulas(text: str) -> list[tuple[str, str]]:
    """The text in parts: `text`, `math` or `display`, and what is written; signs around formulas are left out."""
    parts: list[tuple[str, str]] = []
    reached = 0
    for found in _FORMULA.finditer(text):
        body = found[found.lastgroup or 0]
        if body.strip():
            kind = "math" if found.lastgroup in ("inline", "dollar") else "display"
            parts += [("text", text[reached : found.start()]), (kind, body)]
            reached = found.end()
    return [*parts, ("text", text[reached:])]


def note(line: str) -> str:
    """The first line of a footnote: where there are no footnotes it must not define a link to somewhere else."""
    found = _DEFINITION.fullmatch(line)
    return f"&nbsp; {line}" if found and found[1].lower() not in LINK_SCHEMES else line
