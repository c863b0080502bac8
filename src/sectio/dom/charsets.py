"""Charsets: guessing one from bytes, and the decoders browsers use; both come with the parser.

Neither is needed for UTF-8, so the parser's module is imported when it is used.
"""


def detect_charset(data: bytes) -> str | None:
    """Guess the charset of bytes that declare none, or a wrong one; what they declare is ignored."""
    from turbohtml.detect import detect

    try:
        found = detect(data[:262144].replace(b"charset", b"-------").replace(b"encoding", b"--------")).encoding
        return found.lower() if found else None
    except (ValueError, LookupError):
        return None


def whatwg_decode(data: bytes, label: str) -> str | None:
    """Decode with the decoder that browsers use for this label; None for labels that browsers do not know."""
    import turbohtml.detect  # noqa: F401  registers these decoders

    try:
        return data.decode(f"whatwg-{label}", "replace")
    except (LookupError, ValueError):
        return None
