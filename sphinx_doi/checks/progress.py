"""How far the look-ups of a build are: a bar on a terminal, tenths in a file."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

from sphinx.util import logging
from sphinx.util.display import progress_message

logger = logging.getLogger(__name__)

_MESSAGE: Final = "looking up DOIs"
_TENTHS: Final = 10
_CELLS: Final = 40


@contextmanager
def looking_up() -> Iterator[Callable[[int, int], None]]:
    """Say that DOIs are asked, and whether that ended well; give what shows the progress."""
    with progress_message(_MESSAGE):
        yield _Progress(_CELLS if sys.stdout.isatty() else _TENTHS)


class _Progress:
    """Called with how many names are answered, and how many there are."""

    def __init__(self, steps: int) -> None:
        self._steps = steps
        self._shown = 0

    def __call__(self, done: int, total: int) -> None:
        """Show the progress, if it is a step further."""
        step = done * self._steps // total if total else self._steps
        if step <= self._shown:
            return
        self._shown = step
        if self._steps == _TENTHS:
            logger.info("%d%% ", step * 100 // self._steps, nonl=True)
        else:  # what is written over is never longer
            bar = f"[{'#' * step:<{self._steps}}]"
            logger.info("\r%s... %s %d/%d ", _MESSAGE, bar, done, total, nonl=True)
