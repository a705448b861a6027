"""Text out, without a moment of half a file."""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress

from mdlint_doi.files.problem import FileProblem, in_words
from mdlint_doi.files.reading import encode, read_bytes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from pathlib import Path
    from typing import Final

    from mdlint_doi.text.source import Source

_CHANGED: Final = "changed by another program meanwhile; not written"
_NEW: Final = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
_LEADS_OUT: Final = "a link that leads out of the checked folders; not written"


class Replacement:
    """A new text on its way into a file, which gets it wholly, or not at all.

    The new text goes to a file beside it, reaches the disk, and takes the old one's place with its
    mode and, where the system lets us, its owner and attributes. A link is followed, so that it
    stays a link; one that leads out of `roots`, the folders that the user named, is refused, and so
    is a folder below them that is such a link.

    The disk takes some milliseconds, in which there is other work to do: `flush` may be called by
    another thread. What goes wrong is kept for `finish`.
    """

    def __init__(self, path: str, before: bytes, source: Source, roots: Sequence[str] = ()) -> None:
        """Write the new text beside the file, if that holds `before` still."""
        self._path, self._before = path, before
        self._target = os.path.realpath(path)
        self._data = b""
        self._links = 1
        self._beside: _Beside | None = None
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
            self._status = os.stat(self._target)  # noqa: PTH116
            self._links = self._status.st_nlink
            self._beside = _Beside(self._target, self._data, self._status)

    def replaces(self, status: os.stat_result) -> bool:
        """Return whether this is the file that the new text is for."""
        return self._beside is not None and os.path.samestat(self._status, status)

    def flush(self) -> None:
        """Wait until the new text is on the disk."""
        if self._beside is not None:
            try:
                self._beside.flush()
            except OSError as error:
                self._problem = _not_written(self._path, error)

    def finish(self) -> str | None:
        """Put the new text into its place; flush it before, if nobody did.

        Returns:
            what the user has to be told, if anything: that the file had other names, which a new
            file does not have.

        Raises:
            FileProblem: if it cannot be written, or holds other bytes than `before` by now; not if
                it holds those of the source.

        """
        self.flush()
        try:
            if self._problem is not None:
                raise self._problem
            now = read_bytes(self._target)
            if self._beside is not None and now == self._before:
                self._beside.take_place(self._target)
            elif now != self._data:  # else this run, or another one, has made these fixes
                raise FileProblem(self._path, _CHANGED)
        except OSError as error:
            raise _not_written(self._path, error) from None
        finally:
            self.discard()
        return _told_of(self._path, self._links)

    def discard(self) -> None:
        """Remove the new text, unless it is in its place."""
        if self._beside is not None:
            self._beside.remove()


def _not_written(path: str, error: FileProblem | OSError) -> FileProblem:
    if isinstance(error, FileProblem):
        return error
    return FileProblem(path, f"not written: {in_words(error)}")


def _told_of(path: str, links: int) -> str | None:
    """Return what is to be told of a file that had so many names."""
    if links <= 1:  # none: another run replaced the file just now
        return None
    others = "1 other name" if links == 2 else f"{links - 1} other names"
    return f"{path}: the file had {others} (hard links); these have the old text still"


def save(path: Path, data: bytes, may: Callable[[], bool] = lambda: True) -> bool:
    """Make a file that holds the data, without a moment of half a file.

    A link in its place is replaced, not followed: a stranger's could lead anywhere. A file that
    holds the same stays as it is.

    Args:
        path: of the file.
        data: all of it.
        may: asked at the last moment whether to go on.

    Returns:
        whether the file holds the data now; no, where it might not be written.

    Raises:
        FileProblem: if that cannot be.

    """
    from mdlint_doi.files.temporary import prefix, sweep

    temporary = path.with_name(f"{prefix()}{path.name}")
    try:
        sweep(str(path.parent))
        if path.is_file() and not path.is_symlink() and path.read_bytes() == data:
            return True
        if path.exists() and not path.is_file():
            raise FileProblem(str(path), "not a regular file; not written")
        temporary.unlink(missing_ok=True)
        with temporary.open("xb") as file:
            file.write(data)
        if not may():
            temporary.unlink()
            return False
        temporary.replace(path)
    except OSError as error:
        with suppress(OSError):
            temporary.unlink()
        raise FileProblem(str(path), error.strerror or str(error)) from None
    return True


def _is_linked(path: str, target: str, roots: Sequence[str]) -> bool:
    """Return whether a link below the roots led to the target; elsewhere, whether it is one."""
    absolute = os.path.abspath(path)  # noqa: PTH100 - does not follow links
    above = [os.path.abspath(root) for root in roots]  # noqa: PTH100
    above = [root for root in above if _is_inside(absolute, root)]
    if not above:
        return os.path.islink(path)  # noqa: PTH114
    if target == absolute:
        return False
    return target not in {
        os.path.join(os.path.realpath(root), os.path.relpath(absolute, root))  # noqa: PTH118
        for root in above
    }


def _is_inside(path: str, folder: str) -> bool:
    return path == folder or path.startswith(os.path.join(folder, ""))  # noqa: PTH118


class _Beside:
    """A file beside another one, whose place it takes."""

    def __init__(self, target: str, data: bytes, status: os.stat_result) -> None:
        """Write the data to it, with the mode and the owner that the status tells."""
        from mdlint_doi.files.temporary import MAKING, prefix, sweep

        if not os.access(target, os.W_OK):
            raise PermissionError(13, "Permission denied")
        folder = os.path.dirname(target)  # noqa: PTH120
        sweep(folder)
        self._path = os.path.join(folder, f"{prefix()}{os.urandom(8).hex()}")  # noqa: PTH118
        with MAKING:
            self._handle = os.open(self._path, _NEW, 0o600)
        self._is_there = True
        try:
            with open(self._handle, "wb", closefd=False) as file:
                file.write(data)
            os.chmod(self._path, stat.S_IMODE(status.st_mode))  # noqa: PTH101
            _keep_owner(self._path, status)
            _keep_attributes(self._path, target)
        except BaseException:
            self.remove()
            raise

    def flush(self) -> None:
        """Wait until the data is on the disk."""
        if self._handle >= 0:
            os.fsync(self._handle)
            self._close()

    def take_place(self, target: str) -> None:
        """Become the target."""
        os.replace(self._path, target)  # noqa: PTH105
        self._is_there = False

    def remove(self) -> None:
        """Remove it, unless it took its place."""
        with suppress(OSError):
            self._close()
        if self._is_there:
            self._is_there = False
            with suppress(OSError):
                os.unlink(self._path)  # noqa: PTH108

    def _close(self) -> None:
        if self._handle >= 0:
            handle, self._handle = self._handle, -1
            os.close(handle)


def _keep_owner(path: str, status: os.stat_result) -> None:
    now = os.stat(path)  # noqa: PTH116
    if (now.st_uid, now.st_gid) != (status.st_uid, status.st_gid):
        try:
            os.chown(path, status.st_uid, status.st_gid)
            os.chmod(path, stat.S_IMODE(status.st_mode))  # noqa: PTH101 - chown clears set-id
        except OSError:
            return


def _keep_attributes(path: str, target: str) -> None:
    """Give a file the extended attributes of another one, as far as the system lets us.

    An access control list is one of them (xattr(7), acl(5)).
    """
    if sys.platform != "linux":
        return
    with suppress(OSError):
        for name in os.listxattr(target):
            with suppress(OSError):
                os.setxattr(path, name, os.getxattr(target, name))
