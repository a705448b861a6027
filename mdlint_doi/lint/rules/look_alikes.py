"""DOI103: characters that look like a part of a DOI name, or like nothing, and are something else.

The mapped name is another name by the standard (draft-lemieux section 2, note 2), so the fix is a
guess until a look-up confirms it. Letters of other alphabets are left alone: there are names that
hold them on purpose.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from typing import Final

from mdlint_doi.lint.model import Mention, Severity
from mdlint_doi.lint.rules.edits import edit, graded, name_text, place
from mdlint_doi.lint.rules.letters import Letter, around, letters
from mdlint_doi.lint.rules.registry import NAMED, Decided, Example, Facts, FixKind, Problem, Rule
from mdlint_doi.names.doi import Doi, parse
from mdlint_doi.names.record import Found, Missing
from mdlint_doi.names.spelling import Spelling

_GROUPS: Final = (
    # Hyphens, dashes, minus signs, and the not sign that a misread hyphen becomes.
    ("-", "\u00ac\u2010\u2011\u2012\u2013\u2014\u2015\u2043\u2212\ufe58\ufe63"),
    ("/", "\u2044\u2215\u29f8"),
    (".", "\u2024\u00b7\u3002"),
    ("<", "\u2329\u27e8\u3008\u2039"),
    (">", "\u232a\u27e9\u3009\u203a"),
    # Soft hyphen, zero-width, directional marks, byte order mark, and spaces of all widths.
    ("", "\u00ad\u034f\u061c\u180e\u200b\u200c\u200d\u200e\u200f\u2060\u2061\u2062\u2063\u2064"),
    ("", "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\ufeff\ufffe\u00a0\u202f\u205f"),
    ("", "\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u3000"),
    ("ff", "\ufb00"), ("fi", "\ufb01"), ("fl", "\ufb02"), ("ffi", "\ufb03"), ("ffl", "\ufb04"),
    ("st", "\ufb05\ufb06"),
)  # fmt: skip
_FULL_WIDTH: Final = 0xFEE0
_PLAIN: Final = {one: plain for plain, group in _GROUPS for one in group} | {
    chr(at + _FULL_WIDTH): chr(at) for at in range(0x21, 0x7F)
}


def is_look_alike(character: str) -> bool:
    """Return whether a character is in the table."""
    return character in _PLAIN


def plain_text(text: str) -> str:
    """Return a text with its look-alikes replaced."""
    return text if text.isascii() else "".join(_PLAIN.get(one, one) for one in text)


def plain_name(spelling: Spelling) -> Doi | None:
    """Return the name with its look-alikes replaced; None without any, or if it is no name."""
    if spelling.text.isascii() and not spelling.encoded:
        return None
    found = letters(spelling)
    if not any(one.character in _PLAIN for one in found):
        return None
    try:
        return parse("".join(_PLAIN.get(one.character, one.character) for one in found))
    except ValueError:
        return None


def _look_alike_character(mention: Mention, facts: Facts) -> Iterator[Problem]:
    spelling = mention.spelling
    if spelling.text.isascii() and "%" not in spelling.text:
        return
    found = [one for one in letters(spelling) if one.character in _PLAIN]
    known = facts.outcome(mention.doi)
    if not found or isinstance(known, Found):
        return
    plain = plain_name(spelling)
    sure = (
        isinstance(facts.outcome(plain), Found)
        and (mention.doi is None or isinstance(known, Missing))
        and len(facts.suggestions.get(mention.doi, ()) if mention.doi else ()) <= 1
    )
    edits = [edit(mention, one.span, _replacement(one, mention)) for one in found]
    yield Problem(
        f"{_described(found)} in a DOI name; {_advice(found)}",
        place(mention, around(found)),
        graded(*edits, sure=sure) if plain else None,
    )


def _replacement(letter: Letter, mention: Mention) -> str:
    return name_text(mention, _PLAIN[letter.character])


def _described(found: list[Letter]) -> str:
    names = dict.fromkeys(
        f"{unicodedata.name(one.character, 'character').lower()} (U+{ord(one.character):04X})"
        for one in found
    )
    return ", ".join(names)


def _advice(found: list[Letter]) -> str:
    plain = list(dict.fromkeys(_PLAIN[one.character] for one in found))
    if plain == [""]:
        return "take it out"
    shown = " ".join(f"'{one}'" for one in plain if one)
    return f"{shown} is meant, as a rule"


LOOK_ALIKE_CHARACTER: Final = Rule(
    code="DOI103",
    name="look-alike-character",
    severity=Severity.WARNING,
    summary="A DOI holds a dash, space, ligature or invisible character that was hardly meant.",
    why=(
        "Word processors and PDF files turn hyphens into dashes and slip invisible characters in."
        " What comes out looks right and is another name, which nobody registered."
    ),
    fix=FixKind.LOOKUP,
    check=_look_alike_character,
    forms=NAMED,
    decided=Decided.LOOKUP,
    of_name=True,
    bad=(
        Example(
            "[t](https://doi.org/10.1007/978\u20133\u2013662\u201350372\u20130)",
            "[t](https://doi.org/10.1007/978-3-662-50372-0)",
        ),
        Example(
            "[t](https://doi.org/10.1007/978%E2%80%913-4)",
            "[t](https://doi.org/10.1007/978-3-4)",
        ),
        Example("[t](https://doi.org/10.1000/182\u200b)", "[t](https://doi.org/10.1000/182)"),
        Example("[t](https://doi.org/10.1000/a\u00adb)", "[t](https://doi.org/10.1000/ab)"),
        Example(
            "[t](https://doi.org/10.1000/\uff11\uff18\uff12)", "[t](https://doi.org/10.1000/182)"
        ),
        Example("[t](https://doi.org/10.1000/\ufb01x)", "[t](https://doi.org/10.1000/fix)"),
        Example(
            "It is doi:10.1111/j.1365\u2010246X.2009.04226.x in the text.",
            "It is doi:10.1111/j.1365-246X.2009.04226.x in the text.",
            outcomes=(
                ("10.1111/j.1365\u2010246X.2009.04226.x", "missing"),
                ("10.1111/j.1365-246X.2009.04226.x", "found"),
            ),
        ),
    ),
    good=(
        Example("[t](https://doi.org/10.1007/978-3-662-50372-0)"),
        Example("[t](https://doi.org/10.6002/ect.2020.h\u00e4yry)"),
        Example(
            "[t](https://doi.org/10.4149/a\u2013b)",
            outcomes=(("10.4149/a\u2013b", "found"),),
        ),
    ),
)

RULES: Final = (LOOK_ALIKE_CHARACTER,)
