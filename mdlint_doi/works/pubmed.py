"""PubMed numbers (PMID) in the forms in which entries and records state them.

Sources: "PubMed User Guide" (pubmed.ncbi.nlm.nih.gov/help): a PMID has one to eight digits and no
leading zeros; `pubmed.ncbi.nlm.nih.gov/N/` and the older `www.ncbi.nlm.nih.gov/pubmed/N` are the
addresses of an article. RFC 4452 has `info:pmid/N`.
"""

from __future__ import annotations

import re
from typing import Final

from mdlint_doi.text.pattern import pattern

_LONGEST: Final = 200
"""At most this many code points of a field are read."""
_LABELLED: Final = pattern(
    r"""
    \s* (?: (?:https?:)? (?://)? (?:www\.)?
            (?: pubmed\.ncbi\.nlm\.nih\.gov/ | ncbi\.nlm\.nih\.gov/pubmed/ )
          | info:pmid/
          | (?:pmid|pubmed) (?:[ ]id)? \s? (?:[:=]\s?)? )
    0* ([1-9]\d{0,7}) (?:[/?\#]\S*)? \s*
    """,
    re.IGNORECASE | re.VERBOSE,
)
_NUMBER: Final = pattern(r"\s*0*([1-9]\d{0,7})\s*")


def pubmed_number(text: str) -> str:
    """Return the PubMed number that a field or a record states; empty if it states none.

    `12345`, `0012345`, `PMID: 12345` and `https://pubmed.ncbi.nlm.nih.gov/12345/` are all `12345`.
    """
    match = _NUMBER.fullmatch(text[:_LONGEST])
    return match[1] if match else labelled_pubmed_number(text)


def labelled_pubmed_number(text: str) -> str:
    """Return the PubMed number of a field that may also contain numbers of other databases.

    The number must have a label or be an address; otherwise, the result is empty.
    """
    match = _LABELLED.fullmatch(text[:_LONGEST])
    return match[1] if match else ""
