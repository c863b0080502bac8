"""Dates in texts: machine formats, numbers and month names of the larger languages, to ISO days.

Every pattern is bounded and anchored on digits, so reading is linear. Which part of `3/4/2021` is the day
depends on the language: the month comes first in American English only.
"""

import re
from collections.abc import Iterator
from datetime import UTC, date, datetime
from typing import Final

FIRST_YEAR, LAST_YEAR = 1990, 2099
# No date is looked for beyond this many characters.
MAX_TEXT = 400

_NAMES: Final = """
1 january jan januar jänner jän janvier janv enero ene gennaio gen janeiro januari stycznia styczeń sty
  января январь янв січня leden ledna január januára ianuarie ocak tammikuu tammikuuta ιανουαρίου януари
  sausio jaanuar
2 february feb febr februar feber février fevrier févr febrero febbraio fevereiro fev februari lutego luty
  lut февраля февраль фев лютого únor února február februára februarie şubat helmikuu helmikuuta
  φεβρουαρίου февруари
3 march mar märz maerz mär mars marzo março marco maart mrt marca marzec марта март мар березня březen
  března marec martie mart maaliskuu maaliskuuta μαρτίου március
4 april apr avril avr abril abr aprile kwietnia kwiecień kwi апреля апрель апр квітня duben dubna apríl
  apríla aprilie nisan huhtikuu huhtikuuta απριλίου április април
5 may mai mayo maggio mag maio mei maja maj мая май травня květen května máj mája toukokuu toukokuuta
  μαΐου május mayıs
6 june jun juni juin junio giugno giu junho czerwca czerwiec cze июня июнь июн червня červen června jún
  júna iunie haziran kesäkuu kesäkuuta ιουνίου június юни
7 july jul juli juillet juil julio luglio lug julho lipca lipiec lip июля июль июл липня červenec července
  júl júla iulie temmuz heinäkuu heinäkuuta ιουλίου július юли
8 august aug août aout agosto ago augustus augusti sierpnia sierpień sie августа август авг серпня srpen
  srpna augusta ağustos elokuu elokuuta αυγούστου augusztus
9 september sept sep septembre septiembre setiembre settembre set setembro września wrzesień wrz сентября
  сентябрь сен сент вересня září septembra septembrie eylül syyskuu syyskuuta σεπτεμβρίου szeptember
  септември
10 october oct oktober okt octobre octubre ottobre ott outubro out października październik paź октября
  октябрь окт жовтня říjen října október októbra octombrie ekim lokakuu lokakuuta οκτωβρίου октомври
11 november nov novembre noviembre novembro listopada listopad lis ноября ноябрь ноя листопада noiembrie
  kasım novembra marraskuu marraskuuta νοεμβρίου ноември
12 december dec dezember dez décembre decembre déc diciembre dic dicembre dezembro grudnia grudzień gru
  декабря декабрь дек грудня prosinec prosince decembra decembrie aralık joulukuu joulukuuta δεκεμβρίου
  декември
"""


def _months() -> dict[str, int]:
    months: dict[str, int] = {}
    number = 0
    for word in _NAMES.split():
        if word.isdigit():
            number = int(word)
        else:
            months.setdefault(word, number)
    return months


MONTHS: Final = _months()

_YEAR = r"(?P<y>(?:19|20)\d\d)"
_NAME = r"(?P<name>[^\W\d_]{3,12})"
_PATTERNS: Final = (
    # 2021-03-04, 2021/3/4, 2021.03.04, also before a time of day
    re.compile(rf"(?<!\d){_YEAR}(?P<sep>[-/.‑–])(?P<m>\d\d?)(?P=sep)(?P<d>\d\d?)(?!\d)"),
    # 2021年3月4日, 2021년 3월 4일
    re.compile(rf"(?<!\d){_YEAR}\s?[年년]\s?(?P<m>\d\d?)\s?[月월]\s?(?P<d>\d\d?)\s?[日일]"),
    # 4 March 2021, 4. März 2021, 4 de marzo de 2021, 4th of March, 2021, Thu, 04 Mar 2021
    re.compile(
        rf"(?<!\d)(?P<d>\d\d?)(?:st|nd|rd|th|er|º|ª|\.|-)?[\s-]{{0,3}}(?:(?:of|de|d')\s)?{_NAME}[.,]?[\s-]{{1,3}}(?:(?:de|del)\s)?"
        rf"{_YEAR}(?!\d)"
    ),
    # March 4, 2021, Mar. 4th 2021
    re.compile(rf"{_NAME}\.?\s{{1,3}}(?P<d>\d\d?)(?:st|nd|rd|th)?,?\s{{1,3}}{_YEAR}(?!\d)"),
    # 2021 March 4, 2021. március 4.
    re.compile(rf"(?<!\d){_YEAR}\.?\s{_NAME}\s(?P<d>\d\d?)(?!\d)"),
)
# Every date has a year of four digits, or three groups of digits; most texts have neither.
_LIKELY: Final = re.compile(r"(?:19|20)\d\d|\d[./-]\s?\d\d?[./-]\s?\d\d")
_NUMBERS: Final = re.compile(
    r"(?<![\d./])(?P<a>\d\d?)(?P<sep>[./-])\s?(?P<b>\d\d?)(?P=sep)\s?(?P<y>(?:(?:19|20)\d\d)|\d\d)(?![\d./]\d|\d)"
)
_COMPACT: Final = re.compile(rf"^{_YEAR}(?P<m>\d\d)(?P<d>\d\d)(?:\D|\d{{6}}$|$)")
_EPOCH: Final = re.compile(r"^(1[0-9]{9})(?:\d{3})?$")
_ORIGIN: Final = re.compile(r"^[a-z]{1,6}://[^/]{0,255}")
_IN_PATH: Final = re.compile(rf"[/_.-]{_YEAR}(?P<sep>[/_-])(?P<m>\d\d?)(?P=sep)(?P<d>\d\d?)(?=[/_.-]|$)")
_IN_PATH_COMPACT: Final = re.compile(rf"(?<=[/_-]){_YEAR}(?P<m>\d\d)(?P<d>\d\d)(?=[/_.-]|$)")
_IN_PATH_DAY_FIRST: Final = re.compile(rf"(?<=[/_.-])(?P<d>\d\d)(?P<sep>[._-])(?P<m>\d\d)(?P=sep){_YEAR}(?=[/_.-]|$)")
# English outside America writes the day first.
_DAY_FIRST_ENGLISH: Final = frozenset(("gb", "uk", "au", "nz", "ie", "za", "in"))


def parse(text: str, language: str = "") -> str | None:
    """The first date in a text as an ISO day, or None."""
    text = text[:MAX_TEXT]
    if not _LIKELY.search(text):
        return None
    best: tuple[int, str] | None = None
    for position, day in _matches(text, language):
        if best is None or position < best[0]:
            best = (position, day)
    return best[1] if best else None


def _matches(text: str, language: str) -> Iterator[tuple[int, str]]:
    for pattern in _PATTERNS:
        for match in pattern.finditer(text):
            found = match.groupdict()
            month = MONTHS.get(found["name"].lower()) if "name" in found else int(found["m"])
            day = iso(int(found["y"]), month or 0, int(found["d"]))
            if day:
                yield match.start(), day
                break
    for match in _NUMBERS.finditer(text):
        day = _numeric(match, language)
        if day:
            yield match.start(), day
            break


def _numeric(match: re.Match[str], language: str) -> str | None:
    first, second, year = int(match["a"]), int(match["b"]), int(match["y"])
    if len(match["y"]) == 2:
        if match["sep"] == "-" or len(match["a"]) + len(match["b"]) < 4:
            return None
        year += 2000
    month_first = match["sep"] != "." and _month_first(language)
    order = ((first, second), (second, first)) if month_first else ((second, first), (first, second))
    return next((found for month, day in order if (found := iso(year, month, day))), None)


def _month_first(language: str) -> bool:
    parts = re.split(r"[-_]", language.lower())
    return parts[0] in ("en", "") and not _DAY_FIRST_ENGLISH.intersection(parts[1:])


def stamp(text: str, language: str = "") -> str | None:
    """The day of a machine-written value (meta, `datetime`, JSON-LD): also compact dates and Unix times."""
    text = text[:MAX_TEXT].strip()
    compact = _COMPACT.match(text)
    if compact:
        return iso(int(compact["y"]), int(compact["m"]), int(compact["d"]))
    epoch = _EPOCH.match(text)
    return _from_epoch(int(epoch[1])) if epoch else parse(text, language)


def _from_epoch(seconds: int) -> str | None:
    moment = datetime.fromtimestamp(seconds, UTC)
    return iso(moment.year, moment.month, moment.day)


def in_address(address: str) -> str | None:
    """The date an address holds in its path, as in `/2021/03/04/title`."""
    path = _ORIGIN.sub("", address[:2048].lower())
    if "19" not in path and "20" not in path:
        return None
    for pattern in (_IN_PATH, _IN_PATH_COMPACT, _IN_PATH_DAY_FIRST):
        for match in pattern.finditer(path):
            day = iso(int(match["y"]), int(match["m"]), int(match["d"]))
            if day:
                return day
    return None


def iso(year: int, month: int, day: int) -> str | None:
    """A checked ISO day."""
    if not FIRST_YEAR <= year <= LAST_YEAR:
        return None
    try:
        return date(year, month, day).isoformat()
    except ValueError:
        return None


def are_neighbours(one: str, other: str) -> bool:
    """Whether two ISO days are neighbours: one moment, written in two time zones."""
    return abs((date.fromisoformat(one) - date.fromisoformat(other)).days) == 1
