"""The files of pages: their texts, their mentions, and the places of a text in them."""

from __future__ import annotations

import os
import re
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from operator import attrgetter
from types import MappingProxyType
from typing import Final, NamedTuple

from mdlint_doi.file_formats import by_name, entry_of
from mdlint_doi.files.ignored import Excluded
from mdlint_doi.files.reading import (
    FileProblem,
    decode,
    known_encoding,
    read_bytes,
    refuse_wide,
    with_renderer,
)
from mdlint_doi.formats import load
from mdlint_doi.lint.document import Document, Suppression
from mdlint_doi.lint.model import Break, Form, Mention
from mdlint_doi.lint.settings import Settings
from mdlint_doi.text.pattern import pattern
from mdlint_doi.text.source import Source
from mdlint_doi.text.span import Ranges, Span
from sphinx_doi.page.origins import DOCSTRING_OF, Origin, shown_path
from sphinx_doi.page.shown import name_of

_MARKDOWN: Final = frozenset({"markdown", "notebook"})
_PAGES: Final = _MARKDOWN | {"rst"}
_READ: Final = _PAGES | {"bibtex"}
MODULE: Final = (".py", ".pyi")
_KEPT: Final = (*MODULE, ".pyx")
_CODE: Final = frozenset(
    {
        *(".c", ".cc", ".cpp", ".cxx", ".cu", ".f", ".f90", ".h", ".hh", ".hpp", ".hxx", ".java"),
        *(".dox", ".m", ".js", ".ts", ".rs", ".go", ".yml", ".yaml", ".toml", ".json"),
    }
)
"""Suffixes of code and data, in whose texts a role of Sphinx would be out of place."""
_AS_IT_STANDS: Final = _CODE | {".csv", ".tsv", ".pyx", ".po"}
"""Suffixes of files without a format, in which the texts of the doctree are searched."""
_INSIDE: Final = frozenset("/.%=&?~")  # before a text: it is the end of a longer one
_GOES_ON: Final = pattern(r"[-_.!~*'():@&=+$%?#/]*[A-Za-z0-9]")  # after it: the start of one


class BibFiles(NamedTuple):
    """The settings of BibTeX files in `conf.py`.

    Attributes:
        written: the values of `bibtex_bibfiles` as written in `conf.py`, by absolute path.
        encoding: the value of `bibtex_encoding`, which sphinxcontrib-bibtex uses.
    """

    written: Mapping[str, str] = MappingProxyType({})
    encoding: str = "utf-8"

    def text(self, path: str) -> str:
        """Return the text of a file.

        Raises:
            FileProblem: if it cannot be read; the problem contains the solution.
        """
        data = read_bytes(path)
        refuse_wide(path, data)
        try:
            return decode(path, data).text
        except FileProblem:
            encoding = known_encoding(self.encoding.removesuffix("-sig"))
            if encoding is None or encoding == "utf-8":
                raise
        try:
            return data.decode(encoding)
        except UnicodeDecodeError:
            problem = f"not valid {encoding} (set in bibtex_encoding); convert the file to UTF-8"
            raise FileProblem(path, problem) from None


class PageFolder(NamedTuple):
    """The folder of the pages, with the settings of Sphinx.

    Attributes:
        path: the absolute path; empty if it is unknown.
        parsers: the names of the parsers by suffix: `source_suffix` of Sphinx.
    """

    path: str = ""
    parsers: Mapping[str, str] = MappingProxyType({})


class Occurrence(NamedTuple):
    """The place of a text in a file.

    Attributes:
        span: the span in the file.
        mention: the mention that the format reads at this place; None if it reads none.
        is_copy: whether all places of the text were used before, so that the page shows one again.
    """

    span: Span
    mention: Mention | None = None
    is_copy: bool = False


class PageFile:
    """One file, or a text of `conf.py`, and the search for texts in it."""

    def __init__(
        self,
        path: str,
        text: str,
        settings: Settings,
        format_name: str = "",
        *,
        raw_cells: bool = False,
    ) -> None:
        """Create a file from its text.

        Args:
            path: its path.
            text: its text, with the line ends of the file.
            settings: the settings for reading.
            format_name: the name of its format; empty: it has none, and is only searched.
            raw_cells: whether to read the raw cells of a notebook as reStructuredText.
        """
        # Its text, with the line ends of the file.
        self.source = with_renderer(Source(shown_path(path), text))
        self._settings = settings
        self._format = format_name
        self._raw_cells = raw_cells
        self._docstrings: dict[str, list[Span]] = {}
        self._places: dict[str, list[Span]] = {}
        self._unused: dict[str, list[Span]] = {}

    @cached_property
    def document(self) -> Document:
        """The document as its format reads it; without a format, it has no mentions."""
        entry = by_name(self._format)
        if entry is None:
            return Document(self.source)
        if self._raw_cells and entry.name == "notebook":
            from mdlint_doi.formats.notebook.cells import read_notebook

            return read_notebook(self.source, self._settings, raw_cells=True)
        if entry.name != "python":
            return load(entry.module).read(self.source, self._settings)
        from mdlint_doi.formats.docstring.extract import read_module

        document, docstrings = read_module(self.source, self._settings)
        for docstring in docstrings:
            self._docstrings.setdefault(docstring.name, []).append(docstring.span)
        return document

    @cached_property
    def by_place(self) -> Mapping[tuple[Span, Form], Mention]:
        """The mentions that the format reads, by span and form."""
        return {(mention.span, mention.form): mention for mention in self.document.mentions}

    @cached_property
    def names(self) -> frozenset[object]:
        """The DOIs that the format reads, and the texts that are not DOIs."""
        return frozenset(name_of(mention.spelling) for mention in self.document.mentions)

    def mentions_of(self, part: str) -> Iterator[tuple[Mention, ...]]:
        """Yield the mentions in a part (`docstring of pkg.f`), if one is given; then all."""
        mentions = self.document.mentions
        if part and mentions:
            spans = self._docstrings_of(part)
            yield tuple([mention for span in spans for mention in _starting_in(mentions, span)])
        yield mentions

    def suppressions_of(self, part: str) -> tuple[Suppression, ...]:
        """Return the suppression comments for a part: those in the docstring, or in the file."""
        found = self.document.suppressions
        if not part or not found:
            return found
        docstrings = Ranges(self._docstrings_of(part))
        return tuple(suppression for suppression in found if docstrings.overlap(suppression.span))

    def _docstrings_of(self, part: str) -> Sequence[Span]:
        """Return the spans of an object's docstrings; `pkg.mod.f` has the name `f` in its file."""
        names = part.removeprefix(DOCSTRING_OF).split(".")
        inside = (".".join(names[at:]) for at in range(len(names)))
        own = next((name for name in inside if name in self._docstrings), "")
        return self._docstrings.get(own, ())

    def object_at(self, offset: int) -> str | None:
        """Return the name of the object whose docstring contains an offset.

        The name is empty for a module; None means that there is no docstring.
        """
        if not (self.document.mentions or self.document.suppressions):
            return None
        at = Span(offset, offset)
        names = self._docstrings
        return next((name for name in names if any(span.covers(at) for span in names[name])), None)

    def find(
        self, texts: Sequence[str], line: int | None, *, is_above: bool = False
    ) -> Occurrence | None:
        """Return the next unused place of the first text that the file contains.

        None means that it contains none of them.

        Args:
            texts: the possible written forms, the likeliest first.
            line: the line from which to search, from 1; if there is no later place, an earlier one
                is used. None: the first line.
            is_above: whether to search upwards; if there is no earlier place, a later one is used.
        """
        for text in texts:
            if text not in self._places:
                self._places[text] = [*_occurrences(self.source.text, text)]
                self._unused[text] = [*self._places[text]]
            if self._places[text]:
                return self._next(text, (line or 1) + is_above, -1 if is_above else 0)
        return None

    def _next(self, text: str, line: int, step: int) -> Occurrence:
        unused = self._unused[text]
        starts = self.source.line_starts
        if not unused:
            return Occurrence(self._places[text][0], is_copy=True)
        start = starts[line - 1] if line <= len(starts) else len(self.source.text)
        at = bisect_left(unused, start, key=attrgetter("start")) + step
        span = unused.pop(min(max(at, 0), len(unused) - 1))
        mentions = self.document.mentions
        at = bisect_left(mentions, span.end, key=_start) - 1
        is_mention = at >= 0 and mentions[at].span.overlaps(span)
        return Occurrence(span, mentions[at] if is_mention else None)

    def lines_of(self, link: str) -> Sequence[int]:
        """Return the lines of a link that markup cut from a longer one, or else of its text."""
        starts = [
            mention.span.start
            for mention in self.document.mentions
            if mention.broken is not None
            and mention.written.text.startswith(link)
            and ("<" in link) != (mention.broken is Break.BARE_ANGLE)
        ]
        starts = starts or [
            match.start() for match in re.finditer(re.escape(link), self.source.text)
        ]
        return [self.source.location(start).line for start in starts]

    def release(self) -> None:
        """Mark all places as unused, for the next page."""
        self._places.clear()


def _starting_in(mentions: Sequence[Mention], span: Span) -> Sequence[Mention]:
    first = bisect_left(mentions, span.start, key=_start)
    return mentions[first : bisect_left(mentions, span.end, key=_start)]


def _start(mention: Mention) -> int:
    return mention.span.start


def _occurrences(text: str, wanted: str) -> Iterator[Span]:
    """Yield the spans of a text, except within a longer address or DOI."""
    words = wanted.split()
    if not words or not all(word in text for word in words):
        return
    for match in re.finditer(r"\s+".join(map(re.escape, words)), text):
        if not wanted[0].isalnum() or _is_whole(text, *match.span()):
            yield Span(*match.span())


def _is_whole(text: str, start: int, end: int) -> bool:
    before = text[start - 1 : start]
    if before.isalnum() or before in _INSIDE or text[max(0, start - 4) : start].lower() == "doi:":
        return False
    return _GOES_ON.match(text, end) is None


def _module(path: str) -> list[str]:
    """Return the names of a module's packages (folders with `__init__.py`) and of the module."""
    folder, name = os.path.split(os.path.splitext(path)[0])
    names = [] if name == "__init__" else [name]
    while os.path.isfile(os.path.join(folder, "__init__.py")):
        folder, name = os.path.split(folder)
        names.insert(0, name)
    return names


class PageFiles:
    """The files of pages. A file is read once for each page, a module once in a build."""

    def __init__(
        self,
        settings: Settings,
        bibfiles: BibFiles = BibFiles(),  # noqa: B008 - immutable
        excluded: Excluded | None = None,
        texts: Mapping[str, str] = MappingProxyType({}),
        pages: PageFolder = PageFolder(),  # noqa: B008 - immutable
    ) -> None:
        """Begin without files.

        Args:
            settings: the settings for reading.
            bibfiles: the BibTeX files of the project.
            excluded: the files that the settings leave out; None: there are none.
            texts: the texts of `conf.py`, by the names of their sources in docutils.
            pages: the folder of the pages.
        """
        self._settings = settings
        self.bibfiles = bibfiles
        self._excluded = excluded
        self._texts = texts
        self._parsers = pages.parsers
        self._folder = os.path.join(os.path.realpath(pages.path), "")
        self._files: dict[str, PageFile | None] = {}
        self._modules: dict[str, PageFile | None] = {}
        self._unread: dict[str, FileProblem] = {}
        self._left_out: dict[str, bool] = {}
        self._for_sphinx: dict[str, bool] = {}

    def bibliographies(self) -> Iterator[tuple[str, PageFile]]:
        """Yield the BibTeX files with their paths; unreadable files are added to `unread`."""
        for path in self.bibfiles.written:
            if (file := self.get(path)) is not None:
                yield path, file

    @property
    def unread(self) -> tuple[FileProblem, ...]:
        """The problems of BibTeX files that could not be read."""
        return tuple(self._unread.values())

    def leaves_out(self, path: str) -> bool:
        """Return whether a file is excluded from checks."""
        if self._excluded is None or not os.path.isabs(path):
            return False
        if path not in self._left_out:
            self._left_out[path] = self._excluded.covers(path, is_dir=False)
        return self._left_out[path]

    def begin(self) -> None:
        """Begin a page: drop all files except modules, and mark all places as unused."""
        for path, file in self._files.items():
            if path.endswith(_KEPT) and file is not None:
                file.release()
                self._modules[path] = file
        self._files.clear()

    def get(self, path: str) -> PageFile | None:
        """Return a file; None if it does not exist or cannot be decoded."""
        if path not in self._files:
            known = path in self._modules
            self._files[path] = self._modules[path] if known else self._read(path)
        return self._files[path]

    def is_markdown(self, path: str) -> bool:
        """Return whether a file is Markdown, or a notebook."""
        return self._format_of(path) in _MARKDOWN

    def is_page(self, path: str) -> bool:
        """Return whether a format reads a file as the parser of its pages does."""
        suffix = os.path.splitext(path)[1]
        parser = self._parsers.get(suffix, "")
        is_known = parser in {"", "restructuredtext"} or self._format_of(path) in _MARKDOWN
        return is_known and self._format_of(path) in _PAGES

    def baseline_name(self, origin: Origin, offset: int) -> str:
        """Return the document's name in a baseline: a path, or `docstring of pkg.mod.Class.f`.

        A docstring has the name of its object in the defining module, whichever page shows it. If
        its file cannot be read, it has the name from Sphinx.
        """
        file = self.get(origin.path) if origin.part and origin.in_file else None
        name = file.object_at(offset) if file is not None else None
        if name is None:
            return origin.part or origin.path
        return f"{DOCSTRING_OF}{'.'.join([*_module(origin.path), *filter(None, [name])])}"

    def has_markdown_role(self, path: str) -> bool:
        """Return whether the Markdown of a file may contain roles; in nbsphinx it may not."""
        suffix = os.path.splitext(path)[1]
        return suffix != ".ipynb" or "myst" in self._parsers.get(suffix, "")

    def is_for_sphinx(self, origin: Origin) -> bool:
        """Return whether only Sphinx shows a text, so that it may contain a role.

        A page may include README.rst from beside the source folder. PyPI and GitHub also show this
        file, and a role of Sphinx is an error there.
        """
        path = origin.path
        if origin.part or path.endswith(_KEPT) or not os.path.isabs(path):
            return True
        if path not in self._for_sphinx:
            is_text = os.path.splitext(path)[1] not in _CODE
            self._for_sphinx[path] = is_text and os.path.realpath(path).startswith(self._folder)
        return self._for_sphinx[path]

    def _read(self, path: str) -> PageFile | None:
        text = self._texts.get(path) if path.startswith("<") else self._text(path)
        if text is None:
            return None
        raw_cells = not self.has_markdown_role(path)
        return PageFile(path, text, self._settings, self._format_of(path), raw_cells=raw_cells)

    def _text(self, path: str) -> str | None:
        if path in self._unread:
            return None
        try:
            if path in self.bibfiles.written:
                return self.bibfiles.text(path)
            with open(path, "rb") as stream:
                return stream.read().decode("utf-8-sig")
        except FileProblem as problem:
            self._unread[path] = problem
        except (OSError, ValueError):
            pass
        return None

    def _format_of(self, path: str) -> str:
        """Return the name of a file's format; empty if it has none."""
        if path.endswith(MODULE):
            return "python"
        entry = entry_of(path)
        suffix = os.path.splitext(path)[1]
        if entry is not None and entry.name != "txt":
            return entry.name if entry.name in _READ else ""
        parser = self._parsers.get(suffix, "")
        if "myst" in parser or parser == "markdown":
            return "markdown"
        return "" if suffix in _AS_IT_STANDS else "rst"
