"""Arrow, which is an extra: everything that needs it gets it here, or a message how to install it."""

from functools import cache
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
def parquet() -> Any:
    """Its reader and writer of Parquet files."""
    arrow()
    import pyarrow.parquet

    return pyarrow.parquet
