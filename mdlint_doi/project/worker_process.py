"""A process that works for another one: it leaves Ctrl-C to that, and ends with it."""

from __future__ import annotations

import os
import signal
import threading
from multiprocessing import parent_process
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from multiprocessing.synchronize import Event


def begin(stop: Event) -> None:
    """Begin; `stop` is set when the rest is not wanted any more."""
    # An event can be given to a process when it starts and not with a part, and a pool calls
    # functions of modules only: what they share with its initializer stands in the module.
    global _stop  # noqa: PLW0603
    _stop = stop
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        threading.Thread(target=_end_with_parent, daemon=True).start()
    except RuntimeError:  # for want of memory: it could outlive its parent, so it does not begin
        os._exit(1)


def goes_on() -> bool:
    """Return whether the rest is still wanted; in the process that began all, it is."""
    return _stop is None or not _stop.is_set()


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


_stop: Event | None = None
