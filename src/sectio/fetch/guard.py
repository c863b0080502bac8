"""The connections: a name is resolved, all of its addresses are checked, and the checked address is the one dialled."""

import asyncio
import socket
import ssl
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from ipaddress import ip_address
from threading import Thread
from typing import Any, TypeAlias

import httpcore2
import httpx2

from sectio.errors import FetchError
from sectio.fetch.addresses import IPAddress, check_address, parse_address
from sectio.fetch.options import Networks

Resolve: TypeAlias = Callable[[str, int], Awaitable[list[IPAddress]]]
_CONNECTIONS = 20


async def resolve(host: str, port: int) -> list[IPAddress]:
    """All addresses of a name, as the system knows them.

    The look-up runs in a thread of its own: it cannot be interrupted, and must outlive neither the deadline nor the program.
    """
    loop = asyncio.get_running_loop()
    answer: asyncio.Future[Any] = loop.create_future()

    def give(method: Callable[[Any], None], value: Any) -> None:
        if not answer.done():
            method(value)

    def look_up() -> None:
        try:
            found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
            loop.call_soon_threadsafe(give, answer.set_result, found)
        except (OSError, UnicodeError) as error:
            reason = (isinstance(error, OSError) and error.strerror) or error
            loop.call_soon_threadsafe(
                give, answer.set_exception, FetchError(f"{host} has no address ({reason})", "dns")
            )
        except RuntimeError:
            pass  # the event loop has gone: nobody waits any more

    Thread(target=look_up, daemon=True).start()
    return list(dict.fromkeys(ip_address(str(entry[4][0])) for entry in await answer))


class GuardedBackend(httpcore2.AsyncNetworkBackend):
    """Connects to public addresses only, and to those that were allowed."""

    def __init__(self, allowed: Networks, find: Resolve = resolve) -> None:
        self._allowed, self._find = allowed, find
        self._dialler = httpcore2.AnyIOBackend()

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore2.AsyncNetworkStream:
        """Dial the first checked address that answers."""
        literal = parse_address(host)
        found = [literal] if literal is not None else await self._find(host, port)
        for address in found:
            check_address(address, host, self._allowed)
        problem: Exception = FetchError(f"{host} has no address", "dns")
        for address in found:
            try:
                return await self._dialler.connect_tcp(str(address), port, timeout, local_address, socket_options)
            except (httpcore2.ConnectError, httpcore2.ConnectTimeout) as error:
                problem = error
        raise problem


class GuardedTransport(httpx2.AsyncBaseTransport):
    """Sends requests over connections that go through the guard."""

    def __init__(self, allowed: Networks, find: Resolve = resolve, verify: ssl.SSLContext | None = None) -> None:
        self._pool = httpcore2.AsyncConnectionPool(
            ssl_context=verify or httpx2.create_ssl_context(trust_env=False),
            max_connections=_CONNECTIONS,
            network_backend=GuardedBackend(allowed, find),
        )

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        """Send a request; the body of the response is read by whoever asked."""
        url = request.url
        address = httpcore2.URL(scheme=url.raw_scheme, host=url.raw_host, port=url.port, target=url.raw_path)
        answer = await self._pool.handle_async_request(
            httpcore2.Request(
                method=request.method,
                url=address,
                headers=request.headers.raw,
                content=request.stream,
                extensions=request.extensions,
            )
        )
        body = _Body(answer)
        return httpx2.Response(answer.status, headers=answer.headers, stream=body, extensions=answer.extensions)

    async def aclose(self) -> None:
        """Close all connections."""
        await self._pool.aclose()


class _Body(httpx2.AsyncByteStream):
    def __init__(self, answer: httpcore2.Response) -> None:
        self._answer = answer

    async def __aiter__(self) -> AsyncIterator[bytes]:
        async for piece in self._answer.aiter_stream():
            yield piece

    async def aclose(self) -> None:
        await self._answer.aclose()
