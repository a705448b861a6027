"""What stands at the end of a written name, and belongs to the sentence or the markup around it.

No name of two random samples of 60,000 registered ones ends in a comma, a quotation mark, a tag, or
a bracket without its partner; a few end in a full stop. Of other signs, such as `^`, and of a word
in brackets nobody can tell: they are hardly meant, and must not be encoded into the name either.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from mdlint_doi.lint.letters import Letter, letters
from mdlint_doi.lint.model import Mention
from mdlint_doi.names.lookalikes import LOOK_ALIKES
from mdlint_doi.names.spelling import Kind
from mdlint_doi.text.pattern import pattern

_PARTNERS: Final = {")": "(", "]": "[", "}": "{", ">": "<"}
_CLOSING: Final = {opening: closing for closing, opening in _PARTNERS.items()}
_NEVER_LAST: Final = frozenset(" ,'\"\u2019\u201d\u00bb\u201c`\\")
_PERHAPS_LAST: Final = frozenset(".:;!?\u2026")
"""What a name may end in, though hardly any does."""
_ARROWS: Final = (
    r"[\u2190-\u21ff\u2934\u2935\u2b00-\u2b11\u27a1\u2794-\u27be\u27f0-\u27ff\ufe0e\ufe0f"
    r"\U0001f517\U0001f4c4\U0001f4d6\U0001f4dd\U0001f448\U0001f519]"
)
"""Arrows and the signs that stand for "link" and "back"."""
_STRAY: Final = pattern(
    rf"""
    (?: </[A-Za-z][A-Za-z0-9]{{0,9}}> | <br\s?/?> | <br | </[A-Za-z]{{0,9}}
      | <(?P<tag>[a-z]{{1,6}})>[^<>]{{0,20}}</(?P=tag)>     # `<sup>1</sup>`
      | `_{{1,2}}                                         # the end of a link in reStructuredText
      | \*\*+ | \]\( | &nbsp;?
      | {_ARROWS} )\Z
    """,
    re.VERBOSE,
)
"""Markup and arrows: at the end of no name."""
_HARDLY_MEANT: Final = pattern(
    r"""
    (?: \^ | \|                                          # a mark of a footnote, the end of a cell
      | (?<=[\w)]) \[ \^?[\w.-]{1,20} \]                   # `[1]`, `[^1]`, `[PDF]`
      | \{ (?: [:.\#] | \w{1,20}= ) [^{}]{1,40} \} )\Z    # `{:target="_blank"}`
    """,
    re.VERBOSE,
)
_UNSURE: Final = pattern(r"[.:;!?^|]|[\[{][^\]}]*[\]}]")
_ARROW: Final = pattern(_ARROWS)
_PLAIN_END: Final = pattern(r"(?<!%)(?<!%[0-9A-Fa-f])[0-9A-Za-z]\Z")
_LONGEST_TAG: Final = 11
"""Code points of a tag that is not closed, such as `</span`."""
_ON_PURPOSE: Final = frozenset("()[]{}<>^|") | (_NEVER_LAST - {"`"}) | _PERHAPS_LAST
"""What somebody may have escaped at the end, since it belongs to the name."""
_UNREADABLE: Final = "\ufffd"
"""Stands for an escape that is not UTF-8, which DOI307 is about."""
_REACH: Final = 64
"""None of these is longer."""


def swallowed(mention: Mention) -> Sequence[Letter]:
    """Return the letters at the end of the name that belong to what is around it."""
    spelling = mention.spelling
    if mention.doi is None or spelling.kind is Kind.PUBLISHER:
        return ()
    start, end = spelling.name
    text = spelling.text
    is_plain = _PLAIN_END.search(text, max(start, end - _REACH), end) is not None
    if is_plain and text.find("<", max(start, end - _LONGEST_TAG), end) < 0:
        return ()
    found = letters(spelling)
    last = found[-1]
    if last.escaped and (last.character in _ON_PURPOSE or _is_sign(last.character)):
        return ()
    return found[_end("".join(one.character or _UNREADABLE for one in found)) :]


def are_never_last(found: Sequence[Letter]) -> bool:
    """Return whether no name ends in such letters; else hardly any does."""
    text = "".join(one.character for one in found)
    return not _UNSURE.search(text) and not any(map(_is_sign, text))


def _end(name: str) -> int:
    """Return where a name ends that something was added to."""
    surplus = {
        closing: name.count(closing) - name.count(opening) for closing, opening in _PARTNERS.items()
    }
    end = len(name)
    while True:  # a name begins with a digit
        last = name[end - 1]
        if surplus.get(last, 0) > 0:
            surplus[last] -= 1
        elif last in _PARTNERS.values():
            surplus[_CLOSING[last]] += 1
        elif last not in _NEVER_LAST and last not in _PERHAPS_LAST and not _is_sign(last):
            stray = _stray(name, end)
            if stray is None:
                return end
            end = stray.start() + 1
        end -= 1


def _stray(name: str, end: int) -> re.Match[str] | None:
    start = max(0, end - _REACH)
    return _STRAY.search(name, start, end) or _HARDLY_MEANT.search(name, start, end)


def _is_sign(character: str) -> bool:
    """Whether it is outside ASCII and neither a letter or number, a look-alike, nor an arrow."""
    if character.isascii() or character in LOOK_ALIKES or character == _UNREADABLE:
        return False
    if character in _NEVER_LAST or _ARROW.match(character):
        return False
    from unicodedata import category

    return not (character.isalnum() or category(character)[0] == "M")
