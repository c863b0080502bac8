"""Arrow, which is an extra: everything that needs it gets it here, or a message how to install it."""

import sys
from functools import cache
from importlib.abc import MetaPathFinder
from typing import Any

from sectio.errors import MissingExtra


@cache
def arrow() -> Any:
    """The library."""
    try:
        import pyarrow
    except ImportError:
        raise MissingExtra("pyarrow", "parquet") from None
    return pyarrow


@cache
def forgo_pandas() -> None:
    """Keep Arrow from importing pandas, for processes of our own.

    Where pandas is installed, Arrow imports it to ask whether a plain list is one of its columns: .3 s and 50 MB in every process.
    """
    if "pandas" in sys.modules:
        return
    sys.meta_path.insert(0, refusing := _NoPandas())
    try:
        arrow().array([])  # Arrow tries once, and remembers that there is none
    finally:
        sys.meta_path.remove(refusing)


class _NoPandas(MetaPathFinder):
    """Says that pandas is not installed."""

    def find_spec(self, fullname: str, path: object, target: object = None) -> None:
        if fullname == "pandas":
            raise ModuleNotFoundError(fullname)


@cache
def parquet() -> Any:
    """Its reader and writer of Parquet files."""
    arrow()
    import pyarrow.parquet

    return pyarrow.parquet
