"""Waits that are over at once, for tests of what a run asks and not of how long it takes.

    limits = Limits(clock=clock, sleep=skip)        # for settings that a test makes
    skip_waits(monkeypatch)                         # for whole runs in this process

As a program it is the command, by the same clock: `python tests/skipped_waits.py search docs`.
"""

from __future__ import annotations

import asyncio
import sys
from functools import partial
from time import monotonic
from typing import TYPE_CHECKING, Final

from mdlint_doi.ask.settings import Limits, LookupSettings
from mdlint_doi.cli import main
from mdlint_doi.run import asking

if TYPE_CHECKING:
    import pytest

_MOST: Final = 0.002
"""Seconds of a wait that pass: time for an answer from this machine."""
_skipped = 0.0


def clock() -> float:
    """Return the seconds that have passed, with those that were skipped."""
    return monotonic() + _skipped


def skipped() -> float:
    """Return the seconds that were skipped."""
    return _skipped


async def skip(seconds: float) -> None:
    """Let others run for a moment; then it is as late as after the whole wait.

    Of several that wait at the same time, the rest is skipped once.
    """
    global _skipped  # noqa: PLW0603 - there is one time for all that is asked
    until = clock() + seconds
    await asyncio.sleep(min(seconds, _MOST))
    _skipped += max(0.0, until - clock())


NO_WAITS: Final = Limits(clock=clock, sleep=skip)
"""The usual limits, by this clock."""


_SETTINGS: Final = partial(LookupSettings, limits=NO_WAITS)


def skip_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let all that is asked from now on skip its waits, as far as the settings of runs go."""
    monkeypatch.setattr(asking, "LookupSettings", _SETTINGS)


if __name__ == "__main__":
    asking.LookupSettings = _SETTINGS  # type: ignore[assignment,attr-defined]
    sys.exit(main())
