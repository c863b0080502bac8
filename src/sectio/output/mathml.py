"""MathML as TeX: a small writer for what pages use, and plain text for the rest."""

import re
from collections.abc import Callable
from typing import Final

from sectio.dom.chars import normalise
from sectio.dom.page import Page

# Deeper formulas are written as the text in them.
MAX_LEVELS: Final = 60
_OPERATORS: Final = {
    "∑": "\\sum", "∏": "\\prod", "∫": "\\int", "∮": "\\oint", "⋃": "\\bigcup", "⋂": "\\bigcap", "∞": "\\infty", "±": "\\pm",
    "×": "\\times", "÷": "\\div", "·": "\\cdot", "⋅": "\\cdot", "∗": "*", "−": "-", "≤": "\\le", "≥": "\\ge", "≠": "\\ne",
    "≈": "\\approx", "≡": "\\equiv", "∼": "\\sim", "→": "\\to", "←": "\\leftarrow", "⇒": "\\Rightarrow", "⇔": "\\Leftrightarrow",
    "↦": "\\mapsto", "∈": "\\in", "∉": "\\notin", "⊂": "\\subset", "⊆": "\\subseteq", "∪": "\\cup", "∩": "\\cap", "∅": "\\emptyset",
    "∀": "\\forall", "∃": "\\exists", "¬": "\\neg", "∧": "\\wedge", "∨": "\\vee", "∂": "\\partial", "∇": "\\nabla", "…": "\\ldots",
    "⋯": "\\cdots", "⟨": "\\langle", "⟩": "\\rangle", "∥": "\\|", "′": "'", "″": "''", "⊕": "\\oplus", "⊗": "\\otimes",
    "ℝ": "\\mathbb{R}", "ℕ": "\\mathbb{N}", "ℤ": "\\mathbb{Z}", "ℚ": "\\mathbb{Q}", "ℂ": "\\mathbb{C}", "{": "\\{", "}": "\\}",
    "%": "\\%", "#": "\\#", "$": "\\$", "&": "\\&", "\u2061": "", "\u2062": "", "\u2063": "", "\u2064": "",
}  # fmt: skip
_GREEK: Final = dict(zip(
    "αβγδεζηθικλμνξπρστυφχψωΓΔΘΛΞΠΣΥΦΨΩϵϕ",
    "alpha beta gamma delta varepsilon zeta eta theta iota kappa lambda mu nu xi pi rho sigma tau upsilon varphi chi psi omega "
    "Gamma Delta Theta Lambda Xi Pi Sigma Upsilon Phi Psi Omega epsilon phi".split(),
    strict=True,
))  # fmt: skip
_FUNCTIONS: Final = frozenset(
    "sin cos tan cot sec csc log ln exp lim max min sup inf det dim ker arg gcd deg arcsin arccos arctan sinh cosh tanh".split()
)
_ACCENTS: Final = {
    "^": "\\hat", "ˆ": "\\hat", "~": "\\tilde", "˜": "\\tilde", "¯": "\\bar", "‾": "\\overline", "→": "\\vec", "⃗": "\\vec",
    "˙": "\\dot", ".": "\\dot", "¨": "\\ddot", "⏞": "\\overbrace",
}  # fmt: skip
_FENCES: Final = {"(": "pmatrix", "[": "bmatrix", "|": "vmatrix", "‖": "Vmatrix", "{": "cases"}
_COMMAND_END = re.compile(r"\\[A-Za-z]+$")
_TABLE: Final = "\\begin{matrix}"


def write(page: Page, node: int) -> str:
    """The formula of a `math` element."""
    return normalise(_Writer(page).inside(node, 0))


class _Writer:
    def __init__(self, page: Page) -> None:
        self._page = page

    def inside(self, node: int, level: int) -> str:
        """The children of an element, one after the other; brackets around a table are a part of it."""
        parts = [self._one(child, level) for child in self._children(node)]
        for i in range(1, len(parts) - 1):
            kind = _FENCES.get(parts[i - 1].removeprefix("\\"))
            if kind and parts[i].startswith(_TABLE):
                parts[i] = parts[i].replace("{matrix}", f"{{{kind}}}")
                parts[i - 1] = parts[i + 1] = ""
        return _joined(parts)

    def _children(self, node: int) -> list[int]:
        return [child for child in self._page.children(node) if self._page.tag_of(child) not in _SKIPPED]

    def _one(self, node: int, level: int) -> str:
        tag = self._page.tag_of(node)
        if tag == "#text" or tag in _LEAVES or level >= MAX_LEVELS:
            return _leaf(self._page.text(node), tag)
        written = _WRITERS.get(tag)
        if written is None:
            return self.inside(node, level + 1)
        return written(self, node, level + 1)

    def _parts(self, node: int, level: int, count: int) -> list[str]:
        """So many children, written; missing ones are empty."""
        found = [self._one(child, level) for child in self._children(node)[:count]]
        return found + [""] * (count - len(found))

    def fraction(self, node: int, level: int) -> str:
        above, below = self._parts(node, level, 2)
        return f"\\frac{{{above}}}{{{below}}}"

    def square_root(self, node: int, level: int) -> str:
        return f"\\sqrt{{{self.inside(node, level)}}}"

    def root(self, node: int, level: int) -> str:
        base, degree = self._parts(node, level, 2)
        return f"\\sqrt[{degree}]{{{base}}}"

    def below(self, node: int, level: int) -> str:
        base, low = self._parts(node, level, 2)
        return f"{_base(base)}_{_group(low)}"

    def above(self, node: int, level: int) -> str:
        base, high = self._parts(node, level, 2)
        return f"{_base(base)}^{_group(high)}"

    def both(self, node: int, level: int) -> str:
        base, low, high = self._parts(node, level, 3)
        return f"{_base(base)}_{_group(low)}^{_group(high)}"

    def over(self, node: int, level: int) -> str:
        base, high = self._parts(node, level, 2)
        accent = _ACCENTS.get(self._page.text(self._children(node)[1])) if len(self._children(node)) > 1 else None
        return f"{accent}{{{base}}}" if accent else f"{_base(base)}^{_group(high)}"

    def fenced(self, node: int, level: int) -> str:
        opening, closing = (self._page.attribute(node, name) for name in ("open", "close"))
        inner = ", ".join(self._one(child, level) for child in self._children(node))
        return f"{_leaf('(' if opening is None else opening, 'mo')}{inner}{_leaf(')' if closing is None else closing, 'mo')}"

    def table(self, node: int, level: int) -> str:
        rows = [child for child in self._children(node) if self._page.tag_of(child) in ("mtr", "mlabeledtr")]
        lines = [" & ".join(self.inside(cell, level) for cell in self._children(row)) for row in rows]
        return " ".join((_TABLE, " \\\\ ".join(lines), "\\end{matrix}"))


_SKIPPED: Final = frozenset(("annotation", "annotation-xml", "mphantom", "maligngroup", "malignmark"))
_LEAVES: Final = frozenset(("mi", "mo", "mn", "ms", "mtext", "mspace"))
_WRITERS: Final[dict[str, Callable[[_Writer, int, int], str]]] = {
    "mfrac": _Writer.fraction,
    "msqrt": _Writer.square_root,
    "mroot": _Writer.root,
    "msub": _Writer.below,
    "munder": _Writer.below,
    "msup": _Writer.above,
    "mover": _Writer.over,
    "msubsup": _Writer.both,
    "munderover": _Writer.both,
    "mfenced": _Writer.fenced,
    "mtable": _Writer.table,
}


def _leaf(text: str, tag: str) -> str:
    text = text.strip()
    if tag in ("mtext", "ms"):
        plain = re.sub(r"[\\{}$]", " ", text)
        return f"\\text{{{plain}}}" if plain.strip() else ""
    if text in _FUNCTIONS:
        return f"\\{text}"
    written = _joined(
        [_OPERATORS.get(char) or (f"\\{_GREEK[char]}" if char in _GREEK else _plain(char)) for char in text]
    )
    return f"\\mathrm{{{written}}}" if tag == "mi" and len(text) > 1 and text.isalpha() and text.isascii() else written


def _plain(char: str) -> str:
    return "" if char in _OPERATORS else char.replace("\\", "\\backslash")


def _joined(parts: list[str]) -> str:
    """Parts in a row, with a blank where a command would swallow the letter after it."""
    written = ""
    for part in parts:
        blank = " " if part[:1].isalpha() and _COMMAND_END.search(written[-24:]) else ""
        written += blank + part
    return written


def _base(text: str) -> str:
    return (
        text if len(text) < 2 or (re.fullmatch(r"\\[A-Za-z]+|[\w)\]}]+", text) and " " not in text) else f"{{{text}}}"
    )


def _group(text: str) -> str:
    return text if len(text) == 1 else f"{{{text}}}"
