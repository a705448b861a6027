"""DOI103: characters that look like a part of a DOI name, or like nothing, and are something else.

The fix is a guess until a look-up confirms it; the table and its reasons are in
`mdlint_doi.names.lookalikes`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from mdlint_doi.lint.candidates import plain_name
from mdlint_doi.lint.edits import edit, graded, name_text, place
from mdlint_doi.lint.letters import Letter, around, letters
from mdlint_doi.lint.message_text import shown
from mdlint_doi.lint.model import Mention
from mdlint_doi.lint.rule import NAMED, Example, Facts, FixKind, Problem, Rule
from mdlint_doi.lint.setting_parts import Severity
from mdlint_doi.names.lookalikes import LOOK_ALIKES
from mdlint_doi.names.outcome import Found, Missing
from mdlint_doi.text.pattern import pattern

_BEYOND_ASCII: Final = pattern("%[89A-Fa-f]")


def _look_alike_character(mention: Mention, facts: Facts) -> Iterator[Problem]:
    spelling = mention.spelling
    if spelling.text.isascii() and not _BEYOND_ASCII.search(spelling.text):
        return
    found = [one for one in letters(spelling) if one.character in LOOK_ALIKES]
    known = facts.outcome(mention.doi)
    if not found or isinstance(known, Found):
        return
    plain = plain_name(spelling)
    sure = (
        isinstance(facts.outcome(plain), Found)
        and (mention.doi is None or isinstance(known, Missing))
        and len(facts.suggestions.get(mention.doi, ()) if mention.doi else ()) <= 1
    )
    edits = [
        edit(mention, one.span, name_text(mention, LOOK_ALIKES[one.character])) for one in found
    ]
    yield Problem(
        f"{_described(found)} in a DOI; {_advice(found)}",
        place(mention, around(found)),
        graded(mention, *edits, sure=sure, doi=plain) if plain else None,
    )


def _described(found: Sequence[Letter]) -> str:
    from unicodedata import name

    names = dict.fromkeys(
        f"{name(one.character, 'character').lower()} (U+{ord(one.character):04X})" for one in found
    )
    return shown(", ".join(names))


def _advice(found: Sequence[Letter]) -> str:
    plain = list(dict.fromkeys(LOOK_ALIKES[one.character] for one in found))
    if plain == [""]:
        return "remove it"
    return f"{' '.join(repr(one) for one in plain if one)} is probably meant"


LOOK_ALIKE_CHARACTER: Final = Rule(
    code="DOI103",
    name="look-alike-character",
    severity=Severity.WARNING,
    summary="A DOI contains a dash, space, ligature or invisible character, probably by mistake.",
    why=(
        "Word processors and PDF files turn hyphens into dashes and insert invisible "
        "characters. The result looks right, but it is another DOI, which nobody registered."
    ),
    fix=FixKind.LOOKUP,
    check=_look_alike_character,
    forms=NAMED,
    sharpened=True,
    of_name=True,
    of_letters=True,
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
