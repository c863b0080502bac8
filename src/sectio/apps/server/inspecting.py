"""The inspector's page and what it needs to begin: the files are the same for everybody and hold no secret."""

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from sectio import __version__, api
from sectio.apps.inspector import report
from sectio.apps.server.sites import Sites

# Paths that need no token: a browser cannot send one when it opens a page.
OPEN = ("/", "/inspector.js", "/inspector.css")
_KINDS = {
    "/": ("text/html", report.served),
    "/inspector.js": ("text/javascript", report.script),
    "/inspector.css": ("text/css", report.style),
}


async def send_file(request: Request) -> Response:
    """The page, its script or its style."""
    media, read = _KINDS[request.scope["path"].removeprefix(request.scope.get("root_path", "")) or "/"]
    headers = {"Content-Security-Policy": report.SERVED_POLICY, "Cache-Control": "no-cache"}
    return Response(read(), media_type=media, headers=headers)


def about(sites: Sites, *, fetch: bool) -> Response:
    """What can be chosen: methods for single pages, learned sites, and whether addresses may be given."""
    methods = [name for name, method in api.methods().items() if not method.needs_site]
    return JSONResponse({"version": __version__, "methods": methods, "sites": sites.names(), "fetch": fetch})
