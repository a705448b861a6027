"""Text -> spellings of identifiers: numbers of arXiv and records of Zenodo, and where each stands.

A number of arXiv is one by what stands before it: an address of arXiv or of a site that shows its
papers, the word arXiv as a label, CoRR's `abs/`; or by its subject class in brackets behind it. The
old numbers of hyphenated archives need nothing (`gr-qc/0512160`). No other numbers are: versions,
amounts, keys and file names look the same. Nor are the numbers in badges, bibcodes and names of
arXiv, which are DOIs.

Source: collected in `spec/arxiv.md`, sections 2 and 7.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from typing import Final

from mdlint_doi.names.doi import Doi, DoiSyntaxError, Reason
from mdlint_doi.names.notations import ARXIV, REACH, SUBJECT, ZENODO, ZENODO_PREFIX
from mdlint_doi.names.repository_numbers import HYPHENATED, NUMBER, judged
from mdlint_doi.names.spelling import Kind, Spelling, spelled
from mdlint_doi.text.pattern import pattern
from mdlint_doi.text.span import Span

_RECORD: Final = pattern(
    r"(?P<before> (?:https?:)?//(?:www\.)? | (?<![a-z0-9./-]) (?:www\.)? )"
    r"zenodo\.org/(?:api/)?records?/+ (?P<record>[0-9]{2,9})(?![0-9])",
    re.VERBOSE | re.IGNORECASE,
)
_CORE: Final = pattern(NUMBER, re.VERBOSE | re.IGNORECASE)
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
          (?: [ ~]+ (?: preprint | e-?prints? | number | id | paper | no\. | :?doi ) )*+
          (?: </[a-z]+> | \*+ | _+ )? (?: \s*\}* (?: [\[(:=,'"`\#*_/.{]\s* | \s | ~ | %3a )+ ){1,2}
          (?: no\.\s* )? (?: arxiv (?::|%3a) \s* )? (?: abs/ )? )
      | (?P<corr> \bcorr\b [^a-z0-9]{1,12} abs/ ) )\Z
    """,
    re.VERBOSE | re.IGNORECASE,
)
_DIGITS: Final = pattern(r"[0-9]{4}\.[0-9]{3}|(?:/|%2f)[0-9]{4}", re.IGNORECASE)
"""What each number has: found four times as fast as the numbers, of which most texts have few."""
_ARCHIVE: Final = 24
"""Code points of the longest archive with its class."""
_REST: Final = 24
"""Code points of the longest number behind its first digits, and some more."""
_HOST: Final = pattern(r"(?:https?:)?/{0,2}(?P<host>[^/\s:]+\.[^/\s]+)/", re.IGNORECASE)
_LABEL: Final = pattern(r"\s*(?:arxiv\s*[:.]\s*)+|corr\W+abs/", re.IGNORECASE)
_LONGEST_LABEL: Final = 48
_STANDS_ALONE: Final = pattern(
    rf"(?<![A-Za-z0-9/._=-]){HYPHENATED}/[0-9]{{7}}(?:v[0-9]+)?(?![0-9/])"
)
_CLASS: Final = pattern(rf"\s*\[{SUBJECT}", re.IGNORECASE)
_NO_NUMBER: Final = pattern(r"10\.48550(?:/|%2f)\S*\Z|/badge/[^\s)\"'\]]*\Z", re.IGNORECASE)
"""What a name of arXiv begins with, and a picture of a number."""
_BEHIND: Final = pattern(
    r"(?:\.pdf|\.html?)?/?(?:[?#][^\s<>\"'`)\]}|]*(?<![.,;:!?]))?", re.IGNORECASE
)


def identifiers(
    text: str, wanted: Collection[str], before: str = ""
) -> Iterator[tuple[Span, Spelling]]:
    """Yield the identifiers in running text, in order: where each stands, and the spelling.

    Of an address all of it is the spelling, of any other identifier the number alone.

    Args:
        text: any text.
        wanted: which are looked for.
        before: what stands before the text, and may say what a number at its beginning is.

    """
    before = before[-REACH:]
    whole, first = before + text, len(before)
    found = _numbers(whole, first) if ARXIV in wanted else iter(())
    pairs = [*found, *(_records(whole, first) if ZENODO in wanted else ())]
    end = 0
    for span, spelling in sorted(pairs, key=lambda pair: pair[0]):
        if span.start >= end:
            end = span.end
            yield span.shift(-first), spelling


def _numbers(text: str, first: int) -> Iterator[tuple[Span, Spelling]]:
    at = end = first
    while digits := _DIGITS.search(text, at):
        start, stop = max(end, digits.start() - _ARCHIVE), digits.end() + _REST
        near = _CORE.search(text, start, stop)
        core = near and _CORE.match(text, near.start())  # what ends at `stop` may go on
        at = digits.start() + 1
        if core:
            at = end = core.end()
            found = _of_number(text, core, first)
            if found is not None:
                yield found


def _of_number(text: str, core: re.Match[str], first: int) -> tuple[Span, Spelling] | None:
    at, end = core.span()
    reach = max(0, at - REACH)
    if _NO_NUMBER.search(text, reach, at):
        return None
    context = _CONTEXT.search(text, reach, at)
    if context is None:
        if not (_STANDS_ALONE.match(text, at) or (_CLASS.match(text, end) and _is_alone(text, at))):
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
    """Return where an address ends whose number ends at `at`."""
    behind = _BEHIND.match(text, at)
    return behind.end() if behind else at


def _is_alone(text: str, at: int) -> bool:
    return not (text[at - 1 : at].isalnum() or text[at - 1 : at] in {"/", ".", ":", "-"})


def _spelled(text: str, span: Span, core: re.Match[str]) -> tuple[Span, Spelling]:
    number = judged(core)
    name = Span(*core.span()).shift(-span.start)
    return span, _spelling(span.cut(text), name, number.doi, number.problem)


def _records(text: str, first: int) -> Iterator[tuple[Span, Spelling]]:
    for found in _RECORD.finditer(text, first):
        span = Span(found.start(), _end(text, found.end()))
        name = Span(*found.span("record")).shift(-span.start)
        yield span, _spelling(span.cut(text), name, Doi(ZENODO_PREFIX, f"zenodo.{found['record']}"))


def _spelling(text: str, name: Span, doi: Doi | None, problem: str = "") -> Spelling:
    address = _HOST.match(text)
    host = Span(*address.span("host")) if address else Span(0, 0)
    error = DoiSyntaxError(Reason.IMPOSSIBLE_NUMBER, text, name, problem) if problem else None
    encoded = address is not None
    return spelled(text, Kind.IDENTIFIER, name, (doi, error), host=host, encoded=encoded)


def read_identifier(text: str, wanted: Collection[str]) -> Spelling | None:
    """Return the spelling of a text that is one identifier: an address, or a number and its label.

    Args:
        text: one delimited thing.
        wanted: which are looked for.

    """
    span, found = next(identifiers(text, wanted), (None, None))
    if span is None or found is None:
        return None
    name = found.name.shift(span.start)
    if found.encoded:
        is_whole = not any(map(str.isspace, text))
    else:
        before = text[: name.start]
        is_whole = name.end == len(text) and (not before or _LABEL.fullmatch(before) is not None)
    problem = found.error.advice if found.error else ""
    return _spelling(text, name, found.doi, problem) if is_whole else None
