"""What markup hides: the `hidden` attribute, inline styles, the page's own style rules, fallbacks, copies for the eye alone.

Text that the page itself opens (a tab panel, an accordion, "read more") is not hidden: a reader can get to it.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any, Final, Protocol

import numpy as np
from numpy.typing import NDArray

from sectio import compiled
from sectio.dom import stylesheets, tags, words
from sectio.dom.stylesheets import Compound, Rule, Selector, Sheet, Styles
from sectio.once import once
from sectio.patterns import pattern

Mask = NDArray[np.bool_]
Ints = NDArray[np.int32]
Places = NDArray[np.intp]

# A copy of fewer words than this may be the same words by chance.
COPY_WORDS: Final = 3
# What opens a part is a line, not a paragraph.
CONTROL_WORDS: Final = 30
# How many rows may be looked at for the parts of selectors on one page; what is left then is not hidden.
MAX_STEPS: Final = 1_000_000
# Where React puts what it streams, until its script moves it into place.
_SHOWS = pattern(r"display\s*:\s*(?!none)[a-z]", re.IGNORECASE)
_STREAMED = pattern(r"S:[0-9a-f]+")
_ROLES_NOT_OFFERED: Final = frozenset(("dialog", "alertdialog", "alert", "menu", "tooltip", "listbox", "status"))
_WRAPPERS: Final = 3
# So many parts alike, each below a line, are an accordion although nothing says what opens them.
_ALIKE: Final = 3
_OUTSIDE: Final = ("nav", "form", "dialog")
_CONTROLLING: Final = ("aria-controls", "data-target", "data-bs-target")


class _Attributes(Protocol):
    """The attributes of a page, as `page.Source` gives them."""

    def having(self, name: str) -> dict[int, str]:
        """The rows that have the attribute, with its value."""

    def rows_having(self, name: str) -> NDArray[np.intp]:
        """The rows that have the attribute."""

    def having_among(self, name: str, rows: NDArray[np.intp]) -> dict[int, str]:
        """The same among a few rows, given in order."""

    def having_word(self, name: str, wanted: frozenset[str]) -> dict[int, str]:
        """The rows whose value has one of these words, with the value."""

    def rows_hiding(self) -> list[int]:
        """The rows whose style attribute hides them."""

    def places(self, name: str) -> tuple[NDArray[np.intp], Ints, Ints]:
        """The rows that have the attribute, and where its values start and end in clean markup."""

    def written(self) -> tuple[bytes, Ints, Ints] | None:
        """Clean markup, if there is any, and where texts are in it."""

    def own_styles(self) -> Styles:
        """The style elements."""


class Rows(Protocol):
    """What is needed of a page."""

    @property
    def parent(self) -> Ints:
        """The row above each row."""

    @property
    def end(self) -> Ints:
        """The row after each subtree."""

    @property
    def tag(self) -> NDArray[np.int16]:
        """The code of each row's tag."""

    @property
    def tag_names(self) -> Sequence[str]:
        """The tags by their codes."""

    @property
    def words(self) -> Ints:
        """Words of each text."""

    @property
    def text_len(self) -> Ints:
        """Characters of each text."""

    @property
    def class_bits(self) -> NDArray[np.int64]:
        """The groups of words that class and id of each row have, as bits."""

    @property
    def text_rows(self) -> Ints:
        """The rows that are texts."""

    @property
    def texts(self) -> Sequence[str]:
        """The texts."""

    @property
    def source(self) -> _Attributes:
        """The attributes."""

    def tag_of(self, node: int) -> str:
        """The tag of a row."""

    def attribute(self, node: int, name: str) -> str | None:
        """The value of an attribute, or None."""

    def is_tag(self, *names: str) -> Mask:
        """True for these tags."""

    def has(self, *names: str) -> bool:
        """Whether there is any of these tags."""

    def __len__(self) -> int: ...


def by_markup(page: Rows) -> Mask:
    """True for the rows that begin something hidden, or are hidden texts themselves."""
    found = page.is_tag(*tags.UNSHOWN) if page.has(*tags.UNSHOWN) else np.zeros(len(page), bool)
    if page.has("dialog"):
        dialogs = page.is_tag("dialog")
        dialogs[page.source.rows_having("open")] = False
        found |= dialogs
    by_attribute = [row for row, value in page.source.having("hidden").items() if value.lower() != "until-found"]
    by_style = {*page.source.rows_hiding(), *_by_own_rules(page)}
    if by_attribute or by_style:
        found[[*by_attribute, *by_style]] = True
        found[_offered(page, by_attribute, sorted(by_style))] = False
    copies = _copies(page)
    if copies:
        found[copies] = True
    found[: min(2, len(found))] = False  # a page that hides itself until a script runs is still a page
    return found


def _copies(page: Rows) -> list[int]:
    """Texts for the eye alone that are also there for everybody."""
    rows = page.source.rows_having("aria-hidden").astype(np.int32)  # as the columns, which would be widened for others
    if not len(rows):
        return []
    starts, ends = page.text_rows.searchsorted(rows), page.text_rows.searchsorted(page.end.take(rows))
    with_text = (starts < ends).nonzero()[0]  # most are icons
    if not len(with_text):
        return []
    values = page.source.having_among("aria-hidden", rows.take(with_text).astype(np.intp)).values()
    spans = zip(values, starts.take(with_text).tolist(), ends.take(with_text).tolist(), strict=True)
    roots = [range(start, min(end, start + 200)) for value, start, end in spans if value.strip().lower() == "true"]
    inside = sorted({i for root in roots for i in root})
    if not inside:
        return []
    words_inside = page.words.take(page.text_rows.take(inside)).tolist()
    long = [i for i, count in zip(inside, words_inside, strict=True) if count >= COPY_WORDS]
    if not long:
        return []
    # Only texts of the same length need to be compared.
    lengths, texts = page.text_len.take(page.text_rows), page.texts
    sought = lengths.take(long)
    is_sought = np.zeros(sought.max() + 2, bool)  # the last one is for all that are longer
    is_sought[sought] = True
    alike = is_sought.take(lengths, mode="clip")
    alike[inside] = False
    others = {" ".join(texts[i].split()) for i in np.flatnonzero(alike).tolist()}
    return [int(page.text_rows[i]) for i in long if " ".join(texts[i].split()) in others]


# What the page opens itself


def opened(page: Rows, rows: list[int]) -> list[int]:
    """Those of some hidden rows, however they are hidden, that the page opens."""
    return _offered(page, [], rows)


def _offered(page: Rows, by_attribute: list[int], by_style: list[int]) -> list[int]:
    """The hidden rows that the page has a control for, and those that wait for a script to put them in place.

    The attribute says more clearly than a style that something is not for readers, so for it the control must be
    named by the page itself.
    """
    controls = _Controls(page)
    # What is outside of the text anyway, often whole menus, need not be looked at.
    named, any_of = ([row for row in rows if not controls.is_outside(row)] for rows in (by_attribute, by_style))
    if not named and not any_of:
        return []
    found = [row for row in named if controls.has_named(row) or _is_streamed(page, row)]
    found += [row for row in any_of if controls.has_any(row)]
    found += controls.below_lines(by_style)
    return [row for row in found if not controls.refuses(row)]


def _is_streamed(page: Rows, row: int) -> bool:
    return _STREAMED.fullmatch(page.attribute(row, "id") or "") is not None


class _Controls:
    """The buttons and tabs of a page, and what they open."""

    def __init__(self, page: Rows) -> None:
        self._page = page
        self._tokens: dict[str, frozenset[str]] = {"": frozenset()}
        self._known: dict[tuple[int, str], frozenset[str]] = {}
        # Single numbers are read from memory views several times faster than from arrays.
        self._parent, self._end = page.parent.data, page.end.data

    @once
    def _role(self) -> dict[int, str]:
        return self._page.source.having("role")

    @once
    def _bits(self) -> memoryview:
        """Few rows have a word that is asked for."""
        return self._page.class_bits.data

    @once
    def _words(self) -> memoryview:
        """How many words come before each row."""
        running = np.zeros(len(self._page) + 1, np.intp)
        self._page.words.cumsum(out=running[1:])
        return running.data

    @once
    def _controlled(self) -> set[str]:
        """The ids that controls name."""
        named = (value for name in _CONTROLLING for value in self._page.source.having(name).values())
        return {target.lstrip("#") for value in named for target in value.split()}

    @once
    def _expanding(self) -> list[int]:
        """What says that it expands something, in order."""
        rows: list[int] = self._page.source.rows_having("aria-expanded").tolist()
        return rows

    @once
    def _buttons(self) -> list[int]:
        """The same with all buttons and tabs."""
        named = (row for row, role in self._role.items() if role in ("button", "tab"))
        buttons = self._page.is_tag("button").nonzero()[0].tolist() if self._page.has("button") else ()
        return sorted({*self._expanding, *buttons, *named})

    @once
    def _outside(self) -> tuple[list[int], list[int]]:
        """Navigations, forms and dialogs, and how far each of them and those before it reach."""
        if not self._page.has(*_OUTSIDE):
            return [], []
        roots = self._page.is_tag(*_OUTSIDE).nonzero()[0]
        return roots.tolist(), np.maximum.accumulate(self._page.end[roots]).tolist()

    def is_outside(self, row: int) -> bool:
        """Whether a row is in a navigation, form or dialog."""
        roots, reached = self._outside
        before = bisect_right(roots, row)
        return before > 0 and reached[before - 1] > row

    def has_named(self, row: int) -> bool:
        """Whether the page says that something opens this row: by its role, its id, or a button that expands beside it."""
        return self._is_target(row) or self._is_beside(row, self._expanding)

    def has_any(self, row: int) -> bool:
        """Whether it says so, or a class does, or there is any button beside it."""
        is_said = self._is_target(row) or self._is_named(row, words.OFFERED, words.OFFERED_HINT)
        return is_said or self._is_beside(row, self._buttons)

    def _is_target(self, row: int) -> bool:
        """Whether the role or the id of a row says that something opens it."""
        if self._role.get(row) == "tabpanel":
            return True
        return bool(self._controlled) and (self._page.attribute(row, "id") or "") in self._controlled

    def _is_named(self, row: int, those: frozenset[str], hint: int) -> bool:
        """Whether a class or the id of a row has one of these words."""
        if not self._bits[row] & hint:
            return False
        return not those.isdisjoint(self._words_of(row, "class")) or not those.isdisjoint(self._words_of(row, "id"))

    def _words_of(self, row: int, name: str) -> frozenset[str]:
        """The words of an attribute of a row; rows are asked for several times, and many values are alike."""
        found = self._known.get((row, name))
        if found is None:
            value = self._page.attribute(row, name) or ""
            found = self._tokens.get(value)
            if found is None:
                found = self._tokens[value] = frozenset(words.tokens(value))
            self._known[row, name] = found
        return found

    def below_lines(self, rows: list[int]) -> list[int]:
        """Rows of one class, each below a short line that is shown: questions and answers."""
        if len(rows) < _ALIKE:
            return []
        page, shown = self._page, set(rows)
        below: dict[str, list[int]] = {}
        for row in rows:
            before = self._before(row)
            if before and before not in shown and 0 < self._count(before) <= CONTROL_WORDS < self._count(row):
                below.setdefault(page.attribute(row, "class") or "", []).append(row)
        return [row for alike in below.values() if len(alike) >= _ALIKE for row in alike]

    def _count(self, row: int) -> int:
        before = self._words
        return int(before[self._end[row]] - before[row])

    def refuses(self, row: int) -> bool:
        """Whether it is a dialog, a menu, a notice or a part of a form, which a control may open too."""
        is_refused = self._role.get(row) in _ROLES_NOT_OFFERED or self._is_named(
            row, words.NOT_OFFERED, words.NOT_OFFERED_HINT
        )
        return is_refused or self.is_outside(row)

    def _is_beside(self, row: int, controls: list[int]) -> bool:
        """Whether the element before or after contains a control, and little else; also that of a wrapper around it alone."""
        for _ in range(_WRAPPERS):
            before, after = self._before(row), self._after(row)
            if before or after:
                return self._opens(before, controls) or self._opens(after, controls)
            row = self._parent[row]
        return False

    def _opens(self, row: int, controls: list[int]) -> bool:
        """Whether a row, if there is one, contains a control, or has a class that says so, and is a line."""
        if not row:
            return False
        first = bisect_left(controls, row)
        has_control = first < len(controls) and controls[first] < self._end[row]
        is_control = has_control or (
            self._bits[row] & words.CONTROLS_HINT and not words.CONTROLS.isdisjoint(self._words_of(row, "class"))
        )
        return bool(is_control) and self._count(row) <= CONTROL_WORDS

    def _before(self, row: int) -> int:
        """The sibling before a row, or 0."""
        parent = self._parent
        above, before = parent[row], row - 1
        while before > above and parent[before] != above:
            before = parent[before]
        return before if before > above else 0

    def _after(self, row: int) -> int:
        """The sibling after a row, or 0."""
        return self._end[row] if self._end[row] < self._end[self._parent[row]] else 0


# The page's own style rules


def _by_own_rules(page: Rows) -> list[int]:
    """The rows with text that the page's own style rules hide, and that none of them would show."""
    styles = page.source.own_styles()
    sheets = styles.for_screens()
    if not sheets:
        return []
    rows = _by_rules_compiled(page, styles.source, sheets)
    if rows is None:
        rows = _by_rules(page, [Sheet(styles.text(*place)) for place in sheets])
    shown = page.source.having_among("style", np.array(rows, np.intp)) if rows else {}
    return [row for row in rows if not _SHOWS.search(shown.get(row, ""))]


def _by_rules_compiled(page: Rows, source: bytes, sheets: list[tuple[int, int]]) -> list[int] | None:
    """The same by compiled code but for what inline styles show; None if there is none, or the plain code has to read the rules."""
    written = page.source.written()
    if compiled.core is None or written is None:
        return None
    found = compiled.core.hidden_by_rules(_given(page, written[0], source, sheets))
    return None if found is None else np.frombuffer(found, np.int32).tolist()


def _given(page: Rows, markup: bytes, source: bytes, sheets: list[tuple[int, int]]) -> dict[str, Any]:
    """What compiled code needs of a page and its sheets."""
    given: dict[str, Any] = {}
    for name in ("class", "id"):
        rows, given[f"{name}_starts"], given[f"{name}_ends"] = page.source.places(name)
        given[f"{name}_rows"] = rows.astype(np.int32)
    given["sheet_starts"], given["sheet_ends"] = np.array(sheets, np.int64).T.copy()
    given |= {"source": markup, "sheets": source, "words": page.words, "known": len(tags.NAMES), "off": _OFF}
    return given | {"parent": page.parent, "end": page.end, "tag": page.tag, "tags": _tag_names(page.tag_names)}


_OFF: Final = "\0".join(sorted(words.WITHOUT_SCRIPTS)).encode()


@lru_cache(maxsize=4)
def _tag_names(names: Sequence[str]) -> bytes:
    return "\0".join(names).encode("utf-8", "surrogatepass")


def _by_rules(page: Rows, sheets: list[Sheet]) -> list[int]:
    """The rows with text that rules of these sheets hide, and that none of them would show."""
    elements = _Elements(page)
    found = stylesheets.hiding(sheets, elements.present)
    hiding = [rule for rule in found if _may_hide(rule.selector)]
    rows = elements.selected(rule.selector for rule in hiding) if hiding else []
    running = np.concatenate(([0], np.cumsum(page.words)))
    rows = [row for row in rows if running[page.end[row]] > running[row]]
    if not rows:
        return []
    elements.note_names(rows)
    wanted = frozenset(name for row in rows for name in elements.names(row))
    naming = [rule for rule in stylesheets.naming(sheets, wanted) if not rule.hides] if wanted else []
    applying = _Applying(elements, [*hiding, *naming])
    return [row for row in rows if applying.hide(row)]


def _may_hide(selector: Selector) -> bool:
    """Whether a selector names an element that HTML knows, and does not say that scripts are off."""
    own, names = selector.compounds[0], (part.names for part in selector.compounds)
    is_known = bool(own.names) or own.tag in tags.CODE
    return is_known and all(map(words.WITHOUT_SCRIPTS.isdisjoint, names))


class _Elements:
    """The rows of a page by class, id and tag, to look up what selectors select."""

    def __init__(self, page: Rows) -> None:
        self._page, self._steps = page, MAX_STEPS
        self._named: dict[str, list[int]] = {}
        self._names: dict[int, list[str]] = {}
        self._fit: dict[Compound, Places] = {}

    def present(self, names: set[str]) -> set[str]:
        """Those of some names that the page has."""
        self._find(names)
        return {name for name in names if self._named[name]}

    def note_names(self, rows: list[int]) -> None:
        """Read the names of these rows."""
        places, source = np.array(rows, np.intp), self._page.source
        classes, ids = source.having_among("class", places), source.having_among("id", places)
        for row in rows:
            name = ids.get(row)
            self._names[row] = [f".{part}" for part in classes.get(row, "").split()] + ([f"#{name}"] if name else [])

    def names(self, row: int) -> list[str]:
        """The names of a row that were read: `.class` and `#id`."""
        return self._names[row]

    def tag(self, row: int) -> str:
        """The tag of a row."""
        return self._page.tag_of(row)

    def selected(self, selectors: Iterable[Selector]) -> list[int]:
        """The rows that one of these selects."""
        selectors = [*selectors]
        self.look_up(selectors)
        return sorted({row for selector in selectors for row in self.rows(selector).tolist()})

    def look_up(self, selectors: Iterable[Selector]) -> None:
        """Find the rows of all names in these selectors, in one go."""
        self._find({name for selector in selectors for part in selector.compounds for name in part.names})

    def _find(self, names: set[str]) -> None:
        new = names - self._named.keys()
        self._named.update({name: [] for name in new})
        classes, ids = (frozenset(name[1:] for name in new if name[0] == sign) for sign in ".#")
        values = self._page.source.having_word("class", classes) if classes else {}
        alike = {value: classes.intersection(value.split()) for value in {*values.values()}}
        for row, value in values.items():
            for name in alike[value]:
                self._named[f".{name}"].append(row)
        for row, value in (self._page.source.having_word("id", ids) if ids else {}).items():
            if value in ids:
                self._named[f"#{value}"].append(row)

    def rows(self, selector: Selector) -> Places:
        """The rows that a selector selects, whose names were looked up; none after too many steps.

        From the outermost compound inwards: what is below, or right below, the rows selected so far.
        """
        found, end = self._fitting(selector.compounds[-1]), self._page.end
        for compound, joint in zip(selector.compounds[-2::-1], reversed(selector.joints), strict=True):
            inner = self._fitting(compound)
            if not len(found) or not len(inner):
                return inner[:0]
            if joint == ">":
                found = inner[np.isin(self._page.parent[inner], found) & (inner > 0)]
            else:
                reached = np.concatenate(([0], np.maximum.accumulate(end[found])))
                found = inner[reached[found.searchsorted(inner)] > inner]
        return found

    def _fitting(self, compound: Compound) -> Places:
        """The rows that have the tag and the names of a compound."""
        found = self._fit.get(compound)
        if found is None:
            found = self._fit[compound] = self._fitted(compound)
        self._steps -= 1 + len(found)
        return found if self._steps > 0 else found[:0]

    def _fitted(self, compound: Compound) -> Places:
        lists = sorted((self._named[name] for name in compound.names), key=len)
        rows = np.array(lists[0], np.intp) if lists else np.arange(len(self._page))
        for others in lists[1:]:
            rows = rows[np.isin(rows, others)]
        tag, known = compound.tag, self._page.tag_names
        return rows[self._page.tag[rows] == (known.index(tag) if tag in known else -1)] if tag else rows


class _Applying:
    """Rules about display and visibility that may apply to some rows."""

    def __init__(self, elements: _Elements, rules: Sequence[Rule]) -> None:
        self._elements, self._rules = elements, rules
        self._about: dict[str, list[int]] = {}
        for number, rule in enumerate(rules):
            own = rule.selector.compounds[0]
            for key in own.names or (own.tag,):
                self._about.setdefault(key, []).append(number)
        self._selected: dict[int, frozenset[int]] = {}
        elements.look_up(rule.selector for rule in rules)

    def hide(self, row: int) -> bool:
        """Whether the strongest rule about display or visibility hides a row, and none shows it in another state.

        A state is a class more, a pointer over it, a box that is ticked.
        """
        strongest: dict[str, tuple[Any, bool]] = {}
        keys = (*self._elements.names(row), self._elements.tag(row))
        for number in {number for key in keys for number in self._about.get(key, ())}:
            rule = self._rules[number]
            if rule.plain and row in self._rows(number):
                weight = (rule.important, rule.selector.specificity, rule.order)
                strongest[rule.name] = max(strongest.get(rule.name, (weight, rule.hides)), (weight, rule.hides))
            elif not rule.hides and rule.name == "display":
                return False
        return any(hides for _, hides in strongest.values())

    def _rows(self, number: int) -> frozenset[int]:
        found = self._selected.get(number)
        if found is None:
            found = self._selected[number] = frozenset(self._elements.rows(self._rules[number].selector).tolist())
        return found
