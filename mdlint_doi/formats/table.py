"""The formats that are read: a table, one line a format.

Names and suffixes stand here, so that files can be chosen before any format is loaded.
"""

from __future__ import annotations

import os
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

from mdlint_doi.text.value import Value

if TYPE_CHECKING:
    from collections.abc import Collection

    from mdlint_doi.formats.protocol import Format


class FormatEntry(Value):
    """A format, and which files it is for; suffixes and names of files are in lower case.

    Files of a format that is not `walked` are found in folders only if the setting `formats` names
    it; `no-` before the name there turns it off. A file that somebody names is read unless it is
    turned off.

    Attributes:
        name: the word for it in settings and options.
        title: its name in messages.
        module: the module below `mdlint_doi.formats` that is a `Format`; after a colon, the name of
            one in the module.
        suffixes: the suffixes of its files.
        files: whole names of files; they are found in folders even if they are hidden.
        walked: whether its files are found in folders without being asked for.
        is_fixed: whether it has a guard; without one nothing is fixed.
        declares_encoding: whether a file may state in its text that it is not in UTF-8.
        is_read_in_part: whether a file in an encoding that is not known is read without its letters
            outside ASCII.
        is_passed_over: whether a file that cannot be read gives a warning; otherwise it gives an
            error.
        lists: suffixes under which a document may name its files as a bibliography.
        comment_behind: how a comment is written at the end of a line, with `{}` for its words;
            empty where none is written.
        comment_above: how a comment is written above a line, where that is the only place, with
            `{}` for its words; empty where none is written.
    """

    name: str
    title: str
    module: str
    suffixes: tuple[str, ...] = ()
    files: tuple[str, ...] = ()
    walked: bool = True
    is_fixed: bool = True
    declares_encoding: bool = False
    is_read_in_part: bool = False
    is_passed_over: bool = False
    lists: tuple[str, ...] = ()
    comment_behind: str = ""
    comment_above: str = ""

    @property
    def patterns(self) -> tuple[str, ...]:
        """What its files are called, for people: `.bib`, `CITATION.cff`."""
        return (*self.suffixes, *self.files)

    def is_whole_name(self, path: str) -> bool:
        """Return whether a file is of the format by its whole name, not by its suffix."""
        return _base(path.lower()) in self.files

    def is_looked_for(self, formats: Collection[str]) -> bool:
        """Return whether its files are looked for in folders, by the setting `formats`."""
        if not formats:  # as in most runs, for each file
            return self.walked
        return self.name in formats or (self.walked and not self.is_off(formats))

    def is_off(self, formats: Collection[str]) -> bool:
        """Return whether the setting `formats` turns it off."""
        return f"no-{self.name}" in formats


FORMATS: Final = (
    FormatEntry(
        "markdown",
        "Markdown",
        "markdown.format",
        (".md", ".markdown", ".mkd", ".mdown", ".mdx", ".qmd", ".rmd", ".rmarkdown"),
        comment_behind=" <!-- {} -->",
        comment_above="<!-- {} -->\n",
    ),
    FormatEntry(
        "rst", "reStructuredText", "rst.format", (".rst", ".rest"), comment_above=".. {}\n\n"
    ),
    FormatEntry(
        "txt", "reStructuredText in .txt", "rst.txt", (".txt",), walked=False, is_passed_over=True
    ),
    FormatEntry(
        "python",
        "Python files",
        "docstring.format",
        (".py",),
        declares_encoding=True,
        is_passed_over=True,
        comment_behind="  # {}",
    ),
    FormatEntry(
        "bibtex",
        "BibTeX",
        "data.formats:BIBTEX",
        (".bib",),
        declares_encoding=True,
        is_read_in_part=True,
        lists=(".bib",),
        comment_above="% {}\n",
    ),
    FormatEntry(
        "notebook",
        "Jupyter notebooks",
        "notebook.format",
        (".ipynb",),
        comment_behind=" <!-- {} -->",
    ),
    FormatEntry(
        "cff",
        "CITATION.cff",
        "data.formats:CFF",
        (".cff",),
        ("citation.cff",),
        comment_behind="  # {}",
    ),
    FormatEntry("codemeta", "codemeta.json", "data.formats:CODEMETA", files=("codemeta.json",)),
    FormatEntry("zenodo", ".zenodo.json", "data.formats:ZENODO", files=(".zenodo.json",)),
    FormatEntry("myst", "myst.yml", "data.formats:MYST", files=("myst.yml",)),
    FormatEntry("quarto", "_quarto.yml", "data.formats:QUARTO", files=("_quarto.yml",)),
    FormatEntry(
        "csl", "CSL JSON", "data.formats:CSL_JSON", (".csl.json",), walked=False, lists=(".json",)
    ),
    FormatEntry(
        "csl-yaml",
        "CSL YAML",
        "data.formats:CSL_YAML",
        (".csl.yaml", ".csl.yml"),
        walked=False,
        lists=(".yaml", ".yml"),
        comment_behind="  # {}",
    ),
    FormatEntry(
        "ris",
        "RIS",
        "data.formats:RIS",
        (".ris",),
        walked=False,
        is_passed_over=True,
        lists=(".ris",),
    ),
    FormatEntry(
        "html",
        "HTML",
        "html",
        (".html", ".htm"),
        walked=False,
        is_passed_over=True,
        comment_behind=" <!-- {} -->",
    ),
    FormatEntry(
        "rd",
        "R documentation files",
        "rd",
        (".rd", ".r"),
        ("description",),
        walked=False,
        is_fixed=False,
        is_passed_over=True,
    ),
    FormatEntry(
        "latex",
        "LaTeX documents",
        "latex",
        (".tex",),
        walked=False,
        is_fixed=False,
        is_passed_over=True,
        comment_behind=" % {}",
    ),
)
_MARKDOWN: Final = FORMATS[0]
_TEXT: Final = next(entry for entry in FORMATS if entry.name == "txt")
_NAMED_JSON: Final = "data.formats:NAMED_JSON"
_SUFFIXES: Final = {suffix: entry for entry in FORMATS for suffix in entry.suffixes}
_LISTS: Final = {suffix: entry for entry in FORMATS for suffix in entry.lists}
_FILES: Final = {name.lower(): entry for entry in FORMATS for name in entry.files}


def entry_of(path: str) -> FormatEntry | None:
    """Return the format of a file, by its name; None if there is none."""
    name = path.lower()
    if (entry := _SUFFIXES.get(name[name.rfind(".") :])) is not None:
        return entry
    name = _base(name)
    return _FILES.get(name) or _SUFFIXES.get(name[name.rfind(".", 0, name.rfind(".")) :])


def _base(path: str) -> str:
    return path[max(path.rfind("/"), path.rfind(os.sep)) + 1 :]


def list_of(path: str) -> FormatEntry | None:
    """Return the format of a file that a document names as its bibliography; None if none."""
    return entry_of(path) or _LISTS.get(path[path.rfind(".") :].lower())


def by_name(name: str) -> FormatEntry | None:
    """Return the format with a name; None if there is none."""
    return next((entry for entry in FORMATS if entry.name == name), None)


def content_tells(path: str) -> bool:
    """Return whether a file is read only if its content is of a format, and somebody names it.

    That is JSON with any name, and text without a suffix.
    """
    return entry_of(path) is None and (_is_json(path) or _has_no_suffix(path))


def read_as(path: str) -> FormatEntry:
    """Return the format of a document, as far as its name tells; Markdown if it tells nothing."""
    return list_of(path) or (_TEXT if _has_no_suffix(path) else _MARKDOWN)


def _is_json(path: str) -> bool:
    return path.lower().endswith(".json")


def _has_no_suffix(path: str) -> bool:
    """Return whether a file has no suffix; `<stdin>` and the like are the names of no file."""
    return not os.path.splitext(path)[1] and not path.startswith("<")


def format_of(path: str) -> Format:
    """Return the format that reads a document.

    Args:
        path: the name of the document; it is not opened, unless only the content of a JSON file
            shows its format.

    Returns:
        The format; Markdown where the name shows none.
    """
    return load(_NAMED_JSON if content_tells(path) and _is_json(path) else read_as(path).module)


@cache
def load(module: str) -> Format:
    """Return a format, by the `module` of its line; it is loaded when it is first used.

    Args:
        module: the `module` of a `FormatEntry`.
    """
    path, _, name = module.partition(":")
    found: Any = import_module(f"mdlint_doi.formats.{path}")
    return getattr(found, name) if name else found  # type: ignore[no-any-return]
