"""Many pages at once: `extract_many` streams results in the order of the pages, from worker processes in which a page hurts only itself."""

import pickle
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from sectio.api import check, extract
from sectio.dom.page import Page
from sectio.errors import InputError, SectioError
from sectio.extraction import Extraction
from sectio.options import GivenOptions, Options
from sectio.reader import Source, not_a_page
from sectio.site import Site
from sectio.workers import Failure, Limits, Outcome, Pool, available, failure_of, stream
from sectio.workers.work import GB

Pages = Iterable[Source | tuple[str | None, Source]]


def extract_many(
    sources: Pages,
    *,
    workers: int | None = None,
    encoding: str | None = None,
    template: Site | None = None,
    method: str | None = None,
    favor: float | str | None = None,
    options: GivenOptions = None,
    memory: int = 2 * GB,
) -> Iterator[Extraction]:
    """Extract pages, or pairs of an address and a page, and yield the results in the same order as soon as they are there.

    A page that fails, crashes or hangs its process, or takes more than `memory` bytes, gives a result with `ok == False` and
    an `error`. `workers` is the number of processes, by default one per processor. With 0, the work is done in your own
    process, where only errors are caught. The other arguments are those of `extract`.
    """
    chosen = Options.of(options)
    check(template=template, method=method, favor=favor, options=chosen)
    if workers is not None and (not isinstance(workers, int) or workers < 0):
        raise InputError(f"workers is a whole number from 0, not {workers!r}")
    if not isinstance(memory, int) or memory <= 0:
        raise InputError(f"memory is a number of bytes, not {memory!r}")
    if not isinstance(sources, Iterable) or isinstance(sources, bytes | bytearray | memoryview | str | Page):
        raise InputError(f"extract_many takes several pages, such as a list of bytes, not {type(sources).__name__}")
    work = Extracting(encoding, template, method, favor, chosen)
    if workers == 0:
        return map(work.here, map(_given, sources))
    return _stream(work, sources, workers or available(), Limits.around(chosen.timeout, memory))


class Given(NamedTuple):
    """A page and its address."""

    url: str | None
    page: Any


def _given(source: Any) -> Given:
    if isinstance(source, tuple) and len(source) == 2:
        return Given(*source)
    return Given(None, source)


def _stream(work: "Extracting", sources: Pages, workers: int, limits: Limits) -> Iterator[Extraction]:
    with Pool(work, workers=workers, limits=limits) as pool:
        for chunk in stream(pool, map(_sendable, map(_given, sources)), size=_size):
            for item, outcome in zip(chunk.items, chunk.value, strict=True):
                yield pickle.loads(outcome.value) if outcome.error is None else failed(outcome.error, item.url)


def _sendable(item: Given) -> Given:
    """A view of memory cannot be sent to another process, its bytes can; of what is no page, only what is wrong with it is sent."""
    if isinstance(item.page, memoryview):
        return Given(item.url, bytes(item.page))
    return item if isinstance(item.page, bytes | bytearray | str | Page) else Given(item.url, not_a_page(item.page))


def _size(item: Given) -> int:
    return len(item.page) if isinstance(item.page, bytes | bytearray | str) else 0


def failed(failure: Failure, url: str | None) -> Extraction:
    """The result of a page that gave nothing."""
    error = SectioError(failure.message)
    error.code = failure.code
    return Extraction.failed(error, url=url)


@dataclass(frozen=True)
class Extracting:
    """What worker processes do: a page in, a pickled result out."""

    encoding: str | None
    template: Site | None
    method: str | None
    favor: float | str | None
    options: Options

    def start(self) -> None:
        """Load the model."""
        from sectio.workers import warm

        warm.warm()

    def extract(self, item: Given) -> Extraction:
        """The result of a page."""
        if isinstance(item.page, InputError):
            raise item.page
        return extract(
            item.page,
            url=item.url,
            encoding=self.encoding,
            template=self.template,
            method=self.method,
            favor=self.favor,
            options=self.options,
        )

    def here(self, item: Given) -> Extraction:
        """The same in the caller's process."""
        try:
            return self.extract(item)
        except Exception as error:
            return failed(failure_of(error), item.url)

    def do(self, item: Given) -> bytes:
        """Pickled here, so that a result that cannot be is a failure of its page alone."""
        return pickle.dumps(self.extract(item), pickle.HIGHEST_PROTOCOL)

    def pack(self, items: Sequence[Given], outcomes: Sequence[Outcome]) -> list[Outcome]:
        """Results and failures as they are."""
        return list(outcomes)
