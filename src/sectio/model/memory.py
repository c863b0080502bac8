"""What the default extractor remembers about a site's sample pages, position by position of the site's templates.

A prior is a mean with its weight, at a position of a template: `"0.17"` is position 17 of the first one (-1: rows
without a partner). Lines are counts at a position: blocks, pages, headings, dated lines, different texts. Texts are
counted by their hashes, once per page.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Self, TypeVar

from sectio.errors import TemplateError
from sectio.once import once
from sectio.sites.template.model import MergedPart

Value = TypeVar("Value", int, float)
NOWHERE = -1


@dataclass(frozen=True)
class Memory:
    """Priors by position and page counts of texts, over a number of pages."""

    pages: int = 0
    priors: Mapping[str, Sequence[float]] = field(default_factory=dict)
    texts: Mapping[str, int] = field(default_factory=dict)
    lines: Mapping[str, Sequence[int]] = field(default_factory=dict)

    @once
    def pages_with(self) -> dict[int, int]:
        """On how many pages a text is, by its hash."""
        return {int(key): count for key, count in self.texts.items() if key.isdecimal()}

    def to_data(self) -> dict[str, Any]:
        """As plain values."""
        return {
            "pages": self.pages,
            "priors": dict(self.priors),
            "texts": dict(self.texts),
            "lines": {key: list(counts) for key, counts in self.lines.items()},
        }

    @classmethod
    def from_data(cls, data: Any) -> Self:
        """The memory from its data; models without one get an empty memory."""
        if not data:
            return cls()
        try:
            priors = {_key(key): [float(mean), float(weight)] for key, (mean, weight) in data["priors"].items()}
            texts = {str(key): int(count) for key, count in data["texts"].items()}
            # Earlier models have no lines: they know neither headline nor dates.
            lines = {_key(key): _five(counts) for key, counts in data.get("lines", {}).items()}
            return cls(int(data["pages"]), priors, texts, lines)
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise TemplateError(f"the site model is damaged ({error!r}); learn it again with `sectio learn`") from error


def _key(key: str) -> str:
    number, place = key.split(".")
    return f"{int(number)}.{int(place)}"


def _five(counts: Sequence[Any]) -> list[int]:
    blocks, pages, headings, dates, texts = (int(count) for count in counts)
    return [blocks, pages, headings, dates, texts]


def joined(sides: Sequence[Memory], parts: Sequence[Sequence[MergedPart]]) -> Memory:
    """The memory of a merged site; `parts` says for each of its templates which ones went into it."""
    sums: dict[str, list[float]] = {}
    lines: dict[str, list[int]] = {}
    for number, part in ((number, part) for number, sources in enumerate(parts) for part in sources):
        side = sides[part.side]
        for place, (mean, weight) in _moved(side.priors, part):
            total = sums.setdefault(f"{number}.{place}", [0.0, 0.0])
            total[0] += mean * weight
            total[1] += weight
        for place, counts in _moved(side.lines, part):
            before = lines.get(f"{number}.{place}", [0] * len(counts))
            lines[f"{number}.{place}"] = [a + b for a, b in zip(before, counts, strict=True)]
    texts: Counter[str] = Counter()
    for side in sides:
        texts.update(side.texts)
    priors = {key: [round(total / weight, 3), round(weight, 1)] for key, (total, weight) in sums.items() if weight > 0}
    return Memory(sum(side.pages for side in sides), priors, texts, lines)


def _moved(rows: Mapping[str, Sequence[Value]], part: MergedPart) -> list[tuple[int, Sequence[Value]]]:
    """What was noted at the positions of one template, at their new positions."""
    found = []
    for key, values in rows.items():
        number, _, place = key.partition(".")
        target = NOWHERE if int(place) < 0 else part.moves.get(int(place))
        if int(number) == part.number and target is not None:
            found.append((target, values))
    return found
