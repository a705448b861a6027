"""Read atoms: inline constructs without markup inside, such as code spans and bare URLs.

Each method receives an offset and returns the atom that begins there. If there is none, it returns
None or the offset at which to continue. Failed searches are remembered, so that openings without an
end take linear time.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from typing import Final

from mdlint_doi.commonmark.destination import bare_link_end, without_tail
from mdlint_doi.commonmark.model import Atom, AtomKind
from mdlint_doi.text.pattern import pattern

_ATTRIBUTE: Final = (
    r"\s+[A-Za-z_:][A-Za-z0-9_.:-]*+(?>(?:\s*=\s*(?:[^\s\"'=<>`]++|'[^']*+'|\"[^\"]*+\"))?)"
)
OPEN_TAG: Final = rf"<[A-Za-z][A-Za-z0-9-]*+(?>(?:{_ATTRIBUTE})*)\s*+/?>"
CLOSE_TAG: Final = r"</[A-Za-z][A-Za-z0-9-]*+\s*+>"
_TICKS: Final = pattern(r"`+")
_AUTOLINK: Final = pattern(r"<([A-Za-z][A-Za-z0-9+.-]{1,31}:[^<>\x00-\x20\x7f]*+)>")
_TAG: Final = pattern(rf"{OPEN_TAG}|{CLOSE_TAG}")
_ROLE: Final = pattern(r"\{([A-Za-z0-9_.:+-]{1,64})\}(`+)")
_FOOTNOTE: Final = pattern(r"\[\^[^\s\[\]]{1,999}\]")
_MATH_END: Final = pattern(r"(?<![\s\\$])\$(?![0-9$])")
_END_OF_URL: Final = pattern(r"\{:|\[\^|\s")
"""Text that ends a URL elsewhere than on GitHub: an attribute list, a footnote mark, a blank."""
_SPANS: Final = (("<!--", "-->"), ("<?", "?>"), ("<![CDATA[", "]]>"), ("<!", ">"))
_LINK: Final = pattern(r"\]\(|(?<!\{)\bhttps?://")
DECLARATION: Final = pattern("<![A-Za-z]")

Step = Atom | int


class Atoms:
    """The atoms of one text."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._ticks: dict[int, list[int]] | None = None
        self._math_ends: list[int] | None = None
        self._links: list[tuple[int, int]] | None = None
        self._absent: set[str] = set()

    def code(self, at: int) -> Step:
        """Read a code span (CommonMark section 6.1)."""
        opening = _TICKS.match(self._text, at)
        return self._ticked("code", at, opening) if opening else at + 1

    def role(self, at: int) -> Step:
        """Read a MyST role: its name in braces, and a code span."""
        opening = _ROLE.match(self._text, at)
        return self._ticked("role", at, opening, opening[1]) if opening else at + 1

    def _ticked(self, kind: AtomKind, at: int, opening: re.Match[str], name: str = "") -> Step:
        begin = opening.end()
        size = len(opening[opening.lastindex or 0])
        if self._ticks is None:
            self._ticks = {}
            for run in _TICKS.finditer(self._text):
                self._ticks.setdefault(len(run[0]), []).append(run.start())
        starts = self._ticks.get(size, [])
        which = bisect_left(starts, begin)
        if which == len(starts):
            return begin
        return Atom(kind, at, starts[which] + size, (begin, starts[which]), name)

    def angle(self, at: int) -> Atom | None:
        """Read an autolink or HTML (sections 6.5, 6.6); return None if `<` begins neither."""
        if match := _AUTOLINK.match(self._text, at):
            return Atom("autolink", at, match.end(), match.span(1))
        return self.html(at)

    def html(self, at: int) -> Atom | None:
        """Read a tag, a comment, an instruction, a declaration or CDATA."""
        if match := _TAG.match(self._text, at):
            return Atom("tag", at, match.end(), match.span())
        for opening, closing in _SPANS:
            if self._text.startswith(opening, at):
                return self._html_span(at, opening, closing)
        return None

    def _html_span(self, at: int, opening: str, closing: str) -> Atom | None:
        is_none = opening == "<!" and not DECLARATION.match(self._text, at)
        end = None if is_none else self._find_once(closing, at + 2)
        if end is None:
            return None
        begin = at + len(opening)
        kind: AtomKind = "comment" if opening == "<!--" else "other_html"
        return Atom(kind, at, end, (begin, max(begin, end - len(closing))))

    def _find_once(self, needle: str, start: int) -> int | None:
        """Return the offset after `needle`; a text that was not found is not searched for again."""
        if needle in self._absent:
            return None
        at = self._text.find(needle, start)
        if at < 0:
            self._absent.add(needle)
            return None
        return at + len(needle)

    def math(self, at: int) -> Step:
        """Read `$$…$$`, or `$…$` by Pandoc's rule: no blank just inside, no digit after it."""
        text = self._text
        if text.startswith("$$", at):
            end = self._find_once("$$", at + 2)
            if end is None or end == at + 4:  # it is empty
                return end or at + 2
            return self._math_atom(at, end, 2)
        if text[at + 1 : at + 2].isspace() or (at and text[at - 1].isalnum()):
            return at + 1
        if self._math_ends is None:
            self._math_ends = [match.start() for match in _MATH_END.finditer(text)]
        which = bisect_right(self._math_ends, at + 1)
        if which == len(self._math_ends):
            return at + 1
        return self._math_atom(at, self._math_ends[which] + 1, 1)

    def _math_atom(self, at: int, end: int, width: int) -> Step:
        """Return the math, but not if a link is in it: the two signs may belong to prices."""
        if self._links is None:
            self._links = [match.span() for match in _LINK.finditer(self._text)]
        which = bisect_left(self._links, (at, at))
        if which < len(self._links) and self._links[which][1] <= end:
            return at + width
        return Atom("math", at, end, (at + width, end - width))

    def footnote(self, at: int) -> Atom | None:
        """Read a footnote mark, `[^1]`."""
        match = _FOOTNOTE.match(self._text, at)
        return Atom("footnote", at, match.end(), match.span()) if match else None

    def url(self, at: int) -> Step:
        """Read a bare URL; attribute lists, footnote marks and all blanks end it."""
        end = bare_link_end(self._text, at)
        mark = _END_OF_URL.search(self._text, at, end)
        if mark is not None:
            end = without_tail(self._text, at, mark.start())
        return Atom("url", at, end, (at, end)) if end > at else at + 1
