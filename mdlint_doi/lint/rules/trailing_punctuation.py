"""DOI104: punctuation of the sentence inside a link or a role.

What no name ends in is safe to take away; what a few do, such as a full stop, is left to a look-up.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from mdlint_doi.lint.candidates import holds_another, without_punctuation
from mdlint_doi.lint.edits import edit, graded, place
from mdlint_doi.lint.letters import Letter, are_never_last, around, letters, listed, swallowed
from mdlint_doi.lint.message_text import shown
from mdlint_doi.lint.model import Form, Mention
from mdlint_doi.lint.rule import ARGUMENTS, URLS, Example, Facts, FixKind, Problem, Rule
from mdlint_doi.lint.setting_parts import Severity
from mdlint_doi.names.outcome import Found, Missing
from mdlint_doi.text.pattern import pattern

_WORD: Final = pattern(r"[A-Za-z0-9]")


def _trailing_punctuation(mention: Mention, facts: Facts) -> Iterator[Problem]:
    doi, shorter = mention.doi, without_punctuation(mention)
    known = facts.outcome(doi)
    if doi is None or shorter is None or isinstance(known, Found):
        return
    found = swallowed(mention)
    sure = are_never_last(found) and not _is_prose(mention, found)
    confirmed = facts.suggestions.get(doi) == (shorter,)
    # In running text a mark is the text's own, also where a program takes it into the link.
    in_text = mention.form is Form.BARE_LINK
    shorten = edit(mention, around(found), "")
    fix = graded(mention, shorten, sure=sure or confirmed, doi=shorter)
    yield Problem(
        f"{_what(found)}; {'keep it out of the link' if in_text else 'remove it'}",
        place(mention, around(found)),
        None if in_text else fix,
        None if sure or isinstance(known, Missing) else Severity.HINT,
    )


def _what(found: Sequence[Letter]) -> str:
    text = "".join(one.character for one in found)
    if _WORD.search(text):
        return f"'{shown(text)}' at the end is markup, not part of the DOI"
    return f"{listed(found)} at the end belongs to the sentence, not to the DOI"


def _is_prose(mention: Mention, found: Sequence[Letter]) -> bool:
    """Return whether a space parts the name, or another DOI is in it: marks belong together."""
    if holds_another(mention.spelling):
        return True
    kept = letters(mention.spelling)[: -len(found)]
    return any(one.character == " " for one in kept)


TRAILING_PUNCTUATION: Final = Rule(
    code="DOI104",
    name="trailing-punctuation",
    severity=Severity.WARNING,
    summary=(
        "A link or role includes a full stop, comma, quotation mark or bracket of the sentence."
    ),
    why=(
        "The mark becomes part of the DOI, and the link leads nowhere. A few DOIs really end "
        "in a full stop. So without a look-up, a `.`, `:`, `;`, `!` or `?` is only a hint."
    ),
    fix=FixKind.LOOKUP,
    check=_trailing_punctuation,
    forms=URLS | ARGUMENTS,
    sharpened=True,
    of_name=True,
    of_letters=True,
    bad=(
        Example("[t](https://doi.org/10.1000/182,)", "[t](https://doi.org/10.1000/182)"),
        Example("[t](<https://doi.org/10.1000/182)>)", "[t](<https://doi.org/10.1000/182>)"),
        Example("<https://doi.org/10.1000/182].>", "<https://doi.org/10.1000/182>"),
        Example(
            "[t](https://doi.org/10.1016/S0010-4655\\(00\\)00228-9\\))",
            "[t](https://doi.org/10.1016/S0010-4655\\(00\\)00228-9)",
        ),
        Example("{doi}`10.1000/182.`", "{doi}`10.1000/182`"),
        Example("[t](https://doi.org/10.1000/182\\\\)", "[t](https://doi.org/10.1000/182)"),
        Example("[t](https://doi.org/10.1000/182</a>)", "[t](https://doi.org/10.1000/182)"),
        Example("[t](https://doi.org/10.1000/182[1])", "[t](https://doi.org/10.1000/182)"),
        Example(
            "[t](https://doi.org/10.1000/182.)",
            "[t](https://doi.org/10.1000/182)",
            outcomes=(("10.1000/182.", "missing"), ("10.1000/182", "found")),
        ),
    ),
    good=(
        Example("[t](https://doi.org/10.1016/S0010-4655(00)00228-9)"),
        Example("See https://doi.org/10.1000/182, and more."),
        Example("(https://doi.org/10.1000/182)"),
        Example("[t](https://doi.org/10.57800/faunitaxys-12(49))"),
        Example(
            "[t](https://doi.org/10.17147/asui.)",
            outcomes=(("10.17147/asui.", "found"),),
        ),
    ),
)
