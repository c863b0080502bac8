"""A server on loopback that does what a route says, byte by byte, and remembers what was asked of it."""

import asyncio
import ssl
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from threading import Thread

Route = Callable[[asyncio.StreamWriter], Awaitable[None]]


@dataclass
class Server:
    """Where it listens, what it serves, and the paths that were asked for."""

    port: int = 0
    routes: dict[str, Route] = field(default_factory=dict)
    asked: list[str] = field(default_factory=list)
    headers: list[dict[str, str]] = field(default_factory=list)
    scheme: str = "http"

    def url(self, path: str, host: str = "127.0.0.1") -> str:
        """The address of a path."""
        return f"{self.scheme}://{host}:{self.port}{path}"

    async def answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Read a request and do what its route says."""
        try:
            head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
            path = head[0].split()[1]
            self.asked.append(path)
            self.headers.append(
                {line.split(":")[0].lower(): line.partition(":")[2].strip() for line in head[1:] if line}
            )
            await self.routes.get(path.split("?")[0], status(404))(writer)
            await writer.drain()
        except (OSError, asyncio.IncompleteReadError):
            pass  # the client went away
        finally:
            writer.close()


def page(body: bytes = b"<p>Hello</p>", **headers: str) -> Route:
    """An ordinary page."""
    return raw(head(200, **{"content-length": str(len(body)), "content-type": "text/html", **headers}) + body)


def status(code: int, **headers: str) -> Route:
    return raw(head(code, **{"content-length": "0", **headers}))


def head(code: int, **headers: str) -> bytes:
    lines = [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
    return "\r\n".join([f"HTTP/1.1 {code} X", "connection: close", *lines, "", ""]).encode("latin-1")


def raw(data: bytes) -> Route:
    async def send(writer: asyncio.StreamWriter) -> None:
        writer.write(data)

    return send


def drip(first: bytes, piece: bytes, every: float) -> Route:
    """Never stops sending."""

    async def send(writer: asyncio.StreamWriter) -> None:
        writer.write(first)
        while True:
            writer.write(piece)
            await writer.drain()
            await asyncio.sleep(every)

    return send


async def silence(writer: asyncio.StreamWriter) -> None:
    """Accepts the request and never answers."""
    await asyncio.sleep(60)


@contextmanager
def serving(tls: ssl.SSLContext | None = None) -> Iterator[Server]:
    """A running server, in a thread of its own."""
    made = Server(scheme="https" if tls else "http")
    loop = asyncio.new_event_loop()
    listening = loop.run_until_complete(asyncio.start_server(made.answer, "127.0.0.1", 0, ssl=tls))
    made.port = listening.sockets[0].getsockname()[1]
    thread = Thread(target=loop.run_forever, daemon=True)
    thread.start()
    try:
        yield made
    finally:
        asyncio.run_coroutine_threadsafe(_stop(listening), loop).result(5)
        loop.call_soon_threadsafe(loop.stop)
        thread.join(5)
        loop.close()


async def _stop(listening: asyncio.Server) -> None:
    """Close the port, and what is still being sent."""
    listening.close()
    others = asyncio.all_tasks() - {asyncio.current_task()}
    for task in others:
        task.cancel()
    await asyncio.gather(*others, return_exceptions=True)
