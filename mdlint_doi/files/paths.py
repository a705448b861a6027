"""One path for one file, however it was named: reports, baselines and patterns see the same.

A file at or below the current folder is named from there, without `./`; any other as it was named,
its needless parts left out. A `..` stays where it is, since the folder before it may be a link.
On Windows, too, the names of a path are parted by `/`, which it understands.
"""

from __future__ import annotations

import os


def as_reported(path: str) -> str:
    """Return a path as reports name it."""
    if path[:1] not in {".", "/"} and "//" not in path and "/." not in path and os.sep == "/":
        return path
    if os.path.isabs(path):  # noqa: PTH117 - on the way of each file
        path = _below_here(path) or path
    if ".." in slashed(path).split("/"):
        return slashed(path).removeprefix("./")
    return slashed(os.path.normpath(path))


def slashed(path: str) -> str:
    """Return a path of this system with `/` between its names."""
    if os.sep == "/" or path.startswith("\\\\?\\"):  # where Windows takes a path as it is
        return path
    return path.replace(os.sep, "/")


def below(path: str, folder: str) -> str | None:
    """Return a path from a folder on, with `/`; None if it is on another drive."""
    try:
        return slashed(os.path.relpath(path, folder))
    except ValueError:
        return None


def _below_here(path: str) -> str | None:
    """Return an absolute path from the current folder on; None if it lies elsewhere."""
    known = os.path.normcase(path)
    for folder in map(os.path.normcase, _names_of_here()):
        inside = os.path.join(folder, "")  # noqa: PTH118
        if known == folder:
            return os.curdir
        if known.startswith(inside):
            return path[len(inside) :].lstrip(f"{os.sep}/") or os.curdir
    return None


def _names_of_here() -> list[str]:
    """Return the current folder's names: its own, and that by which a shell came through links."""
    here = os.getcwd()  # noqa: PTH109
    names = [here]
    logical = os.environ.get("PWD", "")
    try:
        if logical and logical != here and os.path.samefile(logical, here):  # noqa: PTH121
            names.append(logical)
    except OSError:
        pass
    return names
