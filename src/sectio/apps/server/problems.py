"""Errors as `application/problem+json` (RFC 9457): a status, a code of the public list, a sentence. Never a traceback or a path."""

import json

from starlette.responses import Response

from sectio.workers import Failure

MEDIA_TYPE = "application/problem+json"
_TITLES = {
    400: "Bad request",
    401: "Token needed",
    403: "Not allowed",
    404: "Not found",
    405: "Method not allowed",
    408: "Sent too slowly",
    412: "The site has changed",
    413: "Too large",
    415: "Unsupported media type",
    422: "The page or an argument cannot be used",
    500: "The page crashed its worker",
    503: "Busy",
    504: "Out of time",
}
# Codes of failures that are not the client's argument.
_STATUS = {"timeout": 504, "crash": 500, "memory": 500, "internal": 500, "page_too_large": 413, "too_many_nodes": 413}


class Problem(Exception):
    """An answer that is an error."""

    def __init__(self, status: int, code: str, detail: str, headers: dict[str, str] | None = None) -> None:
        super().__init__(detail)
        self.status, self.code, self.detail, self.headers = status, code, detail, headers or {}

    @classmethod
    def of(cls, failure: Failure) -> "Problem":
        """The answer for a page that gave nothing; what went wrong inside is not for the client."""
        status = _STATUS.get(failure.code, 422)
        return cls(
            status, failure.code, "the page could not be worked on" if failure.code == "internal" else failure.message
        )

    def record(self) -> dict[str, object]:
        """The body as plain values."""
        return {
            "type": "about:blank",
            "title": _TITLES.get(self.status, "Error"),
            "status": self.status,
            "code": self.code,
            "detail": self.detail,
        }

    def response(self) -> Response:
        """The answer itself."""
        body = json.dumps(self.record(), ensure_ascii=False).encode("utf-8", "replace")
        return Response(body, self.status, self.headers, MEDIA_TYPE)


def busy() -> Problem:
    """The answer when the queue is full."""
    return Problem(503, "busy", "all workers are busy and the queue is full; try again", {"Retry-After": "1"})
