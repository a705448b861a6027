"""Which paths the configuration and git's own files leave out."""

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
from mdlint_doi.lint.glob import MOST_CHARACTERS, Glob, Patterns, read_glob
from mdlint_doi.lint.settings import SettingsError
from mdlint_doi.text.value import Value

MAX_BYTES: Final = 1 << 20  # of a `.gitignore` file; a longer one is no list that somebody wrote

TOO_MANY: Final = (
    f"its patterns with wildcards have more than {MOST_CHARACTERS} characters, together with those "
    "of the folders above; the last ones are not used"
)


class Excluded:
    """The patterns of the setting `exclude`, and those of the command line."""

    def __init__(
        self, patterns: Sequence[str], root: str | PathLike[str], also: Excluded | None = None
    ) -> None:
        """Read the patterns, relative to `root`; raise `SettingsError` for what is none.

        What `also` covers is covered, too.
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
    """The `.gitignore` of a folder, and those of the folders above it."""

    folder: str
    patterns: Patterns  # of the file
    above: Ignored | None  # the next one
    left: int  # how many characters patterns may still have in the folders below
    problem: str = ""  # why the file's patterns do not hold, or not all

    @classmethod
    def read(cls, folder: str, above: Ignored | None) -> Ignored:
        """Return the layer of a folder that has such a file; never raises."""
        left = above.left if above else MOST_CHARACTERS
        try:
            data = read_bytes(os.path.join(folder, ".gitignore"), MAX_BYTES)
            refuse_marked_wide(folder, data)
        except FileProblem as problem:
            note = f"its patterns are not used: {problem.problem}"
            return cls(os.path.abspath(folder), Patterns(()), above, left, note)
        text = data.removeprefix(BOM).decode("utf-8", "surrogateescape")
        kept: list[Glob] = []
        note = ""
        for glob in _readable(text.split("\n")):
            left -= 0 if glob.expression is None else len(glob.text)
            if left < 0:
                left, note = 0, TOO_MANY
                break
            kept.append(glob)
        return cls(os.path.abspath(folder), Patterns(kept), above, left, note)

    @property
    def path(self) -> str:
        """Where the file is."""
        return os.path.join(self.folder, ".gitignore")

    def covers(self, path: str, *, is_dir: bool) -> bool:
        """Return whether git would ignore the path; the nearest file with a word on it decides."""
        absolute = os.path.abspath(path)
        layer: Ignored | None = self
        while layer is not None:
            name = slashed(os.path.relpath(absolute, layer.folder))
            verdict = layer.patterns.verdict(name, is_dir=is_dir)
            if verdict is not None:
                return verdict
            layer = layer.above
        return False


def ignored_above(top: str) -> Ignored | None:
    """Return the `.gitignore` files of the folders above `top`, up to the repository's own."""
    folder = os.path.abspath(top)
    chain: list[str] = []
    while not os.path.exists(os.path.join(folder, ".git")):
        parent = os.path.dirname(folder)
        if parent == folder:
            return None
        chain.append(parent)
        folder = parent
    ignored: Ignored | None = None
    for parent in reversed(chain):
        if os.path.lexists(os.path.join(parent, ".gitignore")):
            ignored = Ignored.read(parent, ignored)
    return ignored


def _excluding(lines: Iterable[str]) -> Iterator[Glob]:
    for line in lines:
        try:
            glob = read_glob(line)
        except ValueError as error:
            where, problem = "settings or --exclude", f"{line!a} is no pattern: {error}"
            raise SettingsError(where, "exclude", problem) from error
        if glob:
            yield glob


def _readable(lines: Iterable[str]) -> Iterator[Glob]:
    """Yield the patterns of a `.gitignore`; what is none matches nothing, as in git."""
    for line in lines:
        try:
            glob = read_glob(line.removesuffix("\r"))
        except ValueError:
            continue
        if glob:
            yield glob
