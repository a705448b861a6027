"""Text out, without a moment of half a file."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

from mdlint_doi.files.problem import FileProblem, in_words
from mdlint_doi.files.reading import encode, read_bytes
from mdlint_doi.text.source import Source

_CHANGED: Final = "changed by another program meanwhile; not written"


def write(path: str, before: bytes, source: Source, roots: Sequence[str] = ()) -> str | None:
    """Put the source's text into the file: wholly, or not at all.

    The new text goes to a file beside it, reaches the disk, and takes the old one's place with its
    mode and, where the system lets us, its owner. A link is followed, so that it stays a link;
    one that leads out of `roots`, the folders that the user named, is refused, and so is a folder
    below them that is such a link.

    Returns:
        what the user has to be told, if anything: that the file had other names, which a new file
        does not have.

    Raises:
        FileProblem: if it cannot be written, or holds other bytes than `before` by now; not if it
            holds those of `source`.

    """
    target = os.path.realpath(path)
    if _is_linked(path, target, roots) and not any(
        _is_inside(target, os.path.realpath(root)) for root in roots
    ):
        raise FileProblem(path, "a link that leads out of the checked folders; not written")
    data = encode(source)
    try:
        now = read_bytes(target)
        links = 1
        if now == before != data:
            links = os.stat(target).st_nlink  # noqa: PTH116
            now = _replace(target, data, before)
        if now != data:  # else this run, or another one, has made these fixes
            raise FileProblem(path, _CHANGED)
    except OSError as error:
        raise FileProblem(path, f"not written: {in_words(error)}") from None
    if links == 1:
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
    return target not in {
        os.path.join(os.path.realpath(root), os.path.relpath(absolute, root))  # noqa: PTH118
        for root in above
    }


def _is_inside(path: str, folder: str) -> bool:
    return path == folder or path.startswith(os.path.join(folder, ""))  # noqa: PTH118


def _replace(target: str, data: bytes, before: bytes) -> bytes:
    """Put data into the place of a file, unless it holds other bytes than `before` at the end.

    Returns:
        the bytes that the file holds now.

    """
    import tempfile

    from mdlint_doi.files.temporary import prefix, sweep

    status = os.stat(target)  # noqa: PTH116
    if not os.access(target, os.W_OK):
        raise PermissionError(13, "Permission denied")
    folder = os.path.dirname(target)  # noqa: PTH120
    sweep(folder)
    handle, temporary = tempfile.mkstemp(dir=folder, prefix=prefix())
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(temporary, stat.S_IMODE(status.st_mode))  # noqa: PTH101
        _keep_owner(temporary, status)
        now = read_bytes(target)
        if now != before:
            os.unlink(temporary)  # noqa: PTH108
            return now
        os.replace(temporary, target)  # noqa: PTH105
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise
    return data


def _keep_owner(path: str, status: os.stat_result) -> None:
    now = os.stat(path)  # noqa: PTH116
    if (now.st_uid, now.st_gid) != (status.st_uid, status.st_gid):
        try:
            os.chown(path, status.st_uid, status.st_gid)
            os.chmod(path, stat.S_IMODE(status.st_mode))  # noqa: PTH101 - chown clears set-id
        except OSError:
            return
