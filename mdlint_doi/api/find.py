"""The DOIs in a text, without settings."""

from __future__ import annotations

from collections.abc import Collection

from mdlint_doi.names.notations import Notations
from mdlint_doi.names.scan import find as scan
from mdlint_doi.names.scan.find import Candidate


def find(
    text: str,
    *,
    servers: Collection[str] = (),
    publishers: bool = True,
    markup: bool = True,
) -> list[Candidate]:
    """Return the DOIs in running text, in order, without overlaps, none across a line end.

    Args:
        text: any text: prose, Markdown, rST, HTML.
        servers: hosts, each with its port, that count as resolvers.
        publishers: take publishers' addresses that carry a DOI.
        markup: backslashes and entities are markup's; otherwise they stand for themselves.

    """
    return scan.find(text, Notations(tuple(servers), publishers), markup=markup)
