"""What comes of a comparison, with the evidence for it."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple, TypeAlias


class Years(Enum):
    """How the years of a citation stand to those of the work."""

    EQUAL = "the same year"
    NEAR = "nearly the same year"
    OTHER = "another year"
    UNTOLD = "no year to compare"


class Strength(Enum):
    """How sure a disagreement is."""

    STRONG = "strong"
    WEAK = "weak"


class Of(Enum):
    """What a field that differs speaks of."""

    WORK = "the work"  # another work may be meant
    PART = "a part"  # an erratum, a reply, another part of the same work
    DETAIL = "a detail"  # the work is the one that is meant, and the field is wrong


class Difference(NamedTuple):
    """A field of an entry that differs from the record."""

    field: str  # `people`, `title`, `kind of work`, `year`, `venue`, `volume and page`
    stated: str
    registered: str
    of: Of
    is_sure: bool = False  # whether it is enough by itself to show that another work is meant


class Evidence(NamedTuple):
    """What was compared."""

    reason: str  # in a few words, what decided
    registered: str = ""  # the registered title, as a message shows it
    claimed: str = ""  # the title that the text claims; empty if it claims none
    cited: str = ""  # who is named first, and the first year, as in "Marlowe 2017"
    likeness: float | None = None  # of the two, 0 to 1; None where there are not two
    coverage: float = 0.0  # the share of the registered title's words that stand in the text
    first_author: bool = False  # whether the work's first author is named
    other_authors: int = 0  # how many of the others are
    people_stated: bool = False  # whether both sides tell people
    years: Years = Years.UNTOLD
    serial: bool = False  # whether volume and page of the work stand in the text
    differences: tuple[Difference, ...] = ()  # the fields that differ; of prose none but parts


class Agrees(NamedTuple):
    """The citation speaks of the registered work."""

    evidence: Evidence


class Disagrees(NamedTuple):
    """It speaks of another one."""

    strength: Strength
    evidence: Evidence


class Differs(NamedTuple):
    """It speaks of the registered work, or of a part of it, and details differ."""

    evidence: Evidence


class CannotTell(NamedTuple):
    """Too little is said, or the witnesses contradict each other."""

    evidence: Evidence


Verdict: TypeAlias = Agrees | Disagrees | Differs | CannotTell
