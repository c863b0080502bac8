"""Addresses from pages and users, of which some cannot be read: `http://[`, `//host:port`."""

from urllib.parse import SplitResult, urljoin, urlsplit

_NOTHING = SplitResult("", "", "", "", "")


def split(address: str) -> SplitResult:
    """The parts of an address; all empty where it cannot be read."""
    try:
        parts = urlsplit(address)
        parts.port  # noqa: B018, raises for what is no port
    except ValueError:
        return _NOTHING
    return parts


def joined(base: str, address: str) -> str:
    """The address that a reference means on a page; the reference itself where that cannot be told."""
    try:
        return urljoin(base, address)
    except ValueError:
        return address
