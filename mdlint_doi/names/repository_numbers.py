"""Find arXiv numbers and Zenodo records, and the DOIs that they imply.

arXiv registers `10.48550/arXiv.` and the number for every paper, without its version. Zenodo
registers `10.5281/zenodo.` and the number of the record. Sources: arXiv's help pages "arXiv
identifier" and "DOI"; its `arxiv-base` (the archives).

New numbers consist of a year and month, from 0704 on, a dot, and four digits, or five since 1501.
Old ones consist of an archive and seven digits, from 9107 to 0703; a subject class between them is
not a part of the DOI (`math.GT/0309136` is math/0309136).

In a text, the words around an arXiv number identify it: an address of a site that shows its papers,
the word arXiv as a label, or `abs/` of CoRR; or a subject class in brackets after it. The old
numbers of hyphenated archives need no such words (`gr-qc/0512160`). Other numbers are not
recognized, because versions, amounts and keys look the same. Numbers in badges and bibcodes are not
recognized either, nor are those in arXiv DOIs, which are DOIs.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from typing import Final

from mdlint_doi.names.doi import Doi, DoiSyntaxError, Reason
from mdlint_doi.names.spelling import (
    ARXIV,
    ARXIV_PREFIX,
    REACH,
    SUBJECT,
    ZENODO,
    ZENODO_PREFIX,
    Kind,
    Spelling,
    spelled,
)
from mdlint_doi.text.pattern import pattern
from mdlint_doi.text.span import Span
from mdlint_doi.text.value import Value

HYPHENATED: Final = (  # archives whose old numbers are recognized in any context
    r"(?:acc-phys|adap-org|alg-geom|ao-sci|astro-ph|atom-ph|bayes-an|chao-dyn|chem-ph|cmp-lg"
    r"|comp-gas|cond-mat|dg-ga|funct-an|gr-qc|hep-(?:ex|lat|ph|th)|math-ph|mtrl-th|nucl-(?:ex|th)"
    r"|patt-sol|plasm-ph|q-alg|q-bio|quant-ph|solv-int|supr-con)"
)
NUMBER: Final = rf"""
    (?: (?P<archive> (?<![a-z0-9.-]) (?:{HYPHENATED}|cs|math|nlin|physics) )
        (?P<class> \.[a-z]{{2}}(?:-[a-z]{{2,3}})? )? (?:/|%2f)
        (?: (?P<old> [0-9]{{6,8}} ) | (?= [0-9]{{4}}\. ) ) )?
    (?(old) | (?: (?<![^\W_]) | (?<=%3a|%2f) )
        (?P<month> [0-9]{{4}} ) \. (?P<digits> [0-9]{{3,6}} ) ) (?![0-9])
    (?: v (?P<version> [0-9]{{1,3}} ) (?![0-9a-z]) )?
"""
"""Matches an arXiv number, or a mistyped one; to be compiled with `VERBOSE | IGNORECASE`."""
_NUMBER: Final = pattern(NUMBER, re.VERBOSE | re.IGNORECASE)
_LABEL: Final = pattern(
    r"(?:10\.48550/)?(?:(?P<label>arxiv)(?P<mark>[.:/_]|%3a)(?:[ ]|%20)*)?(?P<number>.+)",
    re.IGNORECASE,
)
_ZENODO: Final = pattern(r"zenodo[.:/_-]?(?P<record>[0-9]{5,9})", re.IGNORECASE)
_SAMPLE: Final = pattern(r"(?:[0-9]{4}\.|.*/[0-9]{4})0+|1234\.56789?|9999\.9999+")
_MONTHS: Final = frozenset(range(1, 13))
_NEW, _FIVE_DIGITS, _FIRST, _LAST_OLD = 200704, 201501, 199107, 200703
"""The months of the first new number, the first with five digits, and the first and last old."""
_OLD_DIGITS: Final = 7
_RECORD: Final = pattern(
    r"(?P<before> (?:https?:)?//(?:www\.)? | (?<![a-z0-9./-]) (?:www\.)? )"
    r"zenodo\.org/(?:api/)?records?/+ (?P<record>[0-9]{2,9})(?![0-9])",
    re.VERBOSE | re.IGNORECASE,
)
_CONTEXT: Final = pattern(
    r"""
    (?: (?P<address> (?<![a-z0-9.@-]) (?:https?:)?/{0,2}
        (?: (?: (?:[a-z0-9-]+\.){0,3} (?: arxiv | ar5iv | alphaxiv ) \.org (?:\.[a-z0-9.-]+)?
              | arxiv-org(?:\.[a-z0-9-]+)+ | arxiv-export-lb\.library\.cornell\.edu )
            (?: /+ (?: abs | pdf | html | ps | dvi | format | src | e-print | tb | trackback | refs
                     | cits | overview | paper | resources | forum ) /+ (?:arxiv(?::|%3a))?
              | /ftp/[a-z-]+/papers/[0-9]{4}/ )
          | (?:www\.)? (?: huggingface | hf )\.co/papers/
          | (?:www\.)? arxiv-vanity\.com/papers/
          | (?:api\.|www\.)? semanticscholar\.org/arxiv[:/]
          | papers\.cool/arxiv/ | arxiv2md\.org/abs/ ) )
      | (?P<label> (?<![a-z0-9.]) ar\{?x\}?iv (?: id | _id | \.org (?=\s*:) )? \}?
          (?P<phrase> (?: [ ][a-z]{2,12} ){1,2} [ ] (?: id | number ) (?=[ ]) )?
          (?>(?: [ ~]+ (?: preprint | e-?prints? | number | id | paper | no\. | :?doi ) )*)
          (?: </[a-z]+> )? (?>(?: [\s\[(:=,'"`\#*_/.{}~] | %3a )+) (?<!\})
          (?: no\.\s* )? (?: arxiv (?::|%3a) \s* )? (?: abs/ )? )
      | (?P<corr> \bcorr\b [^a-z0-9]{1,12} abs/ ) )\Z
    """,
    re.VERBOSE | re.IGNORECASE,
)
_DIGITS: Final = pattern(r"[0-9]{4}\.[0-9]{3}|(?:/|%2f)[0-9]{4}", re.IGNORECASE)
"""Matches a part of every number, four times as fast as `NUMBER`; most texts have few numbers."""
_ARCHIVE: Final = 24  # length of the longest archive with its class, in code points
_REST: Final = 24  # more code points than any number has after its first digits
_HOST: Final = pattern(r"(?:https?:)?/{0,2}(?P<host>[^/\s:][^/\s:.]*+\.[^/\s]++)/", re.IGNORECASE)
_NUMBER_LABEL: Final = pattern(r"\s*(?:arxiv\s*[:.]\s*)+|corr\W+abs/", re.IGNORECASE)
_LONGEST_LABEL: Final = 48
_STANDS_ALONE: Final = pattern(
    rf"(?<![A-Za-z0-9/._=-]){HYPHENATED}/[0-9]{{7}}(?:v[0-9]+)?(?![0-9/])"
)
_CLASS: Final = pattern(rf"\s*\[{SUBJECT}", re.IGNORECASE)
_NO_NUMBER: Final = pattern(r"10\.48550(?:/|%2f)\S*\Z|/badge/[^\s)\"'\]]*\Z", re.IGNORECASE)
"""Matches the text before a number that is a part of an arXiv DOI or of a badge's address."""
_BEHIND: Final = pattern(
    r"(?:\.pdf|\.html?)?/?(?:[?#][^\s<>\"'`)\]}|]*(?<![.,;:!?]))?", re.IGNORECASE
)


class ArxivNumber(Value):
    """An arXiv number, or a mistyped one.

    Attributes:
        number: the number in its standard form, without version; as written if there is a problem.
        month: the month in which the paper was announced, such as 202301; 0 if there is no such
            month.
        version: the version of the paper, such as `2`; empty if there is none.
        problem: why there is no such number, or the number that arXiv opens for it; empty if the
            number is correct.
        subject: whether the number was written with a subject class.
    """

    number: str
    month: int
    version: str = ""
    problem: str = ""
    subject: bool = False

    @property
    def doi(self) -> Doi | None:
        """The DOI of the paper; None if the number has a problem."""
        return None if self.problem else Doi(ARXIV_PREFIX, f"arXiv.{self.number}")


def arxiv_number(text: str) -> ArxivNumber | None:
    """Return the arXiv number of a text, with or without version; None if it is not one."""
    is_likely = text[4:5] == "." or "/" in text or "%2f" in text.lower()
    found = _NUMBER.fullmatch(text) if is_likely else None
    return None if found is None else judged(found)


def judged(found: re.Match[str]) -> ArxivNumber:
    """Return the number and its problem, if any, from a match of `NUMBER`."""
    version = found["version"] or ""
    written = found[0][: -len(version) - 1] if version else found[0]
    archive = found["archive"]
    number = f"{archive.lower()}/{found['old']}" if found["old"] else written
    digits = found["old"] or found["month"]
    year = int(digits[:2])
    month = int(digits[2:4])
    century = 1900 if year >= _FIRST // 100 % 100 else 2000
    month = (century + year) * 100 + month if month in _MONTHS else 0
    why = _why_none(found, month) or ("versions start at v1" if version[:1] == "0" else "")
    problem = f"arXiv has no paper {written}: {why}" if why else _padded(found, month)
    meant = written if problem else number
    return ArxivNumber(meant, month, version, problem, subject=found["class"] is not None)


def _why_none(found: re.Match[str], month: int) -> str:
    """Return why a number is impossible; empty if it is possible."""
    if not month:
        return f"there is no month {(found['old'] or found['month'])[2:4]}"
    if found["old"]:
        return _why_no_old(found["old"], month)
    if found["archive"]:
        return "the name of an archive cannot precede an arXiv number with a dot"
    digits = found["digits"]
    size = _size(month)
    if month < _NEW:
        return "numbers with a dot start in April 2007, with 0704"
    if len(digits) != size and not _padded(found, month):
        return f"numbers from {found['month']} have {size} digits after the dot, not {len(digits)}"
    return "" if int(digits) else "in each month, the numbers start at 1"


def _why_no_old(digits: str, month: int) -> str:
    if len(digits) != _OLD_DIGITS:
        return f"old numbers have {_OLD_DIGITS} digits, not {len(digits)}"
    if not _FIRST <= month <= _LAST_OLD:
        return "old numbers run from 9107 to 0703"
    return "" if int(digits[4:]) else "in each month, the numbers start at 1"


def _size(month: int) -> int:
    return 5 if month >= _FIVE_DIGITS else 4


def _padded(found: re.Match[str], month: int) -> str:
    """Return the problem of a number that lacks a digit, or has a zero too many; otherwise nothing.

    arXiv opens such a number as if a zero before its digits were added or removed. In documents,
    however, the last digit is missing more often than a zero before the first one.
    """
    number = found["digits"]
    if found["old"] or {len(number), _size(month)} != {4, 5}:
        return ""
    prefix = found["month"]
    if len(number) < _size(month):
        advice = f"arXiv opens {prefix}.0{number}; check whether you mean that paper"
        return f"{prefix}.{number} lacks a digit: {advice}"
    return f"arXiv writes this number as {prefix}.{number[1:]}" if number[0] == "0" else ""


def is_sample(number: str) -> bool:
    """Return whether an arXiv number is a sample: `2301.00000`, `1234.56789` or `9999.99999`."""
    return _SAMPLE.fullmatch(number) is not None


def whole_name(text: str) -> str | None:
    """Return the DOI for an identifier, or for a mistyped DOI from arXiv or Zenodo, or None."""
    if record := _ZENODO.fullmatch(text):
        return f"{ZENODO_PREFIX}/zenodo.{record['record']}"
    label = _LABEL.fullmatch(text)
    number = label and arxiv_number(label["number"])
    doi = number.doi if number else None
    return None if doi is None else str(doi)


def wrong_name(doi: Doi) -> str:
    """Return the problem of an arXiv DOI and its solution; empty without a problem."""
    label = _LABEL.fullmatch(doi.suffix) if doi.prefix == ARXIV_PREFIX else None
    number = label and arxiv_number(label["number"])
    if label is None or number is None:
        return ""
    if number.problem:
        return number.problem
    right = str(number.doi)
    if number.version:
        advice = f"write {right}, without v{number.version}"
        return f"arXiv registers no DOIs for individual versions; {advice}"
    if number.subject:
        return f"a subject class is not part of the DOI; write {right}"
    return "" if label["mark"] == "." else f"arXiv registers no such DOI; write {right}"


def number_of(doi: Doi) -> ArxivNumber | None:
    """Return the arXiv number in an arXiv DOI; None for any other DOI."""
    label, _, number = doi.suffix.partition(".")
    is_arxiv = doi.prefix == ARXIV_PREFIX and label.lower() == "arxiv"
    return arxiv_number(number) if is_arxiv else None


def identifiers(
    text: str, wanted: Collection[str], before: str = ""
) -> Iterator[tuple[Span, Spelling]]:
    """Yield the wanted identifiers in running text, in order, with their spans and spellings.

    The spelling of an address is the whole address; the spelling of any other identifier is the
    number alone. `before` is the text before `text`, which may identify a number at its beginning.
    """
    before = before[-REACH:]
    whole = before + text
    first = len(before)
    pairs = [*(_numbers(whole, first) if ARXIV in wanted else ())]
    for record in _RECORD.finditer(whole, first) if ZENODO in wanted else ():
        span = Span(record.start(), _end(whole, record.end()))
        name = Span(*record.span("record")).shift(-span.start)
        doi = Doi(ZENODO_PREFIX, f"zenodo.{record['record']}")
        pairs.append((span, _spelling(span.cut(whole), name, doi)))
    end = 0
    for span, spelling in sorted(pairs, key=lambda pair: pair[0]):
        if span.start >= end:
            end = span.end
            yield span.shift(-first), spelling


def _numbers(text: str, first: int) -> Iterator[tuple[Span, Spelling]]:
    at = end = first
    while digits := _DIGITS.search(text, at):
        start, stop = max(end, digits.start() - _ARCHIVE), digits.end() + _REST
        near = _NUMBER.search(text, start, stop)
        core = near and _NUMBER.match(text, near.start())  # a match cut off at `stop` may be longer
        at = digits.start() + 1
        if core:
            at = end = core.end()
            if found := _of_number(text, core, first):
                yield found


def _of_number(text: str, core: re.Match[str], first: int) -> tuple[Span, Spelling] | None:
    at, end = core.span()
    reach = max(0, at - REACH)
    if _NO_NUMBER.search(text, reach, at):
        return None
    context = _CONTEXT.search(text, reach, at)
    if context is None:
        before = text[at - 1 : at]
        is_alone = not (before.isalnum() or before in {"/", ".", ":", "-"})
        if not (_STANDS_ALONE.match(text, at) or (is_alone and _CLASS.match(text, end))):
            return None
        number = judged(core)
        if number.problem and core["old"]:
            return None
    elif context.lastgroup == "address":
        start = max(first, context.start())
        return _spelled(text, Span(start, _end(text, end)), core)
    elif "\n\n" in context[0] or len(context[0]) > _LONGEST_LABEL:
        return None
    found = _spelled(text, Span(at, end), core)
    return None if context and context["phrase"] and found[1].error else found


def _end(text: str, at: int) -> int:
    """Return the end of an address, given the end of the number in it."""
    behind = _BEHIND.match(text, at)
    return behind.end() if behind else at


def _spelled(text: str, span: Span, core: re.Match[str]) -> tuple[Span, Spelling]:
    number = judged(core)
    name = Span(*core.span()).shift(-span.start)
    return span, _spelling(span.cut(text), name, number.doi, number.problem)


def _spelling(text: str, name: Span, doi: Doi | None, problem: str = "") -> Spelling:
    address = _HOST.match(text)
    host = Span(*address.span("host")) if address else Span(0, 0)
    error = DoiSyntaxError(Reason.IMPOSSIBLE_NUMBER, text, name, problem) if problem else None
    encoded = address is not None
    return spelled(text, Kind.IDENTIFIER, name, (doi, error), host=host, encoded=encoded)


def read_identifier(text: str, wanted: Collection[str]) -> Spelling | None:
    """Return the spelling of a text that is one wanted identifier; None for any other text.

    A label before the number is allowed, and so is an address.
    """
    span, found = next(identifiers(text, wanted), (None, None))
    if span is None or found is None:
        return None
    name = found.name.shift(span.start)
    before = text[: name.start]
    is_labelled = not before or _NUMBER_LABEL.fullmatch(before) is not None
    is_alone = name.end == len(text) and is_labelled
    is_whole = not any(map(str.isspace, text)) if found.encoded else is_alone
    problem = found.error.advice if found.error else ""
    return _spelling(text, name, found.doi, problem) if is_whole else None
