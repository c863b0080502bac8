"""Sizes on the command line: `20M`, `2G`, `500000`."""

import re

import click

_UNITS = {"": 1, "k": 1_000, "m": 1_000_000, "g": 1_000_000_000}


def size(text: str) -> int:
    """A number of bytes, with an optional K, M or G after it."""
    found = re.fullmatch(r"(\d+(?:\.\d+)?)\s*([kmg]?)b?", str(text).strip().lower())
    number = int(float(found[1]) * _UNITS[found[2]]) if found else 0
    if number <= 0:
        raise click.BadParameter(f"{text!r} is not a size; write 500000, 20M or 2G")
    return number
