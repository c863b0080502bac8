"""Small archives of every kind, made of the same invented pages, and ways to look at what a run wrote."""

import gzip
import json
import zipfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import zstandard

from sectio.batch.command import How, run_batch
from sectio.batch.settings import Settings
from sectio.batch.summary import Summary
from sectio.warc import response
from sectio.warc.write import record
from sectio.workers import Work

_WORDS = "river stone market winter letter garden window paper morning silver harbour captain theatre orchard violin lantern".split()


def page(number: int, note: str = "") -> bytes:
    """An article of its own; `note` is a comment in the markup."""
    words = [_WORDS[(number * 7 + k * (number % 5 + 3)) % len(_WORDS)] for k in range(160)]
    paragraphs = [" ".join(words[k : k + 32]).capitalize() + f", the {number}th time." for k in range(0, 160, 32)]
    body = "".join(f"<p>{text}</p>" for text in paragraphs)
    return (
        f"<!DOCTYPE html><html lang=en><head><title>Story {number}</title></head><body><!--{note}-->"
        f"<nav><a href=/>Home</a> <a href=/news>News</a></nav><article><h1>Story {number}</h1>{body}</article>"
        "<footer>All rights reserved</footer></body></html>"
    ).encode()


def url(number: int) -> str:
    return f"https://host{number % 3}.example/story/{number}"


def pages(count: int) -> list[tuple[str, bytes]]:
    return [(url(number), page(number)) for number in range(count)]


Pages = Sequence[tuple[str, bytes]]


def warc(path: Path, content: Pages) -> Path:
    """A `.warc.gz`, compressed record by record, with requests between the responses as crawlers write them."""
    parts = [record("warcinfo", b"software: tests\r\n")]
    for address, body in content:
        parts += [record("request", b"GET / HTTP/1.1\r\n\r\n", url=address), response(address, body)]
    path.write_bytes(b"".join(gzip.compress(part, mtime=0) for part in parts))
    return path


def warc_plain(path: Path, content: Pages) -> Path:
    path.write_bytes(b"".join(response(address, body) for address, body in content))
    return path


def warc_one(path: Path, content: Pages) -> Path:
    path.write_bytes(gzip.compress(b"".join(response(address, body) for address, body in content), mtime=0))
    return path


def warc_zst(path: Path, content: Pages) -> Path:
    packer = zstandard.ZstdCompressor()
    path.write_bytes(b"".join(packer.compress(response(address, body)) for address, body in content))
    return path


def wacz(path: Path, content: Pages) -> Path:
    half = len(content) // 2
    with zipfile.ZipFile(path, "w") as archive:
        for name, part in (("a", content[:half]), ("b", content[half:])):
            packed = b"".join(gzip.compress(response(address, body), mtime=0) for address, body in part)
            kind = zipfile.ZIP_STORED if name == "a" else zipfile.ZIP_DEFLATED
            archive.writestr(zipfile.ZipInfo(f"archive/{name}.warc.gz"), packed, kind)
        archive.writestr("indexes/index.cdx", "not to be trusted")
    return path


def jsonl(path: Path, content: Pages) -> Path:
    lines = [
        json.dumps({"url": address, "html": body.decode(), "n": number, "tags": ["a"], "title": "theirs"})
        for number, (address, body) in enumerate(content)
    ]
    data = ("\n".join(lines) + "\n").encode()
    if path.suffix == ".gz":
        data = gzip.compress(data[: len(data) // 2], mtime=0) + gzip.compress(data[len(data) // 2 :], mtime=0)
    path.write_bytes(zstandard.ZstdCompressor().compress(data) if path.suffix == ".zst" else data)
    return path


def parquet(path: Path, content: Pages) -> Path:
    table = pa.table(
        {
            "url": [address for address, _ in content],
            "html": [body for _, body in content],
            "n": pa.array(range(len(content)), pa.int16()),
            "title": ["theirs"] * len(content),
        }
    )
    pq.write_table(table, path, row_group_size=20)
    return path


def folder(path: Path, content: Pages) -> Path:
    for number, (_, body) in enumerate(content):
        inside = path / f"{number % 2}"
        inside.mkdir(parents=True, exist_ok=True)
        name = f"{number:04d}.html"
        if number % 3:
            (inside / name).write_bytes(body)
        else:
            (inside / f"{name}.gz").write_bytes(gzip.compress(body))
    return path


KINDS: dict[str, tuple[str, Callable[[Path, Pages], Path]]] = {
    "warc": ("crawl.warc.gz", warc),
    "plain": ("crawl.warc", warc_plain),
    "one": ("crawl.warc.gz", warc_one),
    "zst": ("crawl.warc.zst", warc_zst),
    "wacz": ("crawl.wacz", wacz),
    "jsonl": ("pages.jsonl", jsonl),
    "jsonl.gz": ("pages.jsonl.gz", jsonl),
    "jsonl.zst": ("pages.jsonl.zst", jsonl),
    "parquet": ("pages.parquet", parquet),
    "folder": ("saved", folder),
}


def run(
    inputs: Sequence[Path], output: Path, *, work: Work | None = None, how: How | None = None, **settings: Any
) -> Summary:
    """A run without timing, so that its files can be compared byte for byte."""
    chosen = Settings(**{"timing": False, **settings})
    return run_batch([str(path) for path in inputs], output, chosen, how or How(workers=1), work=work)


def rows(output: Path) -> list[dict[str, Any]]:
    """All rows of a run, in the order of its files."""
    if any(output.glob("part-*.jsonl")):
        files = sorted(output.glob("part-*.jsonl"))
        return [json.loads(line) for file in files for line in file.read_text(encoding="utf-8").splitlines()]
    found: list[dict[str, Any]] = pq.read_table(output).to_pylist()
    return found


def files(output: Path) -> dict[str, bytes]:
    """What a run wrote for its user, byte for byte."""
    return {path.name: path.read_bytes() for path in sorted(output.glob("part-*"))}


def leftovers(output: Path) -> list[Path]:
    """Temporary files that should be gone."""
    return [path for path in output.rglob(".*") if path.suffix == ".tmp"]
