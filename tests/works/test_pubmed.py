"""PubMed numbers of entries, beside those that a record states."""

from __future__ import annotations

import pytest
from works.citing import TULIPS, WORK, entry, said

from mdlint_doi.lint.settings import Settings
from mdlint_doi.run.judge import read_document
from mdlint_doi.text.source import Source
from mdlint_doi.works.agreement import agreement
from mdlint_doi.works.pubmed import labelled_pubmed_number, pubmed_number
from mdlint_doi.works.verdict import Agrees, Of
from mdlint_doi.works.work import pubmed_of

PEOPLE = "Marlowe, Ada and van den Berg, Joost and Ólafsdóttir, G."
IN_PUBMED = WORK.replace(pubmed=("12345", "777"))
FORMS = [
    *("PMID: 12345", "PMID 12345", "pmid:0012345", "PubMed ID: 12345", "info:pmid/12345"),
    "https://pubmed.ncbi.nlm.nih.gov/12345/",
    "http://www.ncbi.nlm.nih.gov/pubmed/12345",
    "https://pubmed.ncbi.nlm.nih.gov/12345/?tool=x",
    "pubmed.ncbi.nlm.nih.gov/12345",
]
FORMATS = {
    "a.bib": (
        "@article{{m, title = {{{title}}}, author = {{Marlowe, Ada and van den Berg, Joost and"
        " Ólafsdóttir, G.}}, year = {{2017}}, doi = {{10.5555/one}}, {field} = {{{number}}}}}\n"
    ),
    "a.ris": (
        "TY  - JOUR\nTI  - {title}\nAU  - Marlowe, Ada\nAU  - van den Berg, Joost\n"
        "AU  - Ólafsdóttir, G.\nPY  - 2017\nDO  - 10.5555/one\n{field}  - {number}\nER  -\n"
    ),
    "a.csl.json": (
        '[{{"id": "m", "title": "{title}", "author": [{{"family": "Marlowe", "given": "Ada"}},'
        ' {{"family": "van den Berg", "given": "Joost"}}, {{"family": "Ólafsdóttir", "given":'
        ' "G."}}], "issued": {{"date-parts": [[2017]]}}, "DOI": "10.5555/one",'
        ' "{field}": "{number}"}}]\n'
    ),
}
FIELDS = {"a.bib": "pmid", "a.ris": "PM", "a.csl.json": "PMID"}


def stated(name: str, field: str, number: str) -> str:
    """Return the PubMed number that an entry is read to state."""
    text = FORMATS[name].format(title=TULIPS, field=field, number=number)
    (claim,) = read_document(Source(name, text), Settings()).claims()
    return claim.pubmed


@pytest.mark.parametrize("written", ["12345", "0012345", " 12345 ", *FORMS])
def test_forms(written: str) -> None:
    """A number has labels, leading zeros and addresses; without them it is always the same."""
    assert pubmed_number(written) == "12345"


@pytest.mark.parametrize(
    "written",
    [
        *("", "0", "PMC12345", "123456789", "12345 67", "12345.1", "n/a", "in process"),
        *("https://pmc.ncbi.nlm.nih.gov/articles/12345/", "WOS:12345", "PMCID: 12345"),
        "https://example.org/12345",
    ],
)
def test_no_number(written: str) -> None:
    """A number of PubMed Central, of another database or of nine digits is none."""
    assert pubmed_number(written) == ""


def test_labelled() -> None:
    """A field with numbers of any database has one of PubMed only with its label or address."""
    assert all(labelled_pubmed_number(form) == "12345" for form in FORMS)
    assert labelled_pubmed_number("12345") == ""


@pytest.mark.parametrize("written", ["12345", "0012345", *FORMS])
@pytest.mark.parametrize("name", FORMATS)
def test_formats(name: str, written: str) -> None:
    """BibTeX, RIS and CSL have a field for the number, in whatever form it is written."""
    assert stated(name, FIELDS[name], written) == "12345"
    assert stated(name, {"a.bib": "isbn", "a.ris": "SN", "a.csl.json": "ISSN"}[name], written) == ""


def test_archives() -> None:
    """Biblatex names PubMed as the archive of `eprint`; RIS numbers of databases need a label."""
    text = FORMATS["a.bib"].replace("{field}", "eprinttype = {{pubmed}}, {field}")
    (claim,) = read_document(
        Source("a.bib", text.format(title=TULIPS, field="eprint", number="12345")), Settings()
    ).claims()
    assert claim.pubmed == "12345"
    assert stated("a.bib", "eprint", "12345") == ""
    assert stated("a.ris", "AN", "PMID: 12345") == "12345"
    assert stated("a.ris", "AN", "12345") == ""


def test_csl_number() -> None:
    """CSL may hold the number as a number."""
    text = FORMATS["a.csl.json"].replace('"{number}"', "{number}")
    (claim,) = read_document(
        Source("a.csl.json", text.format(title=TULIPS, field="PMID", number=12345)), Settings()
    ).claims()
    assert claim.pubmed == "12345"


@pytest.mark.parametrize("name", FORMATS)
def test_hint(name: str) -> None:
    """The number of another work is a hint; the right one and a version's are not, nor is none."""
    for number, work, expected in [
        ("12345", IN_PUBMED, "agrees"),
        ("777", IN_PUBMED, "agrees"),
        ("999", IN_PUBMED, "differs"),
        ("999", WORK, "agrees"),
        ("PMC999", IN_PUBMED, "agrees"),
    ]:
        text = FORMATS[name].format(title=TULIPS, field=FIELDS[name], number=number)
        (claim,) = read_document(Source(name, text), Settings()).claims()
        assert said(agreement(claim, work)) == expected


def test_detail() -> None:
    """The message has both numbers; a number that is the same is evidence."""
    verdict = entry(TULIPS, PEOPLE, "2017", work=IN_PUBMED, pubmed="999")
    (difference,) = verdict.evidence.differences
    assert (difference.field, difference.stated, difference.registered) == (
        "PubMed number",
        "999",
        "12345",
    )
    assert difference.of is Of.DETAIL
    agrees = entry(TULIPS, PEOPLE, "2017", work=IN_PUBMED, pubmed="12345")
    assert isinstance(agrees, Agrees)
    assert "PubMed number" in agrees.evidence.same


def test_no_warning() -> None:
    """With another detail it stays a hint, and a translated title under it does not fail."""
    other = entry(TULIPS, PEOPLE, "2003", work=IN_PUBMED, pubmed="999")
    assert said(other) == "differs"
    translated = "Pengaruh suhu terhadap kekuatan beton mutu tinggi dalam air"
    assert said(entry(translated, PEOPLE, "2017", work=IN_PUBMED, pubmed="999")) != "strong"


def test_own_number() -> None:
    """A record counts if it states the number of the work itself, not only of a version."""
    assert pubmed_of([("IsVersionOf", "1"), ("Cites", "2")]) == ()
    identical = [("is-version-of", "1"), ("is-identical-to", "3"), ("cites", "2")]
    assert pubmed_of(identical) == ("1", "3")
