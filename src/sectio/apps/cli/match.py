"""`sectio match`: how well pages fit a learned site."""

import json
from typing import Any

import click

from sectio.api import load
from sectio.apps.cli.reading import Reading, complain, reading_options
from sectio.apps.cli.shared import OK, SOME_FAILED, exit_code, expand, write
from sectio.apps.cli.targets import OUTPUT, check_output
from sectio.errors import SectioError


@click.command()
@click.argument("site", type=click.Path(exists=True))
@click.argument("inputs", nargs=-1, metavar="[INPUT]…")
@click.option("--format", "-f", "style", type=click.Choice(["table", "jsonl"]), default="table", help="What to write.")
@click.option("--output", "-o", type=OUTPUT, help="Write here instead of stdout.")
@reading_options
def match(site: str, inputs: tuple[str, ...], style: str, output: str | None, reading: Reading) -> int:
    """Show how well pages fit the learned SITE. If a page is below its threshold, the site has changed, and the exit code is 1."""
    check_output(output, (site, *inputs))
    model = load(site)
    lines: list[str] = []
    codes: list[int] = []
    for page in expand(inputs):
        try:
            found = model.match(reading.read(page), options=reading.options)
        except SectioError as error:
            complain(page, error)
            codes.append(exit_code(error))
            continue
        fits = found.coverage >= model.drift_threshold
        codes.append(OK if fits else SOME_FAILED)
        record: dict[str, Any] = {"source": page.name, "coverage": round(found.coverage, 4), "fits": fits}
        record |= {"accepted": found.accepted, "warnings": list(found.warnings), "unmatched": list(found.unmatched)}
        if style == "jsonl":
            lines.append(json.dumps(record, ensure_ascii=False))
        else:
            missing = f"  without partner: {', '.join(found.unmatched[:3])}" if found.unmatched else ""
            lines.append(f"{found.coverage:6.1%}  {'fits' if fits else 'DRIFT':<6} {page.name}{missing}")
    write("".join(f"{line}\n" for line in lines), output)
    return codes[0] if len(codes) == 1 else OK if set(codes) <= {OK} else SOME_FAILED
