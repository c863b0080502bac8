"""What schemathesis needs to know to send NDJSON; run by its own environment."""

from typing import Any

import schemathesis


@schemathesis.serializer("application/x-ndjson")  # type: ignore[untyped-decorator]
def lines(ctx: Any, value: Any) -> bytes:
    """A body is a string already."""
    return str(value).encode("utf-8", "replace")
