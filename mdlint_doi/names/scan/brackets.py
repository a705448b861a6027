"""The run of text that a DOI stands in: where it ends, and which brackets are pairs in it.

A run ends where no name goes on: at white space, at quotes, backticks, pipes and the punctuation
of scripts without word spaces. Names that stand in one run share what is found out about it.
"""

from __future__ import annotations

from typing import Final

from mdlint_doi.text.pattern import pattern

_BOUNDARY: Final = pattern(
    r"[\s\x00-\x1f\x7f`|\ufffd\u2018\u201a-\u201f\u00ab\u00bb\u2039\u203a\u2022\u2026\u3001\u3002"
    r"\u3008-\u3011\uff01\uff08\uff09\uff0c\uff1a\uff1b\uff1f\uff5b-\uff65]"
)
_ASCII_BOUNDARY: Final = pattern(r"[\s\x00-\x1f\x7f`|]")
"""The same in ASCII, which most text is: to compile it takes a tenth of the time."""
_BRACKET: Final = pattern(r"[()\[\]{}]")
_OPENERS: Final = {")": "(", "]": "[", "}": "{"}
_GLUED: Final = pattern(
    r"(?<![=/])(?i:https?):/|---|(?<=[0-9A-Za-z.])(?i:doi):(?=10\.[0-9]{4,9}/)"
    r"|(?<=&)(?:(?i:doi):(?=10)|10\.[0-9]{4,9}/)|&amp;(?=(?:(?i:doi):)?10\.[0-9]{3,9}/)"
    r"|(?<=[,;(\[])(?:[A-Za-z]{1,12}[:=])?(?:10\.[0-9]{3,9}(?:\.[0-9]{1,9})*/|(?i:doi):)"
)
_IN_GLUED: Final = pattern(r":|10\.|---")
"""What each of these holds: the next one is near, or there is none in the whole run."""


class Runs:
    """The runs of one text, asked for from left to right."""

    def __init__(self, text: str) -> None:
        """Look at nothing yet."""
        self._text = text
        self._boundary = _ASCII_BOUNDARY if text.isascii() else _BOUNDARY
        self._end = -1
        self._partners: dict[int, int] = {}
        self._glued = -1

    def limit(self, start: int) -> int:
        """Return where the run of `start` ends, or before that another DOI or address begins."""
        if start >= self._end:
            self._enter(start)
        if self._glued <= start:
            self._glued = self._next_glued(start + 1)
        return self._glued

    def _next_glued(self, start: int) -> int:
        if _IN_GLUED.search(self._text, start, self._end):
            glued = _GLUED.search(self._text, start, self._end)
            return glued.start() if glued else self._end
        return self._end

    def partner(self, at: int) -> int:
        """Return where the partner of the bracket at `at` stands; -1 without one."""
        return self._partners.get(at, -1)

    def _enter(self, start: int) -> None:
        boundary = self._boundary.search(self._text, start)
        self._end = boundary.start() if boundary else len(self._text)
        self._glued = -1
        self._partners.clear()
        waiting: dict[str, list[int]] = {"(": [], "[": [], "{": []}
        for bracket in _BRACKET.finditer(self._text, start, self._end):
            opener = _OPENERS.get(bracket[0])
            if opener is None:
                waiting[bracket[0]].append(bracket.start())
            elif waiting[opener]:
                opening = waiting[opener].pop()
                self._partners[opening] = bracket.start()
                self._partners[bracket.start()] = opening
