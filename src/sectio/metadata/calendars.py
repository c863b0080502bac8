"""Days of other calendars as ISO days: Persian, Thai and Japanese years."""

from datetime import date, timedelta
from typing import Final

# First years, so that year 1 of an era is `start + 1`.
_ERAS: Final = {"令和": 2018, "平成": 1988, "昭和": 1925}
_THAI: Final = 543
_FIRST_HALF = 6  # months of 31 days in the Persian year; the others have 30


def era_year(era: str, number: int) -> int:
    """The year of a Japanese era."""
    return _ERAS[era] + number


def common_year(number: int) -> int:
    """A year that may be counted from the Buddha's death, as Thailand does, in the common era."""
    return number - _THAI if number > 2400 else number


def persian(year: int, month: int, day: int) -> date | None:
    """A day of the Persian calendar; right for the years 1206 to 1498 (1827 to 2119)."""
    longest = 31 if month <= _FIRST_HALF else 30
    if not (1206 <= year <= 1498 and 1 <= month <= 12 and 1 <= day <= longest):
        return None
    before = 31 * min(month - 1, _FIRST_HALF) + 30 * max(month - 1 - _FIRST_HALF, 0)
    return _new_year(year) + timedelta(days=before + day - 1)


def _new_year(year: int) -> date:
    """The first day of a Persian year: leap years follow a cycle of 33 years in this time."""
    # Of 33 years these are leap years, counted from 1 Farvardin 1276 (20 March 1897), which begins a cycle.
    whole, rest = divmod(year - 1276, 33)
    leaps = 8 * whole + sum(passed in _LEAPS for passed in range(rest))
    return date(1897, 3, 20) + timedelta(days=365 * (year - 1276) + leaps)


_LEAPS: Final = frozenset((0, 4, 8, 12, 16, 20, 24, 28))
