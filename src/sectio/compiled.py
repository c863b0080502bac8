"""The compiled core, if it was built: what runs for every page, in one pass of C instead of many of NumPy.

`core` is the extension module `sectio._native`, or None in an installation that was made without it on purpose. Each function is
the twin of array code in the module that calls it, and gives the same result to the last bit. Arrays are passed as they are: the
module checks type, layout, length and writability, and raises TypeError or ValueError rather than read a wrong byte.
"""

import importlib
from collections.abc import Mapping
from typing import Any, Protocol, cast

Array = Any  # the types of arrays do not include that they are buffers


class Core(Protocol):
    """What the extension module offers. Loops respect the deadline of their thread, and raise TimeLimit."""

    SCAN_COLUMNS: Mapping[str, str]  # names and NumPy types of what `scan` gives

    def is_utf8(self, source: bytes) -> bool:
        """Whether Python would decode these bytes as UTF-8."""

    def find(self, source: bytes, letters: bytes, start: int) -> int:
        """Where a few letters are in a long source, as `bytes.find` says."""

    def any_holds(self, source: bytes, starts: Array, ends: Array, needles: bytes) -> bool:
        """Whether a value, behind which a line end is thought, holds one of the needles: small letters, a zero between each two."""

    def held_needles(self, source: bytes, starts: Array, ends: Array, needles: bytes) -> bytearray:
        """The numbers of each value and of the needles that it holds: pairs of 32-bit numbers in ascending order.

        A needle has three letters at least.
        """

    def repair(self, source: bytes, names: Array, values: Array) -> tuple[bytes, bytes, bytes, bytes] | None:
        """The body of a page as clean markup, the tags that say something about the page, and where JSON-LD and styles are in the source.

        Places are pairs of 64-bit numbers. None if the page needs the parser. `names` are named characters, sorted, `values` what they
        stand for.
        """

    def scan(
        self, source: bytes, words: Array, codes: Array, is_void: Array, attributes: Array
    ) -> dict[str, bytearray] | None:
        """The columns of clean markup; None if it is not clean."""

    def having(
        self, source: bytes, opened: Array, closed: Array, name: bytes
    ) -> tuple[bytearray, bytearray, bytearray]:
        """The tags that have an attribute, and where its values start and end, as 32-bit numbers."""

    def strings(self, source: bytes, starts: Array, ends: Array) -> list[str]:
        """What is written from each start to its end, as the author meant it."""

    def strings_by_row(self, source: bytes, rows: Array, starts: Array, ends: Array) -> dict[int, str]:
        """The same by the numbers of rows."""

    def tag_attributes(self, tag: bytes) -> dict[str, str]:
        """All attributes of a tag, in order."""

    def listed_tags(self, source: bytes) -> list[tuple[str, dict[str, str], str]]:
        """Name and attributes of each tag of clean markup, and the text behind it."""

    def class_words(
        self, source: bytes, starts: Array, ends: Array, letters: Array, word_bits: Array, bits: Array, numbers: Array
    ) -> None:
        """Bits and number of each class or id value into the last two; number -1 for one that is not plain ASCII."""

    def count(
        self, source: bytes, starts: Array, ends: Array, table: Array, mark: Array, marks: int, out: Array
    ) -> None:
        """Words, length, first and last class and marks of each text, one in each row of `out`, which must be zero.

        A text with characters beyond the first plane gets -1 words.
        """

    def sieve_words(self, source: bytes, starts: Array, ends: Array, sign: bytes, sieve: Array) -> None:
        """Adds the words of these values, which are classes (`.`) or ids (`#`), to a sieve of `SIEVE` bytes."""

    def sieved_values(self, source: bytes, starts: Array, ends: Array, sign: bytes, sieve: Array) -> bytearray:
        """The numbers of the values that may have a word of a sieve, as 32-bit numbers."""

    def hiding_styles(self, source: bytes, starts: Array, ends: Array) -> bytearray:
        """The numbers of the inline styles that hide, as 32-bit numbers."""

    def hidden_by_rules(self, given: dict[str, Any]) -> bytearray | None:
        """The rows with words that the page's own style rules hide, as 32-bit numbers; None if only the plain code can read the rules.

        `given` has columns of the page, where its classes and ids are in the markup, and where sheets are in the bytes `sheets`; `tags` and
        `off` are names separated by zeros: of tags in the order of their codes, the first `known` of which HTML knows, and those
        that say that scripts are off.
        """

    def covered(self, end: Array, roots: Array, out: Array) -> None:
        """True for the rows in the subtrees of some roots."""

    def block_gaps(
        self, end: Array, tag: Array, is_block: Array, text_rows: Array, line_break: int, out: Array
    ) -> None:
        """Whether each text begins a block; `is_block` is by tag code, larger codes count as its last entry."""

    def block_wording(self, given: dict[str, Any], out: Array) -> tuple[bytearray, bytearray]:
        """What texts say, one feature of `features.OF_WORDS` in each row of `out`.

        Returns the blocks that are left to Python, as 32-bit numbers: those that may be line numbers, and those whose letters are not all
        ASCII and have to be looked for in the title.
        """

    def block_hashes(
        self, source: bytes, starts: Array, ends: Array, after_blank: Array, first: Array, last: Array, out: Array
    ) -> None:
        """The check sum of the text of each block; -1 for one with characters that may compose, or that are not known there."""

    def ready_features(self, columns: dict[str, Any], tables: dict[str, Any], whole: Array) -> object:
        """A page made ready for `block_features`, and the features of the whole page; there must be a block."""

    def block_features(
        self, ready: object, start: int, whole: Array, wording: Array, out: Array, raised: Array
    ) -> None:
        """Features of the blocks from `start` on, as many as `out` has columns, one feature in each row.

        Those of the whole page and those about wording are given. Into `raised` goes what the logarithm is taken of, for `put_logs`.
        """

    def put_logs(self, ready: object, logs: Array, out: Array) -> None:
        """Logarithms in the place of the features they were taken of, signs kept."""

    def block_frame(
        self, ready: object, first: Array, last: Array, path: Array, shape: Array, story: Array, kind: Array
    ) -> None:
        """The frame of all blocks of a page made ready, as `model.second.Frame` describes it."""

    def second_features(self, given: dict[str, Any], out: Array) -> float:
        """What the second pass sees of each block, one column in each row of `out`; returns the expected words of the page."""

    def second_logits(
        self,
        tables: dict[str, Any],
        ready: object,
        columns: Array,
        logits: Array,
        chance: Array,
        expected: float,
        out: Array,
    ) -> None:
        """The second pass in one call: frame, features and trees. `columns` has a row for each feature of the first pass, `expected` is the
        logarithm of the page's expected words and one.
        """

    def tree_logits(self, feature: Array, border: Array, leaf: Array, columns: Array, out: Array) -> None:
        """The sum of the leaves that each block falls into; `columns` has a row for each feature."""

    def level_gains(
        self,
        bins: Array,
        borders: Array,
        node: Array,
        gradient: Array,
        curvature: Array,
        slope: Array,
        bend: Array,
        decay: Array,
        out: Array,
    ) -> None:
        """In training: what each border of each feature gains when all nodes of a level of a tree are cut there."""

    def ready_model(self, weights: dict[str, Any]) -> object:
        """A model made ready for the functions below. The arrays must not change as long as it is there."""

    def first_logits(self, model: object, columns: Array, rule: bool, out: Array) -> None:
        """The first pass, with the rule about line numbers or without; `columns` has a row for each feature, and a block."""

    def net_hidden(self, model: object, columns: Array, out: Array) -> None:
        """The networks' channels of each block."""

    def net_logits(self, model: object, hidden: Array, summary: Array, out: Array) -> None:
        """The mean of the networks' logits from the blocks' channels, and the page's."""

    def weighted_sums(self, columns: Array, weights: Array, out: Array) -> None:
        """The weighted sum of each column, once with each row of weights, added one after the other."""

    def choose_blocks(self, chance: Array, words: Array, beta: float, chosen: Array) -> float:
        """The blocks with the best expected F measure into `chosen`; returns the F1 that is expected of them. There must be a block."""

    def close_structures(
        self, given: dict[str, Any], chosen: Array, weight: Array, flags: Array
    ) -> tuple[object, bytearray, bytearray]:
        """Structures taken whole in `chosen`, the weight of each block into `weight`; `flags` is for its own use.

        Returns what `close_places` goes on with, and pairs of blocks, as 32-bit numbers: short lines with the list below them, and with
        the quotation above them.
        """

    def close_places(self, closing: object) -> None:
        """Members of lists and tables, and what belongs to the text by its place, in `chosen`; what may be stray into `flags`."""

    def row_names(
        self,
        source: bytes,
        rows: Array,
        starts: Array,
        ends: Array,
        parent: Array,
        tag: Array,
        is_bare: Array,
        variants: bytes,
    ) -> tuple[bytearray, bytearray, list[str]] | None:
        """For each class the number of the name it gives its row, -1 for none, and of each name the tag's code and the token, as
        `tabular.outline.Outline.label` has them; numbers have 32 bits. None if a class is not plain ASCII.

        Elements whose tag `is_bare` (by code; larger codes count as its last entry) have no class in their name; tokens that are
        `variants`, each with a zero behind it, are left out.
        """

    def item_shapes(
        self, depth: Array, tag: Array, starts: Array, stops: Array, likeness: Array, kinds: Array, sizes: Array
    ) -> None:
        """What `tabular.lists.Shapes` has of the items from each start to its stop, into the last three."""

    def row_paths(self, parent: Array, label: Array, wanted: Array, out: Array) -> None:
        """A number for the path of each wanted row but the first; `out` must be zero."""

    def item_weights(self, end: Array, sizes: Array, leaves: Array, starts: Array, stops: Array) -> tuple[int, float]:
        """How much is in all items by the sizes of their rows, and the number of leaves of the one in the middle.

        `leaves` has the number of leaves before each row, and before the end.
        """

    def item_survey(self, given: dict[str, Any]) -> tuple[bytearray, bytearray, bytearray]:
        """The columns of `tabular.survey.Survey` as 32-bit numbers; `given` has those of `Rows` and `Spread`, some labels, and whether parts
        are joined.
        """

    def item_parts(
        self, given: dict[str, Any], path: Array, bits: Array
    ) -> tuple[bytearray, bytearray, bytearray, bytearray, bytearray]:
        """The columns of `tabular.survey.Parts` as 32-bit numbers, from the same and what a survey has shown."""

    def written_texts(self, given: dict[str, Any], captions: bool, at: Array) -> tuple[bytearray, bytearray]:
        """Takes furniture, and captions if so, out of `at`, which has a value for each text.

        Returns the linked texts that are left to Python, as 32-bit numbers in any order: those in headings, and short ones.
        """

    def texts_beginning(self, source: bytes, starts: Array, ends: Array, pairs: bytes) -> bytearray:
        """The numbers of the texts that may begin with one of these pairs of ASCII letters, white space aside, as 32-bit numbers.

        Texts that begin with other letters than ASCII are among them.
        """

    def plain_text(self, source: bytes, starts: Array, ends: Array, before: Array) -> tuple[str, bool]:
        """The texts from each start to its end as `output.text` joins them, a NUL before each part; whether they are composed for certain."""

    def line_texts(self, source: bytes, starts: Array, ends: Array) -> tuple[list[str], bytearray]:
        """The texts from each start to its end, each on one line and composed; and, as 32-bit numbers, which of them only Python can compose:
        they are empty.
        """

    def set_deadline(self, seconds: float) -> None:
        """In how many seconds from now the loops of this thread are to stop; infinity for never."""


def _load() -> Core | None:
    """The extension module; one that exists but cannot be loaded is an error, not a reason to be slow."""
    try:
        return cast(Core, importlib.import_module("sectio._native"))
    except ModuleNotFoundError as error:
        if error.name != "sectio._native":
            raise
        return None


core: Core | None = _load()
