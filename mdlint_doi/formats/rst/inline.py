"""Find the inline markup of one block: roles, links, literals, references, URLs.

The algorithm is that of `Inliner` in docutils 0.22 and of the "Inline markup recognition rules" in
the specification. As there, a NUL replaces each backslash that escapes, so that all indexes stay
valid. docutils cuts the text after each construct and reads the rest as a new text; `_Reader.begin`
is where this rest begins. A search that found nothing is not repeated.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from enum import Enum, auto
from typing import Final, NamedTuple

from mdlint_doi.formats.role_names import title_and_target
from mdlint_doi.formats.rst.urls import (
    CLOSERS,
    OPENERS,
    QUOTE_PAIRS,
    SUFFIX,
    begins_with_url,
    find_urls,
    may_begin,
)
from mdlint_doi.text.pattern import pattern

Range = tuple[int, int]
"""Start and end in the text of a block."""
NAME: Final = r"[^\W_]++(?>(?:[-._+:][^\W_]++)*)"
"""A simple reference name: letters and digits, with single marks between them."""

_SPECIAL: Final = pattern(
    rf"""
    [*`]                            # emphasis, strong; literal, interpreted text, phrase
  | \|(?!\|)                        # substitution reference
  | _`                              # inline internal target
  | (?<=[^\W_])_                    # end of a reference name
  | \[(?=[\#*\w])                   # footnote or citation reference
  | (?<![^\W_]):(?P<role>{NAME}):(?=`(?!`))
    """,
    re.VERBOSE,
)
_REFERENCE_END: Final = pattern(rf"__?{SUFFIX}")
_FOOTNOTE: Final = pattern(rf"\[(?:[0-9]+|\#(?:{NAME})?|\*|(?P<citation>{NAME}))\]_{SUFFIX}")
_BLANK: Final = pattern(r"\s")
_INTERPRETED: Final = "interpreted"
_ENDS: Final = {
    "*": pattern(rf"(?<![\s\0])\*{SUFFIX}"),
    "**": pattern(rf"(?<![\s\0])\*\*{SUFFIX}"),
    "``": pattern(rf"(?<!\s)``{SUFFIX}"),
    "_`": pattern(rf"(?<![\s\0])`{SUFFIX}"),
    "|": pattern(rf"(?<![\s\0])\|(?P<reference>_{{0,2}}){SUFFIX}"),
    _INTERPRETED: pattern(
        rf"(?<!(?<!\0)[\s\0])`(?::(?P<role>{NAME}):)?(?P<reference>__?)?{SUFFIX}"
    ),
}
_ESCAPE: Final = pattern(r"\\([\s\S]?)")
_GONE: Final = pattern("\0[ \n]?")
_ESCAPED_BLANKS: Final = ("\0 ", "\0\n")
_GONE_FROM_URI: Final = pattern("\0[ \n]?|\\s+")


class Meant(NamedTuple):
    """A text without its escapes.

    Attributes:
        text: the text without escapes.
        indexes: the index in the escaped text where each character begins, and where the last ends.
    """

    text: str
    indexes: tuple[int, ...]


class AtomKind(Enum):
    """The kind of an inline construct; none contains another."""

    EMPHASIS = auto()
    STRONG = auto()
    LITERAL = auto()
    ROLE = auto()  # interpreted text, with a role or without
    LINK = auto()  # a phrase with an embedded URI
    REFERENCE = auto()  # a word or a phrase that names a target, with an embedded alias or without
    URL = auto()  # a standalone URL or mail address, as far as docutils links it
    TARGET = auto()  # an inline internal target
    FOOTNOTE = auto()
    CITATION = auto()
    SUBSTITUTION = auto()
    PROBLEM = auto()  # markup that docutils reports as broken: a start without an end, two roles


_KINDS: Final = {
    "*": AtomKind.EMPHASIS,
    "**": AtomKind.STRONG,
    "``": AtomKind.LITERAL,
    "_`": AtomKind.TARGET,
    "|": AtomKind.SUBSTITUTION,
}


class RstAtom(NamedTuple):
    """An inline construct.

    Attributes:
        kind: the kind of the construct.
        start: the index where it begins.
        end: the index where it ends.
        inner: the range between its marks.
        name: the name of a role, or the scheme of a URL; empty for a mail address.
        shown: the range of a link's text, or of a role's explicit title; otherwise as `inner`.
        target: the range of a link's URI, or of the text in angle brackets; otherwise None.
        anonymous: whether it is a reference or a link that ends with two underscores.
    """

    kind: AtomKind
    start: int
    end: int
    inner: Range
    name: str = ""
    shown: Range = (0, 0)
    target: Range | None = None
    anonymous: bool = False


class RstInline(NamedTuple):
    r"""The inline markup of one block.

    Attributes:
        escaped: the block's text with a NUL for each backslash that escapes.
        atoms: the atoms, in order.
    """

    escaped: str
    atoms: tuple[RstAtom, ...]


def parse_inline(text: str) -> RstInline:
    r"""Return the inline markup of a block, whose lines are joined with `\n`."""
    reader = _Reader(escape(text))
    reader.run()
    return RstInline(reader.text, tuple(reader.atoms))


def escape(text: str) -> str:
    """Return the text with a NUL for each backslash that escapes; of the same length."""
    return _ESCAPE.sub("\0\\1", text) if "\\" in text else text


def meant(escaped: str, start: int, end: int, *, is_uri: bool = False) -> Meant:
    """Return `escaped[start:end]` without escapes; in a URI, only escaped blanks are kept.

    The place of an escaped character includes its backslash.
    """
    gone = (_GONE_FROM_URI if is_uri else _GONE).finditer(escaped, start, end)
    gaps = [(match.start(), match.end(), match[0]) for match in gone]
    parts: list[str] = []
    indexes: list[int] = []
    at = begin = start  # of the next kept text, without and with its backslash
    for stop, behind, what in (*gaps, (end, end, "")):
        if at < stop:
            parts.append(escaped[at:stop])
            indexes += (begin, *range(at + 1, stop))
        if is_uri and what in _ESCAPED_BLANKS:
            parts.append(" ")
            indexes.append(stop)
        at = behind
        begin = stop if what == "\0" else behind
    return Meant("".join(parts), (*indexes, end))


class _Reader:
    def __init__(self, escaped: str) -> None:
        self.text = escaped
        self.atoms: list[RstAtom] = []
        self.begin = 0  # where the rest begins that docutils reads as a new text
        self._plain = 0  # where the text after the last construct begins
        self._ends: dict[str, int] = {}

    def run(self) -> None:
        at = 0
        while special := _SPECIAL.search(self.text, at):
            at = special.start() + 1
            if special[0] == "_" or may_begin(self.text, special.start(), self.begin):
                at = _STEPS[special[0][0]](self, special)
        self._finish_plain(len(self.text))

    def _finish_plain(self, end: int) -> None:
        for url in find_urls(self.text, self._plain, end):
            whole = url.start, url.end
            self.atoms.append(RstAtom(AtomKind.URL, *whole, whole, url.scheme, whole, whole))

    def _add(self, atom: RstAtom) -> int:
        self._finish_plain(atom.start)
        self.atoms.append(atom)
        self.begin = self._plain = atom.end
        return atom.end

    def _problem(self, start: int, end: int) -> int:
        return self._add(RstAtom(AtomKind.PROBLEM, start, end, (start, end), "", (start, end)))

    def _find_end(self, mark: str, at: int) -> re.Match[str] | None:
        """Return the end of a construct whose text begins at `at`; None if none, or it is empty."""
        if self._ends.get(mark, 0) < 0:
            return None
        end = _ENDS[mark].search(self.text, at)
        if end is None:
            self._ends[mark] = -1
        return end if end and end.start() > at else None

    def _is_quoted(self, start: int, end: int) -> bool:
        """Return whether a start mark is between matching quotes or brackets, or ends the text."""
        if start == self.begin:
            return False
        if end == len(self.text):
            return True
        before, behind = self.text[start - 1], self.text[end]
        place = OPENERS.find(before)
        if place < 0 or before == "\\":
            return False
        return behind == CLOSERS[place] or behind in QUOTE_PAIRS.get(before, "")

    def marked(self, special: re.Match[str]) -> int:
        """Read a construct between marks, an inline target or interpreted text."""
        start = special.start()
        mark = self.text[start : start + 2]
        if mark not in _KINDS:
            mark = mark[0]
        behind = start + len(mark)
        if _BLANK.match(self.text, behind):
            return start + 1
        if self._is_quoted(start, behind):
            self.begin = behind
            return behind
        if mark == "`":
            return self._interpreted(start, behind, "")
        end = self._find_end(mark, behind)
        if end is None:
            return self._problem(start, behind)
        inner = behind, end.start()
        return self._add(RstAtom(_KINDS[mark], start, end.end(), inner, "", inner))

    def role(self, special: re.Match[str]) -> int:
        """Read interpreted text after its role."""
        behind = special.end() + 1
        if _BLANK.match(self.text, behind):
            return special.start() + 1
        return self._interpreted(special.start(), behind, special["role"])

    def _interpreted(self, start: int, behind: int, role: str) -> int:
        end = self._find_end(_INTERPRETED, behind)
        if end is None:
            return self._problem(behind - 1, behind)
        suffix = end["role"] or ""
        if (role and (suffix or end["reference"])) or (suffix and end["reference"]):
            return self._problem(start, end.end())
        inner = behind, end.start()
        if end["reference"]:
            return self._add(_phrase(self.text, start, end, inner))
        # The text is split as Sphinx's roles split `title <target>`.
        shown, target = title_and_target(self.text, *inner) or (inner, None)
        atom = RstAtom(AtomKind.ROLE, start, end.end(), inner, role or suffix, shown, target)
        return self._add(atom)

    def reference(self, special: re.Match[str]) -> int:
        """Read an inline target, or the name before an underscore."""
        if special.group() == "_`":
            return self.marked(special)
        at = special.start()
        end = _REFERENCE_END.match(self.text, at)
        start = self._name_start(at) if end else -1
        if end is None or start < 0:
            return at + 1
        inner = start, at
        atom = RstAtom(AtomKind.REFERENCE, start, end.end(), inner, "", inner)
        return self._add(atom._replace(anonymous=end[0] == "__"))

    def _name_start(self, end: int) -> int:
        """Return the first index where the reference name that ends at `end` may begin, or -1."""
        text, start, at = self.text, -1, end
        while at > self.begin:
            if text[at - 1].isalnum():
                at -= 1
                start = at if may_begin(text, at, self.begin) else start
            elif text[at - 1] in "-._+:" and text[at - 2 : at - 1].isalnum():
                at -= 1
            else:
                break
        return start

    def footnote(self, special: re.Match[str]) -> int:
        """Read a footnote or citation reference."""
        start = special.start()
        match = _FOOTNOTE.match(self.text, start)
        if match is None:
            return start + 1
        kind = AtomKind.CITATION if match["citation"] else AtomKind.FOOTNOTE
        inner = start + 1, match.end() - 2
        return self._add(RstAtom(kind, start, match.end(), inner, "", inner))


_STEPS: Final[dict[str, Callable[[_Reader, re.Match[str]], int]]] = {
    **dict.fromkeys("*|`", _Reader.marked),
    ":": _Reader.role,
    "_": _Reader.reference,
    "[": _Reader.footnote,
}


def _phrase(text: str, start: int, end: re.Match[str], inner: Range) -> RstAtom:
    anonymous = end["reference"] == "__"
    kind = AtomKind.REFERENCE
    shown = inner
    target = _embedded(text, inner)
    if target is not None:
        shown = inner[0], inner[0] + len(text[inner[0] : target[0] - 1].rstrip(" \n"))
        shown = target if shown[0] == shown[1] else shown
        is_name = text[target[1] - 1] == "_" and text[target[1] - 2 : target[1]] != "\0_"
        is_alias = is_name and not begins_with_url(text, *target)
        kind = AtomKind.REFERENCE if is_alias else AtomKind.LINK
    return RstAtom(kind, start, end.end(), inner, "", shown, target, anonymous)


def _embedded(text: str, inner: Range) -> Range | None:
    """Return the range in angle brackets at the end of a phrase; None if there is none."""
    start, end = inner
    if text[end - 1] != ">" or end - start < len("<a>"):
        return None
    opening = _last_bracket(text, start, end - 1)
    if opening < 0 or (opening > start and text[opening - 1] not in " \n"):
        return None
    first, last = text[opening + 1], text[end - 2]
    if first.isspace() or last.isspace() or last == "\0" or opening + 1 == end - 1:
        return None
    return opening + 1, end - 1


def _last_bracket(text: str, start: int, end: int) -> int:
    """Return the index of the last `<` that is not escaped; -1 if a `>` follows it, or none."""
    for at in range(end - 1, start - 1, -1):
        if text[at] in "<>" and (at == start or text[at - 1] != "\0"):
            return at if text[at] == "<" else -1
    return -1
