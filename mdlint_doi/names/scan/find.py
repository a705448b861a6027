"""Find every DOI in running text.

`scan_starts` finds where DOIs begin, `name_end` where they end, and `parse_spelling` their parts.
No character is read twice, so the time is linear. Escapes and entities count as the characters that
they represent, but spans and spellings refer to the unchanged text.

These texts are not reported unless something presents them as DOIs: ranges of network addresses
(`10.123.0.0/16`), sums (`10.000/12.000`, `10.500/Monat`), rates (`10.125/m`), and months
(`10.2015/11.2015`). These texts are never reported: patterns to be filled in (`10.1038/…`,
`10.5281/zenodo.<id>`), a prefix after the mere word (`DOI 10.5281`), a word after `doi.org/` in
prose, and mere punctuation.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from enum import Flag, auto
from typing import Final

from mdlint_doi.names.doi import Doi, DoiSyntaxError
from mdlint_doi.names.hosts import ADDRESS, service
from mdlint_doi.names.parse_spelling import read
from mdlint_doi.names.scan.name_end import Endings
from mdlint_doi.names.scan.scan_starts import (
    LABEL,
    Heads,
    lead_from,
    mistyped,
    places,
    stands_alone,
)
from mdlint_doi.names.spelling import PUBLISHERS, Kind, Notations, Spelling, decoded
from mdlint_doi.text.pattern import pattern
from mdlint_doi.text.placed_text import PlacedText, undo
from mdlint_doi.text.span import Ranges, Span
from mdlint_doi.text.value import Value

__all__ = ["Candidate", "find", "read"]

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
_GOES_ON: Final = frozenset("./_:-{$<\u2026")  # the first characters that `_PATTERN` can match
_BEGINNINGS: Final = frozenset({"10.5281/zenodo", "10.21105/joss", "10.48550/arxiv"})
"""The beginnings of repositories' DOIs, in lower case, which running text may mention alone."""
_FORMAT: Final = pattern(r"%[sd]\Z")
_WORTHY: Final = pattern(r"[^\W_]")
_ESCAPE: Final = pattern(
    r"\\(?P<escaped>[!-/:-@\[-`{-~])|\{\\(?P<latex>[_&%#$])\}|&(?P<entity>lt|gt|amp);"
)
_ENTITIES: Final = {"lt": "<", "gt": ">", "amp": "&"}
_PARTS: Final = ("scheme", "host", "lead", "name", "tail")
_BLANKS: Final = " \t\xa0"
_BEGINS: Final = pattern(r"[.%_]?[0-9A-Za-z]")


class Undone(Flag):
    """The kinds of escapes that were removed from a text, except percent-encoding in a URL."""

    NOTHING = 0
    MARKUP = auto()  # a backslash escape or an entity
    PERCENT = auto()  # percent-encoding of a bare DOI


class Candidate(Value):
    """One DOI found in running text.

    Attributes:
        span: its span in the text.
        spelling: the parts of the text, including escapes; `doi` is without escapes.
        undone: the kinds of escapes that were removed.
    """

    span: Span
    spelling: Spelling
    undone: Undone = Undone.NOTHING

    @property
    def written(self) -> str:
        """The unchanged text."""
        return self.spelling.text

    @property
    def doi(self) -> Doi | None:
        """The DOI; None if the text only looks like one."""
        return self.spelling.doi

    @property
    def error(self) -> DoiSyntaxError | None:
        """The reason why the text is not a DOI; None if it is one."""
        return self.spelling.error

    def to_dict(self) -> dict[str, object]:
        """Return the candidate for JSON: place, text, and the DOI or the error."""
        members: dict[str, object] = {"start": self.span.start, "end": self.span.end}
        return {
            **members,
            "written": self.written,
            "doi": None if self.doi is None else str(self.doi),
            "url": None if self.doi is None else self.doi.url(),
            "error": None if self.error is None else str(self.error),
        }


def find(
    text: str, notations: Notations = PUBLISHERS, *, markup: bool = True, before: str = ""
) -> list[Candidate]:
    """Return the DOIs in running text, in order and without overlaps; no DOI crosses a line end.

    Args:
        text: any running text.
        notations: the additional forms that count as DOIs.
        markup: whether backslashes and entities are escapes, and not plain characters.
        before: the text before `text`, which may identify an arXiv number at its beginning.
    """
    wanted = places(text, notations)
    found = list(_Scan(text, notations, markup=markup).candidates(wanted)) if wanted else []
    if not notations.identifiers:
        return found
    from mdlint_doi.names.repository_numbers import identifiers

    names = Ranges(candidate.span for candidate in found)
    numbers = identifiers(text, notations.identifiers, before)
    found += [Candidate(span, spelling) for span, spelling in numbers if not names.overlap(span)]
    return sorted(found, key=lambda candidate: candidate.span)


class _Scan:
    """One pass over one text; `_done` is the offset up to which the text was read."""

    def __init__(self, text: str, notations: Notations, *, markup: bool) -> None:
        self._text = text
        self._notations = Notations(notations.servers, notations.publishers)
        self._of_names = notations.of_names
        self._markup = markup
        self._endings = Endings(text)
        self._heads = Heads(text)
        self._done = 0

    def candidates(self, wanted: Iterable[int]) -> Iterator[Candidate]:
        for at in wanted:
            if at >= self._done and (candidate := self._at(at)):
                yield candidate

    def _at(self, at: int) -> Candidate | None:
        begin = self._heads.head(self._done, at)
        if begin is None:
            return self._bare(at)
        if begin["address"] is not None:
            return self._address(begin.start(), begin.end())
        return self._label(begin.start(), begin.end()) or self._bare(at)

    def _bare(self, at: int) -> Candidate | None:
        is_bare = at >= self._done and stands_alone(self._text, at)
        return self._candidate(at, self._ending(at, at, bare=True)) if is_bare else None

    def _address(self, start: int, known: int) -> Candidate | None:
        address = ADDRESS.match(self._text, start)
        begin = known if address is None else address.end()
        found = service(address["host"], self._notations.servers) if address else None
        if found is None and (slip := mistyped(self._text, start)):
            begin = slip.end()
        if found:
            begin = lead_from(self._text, begin, self._notations.servers, found).end
        end = self._ending(start, begin, url=True)
        return self._candidate(start, max(end, begin), address=True)

    def _label(self, start: int, known: int) -> Candidate | None:
        text = self._text
        while (label := LABEL.match(text, start)) and label[0][-1] in _BLANKS:
            if address := self._addressed(label.end()):
                return self._address(label.end(), address.end())
            if not LABEL.match(text, label.end()):
                break
            start = label.end()
        lead = lead_from(text, start, self._notations.servers)
        if not lead.label or not _BEGINS.match(text, lead.end):
            self._done = max(known, lead.end)
            return None
        end = self._ending(start, lead.end)
        word = label is not None and ("=" in label[0] or label["loose"] is not None)
        return self._candidate(start, max(end, lead.end), quiet=word)

    def _addressed(self, at: int) -> re.Match[str] | None:
        address = ADDRESS.match(self._text, at)
        if address and (address["scheme"] or service(address["host"], self._notations.servers)):
            return address
        is_web = self._text[at : at + 4].lower() == "http"
        return mistyped(self._text, at) if is_web else None

    def _ending(self, start: int, begin: int, *, bare: bool = False, url: bool = False) -> int:
        """Return the end of the DOI that begins at `begin`, and advance `_done`."""
        before = self._text[start - 1 : start]
        end, walked = self._endings.ending(begin, before, bare=bare, url=url)
        self._done = max(walked, begin, start + 1)
        return end

    def _candidate(
        self, start: int, end: int, *, address: bool = False, quiet: bool = False
    ) -> Candidate | None:
        piece, undone = self._text[start:end], Undone.NOTHING
        notations = self._notations if address else self._of_names
        if self._markup and ("\\" in piece or "&" in piece) and _ESCAPE.search(piece):
            plain = unescaped(piece)
            undone = Undone.MARKUP
            spelling = read(plain.text, notations, in_text=True)
            if spelling:  # the parts as spans of `piece`
                parts = {part: _escaped(plain, getattr(spelling, part)) for part in _PARTS}
                spelling = spelling.replace(text=piece, **parts)
        else:
            spelling = read(piece, notations, in_text=True)
        if spelling is None or not is_meant(spelling, self._text, end, quiet=quiet):
            return None
        if spelling.kind is Kind.BARE and "%" in piece:
            plainer = spelling if spelling.encoded else decoded(spelling)
            if spelling.encoded or plainer is not spelling:
                spelling, undone = plainer, undone | Undone.PERCENT
        return Candidate(Span(start, end), spelling, undone)


def unescaped(text: str) -> PlacedText:
    r"""Return `text` without escapes, with the offsets of its characters in `text`.

    Escapes are a backslash before ASCII punctuation (CommonMark section 2.4, rST), `{\_}` (LaTeX)
    and the entities of `<`, `>` and `&`.
    """

    def meaning(found: re.Match[str]) -> str:
        return found["escaped"] or found["latex"] or _ENTITIES[found["entity"]]

    return undo(text, (0, len(text)), _ESCAPE, meaning)


def _escaped(plain: PlacedText, span: Span) -> Span:
    """Return the place of a part of a text without escapes in the text with escapes."""
    return plain.span(span.start, span.end)


def is_meant(spelling: Spelling, text: str, end: int, *, quiet: bool) -> bool:
    """Return whether the piece of `text` that ends at `end` is meant as a DOI, even a wrong one.

    With `quiet`, only a valid DOI counts, because the text before it is a weak sign.
    """
    if text[end : end + 1] in _GOES_ON and _PATTERN.match(text, end):
        # An ellipsis may end the sentence, but `10.5281/zenodo...` is a pattern.
        is_whole = spelling.doi is not None and _DIGIT.search(spelling.doi.suffix) is not None
        return is_whole and text.startswith(("...", "\u2026"), end)
    if spelling.doi is None:
        name = spelling.name.cut(spelling.text)
        only_ten = spelling.kind is Kind.SCHEME and name == "10"
        return not (quiet or only_ten or _FORMAT.search(name))
    suffix = spelling.doi.suffix
    if spelling.kind is Kind.BARE and (
        _AMOUNT.match(str(spelling.doi)) or str(spelling.doi).lower() in _BEGINNINGS
    ):
        return False
    if spelling.kind is Kind.LINK and spelling.doi.is_short and not spelling.scheme.end:
        return not suffix.isalpha()
    return _WORTHY.search(suffix) is not None
