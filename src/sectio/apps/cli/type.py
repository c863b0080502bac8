"""`sectio type`: the type of pages."""

import json

import click

from sectio.api import page_type
from sectio.apps.cli.shared import OK, exit_code, expand, overall, talk, write
from sectio.dom.unicode import encodable
from sectio.errors import SectioError
from sectio.output.several import failure

MAX_BYTES = 20_000_000


@click.command()
@click.argument("inputs", nargs=-1, metavar="[INPUT]…")
@click.option(
    "--format", "-f", "style", type=click.Choice(["table", "json", "jsonl"]), default="table", help="What to write."
)
@click.option("--url", "-u", help="The page's address; it says much about the type.")
@click.option("--output", "-o", type=click.Path(dir_okay=False), help="Write here instead of stdout.")
def type(inputs: tuple[str, ...], style: str, url: str | None, output: str | None) -> int:
    """Show the type of pages: article, forum, product, collection, listing, documentation or service."""
    lines: list[str] = []
    codes: list[int] = []
    for page in expand(inputs):
        try:
            found = page_type(page.read(MAX_BYTES), url=url)
        except SectioError as error:
            talk(f"sectio: {page.name}: {error}")
            codes.append(exit_code(error))
            if style != "table":
                lines.append(failure(error, page.name))
            continue
        codes.append(OK)
        if style == "table":
            others = sorted(found.probabilities.items(), key=lambda item: -item[1])[:3]
            lines.append(
                f"{found.name:<14} {page.name}  ({', '.join(f'{name} {chance:.2f}' for name, chance in others)})"
            )
        else:
            chances = {name: round(chance, 4) for name, chance in found.probabilities.items()}
            lines.append(json.dumps({"source": encodable(page.name), "page_type": found.name, "page_types": chances}))
    if style == "json":
        lines = ["[" + ",\n ".join(lines) + "]"]
    write("\n".join(lines) + "\n", output)
    return overall(codes)
