"""Who may ask: a web page of another origin must not reach a server on this machine, nor a stranger one on the network."""

import hmac
from collections.abc import Awaitable, Callable, Iterable, MutableMapping
from dataclasses import dataclass, field
from ipaddress import ip_address
from typing import Any

from sectio.apps.server.inspecting import OPEN as FILES
from sectio.apps.server.problems import Problem
from sectio.text.addresses import split

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

OPEN = ("/health", *FILES)  # paths that need no token: a monitor asks whether the process lives
_HEADERS = (
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"content-security-policy", b"default-src 'none'; frame-ancestors 'none'"),
)


@dataclass(frozen=True)
class Trust:
    """The names the server is known by, the origins that may ask besides its own, and the token, if there is one."""

    names: frozenset[str]
    origins: frozenset[str] = frozenset()
    token: str | None = field(default=None, repr=False)

    def check(self, path: str, headers: dict[bytes, bytes]) -> None:
        """Raise a Problem unless this request may be answered."""
        host = headers.get(b"host", b"").decode("latin-1")
        if _name(host) not in self.names:
            raise Problem(403, "host", "the server is not known by this name; ask it by its own address")
        origin = headers.get(b"origin")
        if origin is not None and not self._is_own(origin.decode("latin-1"), host):
            raise Problem(403, "origin", "a page of another origin may not ask; allow it with --origin")
        # Without an origin: an image, a script or a link of another site, which browsers mark.
        if origin is None and headers.get(b"sec-fetch-site") in (b"cross-site", b"same-site") and path not in FILES:
            raise Problem(403, "origin", "a page of another site may not ask")
        if self.token is not None and path not in OPEN:
            given = headers.get(b"authorization", b"")
            if not hmac.compare_digest(given, b"Bearer " + self.token.encode("utf-8")):
                raise Problem(401, "token", "a token is needed", {"WWW-Authenticate": "Bearer"})

    def _is_own(self, origin: str, host: str) -> bool:
        return origin in self.origins or split(origin).netloc.lower() == host.lower()


@dataclass(frozen=True)
class Guarded:
    """The application behind its checks; every answer gets the headers that keep browsers careful."""

    app: App
    trust: Trust

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Check a request, then hand it on."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def careful(message: MutableMapping[str, Any]) -> None:
            if message["type"] == "http.response.start":
                known = {name for name, _ in message["headers"]}
                message["headers"] = [
                    *message["headers"],
                    *((name, value) for name, value in _HEADERS if name not in known),
                ]
            await send(message)

        try:
            self.trust.check(scope["path"], dict(scope["headers"]))
        except Problem as problem:
            await problem.response()(scope, receive, careful)
            return
        await self.app(scope, receive, careful)


def names_of(host: str, more: Iterable[str] = ()) -> frozenset[str]:
    """The names under which a server bound to this host may be asked."""
    own = {"127.0.0.1", "localhost", "::1"} if is_loopback(host) else {host}
    return frozenset(name.lower() for name in (*own, *more))


def is_loopback(host: str) -> bool:
    """Whether only this machine can reach the host."""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _name(host: str) -> str:
    """The host without its port."""
    return (split(f"//{host}").hostname or "") if host.isascii() else ""
