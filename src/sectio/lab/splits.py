"""What stays untouched until the end: a fifth of all domains, and six sites.

Every choice made while looking at a data set makes its figures too hopeful. Pages of these domains and sites are not opened,
not trained on and not tuned with; they are measured once, for the last report, and the difference to the left-out figures
says how much tuning was worth. After the report, the model that ships may learn from them.
"""

from hashlib import blake2b
from typing import Final

from sectio.lab.datasets.domains import registered_domain

UNTOUCHED_SITES: Final = frozenset(("avalanches", "cosyer", "ctfwiki-zh", "swde-fodors", "swde-usnews", "wikiislam"))
_PARTS: Final = 5
_SALT: Final = b"sectio untouched 1"


def is_untouched_domain(host: str) -> bool:
    """Whether a host's registered domain is in the untouched fifth."""
    domain = registered_domain(host).lower().encode("utf-8", "replace")
    return int.from_bytes(blake2b(domain, digest_size=8, key=_SALT).digest(), "big") % _PARTS == 0


def is_untouched(*, site: str | None = None, host: str | None = None) -> bool:
    """Whether a page of this site or host waits for the last report."""
    return site in UNTOUCHED_SITES or (host is not None and is_untouched_domain(host))
