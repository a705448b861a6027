"""Standard input and output of the server, with a separate thread for each direction.

A message of the base protocol of the Language Server Protocol is a header with `Content-Length`, an
empty line, and that number of bytes. The memory for a message never exceeds the bytes that the
client has sent, or the limit.

A limited number of messages is read ahead for the event loop. Outgoing messages wait in a queue, in
which newer diagnostics of a document replace older ones. So a slow client neither stops the checks
nor fills the memory. The threads are daemons and use no buffered files, so that they cannot delay
the exit.
"""

from __future__ import annotations

import os
import re
import sys
from asyncio import AbstractEventLoop
from collections.abc import Callable, Iterator
from contextlib import suppress
from threading import BoundedSemaphore, Condition, Thread
from typing import Final

from mdlint_doi.files.reading import MAX_BYTES
from mdlint_doi.text.pattern import bytes_pattern

if sys.platform == "linux":
    import fcntl

_HEADER: Final = 4096
"""The most bytes of a header."""
_END: Final = re.compile(rb"\r\n\r\n|\n\n")
_FIELDS: Final = bytes_pattern(rb"\s*+(?>(?:[A-Za-z-]++:[^\r\n]*+\s*+)*)")
"""Matches a whole header."""
_LENGTH: Final = re.compile(rb"Content-Length[ \t]*:[ \t]*([0-9]{1,18})(?![0-9])", re.IGNORECASE)
_CHUNK: Final = 1 << 16  # the most bytes to read at once
_AHEAD: Final = 256
"""The most messages that wait for the event loop."""


class TooLong:
    """A placeholder for a message that was too long and was discarded.

    Attributes:
        size: its number of bytes.
    """

    def __init__(self, size: int) -> None:
        """Store the number of bytes."""
        self.size = size


class Framing:
    """Splits incoming bytes into messages."""

    def __init__(self, limit: int = MAX_BYTES) -> None:
        """Begin before a header; a message of more bytes than `limit` is discarded."""
        self._limit = limit
        self._held = bytearray()  # the received bytes that are not yet part of a message
        self._missing = 0  # the number of bytes of the body that are still to come
        self._skipped = 0  # the size of the body if it is discarded, else 0
        self._in_body = False

    def feed(self, data: bytes) -> Iterator[bytes | TooLong]:
        """Yield the messages that these bytes complete; `b""` for bytes that are not a header."""
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
        """Remove and read a header; return whether it was valid or blank."""
        # The last length counts: text before it is the rest of something that was not understood.
        lengths = _LENGTH.findall(self._held, max(0, end - _HEADER), end)
        is_header = _FIELDS.fullmatch(self._held, 0, end) is not None
        is_blank = not self._held[:end].strip()
        del self._held[:end]
        if lengths:
            self._missing = int(lengths[-1])
            self._in_body = True
            self._skipped = self._missing if self._missing > self._limit else 0
        return is_blank or (is_header and bool(lengths))

    def _body(self) -> bytes | TooLong | None:
        """Return the message if it is complete, else None."""
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


class Input:
    """Reads messages until the end of the input."""

    def __init__(
        self,
        descriptor: int,
        loop: AbstractEventLoop,
        take: Callable[[bytes | TooLong], None],
        end: Callable[[], None],
    ) -> None:
        """Read from a file descriptor; call `take` and, once, `end` in the event loop."""
        self._descriptor = descriptor
        self._loop = loop
        self._take = take
        self._end = end
        self._ahead = BoundedSemaphore(_AHEAD)
        Thread(target=self._run, daemon=True, name="input").start()

    def _run(self) -> None:
        framing = Framing()
        with suppress(OSError, RuntimeError):  # counts as the end; the loop may be closed
            while data := os.read(self._descriptor, _CHUNK):
                for message in framing.feed(data):
                    self._ahead.acquire()
                    self._loop.call_soon_threadsafe(self._hand_over, message)
        with suppress(RuntimeError):
            self._loop.call_soon_threadsafe(self._end)

    def _hand_over(self, message: bytes | TooLong) -> None:
        self._ahead.release()
        self._take(message)


class Output:
    """Writes messages in a thread."""

    def __init__(self, descriptor: int, gone: Callable[[], None]) -> None:
        """Write to a file descriptor; `gone` is called in the thread when the reader is gone."""
        self._descriptor = descriptor
        _enlarge(descriptor)
        self._gone = gone
        self._waiting: dict[object, bytes] = {}
        self._changed = Condition()
        self._closed = False
        self._thread = Thread(target=self._run, daemon=True, name="output")
        self._thread.start()

    def write(self, data: bytes) -> None:
        """Queue a message, including its header."""
        self.put(object(), data)

    def put(self, key: object, data: bytes) -> None:
        """Queue a message, and drop a waiting message with the same key."""
        with self._changed:
            self._waiting.pop(key, None)
            if not self._closed:
                self._waiting[key] = data
                self._changed.notify()

    def close(self, seconds: float = 1.0) -> None:
        """Stop accepting messages; wait at most `seconds` until the waiting ones are written."""
        with self._changed:
            self._closed = True
            self._changed.notify()
        self._thread.join(seconds)

    def _run(self) -> None:
        while (data := self._next()) is not None:
            view = memoryview(data)
            try:
                while view:
                    view = view[os.write(self._descriptor, view) :]
            except OSError:
                with self._changed:
                    self._closed = True
                    self._waiting.clear()
                self._gone()
                return

    def _next(self) -> bytes | None:
        with self._changed:
            while not self._waiting and not self._closed:
                self._changed.wait()
            if not self._waiting:
                return None
            return self._waiting.pop(next(iter(self._waiting)))


def _enlarge(descriptor: int) -> None:
    """Give a pipe a buffer of a megabyte if the system allows it, so that diagnostics fit in it."""
    if sys.platform == "linux":
        with suppress(OSError):
            fcntl.fcntl(descriptor, fcntl.F_SETPIPE_SZ, 1 << 20)
