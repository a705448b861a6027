"""Registered works in messages, and the verdicts on their citations."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple

from mdlint_doi.lint.document import Claims
from mdlint_doi.lint.model import LIMIT, Mention, shown, shown_name
from mdlint_doi.lint.rule import Facts
from mdlint_doi.names.doi import Doi
from mdlint_doi.text.numbers import counted, listed
from mdlint_doi.text.span import Span
from mdlint_doi.text.value import Value
from mdlint_doi.works.agreement import agreement
from mdlint_doi.works.candidates import Cited, MeantWork, identity
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
    from collections.abc import Callable, Sequence


_NAMED: Final = 2
_MOST_NAMES: Final = 4
"""The maximum number of authors that a message names on each side."""
_MESSAGE: Final = 450
"""The maximum length of a message, in code points; reports cut messages after 500, with the name
of an entry."""
_ELLIPSIS: Final = "…"
verdict_of = lru_cache(maxsize=4096)(agreement)
"""Returns the result of `agreement`, cached because a run needs it more than once."""


class Room(NamedTuple):
    """How much of a difference a message shows.

    Attributes:
        limit: the maximum length of a quotation, in code points.
        most: the maximum number of fields; the others are only counted.
    """

    limit: int = LIMIT
    most: int = 12


_ROOMS: Final = (
    *(Room(), Room(90), Room(75), Room(75, 3), Room(75, 2), Room(60, 2)),
    *(Room(60, 1), Room(40, 1), Room(24, 1)),
)
"""From the most to the least; titles stay readable at the cost of the other fields."""


def work_of(mention: Mention, facts: Facts) -> Work | None:
    """Return the registered work of a mention's DOI; None if it is not known."""
    return None if mention.doi is None else known_work(facts.works.get(mention.doi))


def known_work(known: WorkOutcome | None) -> Work | None:
    """Return the work in an answer about a DOI; None if the answer has none."""
    return known.work if isinstance(known, KnownWork) else None


def verdict_on(mention: Mention, facts: Facts) -> Verdict | None:
    """Return the verdict on whether a citation describes the registered work.

    The result is None if the work is not known, or if the document contains no description of it.
    If a link is used several times, a use that agrees counts most, then one that disagrees most.
    """
    work = work_of(mention, facts)
    return None if work is None else verdict_at(mention.span, work, facts.claims)


def verdict_at(span: Span, work: Work, claims: Claims) -> Verdict | None:
    """Return the verdict on the citation with this span of its mention; see `verdict_on`."""
    verdicts = [verdict_of(claim, work) for claim in claims.of(span)]
    return min(verdicts, key=_order, default=None)


def why_unread(work: WorkOutcome) -> str | None:
    """Return the cause if a work could not be read; otherwise None."""
    return work.cause if isinstance(work, UnknownWork) else None


def why_undecided(verdict: Verdict | None) -> str | None:
    """Return why it is uncertain whether a work is meant, in a few words; otherwise None."""
    return verdict.evidence.reason if isinstance(verdict, CannotTell) else None


def is_difference(verdict: Verdict | None) -> bool:
    """Return whether a document describes a different work, or other details of the work."""
    return isinstance(verdict, Disagrees | Differs)


def _order(verdict: Verdict) -> int:
    if isinstance(verdict, Disagrees):
        return 1 if verdict.strength is Strength.STRONG else 2
    return {Agrees: 0, Differs: 3, CannotTell: 4}[type(verdict)]


class Said(Value):
    """The results about a mention's work, in the words of reports.

    Attributes:
        agreement: `agrees`, `differs`, `disagrees` or `cannot-tell`; None if nothing was compared.
        strength: the strength of a disagreement, `strong` or `weak`; None if there is none.
        retracted: whether the work was retracted; None if this is not known.
        claimed: the title in the document; empty if there is none.
        agency: the registration agency of the DOI; None if it is not known.
        reason: the reason for the verdict, in a few words.
        differences: the differences between the document and the record.
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
    """Return the end of a message about a wrong DOI, with the work that a search proposes.

    The text is empty if there is no proposal in `facts.proposals`.
    """
    proposal = proposed(mention, facts)
    return "" if proposal is None else did_you_mean(proposal.doi, proposal.work, limit)


def proposed(mention: Mention, facts: Facts) -> MeantWork | None:
    """Return the work that a search found for the reference of a mention with a wrong DOI."""
    for claim in facts.claims.of(mention.span):
        proposal = facts.proposals.get(identity(Cited(claim)) or "")
        if proposal is not None and proposal.doi != mention.doi:
            return proposal
    return None


def did_you_mean(doi: Doi, work: Work | None, limit: int = LIMIT) -> str:
    """Return the end of a message, with a DOI that may be meant, and its work if it is known."""
    as_what = "" if work is None else f", registered as {described(work, limit)}"
    return f"; did you mean {shown(str(doi))}{as_what}?"


def side_by_side(differences: Sequence[Difference], room: Room | None = None) -> str:
    """Return the differences in words: `title ("A") and year (2011 instead of 2017)`.

    The registered title is left out, because `described` names the work before.
    """
    limit, most = room or Room()
    fields = [
        f"{difference.field} ({_both_sides(difference, limit)})"
        for difference in differences[:most]
    ]
    if len(differences) > most:
        fields.append(counted(len(differences) - most, "other field"))
    return listed(fields)


def _both_sides(difference: Difference, limit: int) -> str:
    """Return what a document states in a field, and except for titles, what is registered."""
    if difference.field == "title":
        return f'"{shown(difference.stated, limit)}"'
    sides = (difference.stated, difference.registered)
    if difference.field == "authors":
        said, known = _names(
            difference.stated.split(", "), difference.registered.split(", "), limit
        )
    else:
        mark = '"' if difference.field == "venue" else ""
        said, known = (f"{mark}{shown(side, limit)}{mark}" for side in sides)
    return f"{said} instead of {known}"


def _names(stated: list[str], registered: list[str], limit: int) -> tuple[str, str]:
    """Return the names on both sides.

    In long lists, `…` stands for the names that are the same before and after the different ones.
    """
    if max(len(stated), len(registered)) <= _MOST_NAMES:
        return _first_names(stated, limit), _first_names(registered, limit)
    shortest = min(len(stated), len(registered)) - 1
    pairs = zip(stated[:shortest], registered, strict=False)
    first = next((at for at, (name, other) in enumerate(pairs) if name != other), shortest)
    turned = zip(stated[:first:-1], registered[:first:-1], strict=False)
    last = next((at for at, (name, other) in enumerate(turned) if name != other), shortest - first)
    sides = (side[first : len(side) - last] for side in (stated, registered))
    before, after = ([_ELLIPSIS] if count else [] for count in (first, last))
    said, known = (", ".join([*before, _first_names(side, limit), *after]) for side in sides)
    return said, known


def _first_names(names: list[str], limit: int) -> str:
    """Return the first names, and how many more there are."""
    first = ", ".join(shown(name, limit) for name in names[:_MOST_NAMES])
    return f"{first} and {len(names) - _MOST_NAMES} more" if len(names) > _MOST_NAMES else first


def that_fits(mention: Mention, words: Callable[[Room], str]) -> str:
    """Return a message that is short enough for reports to show the whole message.

    Args:
        mention: the mention with which the message begins.
        words: returns the message, given how much it may show.
    """
    room = _MESSAGE - len(shown_name(mention))
    texts = map(words, _ROOMS)
    return next((text for text in texts if len(text) <= room), None) or words(_ROOMS[-1])


def described(work: Work, limit: int = LIMIT) -> str:
    """Return a work for a message: `"Title" (Marlowe and 2 others 2017)`."""
    known = work.titles.shown
    title = f'"{shown(known, limit)}"' if known else "a work without a title"
    names = [shown(person.name, limit) for person in work.people if person.name]
    people = " and ".join(names)
    if len(names) > _NAMED:
        people = f"{names[0]} and {len(names) - 1} others"
    year = str(min(work.years)) if work.years else ""
    details = " ".join(part for part in (people, year) if part)
    return f"{title} ({details})" if details else title
