"""Dates in addresses: `/2021/03/04/title`, or the month alone in `/2021/03/title`."""

import re
from typing import Final, NamedTuple

from sectio.metadata.dates import iso
from sectio.metadata.months import month

_ORIGIN: Final = re.compile(r"^[a-z]{1,6}://[^/]{0,255}")
_YEAR = r"(?P<y>(?:19|20)\d\d)"
_DAYS: Final = (
    re.compile(rf"[/_.-]{_YEAR}(?P<sep>[/_-])(?P<m>\d\d?)(?P=sep)(?P<d>\d\d?)(?=[/_.-]|$)"),
    re.compile(rf"[/_.-]{_YEAR}[/_-](?P<m>\d\d)[/_-]?(?P<d>\d\d)(?=[/_.-]|$)"),
    re.compile(rf"(?<=[/_-]){_YEAR}(?P<m>\d\d)(?P<d>\d\d)(?=[/_.-]|$)"),
    re.compile(rf"(?<=[/_.-])(?P<d>\d\d)(?P<sep>[._-])(?P<m>\d\d)(?P=sep){_YEAR}(?=[/_.-]|$)"),
    # /2021/03/210304-title
    re.compile(r"/20(?P<short>\d\d)/(?P<m>\d\d)/(?P=short)(?P=m)(?P<d>\d\d)(?=[_.-])"),
    re.compile(rf"(?<=/){_YEAR}/(?P<name>[a-z]{{3,9}})/(?P<d>\d\d?)(?=/)"),
)
_MONTH: Final = re.compile(rf"(?<=[/_-]){_YEAR}[/_-]?(?P<m>\d\d)(?=[/_-]|$)")


class Month(NamedTuple):
    """A month of a year."""

    year: int
    number: int


def day(address: str) -> str | None:
    """The ISO day an address holds in its path."""
    path = _path(address)
    for pattern in _DAYS if path else ():
        for match in pattern.finditer(path):
            found = match.groupdict()
            number = month(found["name"]) if "name" in found else int(found["m"])
            year = int(found.get("y") or f"20{found['short']}")
            if at := iso(year, number, int(found["d"])):
                return at
    return None


def in_month(address: str) -> Month | None:
    """The month an address holds in its path."""
    match = _MONTH.search(_path(address))
    found = Month(int(match["y"]), int(match["m"])) if match else None
    return found if found and iso(found.year, found.number, 1) else None


def _path(address: str) -> str:
    """The path and query of an address, or nothing if they cannot contain a year."""
    path = _ORIGIN.sub("", address[:2048].lower())
    return path if "19" in path or "20" in path else ""
