"""Standard input and output of the server, with a separate thread for each direction.

A message of the base protocol of the Language Server Protocol is a header with `Content-Length`, an
empty line, and so many bytes. The memory for a message never exceeds the bytes that the client has
sent, or the limit.

A limited number of messages is read ahead for the event loop. Outgoing messages wait in a queue, in
which newer diagnostics of a document replace older ones. So a slow client neither stops the checks
nor fills the memory. The threads are daemons without buffered files, so that neither delays the
end.
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
"""Bytes that a header may have; what is longer is none."""
_END: Final = re.compile(rb"\r\n\r\n|\n\n")
_FIELDS: Final = bytes_pattern(rb"\s*+(?>(?:[A-Za-z-]++:[^\r\n]*+\s*+)*)")
"""A header and nothing else."""
_LENGTH: Final = re.compile(rb"Content-Length[ \t]*:[ \t]*([0-9]{1,18})(?![0-9])", re.IGNORECASE)
_CHUNK: Final = 1 << 16
_AHEAD: Final = 256
"""Messages that may wait for the event loop."""


class TooLong:
    """Stands for a message that was longer than a document may be, and was not kept."""

    def __init__(self, size: int) -> None:
        """Take the bytes that it had."""
        self.size = size


class Framing:
    """Cuts what comes into messages."""

    def __init__(self, limit: int = MAX_BYTES) -> None:
        """Begin before a header; a message of more bytes than the limit is not kept."""
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
            self._missing = int(lengths[-1])
            self._in_body = True
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
        with suppress(OSError, RuntimeError):  # as good as the end; the loop may be over
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
    """Writes messages."""

    def __init__(self, descriptor: int, gone: Callable[[], None]) -> None:
        """Write to a file descriptor; `gone` is called, in the thread, when nobody reads it."""
        self._descriptor = descriptor
        _enlarge(descriptor)
        self._gone = gone
        self._waiting: dict[object, bytes] = {}
        self._changed = Condition()
        self._closed = False
        self._thread = Thread(target=self._run, daemon=True, name="output")
        self._thread.start()

    def write(self, data: bytes) -> None:
        """Take a message, its header included."""
        self.put(object(), data)

    def put(self, key: object, data: bytes) -> None:
        """Take a message in place of one with the same key that is still waiting."""
        with self._changed:
            self._waiting.pop(key, None)
            if not self._closed:
                self._waiting[key] = data
                self._changed.notify()

    def close(self, seconds: float = 1.0) -> None:
        """Write what waits, for so long at most; take nothing more."""
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
    """Let a pipe hold a megabyte, where that can be asked for: diagnostics go out in one piece."""
    if sys.platform == "linux":
        with suppress(OSError):
            fcntl.fcntl(descriptor, fcntl.F_SETPIPE_SZ, 1 << 20)
