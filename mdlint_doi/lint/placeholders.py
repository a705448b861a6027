"""Names that stand for a name, or for something else: templates, samples, pages of doi.org."""

from __future__ import annotations

import re
from functools import lru_cache

from mdlint_doi.names.doi import Doi
from mdlint_doi.names.spelling import Kind, Spelling
from mdlint_doi.text.pattern import pattern

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

TEST_PREFIXES: Final = frozenset({"10.5072", "10.5555", "10.1234", "10.12345", "10.70122"})
"""DataCite's and Crossref's prefixes for tests, Dataverse's, and what people type for "some"."""

_LONGEST: Final = 200
"""Code points of a name that are looked at; templates are short."""
_TEMPLATE: Final = pattern(
    r"""
      10\.(?: x{2,} | n{3,} | y{3,} | \#{2,} | \.{2,} | \*+ ) (?: / | \Z )
    | \A x{2,} \.? x* / \S
    | / (?: .*[./_:-] )?
      (?: [0-9]{0,4} x{3,} | n{4,} | y{4,} | z{4,} | \#{2,} | \*{3,} )
      (?: [./_:-] | \s | \Z )
    | (?: \A | [/._-] ) (?: (?-i: TODO | TBD | TBA | FIXME | CHANGEME ) | (?<=zenodo\.) [a-z]{3,} )
      (?: \s | \Z )
    | (?: \A | [/._-] ) (?: your | my | the | insert | add | some | example )? [-_ ]?
      doi (?: [-_ ] (?: here | goes[-_ ]here | placeholder | number | name ) | \Z )
    | [{<$] \s* [\w.{<-]* doi
    | / (?: suffix | prefix/suffix | placeholder ) \Z
    """,
    re.VERBOSE | re.IGNORECASE,
)
_IN_TEMPLATES: Final = (
    *("xx", "nnn", "yyy", "zzzz", "##", "..", "*"),
    *("todo", "tb", "fixme", "changeme", "doi", "suffix", "placeholder"),
)
"""One of them is in each template but `zenodo.name`, in lower case: most need no search."""
_WORD_TO_FILL: Final = r"""
    (?: [A-Z][A-Z0-9]*+ (?:[_\ -][A-Z0-9]++)*+                # RECORD_ID
      | [a-z0-9_\ .-]{0,40} (?<![a-z]) (?:id|doi|version|number|suffix|prefix|record|year|slug)
      | (?:your|my|the|insert|add|some|enter)[_\ -][a-z0-9_\ -]*+ )
"""
_TOKEN: Final = pattern(
    rf"""
      (?<=[/._:-]) (?: \[ {_WORD_TO_FILL} \] | < {_WORD_TO_FILL} > )
    | (?: (?<=[/._:-]) | \A ) \{{ \s*+ [A-Za-z_][\w\ .:-]++ \}} | \{{ [A-Z][A-Z0-9_]++ \}}
    | (?<=10\.5281/zenodo\.) (?: \[ | \{{ | < )                # nothing but a number stands there
    | <%.*?%> | \$\{{ | %\(\w+\)s | %[sd]\Z | (?<=[/._-]) \$[A-Za-z_]\w*+ | @@?[A-Z_]{{2,}}+@
    | \A (?: \[ {_WORD_TO_FILL} \] | < {_WORD_TO_FILL} > ) \Z
    """,
    re.VERBOSE,
)
"""What a program or a reader is to fill in. Names of journals have brackets around pages, with
digits before or colons between (`[0545:A]`, `<1::AID-A1>`), and never around one word."""
_SIGNS: Final = frozenset("[<{%$@")
_ACM: Final = pattern(r"10\.5555/[0-9]{6,7}(?:\.[0-9]{6,8})?|10\.5555/[0-9]{6,}\.[0-9]{6,}")
_SAMPLE: Final = pattern(
    r"10\.5281/zenodo\.(?:0+|1234(?:5(?:6(?:7(?:89?)?)?)?)?)|10\.1000/xyz(?:123)?|10\.0000+/.*",
    re.IGNORECASE,
)
_SAMPLES: Final = ("10.5281/zenodo.0", "10.5281/zenodo.1234", "10.1000/xyz", "10.0000")
"""What these begin with, in lower case."""


def is_template(doi: Doi) -> bool:
    """Return whether the name can only be filled in, so that there is no need to ask."""
    return holds_template(str(doi))


def is_placeholder(doi: Doi) -> bool:
    """Return whether the name is a template, a sample, or under a prefix for tests."""
    if doi.prefix in TEST_PREFIXES:
        return True
    name = str(doi)
    is_sample = name.lower().startswith(_SAMPLES) and _SAMPLE.fullmatch(name) is not None
    return is_sample or is_template(doi)


@lru_cache(maxsize=64)
def holds_template(text: str) -> bool:
    """Return whether a text, a name or none, is plainly to be filled in.

    It is asked of each name several times in a row, so the last answers are kept.
    """
    text = text[:_LONGEST]
    if _may_be_template(text) and _TEMPLATE.search(text):
        return True
    return not _SIGNS.isdisjoint(text) and _TOKEN.search(text) is not None


def _may_be_template(text: str) -> bool:
    lower = text.lower()
    if not text.isascii():
        return True
    for part in _IN_TEMPLATES:  # `any` takes twice as long, and every name comes here
        if part in lower:
            return True
    return lower.partition("zenodo.")[2][:1].isalpha()


def is_to_be_filled_in(spelling: Spelling) -> bool:
    """Return whether what is presented as a name is a template: nobody can judge it yet."""
    if spelling.kind is Kind.PUBLISHER:
        return False
    if spelling.doi is not None and is_template(spelling.doi):
        return True
    name, rest = spelling.name.cut(spelling.text), spelling.text[spelling.name.start :]
    return holds_template(rest) or holds_template(name)


def is_acm_number(doi: Doi) -> bool:
    """Return whether the name is a number of the ACM's library that is registered nowhere.

    The library gives works without a DOI such a number, and writes it as it writes DOIs. The
    prefix is Crossref's for tests.
    """
    return _ACM.fullmatch(str(doi)) is not None


def is_page(doi: Doi) -> bool:
    """Return whether a shortDOI is of letters alone, so that it may be a page of doi.org."""
    return doi.is_short and doi.suffix.isascii() and doi.suffix.isalpha()
