"""Names that stand for a name, or for something else: templates, samples, pages of doi.org."""

from __future__ import annotations

import re
from typing import Final

from mdlint_doi.names.doi import Doi
from mdlint_doi.text.pattern import pattern

TEST_PREFIXES: Final = frozenset({"10.5072", "10.5555", "10.1234", "10.12345", "10.70122"})
"""DataCite's and Crossref's prefixes for tests, Dataverse's, and what people type for "some"."""

_LONGEST: Final = 200
"""Code points of a name that are looked at; templates are short."""
_TEMPLATE: Final = pattern(
    r"""
      10\.(?: [xX]{2,} | [nN]{3,} | [yY]{3,} | \#{2,} | \.{2,} | \*+ ) (?: / | \Z )
    | / (?: .*[./_:-] )? (?: [xX]{3,} | [nN]{4,} | [yY]{4,} | [zZ]{4,} | \#{2,} | \*{3,} )
      (?: [./_:-] | \Z )
    | (?: \A | [/._-] ) (?: your | my | the | insert | add | some | example )? [-_ ]?
      doi (?: [-_ ] (?: here | goes[-_ ]here | placeholder | number | name ) | \Z )
    | [{<$] \s* [\w.{<-]* doi
    | / (?: suffix | prefix/suffix | placeholder ) \Z
    """,
    re.VERBOSE | re.IGNORECASE,
)
_SAMPLE: Final = pattern(
    r"10\.5281/zenodo\.(?:0+|1234(?:5(?:6(?:7(?:89?)?)?)?)?)|10\.1000/xyz(?:123)?|10\.0000+/.*",
    re.IGNORECASE,
)


def is_template(doi: Doi) -> bool:
    """Return whether the name can only be filled in, so that there is no need to ask."""
    return holds_template(str(doi))


def is_placeholder(doi: Doi) -> bool:
    """Return whether the name is a template, a sample, or under a prefix for tests."""
    if doi.prefix in TEST_PREFIXES:
        return True
    return _SAMPLE.fullmatch(str(doi)) is not None or is_template(doi)


def holds_template(text: str) -> bool:
    """Return whether a text that is no name is plainly to be filled in."""
    return _TEMPLATE.search(text[:_LONGEST]) is not None


def is_page(doi: Doi) -> bool:
    """Return whether a shortDOI is of letters alone, so that it may be a page of doi.org."""
    return doi.is_short and doi.suffix.isascii() and doi.suffix.isalpha()
