"""Arrow in, Arrow out: the unit that Ray Data, Spark and others map over their data."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from sectio.batch.arrow import arrow
from sectio.batch.readers.parquet import table_batch
from sectio.batch.rows import Chosen, extract_row
from sectio.batch.schema import beside_table, full_schema, joined, rows_table
from sectio.batch.settings import Settings
from sectio.errors import InputError
from sectio.site import Site

if TYPE_CHECKING:
    from sectio.bundle import Bundle


def extract_batch(
    table: Any,
    *,
    url_column: str = "url",
    html_column: str = "html",
    method: str | None = None,
    template: "Site | Bundle | None" = None,
    include: Sequence[str] = (),
    options: Mapping[str, Any] | None = None,
) -> Any:
    """Extract every page of a table (or record batch): one row out for each row in, failures included.

    All columns but the page and its address are passed through. Pure and picklable: other engines bring their own processes, so here
    a page can slow down or bring down the process it is in. `include` names optional columns: markdown, sections, html.
    """
    if html_column not in table.schema.names:
        raise InputError(f"there is no column {html_column!r}; the table has {', '.join(table.schema.names)}")
    settings = Settings(
        method=method,
        options=dict(options or {}),
        include=tuple(include),
        url_column=url_column,
        html_column=html_column,
    )
    choose = (lambda url, page: Chosen(template)) if template is not None else None
    whole = arrow().Table.from_batches([table]) if isinstance(table, arrow().RecordBatch) else table
    batch = table_batch(whole.combine_chunks(), 0, settings)
    rows = [extract_row(record, None, settings, choose) for record in batch.records]
    passed = dict(zip(batch.extra.schema.names, batch.extra.schema.types, strict=True))
    beside = beside_table(batch.extra, len(rows), passed)
    return joined(rows_table(rows, settings), beside, full_schema(settings, passed))
