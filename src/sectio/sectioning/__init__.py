"""Cutting pages into sections, each with an importance: `describe` writes them, `weigh` and `weigh_decision` find them."""

from sectio.sectioning.decided import Decision, weigh_decision
from sectio.sectioning.evidence import Evidence, Explain, SupportsEvidence
from sectio.sectioning.importance import Weighed, weigh
from sectio.sectioning.segment import describe

__all__ = [
    "Decision", "Evidence", "Explain", "SupportsEvidence", "Weighed", "describe", "weigh", "weigh_decision",
]  # fmt: skip
