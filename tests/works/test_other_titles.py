"""Correct references with a title or names that are not registered: none of them fails.

A preprint and the article, a chapter under the DOI of its book, a program and its paper, items of a
list with words of their own. Half of the preprints and programs are real; the rest is made up.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

import pytest
from works.citing import said

from mdlint_doi.lint.settings import Settings
from mdlint_doi.run.judge import read_document
from mdlint_doi.text.source import Source
from mdlint_doi.works.agreement import agreement
from mdlint_doi.works.claim import Claim
from mdlint_doi.works.verdict import Differs, Strength, Verdict
from mdlint_doi.works.work import Person, Titles, Work

_HERE: Final = Path(__file__).parent
_DOI: Final = "10.5555/one"
_PREPRINT: Final = "10.48550/arXiv.1701.00001"


class Citation(NamedTuple):
    """A correct citation, the name of its file, and the record of its DOI."""

    text: str
    file: str
    work: Work

    @property
    def verdict(self) -> Verdict:
        """The verdict on the citation."""
        return agreement(self.claim, self.work)

    @property
    def claim(self) -> Claim:
        """The claim of the citation."""
        source = Source(self.file, self.text)
        return next(iter(read_document(source, Settings()).claims()))


def _lines(name: str) -> Iterator[list[str]]:
    for line in (_HERE / name).read_text("utf-8").splitlines():
        yield line.split("|")


def _people(text: str) -> tuple[Person, ...]:
    return tuple(Person(*person.split(", ")) for person in text.split("; "))


def _apa(people: str) -> str:
    names = [f"{family}, {given[0]}." for family, given in _families(people)]
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])}, & {names[-1]}"


def _families(people: str) -> Iterator[tuple[str, str]]:
    for person in people.split("; "):
        family, _, given = person.partition(", ")
        yield family, given or family


def _bib(kind: str, people: str, **fields: str) -> str:
    shown = {"author": people.replace("; ", " and "), **fields}
    lines = (f"  {name} = {{{value}}},\n" for name, value in shown.items() if value)
    return f"@{kind}{{key,\n{''.join(lines)}}}\n"


def _work(
    title: str,
    people: str,
    year: str,
    kind: str = "journal-article",
    *,
    venue: str = "",
    volume: str = "",
    pages: str = "",
) -> Work:
    return Work(
        titles=Titles((title,)),
        people=_people(people),
        years=(int(year),),
        containers=(venue,) if venue else (),
        type=kind,
        volume=volume,
        pages=pages,
        agency="Crossref",
    )


def preprints() -> Iterator[tuple[str, Citation]]:
    """Yield preprints under the DOI of the article, and articles under that of the preprint."""
    for old, before, title, year, venue, volume, pages, people in _lines("renamed_preprints.txt"):
        article = _work(title, people, year, venue=venue, volume=volume, pages=pages)
        preprint = _work(old, people, before, "posted-content")
        place = f"*{venue}*, {volume}, {pages}"
        number = {"eprint": "1701.00001", "archiveprefix": "arXiv"}
        cited = {
            "preprint, apa": (f"{before}). {old}. *arXiv preprint arXiv:1701.0001*.", _DOI),
            "article, apa": (f"{year}). {title}. {place}.", _PREPRINT),
        }
        for name, (words, doi) in cited.items():
            text = f"- {_apa(people)} ({words} https://doi.org/{doi}\n"
            yield name, Citation(text, "a.md", preprint if doi == _PREPRINT else article)
        listed = {"volume": volume, "pages": pages, "year": year, "title": title}
        entry = _bib("article", people, journal=venue, doi=_PREPRINT, **listed)
        yield "article, entry", Citation(entry, "a.bib", preprint)
        entry = _bib("misc", people, title=old, year=before, doi=_DOI, **number)
        yield "preprint, entry", Citation(entry, "a.bib", article)
        link = f"- [{title}](https://doi.org/{_PREPRINT}), {people.split(',')[0]} et al., {year}\n"
        yield "article, link", Citation(link, "a.md", preprint)


def chapters() -> Iterator[tuple[str, Citation]]:
    """Yield chapters under the DOI of their book."""
    for book, editors, year, publisher, *rest in _lines("chapters_of_books.txt"):
        record = _work(book, "", year, "book").replace(people=(), editors=_people(editors))
        by_editors = record.replace(people=_people(editors), editors=())
        for title, people in zip(rest[::2], rest[1::2], strict=True):
            work = record if len(title) % 2 else by_editors
            names = [f"{given[0]}. {family}" for family, given in _families(editors)]
            text = (
                f"- {_apa(people)} ({year}). {title}. In {' & '.join(names)} (Eds.), *{book}*"
                f" (pp. 45–61). {publisher}. https://doi.org/{_DOI}\n"
            )
            yield "chapter, apa", Citation(text, "a.md", work)
            entry = _bib(
                "incollection",
                people,
                title=title,
                booktitle=book,
                editor=editors.replace("; ", " and "),
                year=year,
                pages="45-61",
                publisher=publisher,
                doi=_DOI,
            )
            yield "chapter, entry", Citation(entry, "a.bib", work)


def programs() -> Iterator[tuple[str, Citation]]:
    """Yield papers under the DOI of their program, and programs under that of their paper."""
    for release, date, title, venue, volume, pages, year, people in _lines(
        "programs_and_papers.txt"
    ):
        program = _work(release, people, date, "Software")
        paper = _work(title, people, year, venue=venue, volume=volume, pages=pages)
        name = title.partition(":")[0] if ":" in title else release.partition("/")[2] or release
        text = f"- {_apa(people)} ({year}). {title}. https://doi.org/{_DOI}\n"
        yield "program, apa", Citation(text, "a.md", program)
        entry = _bib("software", people, title=name, year=date, publisher="Zenodo", doi=_DOI)
        yield "program, entry", Citation(entry, "a.bib", program)
        yield "paper of a program, entry", Citation(entry, "a.bib", paper)
        text = f"- {name} ({date}). Version 1.2. Zenodo. https://doi.org/{_DOI}\n"
        yield "program, item", Citation(text, "a.md", program)


def items() -> Iterator[tuple[str, Citation]]:
    """Yield items of lists, with a place, a site or the names of other people behind the title."""
    for _, _, title, year, venue, volume, pages, people in list(_lines("renamed_preprints.txt"))[
        ::4
    ]:
        work = _work(title, people, year, venue=venue, volume=volume, pages=pages)
        link = f"[{title}](https://doi.org/{_DOI})"
        for name, behind in {
            "venue, year": f" - {venue}, {year}",
            "via": " via Hacker News",
            "translated": f" ({year}), translated by Eve Quill and Rick Roe",
            "slides": ", slides by Eve Quill, Rick Roe and Zoe Ash (2021)",
            "summary": f" — summary by E. Quill, {int(year) + 3}",
            "review": f" (reviewed by Rick Roe, Annals of Gardening, {year})",
        }.items():
            yield name, Citation(f"- {link}{behind}\n", "a.md", work)


def _cases() -> Iterator[object]:
    for source in (preprints, chapters, programs, items):
        for number, (name, citation) in enumerate(source()):
            yield pytest.param(citation, id=f"{name} {number}")


@pytest.mark.parametrize("citation", [*_cases()])
def test_does_not_fail(citation: Citation) -> None:
    """The citation is correct, so at most a hint is reported."""
    verdict = citation.verdict
    assert said(verdict) != "strong", citation
    assert not (isinstance(verdict, Differs) and verdict.strength is Strength.STRONG), citation
