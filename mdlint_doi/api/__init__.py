"""Parse a text that is a DOI, and find the DOIs in a text, both without settings."""

from __future__ import annotations

from collections.abc import Collection

from mdlint_doi.names import doi as exact
from mdlint_doi.names.doi import Doi, DoiSyntaxError
from mdlint_doi.names.normalize import normalize, text_of
from mdlint_doi.names.scan import find as scan
from mdlint_doi.names.scan.find import Candidate
from mdlint_doi.names.spelling import Notations


def parse(text: str) -> Doi:
    """Return the DOI of a text that is exactly a DOI, without scheme, resolver or escapes.

    The grammar is that of ANSI/NISO Z39.84-2005, section 4. `normalize` reads all other spellings,
    such as a link.

    Raises:
        DoiSyntaxError: with the reason, the place in `text`, and the solution.
        TypeError: for a value that is not a text.
    """
    try:
        return exact.parse(text_of(text, "parse"))
    except DoiSyntaxError as error:
        try:
            doi = normalize(text)
        except DoiSyntaxError:
            raise error from None
        advice = f"this is a DOI in a different spelling; use normalize(), which returns {doi}"
        raise DoiSyntaxError(error.reason, text, error.span, advice) from None


def find(
    text: str, *, servers: Collection[str] = (), publishers: bool = True, markup: bool = True
) -> list[Candidate]:
    """Return the DOIs in running text, in order and without overlaps; no DOI crosses a line end.

    Args:
        text: any text, such as prose, Markdown, reStructuredText or HTML.
        servers: further hosts that count as resolvers, with their ports.
        publishers: whether to find publishers' addresses that contain a DOI.
        markup: whether backslashes and entities are markup, and not plain characters.

    Raises:
        TypeError: for a value that is not a text.
    """
    text = text_of(text, "find")
    return scan.find(text, Notations(tuple(servers), publishers), markup=markup)
