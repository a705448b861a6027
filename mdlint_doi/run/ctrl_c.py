"""Ctrl-C that waits until something is done as a whole."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def without_ctrl_c() -> Iterator[None]:
    """Let Ctrl-C wait: who is started now never gets it, and nobody is interrupted half-made.

    Windows has nothing to that end.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
