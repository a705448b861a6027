"""Bytes -> messages: the base protocol of the Language Server Protocol, whatever comes.

A message is a header with `Content-Length`, an empty line, and so many bytes. Nothing of what a
client says makes this hold more than it has sent, and no more than the bound.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from mdlint_doi.files.reading import MAX_BYTES
from mdlint_doi.text.pattern import bytes_pattern

_HEADER: Final = 4096
"""Bytes that a header may have; what is longer is none."""
_END: Final = re.compile(rb"\r\n\r\n|\n\n")
_FIELDS: Final = bytes_pattern(rb"\s*+(?:[A-Za-z-]++:[^\r\n]*+\s*+)*+")
"""A header and nothing else."""
_LENGTH: Final = re.compile(rb"Content-Length[ \t]*:[ \t]*([0-9]{1,18})(?![0-9])", re.IGNORECASE)


class TooLong:
    """Stands for a message that was longer than a document may be, and was not kept.

    Attributes:
        size: bytes that it had.

    """

    def __init__(self, size: int) -> None:
        """Take the size."""
        self.size = size


class Framing:
    """Cuts what comes into messages."""

    def __init__(self, limit: int = MAX_BYTES) -> None:
        """Begin before a header.

        Args:
            limit: bytes of a message that is kept, as for the files that are read.

        """
        self._limit = limit
        self._held = bytearray()
        self._missing = 0
        self._skipped = 0
        self._in_body = False

    def feed(self, data: bytes) -> Iterator[bytes | TooLong]:
        """Yield the messages that are whole with these bytes; `b""` for what has no header."""
        self._held += data
        while True:
            if self._in_body:
                message = self._body()
                if message is None:
                    return
                yield message
            elif end := _END.search(self._held):
                if not self._header(end.end()):
                    yield b""
            else:
                if len(self._held) > _HEADER:
                    del self._held[: -_HEADER // 2]
                return

    def _header(self, end: int) -> bool:
        """Take a header away; return whether it was one, or blank."""
        # The last one counts: what stands before it is what was left of something else.
        lengths = _LENGTH.findall(self._held, max(0, end - _HEADER), end)
        is_header = _FIELDS.fullmatch(self._held, 0, end) is not None
        is_blank = not self._held[:end].strip()
        del self._held[:end]
        if lengths:
            self._missing, self._in_body = int(lengths[-1]), True
            self._skipped = self._missing if self._missing > self._limit else 0
        return is_blank or (is_header and bool(lengths))

    def _body(self) -> bytes | TooLong | None:
        """Return the message, if all of it is there."""
        if self._skipped:
            size = min(self._missing, len(self._held))
            del self._held[:size]
            self._missing -= size
            if self._missing:
                return None
            self._in_body = False
            return TooLong(self._skipped)
        if len(self._held) < self._missing:
            return None
        message = bytes(self._held[: self._missing])
        del self._held[: self._missing]
        self._in_body = False
        return message
