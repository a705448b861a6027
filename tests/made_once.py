"""What several processes of a run of the tests read is made by the first that needs it.

pytest-xdist gives the tests of one module to several processes, and each has its own fixtures.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from pathlib import Path

import pytest


def made_once(folders: pytest.TempPathFactory, name: str, make: Callable[[Path], object]) -> Path:
    """Return a new folder that `make` has filled; nobody may write to it later."""
    if "PYTEST_XDIST_WORKER" not in os.environ:
        folder = folders.mktemp(name)
        make(folder)
        return folder
    folder = folders.getbasetemp().parent / name  # of this run
    done = folder.with_name(f"{name}.done")
    try:
        folder.mkdir()
    except FileExistsError:
        while not done.exists():
            time.sleep(0.1)
        return folder
    try:
        make(folder)
    finally:
        done.touch()
    return folder
