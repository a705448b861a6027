"""A plugin of pytest: the name of a failing test is printed at once, not only at the end."""

from __future__ import annotations

from typing import Protocol

import pytest


class Terminal(Protocol):
    """The part of pytest's terminal reporter that is used."""

    def ensure_newline(self) -> None:
        """Begin a new line, unless the cursor is at its beginning."""

    def write_line(self, line: str) -> None:
        """Write a line."""


class FailuresAtOnce:
    """Prints the names of failing tests."""

    def __init__(self, terminal: Terminal) -> None:
        """Print on a terminal."""
        self._terminal = terminal

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Print the name of a test that failed, in whichever process."""
        if report.failed:
            self._terminal.ensure_newline()
            self._terminal.write_line(f"FAILED {report.nodeid} ({report.when})")
