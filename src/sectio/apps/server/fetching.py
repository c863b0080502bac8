"""Pages by their address, for clients: off unless the server was started with --allow-fetch, and then with the fetcher's own guard."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sectio.apps.server.problems import Problem, busy
from sectio.errors import FetchError

# The extra `fetch` need not be there.
if TYPE_CHECKING:
    from sectio.fetch import FetchOptions, Response


@dataclass
class Fetching:
    """Fetches pages, at most some at once. Nothing is kept between requests, so that memory does not grow with the hosts asked."""

    options: "FetchOptions | None"
    most: int
    running: int = 0

    async def get(self, url: str) -> "Response":
        """A page; a Problem if it cannot or may not be fetched."""
        if self.options is None:
            raise Problem(403, "fetch", "fetching is off; send the page in `html`")
        from sectio.fetch import afetch

        if self.running >= self.most:
            raise busy()
        self.running += 1
        try:
            return await afetch(url, options=self.options)
        except FetchError as error:
            raise Problem(504 if error.code == "timeout" else 422, error.code, str(error)) from error
        finally:
            self.running -= 1
