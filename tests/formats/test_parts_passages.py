r"""References in LaTeX, R documentation, AsciiDoc, Org and Typst are compared as in Markdown."""

from __future__ import annotations

import pytest

from mdlint_doi.lint.settings import Settings
from mdlint_doi.run.judge import read_document
from mdlint_doi.text.source import Source
from mdlint_doi.works.claim import Claim

TITLE = "Root competition between tulips and hyacinths"
NAME, OTHER = "10.1000/182", "10.1000/183"
ITEM = f"Marlowe, A., & Quill, B. (2017). {TITLE}. _J. Bot._, 12, 345-361."
IN_TEX = ITEM.replace("_J. Bot._", r"\emph{J. Bot.}")
NATBIB = rf"\bibitem[Marlowe(2017)]{{one}} A. Marlowe and B. Quill. \newblock ``{TITLE}.''"
TEXTS = {
    "a.tex": rf"\bibitem{{one}} {IN_TEX} \doi{{{NAME}}}",
    "b.tex": f"\\item {IN_TEX} % a comment, 1999\n\\url{{https://doi.org/{NAME}}}",
    "c.tex": rf"{NATBIB} \newblock J. Bot., 12:345--361, 2017. \href{{https://doi.org/{NAME}}}{{a}}",
    "a.Rd": rf"\references{{{IN_TEX} \doi{{{NAME}}}}}",
    "a.adoc": f"* [[[one]]] {ITEM} https://doi.org/{NAME}[doi]",
    "a.org": f"- {ITEM.replace('_', '/')} [[https://doi.org/{NAME}][doi]]",
    "a.typ": f"+ {ITEM} https://doi.org/{NAME}",
}


def claims_of(name: str, text: str) -> tuple[Claim, ...]:
    """Return the claims of a document."""
    return read_document(Source(name, text), Settings()).claims()


@pytest.mark.parametrize("file", TEXTS)
def test_reference(file: str) -> None:
    """Each part of a reference is read in each format: authors, title, year, volume and page."""
    (claim,) = claims_of(file, TEXTS[file])
    people = claim.people[: claim.leading_people]
    assert [person.family for person in people] == ["Marlowe", "Quill"]
    assert any(title.text.strip(".") == TITLE for title in claim.titles)
    assert (claim.years, claim.volume, claim.pages) == ((2017,), "12", "345")
    assert not claim.caveat


@pytest.mark.parametrize("file", TEXTS)
@pytest.mark.parametrize("between", ["\n", "\n\n", "\n\nA paragraph.\n\n"])
def test_items_are_apart(file: str, between: str) -> None:
    """Two items have two descriptions, and the words of one are not those of the other."""
    second = TEXTS[file].replace(NAME, OTHER).replace("tulips", "onions")
    if file == "a.Rd" and between == "\n":
        between = "\n\n"  # there are no items
    first, last = claims_of(file, f"{TEXTS[file]}{between}{second}")
    assert "onions" not in first.words
    assert "tulips" not in last.words


def test_accents() -> None:
    """The accents of TeX are letters in names."""
    text = rf"\bibitem{{one}} Sch{{\"o}}lkopf, B. (2017). {TITLE}. J. Bot. \doi{{{NAME}}}"
    (claim,) = claims_of("a.tex", text)
    assert claim.people[0].family == "Schölkopf"


def test_code_and_comments() -> None:
    """DOIs in code and comments are not read, so they have no description."""
    item = TEXTS["a.tex"]
    literal = f"\\begin{{verbatim}}\n{item}\n\\end{{verbatim}}"
    assert claims_of("a.tex", literal) == ()
    assert claims_of("a.tex", f"% {item}") == ()
