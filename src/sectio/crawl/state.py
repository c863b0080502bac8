"""What a crawl knows, in one SQLite file: every address found, every page fetched. It survives being killed at any point.

A page is `queued`, `taken` while it is fetched, then `done`, `skipped` or `failed`. A page's body and its place in the WARC file are
written in one transaction, so that after a kill each page is either whole or asked for again.
"""

import sqlite3
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

from sectio.errors import InputError

_SCHEMA = """
create table if not exists facts (name text primary key, value text);
create table if not exists page (
    number integer primary key, url text unique, depth integer, origin text, state text default 'queued', reason text,
    final_url text, encoding text, etag text, modified text, fetched_at text, digest text, body blob, warc_end integer
);
create index if not exists by_state on page (state);
create table if not exists feed (url text primary key, body blob);
"""
QUEUED, TAKEN, DONE, SKIPPED, FAILED = "queued", "taken", "done", "skipped", "failed"


@dataclass(frozen=True)
class Fetched:
    """A page that was fetched."""

    url: str
    body: bytes
    encoding: str | None = None
    etag: str | None = None
    modified: str | None = None
    fetched_at: str = ""


@dataclass(frozen=True)
class Links:
    """What a page links to, how deep that is, and how many addresses are kept in all."""

    urls: Iterable[str] = ()
    depth: int = 0
    most: int = 0


class State:
    """The file of a crawl; what it holds is only changed by these methods, each a transaction of its own."""

    def __init__(self, path: str | Path) -> None:
        try:
            self._file = sqlite3.connect(path, isolation_level=None)
            self._file.executescript("pragma journal_mode=wal; pragma synchronous=full;" + _SCHEMA)
        except sqlite3.Error as error:
            raise InputError(f"{path}: cannot be used for the state of a crawl ({error})") from error
        self._change("update page set state = ? where state = ?", QUEUED, TAKEN)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()

    def agree(self, name: str, value: str) -> None:
        """Note a setting that must stay the same when the crawl is resumed."""
        self._change("insert or ignore into facts values (?, ?)", name, value)
        known = self.fact(name)
        if known != value:
            raise InputError(
                f"the crawl was begun with {name} {known}, not {value}; continue it as it was begun, or start a new one"
            )

    def fact(self, name: str) -> str | None:
        """A setting that was noted."""
        found = self._one("select value from facts where name = ?", name)
        return None if found is None else str(found)

    def renew(self, url: str, page: Fetched, digest: str) -> None:
        """Replace a page that changed since it was fetched."""
        values = (page.encoding, page.etag, page.modified, page.fetched_at, digest, zlib.compress(page.body, 6), url)
        self._change(
            "update page set encoding=?, etag=?, modified=?, fetched_at=?, digest=?, body=? where state='done' and final_url=?",
            *values,
        )

    def add(self, urls: Iterable[str], depth: int, origin: str, most: int) -> None:
        """Queue addresses that are new, while there are fewer than `most` in all."""
        with self._transaction():
            self._insert(urls, depth, origin, most)

    def _insert(self, urls: Iterable[str], depth: int, origin: str, most: int) -> None:
        room = most - self.count()
        statement = "insert or ignore into page (url, depth, origin) values (?, ?, ?)"
        for url in urls:
            if room <= 0:
                return
            room -= self._file.execute(statement, (url, depth, origin)).rowcount

    def keep_feed(self, url: str, body: bytes) -> None:
        """Keep a feed of the site, as it is now."""
        self._change("insert or replace into feed values (?, ?)", url, zlib.compress(body, 6))

    def feeds(self) -> list[tuple[str, bytes]]:
        """The feeds of the site: address and body."""
        rows = self._file.execute("select url, body from feed order by rowid")
        return [(url, zlib.decompress(body)) for url, body in rows]

    def take(self, url: str) -> None:
        """Note that a page is being fetched."""
        self._change("update page set state = ? where url = ?", TAKEN, url)

    def finish(self, url: str, page: Fetched, digest: str, warc_end: int | None, links: "Links") -> None:
        """Keep a fetched page, where its record in the WARC file ends, and what it links to: all or nothing."""
        body = zlib.compress(page.body, 6)
        values = (DONE, page.url, page.encoding, page.etag, page.modified, page.fetched_at, digest, body, warc_end, url)
        with self._transaction():
            self._insert(links.urls, links.depth, "link", links.most)
            self._change(
                "update page set state=?, final_url=?, encoding=?, etag=?, modified=?, fetched_at=?, digest=?, body=?, "
                "warc_end=? where url=?",
                *values,
            )

    def leave(self, url: str, state: str, reason: str) -> None:
        """Note that a page was skipped or failed, and why."""
        self._change("update page set state = ?, reason = ? where url = ?", state, reason, url)

    def count(self, state: str | None = None) -> int:
        """How many addresses are known, or are in a state."""
        if state is None:
            return int(self._one("select count(*) from page"))
        return int(self._one("select count(*) from page where state = ?", state))

    def reasons(self) -> dict[str, int]:
        """Why pages were skipped or failed, with counts."""
        rows = self._file.execute(
            "select reason, count(*) from page where state in (?, ?) group by reason", (SKIPPED, FAILED)
        )
        return dict(rows.fetchall())

    def addresses(self) -> list[tuple[str, str, int]]:
        """Address, state and depth of every page, in the order found."""
        return self._file.execute("select url, state, depth from page order by number").fetchall()

    def has_body(self, digest: str) -> bool:
        """Whether a page with the same body was fetched."""
        return bool(self._one("select count(*) from page where digest = ?", digest))

    def has_fetched(self, url: str) -> bool:
        """Whether this is where a fetched page was found in the end."""
        return bool(self._one("select count(*) from page where state = ? and final_url = ?", DONE, url))

    def pages(self) -> Iterator[Fetched]:
        """The fetched pages, in the order found."""
        rows = self._file.execute(
            "select final_url, body, encoding, etag, modified, fetched_at from page where state = ? order by number",
            (DONE,),
        )
        for url, body, *others in rows:
            yield Fetched(url, zlib.decompress(body), *others)

    @property
    def warc_end(self) -> int:
        """Where the last whole record in the WARC file ends."""
        return int(self._one("select coalesce(max(warc_end), 0) from page"))

    def _transaction(self) -> sqlite3.Connection:
        """To use with `with`, which commits at its end, or takes everything back."""
        self._file.execute("begin immediate")
        return self._file

    def _change(self, statement: str, *values: Any) -> None:
        self._file.execute(statement, values)

    def _one(self, statement: str, *values: Any) -> Any:
        row = self._file.execute(statement, values).fetchone()
        return row[0] if row else None
