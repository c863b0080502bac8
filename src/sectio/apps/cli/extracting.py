"""What `sectio extract` does with a page, here or in a worker process: read it, extract it, write it as text."""

from collections.abc import Generator, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, NamedTuple

from sectio.api import extract
from sectio.apps.cli.shared import NOTHING, OK, Input, about, exit_code, exit_code_of
from sectio.errors import SectioError
from sectio.extraction import Extraction
from sectio.files import is_file
from sectio.layout import Provider
from sectio.model.default import NO_MATCH
from sectio.output.several import Fields, failed_part, part
from sectio.site import Site

if TYPE_CHECKING:  # worker processes are imported only where there are any: a single page should be quick
    from sectio.bundle import Bundle
    from sectio.workers import Failure, Outcome


class Written(NamedTuple):
    """A page as text for the output, its exit code, and what there is to say about it."""

    text: str
    code: int
    message: str | None = None
    summary: str = ""


@dataclass(frozen=True)
class Extracting:
    """How the pages of a command are extracted and written; sent to every worker process."""

    style: str
    several: bool
    options: dict[str, Any]
    url: str | None = None
    method: str | None = None
    template: "Site | Bundle | None" = None
    layout: Provider | None = None
    rendering: dict[str, Any] | None = None
    fields: Fields = None

    def start(self) -> None:
        """Load the model."""
        from sectio.workers import warm

        warm.warm()

    def do(self, page: Input) -> Written:
        """Read, extract and write a page; what the library raises becomes a record of it."""
        try:
            result = extract(
                page.read(self.options["max_bytes"]),
                url=page.url or self.url,
                encoding=page.encoding,
                method=self.method,
                template=self.template,
                layout=self.layout,
                options=self.options,
            )
            text = self._text(page, result)
            return _written(page, result, text)
        except SectioError as error:
            return self.failed(page, error.code, str(error), exit_code(error))

    def _text(self, page: Input, result: Extraction) -> str:
        if self.rendering:
            return result.render(self.style, **self.rendering)
        return part(self.style, result, page.name, several=self.several, fields=self.fields)

    def pack(self, pages: Sequence[Input], outcomes: Sequence["Outcome"]) -> list["Outcome"]:
        """What came of every page."""
        return list(outcomes)

    def here(self, page: Input) -> Written:
        """The same in this process, where a bug is caught, too."""
        try:
            return self.do(page)
        except Exception as error:
            from sectio.workers import failure_of

            return self.lost(page, failure_of(error))

    def lost(self, page: Input, failure: "Failure") -> Written:
        """A page that did not come back from its worker."""
        return self.failed(page, *failure, exit_code_of(failure.code))

    def failed(self, page: Input, code: str, message: str, exit_code: int) -> Written:
        """A page that gave nothing."""
        return Written(failed_part(self.style, code, message, page.name), exit_code, about(page, message))


def _written(page: Input, result: Extraction, text: str) -> Written:
    said = f" · {', '.join(result.warnings)}" if result.warnings else ""
    summary = f"{page.name}: {result.method}, {len(result.text)} characters, confidence {result.confidence:.2f}{said}"
    if result.ok:
        foreign = f"{page.name}: fits no template of the site; extracted without one (no_template_match)"
        return Written(text, OK, foreign if NO_MATCH in result.warnings else None, summary)
    return Written(text, NOTHING, f"{page.name}: nothing was extracted ({', '.join(result.warnings)})", summary)


def results(
    work: Extracting, pages: Iterable[Input], workers: int | None
) -> Generator[tuple[Input, Written], None, None]:
    """Pages with what came of them, in order and as they are done: in this process (0) or in worker processes."""
    if workers == 0:
        yield from ((page, work.here(page)) for page in pages)
        return
    from sectio.workers import Limits, Pool, available, stream

    limits = Limits.around(work.options["timeout"])
    with Pool(work, workers=workers or available(), limits=limits, preload=(__name__,)) as pool:
        for chunk in stream(pool, (_sendable(page, work.options["max_bytes"]) for page in pages)):
            for page, outcome in zip(chunk.items, chunk.value, strict=True):
                yield page, outcome.value if outcome.error is None else work.lost(page, outcome.error)


def _sendable(page: Input, max_bytes: int) -> Input:
    """A page that a worker can read itself; stdin and pipes exist only in this process, so they are read here."""
    if page.problem is not None or is_file(page.name):
        return page
    try:
        return replace(page, data=page.read(max_bytes))
    except SectioError as error:
        return replace(page, problem=error)
