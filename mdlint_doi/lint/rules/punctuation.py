"""DOI104: punctuation of the sentence inside a link or a role.

No name of two random samples of 60,000 registered ones ends in a comma, a quotation mark or a
bracket without its partner; a few end in a full stop. So the former are safe to take away, and
the latter are left to a look-up.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from mdlint_doi.lint.edits import edit, graded, place
from mdlint_doi.lint.letters import Letter, around, letters, listed
from mdlint_doi.lint.model import Form, Mention, Severity
from mdlint_doi.lint.rule import URLS, Decided, Example, Facts, FixKind, Problem, Rule
from mdlint_doi.names.doi import Doi, parse
from mdlint_doi.names.outcome import Found, Missing
from mdlint_doi.names.spelling import Kind

_PARTNERS: Final = {")": "(", "]": "[", "}": "{", ">": "<"}
_CLOSING: Final = {opening: closing for closing, opening in _PARTNERS.items()}
_NEVER_LAST: Final = frozenset(",'\"\u2019\u201d\u00bb\u201c")
_PERHAPS_LAST: Final = frozenset(".:;!?\u2026")


def _trailing_punctuation(mention: Mention, facts: Facts) -> Iterator[Problem]:
    doi, shorter = mention.doi, without_punctuation(mention)
    known = facts.outcome(doi)
    if doi is None or shorter is None or isinstance(known, Found):
        return
    found = swallowed(mention)
    sure = all(one.character not in _PERHAPS_LAST for one in found)
    confirmed = facts.suggestions.get(doi) == (shorter,)
    yield Problem(
        f"{listed(found)} at the end belongs to the sentence, not to the DOI; take it out",
        place(mention, around(found)),
        graded(edit(mention, around(found), ""), sure=sure or confirmed),
        None if sure or isinstance(known, Missing) else Severity.HINT,
    )


def swallowed(mention: Mention) -> Sequence[Letter]:
    """Return the letters at the end of the name that belong to the sentence around it."""
    spelling = mention.spelling
    last = spelling.name.cut(spelling.text)[-1:]
    if mention.doi is None or spelling.kind is Kind.PUBLISHER or last.isalnum():
        return ()
    found = letters(spelling)
    return found[_end("".join(one.character for one in found)) :]


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
        elif last not in _NEVER_LAST and last not in _PERHAPS_LAST:
            break
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


TRAILING_PUNCTUATION: Final = Rule(
    code="DOI104",
    name="trailing-punctuation",
    severity=Severity.WARNING,
    summary="A link or role swallows a stop, comma, quotation mark or bracket of the sentence.",
    why=(
        "The mark becomes a part of the name, and the link leads nowhere. Names that end in a"
        " full stop exist, though rarely: without a look-up a `.`, `:`, `;`, `!` or `?` is a hint."
    ),
    fix=FixKind.LOOKUP,
    check=_trailing_punctuation,
    forms=URLS | {Form.ROLE},
    decided=Decided.LOOKUP,
    of_name=True,
    bad=(
        Example("[t](https://doi.org/10.1000/182,)", "[t](https://doi.org/10.1000/182)"),
        Example("[t](<https://doi.org/10.1000/182)>)", "[t](<https://doi.org/10.1000/182>)"),
        Example("<https://doi.org/10.1000/182].>", "<https://doi.org/10.1000/182>"),
        Example(
            "[t](https://doi.org/10.1016/S0010-4655\\(00\\)00228-9\\))",
            "[t](https://doi.org/10.1016/S0010-4655\\(00\\)00228-9)",
        ),
        Example("{doi}`10.1000/182.`", "{doi}`10.1000/182`"),
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

RULES: Final = (TRAILING_PUNCTUATION,)
