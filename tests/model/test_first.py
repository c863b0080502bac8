"""The first pass: compiled or not the same to the last bit, and what the arrays of a model must be."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from sectio import compiled
from sectio.model import features, first, net, store
from tests.compiled import built, core, uncompiled

FEATURES = len(features.NAMES)


def model_of(seed: int, networks: int, channels: int, page: int, hidden: int, trees: int) -> store.Model:
    """A model with random weights."""
    draw = np.random.default_rng(seed)
    shape = net.Shape(FEATURES, channels, page, hidden)
    arrays: dict[str, NDArray[Any]] = {**net.stack([net.start(shape, seed + i) for i in range(networks)])}
    arrays |= {name: array + np.float32(0.1) for name, array in arrays.items() if name.endswith("_bias")}
    arrays |= {"mean": draw.random(FEATURES, np.float32), "spread": draw.random(FEATURES, np.float32) + np.float32(0.2)}
    if trees:
        arrays["forest_feature"] = draw.integers(0, FEATURES, (4, trees)).astype(np.int16)
        arrays["forest_border"] = draw.random((4, trees), np.float32)
        arrays["forest_leaf"] = draw.standard_normal((trees, 16)).astype(np.float32)
    return store.Model(arrays, {})


def matrix_of(seed: int, blocks: int) -> first.Array:
    """Features of some blocks: measures, and marks of which most are not set."""
    draw = np.random.default_rng(seed)
    made = draw.normal(0, 2, (FEATURES, blocks)).astype(np.float32)
    made[features.MEASURE_COUNT :] = made[features.MEASURE_COUNT :] > 2
    return made.T


MODELS = st.builds(
    model_of,
    st.integers(0, 99),
    st.integers(1, 3),
    st.sampled_from((1, 3, 8, 17, 33, 48, 57)),
    st.sampled_from((1, 4, 32)),
    st.sampled_from((1, 7, 32)),
    st.integers(0, 5),
)


@built
@settings(deadline=None, max_examples=60)
@given(MODELS, st.integers(0, 99), st.integers(1, 40))
def test_the_same_without_compiled_code(model: store.Model, seed: int, blocks: int) -> None:
    """Any number of networks and channels, as wide as vectors of the processor or not."""
    matrix = matrix_of(seed, blocks)
    quick = first.logits(model, matrix), first.learned(model, matrix), first.hidden(model, matrix)
    with uncompiled():
        slow = first.logits(model, matrix), first.learned(model, matrix), first.hidden(model, matrix)
    for one, other in zip(quick, slow, strict=True):
        assert one.dtype == other.dtype == np.float32
        assert np.array_equal(one, other)


@built
def test_the_shipped_model_is_the_same_without_compiled_code() -> None:
    """On a page with more blocks than the clock lets pass between two looks."""
    model, matrix = store.default(), matrix_of(7, 1500)
    quick = first.logits(model, matrix)
    with uncompiled():
        assert np.array_equal(first.logits(model, matrix), quick)


def test_sums_are_close_to_matrix_products() -> None:
    """The order of the sums is all that differs from the textbook."""
    model, matrix = store.default(), matrix_of(3, 50)
    arrays = {name: model.arrays[name][0].astype(np.float64) for name in net.NAMES}
    scaled = first.scale(matrix, model.arrays["mean"], model.arrays["spread"]).astype(np.float64)
    found = np.maximum(scaled @ arrays["in"] + arrays["in_bias"], 0)
    for layer, dilation in enumerate(net.DILATIONS):
        wide = net.shifted(found.astype(np.float32), dilation).astype(np.float64)
        found = found + np.maximum(wide @ arrays[f"conv{layer}"] + arrays[f"conv{layer}_bias"], 0)
    np.testing.assert_allclose(first.hidden(model, matrix)[0], found, rtol=1e-3, atol=1e-3)


def test_line_numbers_next_to_code_are_never_content() -> None:
    """By a rule, which `learned` leaves out."""
    matrix = np.zeros((3, FEATURES), np.float32)
    numbers, in_pre, in_td = (features.NAMES.index(name) for name in ("line_numbers", "in_pre", "in_td"))
    matrix[:, numbers], matrix[0, in_pre], matrix[1, in_td] = 1, 1, 1
    assert (first.logits(store.default(), matrix) == first.NEVER).tolist() == [True, True, False]
    assert (first.learned(store.default(), matrix) > first.NEVER).all()


@pytest.mark.parametrize("name", [*net.NAMES, "mean", "spread", "forest_leaf"])
def test_an_array_of_another_shape_is_refused(name: str) -> None:
    """A model that was put together wrongly is an error, compiled or not."""
    arrays = dict(store.default().arrays)
    model = store.Model({**arrays, name: arrays[name][..., :-1]}, {})
    with pytest.raises((ValueError, IndexError, TypeError)):
        first.logits(model, matrix_of(1, 2))


def weights() -> dict[str, Any]:
    """What a model made ready is made of."""
    found: list[dict[str, Any]] = []

    class Recorder:
        def ready_model(self, given: dict[str, Any]) -> None:
            found.append(given)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(compiled, "core", Recorder())
        first._ready.__wrapped__(model_of(1, 2, 5, 3, 4, 6))
    return found[0]


@built
@pytest.mark.parametrize("name", sorted(weights()))
def test_wrong_weights_are_refused(name: str) -> None:
    """Arrays of other types and lengths, sizes that are none, features that are not there."""
    core().ready_model(weights())
    wrong: list[Any] = [None, "text", np.zeros(3, np.complex64), np.zeros(0, np.float32), -1, 10**12]
    if name in ("never", "forest_feature"):
        wrong += [np.full_like(weights()[name], FEATURES), np.full_like(weights()[name], -1)]
    for bad in wrong:
        with pytest.raises((TypeError, ValueError, OverflowError, IndexError, BufferError)):
            core().ready_model({**weights(), name: bad})


@built
def test_other_numbers_of_features_and_blocks_are_refused() -> None:
    """What would be read or written beyond an end."""
    model = core().ready_model(weights())
    for columns, out in (((FEATURES - 1, 2), 2), ((FEATURES, 2), 3), ((FEATURES, 0), 0)):
        with pytest.raises(ValueError, match=r"columns|out"):
            core().first_logits(model, np.zeros(columns, np.float32), True, np.zeros(out, np.float32))
