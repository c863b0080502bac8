"""`sectio match`: how well pages fit a learned site."""

import json
from typing import Any

import click

from sectio.api import load
from sectio.apps.cli.shared import OK, SOME_FAILED, expand, talk, write
from sectio.errors import SectioError

MAX_BYTES = 20_000_000


@click.command()
@click.argument("site", type=click.Path(exists=True))
@click.argument("inputs", nargs=-1, metavar="[INPUT]…")
@click.option("--format", "-f", "style", type=click.Choice(["table", "jsonl"]), default="table", help="What to write.")
@click.option("--output", "-o", type=click.Path(dir_okay=False), help="Write here instead of stdout.")
def match(site: str, inputs: tuple[str, ...], style: str, output: str | None) -> int:
    """Show how well pages fit the learned SITE; pages below its threshold mean that the site has changed: exit 1."""
    model = load(site)
    lines, code = [], OK
    for page in expand(inputs):
        try:
            found = model.match(page.read(MAX_BYTES))
        except SectioError as error:
            talk(f"sectio: {page.name}: {error}")
            code = SOME_FAILED
            continue
        fits = found.coverage >= model.drift_threshold
        code = code if fits else SOME_FAILED
        record: dict[str, Any] = {"source": page.name, "coverage": round(found.coverage, 4), "fits": fits}
        record |= {"accepted": found.accepted, "warnings": list(found.warnings), "unmatched": list(found.unmatched)}
        if style == "jsonl":
            lines.append(json.dumps(record, ensure_ascii=False))
        else:
            missing = f"  without partner: {', '.join(found.unmatched[:3])}" if found.unmatched else ""
            lines.append(f"{found.coverage:6.1%}  {'fits' if fits else 'DRIFT':<6} {page.name}{missing}")
    write("".join(f"{line}\n" for line in lines), output)
    return code
