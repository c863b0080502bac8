"""Small products stay on one thread, and the user's own setting is left as it was."""

import numpy as np
import pytest

from sectio.model import blas


def test_the_setting_is_restored() -> None:
    """Inside there is one thread, afterwards as many as before, also after an error."""
    controls = blas._controls()
    if controls is None:
        pytest.skip("NumPy has no OpenBLAS here")
    tell, choose = controls
    before = tell()
    choose(2)
    try:
        with blas.one_thread():
            assert tell() == 1
            assert (np.ones((300, 300)) @ np.ones((300, 300)) == 300).all()
        assert tell() == 2
        with pytest.raises(ValueError, match="x"), blas.one_thread():
            raise ValueError("x")
        assert tell() == 2
    finally:
        choose(before)


def test_without_openblas_nothing_happens(monkeypatch: pytest.MonkeyPatch) -> None:
    """Other libraries have their own ways."""
    monkeypatch.setattr(blas, "_controls", lambda: None)
    with blas.one_thread():
        assert (np.ones(2) == 1).all()
