"""Bytes -> messages: the base protocol of the Language Server Protocol, whatever comes.

A message is a header with `Content-Length`, an empty line, and so many bytes. Nothing of what a
client says makes this hold more than it has sent, and no more than the bound.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from mdlint_doi.files.reading import MAX_BYTES

_HEADER: Final = 4096
"""Bytes that a header may have; what is longer is none."""
_END: Final = re.compile(rb"\r\n\r\n|\n\n")
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
        """Yield the messages that are whole with these bytes."""
        self._held += data
        while True:
            message = self._body() if self._in_body else None
            if message is not None:
                yield message
            elif self._in_body or not self._header():
                return

    def _header(self) -> bool:
        """Take a header away; return whether there was an end of one."""
        end = _END.search(self._held)
        if end is None:
            if len(self._held) > _HEADER:
                del self._held[: -_HEADER // 2]
            return False
        # The last one counts: what stands before it is what was left of something else.
        lengths = _LENGTH.findall(self._held, max(0, end.start() - _HEADER), end.end())
        del self._held[: end.end()]
        if lengths:
            self._missing, self._in_body = int(lengths[-1]), True
            self._skipped = self._missing if self._missing > self._limit else 0
        return True

    def _body(self) -> bytes | TooLong | None:
        """Return the message, if all of it is there."""
        if self._skipped:
            taken = min(self._missing, len(self._held))
            del self._held[:taken]
            self._missing -= taken
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
