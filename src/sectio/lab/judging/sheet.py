"""The sheet: one HTML file with all pages to judge; it loads nothing, and only its own script runs.

Everything of a page is data in JSON that the script writes with `textContent`; the policy allows that one script by its
digest, so nothing that a page says can become markup or code.
"""

import json
from base64 import b64encode
from collections.abc import Sequence
from hashlib import blake2b, sha256
from importlib import resources
from typing import Final

from sectio.lab.judging.cases import Case

TYPES: Final = ("article", "article_comments", "multiple", "none")
ROLES: Final = ("article", "comment", "area", "none")
LABELS: Final = ("HEADLINE", "BODY", "AUTHOR", "DATE", "CAPTION", "none")
SCHEMA: Final = "sectio-judge/1"


def write(cases: Sequence[Case]) -> str:
    """The sheet for these pages."""
    pages = [case.to_dict() for case in cases]
    choices = {"types": TYPES, "regions": ROLES, "blocks": LABELS}
    data = json.dumps({"schema": SCHEMA, "sheet": digest(cases), "choices": choices, "pages": pages}, ensure_ascii=True)
    script, style = (
        resources.files(__package__).joinpath(name).read_text("utf-8") for name in ("sheet.js", "sheet.css")
    )
    allowed = b64encode(sha256(script.encode()).digest()).decode("ascii")
    policy = f"default-src 'none'; style-src 'unsafe-inline'; img-src data:; script-src 'sha256-{allowed}'"
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n<title>Judge pages</title>\n'
        f"<style>{style}</style></head>\n<body>\n"
        f'<script type="application/json" id="data">{_inert(data)}</script>\n<script>{script}</script>\n</body></html>\n'
    )


def digest(cases: Sequence[Case]) -> str:
    """What names a sheet: judges' files of one sheet can be compared."""
    total = blake2b(digest_size=8)
    for case in cases:
        items = [*case.sections, *case.regions, *case.blocks]
        total.update(json.dumps([case.name, *((item.text, item.found) for item in items)]).encode())
    return total.hexdigest()


def _inert(data: str) -> str:
    """JSON that cannot end its script element."""
    return data.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")
