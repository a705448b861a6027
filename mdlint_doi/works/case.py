"""The types of the judge's tables, and short ways to write their examples.

`facts_table` finds which facts of a citation differ, and `verdict_table` what follows from them.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from typing import Final, NamedTuple, TypeAlias

from mdlint_doi.works.condition import Condition
from mdlint_doi.works.facts import CitationFacts
from mdlint_doi.works.verdict import Certainty, Of
from mdlint_doi.works.work import Work

PUBMED: Final = "PubMed number"
PLACE: Final = "volume and page"
OfFacts: TypeAlias = Condition[CitationFacts]
Sides: TypeAlias = tuple[str, str]
"""A fact of a citation and of a record, for messages."""


class CaseMeaning(Enum):
    """The meaning of a case for its fact, in the words of the manual."""

    CERTAIN = "a different work, certainly"
    READ = "a different work"
    GUESSED = "perhaps a different work"
    PART = "a different part"
    DETAIL = "a detail differs"
    NOTHING = "no difference"

    @property
    def difference(self) -> tuple[Of, Certainty] | None:
        """The meaning and the certainty of the difference; None if there is none."""
        return _DIFFERENCES.get(self)


_DIFFERENCES: Final = {
    CaseMeaning.CERTAIN: (Of.WORK, Certainty.STATED),
    CaseMeaning.READ: (Of.WORK, Certainty.READ),
    CaseMeaning.GUESSED: (Of.WORK, Certainty.GUESSED),
    CaseMeaning.PART: (Of.PART, Certainty.READ),
    CaseMeaning.DETAIL: (Of.DETAIL, Certainty.READ),
}


class CitedExample(NamedTuple):
    """A citation and the record of its DOI.

    Attributes:
        citation: an entry of a `.bib` file, or a piece of Markdown.
        work: the work as registered.
    """

    citation: str
    work: Work


class Case(NamedTuple):
    """A case of a table about a fact.

    Attributes:
        when: the condition.
        then: what it means.
        example: a citation to which the case applies.
        counter_example: a similar citation to which it does not apply.
    """

    when: OfFacts
    then: CaseMeaning
    example: CitedExample
    counter_example: CitedExample


class Fact(NamedTuple):
    """A fact that is compared.

    Attributes:
        name: the name of the fact in reports.
        where: the citations for which the table is meant.
        sides: the function that returns both sides for messages.
        cases: the cases; the first one whose condition is met decides.
    """

    name: str
    where: OfFacts
    sides: Callable[[CitationFacts], Sides]
    cases: tuple[Case, ...]

    def case_of(self, f: CitationFacts) -> Case | None:
        """Return the case that decides; None if the fact does not differ."""
        if not self.where.holds(f):
            return None
        return next((case for case in self.cases if case.when.holds(f)), None)
