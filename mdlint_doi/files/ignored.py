"""Which paths the configuration and git's own files leave out.

`pathspec` is imported only where there is a pattern to match.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Final, NamedTuple
from warnings import catch_warnings, simplefilter

from mdlint_doi.files.problem import FileProblem
from mdlint_doi.files.reading import read_bytes
from mdlint_doi.lint.glob import linear
from mdlint_doi.lint.settings import SettingsError

if TYPE_CHECKING:
    from os import PathLike

    from pathspec import GitIgnoreSpec
    from pathspec.pattern import Pattern

MAX_BYTES: Final = 1 << 20
"""Of a `.gitignore` file; a longer one is no list that somebody wrote."""


class Excluded:
    """The patterns of the setting `exclude`."""

    def __init__(self, patterns: Sequence[str], root: str | PathLike[str]) -> None:
        """Read the patterns; they are relative to `root`.

        Raises:
            SettingsError: for what is no pattern.

        """
        self._spec = _spec(pattern for one in patterns for pattern in _excluding(one))
        self._root = os.path.realpath(root)

    def covers(self, path: str, *, is_dir: bool) -> bool:
        """Return whether the patterns exclude the path, or a folder above it."""
        name = os.path.relpath(os.path.realpath(path), self._root).replace(os.sep, "/")
        if name.startswith("../"):
            return False
        return self._spec.match_file(name + "/" if is_dir else name)


class Ignored(NamedTuple):
    """The `.gitignore` of a folder, and those of the folders above it."""

    folder: str
    spec: GitIgnoreSpec
    above: Ignored | None

    @classmethod
    def read(cls, folder: str, above: Ignored | None) -> Ignored | None:
        """Return the layer of a folder; the one above where its file cannot be read."""
        path = os.path.join(folder, ".gitignore")  # noqa: PTH118
        try:
            text = read_bytes(path, MAX_BYTES).decode("utf-8", "surrogateescape")
        except FileProblem:
            return above
        return cls(os.path.abspath(folder), _spec(_readable(text.split("\n"))), above)  # noqa: PTH100

    def covers(self, path: str, *, is_dir: bool) -> bool:
        """Return whether git would ignore the path; the nearest file with a word on it decides."""
        absolute = os.path.abspath(path)  # noqa: PTH100
        layer: Ignored | None = self
        while layer is not None:
            name = os.path.relpath(absolute, layer.folder).replace(os.sep, "/")
            verdict = layer.spec.check_file(name + "/" if is_dir else name).include
            if verdict is not None:
                return verdict
            layer = layer.above
        return False


def ignored_above(top: str) -> Ignored | None:
    """Return the `.gitignore` files of the folders above `top`, up to the repository's own."""
    folder = os.path.abspath(top)  # noqa: PTH100
    chain: list[str] = []
    while not os.path.exists(os.path.join(folder, ".git")):  # noqa: PTH110, PTH118
        parent = os.path.dirname(folder)  # noqa: PTH120
        if parent == folder:
            return None
        chain.append(parent)
        folder = parent
    ignored: Ignored | None = None
    for parent in reversed(chain):
        if os.path.isfile(os.path.join(parent, ".gitignore")):  # noqa: PTH113, PTH118
            ignored = Ignored.read(parent, ignored)
    return ignored


def _excluding(line: str) -> list[Pattern]:
    try:
        return _parsed(line)
    except ValueError as error:
        where, problem = "configuration", f"{line!a} is no pattern: {error}"
        raise SettingsError(where, "exclude", problem) from error


def _parsed(line: str) -> list[Pattern]:
    """Return the patterns of one line, none or one, in a form that cannot take for ever.

    Raises:
        ValueError: if the line is no pattern.

    """
    from pathspec import GitIgnoreSpec
    from pathspec.pattern import RegexPattern

    try:
        with catch_warnings():
            simplefilter("ignore")  # of `re`, about classes like [[:alpha:]]
            patterns: list[Pattern] = list(GitIgnoreSpec.from_lines([line]).patterns)
    except re.error as error:
        raise ValueError(str(error)) from error
    for at, one in enumerate(patterns):
        text = one.regex.pattern if isinstance(one, RegexPattern) and one.regex else ""
        if isinstance(text, str) and (text.count("*") > 1 or text.count(".+") > 1):
            patterns[at] = RegexPattern(re.compile(linear(text)), one.include)
    return patterns


def _readable(lines: Iterable[str]) -> Iterator[Pattern]:
    """Yield the patterns of a `.gitignore`; what is none matches nothing, as in git."""
    for line in lines:
        with suppress(ValueError):
            yield from _parsed(line)


def _spec(patterns: Iterable[Pattern]) -> GitIgnoreSpec:
    from pathspec import GitIgnoreSpec

    return GitIgnoreSpec(patterns)  # type: ignore[arg-type] # takes all kinds of patterns
