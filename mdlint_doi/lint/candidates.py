"""What a mention may have meant if its name is not registered: other readings of what is written.

The string moves of `names.rewrites.suggest` know the name alone; a mention also shows what stands
behind it in its link, and in which construct it stands. The rules on single slips offer the same
readings.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from mdlint_doi.lint.letters import ESCAPES, Letter, letters
from mdlint_doi.lint.model import Mention
from mdlint_doi.names.doi import Doi, parse
from mdlint_doi.names.encode import decode
from mdlint_doi.names.errors import DoiSyntaxError
from mdlint_doi.names.link_tail import whole_name
from mdlint_doi.names.lookalikes import plain_text
from mdlint_doi.names.spelling import Kind, Spelling
from mdlint_doi.text.pattern import pattern

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

_PARTNERS: Final = {")": "(", "]": "[", "}": "{", ">": "<"}
_CLOSING: Final = {opening: closing for closing, opening in _PARTNERS.items()}
_NEVER_LAST: Final = frozenset(" ,'\"\u2019\u201d\u00bb\u201c`\\")
PERHAPS_LAST: Final = frozenset(".:;!?\u2026")
"""What a name may end in, though hardly any does."""
_STRAY: Final = pattern(
    r"""(?: </[A-Za-z][A-Za-z0-9]{0,9}> | <br\s?/?>
      | \*\* | \]\( | &nbsp;?
      | [\u2190-\u21ff\u2934\u2935\u2b00-\u2b11\u27a1\u2794-\u27be\u27f0-\u27ff\ufe0e\ufe0f]
      | [\U0001f517\U0001f4c4\U0001f4d6\U0001f4dd\U0001f448\U0001f519] )\Z""",
    re.VERBOSE,
)
"""Markup, arrows and the signs that stand for "link" and "back": at the end of no name."""
_PLAIN_END: Final = pattern(r"(?<!%)(?<!%[0-9A-Fa-f])[0-9A-Za-z]\Z")
_ON_PURPOSE: Final = frozenset("()[]{}<>") | (_NEVER_LAST - {"`"}) | PERHAPS_LAST
"""What somebody may have escaped at the end, since it belongs to the name."""
_ANOTHER: Final = pattern(r"://|doi:[ ]?10\.|10\.[0-9]{4,9}/", re.IGNORECASE)
_REACH: Final = 16
"""None of these is longer."""


def candidates_of(mention: Mention) -> tuple[Doi, ...]:
    """Return other names that the mention may have meant, the most likely first.

    Empty for a mention without a name, and for a shortDOI.
    """
    doi = mention.doi
    if doi is None or doi.is_short:
        return ()
    from mdlint_doi.names.rewrites.suggest import candidates

    own = (
        whole_name(mention.spelling),
        without_punctuation(mention),
        undoubled(doi),
        plain_name(mention.spelling),
        _undecoded(mention.spelling),
    )
    others = (one.doi for one in candidates(doi))
    return tuple(
        dict.fromkeys(one for one in (*own, *others) if one is not None and one != doi),
    )


def plain_name(spelling: Spelling) -> Doi | None:
    """Return the name with its look-alikes replaced; None without any, or if it is no name."""
    name = "".join(one.character for one in letters(spelling))
    plain = plain_text(name)
    if plain == name:
        return None
    try:
        return parse(plain)
    except ValueError:
        return None


def undoubled(doi: Doi) -> Doi | None:
    """Return the name with one more level of escapes undone; None if it holds none."""
    name = str(doi)
    if not ESCAPES.search(name):
        return None
    try:
        return parse(decode(name))
    except ValueError:
        return None


def _undecoded(spelling: Spelling) -> Doi | None:
    """Return the name as it stands, its `%54` taken for letters of the name: a `%` left raw."""
    if not spelling.encoded:
        return None
    try:
        return parse(spelling.name.cut(spelling.text))
    except DoiSyntaxError:
        return None


def holds_another(spelling: Spelling) -> bool:
    """Return whether an address, a label or a prefix stands inside the name: two DOIs in one."""
    return _ANOTHER.search(spelling.text, spelling.name.start + 1, spelling.name.end) is not None


def swallowed(mention: Mention) -> Sequence[Letter]:
    """Return the letters at the end of the name that belong to the sentence around it."""
    spelling = mention.spelling
    if mention.doi is None or spelling.kind is Kind.PUBLISHER:
        return ()
    start, end = spelling.name
    if _PLAIN_END.search(spelling.text, max(start, end - _REACH), end):
        return ()
    found = letters(spelling)
    if found[-1].escaped and found[-1].character in _ON_PURPOSE:
        return ()
    return found[_end("".join(one.character or "\ufffd" for one in found)) :]


def _end(name: str) -> int:
    """Return where a name ends that punctuation was added to."""
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
        elif last not in _NEVER_LAST and last not in PERHAPS_LAST:
            stray = _STRAY.search(name, max(0, end - _REACH), end)
            if stray is None:
                break
            end = stray.start() + 1
        end -= 1
    return end


def without_punctuation(mention: Mention) -> Doi | None:
    """Return the name without what `swallowed` returns; None if nothing is, or no name is left."""
    extra = len(swallowed(mention))
    if mention.doi is None or not extra:
        return None
    try:
        return parse(str(mention.doi)[:-extra])
    except ValueError:
        return None
