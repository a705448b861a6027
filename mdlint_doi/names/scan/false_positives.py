"""Whether what looks like a DOI in running text is meant as one.

Never meant, if nothing presents them as DOIs: ranges of network addresses and pages of hosts in
them (`10.123.0.0/16`), sums (`10.000/12.000`, `10.500/Monat`), rates (`10.125/m`), months
(`10.2015/11.2015`). Registrant codes of three digits stand in the standards' examples only, so
little is lost. And not meant even where they are presented: patterns to be filled in
(`10.1038/…`, `10.5281/zenodo.<id>`), a prefix behind the mere word (`DOI 10.5281`), a word behind
`doi.org/` in prose, nothing but marks.
"""

from __future__ import annotations

import re
from typing import Final

from mdlint_doi.names.spelling import Kind, Spelling
from mdlint_doi.text.pattern import pattern

_AMOUNT: Final = pattern(
    r"""
      10 (?:\.[0-9]{1,3}){3} /                                  # 10.123.45.67/24
    | 10 (?:\.[0-9]{3})+ / (?: [0-9.,]+ | [^\W\d_]? [^\W\d_A-Z]* ) \Z  # 10.500/12.000, 10.500/Jahr
    | 10 \.(?:19|20)[0-9]{2} / (?: [01]?[0-9]\. )? (?:19|20)?[0-9]{2} \Z   # 10.2015/11.2015
    """,
    re.VERBOSE,
)
_PATTERN: Final = pattern(
    r"""
    \.\.\. | \u2026
    | [./_:-]* (?<=[./_:-])
      (?: \{ (?![:.\#]) | \$\{ | <(?! (?:a|abbr|b|br|cite|code|dd|dt|div|doi|em|font|h[1-6]|hr|i|img
          |kbd|li|mark|p|pre|q|s|small|span|strong|su[bp]|t[dhrt]|u|ul|ol|wbr)\b ) [a-z] [\w\ -]*> )
    | \{\{
    """,
    re.VERBOSE | re.IGNORECASE,
)
_DIGIT: Final = pattern(r"[0-9]")
_GOES_ON: Final = frozenset("./_:-{$<\u2026")
"""What `_PATTERN` can begin with."""
_BEGINNINGS: Final = frozenset({"10.5281/zenodo", "10.21105/joss", "10.48550/arxiv"})
"""How all names of a repository begin, in lower case: prose speaks of them."""
_FORMAT: Final = pattern(r"%[sd]\Z")
_WORTHY: Final = pattern(r"[^\W_]")


def is_meant(spelling: Spelling, text: str, end: int, *, quiet: bool) -> bool:
    """Return whether the piece of `text` that ends at `end` is a name or a failed one.

    Args:
        spelling: the piece, taken apart.
        text: the whole text.
        end: where the piece ends.
        quiet: nothing but a good name counts here, since little says that it is one.

    """
    if text[end : end + 1] in _GOES_ON and _PATTERN.match(text, end):
        return text.startswith(("...", "\u2026"), end) and _is_whole(spelling)
    if spelling.doi is None:
        name = spelling.name.cut(spelling.text)
        only_ten = spelling.kind is Kind.SCHEME and name == "10"
        return not (quiet or only_ten or _FORMAT.search(name))
    suffix = spelling.doi.suffix
    if spelling.kind is Kind.BARE and (
        _AMOUNT.match(str(spelling.doi)) or str(spelling.doi).lower() in _BEGINNINGS
    ):
        return False
    if (
        spelling.kind is Kind.LINK
        and spelling.doi.is_short
        and not spelling.scheme.cut(spelling.text)
    ):
        return not suffix.isalpha()
    return _WORTHY.search(suffix) is not None


def _is_whole(spelling: Spelling) -> bool:
    """Whether an ellipsis behind the name is the sentence's: `10.5281/zenodo...` is a pattern."""
    return spelling.doi is not None and _DIGIT.search(spelling.doi.suffix) is not None
