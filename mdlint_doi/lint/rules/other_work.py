"""DOI911, DOI917, DOI919: differences between a citation and the registered work."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mdlint_doi.lint.edits import about_name
from mdlint_doi.lint.model import Mention, shown
from mdlint_doi.lint.registered import (
    Room,
    described,
    meant,
    side_by_side,
    that_fits,
    verdict_on,
    work_of,
)
from mdlint_doi.lint.rule import (
    IN_DATA,
    NAMES,
    NUMBERS,
    TULIPS,
    Compared,
    Example,
    Facts,
    Need,
    Problem,
    Rule,
)
from mdlint_doi.lint.severity import Severity
from mdlint_doi.works.verdict import (
    Difference,
    Differs,
    Disagrees,
    Evidence,
    Of,
    Strength,
)

_GLACIERS: Final = '"Melting of small glaciers in the northern valleys" (Okafor 2009)'
_IS_GLACIERS: Final = (("10.1000/183", _GLACIERS),)
_PREPRINT_IS_GLACIERS: Final = (("10.48550/arXiv.1701.00001", _GLACIERS),)
_TITLE: Final = "Root competition between tulips and hyacinths in sandy soils"
_NOTICES: Final = {
    "publishers note": "publisher’s note",
    "continued": "continuation",
    "concluded": "conclusion",
    "retracted": "retracted version",
    "correspondence": "letter about it",
    "discussion": "discussion of it",
}
"""The words for those kinds of notices of `works.parts` whose names are none."""


def _other_work(mention: Mention, facts: Facts) -> Iterator[Problem]:
    verdict = verdict_on(mention, facts)
    work = work_of(mention, facts)
    if work is None or not isinstance(verdict, Disagrees):
        return
    evidence = verdict.evidence
    in_data = mention.form in IN_DATA

    def words(room: Room) -> str:
        said = _said(evidence, room, in_data=in_data)
        end = meant(mention, facts, room.limit)
        return f"is registered as {described(work, room.limit)}; {said}{end}"

    is_weak = verdict.strength is Strength.WEAK
    severity = Severity.HINT if is_weak else None
    yield about_name(mention, that_fits(mention, words), severity=severity)


OTHER_WORK: Final = Rule(
    code="DOI911",
    name="other-work",
    severity=Severity.WARNING,
    summary="The registered work is not the one that the text describes.",
    why=(
        "Authors copy DOIs from the wrong line, and language models attach real DOIs to made-up "
        "references. A look-up that only checks the registration detects neither mistake. For an "
        "entry, the finding is a warning if the title is different, or if few or none of the "
        "authors are registered. It is only a hint if the entry names only one author and this "
        "author is not registered, or if half of the title is the same. In running text, it is a "
        "warning only if the title is different and the authors or the year do not match. There "
        "are two exceptions, because language models invent such references: a reference that "
        "begins with the authors has an entirely different English title, or two or more authors "
        "are named before the registered title and none of them is registered. Only you can "
        "decide whether the text or the DOI is wrong. If both are correct, add the DOI to "
        "`exceptions` with a reason."
    ),
    check=_other_work,
    needs=frozenset({Need.WORKS, Need.CLAIMS}),
    looks_at=NAMES | NUMBERS,
    compared=Compared.OTHER_WORK,
    may_report=lambda _, __, verdict: isinstance(verdict, Disagrees),
    bad=(
        Example(
            "Marlowe, A. (2017). Root competition between tulips and hyacinths in sandy soils."
            " J. Imag. Bot. 12, 345-361. https://doi.org/10.1000/183",
            works=_IS_GLACIERS,
        ),
        Example(
            "@article{marlowe, doi = {10.1000/183}, author = {Marlowe, Ada}, year = {2017},"
            " title = {Root competition between tulips and hyacinths in sandy soils}}",
            works=_IS_GLACIERS,
            file="books.bib",
        ),
        Example(
            "@article{quill, doi = {10.1000/183}, author = {Quill, Eve and Roe, Rick},"
            " year = {2009}, title = {Melting of small glaciers in the northern valleys}}",
            works=_IS_GLACIERS,
            file="books.bib",
        ),
        Example(
            "Quill et al., J. Imag. Bot., 12, 345-361, 2003, https://doi.org/10.1000/183",
            works=_IS_GLACIERS,
        ),
        Example(
            "- Eve Quill and Rick Roe. Melting of small glaciers in the northern valleys."
            " J. Imag. Geol., 2009. https://doi.org/10.1000/183",
            works=_IS_GLACIERS,
        ),
        Example(
            "- [The growth of tulips in sandy soils](https://arxiv.org/abs/1701.00001)",
            works=_PREPRINT_IS_GLACIERS,
        ),
        Example(
            "@misc{marlowe, title = {The growth of tulips in sandy soils}, author = {Marlowe, Ada},"
            " year = {2017}, eprint = {1701.00001}, archivePrefix = {arXiv}}",
            works=_PREPRINT_IS_GLACIERS,
            file="books.bib",
        ),
    ),
    good=(
        Example(
            "We use the [Deep Soil Network](https://arxiv.org/abs/1701.00001).",
            works=_PREPRINT_IS_GLACIERS,
        ),
        Example(
            "- [Melting of small glaciers](https://arxiv.org/abs/1701.00001) by Okafor (2009)",
            works=_PREPRINT_IS_GLACIERS,
        ),
        Example(
            "Marlowe, A. (2017). Root competition between tulips and hyacinths in sandy soils."
            " J. Imag. Bot. 12, 345-361. https://doi.org/10.1000/182",
            works=(("10.1000/182", TULIPS),),
        ),
        Example(
            "The tulips of [our paper](https://doi.org/10.1000/183) grow well.", works=_IS_GLACIERS
        ),
        Example(
            "[Root competition between tulips and hyacinths](https://doi.org/10.1000/184)",
            works=(("10.1000/184", "registered with mEDRA"),),
        ),
    ),
)


def _said(evidence: Evidence, room: Room, *, in_data: bool) -> str:
    """Return the part of a message about an entry or a text, with the differences and advice."""
    speaker = "the entry" if in_data else "the text"
    advice = f"correct the DOI, or {speaker} if this work is meant"
    rest = [difference for difference in evidence.differences if difference.field != "title"]
    has_title = len(rest) < len(evidence.differences)
    if in_data or not evidence.claimed or not (has_title or not evidence.cited):
        return f"{speaker} differs in {side_by_side(evidence.differences, room)}; {advice}"
    differs = f" and differs in {side_by_side(rest, room)}" if rest else ""
    return f'{speaker} says "{shown(evidence.claimed, room.limit)}"{differs}; {advice}'


def _differences(mention: Mention, facts: Facts) -> tuple[Difference, ...]:
    """Return the differences in details if the right work, or a part of it, is registered."""
    verdict = verdict_on(mention, facts)
    return verdict.evidence.differences if isinstance(verdict, Differs) else ()


def _details_differ(mention: Mention, facts: Facts) -> Iterator[Problem]:
    verdict = verdict_on(mention, facts)
    differences = _differences(mention, facts)
    work = work_of(mention, facts)
    if (
        work is None
        or not differences
        or any(difference.of is Of.PART for difference in differences)
    ):
        return
    is_strong = isinstance(verdict, Differs) and verdict.strength is Strength.STRONG
    what = "entry" if mention.form in IN_DATA else "citation"

    def words(room: Room) -> str:
        differs = f"the {what} differs in {side_by_side(differences, room)}"
        advice = f"correct the {what}, or the DOI if a different work is meant"
        return f"is registered as {described(work, room.limit)}; {differs}; {advice}"

    severity = Severity.WARNING if is_strong else None
    yield about_name(mention, that_fits(mention, words), severity=severity)


def _other_part(mention: Mention, facts: Facts) -> Iterator[Problem]:
    differences = _differences(mention, facts)
    work = work_of(mention, facts)
    parts = [difference for difference in differences if difference.of is Of.PART]
    if work is None or not parts:
        return
    # A different word in the title, such as the number of the part, is not told twice.
    rest = [
        difference
        for difference in differences
        if difference.of is not Of.PART and difference.field != "title"
    ]
    what = "entry" if mention.form in IN_DATA else "text"
    stated, registered = parts[0].stated, parts[0].registered

    def words(room: Room) -> str:
        also = f"; it also differs in {side_by_side(rest, room)}" if rest else ""
        differs = f"which is {_part(registered)}, but the {what} cites {_part(stated)}{also}"
        advice = f"use the DOI of {_part(stated, 'the')}, or correct the {what}"
        return f"is registered as {described(work, room.limit)}, {differs}; {advice}"

    yield about_name(mention, that_fits(mention, words))


def _part(kind: str, article: str = "") -> str:
    """Return the words for a part or a notice: "an erratum", "part 2", "the work itself"."""
    if kind.startswith(("part ", "the ")):
        return shown(kind)
    noun = _NOTICES.get(kind, kind)
    return f"{article or ('an' if noun[0] in 'aeiou' else 'a')} {shown(noun)}"


def _entry(author: str, year: str, title: str = _TITLE) -> str:
    return (
        f"@article{{m, doi = {{10.1000/182}}, author = {{{author}}}, year = {{{year}}},"
        f" title = {{{title}}}}}"
    )


def _example(entry: str, work: str = TULIPS) -> Example:
    return Example(entry, works=(("10.1000/182", work),), file="books.bib")


DETAILS_DIFFER: Final = Rule(
    code="DOI917",
    name="details-differ",
    severity=Severity.HINT,
    summary="The correct work is cited, but with an incorrect year, venue, author or other detail.",
    why=(
        "An incorrect year, venue or author is often a sign that parts of two references were "
        "mixed up, or that a language model guessed. The rule compares the year, venue, volume, "
        "page, individual authors, individual words of the title, and the PubMed number if the "
        "record contains one. It also detects an author who is not registered in the place of one, "
        "a missing first author, and author lists that were shortened without `et al.` or "
        "similar words. Differences that are common in correct entries are ignored: a difference "
        "of one year, the years of books and preprints, abbreviated journal names, a different "
        "page if everything else matches, a subtitle, accents and initials. There is one finding "
        "for each entry. The finding is a warning if a single mistake cannot explain all the "
        "differences, for example if both venue and year differ. Citing a preprint or a conference "
        "paper with the DOI of the journal article is a single mistake, so the finding is a hint. "
        "In running text, the rule checks only article references that begin with the authors, and "
        "compares only the authors, words of the title, year, volume and page."
    ),
    check=_details_differ,
    needs=frozenset({Need.WORKS, Need.CLAIMS}),
    looks_at=NAMES | NUMBERS,
    compared=Compared.DETAILS,
    may_report=lambda _, __, verdict: isinstance(verdict, Differs),
    bad=(
        _example(_entry("Marlowe, Ada", "2011")),
        _example(_entry("Okafor, Ben", "2017")),
        _example(_entry("Marlowe, Ada", "2017", _TITLE.replace("sandy", "wet"))),
        _example(_entry("Marlowe, Ada", "2020", _TITLE.replace("sandy", "wet"))),
        _example(_entry("Okafor, Ben", "2011")),
    ),
    good=(
        _example(_entry("Marlowe, Ada", "2017")),
        _example(_entry("Marlowe, A. and others", "2018")),
        _example(_entry("Marlowe, Ada", "2017", _TITLE.replace("competition", "compettition"))),
    ),
)

OTHER_PART: Final = Rule(
    code="DOI919",
    name="other-part",
    severity=Severity.HINT,
    summary=(
        "The work itself is cited, but the DOI belongs to an erratum, a reply or a different part."
    ),
    why=(
        "A work and its erratum, a paper and a comment on it, or the two parts of a work have "
        "nearly the same title, and searches list them side by side. A reader who follows the DOI "
        "finds a page with a correction instead of the work."
    ),
    check=_other_part,
    needs=frozenset({Need.WORKS, Need.CLAIMS}),
    looks_at=NAMES | NUMBERS,
    compared=Compared.DETAILS,
    may_report=lambda _, __, verdict: isinstance(verdict, Differs),
    bad=(
        _example(_entry("Marlowe, Ada", "2017"), f'"Erratum: {_TITLE}" (Marlowe 2018)'),
        _example(
            _entry("Marlowe, Ada", "2017", f"{_TITLE}. Part I"),
            f'"{_TITLE}. Part II" (Marlowe 2017)',
        ),
    ),
    good=(
        _example(_entry("Marlowe, Ada", "2017")),
        _example(
            _entry("Marlowe, Ada", "2018", f"Erratum: {_TITLE}"),
            f'"Erratum: {_TITLE}" (Marlowe 2018)',
        ),
    ),
)
