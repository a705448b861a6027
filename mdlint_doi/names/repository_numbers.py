"""Numbers of arXiv's papers and of Zenodo's records, and the DOI that follows from each.

arXiv registers 10.48550/arXiv. and the number for every paper, without its version, and Zenodo
10.5281/zenodo. and the number of the record. Sources: arXiv's help pages "arXiv identifier" and
"DOI"; its `arxiv-base` (the archives); collected in `spec/arxiv.md`.

New numbers are a year and month, from 0704 on, a dot and four digits, since 1501 five. Old ones are
an archive and seven digits, from 9107 to 0703; a subject class may stand between, and is no part of
the name (`math.GT/0309136` is math/0309136).
"""

from __future__ import annotations

import re
from typing import Final

from mdlint_doi.names.doi import Doi
from mdlint_doi.names.notations import ARXIV_PREFIX, ZENODO_PREFIX
from mdlint_doi.text.pattern import pattern
from mdlint_doi.text.value import Value

HYPHENATED: Final = (
    r"(?:acc-phys|adap-org|alg-geom|ao-sci|astro-ph|atom-ph|bayes-an|chao-dyn|chem-ph|cmp-lg"
    r"|comp-gas|cond-mat|dg-ga|funct-an|gr-qc|hep-(?:ex|lat|ph|th)|math-ph|mtrl-th|nucl-(?:ex|th)"
    r"|patt-sol|plasm-ph|q-alg|q-bio|quant-ph|solv-int|supr-con)"
)
"""The archives of which an old number is known wherever it stands."""
NUMBER: Final = rf"""
    (?: (?P<archive> (?<![a-z0-9.-]) (?:{HYPHENATED}|cs|math|nlin|physics) )
        (?P<class> \.[a-z]{{2}}(?:-[a-z]{{2,3}})? )? (?:/|%2f)
        (?: (?P<old> [0-9]{{6,8}} ) | (?= [0-9]{{4}}\. ) ) )?
    (?(old) | (?P<month> [0-9]{{4}} ) \. (?P<digits> [0-9]{{3,6}} ) ) (?![0-9])
    (?: v (?P<version> [0-9]{{1,3}} ) (?![0-9a-z]) )?
"""
"""A number of arXiv, or what was meant as one; to be read with `VERBOSE | IGNORECASE`."""
_NUMBER: Final = pattern(NUMBER, re.VERBOSE | re.IGNORECASE)
_LABEL: Final = pattern(
    r"(?:10\.48550/)?(?:(?P<label>arxiv)(?P<mark>[.:/_]|%3a)(?:[ ]|%20)*)?(?P<number>.+)",
    re.IGNORECASE,
)
_ZENODO: Final = pattern(r"zenodo[.:/_-]?(?P<record>[0-9]{5,9})", re.IGNORECASE)
_SAMPLE: Final = pattern(r"(?:[0-9]{4}\.|.*/[0-9]{4})0+|1234\.56789?|9999\.9999+")
_MONTHS: Final = frozenset(range(1, 13))
_NEW, _FIVE_DIGITS, _FIRST, _LAST_OLD = 200704, 201501, 199107, 200703
"""The month of the first new number, of the first with five digits, of the first and last old."""

_OLD_DIGITS: Final = 7


class ArxivNumber(Value):
    """A number of arXiv, or what was meant as one.

    Attributes:
        number: as arXiv writes it, without version; as it stands where arXiv has no such one.
        month: in which it was announced, 202301; 0 where nobody can tell.
        version: of the paper, `2`; empty without one.
        problem: that there is no such number, and why, or what arXiv opens for it; empty if
            nothing is wrong.
        subject: a subject class stands in it.

    """

    number: str
    month: int
    version: str = ""
    problem: str = ""
    subject: bool = False

    @property
    def doi(self) -> Doi | None:
        """The name that follows from it."""
        return None if self.problem else Doi(ARXIV_PREFIX, f"arXiv.{self.number}")


def arxiv_number(text: str) -> ArxivNumber | None:
    """Return the number that a text is, with its version or without; None if it is none."""
    is_likely = text[4:5] == "." or "/" in text or "%2f" in text.lower()
    found = _NUMBER.fullmatch(text) if is_likely else None
    return None if found is None else judged(found)


def judged(found: re.Match[str]) -> ArxivNumber:
    """Return the number that `NUMBER` found."""
    version = found["version"] or ""
    written = found[0][: -len(version) - 1] if version else found[0]
    archive = found["archive"]
    number = f"{archive.lower()}/{found['old']}" if found["old"] else written
    digits = found["old"] or found["month"]
    month = _month(int(digits[:2]), int(digits[2:4]))
    why = _why_none(found, month) or ("versions begin at v1" if version[:1] == "0" else "")
    problem = f"arXiv has no {written}: {why}" if why else _padded(found, month)
    return ArxivNumber(
        written if problem else number, month, version, problem, found["class"] is not None
    )


def _month(year: int, month: int) -> int:
    """Return a year of two digits and a month as one number; 0 for a month that there is not."""
    century = 1900 if year >= _FIRST // 100 % 100 else 2000
    return (century + year) * 100 + month if month in _MONTHS else 0


def _why_none(found: re.Match[str], month: int) -> str:
    """Return what is impossible about a number; empty if nothing is, as far as this tells."""
    if not month:
        return f"there is no month {(found['old'] or found['month'])[2:4]}"
    if found["old"]:
        return _why_no_old(found["old"], month)
    if found["archive"]:
        return "no archive goes before a number with a dot"
    digits, size = found["digits"], _size(month)
    if month < _NEW:
        return "such numbers begin in April 2007, with 0704"
    if len(digits) != size and not _padded(found, month):
        return f"{size} digits follow the dot in {found['month']}, not {len(digits)}"
    return "" if int(digits) else "numbers begin at 1"


def _why_no_old(digits: str, month: int) -> str:
    if len(digits) != _OLD_DIGITS:
        return f"old numbers have {_OLD_DIGITS} digits, not {len(digits)}"
    if not _FIRST <= month <= _LAST_OLD:
        return "old numbers run from 9107 to 0703"
    return "" if int(digits[4:]) else "numbers begin at 1"


def _size(month: int) -> int:
    return 5 if month >= _FIVE_DIGITS else 4


def _padded(found: re.Match[str], month: int) -> str:
    """Return what arXiv opens for a number, which it reads with a zero more or less; else nothing.

    In documents the digit that lacks is the last one more often than the zero before the first.
    """
    number = found["digits"]
    if found["old"] or {len(number), _size(month)} != {4, 5}:
        return ""
    prefix = found["month"]
    if len(number) < _size(month):
        opened = f"{prefix}.0{number}"
        return f"{prefix}.{number} lacks a digit: arXiv opens {opened}; see if that is meant"
    return f"arXiv writes it {prefix}.{number[1:]}" if number[0] == "0" else ""


def is_sample(number: str) -> bool:
    """Return whether a number of arXiv stands for one: noughts, or digits counted up."""
    return _SAMPLE.fullmatch(number) is not None


def whole_name(text: str) -> str | None:
    """Return the DOI name that a repository's number stands for; None if it is none.

    Args:
        text: the number, what the repository calls it, or the name with a slip; percent-encoded
            or not.

    """
    if record := _ZENODO.fullmatch(text):
        return f"{ZENODO_PREFIX}/zenodo.{record['record']}"
    label = _LABEL.fullmatch(text)
    number = label and arxiv_number(label["number"])
    doi = number.doi if number else None
    return None if doi is None else str(doi)


def wrong_name(doi: Doi) -> str:
    """Return what is wrong with a name of arXiv, and what to write; empty if nothing is known."""
    label = _LABEL.fullmatch(doi.suffix) if doi.prefix == ARXIV_PREFIX else None
    number = label and arxiv_number(label["number"])
    if label is None or number is None:
        return ""
    if number.problem:
        return number.problem
    right = str(number.doi)
    if number.version:
        return f"arXiv registers no DOI for a version; write {right}, without v{number.version}"
    if number.subject:
        return f"a subject class is not part of the DOI; write {right}"
    return "" if label["mark"] == "." else f"arXiv registers no such DOI; write {right}"


def number_of(doi: Doi) -> ArxivNumber | None:
    """Return the number of arXiv that a name of arXiv holds; None for any other name."""
    label, _, number = doi.suffix.partition(".")
    is_arxiv = doi.prefix == ARXIV_PREFIX and label.lower() == "arxiv"
    return arxiv_number(number) if is_arxiv else None
