"""Which addresses may be reached: URLs by their form, IP addresses by what they are for."""

from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from typing import TypeAlias

from sectio.errors import FetchError
from sectio.fetch.options import Networks

IPAddress: TypeAlias = IPv4Address | IPv6Address
_MOST_CHARACTERS = 8_192
_PORTS = {"http": 80, "https": 443}
# IPv6 addresses that carry an IPv4 address in their last 32 bits: NAT64 (RFC 6052, RFC 8215), IPv4-compatible.
_CARRIERS = tuple(ip_network(text) for text in ("64:ff9b::/96", "64:ff9b:1::/48", "::/96"))

# Relays of 6to4 (RFC 7526 ended them), which Python counts as public.
_RELAYS = ip_network("192.88.99.0/24")


def check_url(url: str, ports: tuple[int, ...]) -> str:
    """The URL without its fragment, in ASCII; raises a FetchError if it cannot or must not be fetched."""
    import httpx2

    if not isinstance(url, str) or not url or len(url) > _MOST_CHARACTERS:
        raise FetchError(f"{str(url)[:100]!r} cannot be a web address", "url")
    if "\\" in url or any(ord(char) < 33 or ord(char) == 127 for char in url):
        raise FetchError(f"{url[:200]!r} contains a backslash, a blank or a control character", "url")
    if url.partition(":")[0].lower() not in _PORTS:
        raise FetchError(f"{url[:200]!r} does not begin with http:// or https://", "scheme")
    try:
        parsed = httpx2.URL(url)
    except (httpx2.InvalidURL, ValueError) as error:
        raise FetchError(f"{url[:200]!r} is not a valid web address ({error})", "url") from error
    if not parsed.host or parsed.userinfo:
        wrong = "contains a user name" if parsed.userinfo else "has no host"
        raise FetchError(f"{url[:200]!r} {wrong}", "url")
    if (parsed.port or _PORTS[parsed.scheme]) not in ports:
        allowed = ", ".join(map(str, ports))
        raise FetchError(f"{url[:200]!r}: port {parsed.port} is not among those allowed ({allowed})", "port")
    return str(parsed.copy_with(fragment=None))


def check_address(address: IPAddress, host: str, allowed: Networks) -> None:
    """Raise a FetchError unless an address is public, or in a network that was allowed."""
    if any(address in network for network in allowed if network.version == address.version):
        return
    if not all(_is_public(one) for one in (address, *_inner(address))):
        raise FetchError(f"{host} is at {address}, which is not a public address", "address")


def parse_address(host: str) -> IPAddress | None:
    """The IP address that a host name spells out, or None for a name."""
    try:
        return ip_address(host.strip("[]"))
    except ValueError:
        return None


def _is_public(address: IPAddress) -> bool:
    if isinstance(address, IPv6Address):
        if address.scope_id is not None or address.is_site_local:
            return False
        if _inner(address):
            return True  # as public as the IPv4 address in it, which is looked at as well
    elif address in _RELAYS:
        return False
    special = address.is_multicast or address.is_reserved or address.is_unspecified or address.is_link_local
    return address.is_global and not special


def _inner(address: IPAddress) -> tuple[IPv4Address, ...]:
    """The IPv4 addresses inside an IPv6 address."""
    if not isinstance(address, IPv6Address):
        return ()
    found = [address.ipv4_mapped, address.sixtofour, *(address.teredo or ())]
    if any(address in carrier for carrier in _CARRIERS):
        found.append(IPv4Address(int(address) & 0xFFFFFFFF))
    return tuple(one for one in found if one is not None)
