"""Short ways to write the examples in the judge's tables.

Nearly all examples cite one made-up article, `RECORD`, or a work that differs from it in a field.
"""

from __future__ import annotations

from typing import Final

from mdlint_doi.works.case import CitedExample
from mdlint_doi.works.work import Person, Titles, Work

NAME: Final = "10.1000/182"
TITLE: Final = "Root competition between tulips and hyacinths in sandy soils"
OTHER: Final = "Melting of small glaciers in the northern valleys"
HALF: Final = "Root competition of small glaciers in northern valleys"
MORE_THAN_HALF: Final = "Root competition of hyacinths in northern valleys"
MOSTLY: Final = "Root competition between tulips and onions in wet sandy fields"
NOBODY: Final = "Quill, Eve and Roe, Rick"
ALL: Final = "Marlowe, Ada and van den Berg, Joost and Olafsdottir, Gudrun"
IN_TEXT: Final = "Marlowe, A., van den Berg, J., & Olafsdottir, G."
STRANGERS: Final = "Quill, E., & Roe, R."
JOURNAL: Final = "Journal of Imaginary Botany"
RECORD: Final = Work(
    titles=Titles((TITLE,)),
    people=(Person("Marlowe", "Ada"), Person("van den Berg", "Joost"), Person("Olafsdottir", "G.")),
    years=(2017,),
    containers=(JOURNAL,),
    volume="12",
    pages="345-361",
    type="journal-article",
)
BOOK: Final = RECORD.replace(type="book", containers=(), volume="", pages="")
PREPRINT: Final = RECORD.replace(type="posted-content", containers=(), volume="", pages="")
SOFTWARE: Final = PREPRINT.replace(type="software")
PART_TWO: Final = RECORD.replace(titles=Titles((f"{TITLE}. Part II",)))


def entry(
    people: str = ALL,
    title: str = TITLE,
    year: str = "2017",
    work: Work = RECORD,
    kind: str = "article",
    **more: str,
) -> CitedExample:
    """Return an entry as an example."""
    fields = {"author": people, "title": title, "year": year, **more, "doi": NAME}
    body = ",\n".join(f"  {name} = {{{value}}}" for name, value in fields.items() if value)
    return CitedExample(f"@{kind}{{key,\n{body}\n}}", work)


def listed(
    people: str = IN_TEXT,
    title: str = TITLE,
    year: str = "2017",
    work: Work = RECORD,
    place: str = f"*{JOURNAL}*, 12, 345-361",
) -> CitedExample:
    """Return an item of a list of references as an example."""
    return CitedExample(f"- {people} ({year}). {title}. {place}. https://doi.org/{NAME}", work)


def written(citation: str, work: Work = RECORD) -> CitedExample:
    """Return any piece of Markdown as an example, with `{doi}` for the address."""
    return CitedExample(citation.replace("{doi}", f"https://doi.org/{NAME}"), work)
