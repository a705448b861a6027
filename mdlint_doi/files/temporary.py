"""Files that are written beside others before they take their place, and what a kill left of them.

Their names tell machine and process, so that the next run that writes to the folder removes those
whose process is gone, and none that another run is about to use. A process that ends with another
one, which was killed, removes its own.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from threading import Lock
from time import time
from typing import Final
from zlib import crc32

START: Final = ".mdlint-doi-"
_OLD: Final = 86_400.0
"""Seconds after which a file of another machine is nobody's, in a folder that several share."""
_FOLDERS: Final[set[str]] = set()
"""Those that were swept, in which this process may have files."""
MAKING: Final = Lock()
"""Is held while a file is made; for good once the process ends."""


def prefix() -> str:
    """Return how the names of this process's files begin."""
    return f"{START}{_machine()}-{os.getpid()}-"


@cache
def sweep(folder: str) -> None:
    """Remove what runs that were killed left in a folder; once in a run."""
    _FOLDERS.add(folder)
    _clear(folder, _is_nobodys)


def remove_own() -> None:
    """Remove the files of this process, which makes none from now on, since it ends."""
    MAKING.acquire()  # and no release: another thread may be about to make one
    for folder in tuple(_FOLDERS):
        _clear(folder, lambda entry: entry.name.startswith(prefix()))


def _clear(folder: str, is_old: Callable[[os.DirEntry[str]], bool]) -> None:
    with suppress(OSError), os.scandir(folder or ".") as entries:
        for entry in entries:
            if entry.name.startswith(START) and is_old(entry):
                _remove(entry)


def _remove(entry: os.DirEntry[str]) -> None:
    """Remove a file, or a folder with what is in it."""
    with suppress(OSError):
        if entry.is_dir(follow_symlinks=False):
            from shutil import rmtree

            rmtree(entry.path)
        else:
            os.unlink(entry.path)  # noqa: PTH108


def _is_nobodys(entry: os.DirEntry[str]) -> bool:
    machine, _, rest = entry.name.removeprefix(START).partition("-")
    process = rest.partition("-")[0]
    try:
        if not (entry.is_file(follow_symlinks=False) or entry.is_dir(follow_symlinks=False)):
            return False
        if machine == _machine() and process.isdecimal() and os.name == "posix":
            return not _is_running(int(process))
        return time() - entry.stat(follow_symlinks=False).st_mtime > _OLD
    except OSError:
        return False


def _is_running(process: int) -> bool:
    try:
        os.kill(process, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except PermissionError:
        return True
    return not _is_zombie(process)


def _is_zombie(process: int) -> bool:
    """Return whether a process has ended and only its parent does not know that yet (Linux)."""
    try:
        with open(f"/proc/{process}/stat", "rb") as file:  # noqa: PTH123
            return file.read().rpartition(b")")[2].split()[0] == b"Z"  # behind the name: proc(5)
    except (OSError, IndexError):
        return False


@cache
def _machine() -> str:
    """Return a short word for this machine."""
    name = os.uname().nodename if hasattr(os, "uname") else os.environ.get("COMPUTERNAME", "")
    return f"{crc32(name.encode()):08x}"
