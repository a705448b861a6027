"""A failing test is named at once, in a run of many."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

from failures_at_once import FailuresAtOnce


class Screen:
    """A terminal that keeps what is written."""

    def __init__(self) -> None:
        """Begin empty."""
        self.written: list[str] = []

    def ensure_newline(self) -> None:
        """Begin a line."""

    def write_line(self, line: str) -> None:
        """Keep a line."""
        self.written.append(line)


def report(name: str, *, failed: bool) -> Any:  # noqa: ANN401 - stands for pytest's
    """Return the report of a test."""
    return cast("Any", SimpleNamespace(nodeid=name, failed=failed, when="call"))


def test_the_name_of_a_failing_test() -> None:
    """It is printed with the phase; nothing is printed of others."""
    screen = Screen()
    plugin = FailuresAtOnce(screen)
    plugin.pytest_runtest_logreport(report("tests/a.py::test_a", failed=False))
    plugin.pytest_runtest_logreport(report("tests/a.py::test_b", failed=True))
    assert screen.written == ["FAILED tests/a.py::test_b (call)"]
