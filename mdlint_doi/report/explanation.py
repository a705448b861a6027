"""Explain the comparison of a reference with its registered work, as lines of text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from mdlint_doi.names.doi import Doi
from mdlint_doi.report import safe
from mdlint_doi.report.safe import toml_value
from mdlint_doi.text.numbers import counted, listed
from mdlint_doi.works.verdict import (
    Agrees,
    CannotTell,
    Certainty,
    Difference,
    Differs,
    Disagrees,
    Evidence,
    Of,
    Strength,
    Verdict,
)
from mdlint_doi.works.work import Work

if TYPE_CHECKING:
    from mdlint_doi.works.claim import Claim

ISSUES: Final = "https://github.com/sphinx-doi/sphinx-doi/issues/new"
_MOST: Final = 300  # the most code points of a text in an explanation
_CERTAIN: Final = {
    Certainty.STATED: "certain",
    Certainty.READ: "likely",
    Certainty.GUESSED: "possible",
}
_LEVEL: Final = {Strength.STRONG: "a warning", Strength.WEAK: "a hint"}


def explanation(doi: Doi, work: Work, claims: tuple[Claim, ...], verdict: Verdict) -> list[str]:
    """Return the lines that explain the comparison of a reference, without its location.

    Args:
        doi: the DOI of the reference.
        work: the registered work.
        claims: the texts of the document that describe the work.
        verdict: the result of the comparison.
    """
    evidence = verdict.evidence
    lines = [
        *_evidence(work, evidence),
        *map(_difference, evidence.differences),
        f"conclusion: {_conclusion(verdict)}",
    ]
    if isinstance(verdict, Agrees | CannotTell):
        return lines
    is_part = any(difference.of is Of.PART for difference in evidence.differences)
    what = "different part" if is_part else "details"
    what = "different work" if isinstance(verdict, Disagrees) else what
    level = f"{what}, {verdict.strength.value}"
    return [
        *lines,
        "If the document is right, add the DOI to the exceptions, with the reason:",
        "    [tool.mdlint-doi.exceptions]",
        f'    {toml_value(str(doi))} = "the reason"',
        f"If this is a false alarm, please send these lines to {ISSUES}",
        f"    {level}: {_shown(str(doi))}",
        f"    registered: {_shown(work.titles.shown)} | {_people(work)} | {_years(work)}",
        *(f"    document ({claim.origin.value}): {_shown(claim.words)}" for claim in claims[:2]),
    ]


def _conclusion(verdict: Verdict) -> str:
    """Return the meaning of a verdict, in a sentence."""
    evidence = verdict.evidence
    fields = _fields(evidence)
    match verdict:
        case Agrees():
            return f"the document agrees with the record: {evidence.reason}"
        case CannotTell():
            return f"the reference cannot be judged: {evidence.reason}"
        case Disagrees(strength):
            return f"{_compared(evidence)}: {_meant(evidence, strength)} ({_LEVEL[strength]})"
        case Differs(strength=strength):
            part = next(
                (difference for difference in evidence.differences if difference.of is Of.PART),
                None,
            )
            if part is not None:
                return f"the DOI belongs to {part.registered}, but {part.stated} is cited (a hint)"
            differs = f"the citation differs in {listed(fields)}"
            if strength is Strength.STRONG:
                meant = "a different work is cited, or these details are wrong"
                return f"{differs}, which a single mistake does not explain: {meant} (a warning)"
            return f"this work is cited, but {differs} ({_LEVEL[strength]})"


def _fields(evidence: Evidence) -> list[str]:
    """Return the names of the fields that differ, each once."""
    fields = dict.fromkeys(difference.field for difference in evidence.differences)
    return [name for field in fields for name in field.split(" and ")]  # such as "volume and page"


def _compared(evidence: Evidence) -> str:
    """Return which fields match the registered work and which do not, in a sentence."""
    fields = _fields(evidence)
    if evidence.is_same_title and "title" in fields and len(fields) > 1:
        others = _differ([field for field in fields if field != "title"])
        also = f", {_match(evidence.same)}" if evidence.same else ""
        return f"the title is nearly the same as the registered title{also}, but {others} match"
    if not evidence.same:
        return f"{_differ(fields)} match the registered work"
    return f"{_match(evidence.same)} the registered work, but {_differ(fields)}"


def _meant(evidence: Evidence, strength: Strength) -> str:
    """Return what may be wrong: a different work is cited, or a detail is wrong."""
    fields = _fields(evidence)
    if fields == ["title"] and evidence.same:
        return "the title or the DOI is wrong"
    if evidence.is_same_title:
        wrong = "these details are" if len(fields) > 1 else _are(fields)
        return f"a different work is cited, or {wrong} wrong"
    return f"a different work {'is' if strength is Strength.STRONG else 'may be'} cited"


def _are(fields: Sequence[str]) -> str:
    """Return fields with their verb: `the title is`, `authors and year are`."""
    return f"{_named_fields(fields)} {'are' if _are_several(fields) else 'is'}"


def _match(fields: Sequence[str]) -> str:
    """Return fields that match: `the title matches`, `authors and year match`."""
    return f"{_named_fields(fields)} {'match' if _are_several(fields) else 'matches'}"


def _differ(fields: Sequence[str]) -> str:
    """Return fields that do not match: `the title does not`, `authors and year do not`."""
    return f"{_named_fields(fields)} {'do' if _are_several(fields) else 'does'} not"


def _named_fields(fields: Sequence[str]) -> str:
    return listed(fields) if len(fields) > 1 else f"the {fields[0]}"


def _are_several(fields: Sequence[str]) -> bool:
    return len(fields) > 1 or fields[0] == "authors"


def _evidence(work: Work, evidence: Evidence) -> Iterator[str]:
    container = f"; {_shown(work.containers[0])}" if work.containers else ""
    details = f"{_people(work)}; {_years(work)}{container}"
    yield f'registered: "{_shown(evidence.registered)}"; {details}'
    claimed = f'"{_shown(evidence.claimed)}"' if evidence.claimed else "no title could be found"
    yield f"claimed: {claimed}; {_shown(evidence.cited) or 'no authors and no year'}"
    if evidence.is_translated:
        yield "titles: in different languages or scripts"
    else:
        like = "nothing to compare" if evidence.likeness is None else f"{evidence.likeness:.0%}"
        words = f"{evidence.coverage:.0%} of the words in the registered title are in the text"
        yield f"title similarity: {like}; {words}"
    yield f"authors: {_common(evidence)}; year: {evidence.years.value}"


def _difference(difference: Difference) -> str:
    sides = f"{_shown(difference.stated)} | registered: {_shown(difference.registered)}"
    return f"differs in {difference.field}: {sides} ({_CERTAIN[difference.certainty]})"


def _common(evidence: Evidence) -> str:
    """Return how many authors the reference and the registered work have in common."""
    named = evidence.authors_named
    if not evidence.people_stated and not named:
        return "not stated on one side or both"
    notes = [_named(evidence)]
    if evidence.given_differ:
        notes.append(f"{evidence.given_differ} with different given names")
    if named and evidence.strangers:
        verb = "is" if evidence.strangers == 1 else "are"
        notes.append(f"{evidence.strangers} more {verb} not registered")
    return ", ".join(notes)


def _named(evidence: Evidence) -> str:
    """Return which of the registered authors the reference names, such as `all 4 are the same`."""
    named, registered = evidence.authors_named, evidence.authors
    if named == registered:
        return f"all {registered} are the same" if registered > 1 else "the same"
    if not evidence.first_author:
        return (
            f"{named} of the {registered} registered authors, but not the first"
            if named
            else "none in common"
        )
    if named == 1:
        return f"only the first of the {registered} registered authors"
    return f"the first and {named - 1} of the other {registered - 1} registered authors"


def _people(work: Work) -> str:
    names = [_shown(person.name) for person in work.people[:3] if person.name]
    more = f" and {counted(len(work.people) - 3, 'other')}" if len(work.people) > 3 else ""
    return f"{', '.join(names)}{more}" if names else "no author is registered"


def _years(work: Work) -> str:
    return ", ".join(map(str, sorted({*work.years}))) or "no year"


def _shown(text: str) -> str:
    return safe.line(text, _MOST)
