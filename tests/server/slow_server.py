"""A language server for which some documents take for ever: python slow_server.py.

What a document says decides how. They stand for mistakes that nobody knows of yet.
"""

from __future__ import annotations

import ctypes
import os
import re
import sys
import time
from collections.abc import Callable, Mapping
from typing import Final

from mdlint_doi.lint.document import Document
from mdlint_doi.lint.rule import Facts
from mdlint_doi.names.doi import Doi
from mdlint_doi.run.request import Task
from mdlint_doi.server import checking, features
from mdlint_doi.server.projects import EditorOptions
from mdlint_doi.server.server import serve
from mdlint_doi.text.source import Source

SECONDS: Final = 2.0
"""What a check may take here; others take milliseconds, unless the machine is busy."""


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


def do_as_said(text: str, mark: str = "slow-") -> None:
    """Do what a text says with a mark and a way."""
    if found := re.search(rf"{mark}(\w+)", text):
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
    return serve("1", EditorOptions(isolated=True, arguments={"offline": True}), SECONDS)


if __name__ == "__main__":
    sys.exit(main())
