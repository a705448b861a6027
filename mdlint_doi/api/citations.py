"""Registered works as entries of a bibliography."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from mdlint_doi.names.doi import Doi
from mdlint_doi.report import bibtex as entries
from mdlint_doi.report import csl_json
from mdlint_doi.works.citation import Citation, citations
from mdlint_doi.works.work import KnownWork, Work


def bibtex(works: Mapping[Doi, object]) -> str:
    """Return works as BibTeX, sorted by DOI; DOIs without a work that can be cited are left out.

    A work can be cited if it has a title, and an author, a year or a publisher.

    Args:
        works: the works by DOI: each a `Work`, or the answer of `lookup_works`.

    Raises:
        TypeError: if `works` is not a mapping, or a key is not a DOI.
    """
    return "\n".join(entries.render(_citations(works, "bibtex")))


def csl_items(works: Mapping[Doi, object]) -> list[dict[str, Any]]:
    """Return the works as items of CSL JSON, sorted by DOI; the same works as in `bibtex`.

    Args:
        works: the works by DOI: each a `Work`, or the answer of `lookup_works`.

    Raises:
        TypeError: if `works` is not a mapping, or a key is not a DOI.
    """
    return [csl_json.item(citation) for citation in _citations(works, "csl_items")]


def _citations(works: object, asker: str) -> list[Citation]:
    if not isinstance(works, Mapping) or not all(isinstance(doi, Doi) for doi in works):
        message = f"{asker}() takes a mapping from DOIs to works, such as lookup_works() returns"
        raise TypeError(message)
    return citations(_known(works))


def _known(works: Mapping[Doi, object]) -> Iterator[tuple[Doi, Work]]:
    for doi, work in works.items():
        if isinstance(work, KnownWork):
            yield doi, work.work
        elif isinstance(work, Work):
            yield doi, work
