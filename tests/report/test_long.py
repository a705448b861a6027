"""Reports of very many findings: none of them is held as a whole, and each costs little."""

from __future__ import annotations

import gc
import sys
import tracemalloc
from collections import deque
from types import FrameType
from typing import Final

import pytest
from report.conftest import Make

from mdlint_doi.lint.selection import RunFacts
from mdlint_doi.lint.settings import Settings
from mdlint_doi.report.formats import FORMATS, lines
from mdlint_doi.report.model import Report
from mdlint_doi.run.judge import judged, read_document
from mdlint_doi.text.source import Source

_HELD: Final = 100
"""Bytes for a finding more that a report may hold: a few places in lists, and no line."""


def _peak(report: Report, name: str) -> int:
    """Return the bytes that a report takes at most while its lines are made and dropped."""
    tracemalloc.start()
    try:
        deque(lines(report, name), maxlen=0)
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("name", FORMATS)
def test_no_report_is_held(name: str, finding: Make) -> None:
    """Five times as many findings take hardly more memory."""
    found = finding("http://dx.doi.org/", replacement="https://doi.org/", doi="10.1000/182")
    few, many = Report((found,) * 100, ("docs/a.md",)), Report((found,) * 500, ("docs/a.md",))
    deque(lines(few, name), maxlen=0)  # what is loaded and kept for good
    assert _peak(many, name) - _peak(few, name) < _HELD * 400


def _written(source: Source, settings: Settings) -> int:
    """Return how many findings of a document were written."""
    found = judged(read_document(source, settings), RunFacts(settings=settings)).findings
    deque(lines(Report(tuple(found), ("a.md",)), "text"), maxlen=0)
    return len(found)


def _calls(rows: int) -> int:
    """Return how many functions are called for a table whose rows break two rules each."""
    table = (f"| {at} | [a](http://dx.doi.org/10.1000/{at}) |\n" for at in range(rows))
    source = Source("a.md", "# Table\n\n| a | b |\n|---|---|\n" + "".join(table))
    settings, calls = Settings(offline=True), 0

    def count(_frame: FrameType, event: str, _argument: object) -> None:
        nonlocal calls
        calls += event in {"call", "c_call"}

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        found = _written(source, settings)
    finally:
        sys.setprofile(before)
    assert found == rows
    return calls


def test_a_finding_takes_as_many_calls_among_many() -> None:
    """What is done for each finding is counted, not timed: twice the rows, twice the calls."""
    _calls(60)  # what is compiled and kept for good
    few, more, many = (_calls(rows) for rows in (200, 400, 800))
    assert many - more < 3 * (more - few)  # calls for a row: some are made once in hundreds


def test_reading_and_judging_leave_no_garbage() -> None:
    """Nothing that a document brought goes round in circles: the collector looks rarely."""
    text = (
        "# A\n\n| a |\n|---|\n| [a](http://dx.doi.org/10.1000/1) |\n\n<b>10.1000/5</b> `c` [r][q]\n"
    )
    source, settings = Source("a.md", f"{text}\n[q]: https://dx.doi.org/10.1000/1\n"), Settings()
    _written(source, settings)  # what is compiled and kept for good
    # A thread of another test may leave garbage meanwhile, but not each time.
    assert 0 in (_garbage(source, settings) for _ in range(10))


def _garbage(source: Source, settings: Settings) -> int:
    """Return how many unreachable objects a document leaves."""
    gc.collect()
    gc.disable()
    try:
        _written(source, settings)
        return gc.collect()
    finally:
        gc.enable()
