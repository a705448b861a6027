"""The types of the table of verdicts, and of the reasons for none."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

from mdlint_doi.works.case import CitedExample, OfFacts
from mdlint_doi.works.condition import Condition
from mdlint_doi.works.found import FoundDifferences


class CaseVerdict(Enum):
    """The answer of a case, in the words of the manual."""

    OTHER_WORK = "a different work: warning"
    PERHAPS_OTHER_WORK = "a different work: hint"
    SEVERAL_DETAILS = "details of the right work: warning"
    DETAILS = "details of the right work: hint"
    AGREES = "agrees"


class VerdictCase(NamedTuple):
    """A case of the table of verdicts.

    Attributes:
        when: the condition.
        then: the answer.
        example: a citation to which the case applies.
        counter_example: a similar citation to which it does not apply.
    """

    when: Condition[FoundDifferences]
    then: CaseVerdict
    example: CitedExample
    counter_example: CitedExample


class SilenceReason(NamedTuple):
    """A reason for no verdict.

    Attributes:
        words: the reason, as reports show it; `{text}` stands for "text" or "entry".
        when: the condition.
        example: a citation for which this is the reason.
        after_same: whether the facts that are the same are stated before it, and the word between.
    """

    words: str
    when: OfFacts
    example: CitedExample
    after_same: str = ""
