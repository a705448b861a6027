"""A language server in whose process some documents take for ever: python slow_server.py.

What a document says decides how. They stand for mistakes that nobody knows of yet.
"""

from __future__ import annotations

import ctypes
import os
import re
import sys
import time
from collections.abc import Callable, Mapping
from functools import partial
from typing import Final

from mdlint_doi.api.texts import check_text
from mdlint_doi.lint.document import Document
from mdlint_doi.lint.rule import Facts
from mdlint_doi.lint.settings import Settings
from mdlint_doi.names.doi import Doi
from mdlint_doi.run.own_process import Channel
from mdlint_doi.run.request import Task
from mdlint_doi.server import checking, features
from mdlint_doi.server.engine import run_engine
from mdlint_doi.server.projects import EditorOptions
from mdlint_doi.server.server import serve
from mdlint_doi.text.source import Source

SECONDS: Final = 4.0
"""What a step may take here; those of the other documents take milliseconds, unless the machine is
busy."""


def hold_the_lock() -> None:
    """Call a function in C that returns after hours; meanwhile no other thread runs."""
    if os.name == "nt":
        ctypes.PyDLL("kernel32").Sleep(10_000_000)
    ctypes.PyDLL(None).sleep(10_000)


def loop() -> None:
    """Never end, and let others run."""
    while True:
        time.sleep(0.01)


WARM: Final = "See http://dx.doi.org/10.1000/182 here.\n"
WAYS: Final[Mapping[str, Callable[[], None]]] = {
    "lock": hold_the_lock,
    "loop": loop,
    "death": partial(os._exit, 9),
}
"""What a document is called for that a check does not survive."""


def slow_engine(channel: Channel, options: EditorOptions) -> None:
    """Check documents as ever, but for those that say `slow-` and how; hovers, `shown-` and how."""
    read, lines = checking.read, features.as_markdown

    def slow_read(source: Source, task: Task) -> Document:
        do_as_said(source.text)
        return read(source, task)

    check_text(WARM, settings=Settings(offline=True))  # imports what a first step would import

    def slow_lines(doi: Doi, facts: Facts) -> str:
        do_as_said(str(doi), "shown-")
        return lines(doi, facts)

    checking.read = slow_read
    features.as_markdown = slow_lines
    run_engine(channel, options)


def do_as_said(text: str, mark: str = "slow-") -> None:
    """Do what a text says with a mark and a way."""
    if found := re.search(rf"{mark}(\w+)", text):
        WAYS[found[1]]()


if __name__ == "__main__":
    options = EditorOptions(isolated=True, arguments={"offline": True})
    sys.exit(serve("1", options, slow_engine, SECONDS))
