"""The fields of an entry -> a claim: `.bib`, `.cff`, `.zenodo.json`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from mdlint_doi.names.doi import Doi
from mdlint_doi.text.pattern import pattern
from mdlint_doi.text.span import Span
from mdlint_doi.works.claim import CitedAs, Claim, ClaimedIn, TitleClaim, TitleKind
from mdlint_doi.works.folding import words
from mdlint_doi.works.markup import plain_tex
from mdlint_doi.works.people import has_more, people_of
from mdlint_doi.works.work import Person

_MACRO: Final = pattern(r"\\[A-Za-z]+")
"""A journal by its macro, as the Astrophysics Data System exports it: `\\apj`."""
_YEAR: Final = pattern(r"(?<!\d)(?:1[4-9]|2\d)\d\d(?!\d)")


def claim_of_fields(  # noqa: PLR0913 - an entry has that many fields
    doi: Doi | None,
    span: Span,
    *,
    titles: Sequence[str],
    people: str | Sequence[Person] = (),
    year: str = "",
    container: str = "",
    volume: str = "",
    number: str = "",
    pages: str = "",
    cited_as: CitedAs = CitedAs.ANY,
    edition: str = "",
    has_more_people: bool = False,
    note: str = "",
) -> Claim:
    r"""Return what the fields of an entry say of the work of its DOI.

    Args:
        doi: the DOI.
        span: where it stands.
        titles: the title; with it a subtitle, or the title in another language, if there are.
        people: the `author` field as BibTeX spells it, TeX and all, or people one by one.
        year: a year, or a date such as `2016-09-29`; every year in it counts.
        container: journal or book.
        volume: as written.
        number: of the issue, as written.
        pages: as written.
        cited_as: what the entry's type is.
        edition: as written.
        has_more_people: people are others than those that are named; of a text that is read.
        note: what else the entry says, such as that the work was retracted.

    """
    stated = people_of(people) if isinstance(people, str) else tuple(people)
    is_macro = _MACRO.fullmatch(container.strip()) is not None
    plain = [plain_tex(title[:2000]) for title in titles]
    whole = [": ".join(plain)] if len(plain) > 1 else []
    fields = (*plain, *(one.name for one in stated), year, container, volume, pages, note[:500])
    return Claim(
        doi=doi,
        span=span,
        origin=ClaimedIn.FIELDS,
        titles=tuple(TitleClaim(TitleKind.FIELD, one) for one in (*plain, *whole) if words(one)),
        people=stated,
        years=tuple(int(one) for one in dict.fromkeys(_YEAR.findall(year[:200]))),
        container=plain_tex(container[:1000].removeprefix("\\") if is_macro else container[:1000]),
        volume=volume[:100],
        number=number[:100],
        pages=pages[:100],
        cited_as=cited_as,
        edition=edition[:100],
        has_more_people=has_more_people or (isinstance(people, str) and has_more(people)),
        words=" ".join(fields)[:8000],
        has_details=bool(volume or pages),
        is_listed=True,
    )
