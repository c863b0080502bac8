"""Finding repetition in one child list (spec §4.2).

Only the plan is made here: which run of siblings repeats a block of how many. Merging the blocks is learning.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

from sectio import deadline
from sectio.sites.template.align import similarity

FOLD_SIM: Final = 0.6
# Two blocks are little evidence: an article may look like the footer below it. They have to be more similar.
PAIR_SIM: Final = 0.8
MAX_PERIOD: Final = 8
MIN_REPEAT: Final = 2
LONG_LIST: Final = 2000
LONG_PERIOD: Final = 3
# Rich text is not a list of items.
FORMATTING: Final = frozenset("b i em strong span font u small".split())


class Member(NamedTuple):
    """A sibling, for folding; `label` is empty for operators, which never fold."""

    label: str
    sig: frozenset[int]


class Run(NamedTuple):
    """`times` blocks of `period` siblings, from `start` on."""

    start: int
    period: int
    times: int


def find_runs(members: Sequence[Member], *, fold_sim: float = FOLD_SIM, max_period: int = MAX_PERIOD) -> list[Run]:
    """All runs to fold, in order: the one that covers most, then those to its left and right."""
    limit = LONG_PERIOD if len(members) > LONG_LIST else max_period
    found: list[Run] = []
    parts = [(0, len(members))]
    while parts:
        start, stop = parts.pop()
        run = find_run(members[start:stop], fold_sim=fold_sim, max_period=limit)
        if run is not None:
            run = run._replace(start=run.start + start)
            found.append(run)
            parts += [(start, run.start), (run.start + run.period * run.times, stop)]
    return sorted(found)


def find_run(members: Sequence[Member], *, fold_sim: float = FOLD_SIM, max_period: int = MAX_PERIOD) -> Run | None:
    """The run that covers most siblings; on a tie the smaller period, then the earlier start."""
    best, covered = None, 0
    for period in range(1, min(max_period, len(members) // MIN_REPEAT) + 1):
        start = 0
        reach = _same_ahead(members, period)
        while start + MIN_REPEAT * period <= len(members):
            deadline.check()
            most = (1 + reach[start] // period) * period
            if most > max(covered, period):
                count = _count(members, start, period, most // period, fold_sim)
                if count >= MIN_REPEAT and count * period > covered:
                    best, covered = Run(start, period, count), count * period
            start += 1
    return best


def _same_ahead(members: Sequence[Member], period: int) -> list[int]:
    """From each position on, how many siblings in a row have the label of the one a period later."""
    reach = [0] * (len(members) + 1)
    for place in range(len(members) - period - 1, -1, -1):
        label = members[place].label
        if label and label == members[place + period].label and label.partition(".")[0] not in FORMATTING:
            reach[place] = reach[place + 1] + 1
    return reach


def _count(members: Sequence[Member], start: int, period: int, most: int, fold_sim: float) -> int:
    """Consecutive blocks similar to the first."""
    count = 1
    while count < most and _block_likeness(members, start, start + count * period, period) >= fold_sim:
        count += 1
    if count == MIN_REPEAT and _block_likeness(members, start, start + period, period) < PAIR_SIM:
        return 1
    return count


def _block_likeness(members: Sequence[Member], one: int, other: int, period: int) -> float:
    """Mean similarity of two blocks, sibling by sibling."""
    pairs = zip(members[one : one + period], members[other : other + period], strict=True)
    return sum(_likeness(a, b) for a, b in pairs) / period


def _likeness(a: Member, b: Member) -> float:
    return 1.0 if a.sig is b.sig else similarity(a.sig, b.sig)
