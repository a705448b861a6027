"""Numbers of repositories that register a DOI for all they hold -> its name: arXiv, Zenodo.

arXiv's names are 10.48550/arXiv. and the number of the paper, without its version; Zenodo's are
10.5281/zenodo. and the number of the record.
"""

from __future__ import annotations

import re
from typing import Final

from mdlint_doi.text.pattern import pattern

_ARXIV: Final = pattern(
    r"""
    (?:10\.48550/)?
    (?: arxiv (?: [.:/_] | %3a ) (?:[ ]|%20)*
      | (?<=10\.48550/)
      | (?= [0-9]{2} (?:0[1-9]|1[0-2]) \. ) )          # year and month
    ( [0-9]{4}\.[0-9]{4,5} | [a-z-]{2,9}(?:\.[a-z]{2})?/[0-9]{7} ) (?:v[0-9]{1,2})?
    """,
    re.VERBOSE | re.IGNORECASE,
)
_ZENODO: Final = pattern(r"zenodo[.:/_-]?([0-9]{5,9})", re.IGNORECASE)


def whole_name(text: str) -> str | None:
    """Return the DOI name that a repository's number stands for; None if it is none.

    Args:
        text: the number, what the repository calls it, or the name with a slip; percent-encoded
            or not.

    """
    if found := _ARXIV.fullmatch(text):
        return f"10.48550/arXiv.{found[1]}"
    if found := _ZENODO.fullmatch(text):
        return f"10.5281/zenodo.{found[1]}"
    return None
