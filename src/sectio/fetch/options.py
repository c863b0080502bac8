"""The settings for fetching."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from ipaddress import IPv4Network, IPv6Network, ip_network
from pathlib import Path
from typing import Any, TypeAlias

from sectio.errors import OptionError

MB = 1_000_000
Networks: TypeAlias = tuple[IPv4Network | IPv6Network, ...]
USER_AGENT = "Mozilla/5.0 (compatible; Sectio; page text extraction)"


@dataclass(frozen=True)
class FetchOptions:
    """Limits and manners of fetching, validated when created.

    `timeout` is for a whole request with its redirects; `connect` and `read` are for each connection and each wait for
    data. `max_bytes` limits the size of the decoded body, and `max_ratio` how far it may be compressed. `private` is True
    to allow all private addresses, or a list of allowed networks, such as `["127.0.0.1/32"]`. `delay` is the pause between
    two requests to one host. `retries` is the number of further attempts after a failed connection or the statuses 429 and
    503. `cache` is a folder (extra `cache`). `proxy` is used for all requests, and then resolves names itself.
    """

    timeout: float = 20.0
    connect: float = 5.0
    read: float = 5.0
    max_bytes: int = 20 * MB
    max_ratio: float = 100.0
    redirects: int = 5
    ports: tuple[int, ...] = (80, 443)
    private: bool | tuple[str, ...] = False
    robots: bool = True
    user_agent: str = USER_AGENT
    headers: Mapping[str, str] = field(default_factory=dict)
    cache: str | Path | None = None
    delay: float = 1.0
    retries: int = 2
    proxy: str | None = None

    def __post_init__(self) -> None:
        for name in ("timeout", "connect", "read", "max_bytes", "max_ratio"):
            _check_number(name, getattr(self, name), above=0)
        for name in ("redirects", "delay", "retries"):
            _check_number(name, getattr(self, name), above=None)
        object.__setattr__(self, "ports", tuple(self.ports))
        if not isinstance(self.private, bool):
            object.__setattr__(self, "private", tuple(self.private))
        _check_headers({**self.headers, "User-Agent": self.user_agent})
        self.networks()

    @classmethod
    def of(cls, given: "GivenFetchOptions") -> "FetchOptions":
        """Options from a mapping; an unknown name is an error."""
        if given is None:
            return cls()
        if isinstance(given, FetchOptions):
            return given
        if not isinstance(given, Mapping):
            raise OptionError(f"fetch options are a mapping or FetchOptions, not {type(given).__name__}")
        known = {item.name for item in fields(cls)}
        unknown = sorted(str(name) for name in given if name not in known)
        if unknown:
            raise OptionError(f"there is no fetch option {unknown[0]!r}; choose from {', '.join(sorted(known))}")
        return cls(**given)

    def networks(self) -> Networks:
        """The networks that may be reached although they are not public."""
        if isinstance(self.private, bool):
            return (ip_network("0.0.0.0/0"), ip_network("::/0")) if self.private else ()
        try:
            return tuple(ip_network(text) for text in self.private)
        except ValueError as error:
            raise OptionError(f"private takes networks such as 10.0.0.0/8: {error}") from error


GivenFetchOptions: TypeAlias = FetchOptions | Mapping[str, Any] | None


def _check_number(name: str, value: object, *, above: float | None) -> None:
    is_number = isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)
    if not is_number or value < 0 or (above is not None and value <= above):  # type: ignore[operator]
        least = "above 0" if above is not None else "from 0"
        raise OptionError(f"fetch option {name} is a number {least}, not {value!r}")


def _check_headers(headers: Mapping[str, str]) -> None:
    for name, value in headers.items():
        if not name or not f"{name}{value}".isascii() or any(ord(char) < 32 for char in f"{name}{value}"):
            raise OptionError(f"the header {name!r} must be plain ASCII without line ends")
