"""The formats that are read: a table, one line a format.

Names and suffixes stand here, so that files can be chosen before any format is loaded.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Final, NamedTuple, cast

if TYPE_CHECKING:
    from mdlint_doi.formats.protocol import Format


class Entry(NamedTuple):
    """A format, and which files it is for.

    Attributes:
        name: the word of settings and options.
        title: its name in messages.
        module: below `mdlint_doi.formats`; it is a `Format`.
        suffixes: of its files, in lower case; compared without case.

    """

    name: str
    title: str
    module: str
    suffixes: tuple[str, ...]


FORMATS: Final = (
    Entry(
        "markdown",
        "Markdown",
        "markdown.format",
        (".md", ".markdown", ".mkd", ".mdown", ".mdx", ".qmd", ".rmd", ".rmarkdown"),
    ),
)
_MARKDOWN: Final = FORMATS[0]
_SUFFIXES: Final = {suffix: entry for entry in FORMATS for suffix in entry.suffixes}


def entry_of(path: str) -> Entry | None:
    """Return the format of a file, by its name; None if there is none."""
    name = path.lower()
    return _SUFFIXES.get(name[name.rfind(".") :])


def by_name(name: str) -> Entry | None:
    """Return the format with a name; None if there is none."""
    return next((entry for entry in FORMATS if entry.name == name), None)


def format_of(path: str) -> Format:
    """Return the format that reads a document; Markdown where its name tells nothing."""
    return load((entry_of(path) or _MARKDOWN).module)


@cache
def load(module: str) -> Format:
    """Return a format's module, loaded when it is first used."""
    return cast("Format", import_module(f"mdlint_doi.formats.{module}"))
