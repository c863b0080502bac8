"""Fetch pages one by one, politely: robots, pauses, redirects checked at every hop, retries, deadlines and caps."""

import asyncio
import time
from collections.abc import Callable, Coroutine, Mapping
from contextlib import ExitStack
from datetime import UTC, datetime
from ssl import SSLContext
from typing import Any, Self, TypeVar

import httpx2

from sectio.errors import DecodeError, FetchError, MissingExtra
from sectio.fetch import robots
from sectio.fetch.addresses import check_url
from sectio.fetch.guard import Resolve, resolve
from sectio.fetch.options import MB, FetchOptions, GivenFetchOptions
from sectio.fetch.problems import FAILURES, as_fetch_error, pause_before_retry, status_error
from sectio.fetch.response import Response
from sectio.fetch.transport import transport_for
from sectio.text.addresses import joined
from sectio.warc.bodies import decode_body

T = TypeVar("T")
_REDIRECTS = frozenset((301, 302, 303, 307, 308))
_FREE_RATIO = 1 * MB  # a body this small may be compressed as far as it likes


def fetch(url: str, *, options: GivenFetchOptions = None) -> Response:
    """Fetch one page. If that fails, raise `FetchError`, whose `code` says why."""
    with Fetcher(options) as fetcher:
        return fetcher.get(url)


async def afetch(url: str, *, options: GivenFetchOptions = None) -> Response:
    """Fetch one page in async code."""
    async with AsyncFetcher(options) as fetcher:
        return await fetcher.get(url)


class AsyncFetcher:
    """Fetches many pages in async code. It keeps connections, robots rules and the time of the last request to each host."""

    def __init__(
        self, options: GivenFetchOptions = None, *, find: Resolve = resolve, verify: SSLContext | None = None
    ) -> None:
        self.options = FetchOptions.of(options)
        self._transport = transport_for(self.options, find, verify)
        self._rules: dict[str, asyncio.Future[robots.Rules]] = {}
        self._free_at: dict[str, float] = {}

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._transport.aclose()

    async def get(self, url: str, *, headers: Mapping[str, str] | None = None) -> Response:
        """Fetch a page. `headers` are for this request alone."""
        checked = check_url(url, self.options.ports)
        for attempt in range(int(self.options.retries) + 1):
            wait = await self._attempt_wait(checked)
            await asyncio.sleep(wait)
            try:
                return await self._within_time(url, self._follow(url, checked, headers or {}))
            except FetchError as error:
                pause = pause_before_retry(error, attempt)
                if pause is None or attempt == self.options.retries:
                    raise
                await asyncio.sleep(pause)
        raise AssertionError("the last attempt returns or raises")

    async def rules(self, url: str) -> robots.Rules:
        """The robots rules of a page's host, read once."""
        place = robots.address(url)
        if place not in self._rules:
            self._rules[place] = asyncio.ensure_future(robots.read(url, self._plain))
        try:
            return await asyncio.shield(self._rules[place])
        except BaseException:
            self._rules.pop(place, None)
            raise

    async def _plain(self, url: str) -> bytes:
        """A file that is read whatever robots.txt says: robots.txt itself."""
        return (await self._within_time(url, self._follow(url, url, {}, obey=False))).body

    async def _attempt_wait(self, url: str) -> float:
        """How long to wait before the next request to a host; the turn is taken by asking."""
        host = httpx2.URL(url).netloc.decode("ascii", "replace")
        pause = self.options.delay
        if self.options.robots:
            pause = max(pause, (await self._allowed(url)).delay(self.options.user_agent))
        now = time.monotonic()
        start = max(now, self._free_at.get(host, now))
        self._free_at[host] = start + pause
        return start - now

    async def _allowed(self, url: str) -> robots.Rules:
        rules = await self.rules(url)
        if not rules.allows(url, self.options.user_agent):
            raise FetchError(f"{url}: the site's robots.txt asks programs not to fetch this page", "robots")
        return rules

    async def _within_time(self, url: str, work: Coroutine[Any, Any, Response]) -> Response:
        try:
            async with asyncio.timeout(self.options.timeout):
                return await work
        except TimeoutError:
            raise FetchError(f"{url}: not complete after {self.options.timeout:g} s", "timeout") from None

    async def _follow(self, url: str, first: str, headers: Mapping[str, str], *, obey: bool = True) -> Response:
        """One request and its redirects; each address is checked like the first."""
        hops: list[str] = []
        here = first
        while True:
            status, found, body, from_cache = await self._send(here, headers)
            if status not in _REDIRECTS or "location" not in found:
                break
            if len(hops) >= self.options.redirects:
                raise FetchError(f"{url}: more than {self.options.redirects} redirects", "redirects")
            here = check_url(joined(here, found["location"]), self.options.ports)
            hops.append(here)
            if obey and self.options.robots:
                await self._allowed(here)
        if not 200 <= status < 300 and status != 304:
            raise status_error(here, status, found)
        when = datetime.now(UTC).isoformat(timespec="seconds")
        return Response(url, here, status, found, body, tuple(hops), when, from_cache)

    async def _send(self, url: str, headers: Mapping[str, str]) -> tuple[int, dict[str, str], bytes, bool]:
        try:
            answer = await self._transport.handle_async_request(self._request(url, headers))
            try:
                found = {name.lower(): value for name, value in answer.headers.items()}
                has_page = answer.status_code not in _REDIRECTS
                raw = await _read(answer, self.options.max_bytes, url) if has_page else b""
            finally:
                await answer.aclose()
        except FAILURES as error:
            raise as_fetch_error(error, url) from error
        from_cache = bool(answer.extensions.get("caching", {}).get("from_cache"))
        return answer.status_code, found, self._decoded(raw, found, url), from_cache

    def _request(self, url: str, headers: Mapping[str, str]) -> httpx2.Request:
        """A request without cookies or anything else from earlier ones."""
        own = {"Accept": "text/html,*/*;q=0.5", "Accept-Encoding": "gzip", "User-Agent": self.options.user_agent}
        read, connect = self.options.read, self.options.connect
        limits = {"connect": connect, "read": read, "write": read, "pool": self.options.timeout}
        return httpx2.Request(
            "GET", url, headers={**own, **self.options.headers, **headers}, extensions={"timeout": limits}
        )

    def _decoded(self, raw: bytes, headers: dict[str, str], url: str) -> bytes:
        """The body without its compression, within the caps."""
        most = self.options.max_bytes
        coding = {"content-encoding": headers.get("content-encoding", "")}
        try:
            body, is_cut = decode_body(raw, coding, most)
        except (DecodeError, MissingExtra) as error:
            raise FetchError(f"{url}: the body cannot be decoded ({error})", "protocol") from error
        if len(body) > most:
            raise FetchError(f"{url}: more than {most} bytes when decoded", "too_large")
        if len(body) > _FREE_RATIO and len(body) > self.options.max_ratio * len(raw):
            raise FetchError(f"{url}: {len(raw)} bytes decode to {len(body)}, which looks like an attack", "ratio")
        if is_cut:
            raise FetchError(f"{url}: the compressed body breaks off", "protocol")
        return body


class Fetcher:
    """Fetches many pages. Use it with `with`. It keeps connections, robots rules and the time of the last request to each host."""

    def __init__(
        self, options: GivenFetchOptions = None, *, find: Resolve = resolve, verify: SSLContext | None = None
    ) -> None:
        self.options = FetchOptions.of(options)
        self._make: Callable[[], AsyncFetcher] = lambda: AsyncFetcher(self.options, find=find, verify=verify)
        self._stack = ExitStack()

    def __enter__(self) -> Self:
        from anyio.from_thread import start_blocking_portal

        self._portal = self._stack.enter_context(start_blocking_portal())
        self._fetcher = self._stack.enter_context(self._portal.wrap_async_context_manager(self._make()))
        return self

    def __exit__(self, *exception: Any) -> None:
        self._stack.__exit__(*exception)

    def get(self, url: str, *, headers: Mapping[str, str] | None = None) -> Response:
        """Fetch a page. `headers` are for this request alone."""
        return self._call(lambda: self._fetcher.get(url, headers=headers))

    def rules(self, url: str) -> robots.Rules:
        """The robots rules of a page's host."""
        return self._call(lambda: self._fetcher.rules(url))

    def _call(self, work: Callable[[], Coroutine[Any, Any, T]]) -> T:
        result: T = self._portal.call(work)
        return result


async def _read(answer: httpx2.Response, most: int, url: str) -> bytes:
    """The body as it was sent, up to the cap."""
    pieces: list[bytes] = []
    size = 0
    async for piece in answer.aiter_raw():
        pieces.append(piece)
        size += len(piece)
        if size > most:
            raise FetchError(f"{url}: more than {most} bytes", "too_large")
    return b"".join(pieces)
