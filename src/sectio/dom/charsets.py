"""Charsets: guessing one from bytes, and the decoders browsers use; both come with the parser."""

from turbohtml.detect import detect


def detect_charset(data: bytes) -> str | None:
    """Guess the charset of bytes that declare none, or a wrong one; what they declare is ignored."""
    try:
        found = detect(data[:262144].replace(b"charset", b"-------").replace(b"encoding", b"--------")).encoding
        return found.lower() if found else None
    except (ValueError, LookupError):
        return None


def whatwg_decode(data: bytes, label: str) -> str | None:
    """Decode with the decoder that browsers use for this label; None for labels that browsers do not know."""
    try:
        return data.decode(f"whatwg-{label}", "replace")
    except (LookupError, ValueError):
        return None
