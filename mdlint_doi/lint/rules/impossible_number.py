"""DOI106: numbers that arXiv cannot have, and names of arXiv that it does not register.

Source: arXiv's help pages "arXiv identifier" and "DOI"; see `names.repository_numbers`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mdlint_doi.lint.edits import place
from mdlint_doi.lint.message_text import shown
from mdlint_doi.lint.model import Mention
from mdlint_doi.lint.placeholders import is_placeholder
from mdlint_doi.lint.rule import NAMED, Example, Facts, FixKind, Problem, Rule
from mdlint_doi.lint.setting_parts import Severity
from mdlint_doi.names.notations import ARXIV_PREFIX
from mdlint_doi.names.outcome import Found
from mdlint_doi.names.spelling import Kind


def _impossible_number(mention: Mention, facts: Facts) -> Iterator[Problem]:
    doi, error = mention.doi, mention.error
    if mention.spelling.kind is Kind.IDENTIFIER and error is not None:
        yield Problem(shown(error.advice), place(mention, mention.spelling.name))
    elif doi is not None and doi.prefix == ARXIV_PREFIX and not is_placeholder(doi):
        from mdlint_doi.names.repository_numbers import number_of, wrong_name

        problem, number, today = wrong_name(doi), number_of(doi), facts.today
        if not problem and number and today and number.month > today.year * 100 + today.month:
            problem = f"arXiv has no {number.number} yet: its month is in the future"
        if problem and not isinstance(facts.outcome(doi), Found):
            yield Problem(shown(problem), place(mention, mention.spelling.name))


IMPOSSIBLE_NUMBER: Final = Rule(
    code="DOI106",
    name="impossible-number",
    severity=Severity.WARNING,
    summary="arXiv can have no such number, or registers no such DOI.",
    why=(
        "A number of arXiv is the year and month, a dot, and four digits, since 2015 five; before"
        " April 2007 it was an archive and seven digits. A month 19, a lost digit or a digit too"
        " many need no look-up. arXiv registers `10.48550/arXiv.` and the number, for all versions"
        " of a paper together. A DOI with a version, with a subject class, or without `arXiv.`"
        " leads nowhere. Where a digit lacks, arXiv opens the number with a zero more, often"
        " another paper."
    ),
    fix=FixKind.NONE,
    check=_impossible_number,
    forms=NAMED,
    sharpened=True,
    of_name=True,
    of_identifier=True,
    bad=(
        Example("[t](https://arxiv.org/abs/1619.05729)"),
        Example("It is arXiv:1406.66030 in the text."),
        Example("[t](https://arxiv.org/pdf/2107.2105)"),
        Example("See arXiv:quant-ph/1811.08017."),
        Example("@misc{a, eprint = {1106.020}, archivePrefix = {arXiv}}", file="refs.bib"),
        Example("[t](https://doi.org/10.48550/arXiv.2602.12172v1)"),
        Example("[t](https://doi.org/10.48550/2301.00001)"),
        Example("It is doi:10.48550/arXiv:2301.00001 in the text."),
        Example("[t](https://doi.org/10.48550/arXiv.math.GT/0309136)"),
    ),
    good=(
        Example("[t](https://arxiv.org/abs/2301.00001v2)"),
        Example("It is arXiv:math.GT/0309136 in the text."),
        Example("[t](https://doi.org/10.48550/arXiv.2301.00001)"),
        Example("[t](https://arxiv.org/list/cs.CL/2501)"),
        Example("Version 1619.05729 of 2016.1234."),
    ),
)
