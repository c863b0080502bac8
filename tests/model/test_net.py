"""The network and its training: gradients are right, runs repeat, learning learns."""

import numpy as np
import pytest

from sectio.lab.training import fit
from sectio.model import net

SHAPE = net.Shape(features=5, channels=4, page=3, hidden=3)


def _samples(count: int = 3, seed: int = 0) -> list[fit.Sample]:
    draw = np.random.default_rng(seed)
    made = []
    for size in draw.integers(1, 9, count).tolist():
        features = draw.standard_normal((size, 5)).astype(np.float32)
        labels = (features[:, 0] > 0).astype(np.float32)
        made.append(fit.Sample(features, labels, np.full(size, 1 / size, np.float32)))
    return made


def test_gradients_agree_with_finite_differences() -> None:
    """A wrong sign or a forgotten term in the backward pass would show here."""
    batch, recipe = fit._Batch(_samples(), lambda matrix: matrix), fit.Recipe(dropout=0.0)
    weights = {name: array.astype(np.float64) for name, array in net.start(SHAPE, 3).items()}
    for name in weights:
        if name.endswith("_bias"):
            weights[name] = weights[name] + 0.05
    _, gradients = fit._gradients(weights, batch, recipe, np.random.default_rng(0))  # type: ignore[arg-type]
    for name, array in weights.items():
        for place in list(np.ndindex(array.shape))[:: max(1, array.size // 6)]:
            step = 1e-4
            losses = []
            for sign in (1, -1):
                moved = {**weights, name: array.copy()}
                moved[name][place] += sign * step
                losses.append(fit._gradients(moved, batch, recipe, np.random.default_rng(0))[0])  # type: ignore[arg-type]
            slope = (losses[0] - losses[1]) / (2 * step)
            assert gradients[name][place] == pytest.approx(slope, abs=2e-3), (name, place)


def test_running_a_page_equals_the_training_pass() -> None:
    """Inference and training are written separately; they must be the same function."""
    samples = _samples(2, seed=5)
    weights = net.start(SHAPE, 1)
    batch = fit._Batch(samples, lambda matrix: matrix)
    loss, _ = fit._gradients(weights, batch, fit.Recipe(dropout=0.0), np.random.default_rng(0))
    total, weight = 0.0, 0.0
    for sample in samples:
        chance = 1 / (1 + np.exp(-net.run(weights, sample.features)))
        per = sample.labels * np.log(chance) + (1 - sample.labels) * np.log(1 - chance)
        total -= float((sample.weights * per).sum())
        weight += float(sample.weights.sum())
    assert loss == pytest.approx(total / weight, abs=1e-5)


def test_training_repeats_bit_for_bit_and_learns() -> None:
    """The same seed gives the same weights; a simple rule is learned."""
    samples = _samples(60, seed=2)
    recipe = fit.Recipe(epochs=40, batch=8, rate=1e-2, dropout=0.0)
    first, again = (fit.fit(samples, SHAPE, recipe) for _ in range(2))
    assert all(np.array_equal(first[name], again[name]) for name in first)
    right = [((net.run(first, s.features) > 0) == (s.labels > 0.5)).mean() for s in samples]
    assert np.mean(right) > 0.9


def test_the_mean_of_the_weights_is_of_the_last_steps() -> None:
    """The first steps are forgotten, single steps hardly move it, and what stays the same is kept."""
    mean = fit._Mean({"w": np.array([5.0, 1.0], np.float32)})
    for step in range(2000):
        mean.add({"w": np.array([step % 2 if step > 500 else 100.0, 1.0], np.float32)})
    assert mean.weights["w"][0] == pytest.approx(0.5, abs=0.01)
    assert mean.weights["w"].tolist()[1] == 1.0


def test_a_page_of_one_block_runs() -> None:
    """Convolutions and pooling work on the shortest sequence."""
    assert net.run(net.start(SHAPE, 0), np.zeros((1, 5), np.float32)).shape == (1,)


@pytest.mark.parametrize("shape", [(1, 3, 40, 48), (2, 1, 9, 1), (1, 1, 96, 32), (3, 30, 240, 16), (1, 400, 300, 8)])
def test_terms_are_added_in_order_however_many(shape: tuple[int, int, int, int]) -> None:
    """To the last bit, since compiled code adds them one after the other."""
    networks, blocks, size, width = shape
    draw = np.random.default_rng(7)
    inputs = (draw.normal(size=(networks, blocks, size)) * 10.0 ** draw.integers(-4, 5, size)).astype(np.float32)
    inputs[..., ::3] = 0
    weights = draw.normal(size=(networks, size, width)).astype(np.float32)
    start = draw.normal(size=(networks, 1, width)).astype(np.float32)
    expected = np.broadcast_to(start, (networks, blocks, width))
    for i in range(size):
        expected = expected + inputs[..., i, None] * weights[:, None, i]
    assert net._added(start, inputs, weights).tobytes() == expected.tobytes()
