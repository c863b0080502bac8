"""`sectio inspect`: one self-contained HTML report about a page."""

from typing import Any

import click

from sectio.api import load
from sectio.apps.cli.shared import NOTHING, OK, expand, talk, write
from sectio.apps.cli.sizes import size
from sectio.apps.cli.targets import OUTPUT, check_output
from sectio.apps.inspector.view import COMPARED
from sectio.errors import InputError


@click.command()
@click.argument("page", metavar="INPUT")
@click.option("--output", "-o", type=OUTPUT, required=True, help="The file to write; - is stdout.")
@click.option("--method", "-m", help="The method; `sectio methods` lists them.")
@click.option(
    "--template", "-t", type=click.Path(exists=True), help="A site learned by `sectio learn` or `sectio site`."
)
@click.option(
    "--compare", "compare", default=",".join(COMPARED), show_default=True, help="Methods to compare; empty for none."
)
@click.option("--url", "-u", help="The page's address.")
@click.option(
    "--timeout", type=click.FloatRange(min=0.1), default=30.0, show_default=True, help="Seconds for the page."
)
@click.option("--max-bytes", type=size, default="20M", show_default=True, help="Largest page that is read.")
@click.option("-v", "--verbose", is_flag=True, help="Say on stderr what is being done.")
def inspect(page: str, output: str, **how: Any) -> int:
    """Show a page beside what was found on it, and why, in one HTML file that loads nothing.

    \b
    sectio inspect page.html -o report.html
    sectio inspect page.html --template site.json --compare sectio,coreex,body -o report.html
    """
    from sectio.apps.inspector import report
    from sectio.apps.inspector.view import Inspection, compared
    from sectio.workers.warm import warm

    check_output(output, [page])
    inputs = list(expand([page]))
    if len(inputs) != 1:
        raise InputError(f"{page}: a report is about one page; name one file")
    source = inputs[0].read(how["max_bytes"])
    site = load(how["template"]) if how["template"] else None
    options = {"timeout": how["timeout"], "max_bytes": how["max_bytes"]}
    given = {"url": how["url"], "template": site, "options": options}
    warm()  # the time in the report is the page's, without loading the model
    found = Inspection.of(source, method=how["method"], **given)
    methods = [name.strip() for name in how["compare"].split(",") if name.strip()]
    record = {**found.whole(), "compare": compared(source, methods, **given)}
    if not found.doc.ok:
        talk(f"sectio: {page}: nothing was found ({', '.join(found.doc.warnings)}); the report shows the page")
    write(report.write(record, name=page), output)
    if how["verbose"]:
        talk(f"{page}: {len(source):,} bytes, {found.doc.page_type}, {len(found.doc.sections)} sections")
    return OK if found.doc.ok else NOTHING
