"""Results kept between runs, per page, gold and system version, in one SQLite file.

Only scores and times are kept, no text of any page. A cache that cannot be used is not an error: everything is
measured then.
"""

import json
import sqlite3
from hashlib import blake2b
from pathlib import Path

from sectio.lab.evaluate.scoring import METRICS_VERSION, Measurement

FILE = "evaluate.sqlite"


class Cache:
    """A table from key to measurement; `None` as folder makes one that keeps nothing."""

    def __init__(self, folder: Path | None) -> None:
        self.problem: str | None = None
        self._table: sqlite3.Connection | None = None
        if folder is not None:
            try:
                folder.mkdir(parents=True, exist_ok=True)
                self._table = sqlite3.connect(folder / FILE, timeout=30)
                self._table.execute("create table if not exists results (key text primary key, value text)")
            except (OSError, sqlite3.Error) as error:
                self._give_up(error)

    def get(self, key: str) -> Measurement | None:
        """Return what was measured under this key, or None."""
        if self._table is None:
            return None
        try:
            row = self._table.execute("select value from results where key = ?", (key,)).fetchone()
            return Measurement(*json.loads(row[0])) if row else None
        except (sqlite3.Error, ValueError, TypeError) as error:
            self._give_up(error)
            return None

    def put(self, key: str, measurement: Measurement) -> None:
        """Note a measurement; `keep` makes it last."""
        if self._table is not None:
            try:
                self._table.execute("insert or replace into results values (?, ?)", (key, json.dumps(measurement)))
            except sqlite3.Error as error:
                self._give_up(error)

    def keep(self) -> None:
        """Write what was noted to disk."""
        if self._table is not None:
            try:
                self._table.commit()
            except sqlite3.Error as error:
                self._give_up(error)

    def close(self) -> None:
        """Keep everything and let go of the file."""
        self.keep()
        if self._table is not None:
            self._table.close()

    def _give_up(self, error: Exception) -> None:
        self.problem = f"the cache cannot be used ({error}); everything is measured"
        self._table = None


def cache_key(*parts: str) -> str:
    """Return the key of a result from whatever decides it: page, gold, system, version, code."""
    return blake2b("\n".join([str(METRICS_VERSION), *parts]).encode(), digest_size=20).hexdigest()
