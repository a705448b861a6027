"""Works in messages, and what a document says of them beside it."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

from mdlint_doi.lint.document import Claims
from mdlint_doi.lint.model import LIMIT, Mention, shown, shown_name
from mdlint_doi.lint.rule import Facts
from mdlint_doi.text.numbers import listed
from mdlint_doi.text.span import Span
from mdlint_doi.text.value import Value
from mdlint_doi.works.agreement import agreement
from mdlint_doi.works.candidates import Cited, identity
from mdlint_doi.works.verdict import (
    Agrees,
    CannotTell,
    Difference,
    Differs,
    Disagrees,
    Strength,
    Verdict,
)
from mdlint_doi.works.work import KnownWork, NotHeld, UnknownWork, Work, WorkOutcome, retraction

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable


_NAMED: Final = 2
_SOME: Final = 4
"""People that a message names of each side."""
_MESSAGE: Final = 450
"""Code points of a message; reports cut off what is longer than 500 with the name of an entry."""
_QUOTES: Final = (LIMIT, 90, 60, 40, 24)
"""Code points of what a message quotes, from the most to the fewest."""
verdict_of = lru_cache(maxsize=4096)(agreement)
"""Says what `agreement` says; a run asks for it more than once."""


def work_of(mention: Mention, facts: Facts) -> Work | None:
    """Return what the name of a mention is registered as; None if that is not known."""
    return None if mention.doi is None else known_work(facts.works.get(mention.doi))


def known_work(known: WorkOutcome | None) -> Work | None:
    """Return the work of an answer about a name; None if the answer has none."""
    return known.work if isinstance(known, KnownWork) else None


def verdict_on(mention: Mention, facts: Facts) -> Verdict | None:
    """Return whether a citation describes the registered work.

    None where the work is not known, or nothing of the document can be compared with it. If a
    link is used several times, the use that agrees counts most, then the one that disagrees most.
    """
    work = work_of(mention, facts)
    return None if work is None else verdict_at(mention.span, work, facts.claims)


def verdict_at(span: Span, work: Work, claims: Claims) -> Verdict | None:
    """Return whether a citation speaks of a work, by the span of its mention; see `verdict_on`."""
    verdicts = [verdict_of(one, work) for one in claims.of(span)]
    return min(verdicts, key=_order, default=None)


def why_unread(work: WorkOutcome) -> str | None:
    """Return the cause for which a work could not be read; None if it could."""
    return work.cause if isinstance(work, UnknownWork) else None


def why_undecided(verdict: Verdict | None) -> str | None:
    """Return why nobody can tell whether a work is meant, in a few words; None where one can."""
    return verdict.evidence.reason if isinstance(verdict, CannotTell) else None


def _order(verdict: Verdict) -> int:
    if isinstance(verdict, Disagrees):
        return 1 if verdict.strength is Strength.STRONG else 2
    return {Agrees: 0, Differs: 3, CannotTell: 4}[type(verdict)]


class Said(Value):
    """The results about a mention's work, in the words of reports.

    Attributes:
        agreement: `agrees`, `differs`, `disagrees` or `cannot-tell`; None: nothing was compared.
        strength: the strength of a disagreement, `strong` or `weak`; None without one.
        retracted: whether the work was retracted; None: not known.
        claimed: the title that the document claims; empty: none.
        agency: the agency whose record the work is, or would be; None: not known.
        reason: what decided, in a few words.
        differences: what differs between the document and the record.
    """

    agreement: str | None = None
    strength: str | None = None
    retracted: bool | None = None
    claimed: str = ""
    agency: str | None = None
    reason: str | None = None
    differences: tuple[Difference, ...] = ()


def said_of(mention: Mention, facts: Facts) -> Said:
    """Return the results about the work of a mention."""
    known = None if mention.doi is None else facts.works.get(mention.doi)
    if isinstance(known, NotHeld):
        return Said(agency=known.agency or None)
    if not isinstance(known, KnownWork):
        return Said()
    said = Said(retracted=retraction(known.work) is not None, agency=known.work.agency or None)
    verdict = verdict_on(mention, facts)
    if verdict is None:
        return said
    evidence = verdict.evidence
    said = said.replace(
        claimed=evidence.claimed,
        reason=evidence.reason or None,
        differences=evidence.differences,
    )
    if isinstance(verdict, Disagrees):
        return said.replace(agreement="disagrees", strength=verdict.strength.value)
    words = {Agrees: "agrees", Differs: "differs", CannotTell: "cannot-tell"}
    return said.replace(agreement=words[type(verdict)])


def meant(mention: Mention, facts: Facts, limit: int = LIMIT) -> str:
    """Return what the citation of a wrong DOI may have meant, as a message goes on; else nothing.

    Only what was searched: `facts.proposals`.
    """
    for claim in facts.claims.of(mention.span):
        found = facts.proposals.get(identity(Cited(claim)) or "")
        if found is not None and found.doi != mention.doi:
            name = shown(str(found.doi))
            return f"; did you mean {name}, registered as {described(found.work, limit)}?"
    return ""


def side_by_side(differences: Iterable[Difference], limit: int = LIMIT) -> str:
    """Return what differs, field by field: `title ("A") and year (2011 instead of 2017)`.

    The registered title is not repeated: `described` names the work before. A quote has no
    more than `limit` code points.
    """
    return listed([f"{one.field} ({_both_sides(one, limit)})" for one in differences])


def _both_sides(one: Difference, limit: int) -> str:
    if one.field == "title":
        return f'"{shown(one.stated, limit)}"'
    sides = (one.stated, one.registered)
    if one.field == "authors":
        said, known = (_some(side.split(", "), limit) for side in sides)
    else:
        mark = '"' if one.field == "venue" else ""
        said, known = (f"{mark}{shown(side, limit)}{mark}" for side in sides)
    return f"{said} instead of {known}"


def _some(names: list[str], limit: int) -> str:
    """Return the first of some names, and how many more there are."""
    first = ", ".join(shown(one, limit) for one in names[:_SOME])
    return f"{first} and {len(names) - _SOME} more" if len(names) > _SOME else first


def that_fits(mention: Mention, words: Callable[[int], str]) -> str:
    """Return a message whose quotes are shortened as far as reports need to show its end.

    Args:
        mention: the mention that the message begins with.
        words: returns the message with quotes of a number of code points at most.
    """
    room = _MESSAGE - len(shown_name(mention))
    texts = map(words, _QUOTES)
    return next((text for text in texts if len(text) <= room), None) or words(_QUOTES[-1])


def described(work: Work, limit: int = LIMIT) -> str:
    """Return a work as a message names it: `"Title" (Marlowe and 2 others 2017)`."""
    known = work.titles.shown
    title = f'"{shown(known, limit)}"' if known else "a work without a title"
    names = [shown(one.name, limit) for one in work.people if one.name]
    people = " and ".join(names)
    if len(names) > _NAMED:
        people = f"{names[0]} and {len(names) - 1} others"
    year = str(min(work.years)) if work.years else ""
    details = " ".join(part for part in (people, year) if part)
    return f"{title} ({details})" if details else title
