"""MathML as TeX."""

import pytest

from sectio.dom.parse import parse
from sectio.output import mathml


def tex(markup: str) -> str:
    """The formula of a page with one."""
    page = parse(f"<math>{markup}</math>")
    return mathml.write(page, int(page.is_tag("math").argmax()))


@pytest.mark.parametrize(
    ("markup", "expected"),
    [
        ("<mfrac><mi>a</mi><mi>b</mi></mfrac>", r"\frac{a}{b}"),
        ("<msqrt><msup><mi>x</mi><mn>2</mn></msup></msqrt>", r"\sqrt{x^2}"),
        ("<mroot><mi>x</mi><mn>3</mn></mroot>", r"\sqrt[3]{x}"),
        ("<msubsup><mi>x</mi><mi>i</mi><mn>12</mn></msubsup>", "x_i^{12}"),
        ("<munderover><mo>∑</mo><mrow><mi>i</mi><mo>=</mo><mn>1</mn></mrow><mi>n</mi></munderover>", r"\sum_{i=1}^n"),
        ("<mi>α</mi><mi>x</mi><mo>≤</mo><mi>sin</mi><mi>y</mi>", r"\alpha x\le\sin y"),
        ("<mover><mi>x</mi><mo>¯</mo></mover>", r"\bar{x}"),
        ("<mo>(</mo><mtable><mtr><mtd><mi>a</mi></mtd><mtd><mi>b</mi></mtd></mtr></mtable><mo>)</mo>",
         r"\begin{pmatrix} a & b \end{pmatrix}"),
        ("<mtext>if {x}</mtext>", r"\text{if x }"),
        ("<mfrac><mi>a</mi></mfrac>", r"\frac{a}{}"),
        ("", ""),
    ],
)  # fmt: skip
def test_formulas(markup: str, expected: str) -> None:
    """Fractions, roots, scripts, sums, accents, matrices, text, and what is missing."""
    assert tex(markup) == expected


def test_deep_formulas_keep_their_text() -> None:
    """A thousand levels are written, as the text in them from some level on."""
    assert "x" in tex("<msqrt>" * 1000 + "<mi>x</mi>" + "</msqrt>" * 1000)
