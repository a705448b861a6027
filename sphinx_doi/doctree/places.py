"""The source files behind a doctree, and where in them a piece of text stands.

A doctree knows the file of a block and the line it begins at, more or less: a role has its
paragraph's line, a table cell or a directive's content may be off by some, a docstring has the
line within itself. So the text as written is searched from that line on, and each place is taken
once: two equal roles in one paragraph have two places, and the copies that substitutions make all
have the one of the definition.
"""

from __future__ import annotations

import ast
import os
import re
from bisect import bisect_left
from collections.abc import Iterator
from functools import cached_property
from typing import TYPE_CHECKING, Final, NamedTuple

from docutils.utils import punctuation_chars

from mdlint_doi.files.reading import FileProblem
from mdlint_doi.text.pattern import pattern
from mdlint_doi.text.source import Source
from mdlint_doi.text.span import Span
from sphinx_doi.doctree.bibfiles import BibFiles
from sphinx_doi.doctree.walk import shown

if TYPE_CHECKING:
    from mdlint_doi.files.ignored import Excluded

_NO_BIBFILES: Final = BibFiles()
_MODULE: Final = (".py", ".pyx", ".pyi")
_SPACES: Final = pattern(r"\s+")
_GOES_ON: Final = pattern(
    r"[?#]?[-_.!~*'()[\];/:@&=+$,%a-zA-Z0-9]*[a-zA-Z0-9/]"  # a URL, as docutils reads it
    rf"(?=\Z|[\s`{punctuation_chars.closing_delimiters}"  # behind it: what ends one, or a literal
    rf"{punctuation_chars.delimiters}{punctuation_chars.closers}])"
)
_INSIDE: Final = frozenset("/.%=&?~")
"""Before a URL or a name these say that it is the end of a longer one."""
_DEFINITION: Final = (ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)


class Match(NamedTuple):
    """A place that holds the text that was looked for.

    Attributes:
        source: the file, or a text of its own.
        span: where in it.
        is_copy: another node has this place already.

    """

    source: Source
    span: Span
    is_copy: bool = False

    @property
    def text(self) -> str:
        """What stands there."""
        return self.span.cut(self.source.text)

    @property
    def is_in_brackets(self) -> bool:
        """Whether it stands in `<…>`."""
        text, span = self.source.text, self.span
        return text[span.start - 1 : span.start] == "<" and text[span.end : span.end + 1] == ">"


class File:
    """One file's text, with the places that nodes have already."""

    def __init__(self, path: str, text: str) -> None:
        """Keep the text; its line ends are as in the file."""
        self.path = path
        self.source = Source(shown(path), text)
        self._taken: set[int] = set()
        self._searched: dict[tuple[str, int], int] = {}
        self._places: dict[tuple[str, int, str], tuple[list[Span], Iterator[Span]]] = {}

    @cached_property
    def definitions(self) -> dict[str, Span]:
        """Where each class and function of a Python file stands, by its dotted name."""
        try:
            tree = ast.parse(self.source.text)
        except (SyntaxError, ValueError, RecursionError):
            return {}
        found: dict[str, Span] = {}
        todo: list[tuple[ast.AST, str]] = [(tree, "")]
        while todo:
            node, outer = todo.pop()
            for child in ast.iter_child_nodes(node):
                name = f"{outer}{child.name}" if isinstance(child, _DEFINITION) else ""
                if isinstance(child, _DEFINITION):
                    end = child.end_lineno or child.lineno
                    found.setdefault(name, Span(self.offset(child.lineno), self.offset(end + 1)))
                todo.append((child, f"{name}." if name else outer))
        return found

    def offset(self, line: int) -> int:
        """Return where a line begins; the end of the text for one behind the last."""
        starts = self.source.line_starts
        return starts[max(line, 1) - 1] if line <= len(starts) else len(self.source.text)

    def release(self) -> None:
        """Make all places free, for the next document."""
        self._taken.clear()
        self._searched.clear()
        self._places.clear()

    def next_free(self, needle: str, start: int) -> Match | None:
        """Take the first free place of a text from `start` on; None if there is none.

        Where the search for it ended before, it goes on.
        """
        text, length = self.source.text, len(needle)
        at = text.find(needle, self._searched.get((needle, start), start))
        while at >= 0 and (at in self._taken or not _is_whole(text, at, at + length)):
            at = text.find(needle, at + length)
        self._searched[needle, start] = len(text) if at < 0 else at
        if at < 0:
            return None
        self._taken.add(at)
        return Match(self.source, Span(at, at + length))

    def nearest(self, needle: str, start: int, part: str) -> Match | None:
        """Take a place of a text: free, behind `start`, near; None if it is nowhere."""
        key = needle, start, part
        if key not in self._places:
            spans = self._in_order(needle, start, part)
            self._places[key] = spans, iter(spans)
        spans, untried = self._places[key]
        if not spans:
            return None
        free = next((span for span in untried if span.start not in self._taken), None)
        span = free or spans[0]
        self._taken.add(span.start)
        return Match(self.source, span, is_copy=free is None)

    def _in_order(self, needle: str, start: int, part: str) -> list[Span]:
        """Return the places of a text: those from `start` on, then back from there.

        Where it stands as a whole anywhere, the parts of longer URLs and names are left out.
        """
        text = self.source.text
        spans = _occurrences(text, needle)
        spans = [span for span in spans if _is_whole(text, *span)] or spans
        if part and len(spans) > 1 and (inside := self.part(part.removeprefix("docstring of "))):
            spans = [span for span in spans if inside.covers(span)] or spans
        at = bisect_left(spans, Span(start, start))
        return spans[at:] + spans[:at][::-1]

    def part(self, name: str) -> Span | None:
        """Return the range of the object that a dotted name ends in, such as `pkg.mod.f`."""
        names = name.split(".")
        for start in range(len(names)):
            span = self.definitions.get(".".join(names[start:]))
            if span is not None:
                return span
        return None


def search(file: File, needle: str, line: int | None, part: str = "") -> Match | None:
    """Return the place of a text: the first free one from `line` on, else the nearest before.

    Args:
        file: where to look.
        needle: the text as written; runs of white space stand for any white space.
        line: where the block begins; None where that is not known.
        part: `docstring of pkg.f`: looked for in that object first.

    """
    start = file.offset(line or 1) if not part else 0
    free = None if part else file.next_free(needle, start)
    return free or file.nearest(needle, start, part)


def goes_on(text: str, end: int) -> bool:
    """Return whether a URL that begins before `text[end]` is longer, as far as docutils reads."""
    return _GOES_ON.match(text, end) is not None


def _is_whole(text: str, start: int, end: int) -> bool:
    """Return whether a URL or a name is not a part of a longer one; other constructs never are."""
    if not text[start].isalnum():
        return True
    before = text[start - 1 : start]
    if before.isalnum() or before in _INSIDE or text[max(0, start - 4) : start].lower() == "doi:":
        return False
    # Behind a comma the next cell of a CSV table may begin.
    return text[end : end + 1] in {",", ";"} or not goes_on(text, end)


def _occurrences(text: str, needle: str) -> list[Span]:
    found = []
    at = text.find(needle)
    while at >= 0:
        found.append(Span(at, at + len(needle)))
        at = text.find(needle, at + len(needle))
    words = needle.split()
    if found or not _SPACES.search(needle) or not all(word in text for word in words):
        return found
    pattern = r"\s+".join(re.escape(word) for word in words)
    return [Span(*match.span()) for match in re.finditer(pattern, text)]


class Files:
    """The files that documents come from, each read once a document; modules once a build.

    Places are taken for one document at a time; `begin` makes them free.
    """

    def __init__(
        self,
        bibfiles: BibFiles = _NO_BIBFILES,
        excluded: Excluded | None = None,
    ) -> None:
        """Begin without any file.

        Args:
            bibfiles: the project's BibTeX files.
            excluded: the files that are not to be checked.

        """
        self._files: dict[str, File | None] = {}
        self._modules: dict[str, File | None] = {}
        self._bibfiles = bibfiles
        self._unread: dict[str, FileProblem] = {}
        self._excluded = excluded
        self._left_out: dict[str, bool] = {}

    def bibliographies(self) -> Iterator[File]:
        """Yield the BibTeX files that can be read; the others are in `unread` then."""
        for path in self._bibfiles.paths:
            file = self._bibliography(path)
            if file is not None:
                yield file

    @property
    def unread(self) -> tuple[FileProblem, ...]:
        """What is wrong with the BibTeX files that could not be read."""
        return tuple(self._unread.values())

    def _bibliography(self, path: str) -> File | None:
        if self._files.get(path) is None and path not in self._unread:
            try:
                self._files[path] = File(path, self._bibfiles.text(path))
            except FileProblem as problem:
                self._unread[path] = problem
        return self._files.get(path)

    def leaves_out(self, path: str) -> bool:
        """Return whether a path is that of a file that is not to be checked."""
        if self._excluded is None or not os.path.isabs(path):  # noqa: PTH117
            return False
        if path not in self._left_out:
            self._left_out[path] = self._excluded.covers(path, is_dir=False)
        return self._left_out[path]

    def begin(self) -> None:
        """Begin a document: all places are free."""
        for path, file in self._files.items():
            if path.endswith(_MODULE) and file is not None:
                file.release()
                self._modules[path] = file
        self._files.clear()

    def get(self, path: str) -> File | None:
        """Return a file; None if there is none with that name, or it is not UTF-8 text."""
        if path not in self._files:
            known = path in self._modules
            self._files[path] = self._modules[path] if known else _read(path)
        return self._files[path]


def _read(path: str) -> File | None:
    if not path or path.startswith("<"):
        return None
    try:
        with open(path, "rb") as stream:  # noqa: PTH123 - for every page; a Path costs a third more
            return File(path, stream.read().decode("utf-8-sig"))
    except (OSError, ValueError):
        return None
