"""Do the tests notice a changed decision? Change one thing at a time in the decision modules and run their tests.

    python bench/mutate.py                          twelve mutants of each module
    python bench/mutate.py --sample 40 --seed 2     others, and more of them
    python bench/mutate.py model/strays.py --all    every mutant of one module

A mutant is killed when a test fails or does not end. The tree is copied, so nothing here changes. Mutants that change
nothing a user could see are listed in `EQUIVALENT` with a reason and are not counted.
"""

import argparse
import ast
import json
import os
import random
import shutil
import signal
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

# What tests need besides the package is imported once; the runs are forks of this process.
import click.testing  # noqa: F401
import hypothesis  # noqa: F401
import numpy.testing  # noqa: F401
import pytest
import turbohtml  # noqa: F401

ROOT = Path(__file__).parents[1]
GOAL = 0.85
TIMEOUT = 300
GOLDEN = "tests/golden"
# Whole numbers up to this one are counts and positions, larger ones are thresholds.
SMALL = 10

# The decision modules, and the tests that should notice, the quickest first.
TESTS: dict[str, tuple[str, ...]] = {
    "analysis.py": ("tests/test_deciding.py", GOLDEN, "tests/sectioning/test_segment.py", "tests/test_results.py"),
    "sectioning/decided.py": ("tests/sectioning/test_decided.py", GOLDEN, "tests/sectioning/test_segment.py"),
    "sectioning/roles.py": ("tests/sectioning/test_roles.py", GOLDEN, "tests/sectioning/test_segment.py"),
    "model/extractor.py": ("tests/model/test_decide.py", GOLDEN, "tests/model/test_extractor.py"),
    "model/sitemode.py": ("tests/model/test_blend.py", GOLDEN, "tests/model/test_sitemode.py"),
    "model/priors.py": ("tests/model/test_priors.py", "tests/model/test_blend.py", GOLDEN),
    "model/closure.py": ("tests/model/test_closure.py", GOLDEN, "tests/model/test_placement.py"),
    "model/places.py": ("tests/model/test_places.py", GOLDEN, "tests/model/test_verdict.py"),
    "model/placement.py": ("tests/model/test_placement.py", GOLDEN, "tests/model/test_closure.py"),
    "model/strays.py": ("tests/model/test_strays.py", GOLDEN),
    "model/appeals.py": ("tests/model/test_appeals.py", GOLDEN),
    "model/verdict.py": ("tests/model/test_verdict.py", GOLDEN, "tests/model/test_decide.py"),
    "model/fallback.py": ("tests/model/test_fallback.py", GOLDEN),
    "model/pagetype.py": ("tests/model/test_pagetype.py", GOLDEN, "tests/model/test_verdict.py"),
    "threads/items.py": (
        "tests/threads/test_items.py",
        "tests/threads/test_threads.py",
        "tests/threads/test_systems.py",
    ),
    "threads/reading.py": (
        "tests/threads/test_reading.py",
        "tests/threads/test_threads.py",
        "tests/threads/test_systems.py",
    ),
    "threads/nesting.py": (
        "tests/threads/test_nesting.py",
        "tests/threads/test_threads.py",
        "tests/threads/test_systems.py",
    ),
    "method.py": ("tests/test_conformance.py",),
    "options.py": ("tests/test_options.py", "tests/test_deadline.py", "tests/dom/test_selecting.py"),
    "reader.py": ("tests/test_reader.py", "tests/test_api.py", "tests/test_foreign.py", "tests/dom/test_selecting.py"),
    "deadline.py": ("tests/test_deadline.py", "tests/test_results.py"),
}
# Only these functions of a module decide; the rest is arithmetic that other tests compare with slow twins.
ONLY = {"model/extractor.py": ("choose", "decide", "_outside", "_without_comments", "select", "_warnings")}
# Line as it is written, changes, and why no test can tell them from the original.
EQUIVALENT: dict[str, tuple[tuple[str, str, str], ...]] = {
    "analysis.py": (
        ("size = np.maximum(page.text_len[rows], 1)", "1 becomes 2", "weighs only rows without text"),
        ('text = page.source.raw_text(0).strip("\\r\\n") if "plain_text" in page.warnings else None', "0 becomes 1", "the only element below the root"),
        ("if not title or page.text_len[rows].sum() > 2 * len(title):", "2 becomes 3", "only takes time"),
        ("if request.warnings:", "the condition is always true", "only saves time"),
    ),
    "sectioning/decided.py": (
        ("return np.clip(np.where(self.chance < border, below, above), 0, 1)", "Lt becomes LtE", "both are a half at the border"),
        ("share /= np.maximum(whole, 1e-9, out=whole)", "1e-09 becomes 0.1000000015", "what is shown is larger"),
        ("leaves = np.flatnonzero((shown > 0) & (made.section >= 0))", "0 becomes -1", "what is shown is in a section"),
    ),
    "sectioning/roles.py": (
        ("_AT_ONCE: Final = 65_536  # rows", "65536 becomes 32768; 65536 becomes 98304", "only takes memory"),
        ("own = np.full(len(page), -1, np.int32)", "1 becomes 2", "any negative number means none"),
    ),
    "model/sitemode.py": (
        ("mean = np.bincount(part, own * logits) / np.maximum(whole, 1e-9)", "1e-09 becomes 0.1000000015", "a part has no weight, or at least a half"),
        ("SOME = 20", "20 becomes 30; 20 becomes 10", "only takes time"),
        ("if not len(blocks):", "the condition is always false", "only saves time"),
        ("same = np.array([memory.pages_with.get(code, 0) for code in _hashes(blocks)]) / max(memory.pages, 1)", "1 becomes 2", "half of one page is often enough too"),
    ),
    "model/priors.py": (
        ("while above >= 0 and expected[above] < HEAD_SHARE * expected[0]:", "GtE becomes Gt", "the root never has less than a share of itself"),
    ),
    "model/closure.py": (
        ('if page.has("ul", "ol"):', "the condition is always true", "only saves time"),
    ),
    "model/places.py": (
        ("_FACTOR: Final = np.int64(1_000_003)", "1000003 becomes 1500004; 1000003 becomes 500002", "no post has so many levels that even factors run out"),
        ("if not found.any():", "the condition is always false", "only saves time"),
        ("place = np.where(own, place * _FACTOR + own, place)", "Add becomes Sub", "as good a number"),
    ),
    "model/placement.py": (
        ("if not len(rows):", "the condition is always false", "only saves time"),
        ("return np.full(len(blocks), -1, np.int32)", "1 becomes 0", "texts are in the body, and it in the root"),
        ("return np.where((at >= 0) & (blocks.node < page.end[paragraphs[at]]), own[at], np.int32(-1))", "1 becomes 0", "texts are in the body, and it in the root"),
    ),
    "model/strays.py": (
        ("LABEL_WORDS: Final = 3", "3 becomes 4", "no label has four words"),
        ('_NOT_LETTERS: Final = "".join(letter for letter in map(chr, range(128)) if not letter.isalnum())', "128 becomes 192", "they are taken off ASCII"),
        ("may_lead = (links > 1) | (~linked[blocks.first] & linked[blocks.last - 1])", "Gt becomes GtE; 1 becomes 0; BitAnd becomes BitOr", "only saves time"),
        ("flags |= HEADED * ((page.heading.take(page.parent.take(blocks.node)) > 0) & (words <= LINE_WORDS))", "LtE becomes Lt", "no heading about the author has thirty words"),
        ("if text.isascii():  # nearly all of them: a pattern takes longer", "the condition is always false", "only saves time"),
        ("if not headed:", "the condition is always false", "only saves time"),
        ("if not candidates:", "the condition is always false", "only saves time"),
        ("text = blocks.page.texts[first] if last - first == 1 else blocks.text(block)", "Eq becomes NotEq; Sub becomes Add; 1 becomes 2; 1 becomes 0", "only saves time"),
    ),
    "model/appeals.py": (
        ("if not _may_ask(page, start, end):", "the condition is always false", "only saves time"),
        ("if not asking:", "the condition is always false", "only saves time"),
        ('return any(hint in together for hint in _HINTS.split(b"\\0"))', "In becomes NotIn", "only saves time"),
        ('if "//" not in address[:8]:', "the condition is always false; 8 becomes 9", "only saves time"),
        ('return ""', "returns None", "no host either way"),
    ),
    "threads/items.py": (
        ("key = (int(page.tag[row]), number, 0 if number else int(page.depth[row]))", "0 becomes 1; 0 becomes -1", "only one for all"),
        ("if number:", "the condition is always true", "only an empty class has the number 0"),
        ("change: dict[int, int] = {0: -1}", "0 becomes 1; 0 becomes -1", "the root is in no contribution"),
    ),
    "threads/reading.py": (
        ('return {word for word in own if not word.isdigit()} <= _ACTIONS | {""}', "LtE becomes Lt", "five words are never all of them"),
        ("if found is None:", "the condition is always true", "only saves time"),
        ("number_of, block, number = self.parts.blocks, list[int](), -1", "USub is removed; 1 becomes 2; 1 becomes 0", "not looked at before the first text"),
        ("if len(positions) == 1:", "the condition is always false", "only saves time"),
    ),
    "threads/nesting.py": (
        ("if row <= 1:", "the condition is always false; LtE becomes Lt; 1 becomes 2; 1 becomes 0", "nothing is beside the body or before the first element"),
        ("if not page.tag[row]:", "the condition is always false", "texts have no attributes"),
    ),
    "options.py": (
        ("def deadline(self, pages: int = 1) -> Deadline:", "1 becomes 0", "no page has as much time as one"),
    ),
    "reader.py": (
        ("if is_page(data) and not (limits.prune or limits.only) and is_utf8(data, encoding):", "the condition is always false", "only saves time"),
        ("if 4 * len(source) > limits.max_bytes:", "the condition is always true; Gt becomes GtE; 4 becomes 5", "only saves time"),
    ),
    "deadline.py": (
        ("BETWEEN_LOOKS = 256", "256 becomes 128", "only takes time"),
        ("if not number % BETWEEN_LOOKS:", "the condition is always true", "only takes time"),
        ("if until != _running.until:", "the condition is always true", "only saves time"),
        ("if kind is None and self.left <= 0:", "LtE becomes Lt", "no clock reads exactly nothing left"),
        ("if self.left <= 0:", "LtE becomes Lt", "no clock reads exactly nothing left"),
        ("if time.monotonic() > _running.until:", "Gt becomes GtE", "no clock reads exactly nothing left"),
        ("if compiled.core:", "the condition is always true", "with compiled code it is"),
    ),
}  # fmt: skip

_SWAPS: dict[type[ast.AST], type[ast.AST]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.In: ast.NotIn, ast.NotIn: ast.In, ast.And: ast.Or, ast.Or: ast.And,
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Div, ast.Div: ast.Mult, ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd,
}  # fmt: skip


@dataclass(frozen=True)
class Mutant:
    """A module with one thing changed: a change by its number, at a node by its number."""

    module: str
    line: int
    code: str
    change: str
    place: int
    number: int

    def __str__(self) -> str:
        return f"{self.module}:{self.line}: {self.change}: {self.code}"

    def of(self, source: str) -> str:
        """The changed source."""
        tree = ast.parse(source)
        _apply(tree, _places(self.module, tree)[self.place], self.number)
        return ast.unparse(tree)


def mutants(module: str, source: str) -> Iterator[Mutant]:
    """Every mutant of a module, in the order of its lines."""
    lines = source.splitlines()
    for place, node in enumerate(_places(module, ast.parse(source))):
        for number, change in enumerate(_changes(node)):
            line = getattr(node, "lineno", 1)
            yield Mutant(module, line, lines[line - 1].strip(), change, place, number)


def _places(module: str, tree: ast.Module) -> list[ast.AST]:
    return [node for part in _parts(module, tree) for node in _deciding(part)]


def _parts(module: str, tree: ast.Module) -> list[ast.stmt]:
    wanted = ONLY.get(module)
    return [part for part in tree.body if wanted is None or getattr(part, "name", None) in wanted]


def _deciding(part: ast.AST) -> Iterator[ast.AST]:
    """The nodes of a statement, without what decides nothing: annotations, imports, decorators, texts, raises, reprs, and whether
    `zip` counts.
    """
    if isinstance(part, ast.Import | ast.ImportFrom | ast.Raise | ast.Assert | ast.JoinedStr | ast.arg):
        return
    if isinstance(part, ast.keyword) and part.arg == "strict":
        return
    if isinstance(part, ast.FunctionDef) and part.name == "__repr__":
        return
    yield part
    for name, value in ast.iter_fields(part):
        if name not in ("annotation", "returns", "decorator_list", "type_comment"):
            for child in value if isinstance(value, list) else [value]:
                if isinstance(child, ast.AST):
                    yield from _deciding(child)


def _changes(node: ast.AST) -> list[str]:
    """What can be changed at a node; `_apply` takes the number of the change."""
    if isinstance(node, ast.Compare):
        return [f"{type(op).__name__} becomes {_SWAPS[type(op)].__name__}" for op in node.ops if type(op) in _SWAPS]
    if isinstance(node, ast.BoolOp | ast.BinOp | ast.AugAssign) and type(node.op) in _SWAPS:
        return [f"{type(node.op).__name__} becomes {_SWAPS[type(node.op)].__name__}"]
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not | ast.Invert | ast.USub):
        return [f"{type(node.op).__name__} is removed"]
    if isinstance(node, ast.Constant) and isinstance(node.value, bool):
        return [f"{node.value} becomes {not node.value}"]
    if isinstance(node, ast.Constant) and isinstance(node.value, int | float):
        return [f"{node.value} becomes {value}" for value in _around(node.value)]
    if isinstance(node, ast.Return) and node.value is not None and not _says_no(node.value):
        return ["returns None"]
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
        return ["is removed"]
    if isinstance(node, ast.If):
        return ["the condition is always true", "the condition is always false"]
    return []


def _around(value: float) -> tuple[float, float]:
    """A little more and less: one for a small whole number, half for any other, since no page tells 120 words from 121."""
    if isinstance(value, int):
        step = 1 if abs(value) <= SMALL else abs(value) // 2
        return value + step, value - step
    return value * 1.5 + 0.1, value * 0.5 - 0.01


def _says_no(node: ast.AST) -> bool:
    """Whether a value is None already, or False, which is as good."""
    return isinstance(node, ast.Constant) and (node.value is None or node.value is False)


def _apply(tree: ast.AST, node: ast.AST, number: int) -> None:
    """Make a change of `_changes` in place."""
    if isinstance(node, ast.Compare):
        known = [i for i, op in enumerate(node.ops) if type(op) in _SWAPS]
        node.ops[known[number]] = _SWAPS[type(node.ops[known[number]])]()  # type: ignore[call-overload]
    elif isinstance(node, ast.BoolOp | ast.BinOp | ast.AugAssign):
        node.op = _SWAPS[type(node.op)]()  # type: ignore[assignment]
    elif isinstance(node, ast.UnaryOp):
        _replace(tree, node, node.operand)
    elif isinstance(node, ast.Constant) and isinstance(node.value, bool):
        node.value = not node.value
    elif isinstance(node, ast.Constant) and isinstance(node.value, int | float):
        node.value = _around(node.value)[number]
    elif isinstance(node, ast.Return | ast.Expr):
        node.value = ast.Constant(None)
    elif isinstance(node, ast.If):
        node.test = ast.Constant(number == 0)


def _replace(tree: ast.AST, old: ast.AST, new: ast.AST) -> None:
    for parent in ast.walk(tree):
        for name, value in ast.iter_fields(parent):
            if value is old:
                setattr(parent, name, new)
            elif isinstance(value, list):
                setattr(parent, name, [new if item is old else item for item in value])


def is_killed(mutant: Mutant, folder: Path) -> bool:
    """Whether a test of the module fails, or does not end, in a copy of the tree with the mutant in it."""
    path = folder / "src" / "sectio" / mutant.module
    kept, times = path.read_text(encoding="utf-8"), (path.stat().st_atime, path.stat().st_mtime)
    path.write_text(mutant.of(kept), encoding="utf-8")
    try:
        return _run_tests(mutant.module, folder) != 0
    finally:
        path.write_text(kept, encoding="utf-8")
        os.utime(path, times)


def _run_tests(module: str, folder: Path, *, compile_modules: bool = False) -> int:
    """Run the tests of a module, in a fork of this process, which has imported all but the package.

    Compiled modules are kept from the run without a mutant, and never from one with it.
    """
    child = os.fork()
    if child == 0:
        code = 1
        try:
            os.setsid()
            code = _tested(TESTS[module], folder, compile_modules)
        finally:
            os._exit(code)
    until = time.monotonic() + TIMEOUT
    while time.monotonic() < until:
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            return os.waitstatus_to_exitcode(status)
        time.sleep(0.02)
    os.killpg(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return 1


def _tested(tests: Sequence[str], folder: Path, compile_modules: bool) -> int:
    """Run tests in a copy of the tree, without a word."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.dup2(nowhere, 2)
    os.chdir(folder)
    sys.path[:0] = [str(folder), str(folder / "src")]
    sys.dont_write_bytecode = not compile_modules
    os.environ["PYTHONPATH"] = str(folder / "src")
    os.environ["PYTHONDONTWRITEBYTECODE"] = "" if compile_modules else "1"
    return int(pytest.main(["-x", "-q", "-p", "no:cacheprovider", *tests]))


def copied(folder: Path) -> Path:
    """A copy of what the tests need."""
    skipped = shutil.ignore_patterns("__pycache__", ".*")
    for name in ("src", "tests"):
        shutil.copytree(ROOT / name, folder / name, ignore=skipped)
    shutil.copy(ROOT / "pyproject.toml", folder)
    return folder


def chosen(module: str, sample: int | None, seed: int) -> list[Mutant]:
    """Some mutants of a module, or all, less the equivalent ones."""
    source = (ROOT / "src" / "sectio" / module).read_text(encoding="utf-8")
    known = _equivalent(module, source)
    found = [one for one in mutants(module, source) if (one.code, one.change) not in known]
    if sample is None or sample >= len(found):
        return found
    return sorted(random.Random(f"{seed} {module}").sample(found, sample), key=lambda one: one.line)


def _equivalent(module: str, source: str) -> set[tuple[str, str]]:
    """Lines and changes of a module that no test can notice; one that is not there any more is a mistake."""
    lines, listed = {line.strip() for line in source.splitlines()}, EQUIVALENT.get(module, ())
    stale = [code for code, *_ in listed if code not in lines]
    if stale:
        raise SystemExit(f"{module} has no line {stale[0]!r} any more; correct EQUIVALENT")
    return {(code, change) for code, changes, _ in listed for change in changes.split("; ")}


def run(modules: Sequence[str], sample: int | None, seed: int) -> dict[str, dict[str, object]]:
    """For each module how many mutants were made and killed, and the survivors."""
    results: dict[str, dict[str, object]] = {}
    with tempfile.TemporaryDirectory() as made:
        folder = copied(Path(made))
        for module in modules:
            if _run_tests(module, folder, compile_modules=True) != 0:
                raise SystemExit(f"the tests of {module} fail without any mutant; fix them first")
            every = chosen(module, sample, seed)
            survivors = [str(one) for one in every if not is_killed(one, folder)]
            results[module] = {"mutants": len(every), "killed": len(every) - len(survivors), "survivors": survivors}
            print(f"{module}: {len(every) - len(survivors)} of {len(every)} killed", file=sys.stderr, flush=True)
            for one in survivors:
                print(f"  {one}", file=sys.stderr, flush=True)
    return results


def main() -> int:
    """Print the figures as JSON; exit 1 when too few mutants are killed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("modules", nargs="*", help="decision modules; all by default")
    parser.add_argument("--sample", type=int, default=12, help="mutants of each module")
    parser.add_argument("--all", action="store_true", help="every mutant")
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    os.nice(10)
    results = run(given.modules or list(TESTS), None if given.all else given.sample, given.seed)
    print(json.dumps(results, indent=1))
    made, killed = (sum(int(str(row[name])) for row in results.values()) for name in ("mutants", "killed"))
    print(f"{killed} of {made} killed ({killed / max(made, 1):.0%})", file=sys.stderr)
    return 0 if killed >= GOAL * made else 1


if __name__ == "__main__":
    raise SystemExit(main())
