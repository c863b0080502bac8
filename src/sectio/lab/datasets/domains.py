"""The registered domain of an address, by a small rule instead of a downloaded list.

Good enough to keep pages of one owner together in a fold; not meant for security decisions.
"""

import re
from urllib.parse import urlsplit

# Second-level labels that country registries sell names under (co.uk, com.br, ac.jp …).
_SECOND = re.compile(r"ac|co|com|edu|gob|gouv|gov|go|info|ltd|mil|ne|net|nhs|nom|or|org|plc|sch|web")
# Hosts whose subdomains belong to different owners.
_SHARED = re.compile(
    r"(blogspot|wordpress|tumblr|medium|substack|typepad|livejournal|weebly|wixsite|over-blog|squarespace"
    r"|herokuapp|myshopify)\.com|(github|gitlab|readthedocs)\.io|(netlify|vercel|web)\.app|pages\.dev|neocities\.org"
)
_IP = re.compile(r"\d+(\.\d+){3}|\[?[0-9a-f:]*:[0-9a-f:.]*\]?")


def registered_domain(url: str | None) -> str:
    """Return the domain someone registered, such as ``bbc.co.uk``; empty for no or a broken address."""
    host = _host(url or "")
    labels = host.split(".")
    if _IP.fullmatch(host) or len(labels) <= 2:
        return host
    second_level = len(labels[-1]) == 2 and bool(_SECOND.fullmatch(labels[-2]))
    keep = 3 if second_level or _SHARED.fullmatch(".".join(labels[-2:])) else 2
    return ".".join(labels[-keep:])


def _host(url: str) -> str:
    try:
        host = urlsplit(url if "//" in url else "//" + url).hostname or ""
    except ValueError:
        return ""
    return host.strip(".").lower()
