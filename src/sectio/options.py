"""The handful of things a user decides for every page; a method's own parameters stay with the method."""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any

from sectio.errors import InputError

MB = 1_000_000


@dataclass(frozen=True)
class Options:
    """Limits and tastes.

    `favor` runs from 0 (precision: leave out what is doubtful) to 1 (recall: keep it); the words `"precision"`,
    `"balanced"` and `"recall"` stand for 0, 0.5 and 1. `parameters` are handed to the method by name.
    """

    max_bytes: int = 20 * MB
    max_nodes: int = 1_000_000
    timeout: float = 10.0
    favor: float = 0.5
    parameters: Mapping[str, Any] = field(default_factory=dict)

    @classmethod
    def of(cls, given: "Options | Mapping[str, Any] | None") -> "Options":
        """Options from a mapping: known names are options, all others parameters of the method."""
        if given is None:
            return cls()
        if isinstance(given, Options):
            return given
        own = {item.name for item in fields(cls)} - {"parameters"}
        known = {name: value for name, value in given.items() if name in own}
        if "favor" in known:
            known["favor"] = _favor(known["favor"])
        for name in ("max_bytes", "max_nodes", "timeout"):
            if name in known and not (isinstance(known[name], int | float) and known[name] > 0):
                raise InputError(f"option {name} must be a positive number, not {known[name]!r}")
        parameters = {name: value for name, value in given.items() if name not in own and name != "parameters"}
        return cls(**known, parameters={**parameters, **given.get("parameters", {})})


def _favor(value: Any) -> float:
    named = {"precision": 0.0, "balanced": 0.5, "recall": 1.0}
    if isinstance(value, str) and value in named:
        return named[value]
    if isinstance(value, int | float) and 0 <= value <= 1:
        return float(value)
    raise InputError(f"option favor must be precision, balanced, recall or a number from 0 to 1, not {value!r}")
