"""The thread in which a server checks texts; a check that does not end, ends the process.

All expressions are linear and all input is limited, so only an unknown mistake makes a check
endless. A match in C holds the interpreter's lock until it ends, so no thread can stop it.
Therefore `faulthandler` monitors the checks with a thread that needs no lock, and ends the process
if a check exceeds its time limit.

During a check, a file in the cache folder contains the digest of its text. `faulthandler` adds the
places in the code at which the process ended; the next process finds them, and adds the digest to a
list of texts to leave out. A file without them means nothing. A digest depends on the version of
this package, because the next version may be without the mistake.
"""

from __future__ import annotations

import faulthandler
import os
import re
from asyncio import Future, get_running_loop, sleep
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from hashlib import sha256
from pathlib import Path
from queue import SimpleQueue
from threading import Lock, Thread
from time import monotonic
from typing import Final, NamedTuple, NoReturn, TypeVar

from mdlint_doi.files.reading import FileProblem, read_bytes
from mdlint_doi.files.temporary import START, NewFile, new_file
from mdlint_doi.files.writing import save
from mdlint_doi.text.version import VERSION

LIMIT: Final = 30.0
"""Seconds that a check may take."""
LONGEST: Final = 1_500_000
"""The most code points of a text that is checked.
The check of a text of this length that consists only of DOIs takes a third of the limit; other
texts of this length take about a second.
"""
FOLDER: Final = "unfinished-checks"
"""The folder in the cache folder."""
LEFT_OUT: Final = "an earlier check of this text did not end, so the program was stopped"
_LIST: Final = "texts.txt"
"""The file in this folder with the digests of texts."""
_MOST: Final = 100
"""The most digests that are kept, the newest first."""
_ENDED: Final = re.compile(rb"^(?:Timeout \(|Fatal Python error)", re.MULTILINE)
"""The beginning of what `faulthandler` writes."""
_DIGEST: Final = re.compile(rb"([0-9a-f]{64})( waits)?\n")
_LONGEST: Final = 1_000_000
"""The most bytes of a file."""
_Result = TypeVar("_Result")
_TURNS: Final = 4
"""How often an event loop shows that it is alive, within the time limit."""


def digest(*texts: str) -> str:
    """Return the digest of a text, and of other texts that determine its check."""
    found = sha256(VERSION.encode())
    for text in texts:
        found.update(b"\0" + text.encode("utf-8", "surrogatepass"))
    return found.hexdigest()


class _Check(NamedTuple):
    """A check under way, and when it must have ended; None: it waits for servers, without limit."""

    digest: str
    end: float | None


class CheckThread:
    """A thread that checks texts, their time limit, and the texts whose check did not end.

    Attributes:
        seconds: the time limit of a check.
    """

    def __init__(self, folder: str | os.PathLike[str], seconds: float = LIMIT) -> None:
        """Read which checks did not end; if the folder cannot be written, none is remembered.

        Args:
            folder: the cache folder.
            seconds: the time limit of a check.
        """
        self.seconds = seconds
        self._texts = frozenset[str]()
        self._checks: dict[object, _Check] = {}
        self._written = b""
        self._changing = Lock()
        self._worker = Worker()
        here = Path(folder, FOLDER)
        self._new: NewFile | None = None
        try:
            here.mkdir(parents=True, exist_ok=True)
            self._texts = _texts_in(here)
            self._new = new_file(str(here), 0o600)
        except (FileProblem, OSError):
            number = os.open(os.devnull, os.O_WRONLY)
        else:
            number = os.dup(self._new.handle)
        self._file = os.fdopen(number, "wb", buffering=0)

    def leaves_out(self, text: str) -> bool:
        """Return whether an earlier check of the text with this digest did not end."""
        return text in self._texts

    async def run(self, text: str, check: Callable[[], _Result]) -> _Result:
        """Return the result of a check, which runs in the thread.

        Args:
            text: the digest of the text.
            check: a function; it is not called if the caller was cancelled before its turn.

        Raises:
            Exception: any exception of the function.
        """

        def limited() -> _Result:
            with self.check(text):
                return check()

        return await self._worker.run(limited)

    @contextmanager
    def check(self, text: str, *, is_limited: bool = True) -> Iterator[None]:
        """Run the body of a `with` statement, in any thread, as a check with a time limit.

        Args:
            text: the digest of the text.
            is_limited: whether it has a time limit; a check that waits for servers has none, but
                the event loop must go on.
        """
        key = object()
        end = monotonic() + self.seconds if is_limited else None
        self._note(key, _Check(text, end))
        try:
            yield
        finally:
            self._note(key, None)

    async def watch_loop(self) -> NoReturn:
        """Also limit the time of each turn of the running event loop, until cancelled."""
        faulthandler.enable(self._file)  # a check may also end the process by deep recursion
        try:
            while True:
                self._note(None, _Check("", monotonic() + self.seconds))
                await sleep(self.seconds / _TURNS)
        finally:
            faulthandler.disable()

    def close(self) -> None:
        """Stop, at the end of this process."""
        with self._changing:
            self._checks.clear()
            faulthandler.cancel_dump_traceback_later()
            self._file.close()
            if self._new is not None:
                self._new.remove()

    def _note(self, key: object, check: _Check | None) -> None:
        """Add or remove a check; the earliest end of all counts."""
        with self._changing:
            if self._file.closed:
                return
            self._checks.pop(key, None)
            if check is not None:
                self._checks[key] = check
            self._write()
            ends = [running.end for running in self._checks.values() if running.end is not None]
            if not ends:
                faulthandler.cancel_dump_traceback_later()
                return
            left = max(0.001, min(ends) - monotonic())
            faulthandler.dump_traceback_later(left, exit=True, file=self._file)

    def _write(self) -> None:
        """Write the digests of the checks under way to the file."""
        checks = [check for check in self._checks.values() if check.digest]
        lines = [f"{check.digest}{'' if check.end else ' waits'}\n" for check in checks]
        data = "".join(lines).encode()
        if data == self._written:
            return
        self._written = data
        with suppress(OSError):  # for example, the disk is full
            self._file.seek(0)
            self._file.truncate()
            self._file.write(data)


def _texts_in(folder: Path) -> frozenset[str]:
    """Return the digests of texts whose check did not end, with those of ended processes.

    Raises:
        OSError: if the folder cannot be read.
        FileProblem: if the list cannot be written.
    """
    path = folder / _LIST
    texts = dict.fromkeys(_lines(path))
    new = [text for file in sorted(folder.glob(f"{START}*")) for text in _endless(_read(file))]
    if new:
        texts = dict.fromkeys([*new, *texts][:_MOST])
        save(path, "".join(f"{text}\n" for text in texts).encode())
    return frozenset(texts)


def _endless(data: bytes) -> Iterator[str]:
    """Yield the digests of the checks that ended a process, from the file of this process."""
    ended = _ENDED.search(data)
    if ended is not None:
        checks = _DIGEST.findall(data, 0, ended.start())
        limited = [text for text, waits in checks if not waits]
        yield from (text.decode() for text in limited or [text for text, _ in checks])


def _lines(path: Path) -> list[str]:
    return _read(path).decode("ascii", "replace").split()[:_MOST]


def _read(path: Path) -> bytes:
    """Return the content of a file; empty if it cannot be read."""
    try:
        return read_bytes(str(path), _LONGEST)
    except FileProblem:
        return b""


class Worker:
    """Runs functions one by one in a separate thread, a daemon that cannot delay the exit."""

    def __init__(self) -> None:
        """Start the thread."""
        self._queue: SimpleQueue[Callable[[], None]] = SimpleQueue()
        Thread(target=self._run, daemon=True, name="worker").start()

    def _run(self) -> None:
        while True:
            self._queue.get()()

    async def run(self, function: Callable[[], _Result]) -> _Result:
        """Return the result of a function.

        The function is not called if the caller was cancelled before its turn.

        Raises:
            Exception: any exception of the function.
        """
        loop = get_running_loop()
        future: Future[_Result] = loop.create_future()

        def work() -> None:
            """Call the function in the thread, unless the caller was cancelled."""
            if future.cancelled():
                return
            try:
                answer = partial(future.set_result, function())
            except BaseException as error:  # noqa: BLE001 - it is raised for the caller
                answer = partial(future.set_exception, error)
            with suppress(RuntimeError):  # the loop may be closed
                loop.call_soon_threadsafe(lambda: future.done() or answer())

        self._queue.put(work)
        return await future
