"""The description of the routes (OpenAPI 3.1), made from the types that bodies are decoded with."""

from typing import Any

import msgspec

from sectio.apps.server.jobs import STYLES
from sectio.apps.server.reading import Asked, Inspected, Lesson

_PROBLEM = {
    "type": "object",
    "properties": {
        "type": {"type": "string"},
        "title": {"type": "string"},
        "status": {"type": "integer"},
        "code": {"type": "string"},
        "detail": {"type": "string"},
    },
    "required": ["status", "code", "detail"],
}
_ABOUT_A_PAGE = {
    "/extract": "The main content of a page",
    "/sections": "The page cut into sections, with importance and reasons",
    "/type": "The type of a page",
    "/records": "What a page lists, as tables",
    "/compare": "The texts that several methods find",
}


def describe(version: str) -> dict[str, Any]:
    """The whole description."""
    _, components = msgspec.json.schema_components(
        [Asked, Inspected, Lesson], ref_template="#/components/schemas/{name}"
    )
    paths: dict[str, Any] = {
        path: {"post": _route(said, _page("Asked"), _media(path))} for path, said in _ABOUT_A_PAGE.items()
    }
    paths["/inspect"] = {"post": _route("What the inspector shows", _page("Inspected"), ["application/json"])}
    paths["/r/{address}"] = _address_route()
    lesson = {"application/json": {"schema": _ref("Lesson")}}
    paths["/learn"] = {"post": _route("Learn a site from its pages", lesson, ["application/json"])}
    lines = {"application/x-ndjson": {"schema": {"type": "string"}}}
    paths["/batch"] = {"post": _route("Many pages, a JSON object on each line", lines, ["application/x-ndjson"])}
    paths["/sites/{name}"] = _site_routes()
    for path, said in (
        ("/health", "Whether the process lives"),
        ("/ready", "Whether pages are worked on"),
        ("/metrics", "Numbers for a monitor"),
    ):
        paths[path] = {"get": _route(said, None, ["text/plain" if path == "/metrics" else "application/json"])}
    paths["/openapi.json"] = {"get": _route("This description", None, ["application/json"])}
    return {
        "openapi": "3.1.0",
        "info": {"title": "Sectio", "version": version, "description": "Finds what matters on web pages."},
        "paths": paths,
        "components": {"schemas": {**components, "Problem": _PROBLEM}},
    }


def _page(body: str) -> dict[str, Any]:
    """A page as it is, or in JSON with settings."""
    return {"application/json": {"schema": _ref(body)}, "text/html": {"schema": {"type": "string"}}}


def _address_route() -> dict[str, Any]:
    address = {"name": "address", "in": "path", "required": True, "schema": {"type": "string"}}
    return {"parameters": [address], "get": _route("The content of the page at an address", None, list(STYLES))}


def _media(path: str) -> list[str]:
    return list(STYLES) if path == "/extract" else ["application/json"]


def _ref(name: str) -> dict[str, str]:
    return {"$ref": f"#/components/schemas/{name}"}


def _route(said: str, body: dict[str, Any] | None, media: list[str]) -> dict[str, Any]:
    problem = {"description": "What went wrong", "content": {"application/problem+json": {"schema": _ref("Problem")}}}
    route: dict[str, Any] = {
        "summary": said,
        "responses": {"200": {"description": "Done", "content": {kind: {} for kind in media}}, "default": problem},
    }
    return route if body is None else {**route, "requestBody": {"required": True, "content": body}}


def _site_routes() -> dict[str, Any]:
    name = {
        "name": "name",
        "in": "path",
        "required": True,
        "schema": {"type": "string", "pattern": "^[a-z0-9][a-z0-9._-]{0,63}$"},
    }
    any_json = {"application/json": {"schema": {"type": "object"}}}
    return {
        "parameters": [name],
        "get": _route("A learned site", None, ["application/json"]),
        "put": _route("Keep a learned site", any_json, ["application/json"]),
        "delete": _route("Remove a learned site", None, ["application/json"]),
    }
