"""Find the end of a DOI in running text.

A DOI may contain nearly any character, and a sentence may continue after it. These rules decide, in
this order:

- letters, digits and the punctuation that is common inside DOIs belong to the DOI;
- white space, quotes, backticks, pipes, full-width punctuation and an ellipsis end the DOI, and so
  does the beginning of another DOI or address that follows without a space;
- an opening bracket belongs to the DOI if its closing bracket does, and the other way round (none
  of 60,000 registered DOIs has an unbalanced bracket). `[…]` and `{…}` belong to it only if the DOI
  continues after them, because footnote marks and attributes stand at the end;
- `<…>` belongs to the DOI if it looks like part of a SICI (`<693::AID-ASI4>3.0.CO;2-O`) and not
  like a tag;
- a backslash and the punctuation after it, and the entities of `<`, `>` and `&`, count as the
  characters that they represent; other entities end the DOI;
- letters of a script without spaces between words end the DOI, unless the suffix begins with one;
- if the DOI is all that `<…>`, braces or backticks enclose, nothing is cut off at its end;
- otherwise, `.,;:!?'"*_~&=@$^%` and symbols outside ASCII at the end belong to the text.

`_Runs` finds the end of a run and its pairs of brackets once for each run, so the time is linear.
"""

from __future__ import annotations

import re
import unicodedata
from typing import Final

from mdlint_doi.names.doi import Doi, parse_or_none
from mdlint_doi.names.lookalikes import LOOK_ALIKES
from mdlint_doi.text.pattern import pattern
from mdlint_doi.text.placed_text import PlacedText

_BOUNDARY: Final = pattern(
    r"[\s\x00-\x1f\x7f`|\ufffd"  # blanks, control characters, and characters that no DOI has
    r"\u2018\u201a-\u201f\u00ab\u00bb\u2039\u203a\u2022\u2026"  # quotation marks, bullet, ellipsis
    r"\u3001\u3002\u3008-\u3011\uff01\uff08\uff09\uff0c\uff1a\uff1b\uff1f\uff5b-\uff65]"  # of CJK
)
_ASCII_BOUNDARY: Final = pattern(r"[\s\x00-\x1f\x7f`|]")
"""The same for ASCII texts, which are the most common; it compiles ten times as fast."""
_BRACKET: Final = pattern(r"[()\[\]{}]")
_OPENERS: Final = {")": "(", "]": "[", "}": "{"}
_GLUED: Final = pattern(
    r"""
      (?<![=/])(?i:https?):/                                # an address
    | ---                                                   # a dash of TeX
    | (?<=[0-9A-Za-z.])(?i:doi):(?=10\.[0-9]{4,9}/)         # another name, with its label
    | (?<=&)(?:(?i:doi):(?=10)|10\.[0-9]{4,9}/)             # the same, in a query
    | &amp;(?=(?:(?i:doi):)?10\.[0-9]{3,9}/)                # the same, in HTML
    | (?<=[,;(\[])(?:[A-Za-z]{1,12}[:=])?                   # in a list, with any label:
      (?:10\.[0-9]{3,9}(?:\.[0-9]{1,9})*/|(?i:doi):)        # another name, or a label alone
    """,
    re.VERBOSE,
)
_IN_GLUED: Final = pattern(r":|10\.|---")
"""Matches a part of everything that `_GLUED` matches; a fast search for it comes first."""
_PLAIN: Final = pattern(r"[0-9A-Za-z._/;:,\-+=@$!?#%~]*")
_SICI: Final = pattern(
    r"(?:\\?<|&lt;|[⟨＜])(?P<content>[^<>\s\"`⟨⟩＜＞]{0,80}?)(?:\\?>|&gt;|[⟩＞])(?=\\?[0-9])"
)
_ENTITY: Final = pattern(r"&(?:#[0-9]{1,7}|#[xX][0-9A-Fa-f]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});")
_ESCAPE: Final = pattern(r"\\+[!-/:-@\[-`{-~]")
_LATEX: Final = pattern(r"\{\\[_&%#$]\}")
_ATTRIBUTES: Final = pattern(r"\{[:.#]|\[\^")
_GOES_ON: Final = pattern(r"\\?[._(\-/]?[0-9A-Za-z]")
_POSSESSIVE: Final = pattern(r"s?(?![0-9A-Za-z])")
_WORD: Final = pattern(r"[a-z]{2}")
_TRIMMED: Final = ".,;:!?'\"*_~&=@$^%\\"
_DELIMITERS: Final = {"<": ">", "`": "`", "{": "}"}
_DASHES: Final = frozenset("\u2014\u2015")
_RULES: Final = frozenset("\u2012\u2013")
_MARKS: Final = pattern(r"(?:[^\s\w]|_){1,4}")
_STOPS: Final = frozenset({"Pi", "Pf", "Ps", "Pe", "Zs", "Zl", "Zp", "Cc", "Cs", "Co", "Cn"})


def marks_after(running: PlacedText, end: int) -> PlacedText | None:
    """Return the marks after a DOI that ends at `end`, up to a letter, a digit or a blank.

    `Endings` leaves these marks to the text, but a few registered DOIs end in one of them. At most
    four are returned; None: there are none.
    """
    marks = _MARKS.match(running.text, end)
    return None if marks is None else running.part(*marks.span())


def longer_names(doi: Doi, marks: str) -> tuple[Doi, ...]:
    """Return the DOIs that end in one or more of the marks after a DOI, the shortest first.

    There are none for a shortDOI, which consists of letters and digits.
    """
    if doi.is_short:
        return ()
    names = (parse_or_none(f"{doi}{marks[:count]}") for count in range(1, len(marks) + 1))
    return tuple([name for name in names if name is not None])


class Endings:
    """The ends of the DOIs in one text, from left to right."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._runs = _Runs(text)

    def ending(
        self, start: int, before: str, *, bare: bool = False, url: bool = False
    ) -> tuple[int, int]:
        """Return the end of the DOI that begins at `start`, and the end of the text that was read.

        `before` is the character before the DOI and its label or address; it may be empty. A final
        slash does not belong to a DOI without label or address (`bare`). An address (`url`) ends at
        `"`.
        """
        walked, opened = self._walk(start, before + '"' * url)
        end = next((opening for opening, closing in opened if closing >= walked), walked)
        if before in _DELIMITERS and self._text[end : end + 1] == _DELIMITERS[before]:
            return end, walked
        return self._trim(start, end, slash=not bare), walked

    def _walk(self, start: int, closing: str) -> tuple[int, list[tuple[int, int]]]:
        limit = self._runs.limit(start)
        opened: list[tuple[int, int]] = []
        at = start
        while True:
            plain = _PLAIN.match(self._text, at, limit)
            at = plain.end() if plain else at
            if at >= limit:
                return limit, opened
            width = self._width(at, start, closing)
            if not width:
                return at, opened
            partner = self._runs.partner(at + width - 1)
            if partner > at:
                opened.append((at, partner))
            at = min(at + width, limit)

    def _width(self, at: int, start: int, closing: str) -> int:
        """Return how many characters from `at` on belong to the DOI; 0 if it ends there."""
        character = self._text[at]
        if character > "\x7f":
            return self._foreign(at, start)
        match character:
            case "(" | ")" | "[" | "]" | "{" | "}":
                return self._bracket(at, start)
            case "<" | "&":
                return self._angle(at)
            case "\\":
                return self._backslash(at, start)
            case '"' | "'" | "*":
                return self._quote(at, start, closing)
        return 0

    def _bracket(self, at: int, start: int) -> int:
        partner = self._runs.partner(at)
        character = self._text[at]
        if character in ")]}":
            return int(partner >= start)
        if character == "(":
            return int(partner > at)
        if latex := _LATEX.match(self._text, at):
            return latex.end() - at
        if partner < 0 or _ATTRIBUTES.match(self._text, at):
            return 0
        return int(bool(_GOES_ON.match(self._text, partner + 1)))

    def _sici(self, at: int) -> int:
        found = _SICI.match(self._text, at)
        if found is None:
            return 0
        content = found["content"]
        shaped = not content or ":" in content or content[0].isdigit()
        return found.end() - at if shaped and "://" not in content else 0

    def _angle(self, at: int) -> int:
        if self._text.startswith(("<", "&lt;"), at):
            return self._sici(at)
        if self._text.startswith("&amp;", at):
            return 5 if _GOES_ON.match(self._text, at + 5) else 0
        if _ENTITY.match(self._text, at):
            return 0
        return int(bool(_GOES_ON.match(self._text, at + 1)))

    def _backslash(self, at: int, start: int) -> int:
        escape = _ESCAPE.match(self._text, at)
        if escape is None:
            return 0
        last = escape.end() - 1
        escaped = self._text[last]
        if escaped == "<":
            return self._sici(at)
        if escaped in "()[]{}":
            return self._bracket(last, start) and last + 1 - at
        return 0 if escaped in "\"'`>" else last + 1 - at

    def _quote(self, at: int, start: int, closing: str) -> int:
        mark = self._text[at]
        if mark in closing or not _GOES_ON.match(self._text, at + 1):
            return 0
        if mark == "'":
            return int(not _POSSESSIVE.match(self._text, at + 1))
        if mark == "*":
            return 1
        line = self._text[max(0, start - 200) : start]
        return int(line.rpartition("\n")[2].count('"') % 2 == 0)

    def _foreign(self, at: int, start: int) -> int:
        character = self._text[at]
        if _SICI.match(self._text, at):
            return self._sici(at)
        category = unicodedata.category(character)
        if category in _STOPS:
            return 0
        if category[0] in "LM":
            if not _unspaced(character):
                return 1
            # Letters of such a script count at the beginning of the suffix, and after another one.
            return int(_unspaced(self._text[at - 1]) or self._text.find("/", start, at) == at - 1)
        if category[0] == "N":
            return int(not unicodedata.decomposition(character).startswith("<super>"))
        return int(character in LOOK_ALIKES and self._goes_on(at))

    def _goes_on(self, at: int) -> bool:
        """Return whether the DOI continues after a look-alike, which may be a dash of the text."""
        following = self._text[at + 1 : at + 2]
        if self._text[at] in _DASHES:
            return self._text[at - 1].isdigit() and following.isdigit()
        if _WORD.match(self._text, at + 1) and self._text[at] in _RULES:
            return False
        return following.isalnum() or bool(_GOES_ON.match(self._text, at + 1))

    def _trim(self, start: int, end: int, *, slash: bool) -> int:
        trimmed = _TRIMMED if slash else _TRIMMED + "/"
        text = self._text
        while end > start:
            before = end
            while end > start and text[end - 1] in trimmed:
                end -= 1
            if text.startswith("--", end - 2):
                end -= 2
            elif end > start and text[end - 1] > "\x7f" and _is_symbol(text[end - 1]):
                end -= 1
            if end == before:
                return end
        return start


def _unspaced(character: str) -> bool:
    """Return whether a letter's script has no spaces between words, such as Han, kana and Thai."""
    return (
        "\u0e00" <= character <= "\u0eff"
        or "\u1000" <= character <= "\u109f"
        or "\u1780" <= character <= "\u17ff"
        or "\u2e80" <= character <= "\u9fff"
        or "\uac00" <= character <= "\ud7ff"
        or "\uf900" <= character <= "\ufaff"
        or "\U00020000" <= character <= "\U0003ffff"
    )


def _is_symbol(character: str) -> bool:
    return not character.isalnum() and unicodedata.category(character)[0] != "M"


class _Runs:
    """The runs of one text, which are read from left to right."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._boundary = _ASCII_BOUNDARY if text.isascii() else _BOUNDARY
        self._end = -1
        self._partners: dict[int, int] = {}
        self._glued = -1

    def limit(self, start: int) -> int:
        """Return the end of the run at `start`, or the start of another DOI or address in it."""
        if start >= self._end:
            self._enter(start)
        if self._glued <= start:
            may_be_glued = _IN_GLUED.search(self._text, start + 1, self._end) is not None
            glued = _GLUED.search(self._text, start + 1, self._end) if may_be_glued else None
            self._glued = glued.start() if glued else self._end
        return self._glued

    def partner(self, at: int) -> int:
        """Return the offset of the bracket that pairs with the one at `at`; -1 if there is none."""
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
