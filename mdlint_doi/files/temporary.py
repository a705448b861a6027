"""Files that replace their targets when they are complete; removal of files of killed runs.

Such a file is locked until it replaces its target or its process ends (flock(2)), so the next run
in the folder recognizes files without an owner. A lock is visible on one system. Files of a
different system in a shared folder, and all files on Windows, have no owner after a day. `OSError`
is raised unchanged.
"""

from __future__ import annotations

import os
import platform
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from shutil import rmtree
from time import time
from typing import Final
from zlib import crc32

if sys.platform != "win32":
    import fcntl

START: Final = ".mdlint-doi-"
_NAME: Final = re.compile(re.escape(START) + r"(?P<system>[0-9a-f]{8})-[0-9a-f]{16}")
"""The names of such files; all other files belong to the user."""
_OLD: Final = 86_400.0  # seconds after which a file without a usable lock has no owner
_NEW: Final = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)


class NewFile:
    """A file that replaces its target when it is complete, and is locked until then."""

    def __init__(self, folder: str, handle: int, path: str = "") -> None:
        """Keep the folder, the descriptor and the path of a new file."""
        self._folder = folder
        self.handle = handle  # its descriptor; -1 once it is closed
        self.path = path  # where it is; empty while it has no name

    def write(self, data: bytes) -> None:
        """Write the whole content."""
        with open(self.handle, "wb", closefd=False) as file:
            file.write(data)

    def give_name(self) -> None:
        """Give the file a name in its folder (open(2), a file without a name)."""
        if not self.path:
            path = _path(self._folder)
            # With a descriptor Python calls linkat(2), which follows the link of /proc to the file.
            os.link(f"/proc/self/fd/{self.handle}", path, src_dir_fd=self.handle)
            self.path = path

    def take_place(self, target: str) -> None:
        """Replace the target."""
        self.give_name()
        if sys.platform == "win32":  # it does not rename open files
            self._close()
        os.replace(self.path, target)
        self.path = ""
        self._close()

    def remove(self) -> None:
        """Remove the file, unless it replaced the target."""
        path = self.path
        self.path = ""
        if sys.platform == "win32":
            self._close()
        if path:
            with suppress(OSError):
                os.unlink(path)
        self._close()

    def _close(self) -> None:
        handle = self.handle
        self.handle = -1
        if handle >= 0:
            with suppress(OSError):
                os.close(handle)


def new_file(folder: str, mode: int = 0o666) -> NewFile:
    """Return a new file with a name."""
    sweep(folder)
    path, handle = _made(folder, lambda path: os.open(path, _NEW, mode))
    return NewFile(folder, handle, path)


def unnamed_file(folder: str) -> NewFile | None:
    """Return a new file without a name, which a kill removes (`O_TMPFILE`); None: not possible."""
    sweep(folder)
    if sys.platform != "linux":
        return None
    try:
        file = NewFile(folder, os.open(folder or os.curdir, os.O_TMPFILE | os.O_WRONLY, 0o600))
    except OSError:
        return None
    _lock(file.handle)
    return file


@contextmanager
def new_folder(parent: str) -> Iterator[str]:
    """Make a folder, and remove it when the context ends."""

    def make(path: str) -> int:
        os.mkdir(path, 0o700)
        return -1 if sys.platform == "win32" else os.open(path, os.O_RDONLY)

    sweep(parent)
    path, handle = _made(parent, make)
    try:
        yield path
    finally:
        rmtree(path, ignore_errors=True)
        if handle >= 0:
            os.close(handle)


def _made(folder: str, make: Callable[[str], int]) -> tuple[str, int]:
    """Make and lock a file or folder; repeat this if another run removed it before the lock."""
    while True:
        path = _path(folder)
        handle = make(path)
        if _lock(handle) is not False and os.path.lexists(path):
            return path, handle
        os.close(handle)


def _path(folder: str) -> str:
    return os.path.join(folder, f"{START}{_system()}-{os.urandom(8).hex()}")


@cache
def sweep(folder: str) -> None:
    """Remove the files of killed runs from a folder, once in a run."""
    with suppress(OSError), os.scandir(folder or os.curdir) as entries:
        for entry in entries:
            if match := _NAME.fullmatch(entry.name):
                with suppress(OSError):
                    _sweep(entry, is_here=match["system"] == _system())


def _sweep(entry: os.DirEntry[str], *, is_here: bool) -> None:
    """Remove a file or folder if no other process has locked it, while this one has."""
    is_folder = entry.is_dir(follow_symlinks=False)
    if not is_folder and not entry.is_file(follow_symlinks=False):
        return
    is_old = time() - entry.stat(follow_symlinks=False).st_mtime > _OLD
    handle = _opened(entry.path, is_folder=is_folder)
    try:
        is_free = _lock(handle)
        if (is_free and is_here) or (is_old and is_free is not False):
            if is_folder:
                rmtree(entry.path, ignore_errors=True)
            else:
                os.unlink(entry.path)
    finally:
        if handle >= 0:
            os.close(handle)


def _opened(path: str, *, is_folder: bool) -> int:
    """Return a descriptor that can be locked; -1 if there is none."""
    with suppress(OSError):
        if sys.platform != "win32":
            # Over NFS, only a file that is open for writing can be locked (flock(2)).
            how = os.O_RDONLY if is_folder else os.O_WRONLY
            return os.open(path, how | os.O_NOFOLLOW | os.O_NONBLOCK)
    return -1


def _lock(handle: int) -> bool | None:
    """Lock a file; return False if another process has locked it, None if there are no locks."""
    if sys.platform == "win32":
        return None
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except (OSError, ValueError):  # ValueError: no descriptor at all
        return None
    return True


@cache
def _system() -> str:
    """Return a short name of the running system (`boot_id`); containers on it share its locks."""
    try:
        with open("/proc/sys/kernel/random/boot_id", "rb") as file:
            name = file.read()
    except OSError:
        name = platform.node().encode()
    return f"{crc32(name):08x}"
