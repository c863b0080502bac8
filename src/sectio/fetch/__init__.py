"""Fetching pages safely: `fetch`, its async twin `afetch`, and `Fetcher` for many pages of a site.

    url → addresses.check_url → robots → Fetcher → guard (resolves, checks, dials) → body with caps → Response

Private and other special addresses are refused when the connection is made, so neither a redirect nor a name that
resolves to two answers gets around the check. Needs the extra `fetch`.
"""

from sectio.errors import MissingExtra

try:
    import httpx2  # noqa: F401
    import protego  # noqa: F401
except ImportError:
    raise MissingExtra("httpx2 and protego", "fetch") from None

from sectio.fetch.fetcher import AsyncFetcher, Fetcher, afetch, fetch
from sectio.fetch.options import FetchOptions, GivenFetchOptions
from sectio.fetch.response import Response

__all__ = ["AsyncFetcher", "FetchOptions", "Fetcher", "GivenFetchOptions", "Response", "afetch", "fetch"]
