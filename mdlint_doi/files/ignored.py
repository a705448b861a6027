"""Find the paths that the settings and the files of git exclude."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from os import PathLike
from typing import Final

from mdlint_doi.files.reading import (
    BOM,
    FileProblem,
    below,
    read_bytes,
    refuse_marked_wide,
    slashed,
)
from mdlint_doi.files.worktree import WorkTree, work_tree_of
from mdlint_doi.lint.glob import MOST_CHARACTERS, Glob, Patterns, read_glob
from mdlint_doi.lint.settings import SettingsError
from mdlint_doi.text.value import Value

MAX_BYTES: Final = 1 << 20  # of a `.gitignore` file; nobody writes a longer one by hand

TOO_MANY: Final = (
    f"the wildcard patterns in this file and in the folders above have more than {MOST_CHARACTERS} "
    "characters in total; the last patterns are not used"
)


class Excluded:
    """The patterns of the setting `exclude` and of the command line."""

    def __init__(
        self, patterns: Sequence[str], root: str | PathLike[str], also: Excluded | None = None
    ) -> None:
        """Read the patterns, relative to `root`.

        The paths that `also` covers are excluded in addition.

        Raises:
            SettingsError: if a pattern is not valid.
        """
        self._patterns = Patterns(_excluding(patterns))
        self._root = os.path.realpath(root)
        self._also = also

    def covers(self, path: str, *, is_dir: bool) -> bool:
        """Return whether the patterns exclude the path, or a folder above it."""
        if self._also is not None and self._also.covers(path, is_dir=is_dir):
            return True
        name = below(os.path.realpath(path), self._root)
        if name is None or name == "." or name.startswith("../"):
            return False
        return self._patterns.verdict(name, is_dir=is_dir) is True


class Ignored(Value):
    """A list of patterns of git, and the lists that decide if it has no pattern for a path.

    Attributes:
        file: the path of the list: a `.gitignore`, or one for the whole work tree.
        folder: the absolute path of the folder to which its patterns are relative.
        patterns: the patterns of the file that are used.
        above: the list that decides if this one does not; None: there is none.
        left: the remaining characters for patterns with wildcards in the folders below.
        problem: why some patterns of the file are not used; empty if all are used.
    """

    file: str
    folder: str
    patterns: Patterns
    above: Ignored | None
    left: int
    problem: str = ""

    @classmethod
    def read(cls, file: str, folder: str, above: Ignored | None) -> Ignored:
        """Return a list whose patterns are relative to a folder; never raises."""
        left = above.left if above else MOST_CHARACTERS
        folder = os.path.abspath(folder)
        try:
            data = read_bytes(file, MAX_BYTES)
            refuse_marked_wide(file, data)
        except FileProblem as problem:
            note = f"its patterns are not used: {problem.problem}"
            return cls(file, folder, Patterns(()), above, left, note)
        text = data.removeprefix(BOM).decode("utf-8", "surrogateescape")
        kept: list[Glob] = []
        note = ""
        for glob in _readable(text.split("\n")):
            left -= 0 if glob.expression is None else len(glob.text)
            if left < 0:
                left = 0
                note = TOO_MANY
                break
            kept.append(glob)
        return cls(file, folder, Patterns(kept), above, left, note)

    def covers(self, path: str, *, is_dir: bool) -> bool:
        """Return whether git would ignore a path in a folder that it does not ignore.

        The nearest list with a pattern for the path decides. For a path further below, check each
        folder on the way first: the nearest pattern for a folder decides, and git ignores
        everything in an ignored folder.
        """
        absolute = os.path.abspath(path)
        layer: Ignored | None = self
        while layer is not None:
            name = slashed(absolute[len(os.path.join(layer.folder, "")) :])
            verdict = layer.patterns.ignores_path(name, is_dir=is_dir)
            if verdict is not None:
                return verdict
            layer = layer.above
        return False


class Place(Value):
    """A folder with the lists of ignored paths.

    Attributes:
        folder: the path of the folder.
        tree: its work tree; None: it is not in a work tree.
        ignored: the lists that apply to it; None: there are none.
        is_ignored: whether the folder, or one above it, is ignored, so that only tracked files
            remain.
    """

    folder: str
    tree: WorkTree | None
    ignored: Ignored | None
    is_ignored: bool = False

    @classmethod
    def of(cls, folder: str) -> Place:
        """Return a folder with the lists of all folders up to the top of its work tree."""
        absolute = os.path.abspath(folder)
        tree = work_tree_of(absolute)
        if tree is None:
            return cls(folder, None, _with_own(folder, None))
        place = cls._top(tree, tree.top)
        while place.folder != absolute:
            name = absolute[len(os.path.join(place.folder, "")) :].partition(os.sep)[0]
            path = os.path.join(place.folder, name)
            place = place.below(path, is_ignored=place.leaves_out(path, is_dir=True))
        return place.replace(folder=folder)

    @classmethod
    def _top(cls, tree: WorkTree, folder: str) -> Place:
        ignored: Ignored | None = None
        for file in tree.lists():
            if file and os.path.lexists(file):
                ignored = Ignored.read(file, tree.top, ignored)
        return cls(folder, tree, _with_own(folder, ignored))

    def below(self, folder: str, *, is_ignored: bool) -> Place:
        """Return a folder in this one; a folder with `.git` is a separate work tree."""
        if os.path.lexists(os.path.join(folder, ".git")):
            return Place._top(WorkTree(os.path.abspath(folder)), folder)
        ignored = self.ignored if is_ignored else _with_own(folder, self.ignored)
        return self.replace(folder=folder, ignored=ignored, is_ignored=is_ignored)

    def leaves_out(self, path: str, *, is_dir: bool) -> bool:
        """Return whether git ignores a path in this folder, tracked or not."""
        if self.is_ignored:
            return True
        return self.ignored is not None and self.ignored.covers(path, is_dir=is_dir)

    def tracks(self, path: str, *, is_dir: bool) -> bool:
        """Return whether git tracks a file, or a file in a folder."""
        if self.tree is None:
            return False
        return self.tree.tracks(os.path.abspath(path), is_dir=is_dir)


def _with_own(folder: str, above: Ignored | None) -> Ignored | None:
    """Return the lists that apply to a folder, including its own."""
    file = os.path.join(folder, ".gitignore")
    return Ignored.read(file, folder, above) if os.path.lexists(file) else above


def _excluding(lines: Iterable[str]) -> Iterator[Glob]:
    for line in lines:
        try:
            glob = read_glob(line)
        except ValueError as error:
            where = "settings or --exclude"
            problem = f"{line!a} is not a pattern: {error}"
            raise SettingsError(where, "exclude", problem) from error
        if glob:
            yield glob


def _readable(lines: Iterable[str]) -> Iterator[Glob]:
    """Yield the patterns of a `.gitignore`; an invalid one matches nothing, as in git."""
    for line in lines:
        try:
            glob = read_glob(line.removesuffix("\r"))
        except ValueError:
            continue
        if glob:
            yield glob
