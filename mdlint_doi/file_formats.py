"""The formats that are read: a table with one row for each format.

A row contains all facts about a format except the code that reads it: the files to find, the word
in the setting `formats`, the form of a comment, and its language names in editors.
`example_docs/_ext/format_tables.py` generates the editor extensions, the hooks and the manual's
tables from this table. The reader of a format is in `mdlint_doi.formats`, and is loaded at its
first use.
"""

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING, Final

from mdlint_doi.text.value import Value

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from mdlint_doi.text.source import Source


class ReadAs(Value):
    """An entry of the setting `read-as`: the files, and the format that reads them.

    Attributes:
        files: a suffix such as `.mdc`, or a file name, which folders may precede, such as
            `_data/papers.yml`; in lower case.
        format: the name of the format.
    """

    files: str
    format: str

    def covers(self, path: str) -> bool:
        """Return whether a path, in lower case and with `/`, is one of the files."""
        if self.files.startswith("."):
            return path.endswith(self.files)
        return path == self.files or path.endswith(f"/{self.files}")


class EditorLanguage(Value):
    """The name of a language in editors (Language Server Protocol, `languageId`).

    Attributes:
        name: the identifier of the language, in lower case.
        suffix: the suffix for a document in this language that is not saved in a file yet.
        in_vscode: whether Visual Studio Code uses this name, and the extension for it opens the
            documents.
    """

    name: str
    suffix: str
    in_vscode: bool = True


class FormatEntry(Value):
    """A format and its files; the case of letters in file names does not matter.

    Files of a format that is not `found_by_default` are found in folders only if the setting
    `formats` names it; `no-` before the name turns it off. A named file is read unless its format
    is turned off.

    Attributes:
        name: the word for it in settings and options.
        title: its name in messages.
        module: the module below `mdlint_doi.formats` that is a `Format`, or the module and, after a
            colon, the name of a `Format` in it.
        suffixes: the suffixes of its files, in lower case.
        files: complete names of files, which are found in folders even if they are hidden.
        found_by_default: whether its files are found in folders by default.
        is_fixed: whether it has a guard; without a guard, nothing is fixed.
        declares_encoding: whether a file may state in its text that it is not in UTF-8.
        is_read_in_part: whether a file in an unknown encoding is read without its letters outside
            ASCII.
        lists: suffixes, in lower case, under which a document may name its files as a bibliography.
        comment_behind: the form of a comment at the end of a line, with `{}` for its words; empty
            if no comment is written there.
        comment_above: the form of a comment above a line, for a line that cannot end with one, with
            `{}` for its words; empty if no comment is written there.
        languages: its languages in editors; if there are none, the extension for Visual Studio Code
            opens its files by their names.
        zed: the language of its files in Zed; empty if Zed opens none of them.
        in_editors: whether the extensions for editors open its files.
        mark: a regular expression for a line with which a file shows that its project is written in
            the format; a run then reports that the files are not read. None: a run never does.
        is_offered: whether `mdlint-doi init` adds the format if the project has such files.
        page: the page of the manual about it, such as `formats/rst`; empty if there is none.
    """

    name: str
    title: str
    module: str
    suffixes: tuple[str, ...] = ()
    files: tuple[str, ...] = ()
    found_by_default: bool = True
    is_fixed: bool = True
    declares_encoding: bool = False
    is_read_in_part: bool = False
    lists: tuple[str, ...] = ()
    comment_behind: str = ""
    comment_above: str = ""
    languages: tuple[EditorLanguage, ...] = ()
    zed: str = ""
    in_editors: bool = True
    mark: str | None = None
    is_offered: bool = True
    page: str = ""

    @property
    def patterns(self) -> tuple[str, ...]:
        """The suffixes and names of its files for messages: `.bib`, `CITATION.cff`."""
        return (*self.suffixes, *self.files)

    def is_whole_name(self, path: str) -> bool:
        """Return whether a file has this format because of its whole name, not its suffix."""
        return _FILES.get(_base(path.lower())) is self

    def is_looked_for(self, formats: Collection[str]) -> bool:
        """Return whether its files are searched for in folders, given the setting `formats`."""
        if not formats:  # as in most runs, for each file
            return self.found_by_default
        return self.name in formats or (self.found_by_default and not self.is_off(formats))

    def is_off(self, formats: Collection[str]) -> bool:
        """Return whether the setting `formats` turns the format off."""
        return f"no-{self.name}" in formats


FORMATS: Final = (
    FormatEntry(
        "markdown",
        "Markdown",
        "markdown.format",
        (".md", ".markdown", ".mkd", ".mdown", ".mdx", ".qmd", ".rmd", ".rmarkdown"),
        comment_behind=" <!-- {} -->",
        comment_above="<!-- {} -->\n",
        languages=(
            EditorLanguage("markdown", ".md"),
            EditorLanguage("quarto", ".qmd"),
            EditorLanguage("rmd", ".rmd"),
            EditorLanguage("mdx", ".mdx"),
        ),
        zed="Markdown",
        page="formats/markdown",
    ),
    FormatEntry(
        "rst",
        "reStructuredText",
        "rst.format",
        (".rst", ".rest"),
        comment_above=".. {}\n\n",
        languages=(
            EditorLanguage("restructuredtext", ".rst"),
            EditorLanguage("rst", ".rst", in_vscode=False),
        ),
        zed="reStructuredText",
        page="formats/rst",
    ),
    FormatEntry(
        "txt",
        "reStructuredText in .txt",
        "rst.txt",
        (".txt",),
        found_by_default=False,
        in_editors=False,  # texts of all kinds
        is_offered=False,
        page="formats/rst",
    ),
    FormatEntry(
        "python",
        "Python files",
        "docstring.format",
        (".py",),
        declares_encoding=True,
        comment_behind="  # {}",
        languages=(EditorLanguage("python", ".py"),),
        zed="Python",
        page="formats/docstrings",
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
        languages=(EditorLanguage("bibtex", ".bib"),),
        zed="BibTeX",
        page="formats/bibtex",
    ),
    FormatEntry(
        "notebook",
        "Jupyter notebooks",
        "notebook.format",
        (".ipynb",),
        comment_behind=" <!-- {} -->",
        languages=(EditorLanguage("jupyter", ".ipynb", in_vscode=False),),
        page="formats/notebooks",
    ),
    FormatEntry(
        "cff",
        "CITATION.cff",
        "data.formats:CFF",
        (".cff",),
        ("CITATION.cff",),
        comment_behind="  # {}",
        zed="YAML",
        page="formats/data",
    ),
    FormatEntry(
        "codemeta",
        "codemeta.json",
        "data.formats:CODEMETA",
        files=("codemeta.json",),
        zed="JSON",
        page="formats/data",
    ),
    FormatEntry(
        "zenodo",
        ".zenodo.json",
        "data.formats:ZENODO",
        files=(".zenodo.json",),
        zed="JSON",
        page="formats/data",
    ),
    FormatEntry(
        "ro-crate",
        "RO-Crate",
        "data.formats:RO_CRATE",
        files=("ro-crate-metadata.json",),
        found_by_default=False,
        is_fixed=False,
        zed="JSON",
        page="formats/data",
    ),
    FormatEntry(
        "myst",
        "myst.yml",
        "data.formats:MYST",
        files=("myst.yml",),
        zed="YAML",
        page="formats/data",
    ),
    FormatEntry(
        "quarto",
        "_quarto.yml",
        "data.formats:QUARTO",
        files=("_quarto.yml",),
        zed="YAML",
        page="formats/data",
    ),
    FormatEntry(
        "csl",
        "CSL JSON",
        "data.formats:CSL_JSON",
        (".csl.json",),
        found_by_default=False,
        lists=(".json",),
        zed="JSON",
        page="formats/data",
    ),
    FormatEntry(
        "csl-yaml",
        "CSL YAML",
        "data.formats:CSL_YAML",
        (".csl.yaml", ".csl.yml"),
        found_by_default=False,
        lists=(".yaml", ".yml"),
        comment_behind="  # {}",
        zed="YAML",
        page="formats/data",
    ),
    FormatEntry(
        "ris",
        "RIS",
        "data.formats:RIS",
        (".ris",),
        found_by_default=False,
        lists=(".ris",),
        languages=(EditorLanguage("ris", ".ris"),),
        page="formats/data",
    ),
    FormatEntry(
        "html",
        "HTML",
        "html",
        (".html", ".htm"),
        found_by_default=False,
        is_offered=False,  # most are generated
        comment_behind=" <!-- {} -->",
        languages=(EditorLanguage("html", ".html"),),
        zed="HTML",
        page="formats/html",
    ),
    FormatEntry(
        "rd",
        "R documentation files",
        "rd",
        (".rd", ".r"),
        ("DESCRIPTION",),
        found_by_default=False,
        is_fixed=False,
        in_editors=False,  # programs of all kinds
        mark=r"Package:",
        page="formats/rd",
    ),
    FormatEntry(
        "latex",
        "LaTeX documents",
        "latex",
        (".tex",),
        found_by_default=False,
        is_fixed=False,
        comment_behind=" % {}",
        mark=r"[ \t]*\\documentclass",
        languages=(
            EditorLanguage("latex", ".tex"),
            EditorLanguage("tex", ".tex", in_vscode=False),
        ),
        zed="LaTeX",
        page="formats/latex",
    ),
    FormatEntry(
        "asciidoc",
        "AsciiDoc",
        "light_markup:ASCIIDOC",
        (".adoc", ".asciidoc"),
        found_by_default=False,
        is_fixed=False,
        comment_above="// {}\n",
        mark=r"= \S",
        languages=(EditorLanguage("asciidoc", ".adoc"),),
        page="formats/light_markup",
    ),
    FormatEntry(
        "org",
        "Org",
        "light_markup:ORG",
        (".org",),
        found_by_default=False,
        is_fixed=False,
        comment_above="# {}\n",
        mark=r"#\+(?i:title):|\*+ \S",
        languages=(EditorLanguage("org", ".org"),),
        page="formats/light_markup",
    ),
    FormatEntry(
        "typst",
        "Typst",
        "light_markup:TYPST",
        (".typ",),
        found_by_default=False,
        is_fixed=False,
        comment_behind=" // {}",
        mark=r"#(?:import|set|show|let)\b|= \S",
        languages=(EditorLanguage("typst", ".typ"),),
        page="formats/light_markup",
    ),
    FormatEntry(
        "po",
        "gettext catalogs",
        "catalog",
        (".po", ".pot"),
        found_by_default=False,
        is_fixed=False,
        in_editors=False,  # translators use editors of their own
        page="formats/light_markup",
    ),
    FormatEntry(
        "cython",
        "Cython",
        "docstring.cython",
        (".pyx", ".pxd", ".pxi"),
        found_by_default=False,
        is_fixed=False,
        declares_encoding=True,
        comment_behind="  # {}",
        languages=(EditorLanguage("cython", ".pyx"),),
        page="formats/docstrings",
    ),
)
FORMAT_NAMES: Final = tuple(row.name for row in FORMATS)
"""The words for the setting `formats`."""
SOUGHT_IF_NAMED: Final = tuple(row.name for row in FORMATS if not row.found_by_default)
"""The formats whose files are found in folders only if the setting `formats` names them."""
_MARKDOWN: Final = FORMATS[0]
_TEXT: Final = next(entry for entry in FORMATS if entry.name == "txt")
_SUFFIXES: Final = {suffix: entry for entry in FORMATS for suffix in entry.suffixes}
_LISTS: Final = {suffix: entry for entry in FORMATS for suffix in entry.lists}
_FILES: Final = {name.lower(): entry for entry in FORMATS for name in entry.files}


class Wanted(Value):
    """The formats that a run reads.

    Attributes:
        formats: the setting `formats`.
        read_as: the setting `read-as`.
    """

    formats: Collection[str] = ()
    read_as: Sequence[ReadAs] = ()

    def entry_of(self, path: str) -> FormatEntry | None:
        """Return the format of a file by its name; None if it has none."""
        return chosen_entry(path, self.read_as) or entry_of(path)

    def looks_for(self, path: str) -> bool:
        """Return whether a file in a folder is checked; a hidden one only by its whole name."""
        if (chosen := chosen_entry(path, self.read_as)) is not None:
            return not chosen.is_off(self.formats) and not _base(path).startswith(".")
        entry = entry_of(path)
        if entry is None or not entry.is_looked_for(self.formats):
            return False
        return not _base(path).startswith(".") or entry.is_whole_name(path)

    def leaves_out(self, path: str) -> FormatEntry | None:
        """Return the format of a file in a folder that is not checked, but could be; or None."""
        if chosen_entry(path, self.read_as) is not None or _base(path).startswith("."):
            return None
        entry = entry_of(path)
        if entry is None or entry.is_looked_for(self.formats) or entry.is_off(self.formats):
            return None
        return entry if entry.is_offered else None

    def pattern(self) -> str:
        """Return the regular expression for the files that are checked in folders, for hooks."""
        found = [entry for entry in FORMATS if entry.is_looked_for(self.formats)]
        suffixes = [suffix for entry in found for suffix in entry.suffixes]
        names = [
            name
            for entry in found
            for name in entry.files
            if not name.lower().endswith(entry.suffixes)
        ]
        for row in self.read_as:
            (suffixes if row.files.startswith(".") else names).append(row.files)
        ends = "|".join(re.escape(suffix[1:]) for suffix in dict.fromkeys(suffixes))
        return rf"(?i)(\.({ends})|(^|/)({'|'.join(map(re.escape, names))}))$"


def chosen_entry(path: str, read_as: Sequence[ReadAs]) -> FormatEntry | None:
    """Return the format that the setting `read-as` gives to a file; None if it gives none."""
    if not read_as:  # as in most runs, for each file
        return None
    name = path.replace(os.sep, "/").lower()
    fitting = (row for row in read_as if row.covers(name))
    longest = max(fitting, key=lambda row: len(row.files), default=None)
    return None if longest is None else by_name(longest.format)


def entry_of(path: str) -> FormatEntry | None:
    """Return the format of a file by its name; None if it has none."""
    name = path.lower()
    if (entry := _SUFFIXES.get(name[name.rfind(".") :])) is not None:
        return entry
    name = _base(name)
    return _FILES.get(name) or _SUFFIXES.get(name[name.rfind(".", 0, name.rfind(".")) :])


def _base(path: str) -> str:
    return path[max(path.rfind("/"), path.rfind(os.sep)) + 1 :]


def list_of(path: str) -> FormatEntry | None:
    """Return the format of a file that a document names as a bibliography; None if it has none."""
    return entry_of(path) or _LISTS.get(path[path.rfind(".") :].lower())


def by_name(name: str) -> FormatEntry | None:
    """Return the format with a name; None if there is none."""
    return next((entry for entry in FORMATS if entry.name == name), None)


def comments_of(source: Source) -> tuple[str, str]:
    """Return the forms of a comment at the end of a line and above a line of a document.

    Each contains `{}` for its words, or is empty if no comment is written there. MDX has comments
    of its own, which are JavaScript. A document with a chosen format is not changed.
    """
    if source.format:
        return "", ""
    if source.name.lower().endswith(".mdx"):
        return " {{/* {} */}}", "{{/* {} */}}\n"
    entry = entry_of_document(source)
    return entry.comment_behind, entry.comment_above


def is_known_by_content(path: str) -> bool:
    """Return whether a file is read only if it is named and its content has a known format.

    These are JSON files with any name, and texts without a suffix.
    """
    return entry_of(path) is None and (is_json(path) or _has_no_suffix(path))


def entry_of_document(source: Source) -> FormatEntry:
    """Return the format of a document: the chosen one, or the one of its name."""
    return by_name(source.format) or entry_by_name(source.name)


def entry_by_name(path: str) -> FormatEntry:
    """Return the format of a document by its name; Markdown for an unknown name."""
    return list_of(path) or (_TEXT if _has_no_suffix(path) else _MARKDOWN)


def is_json(path: str) -> bool:
    """Return whether a file is JSON by its name."""
    return path.lower().endswith(".json")


def _has_no_suffix(path: str) -> bool:
    """Return whether a file has no suffix; False for names such as `<stdin>`."""
    return not os.path.splitext(path)[1] and not path.startswith("<")
