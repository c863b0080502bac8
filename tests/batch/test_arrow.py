"""What a worker process has loaded: nothing that rows do not need."""

import subprocess
import sys

import pytest

WORK = """
import sys
from sectio.batch.records import Record
from sectio.batch.settings import Settings
from sectio.batch.work import Item, Outcome, RowWork
work = RowWork(Settings())
work.start()
item = Item(Record(0, None, b"<p>" + b"Some words, again. " * 40), "a")
work.pack([item], [Outcome(work.do(item))])
assert "pandas" not in sys.modules, "Arrow has loaded it"
import pandas
"""


def test_pandas_is_not_loaded_to_make_rows() -> None:
    """Arrow would, wherever it is installed; whoever wants it later still gets it."""
    pytest.importorskip("pandas")
    subprocess.run([sys.executable, "-c", WORK], check=True)
