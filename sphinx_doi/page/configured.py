"""Find the sources of texts that `conf.py` and message catalogues insert into pages."""

from __future__ import annotations

import os
import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate
from pathlib import Path
from types import MappingProxyType
from typing import Final, NamedTuple

from sphinx.application import Sphinx
from sphinx.util.i18n import docname_to_domain

from mdlint_doi.text.pattern import pattern
from mdlint_doi.text.source import Source
from sphinx_doi.page.files import PageFiles

_QUOTED: Final = pattern(r'(?:msgstr(?:\[\d+\])?\s*)?"(.*)"\s*')
_ESCAPE: Final = pattern(r"\\(.)")
_HEADERS: Final = ("GALLERY_HEADER.rst", "README.rst", "README.txt")
"""Names of the file with the header of a folder of examples, which becomes the page `index`."""
_CONTROLS: Final = {"n": "\n", "t": "\t", "r": "\r"}


def _galleries(source: str, conf: object) -> Iterator[tuple[str, str]]:
    """Yield the absolute folders of pages and of examples in the settings of Sphinx-Gallery.

    Each path has a separator at the end.
    """
    if isinstance(conf, Mapping) and conf:
        pages = _folders(source, conf.get("gallery_dirs", "auto_examples"))
        examples = _folders(source, conf.get("examples_dirs", "../examples"))
        yield from zip(pages, examples, strict=False)


def _folders(source: str, given: object) -> Iterator[str]:
    for path in given if isinstance(given, list | tuple) else [given]:
        yield os.path.join(os.path.abspath(os.path.join(source, str(path))), "")


class CatalogLine(NamedTuple):
    """The place of a translation: a line in a `.po` file.

    Attributes:
        path: the `.po` file.
        number: the line, from 1.
    """

    path: str
    number: int


class Configured(NamedTuple):
    """The settings of `conf.py` that insert text into pages, or locate it.

    Attributes:
        texts: `rst_prolog` and `rst_epilog`, by the names of their sources in docutils.
        substitutions: MyST's substitutions, by name.
        extlinks: the address of each role, with `%s` for the argument.
        folders: the absolute paths of the folders of message catalogues.
        source: the folder of the documents.
        compact: the value of Sphinx's `gettext_compact`.
        galleries: the absolute paths of the folders of Sphinx-Gallery: its output, and the
            examples.
    """

    texts: Mapping[str, str] = MappingProxyType({})
    substitutions: Mapping[str, str] = MappingProxyType({})
    extlinks: Mapping[str, str] = MappingProxyType({})
    folders: tuple[str, ...] = ()
    source: str = ""
    compact: bool | str = True
    galleries: tuple[tuple[str, str], ...] = ()

    @classmethod
    def of(cls, app: Sphinx) -> Configured:
        """Return these settings of a project."""
        config = app.config
        texts = {
            f"<rst_{name}{end}>": getattr(config, f"rst_{name}") or ""
            for name in ("prolog", "epilog")
            for end in ("", "ue")  # older and newer versions of Sphinx
        }
        substitutions = getattr(config, "myst_substitutions", None) or {}
        extlinks = getattr(config, "extlinks", None) or {}
        folders = tuple(
            str(Path(app.srcdir, folder, config.language, "LC_MESSAGES").resolve())
            for folder in config.locale_dirs
        )
        return cls(
            texts,
            {str(name): str(value) for name, value in substitutions.items()},
            {name: base for name, (base, _) in extlinks.items()},
            folders,
            str(app.srcdir),
            config.gettext_compact,
            tuple(_galleries(str(app.srcdir), getattr(config, "sphinx_gallery_conf", None))),
        )

    def origin(self, path: str) -> str:
        """Return the written file for a path: for a page of a gallery, its example or header."""
        for folder, examples in self.galleries:
            if path.startswith(folder) and path.endswith(".rst"):
                stem = f"{examples}{path[len(folder) : -len('.rst')]}"
                above, name = os.path.split(stem)
                headers = [os.path.join(above, one) for one in _HEADERS if name == "index"]
                written = filter(os.path.isfile, (f"{stem}.py", *headers))
                return next(written, path)
        return path

    def catalogs(self, path: str) -> list[str]:
        """Return the possible files with translations of a document."""
        if not path.startswith(self.source):
            return []
        docname = Path(path).relative_to(self.source).with_suffix("").as_posix()
        domain = docname_to_domain(docname, self.compact)
        return [str(Path(folder, f"{domain}.po")) for folder in self.folders]

    def substituted_at(self, page: Source, texts: Sequence[str], nth: int) -> int | None:
        """Return the line with the `nth` use of a substitution that contains one of some texts.

        `nth` begins at 0. None means that no substitution contains them, or that it is not used.
        """
        for name, value in self.substitutions.items():
            if any(text in value for text in texts):
                use = re.compile(rf"\{{\{{-?\s*{re.escape(name)}\b")
                uses = [*use.finditer(page.text)]
                if uses:
                    return page.location(uses[min(nth, len(uses) - 1)].start()).line
        return None

    def translated_at(
        self, main: str, files: PageFiles, texts: Sequence[str], nth: int
    ) -> CatalogLine | None:
        """Return the `nth` place, from 0, of one of some texts in the translations of a document.

        None means that no catalogue contains them.

        Args:
            main: the path of the document.
            files: reads the catalogues.
            texts: the possible written forms.
            nth: the index of the place; if there are fewer, the last one is returned.
        """
        found: list[CatalogLine] = []
        for path in self.catalogs(main):
            file = files.get(path)
            for text in texts if file else ():
                lines = _lines_with(file.source.text, text) if file else ()
                found += [CatalogLine(path, line) for line in lines]
        return found[min(nth, len(found) - 1)] if found else None


def _lines_with(catalog: str, needle: str) -> Iterator[int]:
    """Yield the lines of a `.po` file where a text begins within a translation."""
    for pieces in _translations(catalog):
        text = "".join(piece for _, piece in pieces)
        ends = [*accumulate(len(piece) for _, piece in pieces)]
        at = text.find(needle)
        while at >= 0:
            yield pieces[bisect_right(ends, at)][0]
            at = text.find(needle, at + len(needle))


def _translations(catalog: str) -> Iterator[list[tuple[int, str]]]:
    """Yield each translation as a list of its pieces, each with its line."""
    pieces: list[tuple[int, str]] = []
    for number, line in enumerate(catalog.split("\n"), start=1):
        match = _QUOTED.fullmatch(line)
        is_first = line.startswith("msgstr")
        if pieces and (is_first or not match):
            yield pieces
            pieces = []
        if match and (pieces or is_first):
            text = _ESCAPE.sub(lambda one: _CONTROLS.get(one[1], one[1]), match[1])
            pieces.append((number, text))
    if pieces:
        yield pieces
