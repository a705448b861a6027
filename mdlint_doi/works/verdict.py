"""The result of a comparison, with the evidence for it."""

from __future__ import annotations

from enum import Enum, IntEnum
from typing import NamedTuple, TypeAlias


class Years(Enum):
    """How the years of a citation stand to those of the work."""

    EQUAL = "the same"
    NEAR = "nearly the same"
    OTHER = "different"
    UNTOLD = "not stated on one side or both"


class Strength(Enum):
    """How sure a disagreement is."""

    STRONG = "strong"
    WEAK = "weak"


class Of(Enum):
    """The meaning of a difference."""

    WORK = "the work"  # another work may be meant
    PART = "a part"  # an erratum, a reply, another part of the same work
    DETAIL = "a detail"  # the work is the one that is meant, and the field is wrong


class Certainty(IntEnum):
    """How sure it is that a document states a fact, and so how much a difference says."""

    NOTHING = 0  # nothing is stated
    GUESSED = 1  # words of a text may state it
    READ = 2  # the form of a reference shows it; or a field states it, and there is an excuse
    STATED = 3  # a field states it, and it cannot mean anything else


class Difference(NamedTuple):
    """A difference between a citation and the record.

    Attributes:
        field: `authors`, `title`, `kind of work`, `year`, `venue`, `volume and page` or
            `PubMed number`.
        stated: what the citation states, as a message shows it.
        registered: what is registered, as a message shows it.
        of: what the difference means: a different work, a part of it, or a wrong detail.
        certainty: how sure the difference is: one that is stated shows by itself that a different
            work is meant.
    """

    field: str
    stated: str
    registered: str
    of: Of
    certainty: Certainty = Certainty.READ


class Evidence(NamedTuple):
    """The facts that were compared.

    Attributes:
        reason: what decided, in a few words.
        registered: the registered title, as a message shows it; empty if there is none.
        claimed: the title that the text claims; empty if it claims none.
        cited: the person who is named first, and the first year: "Marlowe 2017".
        likeness: the likeness of both titles, 0 to 1; None unless there are two.
        coverage: the share of the registered title's words that stand in the text, 0 to 1.
        is_translated: whether the titles seem to be in two languages or scripts.
        is_same_title: whether the registered title is cited, or nearly so.
        first_author: whether the work's first author is named.
        authors: how many authors are registered.
        authors_named: how many of them are named.
        strangers: how many people an entry states who are not registered.
        given_differ: how many it states with different given names.
        people_stated: whether both sides state people.
        years: how the years on both sides agree.
        serial: whether volume and page of the work stand in the text.
        differences: what differs, authors and title first.
        same: what was compared and is the same: `title`, `authors`, `year`, `venue`, `volume`,
            `page`, `PubMed number`.
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
        evidence: what was compared, and what decided.
    """

    evidence: Evidence


class Disagrees(NamedTuple):
    """The citation describes a different work.

    Attributes:
        strength: how sure the disagreement is.
        evidence: what was compared, and what decided.
    """

    strength: Strength
    evidence: Evidence


class Differs(NamedTuple):
    """The citation describes the registered work, or a part of it, and details differ.

    Attributes:
        evidence: what was compared, and what decided.
        strength: strong where details differ that are no mistake of a writer; weak otherwise.
    """

    evidence: Evidence
    strength: Strength = Strength.WEAK


class CannotTell(NamedTuple):
    """There are too few facts, or they contradict each other.

    Attributes:
        evidence: what was compared, and what decided.
    """

    evidence: Evidence


Verdict: TypeAlias = Agrees | Disagrees | Differs | CannotTell
