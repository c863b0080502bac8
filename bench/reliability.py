"""Draw the reliability diagram of the shipped model's confidence: docs/reliability.svg.

python bench/reliability.py
"""

from pathlib import Path

from sectio.lab.evaluate.report import svg
from sectio.lab.training.figures import Bins, calibration_error
from sectio.model import store

OUT = Path(__file__).parents[1] / "docs" / "reliability.svg"
SIZE, EDGE = 300, 46
STYLE = (
    f"{svg.COLOURS}text{{font:12px sans-serif;fill:var(--ink)}}.grid{{stroke:var(--grid)}}"
    ".ideal{stroke:var(--soft);stroke-dasharray:4 3}.dot{fill:#1f6feb}"
)


def picture(bins: Bins) -> str:
    """One dot per tenth of the pages: confidence to the right, real F1 upwards; the dashed line is perfect."""

    def at(x: float, y: float) -> tuple[float, float]:
        return EDGE + x * SIZE, EDGE / 2 + (1 - y) * SIZE

    (left, bottom), (right, top) = at(0, 0), at(1, 1)
    parts: list[str] = []
    for tick in (0.0, 0.25, 0.5, 0.75, 1.0):
        x, y = at(tick, tick)
        parts += [svg.line(x, bottom, x, top, "grid"), svg.line(left, y, right, y, "grid")]
        parts += [
            svg.text(x, bottom + 14, f"{tick:g}", anchor="middle"),
            svg.text(left - 8, y, f"{tick:g}", anchor="end"),
        ]
    parts.append(svg.line(left, bottom, right, top, "ideal"))
    for guess, real, _ in bins:
        x, y = at(guess, real)
        parts.append(svg.tag("circle", cx=x, cy=y, r=4.5, cls="dot"))
    parts += [
        svg.text((left + right) / 2, bottom + 34, "confidence", anchor="middle"),
        svg.text(left, top - 12, f"word F1 of left-out pages; mean error {calibration_error(bins):.3f}"),
    ]
    return svg.standalone(
        SIZE + 2 * EDGE, SIZE + 2 * EDGE, "Reliability diagram of the confidence", STYLE, *parts, ground=svg.GROUND
    )


if __name__ == "__main__":
    OUT.write_text(picture(store.default().about["metrics"]["reliability"]) + "\n", encoding="utf-8")
