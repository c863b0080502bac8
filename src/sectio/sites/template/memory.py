"""What an extractor of a higher layer remembers of a site's sample pages; kept here so that it moves as templates do.

A prior is a mean with its weight, at a position of a template: `"0.17"` is position 17 of the first one (-1: rows
without a partner). Texts are counted by their hashes, once a page.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Self

from sectio.errors import TemplateError

Moves = Mapping[int, int]
NOWHERE = -1


class Origin(NamedTuple):
    """A template of before: its side, its number there, and where its positions went."""

    side: int
    number: int
    moves: Moves


@dataclass(frozen=True)
class Memory:
    """Priors by position and page counts of texts, over so many pages."""

    pages: int = 0
    priors: Mapping[str, Sequence[float]] = field(default_factory=dict)
    texts: Mapping[str, int] = field(default_factory=dict)

    def to_data(self) -> dict[str, Any]:
        """As plain values."""
        return {"pages": self.pages, "priors": dict(self.priors), "texts": dict(self.texts)}

    @classmethod
    def from_data(cls, data: Any) -> Self:
        """The memory back; models without one are as good as those that have nothing to remember."""
        if not data:
            return cls()
        try:
            priors = {_key(key): [float(mean), float(weight)] for key, (mean, weight) in data["priors"].items()}
            texts = {str(key): int(count) for key, count in data["texts"].items()}
            return cls(int(data["pages"]), priors, texts)
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise TemplateError(f"the site model is damaged ({error!r}); learn it again with `sectio learn`") from error


def _key(key: str) -> str:
    number, place = key.split(".")
    return f"{int(number)}.{int(place)}"


def joined(sides: Sequence[Memory], origins: Sequence[Sequence[Origin]]) -> Memory:
    """The memory of a merged site; `origins` says for each of its templates which ones went into it."""
    sums: dict[str, list[float]] = {}
    for number, sources in enumerate(origins):
        for key, mean, weight in (found for origin in sources for found in _moved(sides, origin)):
            total = sums.setdefault(f"{number}.{key}", [0.0, 0.0])
            total[0] += mean * weight
            total[1] += weight
    texts: Counter[str] = Counter()
    for side in sides:
        texts.update(side.texts)
    priors = {key: [round(total / weight, 3), round(weight, 1)] for key, (total, weight) in sums.items()}
    return Memory(sum(side.pages for side in sides), priors, texts)


def _moved(sides: Sequence[Memory], origin: Origin) -> list[tuple[int, float, float]]:
    """The priors of one template at their new positions."""
    found = []
    for key, (mean, weight) in sides[origin.side].priors.items():
        number, _, place = key.partition(".")
        target = NOWHERE if int(place) < 0 else origin.moves.get(int(place))
        if int(number) == origin.number and target is not None and weight > 0:
            found.append((target, mean, weight))
    return found
