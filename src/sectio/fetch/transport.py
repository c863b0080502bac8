"""How requests travel: through the guard or a proxy, behind a cache if there is one."""

from pathlib import Path
from ssl import SSLContext

import httpx2

from sectio.errors import MissingExtra
from sectio.fetch.guard import GuardedTransport, Resolve
from sectio.fetch.options import FetchOptions


def transport_for(options: FetchOptions, find: Resolve, verify: SSLContext | None) -> httpx2.AsyncBaseTransport:
    """Guarded connections, or a proxy that decides by itself what may be reached; behind a cache if there is one."""
    if options.proxy is not None:
        chain: httpx2.AsyncBaseTransport = httpx2.AsyncHTTPTransport(proxy=options.proxy, trust_env=False)
    else:
        chain = GuardedTransport(options.networks(), find, verify)
    return chain if options.cache is None else _cached(chain, options)


def _cached(chain: httpx2.AsyncBaseTransport, options: FetchOptions) -> httpx2.AsyncBaseTransport:
    try:
        from hishel import AsyncSqliteStorage
        from hishel.httpx2 import AsyncCacheTransport
    except ImportError:
        raise MissingExtra("hishel", "cache") from None
    folder = Path(str(options.cache))
    folder.mkdir(parents=True, exist_ok=True)
    return AsyncCacheTransport(chain, AsyncSqliteStorage(database_path=folder / "pages.db"), rfc=True)
