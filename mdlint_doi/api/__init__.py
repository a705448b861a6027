"""DOIs in texts, without settings: one that a text is, and all that stand in it."""

from __future__ import annotations

from collections.abc import Collection

from mdlint_doi.names import doi as exact
from mdlint_doi.names.doi import Doi, DoiSyntaxError
from mdlint_doi.names.normalize import normalize, text_of
from mdlint_doi.names.scan import find as scan
from mdlint_doi.names.scan.find import Candidate
from mdlint_doi.names.spelling import Notations


def parse(text: str) -> Doi:
    """Return the DOI that `text` is, exactly: `10.1000/182`, no scheme, no resolver, no escapes.

    The grammar is that of ANSI/NISO Z39.84-2005, section 4. `normalize` reads every other spelling,
    such as a link.

    Raises:
        DoiSyntaxError: with the reason, the place in `text`, and what to do.
        TypeError: for what is not a text.
    """
    try:
        return exact.parse(text_of(text, "parse"))
    except DoiSyntaxError as error:
        try:
            doi = normalize(text)
        except DoiSyntaxError:
            raise error from None
        advice = f"this is a DOI in another spelling; use normalize(), which returns {doi}"
        raise DoiSyntaxError(error.reason, text, error.span, advice) from None


def find(
    text: str, *, servers: Collection[str] = (), publishers: bool = True, markup: bool = True
) -> list[Candidate]:
    """Return the DOIs in running text, in order, without overlaps, none across a line end.

    Args:
        text: any text: prose, Markdown, rST, HTML.
        servers: hosts that count as resolvers, too, each with its port.
        publishers: also find publishers' addresses that contain a DOI.
        markup: read backslashes and entities as markup; otherwise they stand for themselves.

    Raises:
        TypeError: for what is not a text.
    """
    text = text_of(text, "find")
    return scan.find(text, Notations(tuple(servers), publishers), markup=markup)
