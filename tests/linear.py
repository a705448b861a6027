"""Whether work grows as its input does: the one place where tests look at a clock.

Machines are shared and differ, so nothing is compared with a number of seconds. Processor time of
this thread is taken, without the garbage collector, the least of some tries: noise only adds. It
is compared with the same work on less, or with what a plain loop takes at the same moment.
"""

from __future__ import annotations

import gc
import time
from collections.abc import Callable
from typing import Final, TypeVar

T = TypeVar("T")

SHORTEST: Final = 0.04
"""Seconds of processor time below which a clock says nothing of growth."""
_TRIES: Final = 10
_TURNS: Final = 100_000


def seconds(work: Callable[[], object]) -> float:
    """Return the processor time that work takes."""
    gc.collect(0)
    enabled = gc.isenabled()
    gc.disable()  # it walks through all that is alive: that grows with what ran before, too
    try:
        start = time.thread_time()
        work()
        return time.thread_time() - start
    finally:
        if enabled:
            gc.enable()


def growth(work: Callable[[T], object], small: T, large: T, *, enough: float) -> float:
    """Return how much longer the large input takes; 1 where that is too short to be measured.

    Args:
        work: what is done with each of them.
        small: an input.
        large: one of the same kind, several times as long.
        enough: a ratio that ends the tries.

    """
    least_small = least_large = float("inf")
    for _ in range(_TRIES):
        least_large = min(least_large, seconds(lambda: work(large)))
        if least_large < SHORTEST:
            return 1.0
        least_small = min(least_small, seconds(lambda: work(small)))
        if least_large <= enough * least_small:
            break
    return least_large / max(least_small, 1e-9)


def is_linear(work: Callable[[T], object], small: T, large: T, *, times: float = 8) -> bool:
    """Return whether an input that is so many times as long takes about so many times the work.

    The bound lies in the middle, by ratio, between linear and quadratic: for 8, 8 and 64, it is
    22.6. What takes long for other reasons stays below it, what is quadratic above.
    """
    bound: float = times**1.5
    return growth(work, small, large, enough=bound) <= bound


def is_within(work: Callable[[], object], most: float) -> bool:
    """Return whether work takes at most so much effort, in the best of some tries."""
    return any(effort(work) <= most for _ in range(_TRIES))


def effort(work: Callable[[], object]) -> float:
    """Return what work takes, in turns of a loop in millions; a turn adds one and compares."""
    return seconds(work) / max(_loop(), 1e-9) * _TURNS / 1e6


def _loop() -> float:
    def turns() -> None:
        number = 0
        while number < _TURNS:
            number += 1

    return max(seconds(turns) for _ in range(3))
