"""The inspector's page: as one self-contained file with a page in it, or in the parts that the server sends."""

import json
import re
from base64 import b64encode
from collections.abc import Mapping
from functools import cache
from hashlib import sha256
from importlib import resources
from typing import Any

from sectio.dom import escape

# Modules in the order in which they need each other: in one file each is a function that returns what it exports.
MODULES = (
    "dom", "state", "diff", "frame", "sections", "panels", "compare", "facts", "transfer", "server", "learn", "work", "main",
)  # fmt: skip
# What a page of the server may do: run its own script, ask its own server, show a frame. Styles of the page in the frame are inline.
SERVED_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src data:; connect-src 'self'; frame-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
_NOT_SENT = re.compile(r"^(?://.*\n|[ \t]+)", re.MULTILINE)  # comments and indentation
_IMPORT = re.compile(r'^import (\{.*\}) from "\./(\w+)\.js";$', re.MULTILINE)
_EXPORT = re.compile(r"^export ((?:async )?(?:const|function|class) (\w+))", re.MULTILINE)


@cache
def script() -> str:
    """The modules as one."""
    return '"use strict";\n' + "".join(_module(name) for name in MODULES)


def _module(name: str) -> str:
    source = _NOT_SENT.sub("", _read(f"{name}.js"))
    exported = ", ".join(found[1] for found in _EXPORT.findall(source))
    body = _EXPORT.sub(r"\1", _IMPORT.sub(r"const \1 = $\2;", source))
    return f"const ${name} = (() => {{\n{body}return {{ {exported} }};\n}})();\n"


@cache
def style() -> str:
    """The style sheet."""
    return _NOT_SENT.sub("", _read("style.css"))


@cache
def served() -> str:
    """The page that the server sends; its script and style are files beside it."""
    links = '<link rel="stylesheet" href="inspector.css"><script type="module" src="inspector.js"></script>'
    return _document("Sectio inspector", links, _read("index.html"))


def write(record: Mapping[str, Any], *, name: str = "") -> str:
    """One file with everything in it: what was found, the page, script and style. It makes no request."""
    title = escape.content(str(record.get("title") or name or "Page"))
    policy = (
        f"default-src 'none'; script-src 'sha256-{_digest(script())}'; style-src 'unsafe-inline'; img-src data:; "
        "base-uri 'none'; form-action 'none'"
    )
    head = f'<meta http-equiv="Content-Security-Policy" content="{policy}"><style>{style()}</style>'
    data = json.dumps(record, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
    held = f'<script type="application/json" id="data">{data}</script>\n<script type="module">{script()}</script>\n'
    return _document(f"{title} – Sectio inspector", head, _read("index.html") + held)


def _document(title: str, head: str, body: str) -> str:
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">'
        f'<meta name="referrer" content="no-referrer"><link rel="icon" href="data:,"><title>{title}</title>{head}</head>\n<body>\n{body}</body></html>\n'
    )


def _digest(text: str) -> str:
    return b64encode(sha256(text.encode("utf-8")).digest()).decode("ascii")


def _read(name: str) -> str:
    return resources.files("sectio.apps.inspector").joinpath("static", name).read_text("utf-8")
