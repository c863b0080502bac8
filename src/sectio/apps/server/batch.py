"""`POST /batch`: a page on each line of NDJSON, a result on each line of the answer, in the same order, streamed both ways.

Bare ASGI, since a streaming response of the framework would read the request's body away. Results wait in a spooled file until the
client takes them: one that sends everything before it reads anything is served, too.

    reader → queue of running jobs → collector, in order → spool → writer
"""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import suppress
from dataclasses import dataclass, field
from tempfile import SpooledTemporaryFile
from typing import Any

from sectio.apps.server.gateway import Gateway
from sectio.apps.server.problems import Problem
from sectio.apps.server.reading import Asked, decode, job_of, options_of
from sectio.apps.server.sites import Sites
from sectio.apps.server.trust import Receive, Scope, Send

MEDIA_TYPE = b"application/x-ndjson"
_IN_MEMORY, _MOST_SPOOLED = 4_000_000, 1_000_000_000
_PIECE = 65_536
_AGAIN = 0.05  # seconds until a full queue is tried again


@dataclass(frozen=True)
class Batches:
    """The route."""

    gateway: Gateway
    sites: Sites
    timeout: float
    max_bytes: int

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request line by line."""
        spool = _Spool()
        running: asyncio.Queue[asyncio.Task[bytes] | None] = asyncio.Queue(2 * self.gateway.workers)
        await send({"type": "http.response.start", "status": 200, "headers": [(b"content-type", MEDIA_TYPE)]})
        try:
            async with asyncio.TaskGroup() as group:
                group.create_task(self._read(receive, running, group))
                group.create_task(_collect(running, spool))
                group.create_task(_write(spool, send))
        except* _Gone:
            pass  # nobody reads the answer
        finally:
            spool.close()

    async def _read(
        self, receive: Receive, running: "asyncio.Queue[asyncio.Task[bytes] | None]", group: asyncio.TaskGroup
    ) -> None:
        async for line in _lines(receive, 2 * self.max_bytes + 65_536):
            await running.put(group.create_task(self._line(line)))
        await running.put(None)

    async def _line(self, line: bytes | None) -> bytes:
        """The result of a line; whatever is wrong with it is a result too."""
        name: Any = None
        try:
            if line is None:
                raise Problem(413, "page_too_large", "the line is too long")
            asked = decode(line, Asked)
            name = asked.id
            if asked.html is None:
                raise Problem(422, "input", "a line of a batch has its page in `html`")
            if len(asked.html) > self.max_bytes:
                raise Problem(413, "page_too_large", f"the page is longer than {self.max_bytes} bytes")
            options = options_of(asked.options, self.timeout, self.max_bytes)
            site = self.sites.text(asked.site)
            record = json.loads(await self._do(job_of("extract", asked, asked.html, None, options, site=site)))
        except Problem as problem:
            record = {"ok": False, "error": {"code": problem.code, "message": problem.detail}}
        named = {"id": name} if name is not None else {}
        return json.dumps({**named, **record}, ensure_ascii=False).encode("utf-8", "replace") + b"\n"

    async def _do(self, job: Any) -> bytes:
        """Wait for a place in the queue instead of failing: the client waits anyway."""
        while True:
            try:
                return await self.gateway.do(job)
            except Problem as problem:
                if problem.status != 503:
                    raise
                await asyncio.sleep(_AGAIN)


class _Gone(Exception):
    """The client has gone."""


async def _lines(receive: Receive, most: int) -> AsyncIterator[bytes | None]:
    """The lines of a body that are not blank; None for one that is too long."""
    rest, is_long = b"", False
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise _Gone
        *lines, rest = (rest + message.get("body", b"")).split(b"\n")
        for line in lines:
            if is_long or len(line) > most:
                yield None
            elif line.strip():
                yield line
            is_long = False
        if len(rest) > most:
            rest, is_long = b"", True
        if not message.get("more_body", False):
            if is_long or rest.strip():
                yield None if is_long else rest
            return


async def _collect(running: "asyncio.Queue[asyncio.Task[bytes] | None]", spool: "_Spool") -> None:
    """Put results into the spool in the order of the lines."""
    while (task := await running.get()) is not None:
        await spool.put(await task)
    spool.end()


async def _write(spool: "_Spool", send: Send) -> None:
    """Send what is in the spool as fast as the client takes it."""
    with suppress(OSError):
        while piece := await spool.get():
            await send({"type": "http.response.body", "body": piece, "more_body": True})
        await send({"type": "http.response.body", "body": b""})


@dataclass
class _Spool:
    """A file that is written at its end and read from its beginning."""

    written: int = 0
    taken: int = 0
    is_ended: bool = False
    _file: "SpooledTemporaryFile[bytes]" = field(default_factory=lambda: SpooledTemporaryFile(_IN_MEMORY))  # noqa: SIM115
    _changed: asyncio.Event = field(default_factory=asyncio.Event)

    async def put(self, data: bytes) -> None:
        """Add data; waits while too much is not taken yet."""
        while self.written - self.taken > _MOST_SPOOLED:
            await self._wait()
        self._file.seek(self.written)
        self._file.write(data)
        self.written += len(data)
        self._changed.set()

    async def get(self) -> bytes:
        """The next data; nothing when all is taken and there will be no more."""
        while self.taken == self.written and not self.is_ended:
            await self._wait()
        self._file.seek(self.taken)
        data = self._file.read(_PIECE)
        self.taken += len(data)
        self._changed.set()
        return data

    async def _wait(self) -> None:
        self._changed.clear()
        await self._changed.wait()

    def end(self) -> None:
        """There will be no more."""
        self.is_ended = True
        self._changed.set()

    def close(self) -> None:
        """Free the file."""
        self._file.close()
