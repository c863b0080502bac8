"""What can go wrong, as FetchErrors with their codes, and when another attempt is worth it."""

import ssl
from collections.abc import Mapping

import httpcore2
import httpx2

from sectio.errors import FetchError

_TRY_LATER = frozenset((429, 503))
_MOST_WAIT = 60.0
_RETRY_CODES = frozenset(("connect", "dns"))
FAILURES: tuple[type[Exception], ...] = (
    httpx2.HTTPError,
    httpx2.InvalidURL,
    httpx2.StreamError,
    httpcore2.TimeoutException,
    httpcore2.NetworkError,
    httpcore2.ProtocolError,
    httpcore2.ProxyError,
    httpcore2.UnsupportedProtocol,
    OSError,
)
"""What the HTTP libraries raise when a request fails."""

_CODES: tuple[tuple[tuple[type[Exception], ...], str], ...] = (
    ((httpcore2.TimeoutException, httpx2.TimeoutException), "timeout"),
    ((httpcore2.ConnectError, httpx2.ConnectError, OSError), "connect"),
    ((httpx2.InvalidURL, httpcore2.UnsupportedProtocol), "url"),
    ((Exception,), "protocol"),
)
_FAILED = {
    "timeout": "the server did not answer in time",
    "connect": "the connection failed",
    "tls": "the connection is not secure",
    "url": "the address cannot be used",
    "protocol": "the answer is not valid HTTP",
}


def pause_before_retry(error: FetchError, attempt: int) -> float | None:
    """How long to wait before another attempt, or None if there is no use."""
    wait = float(2**attempt)
    if isinstance(error, _Later):
        return wait if error.after is None else error.after if error.after <= _MOST_WAIT else None
    return wait / 2 if error.code in _RETRY_CODES else None


class _Later(FetchError):
    """The server asks to come back later: after this many seconds, if it says."""

    after: float | None = None


def status_error(url: str, status: int, headers: Mapping[str, str]) -> FetchError:
    """The error for a status that is neither a page nor a redirect."""
    if status not in _TRY_LATER:
        return FetchError(f"{url}: the server answered with status {status}", f"status_{status}")
    error = _Later(f"{url}: the server is busy (status {status})", f"status_{status}")
    given = headers.get("retry-after", "").strip()
    error.after = float(given) if given.isdecimal() and len(given) < 7 else None
    return error


def as_fetch_error(error: Exception, url: str) -> FetchError:
    """The error of the library as ours: one line that says what failed, and its code."""
    code = next(code for kinds, code in _CODES if isinstance(error, kinds))
    if any(isinstance(one, ssl.SSLError) for one in (error, error.__cause__, error.__context__, *error.args)):
        code = "tls"
    said = str(error) or type(error).__name__
    return FetchError(f"{url}: {_FAILED[code]} ({said})", code)
