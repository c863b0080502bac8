"""What judges said: their files, read and checked; precision and recall against them, and how far they agree."""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import Any, Final

from sectio.errors import InputError
from sectio.lab.experiments.result import Cell, Table
from sectio.lab.judging.sheet import LABELS, ROLES, SCHEMA, TYPES
from sectio.lab.metrics import Score, harmonic_mean
from sectio.lab.metrics.agreement import cohen_kappa, majority, observed

FOLDER: Final = "judgements"  # of a data folder: the files of its judges
KINDS: Final = ("sections", "type", "regions", "blocks")
MAJORITY: Final = "majority"
_ALLOWED: Final = {"type": TYPES, "regions": ROLES, "blocks": LABELS}

Answers = dict[tuple[str, int], Any]  # page and number of the item, to the answer


@dataclass(frozen=True)
class Judge:
    """One judge's file: the answers to each question, and what the program had decided about the same items."""

    name: str
    sheet: str
    said: dict[str, Answers]
    found: dict[str, Answers]


def read(path: Path) -> Judge:
    """Read a file that a sheet saved."""
    try:
        record = json.loads(path.read_text("utf-8"))
        if record["schema"] != SCHEMA:
            raise InputError(f"{path}: expected {SCHEMA}, found {record['schema']!r}")
        said: dict[str, Answers] = {kind: {} for kind in ("right", "noisy", *KINDS[1:])}
        found: dict[str, Answers] = {kind: {} for kind in said}
        for page in record["pages"]:
            _add(page, said, found)
        return Judge(str(record["judge"]), str(record["sheet"]), said, found)
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        if isinstance(error, InputError):
            raise
        raise InputError(f"{path} is not a file that a judge saved ({error!r})") from error


def _add(page: dict[str, Any], said: dict[str, Answers], found: dict[str, Answers]) -> None:
    """The answers about one page; a part that was not judged is null."""
    name = str(page["page"])
    for number, ticks in enumerate(page["sections"] or ()):
        said["right"][name, number] = bool(ticks["right"])
        said["noisy"][name, number] = bool(ticks["noisy"])
        found["noisy"][name, number] = bool(page["found"]["sections"][number])
    if page["type"] is not None:
        said["type"][name, 0] = _one_of("type", page["type"])
        found["type"][name, 0] = str(page["found"]["type"])
    for kind in ("regions", "blocks"):
        for number, answer in enumerate(page[kind] or ()):
            said[kind][name, number] = _one_of(kind, answer)
            found[kind][name, number] = str(page["found"][kind][number])


def _one_of(kind: str, answer: Any) -> str:
    if answer not in _ALLOWED[kind]:
        raise ValueError(f"{answer!r} is not one of {', '.join(_ALLOWED[kind])}")
    return str(answer)


def read_all(paths: Sequence[Path]) -> list[Judge]:
    """The judges of one sheet, by name; files of different sheets cannot be compared."""
    judges = sorted(map(read, sorted(paths)), key=lambda judge: judge.name)
    if len({judge.sheet for judge in judges}) > 1:
        raise InputError("the files are of different sheets: judges must have judged the same pages")
    return judges


def with_majority(judges: Sequence[Judge]) -> list[Judge]:
    """The judges and, of three or more, what most of them said about items that all of them judged."""
    if len(judges) < 3:
        return list(judges)
    first, *others = judges
    said: dict[str, Answers] = {}
    for kind, answers in first.said.items():
        common = [item for item in answers if all(item in other.said[kind] for other in others)]
        said[kind] = {item: majority([judge.said[kind][item] for judge in judges]) for item in common}
    return [*judges, Judge(MAJORITY, first.sheet, said, first.found)]


def precision_recall(judge: Judge, kind: str, answer: Any) -> Score:
    """How the program's `answer` compares with the judge's: P of those it gave, R of those the judge gave."""
    items = judge.said[kind]
    given = [item for item in items if judge.found[kind].get(item) == answer]
    wanted = sum(value == answer for value in items.values())
    right = sum(items[item] == answer for item in given)
    precision, recall = (right / len(given) if given else 0.0), (right / wanted if wanted else 0.0)
    return Score(precision, recall, harmonic_mean(precision, recall))


def section_tables(judges: Sequence[Judge]) -> list[Table]:
    """Noisy sections against each judge, the share of right cuts, and agreement."""
    rows: list[list[Cell]] = []
    for judge in with_majority([judge for judge in judges if judge.said["noisy"]]):
        cut = [*judge.said["right"].values()]
        score = precision_recall(judge, "noisy", True)
        rows.append([judge.name, len(cut), score.precision, score.recall, sum(cut) / max(len(cut), 1)])
    head = ("judge", "sections", "noisy P", "noisy R", "right cut")
    return [Table("noisy sections, by people", head, rows), *_agreement(judges, ("right", "noisy"))] if rows else []


def type_tables(judges: Sequence[Judge]) -> list[Table]:
    """SD's types and regions against each judge, and agreement."""
    rows: list[list[Cell]] = []
    for judge in with_majority([judge for judge in judges if judge.said["type"]]):
        right = _right(judge, "type")
        rows.append([judge.name, len(judge.said["type"]), right, _right(judge, "regions")])
    head = ("judge", "pages", "type right", "regions right")
    return (
        [Table("SD's types and regions, by people", head, rows), *_agreement(judges, ("type", "regions"))]
        if rows
        else []
    )


def block_tables(judges: Sequence[Judge]) -> list[Table]:
    """V-Wrapper's labels against each judge, and agreement."""
    rows: list[list[Cell]] = []
    for judge in with_majority([judge for judge in judges if judge.said["blocks"]]):
        scores = [precision_recall(judge, "blocks", label) for label in ("HEADLINE", "BODY")]
        rows.append([judge.name, len(judge.said["blocks"]), *(side for score in scores for side in score[:2])])
    head = ("judge", "blocks", "headline P", "headline R", "body P", "body R")
    return [Table("V-Wrapper's blocks, by people", head, rows), *_agreement(judges, ("blocks",))] if rows else []


def tables(data: Path, make: Callable[[Sequence[Judge]], list[Table]]) -> list[Table]:
    """The tables of the judges whose files are in a data folder; none where nobody judged."""
    files = sorted((data / FOLDER).glob("*.json")) if (data / FOLDER).is_dir() else []
    return make(read_all(files)) if files else []


def _right(judge: Judge, kind: str) -> float | None:
    items = judge.said[kind]
    return sum(judge.found[kind].get(item) == answer for item, answer in items.items()) / len(items) if items else None


def _agreement(judges: Sequence[Judge], kinds: Sequence[str]) -> list[Table]:
    """Cohen's kappa of each pair of judges, over the items both judged."""
    rows: list[list[Cell]] = []
    for a, b in combinations(judges, 2):
        for kind in kinds:
            common = [item for item in a.said[kind] if item in b.said[kind]]
            pair = [[judge.said[kind][item] for item in common] for judge in (a, b)]
            if common:
                rows.append([f"{a.name} and {b.name}", kind, len(common), observed(*pair), cohen_kappa(*pair)])
    head = ("judges", "question", "items", "same answer", "Cohen's kappa")
    return [Table("agreement of judges", head, rows)] if rows else []
