"""What came back."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Response:
    """A fetched page: its body is decoded from whatever compression the server used, nothing else is done to it.

    `url` is what was asked for, `final_url` where the redirects ended. Header names are lower case. `fetched_at` is
    UTC in ISO format. `status` is 2xx, or 304 if the request was conditional.
    """

    url: str
    final_url: str
    status: int
    headers: Mapping[str, str]
    body: bytes
    redirects: tuple[str, ...] = ()
    fetched_at: str = ""
    from_cache: bool = False

    @property
    def encoding(self) -> str | None:
        """The charset of the Content-Type header, if it names one."""
        for part in self.headers.get("content-type", "").split(";")[1:]:
            name, _, value = part.partition("=")
            if name.strip().lower() == "charset":
                return value.strip().strip("\"'") or None
        return None
