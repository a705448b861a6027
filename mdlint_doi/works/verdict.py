"""The verdict on a citation, with the evidence for it."""

from __future__ import annotations

from enum import Enum, IntEnum
from typing import NamedTuple, TypeAlias


class Years(Enum):
    """How the years of a citation relate to those of the work."""

    EQUAL = "the same"
    NEAR = "nearly the same"
    OTHER = "different"
    UNTOLD = "not stated on one side or both"


class Strength(Enum):
    """How certain a disagreement is."""

    STRONG = "strong"
    WEAK = "weak"


class Of(Enum):
    """The meaning of a difference."""

    WORK = "the work"  # a different work may be meant
    PART = "a part"  # an erratum, a reply or another part of the same work is registered
    DETAIL = "a detail"  # the right work is registered, but the field is wrong


class Certainty(IntEnum):
    """How certain it is that a document states a fact, and so how much a difference means."""

    NOTHING = 0  # nothing is stated
    GUESSED = 1  # words of a text may state it
    READ = 2  # the form of a reference shows it, or a field states it but may be excused
    STATED = 3  # a field states it, and it cannot mean anything else


class Difference(NamedTuple):
    """A difference between a citation and the record.

    Attributes:
        field: `authors`, `title`, `kind of work`, `year`, `venue`, `volume and page` or
            `PubMed number`.
        stated: the contents of the field in the citation, for messages.
        registered: the registered contents, for messages.
        of: the meaning of the difference: a different work, a part of it, or a wrong detail.
        certainty: how certain the difference is; with `Certainty.STATED`, this difference alone
            shows that a different work is meant.
    """

    field: str
    stated: str
    registered: str
    of: Of
    certainty: Certainty = Certainty.READ


class Evidence(NamedTuple):
    """The facts that were compared.

    Attributes:
        reason: the reason for the verdict, in a few words.
        registered: the registered title, for messages; empty if there is none.
        claimed: the title in the citation; empty if there is none.
        cited: the first author and the first year in the citation: "Marlowe 2017".
        likeness: the likeness of both titles, 0 to 1; None if one is missing.
        coverage: the share of the registered title's words in the citation, 0 to 1.
        is_translated: whether the titles seem to be in different languages or scripts.
        is_same_title: whether the citation has the registered title, or nearly the same.
        first_author: whether the citation contains the first registered author.
        authors: how many authors are registered.
        authors_named: how many of them the citation contains.
        strangers: how many authors in an entry are not registered; 0 in running text.
        given_differ: how many are registered with different given names; 0 in running text.
        people_stated: whether both sides state authors that can be compared.
        years: how the years on both sides agree.
        serial: whether the citation contains the registered volume and first page.
        differences: the fields that differ, authors and title first.
        same: the fields that are the same: `title`, `authors`, `year`, `venue`, `volume`, `page`,
            `PubMed number`.
    """

    reason: str
    registered: str = ""
    claimed: str = ""
    cited: str = ""
    likeness: float | None = None
    coverage: float = 0.0
    is_translated: bool = False
    is_same_title: bool = False
    first_author: bool = False
    authors: int = 0
    authors_named: int = 0
    strangers: int = 0
    given_differ: int = 0
    people_stated: bool = False
    years: Years = Years.UNTOLD
    serial: bool = False
    differences: tuple[Difference, ...] = ()
    same: tuple[str, ...] = ()


class Agrees(NamedTuple):
    """The citation describes the registered work.

    Attributes:
        evidence: the facts that were compared.
    """

    evidence: Evidence


class Disagrees(NamedTuple):
    """The citation describes a different work.

    Attributes:
        strength: how certain the disagreement is.
        evidence: the facts that were compared.
    """

    strength: Strength
    evidence: Evidence


class Differs(NamedTuple):
    """The citation describes the registered work, or a part of it, and details differ.

    Attributes:
        evidence: the facts that were compared.
        strength: strong if the differences together are not an author's mistake; otherwise weak.
    """

    evidence: Evidence
    strength: Strength = Strength.WEAK


class CannotTell(NamedTuple):
    """There are too few facts, or they contradict each other.

    Attributes:
        evidence: the facts that were compared.
    """

    evidence: Evidence


Verdict: TypeAlias = Agrees | Disagrees | Differs | CannotTell
