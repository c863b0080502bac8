"""WARC files are read without silent loss: every whole record comes out, everything else is a gap with its position."""

import gzip
import io
import random
from collections.abc import Callable

import pytest
import zstandard
from fastwarc.warc import ArchiveIterator, WarcRecordType
from hypothesis import given
from hypothesis import strategies as st

from sectio.errors import InputError
from sectio.warc import Gap, WarcRecord, find_record, is_split, response, walk
from sectio.warc.codecs import codec_of
from sectio.warc.write import record

PAGES = [f"<html><body><p>page {n} {random.Random(n).randbytes(60).hex()}</p></body></html>" for n in range(9)]
RECORDS = [response(f"https://a.example/{n}", page.encode()) for n, page in enumerate(PAGES)]


def split(records: list[bytes]) -> bytes:
    return b"".join(gzip.compress(data, mtime=0) for data in records)


def frames(records: list[bytes]) -> bytes:
    return b"".join(zstandard.ZstdCompressor().compress(data) for data in records)


FORMS: dict[str, Callable[[list[bytes]], bytes]] = {
    "split": split,
    "plain": b"".join,
    "one": lambda records: gzip.compress(b"".join(records), mtime=0),
    "zst": frames,
}


def everything(headers: object) -> int:
    return 10_000_000


def read(data: bytes, start: int = 0, end: int | None = None) -> tuple[list[WarcRecord], list[Gap]]:
    found = list(walk(io.BytesIO(data), everything, start=start, end=end))
    return [part for part in found if isinstance(part, WarcRecord)], [part for part in found if isinstance(part, Gap)]


def urls(records: list[WarcRecord]) -> list[str]:
    return [found.headers["warc-target-uri"] for found in records]


def all_urls(*without: int) -> list[str]:
    return [f"https://a.example/{n}" for n in range(len(PAGES)) if n not in without]


@pytest.mark.parametrize("form", FORMS)
def test_whole_files(form: str) -> None:
    """Every record with its block, and no gap."""
    records, gaps = read(FORMS[form](RECORDS))
    assert urls(records) == all_urls()
    assert [found.block.partition(b"\r\n\r\n")[2].decode() for found in records] == PAGES
    assert gaps == []


@pytest.mark.parametrize("form", ["split", "plain", "zst"])
def test_the_same_records_as_fastwarc(form: str) -> None:
    """Offsets and blocks are those another reader sees in a file that is whole."""
    data = FORMS[form](RECORDS)
    theirs = [
        (found.stream_pos, found.headers["WARC-Target-URI"], found.reader.read())
        for found in ArchiveIterator(io.BytesIO(data), parse_http=False, record_types=WarcRecordType.response)
    ]
    records, _ = read(data)
    assert [(found.offset, found.headers["warc-target-uri"], found.block) for found in records] == theirs


@pytest.mark.parametrize("form", FORMS)
def test_cut_anywhere(form: str) -> None:
    """A file cut off at any byte gives the records before, and a gap that reaches to its end."""
    data = FORMS[form](RECORDS)
    ends = [len(FORMS[form](RECORDS[:n])) for n in range(len(RECORDS) + 1)]
    for size in range(1, len(data), 7):
        records, gaps = read(data[:size])
        if form == "one":  # what is decoded before the cut cannot be derived from the file's length
            assert urls(records) == all_urls()[: len(records)]
            assert gaps
            continue
        whole = sum(end <= size for end in ends) - 1
        blank = form == "plain" and size in {end - cut for end in ends[1:] for cut in (1, 2, 3, 4)}
        assert urls(records) == all_urls()[: whole + blank], size
        if size not in ends and not blank:
            assert gaps == [Gap(ends[whole], size - ends[whole], is_cut=True)], size


@pytest.mark.parametrize("form", ["split", "plain", "zst"])
def test_one_damaged_byte_costs_at_most_one_record(form: str) -> None:
    """Wherever it is, the very first byte included: the others come out as they went in, and what is lost is in a gap or has a problem."""
    whole = FORMS[form](RECORDS)
    ends = [len(FORMS[form](RECORDS[:n])) for n in range(len(RECORDS) + 1)]
    blocks = {data.partition(b"\r\n\r\n")[2][:-4] for data in RECORDS}
    for place in [*range(40), *range(40, len(whole), 5)]:
        data = bytearray(whole)
        data[place] ^= random.Random(place).randint(1, 255)
        records, gaps = read(bytes(data))
        hit = sum(end <= place for end in ends) - 1
        good = [found for found in records if found.offset in ends and ends.index(found.offset) != hit]
        assert urls(good) == all_urls(hit), place
        assert {found.block for found in good} <= blocks
        if not any(found.offset == ends[hit] for found in records):
            assert any(gap.offset <= place < gap.offset + gap.length for gap in gaps), place


def test_two_damaged_places() -> None:
    """After a gap, reading goes on, and finds the next one."""
    ends = [len(split(RECORDS[:n])) for n in range(len(RECORDS) + 1)]
    data = bytearray(split(RECORDS))
    for n in (2, 5):
        data[ends[n] + 60 : ends[n] + 90] = bytes(30)
    records, gaps = read(bytes(data))
    assert urls(records) == all_urls(2, 5)
    assert gaps == [Gap(ends[n], ends[n + 1] - ends[n]) for n in (2, 5)]


def test_garbage_between_records() -> None:
    """Bytes that belong to no record are a gap."""
    for form in ("split", "plain"):
        parts = [FORMS[form]([data]) for data in RECORDS]
        at = len(b"".join(parts[:4]))
        records, gaps = read(b"".join(parts[:4]) + b"\x00garbage\n" + b"".join(parts[4:]))
        assert urls(records) == all_urls()
        assert gaps == [Gap(at, 9)] or form == "plain"


@pytest.mark.parametrize("form", ["split", "plain"])
@pytest.mark.parametrize("wrong", [-20, 20, 3000])
def test_a_wrong_content_length_costs_its_record(form: str, wrong: int) -> None:
    """The record's head is there, so the record comes out with the problem; the others are as they were."""
    size = RECORDS[4].split(b"Content-Length: ")[1].split(b"\r\n")[0]
    changed = RECORDS[4].replace(b"Content-Length: " + size, b"Content-Length: %d" % (int(size) + wrong))
    records, _ = read(FORMS[form]([*RECORDS[:4], changed, *RECORDS[5:]]))
    assert urls(records) == all_urls()
    assert [found.problem is not None for found in records] == [n == 4 for n in range(len(PAGES))]
    assert records[4].block == b""


def test_ranges_share_the_records_without_overlap() -> None:
    """A range owns the records that begin in it, wherever it is cut."""
    data = split(RECORDS)
    for cut in range(1, len(data), 13):
        place = find_record(io.BytesIO(data), codec_of(io.BytesIO(data)), cut, len(data))
        place = len(data) if place is None else place
        first, _ = read(data, end=place)
        second, _ = read(data, start=place)
        assert urls(first) + urls(second) == all_urls()


def test_which_files_can_be_read_from_the_middle() -> None:
    assert is_split(io.BytesIO(split(RECORDS)))
    assert is_split(io.BytesIO(frames(RECORDS)))
    assert not is_split(io.BytesIO(FORMS["one"](RECORDS)))
    assert not is_split(io.BytesIO(FORMS["plain"](RECORDS)))


def test_nothing_in_nothing_out() -> None:
    assert read(b"") == ([], [])


def test_blocks_are_kept_only_as_far_as_wanted() -> None:
    """A huge record that is not wanted is skipped, and what follows is found."""
    data = split([record("metadata", bytes(5_000_000)), *RECORDS])
    found = list(walk(io.BytesIO(data), lambda headers: 30 if headers["warc-type"] == "response" else 0))
    records = [part for part in found if isinstance(part, WarcRecord)]
    assert [len(part.block) for part in records] == [0] + [30] * len(RECORDS)


def test_a_dictionary_in_front_of_the_frames() -> None:
    """Large crawls keep one, compressed or not, in a frame that is skipped otherwise."""
    dictionary = zstandard.train_dictionary(2_000, [data[k:] for data in RECORDS * 40 for k in range(0, 200, 40)])
    body = b"".join(zstandard.ZstdCompressor(dict_data=dictionary).compress(data) for data in RECORDS)
    for raw in (dictionary.as_bytes(), zstandard.ZstdCompressor().compress(dictionary.as_bytes())):
        head = b"\x5d\x2a\x4d\x18" + len(raw).to_bytes(4, "little") + raw
        records, gaps = read(head + body)
        assert urls(records) == all_urls()
        assert gaps == []


@given(st.lists(st.tuples(st.integers(0, 10**6), st.binary(max_size=6)), max_size=6), st.sampled_from(list(FORMS)))
def test_any_damage_ends_with_records_and_gaps(damage: list[tuple[int, bytes]], form: str) -> None:
    """Bytes changed, inserted and removed: no exception, no endless loop, and what is lost is in a gap or has a problem."""
    data = FORMS[form](RECORDS)
    for place, put in damage:
        data = data[: place % len(data)] + put + data[place % len(data) + 3 :]
    records, gaps = read(data)
    assert all(found.length >= 0 for found in records)
    assert all(gap.length > 0 for gap in gaps)
    if not gaps and form == "split":
        assert len(records) == len(RECORDS)


def test_a_damaged_dictionary_is_said() -> None:
    head = b"\x5d\x2a\x4d\x18" + (40).to_bytes(4, "little") + b"\x28\xb5\x2f\xfd" + bytes(36)
    with pytest.raises(InputError, match="dictionary"):
        read(head + frames(RECORDS))
