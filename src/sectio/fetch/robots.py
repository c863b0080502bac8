"""What a site asks of programs: its robots.txt, read once per host."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

import httpx2
from protego import Protego

from sectio.errors import FetchError

_MOST_BYTES = 500_000  # what RFC 9309 asks readers to read at least
_MOST_DELAY = 60.0


@dataclass(frozen=True)
class Rules:
    """The rules of one host."""

    parsed: Protego

    def allows(self, url: str, agent: str) -> bool:
        """Whether a page may be fetched."""
        return bool(self.parsed.can_fetch(url, agent))

    def delay(self, agent: str) -> float:
        """The pause between requests that the site asks for, up to a minute."""
        return min(float(self.parsed.crawl_delay(agent) or 0.0), _MOST_DELAY)

    @property
    def sitemaps(self) -> tuple[str, ...]:
        """The addresses of sitemaps."""
        return tuple(self.parsed.sitemaps)


EVERYTHING = Rules(Protego.parse(""))


def address(url: str) -> str:
    """Where the rules for a page are."""
    return str(httpx2.URL(url).copy_with(raw_path=b"/robots.txt", fragment=None))


async def read(url: str, get: Callable[[str], Awaitable[bytes]]) -> Rules:
    """The rules for a page's host. A site without them allows everything; one whose server fails allows nothing (RFC 9309)."""
    try:
        text = (await get(address(url)))[:_MOST_BYTES].decode("utf-8-sig", "replace")
    except FetchError as error:
        if error.code.startswith("status_4"):
            return EVERYTHING
        if error.code.startswith("status_5"):
            raise FetchError(f"{address(url)} cannot be read ({error}), so no page is fetched", "robots") from error
        raise
    return Rules(Protego.parse(text))
