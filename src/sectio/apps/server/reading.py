"""Bodies of requests: read with caps, decoded strictly, options from an allow-list."""

import asyncio
import time
from typing import Annotated, Any, TypeVar

import msgspec
from starlette.requests import ClientDisconnect, Request

from sectio.apps.server.jobs import STYLES, Job, Kind, Part
from sectio.apps.server.problems import Problem

# Before a 413 the rest is read and dropped, up to this much: clients that send first would only see a reset.
_DROPPED, _SECONDS = 8_000_000, 2.0
_HTML = ("text/html", "application/xhtml+xml")
_MOST_LEARNED = 50


class Settings(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """What a client may choose about the work; paths, patterns and code are not among it."""

    favor: float | str | None = None
    timeout: Annotated[float, msgspec.Meta(ge=0.1)] | None = None
    max_nodes: Annotated[int, msgspec.Meta(gt=0)] | None = None


class Asked(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """The JSON body of a request about one page."""

    html: str | None = None
    url: str | None = None
    method: str | None = None
    methods: list[str] = []
    site: str | None = None
    options: Settings = Settings()
    fields: list[str] = []
    id: str | int | None = None


class Inspected(Asked, forbid_unknown_fields=True, frozen=True):
    """The JSON body of a request of the inspector; `learned` is a site as `/learn` gave it."""

    learned: str | None = None
    part: Part = "all"


Body = TypeVar("Body", bound=Asked)


class Sample(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """A page to learn from."""

    html: str
    url: str | None = None


class Lesson(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """The JSON body of a request to learn."""

    pages: Annotated[list[Sample], msgspec.Meta(min_length=1, max_length=_MOST_LEARNED)]
    name: str | None = None
    method: str = "template"
    options: Settings = Settings()


async def read_body(request: Request, most: int, seconds: float) -> bytes:
    """The body, at most this long, sent within this time."""
    pieces: list[bytes] = []
    size, end = 0, time.monotonic() + seconds
    stream = request.stream().__aiter__()
    try:
        while True:
            piece = await asyncio.wait_for(anext(stream), max(end - time.monotonic(), 0.01))
            size += len(piece)
            if size > most:
                await _drop_rest(stream)
                raise Problem(413, "page_too_large", f"the body is longer than {most} bytes")
            pieces.append(piece)
    except StopAsyncIteration:
        return b"".join(pieces)
    except TimeoutError:
        raise Problem(408, "timeout", f"the body was not complete after {seconds:g} s") from None
    except ClientDisconnect:
        raise Problem(499, "disconnected", "the client went away") from None


async def _drop_rest(stream: Any) -> None:
    dropped, end = 0, time.monotonic() + _SECONDS
    try:
        while dropped < _DROPPED and (left := end - time.monotonic()) > 0:
            dropped += len(await asyncio.wait_for(anext(stream), left))
    except (StopAsyncIteration, TimeoutError, ClientDisconnect):
        return


async def read_asked(
    request: Request, most: int, seconds: float, body: type[Body]
) -> tuple[Body, bytes | str, str | None]:
    """What is asked: the settings, the page, and its charset."""
    kind, charset = _content_type(request)
    if kind in _HTML:
        page = await read_body(request, most, seconds)
        return _from_query(request, body), page, charset
    if kind != "application/json":
        raise Problem(415, "format", "send a page as text/html, or JSON as application/json")
    asked: Body = decode(await read_body(request, 2 * most + 65_536, seconds), body)
    if asked.html is None:
        return asked, "", None
    if len(asked.html) > most:
        raise Problem(413, "page_too_large", f"the page is longer than {most} bytes")
    return asked, asked.html, None


def decode(body: bytes, kind: type[Any]) -> Any:
    """A JSON body of a kind; what is wrong with it is said in one sentence."""
    try:
        return msgspec.json.decode(body, type=kind)
    except msgspec.ValidationError as error:
        raise Problem(422, "input", str(error)) from error
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise Problem(400, "format", f"the body is not valid JSON ({error})") from error


def _from_query(request: Request, body: type[Body]) -> Body:
    """The settings of a page that is sent as it is: in the query."""
    query = dict(request.query_params)
    settings = {name: query.pop(name) for name in ("favor", "timeout", "max_nodes") if name in query}
    fields, methods = query.pop("fields", ""), query.pop("methods", "")
    given: dict[str, Any] = {**query, "options": settings}
    given["fields"] = [name for name in fields.split(",") if name]
    given["methods"] = [name for name in methods.split(",") if name]
    try:
        return msgspec.convert(given, body, strict=False)
    except msgspec.ValidationError as error:
        raise Problem(422, "input", str(error)) from error


def _content_type(request: Request) -> tuple[str, str | None]:
    kind, _, rest = request.headers.get("content-type", "").partition(";")
    name, _, value = rest.strip().partition("=")
    return kind.strip().lower(), value.strip("\"' ") if name.strip().lower() == "charset" and value else None


def style_of(accept: str, default: str = "application/json") -> tuple[str, str]:
    """The media type and the field of a result that a client prefers."""
    for wanted in (part.split(";")[0].strip().lower() for part in accept.split(",")):
        if wanted in STYLES:
            return wanted, STYLES[wanted]
    return default, STYLES[default]


def options_of(settings: Settings, most_seconds: float, most_bytes: int) -> dict[str, Any]:
    """The options of the work: what the client chose, within the server's limits."""
    given = {name: value for name, value in msgspec.structs.asdict(settings).items() if value is not None}
    timeout = min(float(given.pop("timeout", most_seconds)), most_seconds)
    return {**given, "timeout": timeout, "max_bytes": most_bytes}


def job_of(
    kind: Kind, asked: Asked, page: bytes | str, charset: str | None, options: dict[str, Any], **more: Any
) -> Job:
    """The job that a request asks for."""
    return Job(
        kind,
        page,
        url=asked.url,
        encoding=charset,
        method=asked.method,
        methods=tuple(asked.methods),
        fields=tuple(asked.fields),
        options=options,
        **more,
    )
