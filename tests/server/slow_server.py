"""A language server for which some documents take for ever: python slow_server.py [patient].

What a document says decides how. They stand for mistakes that nobody knows of yet. The time limit
is long, so that a busy machine ends nothing else; at these documents, its clock goes on by most of
it. With `patient`, it does not.
"""

from __future__ import annotations

import ctypes
import os
import re
import sys
import time
from collections.abc import Callable, Mapping
from time import monotonic
from typing import Final

from mdlint_doi.lint.document import Document
from mdlint_doi.lint.rule import Facts
from mdlint_doi.names.doi import Doi
from mdlint_doi.run import check_thread
from mdlint_doi.run.check_thread import CheckThread
from mdlint_doi.run.request import Task
from mdlint_doi.server import checking, features, server
from mdlint_doi.server.projects import EditorOptions
from mdlint_doi.text.source import Source

SECONDS: Final = 200.0
"""What a check may take here."""
LEFT: Final = 2.0
"""What is left of it when a check begins that does not end."""
PATIENT: Final = "patient"


def hold_the_lock() -> None:
    """Call a function in C that returns after hours; meanwhile no other thread runs."""
    if os.name == "nt":
        ctypes.PyDLL("kernel32").Sleep(10_000_000)
    ctypes.PyDLL(None).sleep(10_000)


def loop() -> None:
    """Never end, and let others run."""
    while True:
        time.sleep(0.01)


def crash() -> None:
    """Read a place in memory that does not exist, as too deep a recursion in C does."""
    ctypes.string_at(0)


WARM: Final = "See http://dx.doi.org/10.1000/182 here.\n"
WAYS: Final[Mapping[str, Callable[[], None]]] = {
    "lock": hold_the_lock,
    "loop": loop,
    "crash": crash,
}
"""What a document is called for that a check does not survive."""


_threads: list[HastyThread] = []


class HastyThread(CheckThread):
    """A thread whose clock can go on."""

    def __init__(self, folder: str | os.PathLike[str], seconds: float) -> None:
        super().__init__(folder, seconds)
        vars(check_thread)["_TURNS"] = round(SECONDS / LEFT) * 10
        _threads.append(self)

    def go_on(self) -> None:
        """Leave little of the time of all checks under way, and of the turn of the loop."""
        vars(check_thread)["monotonic"] = lambda: monotonic() + SECONDS - LEFT
        self._note(object(), None)  # which looks at the clock


def do_as_said(text: str, mark: str = "slow-") -> None:
    """Do what a text says with a mark and a way."""
    if found := re.search(rf"{mark}(\w+)", text):
        if PATIENT not in sys.argv:
            _threads[0].go_on()
        WAYS[found[1]]()


def main() -> int:
    """Serve as ever, but for documents that say `slow-` and how; hovers, `shown-` and how."""
    read, lines = checking.read, features.as_markdown

    def slow_read(source: Source, task: Task) -> Document:
        do_as_said(source.text)
        return read(source, task)

    def slow_lines(doi: Doi, facts: Facts) -> str:
        do_as_said(str(doi), "shown-")
        return lines(doi, facts)

    checking.read = slow_read
    features.as_markdown = slow_lines
    vars(server)["CheckThread"] = HastyThread
    return server.serve("1", EditorOptions(isolated=True, arguments={"offline": True}), SECONDS)


if __name__ == "__main__":
    sys.exit(main())
