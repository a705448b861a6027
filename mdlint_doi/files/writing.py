"""Write files as a whole, even if Ctrl-C arrives."""

from __future__ import annotations

import os
import signal
import stat
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from os import PathLike
from pathlib import Path
from typing import Final

from mdlint_doi.files.reading import FileProblem, encode, in_words, read_bytes
from mdlint_doi.files.temporary import NewFile, new_file, unnamed_file
from mdlint_doi.text.source import Source

_CHANGED: Final = "another program changed the file in the meantime, so it was not written"
_LEADS_OUT: Final = "the link leads out of the checked folders, so the file was not written"


class Replacement:
    """The change of a file, which is made as a whole or not at all.

    The new text is written to a file beside the old one, and replaces it with its mode and, if the
    system permits it, its owner and attributes. A link is followed, unless it, or a folder on its
    way, leads out of `roots`, the folders from the user.

    `flush` takes some milliseconds, and a second thread may call it; `finish` reports its errors.
    Until `finish`, the file has no name; on systems without such files, `finish` makes it. So a
    kill leaves at most one file.
    """

    def __init__(self, path: str, before: bytes, source: Source, roots: Sequence[str] = ()) -> None:
        """Write the new text beside the file, if the file still contains `before`."""
        self._path = path
        self._before = before
        self._target = os.path.realpath(path)
        self._data = b""
        self._status: os.stat_result | None = None
        self._new: NewFile | None = None
        self._is_flushed = False
        self._problem: FileProblem | None = None
        try:
            self._begin(source, roots)
        except (FileProblem, OSError) as error:
            self._problem = _not_written(path, error)

    def _begin(self, source: Source, roots: Sequence[str]) -> None:
        if _is_linked(self._path, self._target, roots) and not any(
            _is_inside(self._target, os.path.realpath(root)) for root in roots
        ):
            raise FileProblem(self._path, _LEADS_OUT)
        self._data = encode(source)
        if read_bytes(self._target) == self._before != self._data:
            if not os.access(self._target, os.W_OK):
                raise PermissionError(13, "Permission denied")
            self._status = os.stat(self._target)
            self._new = unnamed_file(os.path.dirname(self._target))
            self._fill(self._status)

    def _fill(self, status: os.stat_result) -> None:
        """Write the new text to its file, if there is one, with mode and owner."""
        if self._new is not None:
            where = self._new.path or self._new.handle
            self._new.write(self._data)
            os.chmod(where, stat.S_IMODE(status.st_mode))
            _keep_owner(where, status)
            _keep_attributes(where, self._target)

    def replaces(self, status: os.stat_result) -> bool:
        """Return whether a file with this status is the one to replace."""
        return self._status is not None and os.path.samestat(self._status, status)

    def flush(self) -> None:
        """Wait until the new text is on the disk."""
        if self._new is not None and not self._is_flushed:
            try:
                os.fsync(self._new.handle)
            except OSError as error:
                self._problem = _not_written(self._path, error)
            self._is_flushed = True

    def finish(self) -> str | None:
        """Replace the file by the new text; return a message if the file had other names.

        Raises:
            FileProblem: if the file cannot be written, or no longer contains `before` or the new
                text.
        """
        try:
            if self._status is not None and self._problem is None:
                self._give_name(self._status)
            self.flush()
            if self._problem is not None:
                raise self._problem
            now = read_bytes(self._target)
            if self._new is not None and now == self._before:
                self._new.take_place(self._target)
            elif now != self._data:  # else this run, or another one, has made these fixes
                raise FileProblem(self._path, _CHANGED)
        except OSError as error:
            raise _not_written(self._path, error) from None
        finally:
            self.discard()
        links = 1 if self._status is None else self._status.st_nlink
        if links <= 1:  # 0: another run has just replaced the file
            return None
        if links == 2:
            return f"{self._path}: 1 other name of the file (a hard link) still has the old text"
        others = f"{links - 1} other names of the file (hard links)"
        return f"{self._path}: {others} still have the old text"

    def _give_name(self, status: os.stat_result) -> None:
        """Give the new file a name; if this fails, write the text to a new file with a name."""
        if self._new is not None:
            try:
                self._new.give_name()
            except OSError:  # for example, without /proc
                self._new.remove()
            else:
                return
        self._new = new_file(os.path.dirname(self._target), 0o600)
        self._is_flushed = False
        self._fill(status)

    def discard(self) -> None:
        """Remove the new file, unless it has replaced the old one."""
        if self._new is not None:
            self._new.remove()


def _not_written(path: str, error: FileProblem | OSError) -> FileProblem:
    if isinstance(error, FileProblem):
        return error
    return FileProblem(path, f"not written: {in_words(error)}")


def save(path: str | PathLike[str], data: bytes, may: Callable[[], bool] = lambda: True) -> bool:
    """Write data to a file as a whole; return whether the file contains it.

    A link in its place is replaced, not followed, because a link of a stranger may lead anywhere. A
    file with the same data stays unchanged. `may` decides at the last moment whether to continue.

    Raises:
        FileProblem: if the file cannot be written.
    """
    path = Path(path)
    try:
        if path.is_file() and not path.is_symlink() and path.read_bytes() == data:
            return True
        if path.exists() and not path.is_file():
            raise FileProblem(str(path), "not a regular file; not written")
        new = new_file(str(path.parent))
        try:
            new.write(data)
            if not may():
                return False
            new.take_place(str(path))
        finally:
            new.remove()
    except OSError as error:
        raise FileProblem(str(path), f"not written: {in_words(error)}") from None
    return True


def _is_linked(path: str, target: str, roots: Sequence[str]) -> bool:
    """Return whether a path below the roots goes through a link; elsewhere, whether it is one."""
    absolute = os.path.abspath(path)  # does not follow links
    above = [os.path.abspath(root) for root in roots]
    above = [root for root in above if _is_inside(absolute, root)]
    if not above:
        return os.path.islink(path)
    if target == absolute:
        return False
    return target not in {
        os.path.join(os.path.realpath(root), os.path.relpath(absolute, root)) for root in above
    }


def _is_inside(path: str, folder: str) -> bool:
    return path == folder or path.startswith(os.path.join(folder, ""))


def _keep_owner(where: str | int, status: os.stat_result) -> None:
    now = os.stat(where)
    if (now.st_uid, now.st_gid) != (status.st_uid, status.st_gid):
        with suppress(OSError):
            os.chown(where, status.st_uid, status.st_gid)
            os.chmod(where, stat.S_IMODE(status.st_mode))  # chown clears set-id


def _keep_attributes(where: str | int, target: str) -> None:
    """Copy the extended attributes of a file, such as an access control list (xattr(7))."""
    if sys.platform != "linux":
        return
    with suppress(OSError):
        for name in os.listxattr(target):
            with suppress(OSError):
                os.setxattr(where, name, os.getxattr(target, name))


@contextmanager
def without_ctrl_c() -> Iterator[None]:
    """Defer Ctrl-C to the end of a `with` statement.

    Processes and threads that are started meanwhile never receive it, and none is interrupted while
    it starts. On Windows, Ctrl-C is not deferred.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
