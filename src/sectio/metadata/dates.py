"""Dates in texts: machine formats, numbers and month names of some forty languages, to ISO days.

Every pattern is bounded and anchored on digits, so reading is linear. Which part of `3/4/2021` is the day
depends on the language: the month comes first in American English only.
"""

import re
from collections.abc import Iterator, Sequence
from datetime import UTC, date, datetime, timedelta
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from sectio.metadata.calendars import common_year, era_year, persian
from sectio.metadata.months import PERSIAN, month
from sectio.patterns import pattern

# No page is older than the web, and none is written much later than it is read.
FIRST_YEAR, LAST_YEAR = 1990, datetime.now(UTC).year + 1
# Universal hours between which it is the same day wherever a text was probably published.
MORNING, NIGHT = 8, 20
# The universal hour from which a full hour is midnight somewhere in Europe.
EUROPE = 22
# A date with the day of the week is not longer.
LONGEST_DAY = 40
_NAMES: Final = pattern(r"[^\W\d_]+")
_WITH_DAYS: Final = frozenset(
    """
    monday tuesday wednesday thursday friday saturday sunday mon tue wed thu fri sat sun montag dienstag mittwoch donnerstag freitag
    samstag sonntag lundi mardi mercredi jeudi vendredi samedi dimanche lunes martes miércoles jueves viernes sábado domingo lunedì
    martedì mercoledì giovedì venerdì sabato domenica segunda terça quarta quinta sexta feira maandag dinsdag woensdag donderdag
    vrijdag zaterdag zondag понедельник вторник среда четверг пятница суббота воскресенье måndag tisdag onsdag torsdag fredag lördag
    söndag mandag lørdag søndag of de del the le st nd rd th er 年 月 日 日曜日 月曜日 火曜日 水曜日 木曜日 金曜日 土曜日
""".split()
)
# No date is looked for beyond this many characters.
MAX_TEXT = 400

_DIGITS: Final = {
    zero + value: str(value)
    for zero in (0x660, 0x6F0, 0x966, 0x9E6, 0xA66, 0xAE6, 0xBE6, 0xC66, 0xCE6, 0xE50, 0xFF10)
    for value in range(10)
}
_OTHER_DIGIT: Final = pattern(f"[{''.join(map(chr, _DIGITS))}]")
_YEAR = r"(?P<y>(?:19|20|25)\d\d)"
_NAME = r"(?P<name>[^\W\d_][^\s\d,;:/|()]{1,14}(?:\s(?:الثاني|الأول))?)"
_WITH_NAMES: Final = (
    # 4 March 2021, 4. März 2021, 4 de marzo de 2021, 4th of March, 2021, Thu, 04 Mar 2021
    pattern(
        rf"(?<!\d)(?P<d>\d\d?)(?:st|nd|rd|th|er|º|ª|\.|-|,)?[\s-]{{0,3}}(?:(?:of|de|d'|ב)\s?)?{_NAME}[.,،]?[\s-]{{1,3}}"
        rf"(?:(?:de|del|г\.?)\s)?{_YEAR}(?!\d)"
    ),
    # March 4, 2021, Mar. 4th 2021
    pattern(rf"{_NAME}\.?\s{{1,3}}(?P<d>\d\d?)(?:st|nd|rd|th|\.)?,?\s{{1,3}}{_YEAR}(?!\d)"),
    # 2021 March 4, 2021. március 4., 2021 m. kovo 4 d.
    pattern(rf"(?<!\d){_YEAR}\.?\s(?:m\.\s)?{_NAME}\s(?P<d>\d\d?)(?!\d)"),
    # Thu Mar 4 08:30:00 CET 2021, as programs print moments
    pattern(rf"{_NAME}\s{{1,2}}(?P<d>\d\d?)\s\d\d:\d\d:\d\d\s(?:[A-Z]{{2,5}}\s)?{_YEAR}(?!\d)"),
    # 2021. gada 4. marts
    pattern(rf"(?<!\d){_YEAR}\.\sgada\s(?P<d>\d\d?)\.\s{_NAME}"),
)
# What is in every text that these find something in, one for each: years are few, and most letters may begin a name.
_NEEDED: Final = tuple(
    pattern(needed)
    for needed in (
        r"[\s-](?:19|20|25)\d\d(?!\d)",
        r"\s\d\d?(?:st|nd|rd|th|\.)?,?\s{1,3}(?:19|20|25)\d\d(?!\d)",
        r"(?:19|20|25)\d\d\.?\s",
        r"\d\s\d\d:\d\d:\d\d\s",
        r"\d\.\sgada\s",
    )
)
_PLAIN: Final = (
    # 2021-03-04, 2021/3/4, 2021.03.04, 2021. 3. 4., also before a time of day
    pattern(rf"(?<!\d){_YEAR}(?P<sep>[-/.‑–]\s?)(?P<m>\d\d?)(?P=sep)(?P<d>\d\d?)(?!\d)"),
    # 2021年3月4日, 2021년 3월 4일
    pattern(rf"(?<!\d){_YEAR}\s?[年년]\s?(?P<m>\d\d?)\s?[月월]\s?(?P<d>\d\d?)\s?[日号일]"),
    # 4 tháng 3 năm 2021, 4 tháng 3, 2021
    pattern(rf"(?<!\d)(?P<d>\d\d?)\s(?:tháng|Tháng)\s(?P<m>\d\d?),?\s(?:năm\s)?{_YEAR}(?!\d)"),
)
_ERA: Final = pattern(r"(?P<era>令和|平成|昭和)\s?(?P<y>\d\d?|元)\s?年\s?(?P<m>\d\d?)\s?月\s?(?P<d>\d\d?)\s?日")
_PERSIAN: Final = pattern(rf"(?<!\d)(?P<d>\d\d?)\s(?P<name>{'|'.join(PERSIAN)})\s?(?:ماه\s)?(?P<y>1[34]\d\d)(?!\d)")
_PERSIAN_PLAIN: Final = pattern(r"(?<!\d)(?P<y>1[34]\d\d)[/-](?P<m>\d\d?)[/-](?P<d>\d\d?)(?!\d)")
# Every date has a year of four digits, or three groups of digits; most texts have neither. The first character is one of a
# plain range that holds all digits, which are found several times as fast as by `\d`.
_LIKELY: Final = pattern(
    r"[^:-\u065f\0-/]"
    r"(?:(?:(?<=1)[349]|(?<=2)[05])\d\d|(?<=\d)[./-]\s?\d\d?[./-]\s?\d\d|(?<=[和成])\s?[\d元])"
)
# A date in an ASCII text has at least so many digits.
FEWEST: Final = 4
# A date is at least a day and a year: `© 2021` is none.
_TWO_NUMBERS: Final = pattern(r"\d\D{1,40}\d")
# Between two texts; part of no date.
_APART: Final = "\0"
_NUMBERS: Final = pattern(
    r"(?<![\d./])(?P<a>\d\d?)(?P<sep>[./-])\s?(?P<b>\d\d?)(?P=sep)\s?(?P<y>(?:(?:19|20)\d\d)|\d\d)(?![\d./]\d|\d)"
)
_ISO: Final = pattern(r"^(?P<y>(?:19|20)\d\d)-(?P<m>\d\d)-(?P<d>\d\d)(?!\d)")
_COMPACT: Final = pattern(r"^(?P<y>(?:19|20)\d\d)(?P<m>\d\d)(?P<d>\d\d)(?:\D|\d{6}$|$)")
_EPOCH: Final = pattern(r"^(1[0-9]{9})(?:\d{3})?$")
_UNIVERSAL: Final = pattern(
    r"[T ](?P<hour>\d\d):?(?P<rest>\d\d(?::?\d\d)?)(?:\.\d{1,9})?\s?(?:Z|GMT|UTC|[+-]00:?00)$", re.I
)
_OF_DAY: Final = pattern(
    rf"(?<!\d)(?P<d>\d\d?)(?:st|nd|rd|th|er|º|\.)?\s(?:de\s)?{_NAME}|{_NAME.replace('name', 'other')}\s(?P<e>\d\d?)(?!\d)"
)
# English outside America writes the day first.
_DAY_FIRST_ENGLISH: Final = frozenset(("gb", "uk", "au", "nz", "ie", "za", "in"))


class Found(NamedTuple):
    """An ISO day, where in the text it is, and whether day and month could be the other way round."""

    position: int
    day: str
    other: str | None = None


def parse(text: str, language: str = "") -> str | None:
    """The first date in a text as an ISO day, or None."""
    found = find(text, language)
    return found.day if found else None


def find(text: str, language: str = "") -> Found | None:
    """The first date in a text."""
    text = plain_digits(text[:MAX_TEXT])
    if not _LIKELY.search(text) or not _TWO_NUMBERS.search(text):
        return None
    return min(_matches(text, language), key=lambda found: found.position, default=None)


def is_day(text: str) -> bool:
    """Whether a short text is a date and nothing else, but maybe the day of the week."""
    if len(text) > LONGEST_DAY or text.isalpha() or not parse(text):
        return False
    return all(name.lower() in _WITH_DAYS or month(name, "") for name in _NAMES.findall(text))


def is_likely(text: str) -> bool:
    """Whether a text may hold a date; quick, for texts that mostly do not."""
    return _LIKELY.search(plain_digits(text[:MAX_TEXT])) is not None


def likely_among(texts: Sequence[str], digits: NDArray[np.int32], limit: int) -> list[int]:
    """The same for texts of which it is known how many digits each has: only those with enough of them are looked at."""
    plain = np.fromiter(map(str.isascii, texts), bool, len(texts))
    numbers: list[int] = np.flatnonzero((digits >= FEWEST) | ~plain).tolist()
    return [numbers[found] for found in likely([texts[number] for number in numbers], limit)]


def likely(texts: Sequence[str], limit: int) -> list[int]:
    """The numbers of the texts shorter than `limit` that may hold a date: one pass over all of them, for most do not."""
    joined = plain_digits(_APART.join([text if len(text) < limit else "" for text in texts]))
    numbers, number, reached = dict[int, None](), 0, 0
    for match in _LIKELY.finditer(joined):
        number += joined.count(_APART, reached, match.start())
        reached = match.start()
        numbers[number] = None
    return list(numbers)


def plain_digits(text: str) -> str:
    """A text whose digits, of whatever script, are ASCII."""
    return text.translate(_DIGITS) if not text.isascii() and _OTHER_DIGIT.search(text) else text


def _matches(text: str, language: str) -> Iterator[Found]:
    for dated, needed in zip(_WITH_NAMES, _NEEDED, strict=True):
        if needed.search(text):
            yield from _first((match, month(match["name"], language)) for match in dated.finditer(text))
    for dated in _PLAIN[:1] if text.isascii() else _PLAIN:
        yield from _first((match, int(match["m"])) for match in dated.finditer(text))
    for match in _NUMBERS.finditer(text):
        found = _numeric(match, language)
        if found:
            yield found
            break
    if not text.isascii() or language.startswith("fa"):
        yield from _foreign(text)


def _first(matches: Iterator[tuple[re.Match[str], int]]) -> Iterator[Found]:
    """The first of these that is a day."""
    for match, number in matches:
        day = iso(common_year(int(match["y"])), number, int(match["d"]))
        if day:
            yield Found(match.start(), day)
            return


def _foreign(text: str) -> Iterator[Found]:
    """Dates of other calendars."""
    for match in (_ERA.search(text), _PERSIAN.search(text), _PERSIAN_PLAIN.search(text)):
        day = _other_calendar(match) if match else None
        if match and day:
            yield Found(match.start(), day)


def _other_calendar(match: re.Match[str]) -> str | None:
    found = match.groupdict()
    if "era" in found:
        number = 1 if found["y"] == "元" else int(found["y"])
        return iso(era_year(found["era"], number), int(found["m"]), int(found["d"]))
    number = PERSIAN[found["name"]] if "name" in found else int(found["m"])
    day = persian(int(found["y"]), number, int(found["d"]))
    return iso(day.year, day.month, day.day) if day else None


def _numeric(match: re.Match[str], language: str) -> Found | None:
    first, second, year = int(match["a"]), int(match["b"]), int(match["y"])
    if len(match["y"]) == 2:
        if not _short_year(match, language):
            return None
        year += 2000
    month_first = match["sep"] != "." and _month_first(language)
    order = ((first, second), (second, first)) if month_first else ((second, first), (first, second))
    days = [found for number, day in order if (found := iso(year, number, day))]
    return Found(match.start(), *dict.fromkeys(days)) if days else None


def _short_year(match: re.Match[str], language: str) -> bool:
    """Whether `4.3.21` is a date: with a dot it may be a number of a version, so not in English."""
    if match["sep"] == "-":
        return False
    return len(match["a"]) + len(match["b"]) == 4 or (match["sep"] == "." and _language(language) not in ("en", ""))


def _language(tag: str) -> str:
    return re.split(r"[-_]", tag.lower())[0]


def _month_first(language: str) -> bool:
    parts = re.split(r"[-_]", language.lower())
    return parts[0] in ("en", "") and not _DAY_FIRST_ENGLISH.intersection(parts[1:])


def stamp(text: str, language: str = "") -> str | None:
    """The day of a machine-written value (meta, `datetime`, JSON-LD): also compact dates and Unix times."""
    found = find_stamp(text, language)
    return found.day if found else None


def find_stamp(text: str, language: str = "") -> Found | None:
    """The same, with the other reading of `3/4/2021`."""
    text = plain_digits(text[:MAX_TEXT].strip())
    written = _ISO.match(text) or _COMPACT.match(text)
    if written:
        day = iso(int(written["y"]), int(written["m"]), int(written["d"]))
        return Found(0, day) if day else None
    epoch = _EPOCH.match(text)
    day = _from_epoch(int(epoch[1])) if epoch else None
    return Found(0, day) if day else find(text, language)


def _from_epoch(seconds: int) -> str | None:
    moment = datetime.fromtimestamp(seconds, UTC)
    return iso(moment.year, moment.month, moment.day)


def local_days(text: str, day: str) -> tuple[str, ...]:
    """The days that a stamp may be where it was written, if it is in universal time; the likeliest first.

    In the small hours it is still the day before in America, late in the evening the day after in Asia. A full hour just
    before midnight is the midnight of Europe: a day without a time of day.
    """
    match = _UNIVERSAL.search(text[:MAX_TEXT].strip())
    hour = int(match["hour"]) if match else MORNING
    if not match or MORNING <= hour < NIGHT:
        return (day,)
    if hour < MORNING:
        return day, _moved(day, -1)
    is_midnight = hour >= EUROPE and not match["rest"].strip("0:")
    return (_moved(day, 1), day) if is_midnight else (day, _moved(day, 1))


def _moved(day: str, days: int) -> str:
    return (date.fromisoformat(day) + timedelta(days)).isoformat()


def in_month(text: str, year: int, number: int, language: str = "") -> str | None:
    """The first day of a known month that a text names without its year, as in `2 August`."""
    for match in _OF_DAY.finditer(plain_digits(text[:MAX_TEXT])):
        name, day = match["name"] or match["other"], int(match["d"] or match["e"])
        if month(name, language) == number and (found := iso(year, number, day)):
            return found
    return None


def iso(year: int, number: int, day: int) -> str | None:
    """A checked ISO day."""
    if not FIRST_YEAR <= year <= LAST_YEAR:
        return None
    try:
        return date(year, number, day).isoformat()
    except ValueError:
        return None


def are_neighbours(one: str, other: str) -> bool:
    """Whether two ISO days are neighbours: one moment, written in two time zones."""
    return abs((date.fromisoformat(one) - date.fromisoformat(other)).days) == 1
