"""What counts as a DOI in a document, beside what the standards say."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from mdlint_doi.text.pattern import pattern
from mdlint_doi.text.value import Value

ARXIV: Final = "arxiv"
ZENODO: Final = "zenodo"
IDENTIFIERS: Final = (ARXIV, ZENODO)
"""The identifiers from which a DOI follows: the words of the setting."""

ARXIV_PREFIX: Final = "10.48550"
ZENODO_PREFIX: Final = "10.5281"
REACH: Final = 120
"""Code points before a number that tell what it is."""
_WORD: Final = pattern(r"x(?:(?<![0-9]/arx)iv|\}iv)")
"""arXiv's word or TeX's, in lower case, where it is not the beginning of a suffix, as in
10.48550/arXiv.1706.03762; it or what follows stands in each text with a number. Each expression
begins with a rare letter: so a search is faster than `in`."""
_NUMBER: Final = pattern(r"/(?:papers/|(?<=[a-z]/)[019][0-9]{6}(?![0-9/]))")
"""A page of papers, or an old number, which stands behind the letters of an archive."""
SUBJECT: Final = (
    r"(?:cs|math|physics|stat|eess|q-bio|q-fin|econ|astro-ph|cond-mat|gr-qc|hep-[a-z]+|quant-ph"
    r"|nucl-[a-z]+|nlin)(?:\.[a-z-]+)?\]"
)
"""A subject of arXiv in brackets, behind the first: `[math.FA]` makes a number before it one."""
_SUBJECT: Final = pattern(rf"\[{SUBJECT}")
_ZENODO: Final = pattern(r"zenodo\.org/")


class Notations(Value):
    """The notations of a DOI that are read.

    Attributes:
        servers: hosts, each with its port, lower case, that count as resolvers
            (`Resolver.CONFIGURED`) beside the known ones.
        publishers: publishers' addresses count, from which a DOI can be made.
        identifiers: those that count, from which a DOI follows: some of `IDENTIFIERS`.

    """

    servers: tuple[str, ...] = ()
    publishers: bool = False
    identifiers: tuple[str, ...] = ()

    @property
    def without_publishers(self) -> Notations:
        """The same, but publishers' addresses do not count."""
        return Notations(self.servers, identifiers=self.identifiers) if self.publishers else self

    @property
    def of_names(self) -> Notations:
        """The same, but only what presents a name counts."""
        return Notations(self.servers) if self.publishers or self.identifiers else self

    def within(self, lower: str) -> Notations:
        """Return the same without the identifiers of which a text can hold none.

        It is one quick look at a document, so that one without identifiers pays for nothing else.

        Args:
            lower: the text, in lower case.

        """
        if not self.identifiers:
            return self
        held = tuple([one for one in self.identifiers if _MAY_HOLD[one](lower)])
        if not (held or self.servers or self.publishers):
            return STANDARD  # of most files; to make a value takes as long as the look
        return Notations(self.servers, self.publishers, held)


def _may_hold_number(lower: str) -> bool:
    found = _WORD.search(lower) or _NUMBER.search(lower) or _SUBJECT.search(lower)
    return found is not None


_MAY_HOLD: Final[Mapping[str, Callable[[str], bool]]] = {
    ARXIV: _may_hold_number,
    ZENODO: lambda lower: _ZENODO.search(lower) is not None,
}
STANDARD: Final = Notations()
PUBLISHERS: Final = Notations(publishers=True)
EVERY: Final = Notations(publishers=True, identifiers=IDENTIFIERS)
