"""The routes."""

import asyncio
import re
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from sectio import __version__
from sectio.apps.server import inspecting, openapi
from sectio.apps.server.batch import Batches
from sectio.apps.server.fetching import Fetching
from sectio.apps.server.gateway import Gateway
from sectio.apps.server.jobs import Job, Kind
from sectio.apps.server.metrics import Metrics
from sectio.apps.server.problems import Problem
from sectio.apps.server.reading import (
    Asked,
    Inspected,
    Lesson,
    decode,
    job_of,
    options_of,
    read_asked,
    read_body,
    style_of,
)
from sectio.apps.server.sites import Sites, tag
from sectio.apps.server.trust import App, Guarded, Trust
from sectio.workers import Limits
from sectio.workers.work import GB

if TYPE_CHECKING:
    from sectio.fetch import FetchOptions

Handler = Callable[[Request], Awaitable[Response]]
_FRESH = 30.0  # a page done this many seconds ago shows that the workers work
_PROBE = 1.0
PAGE_KINDS: tuple[Kind, ...] = ("extract", "sections", "type", "records", "compare", "inspect")


@dataclass(frozen=True)
class ServerOptions:
    """How a server works."""

    workers: int = 2
    queue: int = 8
    timeout: float = 10.0
    max_bytes: int = 20_000_000
    memory: int = 2 * GB
    body_timeout: float = 30.0  # seconds a client may take to send a page
    sites: Path | None = None
    allow_write: bool = False
    fetch: "FetchOptions | None" = None  # None: clients may not name addresses
    inspector: bool = True
    trust: Trust = field(default_factory=lambda: Trust(frozenset(("127.0.0.1", "localhost", "::1"))))


def build(options: ServerOptions) -> App:
    """The application: routes behind the checks of who may ask."""
    server = _Server(options)
    routes = [
        *(Route(f"/{kind}", server.page(kind), methods=["POST"], name=kind) for kind in PAGE_KINDS),
        Route("/r/{address:path}", server.counted("r", server.read_address)),
        *(Route(path, inspecting.send_file) for path in inspecting.OPEN if options.inspector),
        Route("/inspector.json", server.counted("inspector", server.about)),
        Route("/learn", server.counted("learn", server.learn), methods=["POST"]),
        Route("/batch", Batches(server.gateway, server.sites, options.timeout, options.max_bytes), methods=["POST"]),
        Route("/sites/{name}", server.counted("sites", server.site), methods=["GET", "PUT", "DELETE"]),
        Route("/health", server.counted("health", server.health)),
        Route("/ready", server.counted("ready", server.ready)),
        Route("/metrics", server.show_metrics),
        Route("/openapi.json", server.counted("openapi", server.description)),
    ]
    handlers: Any = {Problem: _answer, HTTPException: _unknown}
    return Guarded(Starlette(routes=routes, lifespan=server.life, exception_handlers=handlers), options.trust)


class _Server:
    def __init__(self, options: ServerOptions) -> None:
        self.options = options
        self.gateway = Gateway(options.workers, options.queue, Limits.around(options.timeout, options.memory))
        self.sites = Sites(options.sites, options.allow_write)
        self.fetching = Fetching(options.fetch, options.workers + options.queue)
        self.metrics = Metrics()

    @asynccontextmanager
    async def life(self, app: Starlette) -> AsyncIterator[None]:
        self.gateway.start()
        yield
        await asyncio.to_thread(self.gateway.close)

    def counted(self, name: str, handler: Handler) -> Handler:
        """A handler whose requests are counted."""

        async def run(request: Request) -> Response:
            start, status = time.monotonic(), 500
            try:
                response = await handler(request)
                status = response.status_code
                return response
            except Problem as problem:
                status = problem.status
                raise
            finally:
                self.metrics.add(name, status, time.monotonic() - start)

        return run

    def page(self, kind: Kind) -> Handler:
        """The handler of a route about one page."""

        async def run(request: Request) -> Response:
            body = Inspected if kind == "inspect" else Asked
            asked, page, charset = await read_asked(request, self.options.max_bytes, self.options.body_timeout, body)
            accept = request.headers.get("accept", "") if kind == "extract" else ""
            return await self._work(request, kind, asked, page, charset, *style_of(accept))

        return self.counted(kind, run)

    async def _work(
        self, request: Request, kind: Kind, asked: Asked, page: bytes | str, charset: str | None, media: str, style: str
    ) -> Response:
        """Have a page worked on; one that was not sent is fetched, if that is allowed."""
        is_fetched = asked.html is None and not page
        if is_fetched:
            if asked.url is None:
                raise Problem(422, "input", "there is no page: send `html`")
            found = await self.fetching.get(asked.url)
            page, charset, asked = found.body, found.encoding, msgspec.structs.replace(asked, url=found.final_url)
        options = options_of(asked.options, self.options.timeout, self.options.max_bytes)
        more: dict[str, Any] = {"part": asked.part, "is_fetched": is_fetched} if isinstance(asked, Inspected) else {}
        job = job_of(kind, asked, page, charset, options, site=self._site_of(asked), style=style, **more)
        return Response(await self._while_connected(request, job), media_type=media)

    def _site_of(self, asked: Asked) -> str | None:
        """The site to use: one that was learned a moment ago, or one by its name."""
        if isinstance(asked, Inspected) and asked.learned is not None:
            return asked.learned
        return self.sites.text(asked.site)

    async def read_address(self, request: Request) -> Response:
        """The content of the page at an address, as Markdown unless something else is preferred."""
        written = request.scope["raw_path"].decode("latin-1").partition("/r/")[2]  # not decoded
        address = re.sub(r"^(https?):/+", r"\1://", written)
        query = f"?{request.url.query}" if request.url.query else ""
        style = style_of(request.headers.get("accept", ""), "text/markdown")
        return await self._work(request, "extract", Asked(url=address + query), b"", None, *style)

    async def about(self, request: Request) -> Response:
        """What the inspector can choose from."""
        return inspecting.about(self.sites, fetch=self.options.fetch is not None)

    async def _while_connected(self, request: Request, job: Job) -> bytes:
        """Do a job, and stop it when the client goes away."""
        work = asyncio.ensure_future(self.gateway.do(job))
        gone = asyncio.ensure_future(_disconnected(request))
        await asyncio.wait((work, gone), return_when=asyncio.FIRST_COMPLETED)
        gone.cancel()
        if not work.done():
            work.cancel()
            with suppress(asyncio.CancelledError):
                await work
            raise Problem(499, "disconnected", "the client went away")
        return work.result()

    async def learn(self, request: Request) -> Response:
        """Learn from the pages in the body; keep the site only if it has a name and that is allowed."""
        most = 2 * self.options.max_bytes + 65_536
        lesson: Lesson = decode(await read_body(request, most, self.options.body_timeout), Lesson)
        if lesson.name is not None and not self.options.allow_write:
            raise Problem(403, "write", "sites cannot be kept; the server was started without --allow-write")
        pages = tuple((page.url, page.html) for page in lesson.pages)
        options = options_of(lesson.options, self.options.timeout, self.options.max_bytes)
        job = Job("learn", method=lesson.method, options=options, pages=pages)
        record = msgspec.json.decode(await self._while_connected(request, job))
        site = record["site"].encode("utf-8")
        if lesson.name is not None:
            self.sites.write(lesson.name, site)
            record.pop("site")
        return JSONResponse({"id": lesson.name or tag(site).strip('"'), **record})

    async def site(self, request: Request) -> Response:
        """Read, keep or remove a learned site."""
        name = request.path_params["name"]
        if request.method == "PUT":
            data = await read_body(request, 2 * self.options.max_bytes, self.options.body_timeout)
            made = self.sites.write(name, data, request.headers.get("if-match"))
            return JSONResponse({"id": name}, headers={"ETag": made})
        if request.method == "DELETE":
            self.sites.delete(name)
            return Response(status_code=204)
        data = self.sites.read(name)
        return Response(data, media_type="application/json", headers={"ETag": tag(data)})

    async def health(self, request: Request) -> Response:
        """The process lives."""
        return JSONResponse({"status": "ok", "version": __version__})

    async def ready(self, request: Request) -> Response:
        """A page was done a moment ago, or is done now."""
        if time.monotonic() - self.gateway.last_done > _FRESH:
            try:
                await asyncio.wait_for(self.gateway.do(Job("probe")), _PROBE)
            except (TimeoutError, Problem):
                raise Problem(503, "busy", "no worker answers", {"Retry-After": "1"}) from None
        return JSONResponse({"status": "ready"})

    async def show_metrics(self, request: Request) -> Response:
        """Numbers of the moment and since the start."""
        gateway = self.gateway
        text = self.metrics.text(
            queue=gateway.depth,
            busy=gateway.busy,
            workers=gateway.workers,
            restarts=gateway.restarts,
            pages=gateway.done,
        )
        return Response(text, media_type="text/plain; version=0.0.4")

    async def description(self, request: Request) -> Response:
        """The routes, for programs."""
        return JSONResponse(openapi.describe(__version__))


async def _disconnected(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass


async def _answer(request: Request, problem: Problem) -> Response:
    return problem.response()


async def _unknown(request: Request, error: HTTPException) -> Response:
    code = "method" if error.status_code == 405 else "input"
    return Problem(error.status_code, code, error.detail, dict(error.headers or {})).response()
