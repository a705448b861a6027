"""Text -> candidates: every DOI in running text, and where each ends.

One pass from left to right. Two searches propose places: one for `10.`, which begins with a
literal and so runs at memory speed, and one for `doi`, for what has no `10.` (shortDOIs, lost
prefixes) and for what stands before one. At each proposal the construct's beginning is looked up
to its left (not further than 512 code points or the last candidate), its end by `ending`, and
`reading` takes the piece apart. What was walked over is not looked at again, so the time grows
with the text's length whatever is in it.

A bare name in running text is decoded where its escapes were made by a program: upper-case
hexadecimal digits, as RFC 3986 section 2.1 has them, or an encoded slash behind the prefix. Others
stay: the one registered name known to hold an escape (`…113:1/2%3c7::aid-fedr7%3e3.0.co;2-5`)
has them in lower case. `Candidate.undone` tells.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from enum import Flag, auto
from typing import Final

from mdlint_doi.names.doi import Doi
from mdlint_doi.names.ending import Endings
from mdlint_doi.names.errors import DoiSyntaxError
from mdlint_doi.names.hosts import service
from mdlint_doi.names.leads import ADDRESS, LABEL, lead_from
from mdlint_doi.names.markup import has_escapes, undo
from mdlint_doi.names.naming import decoded
from mdlint_doi.names.reading import read
from mdlint_doi.names.span import Span
from mdlint_doi.names.spelling import Spelling

__all__ = ["Candidate", "find", "read"]

_CORE: Final = re.compile(r"10(?:\\?\.|%2[Ee])[0-9]{3,9}(?:\.[0-9]+)*(?:\\?/|%2[Ff])(?=[^\s])")
_LABEL_WORD: Final = re.compile(r"[Dd][Oo][Ii](?=[.\-:\uff1a=%\ \t\xa0/1])")
_HEAD: Final = re.compile(
    r"""
      (?<![0-9A-Za-z]) (?:https?|rtsp|ftp):/
    | (?<![\w:/.-]) // (?=[a-z0-9])
    | (?<![\w.@/%-]) (?:[a-z0-9-]+\.)+ [a-z]{2,} (?::[0-9]+)? /
    | (?<![0-9A-Za-z]) (?: urn:(?:doi:|10) | info:(?:doi/|hdl/|eu-repo/) | hdl: | doi(?=[^.\-]) )
    """,
    re.VERBOSE | re.IGNORECASE,
)
_LEFT_RUN: Final = re.compile(
    r"[^\s<>\"'`(){}\[\]|\ufffd\u2018-\u201f\u00ab\u00bb\u3000-\u3011\uff01-\uff0f\uff1b-\uff20]*"
)
_REACH: Final = 512
_OCTETS: Final = re.compile(r"10\.[0-9]{1,3}\.[0-9]{1,3}\.[0-9]{1,3}/[0-9]{1,2}(?![0-9A-Za-z])")
_UNIT: Final = re.compile(r"10\.[0-9]{3}/[0-9A-Za-z]{1,2}\Z")


class Undone(Flag):
    """What lay between the text and the name, beside the percent-encoding of addresses."""

    NOTHING = 0
    MARKUP = auto()
    """A backslash escape or an entity."""
    PERCENT = auto()
    """Percent-encoding of a bare name."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """One DOI found in running text.

    Attributes:
        span: where it stands.
        spelling: the piece of text taken apart, escapes and all; its `doi` has them undone.
        undone: what had to be undone to get there.

    """

    span: Span
    spelling: Spelling
    undone: Undone = Undone.NOTHING

    @property
    def written(self) -> str:
        """The text as it stands."""
        return self.spelling.text

    @property
    def doi(self) -> Doi | None:
        """The name; None if what is presented as one is none."""
        return self.spelling.doi

    @property
    def error(self) -> DoiSyntaxError | None:
        """Why it is none."""
        return self.spelling.error


def find(text: str, *, servers: Collection[str] = (), publishers: bool = True) -> list[Candidate]:
    """Return the DOIs in running text, in order, without overlaps, none across a line end.

    Args:
        text: any text: prose, Markdown, rST, HTML.
        servers: hosts, each with its port, that count as resolvers.
        publishers: take publishers' addresses that carry a DOI.

    """
    return list(_Scan(text, servers, publishers=publishers).candidates())


class _Scan:
    """One pass over one text."""

    def __init__(self, text: str, servers: Collection[str], *, publishers: bool) -> None:
        self._text = text
        self._servers = servers
        self._publishers = publishers
        self._endings = Endings(text)
        self._done = 0

    def candidates(self) -> Iterator[Candidate]:
        for at in self._places():
            if at >= self._done and (candidate := self._at(at)):
                yield candidate

    def _places(self) -> list[int]:
        """Return where to look, in order."""
        text = self._text
        places = [found.start() for found in _CORE.finditer(text)]
        places += [found.start() for found in _LABEL_WORD.finditer(text)]
        for server in self._servers:
            places += [found.start() for found in re.finditer(re.escape(server), text, re.I)]
        return sorted(places)

    def _at(self, at: int) -> Candidate | None:
        left = self._left(at)
        head = _HEAD.search(self._text, left, at + 8)
        if head and head.start() <= at:
            if ADDRESS_HEAD.match(head[0]):
                return self._address(head.start())
            return self._label(head.start(), at)
        if _CORE.match(self._text, at) and self._stands_alone(at, left):
            return self._bare(at)
        return None

    def _left(self, at: int) -> int:
        """Return where the run of text that `at` stands in begins."""
        run = _LEFT_RUN.match(self._text[max(self._done, at - _REACH) : at][::-1])
        return at - (run.end() if run else 0)

    def _address(self, start: int) -> Candidate | None:
        text = self._text
        address = ADDRESS.match(text, start)
        if address is None:
            self._done = start + 1
            return None
        found = service(address["host"], self._servers)
        begin = lead_from(text, address.end(), self._servers, found).end if found else address.end()
        end = self._ending(start, begin, link=True)
        return self._candidate(start, max(end, begin), publishers=self._publishers)

    def _label(self, start: int, at: int) -> Candidate | None:
        text = self._text
        label = LABEL.match(text, start)
        if label is None:
            self._done = max(at, start) + 1
            return None
        apart = text[label.end() - 1] in " \t\xa0"
        if (
            apart
            and (address := ADDRESS.match(text, label.end()))
            and (address["scheme"] or service(address["host"], self._servers))
        ):
            return self._address(label.end())
        lead = lead_from(text, start, self._servers)
        end = self._ending(start, lead.end, link=not lead.loose)
        if text[lead.end : end] in {"10", "10."}:
            return None
        return self._candidate(start, end)

    def _stands_alone(self, at: int, left: int) -> bool:
        """Whether no longer number, path or word goes into the name at `at`."""
        before = self._text[at - 1 : at]
        if before == "/":
            return at >= 2 and left == at - 1 and False
        if before == "_":
            return not self._text[at - 2 : at - 1].isalnum()
        if before in {".", ",", "-", "+", "$", "€", "£", "\\", "%"} and before:
            return before == "," and not self._text[at - 2 : at - 1].isspace()
        return not before.isalnum() or _cjk(before)

    def _bare(self, start: int) -> Candidate | None:
        end = self._ending(start, start, link=False)
        piece = self._text[start:end]
        if _OCTETS.match(piece) or _UNIT.match(piece):
            return None
        return self._candidate(start, end)

    def _ending(self, start: int, begin: int, *, link: bool) -> int:
        ending = self._endings.ending(begin, self._text[start - 1 : start], link=link)
        self._done = max(ending.walked, begin, start + 1)
        return ending.end

    def _candidate(self, start: int, end: int, *, publishers: bool = False) -> Candidate | None:
        piece = self._text[start:end]
        undone = Undone.NOTHING
        if has_escapes(piece):
            plain, places = undo(piece)
            undone = Undone.MARKUP
            spelling = read(plain, servers=self._servers, publishers=publishers)
            spelling = spelling and _stretched(spelling, piece, places)
        else:
            plain = piece
            spelling = read(piece, servers=self._servers, publishers=publishers)
        if spelling is None or (spelling.doi and not _WORTHY.search(spelling.doi.suffix)):
            return None
        if not spelling.encoded and "%" in plain:
            plainer = decoded(spelling)
            if plainer is not spelling:
                spelling, undone = plainer, undone | Undone.PERCENT
        return Candidate(Span(start, end), spelling, undone)


_WORTHY: Final = re.compile(r"[^\W_]")
ADDRESS_HEAD: Final = re.compile(r"(?:https?|rtsp|ftp):|//|[^:/]+(?::[0-9]+)?/", re.IGNORECASE)


def _cjk(character: str) -> bool:
    return character >= "\u0e00" and character.isalpha()


def _stretched(spelling: Spelling, piece: str, places: list[int]) -> Spelling:
    """Return the spelling of `piece`, of which `spelling` has the escapes undone."""

    def there(span: Span) -> Span:
        return Span(places[span.start], places[span.end])

    return replace(
        spelling,
        text=piece,
        scheme=there(spelling.scheme),
        host=there(spelling.host),
        lead=there(spelling.lead),
        name=there(spelling.name),
        tail=there(spelling.tail),
    )
