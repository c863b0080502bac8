"""The learned default: features are sound, the choice is the best prefix, the model file is checked."""

import json
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import sectio
from sectio.dom.page import Page
from sectio.dom.parse import parse
from sectio.errors import ModelError
from sectio.model import extractor, features, pagetype, store
from tests.strategies import pages
from tests.test_api import ODD, PAGE


@given(pages())
def test_features_are_finite_and_repeat(page: Page) -> None:
    """One finite number per block and name, the same twice: the model never sees NaN."""
    first, blocks = features.matrix(page)
    again, _ = features.matrix(page)
    assert first.shape == (len(blocks), len(features.NAMES))
    assert np.isfinite(first).all()
    assert np.array_equal(first, again)


@pytest.mark.parametrize("kind", ODD)
def test_odd_pages_have_finite_features(kind: str) -> None:
    """The pages of the bad-input list, too."""
    data = ODD[kind]
    matrix, _ = features.matrix(parse(data.decode("utf-8", "replace")))
    assert np.isfinite(matrix).all()


def test_feature_names_are_unique() -> None:
    """Names are the contract between a model file and the code."""
    assert len(set(features.NAMES)) == len(features.NAMES)


@given(st.lists(st.tuples(st.floats(0.01, 0.99), st.integers(1, 50)), min_size=1, max_size=7))
def test_the_choice_has_the_best_expected_f1(blocks: list[tuple[float, int]]) -> None:
    """No other set of blocks has a higher expected F1."""
    chance = np.array([p for p, _ in blocks], np.float32)
    words = np.array([float(w) for _, w in blocks])
    _, reached = extractor.choose(chance, words)

    def expected(chosen: tuple[int, ...]) -> float:
        hits = sum(float(chance[i]) * float(words[i]) for i in chosen)
        return 2 * hits / (sum(float(words[i]) for i in chosen) + float((chance * words).sum()))

    every = [c for size in range(1, len(blocks) + 1) for c in combinations(range(len(blocks)), size)]
    assert reached >= max(map(expected, every)) - 1e-5


def test_favor_moves_from_precision_to_recall() -> None:
    """More favour to recall never selects fewer blocks."""
    chance, words = np.linspace(0.05, 0.95, 10).astype(np.float32), np.full(10, 20.0)
    sizes = [int(extractor.choose(chance, words, favor)[0].sum()) for favor in (0.0, 0.25, 0.5, 0.75, 1.0)]
    assert sizes == sorted(sizes)
    assert sizes[0] < sizes[-1]


def test_the_default_finds_the_article() -> None:
    """The paragraphs are content, the navigation is not, and the result says what it is."""
    doc = sectio.extract(PAGE)
    assert doc.method == "sectio"
    assert doc.text.count("The ferry stayed") == 15
    assert "Sport" not in doc.text
    assert doc.page_type == "article"
    assert sum(doc.page_types.values()) == pytest.approx(1, abs=1e-4)
    assert 0.5 < doc.confidence <= 1


def test_line_numbers_beside_code_are_not_content() -> None:
    """A gutter is not text, whatever the network predicts."""
    lines = "<br>".join(map(str, range(1, 30)))
    code = "<br>".join(f"value_{i} = compute({i})" for i in range(1, 30))
    page = PAGE.replace(
        "</div>", f"<table><tr><td><pre>{lines}</pre></td><td><pre>{code}</pre></td></tr></table></div>", 1
    )
    judged = extractor.judge(parse(page))
    numbers = [i for i in range(len(judged.blocks)) if judged.blocks.text(i).isdigit()]
    assert len(numbers) == 29
    assert judged.chance[numbers].max() < 0.01


def test_page_types() -> None:
    """The seven types, with probabilities that sum to one, also for an empty page."""
    for source in (PAGE, "", "<p>x"):
        found = sectio.page_type(source)
        assert set(found.probabilities) == set(pagetype.TYPES)
        assert sum(found.probabilities.values()) == pytest.approx(1, abs=1e-4)
        assert found.name == max(found.probabilities, key=lambda name: found.probabilities[name])


def test_the_shipped_model_is_small_and_says_where_it_comes_from() -> None:
    """Under 500 kB, with digests and metrics."""
    path = Path(store.__file__).parent / store.DEFAULT
    assert path.stat().st_size < 500_000
    about = store.default().about
    assert about["digest"] == store.default().digest() == store.load(path).digest()
    assert {name: value for name, measure, value, *_ in about["metrics"]["rows"] if measure == "word F1"}[
        "wcxb-dev"
    ] > 0.8
    assert len(about["training"]) == 64


def test_a_foreign_or_damaged_model_is_refused(tmp_path: Path) -> None:
    """Each failure is a clear error that says to retrain."""
    junk = tmp_path / "junk.npz"
    junk.write_bytes(b"not a model")
    with pytest.raises(ModelError, match="sectio train"):
        store.load(junk)
    model = store.default()
    other = store.Model(model.arrays, {**model.about, "features": ["tagratio"]})
    store.save(other, tmp_path / "other.npz")
    with pytest.raises(ModelError, match="other features"):
        extractor.judge(parse(PAGE), store.load(tmp_path / "other.npz"))
    arrays = dict(np.load(Path(store.__file__).parent / store.DEFAULT, allow_pickle=False))
    arrays["out_bias"] = arrays["out_bias"] + 1
    np.savez(tmp_path / "bent.npz", **arrays)
    with pytest.raises(ModelError, match="damaged"):
        store.load(tmp_path / "bent.npz")
    arrays["about"] = np.frombuffer(json.dumps({"schema": "sectio-model/0"}).encode(), np.uint8)
    np.savez(tmp_path / "old.npz", **arrays)
    with pytest.raises(ModelError, match="schema"):
        store.load(tmp_path / "old.npz")


@pytest.mark.parametrize(
    ("markup", "counts"),
    [
        ("<pre><span>1</span>\n<span>2</span>\n<span>3</span></pre>", [True]),
        ("<pre>7\n8\n9</pre>", [True]),
        ("<div>4<br>5<br>6</div>", [True, True, True]),
        ("<p>2019</p><p>12 13 15</p>", [False, False]),
        ("<p>1 99999999999999999999999999</p><p>x 5</p>", [False, False]),
    ],
)
def test_numbers_that_count_lines(markup: str, counts: list[bool]) -> None:
    """Line numbers are recognised by their order, in one block or over several; other numbers are left alone."""
    matrix, _ = features.matrix(parse(markup))
    assert (matrix[:, features.NAMES.index("line_numbers")] > 0).tolist() == counts
