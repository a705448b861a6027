"""What counts as a DOI in a document, beside what the standards say."""

from __future__ import annotations

from typing import Final

from mdlint_doi.text.pattern import pattern
from mdlint_doi.text.value import Value

ARXIV: Final = "arxiv"
ZENODO: Final = "zenodo"
IDENTIFIERS: Final = (ARXIV, ZENODO)
"""The identifiers from which a DOI follows: the words of the setting."""

ARXIV_PREFIX: Final = "10.48550"
ZENODO_PREFIX: Final = "10.5281"
REACH: Final = 120  # code points before a number that tell what it is
_WORD: Final = pattern(r"x(?:iv(?<![0-9]/arxiv)(?<![0-9]%2farxiv)|\}iv)")
"""arXiv's word or TeX's, in lower case, where it is not the beginning of a suffix, as in
10.48550/arXiv.1706.03762, the slash escaped or not; it or what follows stands in each text with a
number. Each expression begins with a rare letter: so a search is faster than `in`."""
_SLASH: Final = pattern(r"/(?:papers/|(?<=[a-z]/)[019][0-9]{6}(?![0-9/])|(?<=zenodo\.org/))")
"""The slash of a page of papers, of an old number, which stands behind the letters of an archive,
or of Zenodo's host: a search for three costs as much as one for any of them."""
SUBJECT: Final = (
    r"(?:cs|math|physics|stat|eess|q-bio|q-fin|econ|astro-ph|cond-mat|gr-qc|hep-[a-z]+|quant-ph"
    r"|nucl-[a-z]+|nlin)(?:\.[a-z-]+)?\]"
)
"""A subject of arXiv in brackets, behind the first: `[math.FA]` makes a number before it one."""
_LOOKS: Final = (_WORD, _SLASH, pattern(rf"\[{SUBJECT}"))


class Notations(Value):
    """The notations of a DOI that are read."""

    servers: tuple[str, ...] = ()  # further resolvers: host with port, in lower case
    publishers: bool = False  # publishers' addresses count, from which a DOI can be made
    identifiers: tuple[str, ...] = ()  # those that count: some of `IDENTIFIERS`

    @property
    def without_publishers(self) -> Notations:
        """The same, but publishers' addresses do not count."""
        return Notations(self.servers, identifiers=self.identifiers) if self.publishers else self

    @property
    def of_names(self) -> Notations:
        """The same, but only what presents a name counts."""
        return Notations(self.servers) if self.publishers or self.identifiers else self

    def within(self, lower: str) -> Notations:
        """Return the same, without identifiers where a text, in lower case, can hold none."""
        if not self.identifiers or any(look.search(lower) for look in _LOOKS):
            return self
        if not (self.servers or self.publishers):
            return STANDARD  # of most files; to make a value takes as long as the look
        return Notations(self.servers, self.publishers)


STANDARD: Final = Notations()
PUBLISHERS: Final = Notations(publishers=True)
EVERY: Final = Notations(publishers=True, identifiers=IDENTIFIERS)
