"""The works in a records file, as texts and tooltips of links, and as references.

A build takes them from the records file alone, and never from the network or the cache, so the same
commit gives the same pages. Only builds that show works import this module.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from typing import Final

from docutils import nodes

from mdlint_doi.ask.records import RecordsFile
from mdlint_doi.names.doi import Doi
from mdlint_doi.names.link import Link
from mdlint_doi.works.citation import citation, reference_text, short_citation
from mdlint_doi.works.work import KnownWork, Work, retraction
from sphinx_doi.role import MADE

_RETRACTED: Final = "Retracted. "


class Citations:
    """The works in the records file of a project.

    Attributes:
        path: the path of the file.
        works: its works that have an author or a title, by DOI.
    """

    def __init__(self, path: str, style: str) -> None:
        """Read a records file.

        Args:
            path: its path.
            style: the text of links without a title: `title`, or else a citation.

        Raises:
            LookupSettingsError: if the file cannot be used.
        """
        self.path = path
        self._style = style
        found = RecordsFile(Path(path)).works(())
        known = (
            (doi, answer.work) for doi, answer in found.items() if isinstance(answer, KnownWork)
        )
        self.works: Mapping[Doi, Work] = {doi: work for doi, work in known if short_citation(work)}

    @cached_property
    def digest(self) -> str:
        """The SHA-256 of the file, which changes with the texts."""
        return sha256(Path(self.path).read_bytes()).hexdigest()

    def describe(self, node: nodes.Element, link: Link, *, has_title: bool = False) -> None:
        """Give a link the text and the tooltip of its work; without a work, it stays unchanged.

        Args:
            node: the link, whose text is its title, or the DOI.
            link: its target.
            has_title: whether the author wrote the text.
        """
        work = self.works.get(link.doi)
        if not has_title:
            node[MADE] = node.astext()
            # As registered: no quotation marks of the page's language, and no dashes for hyphens.
            node["support_smartquotes"] = False
            if text := self.text(link.doi):
                node[:] = [nodes.Text(text)]
        if work is not None:
            node["reftitle"] = reference_text(link.doi, work)

    def text(self, doi: Doi) -> str:
        """Return the text of a link; empty if the file does not contain it."""
        work = self.works.get(doi)
        if work is None:
            return ""
        if self._style == "title":
            return citation(doi, work, "").title
        return short_citation(work)

    def references(self, names: Iterable[Doi]) -> list[Doi]:
        """Return DOIs in the order of their references: by author, year and DOI.

        DOIs without a work are at the end.
        """
        return sorted(names, key=self._position)

    def reference(self, doi: Doi) -> Iterator[nodes.Node]:
        """Yield the text of a reference before its DOI; nothing without a work."""
        work = self.works.get(doi)
        if work is None:
            return
        text = reference_text(doi, work).removesuffix(f"doi:{doi}")
        if retraction(work) is not None:
            yield nodes.strong("", _RETRACTED.rstrip())
            text = f" {text.removeprefix(_RETRACTED)}"
        yield nodes.Text(text)

    def _position(self, doi: Doi) -> tuple[bool, str, str, str]:
        work = self.works.get(doi)
        if work is None:
            return True, "", "", doi.key
        made = citation(doi, work, "")
        people = made.authors or made.editors
        return False, _folded(people[0].name if people else made.title), made.year, doi.key


def _folded(name: str) -> str:
    """Return the letters and digits of a name for sorting, without accents and case."""
    return "".join(filter(str.isalnum, unicodedata.normalize("NFKD", name).casefold()))
