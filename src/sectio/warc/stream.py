"""The decoded bytes of one member, read forward. However long the member is, only what is asked for is held."""

import zlib
from typing import BinaryIO

from sectio.warc.codecs import Codec, Damage

_MOST = 1_048_576  # bytes decoded at once


class Cut(Exception):
    """The file ends inside a member."""


class Stream:
    """Reads a member that begins at `offset` of the file; `position` counts its decoded bytes.

    `consumed` counts the bytes of the file that were read, and `passed` those before the last piece, which are decoded for sure.
    """

    def __init__(self, file: BinaryIO, offset: int, codec: Codec) -> None:
        self._file, self._codec, self._decoder = file, codec, codec.decoder()
        self.consumed = self.passed = offset
        self.position = 0
        self._held, self._at = b"", 0
        self.is_plain = codec.name == "plain"
        file.seek(offset)

    @property
    def end(self) -> int:
        """Where in the file the member ended."""
        return self.consumed - len(self._decoder.unused_data)

    def peek(self, size: int) -> bytes:
        """The next bytes, fewer only at the member's end, without passing them."""
        while len(self._held) - self._at < size and self._more():
            pass
        return self._held[self._at : self._at + size]

    def take(self, size: int) -> bytes:
        """The next bytes, fewer only at the member's end."""
        pieces, left = [], size
        while left and (len(self._held) > self._at or self._more()):
            pieces.append(self._held[self._at : self._at + left])
            left -= len(pieces[-1])
            self._pass(len(pieces[-1]))
        return pieces[0] if len(pieces) == 1 else b"".join(pieces)

    def skip(self, size: int) -> int:
        """Skip this many bytes without keeping them; return how many there were."""
        left = size
        while left and (len(self._held) > self._at or self._more()):
            step = min(left, len(self._held) - self._at)
            self._pass(step)
            left -= step
        return size - left

    def until(self, mark: bytes, most: int) -> bytes | None:
        """Everything up to and with `mark`, or None if it is not among the next `most` bytes."""
        searched = 0
        while True:
            found = self._held.find(mark, self._at + max(searched - len(mark), 0))
            if found >= 0 and found - self._at <= most:
                return self.take(found - self._at + len(mark))
            searched = len(self._held) - self._at
            if searched > most or not self._more():
                return None

    def skip_to(self, mark: bytes) -> None:
        """Pass everything up to and with the first byte of `mark`, or to the member's end if it is not found."""
        while (found := self._held.find(mark, self._at)) < 0:
            self._pass(max(len(self._held) - self._at - len(mark), 0))
            if not self._more():
                self._pass(len(self._held) - self._at)
                return
        self._pass(found + 1 - self._at)

    def is_done(self) -> bool:
        """Whether the member ends here, its sum checked."""
        return not self.peek(1)

    def _pass(self, size: int) -> None:
        self._at += size
        self.position += size

    def _more(self) -> bool:
        """Decode another piece; False at the end of the member."""
        while not self._decoder.eof:
            data = self._decoder.unconsumed_tail or self._read()
            try:
                decoded = self._decoder.decompress(data, _MOST)
            except zlib.error as error:
                raise Damage(str(error)) from error
            if decoded:
                self._held, self._at = self._held[self._at :] + decoded, 0
                return True
            if not data and not self._decoder.eof:
                if self.is_plain:
                    return False
                raise Cut
        return False

    def _read(self) -> bytes:
        data = self._file.read(self._codec.piece)
        self.passed = self.consumed
        self.consumed += len(data)
        return data
