"""Pages by their address: fetch, then extract. Needs the extra `fetch`."""

from collections.abc import Callable
from typing import Any

from sectio.api import extract
from sectio.extraction import Extraction
from sectio.fetch import GivenFetchOptions, Response, afetch, fetch


def extract_url(url: str, *, fetch_options: GivenFetchOptions = None, **how: Any) -> Extraction:
    """Fetch a page and find its main content.

    `fetch_options` are those of `sectio.fetch.fetch`; all other arguments are those of `extract`. If the page cannot be
    fetched, this raises `FetchError`, whose `code` says why.
    """
    return extracted(fetch(url, options=fetch_options), how)


async def aextract_url(url: str, *, fetch_options: GivenFetchOptions = None, **how: Any) -> Extraction:
    """Do the same as `extract_url` in async code. Other tasks run while the page is fetched, but not while it is extracted."""
    return extracted(await afetch(url, options=fetch_options), how)


def extracted(response: Response, how: dict[str, Any], work: Callable[..., Extraction] = extract) -> Extraction:
    """The content of a fetched page: its address and charset are those of the response."""
    given = {"url": response.final_url, "encoding": response.encoding, **how}
    return work(response.body, **given)
