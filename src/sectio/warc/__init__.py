"""WARC files, read without silent loss, and written.

Common readers stop at the first damaged byte, or hand out a record that was cut off as if it were whole. Here the compressed members of a
file are walked one by one: what cannot be read is a gap with its place and length, and reading goes on at the next record.

    codecs.py   gzip, zstandard, plain        stream.py   a member's bytes, decoded forward
    records.py  records and gaps of a file    http.py     the HTTP message in a record
    bodies.py   transfer and content codings  write.py    records out
"""

from sectio.warc.bodies import Body, decode_body
from sectio.warc.http import Message, read_message
from sectio.warc.records import Gap, Overlap, WarcRecord, codec_of, find_record, is_split, walk
from sectio.warc.write import response, write_record

__all__ = [
    "Body",
    "Gap",
    "Message",
    "Overlap",
    "WarcRecord",
    "codec_of",
    "decode_body",
    "find_record",
    "is_split",
    "read_message",
    "response",
    "walk",
    "write_record",
]
