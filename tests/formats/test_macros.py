"""DOIs and addresses in the macros of LaTeX and R documentation, and shortDOIs in data files."""

from __future__ import annotations

import pytest

from mdlint_doi import Settings
from mdlint_doi.formats import format_of
from mdlint_doi.lint.engine import findings
from mdlint_doi.lint.selection import RunFacts
from mdlint_doi.run.judge import read_document
from mdlint_doi.text.source import Source

OFFLINE = Settings(offline=True, formats=("rd", "latex", "ris"))
WRAPPED = {
    "a.tex": "\\documentclass{article}\nSee %s here.\n",
    "a.Rd": "\\name{a}\n\\description{See %s here.}\n",
    "a.R": "#' See %s here.\nx <- 1\n",
}
EVERY = [*WRAPPED]
OF_R = ["a.Rd", "a.R"]


def judged(file: str, text: str) -> tuple[list[str], list[str]]:
    """Return the DOIs of a file that the prefilter lets through, and the codes."""
    if not format_of(file).may_hold_doi(text.encode()):
        return [], []
    document = read_document(Source(file, text), OFFLINE)
    found = findings(document.mentions, RunFacts(settings=OFFLINE))
    return [str(mention.doi) for mention in document.mentions], [finding.code for finding in found]


@pytest.mark.parametrize("file", EVERY)
@pytest.mark.parametrize(
    ("written", "doi", "codes"),
    [
        (r"\url{https://doi.org/10.1000/182}", "10.1000/182", []),
        (r"\url{https://doi.org/10.1000/182.}", "10.1000/182.", ["DOI104"]),
        (r"\href{https://doi.org/10.1000/182,}{x}", "10.1000/182,", ["DOI104"]),
        (r"\url{https://doi.org/10.1000/a(b)c(}", "10.1000/a(b)c(", ["DOI104"]),
        (r"\href{https://doi.org/10.1000/a\%3Cb}{x}", "10.1000/a<b", []),
        (r"\url{doi:10.1000/182}", "10.1000/182", []),
        (r"\href{doi:10.1000/182}{x}", "10.1000/182", []),
        (r"\url{ https://doi.org/10.1000/182 }", "10.1000/182", []),
        (r"\doi{10/dvr36h}", "10/dvr36h", []),
        (r"\doi{10.1000\%2F182}", "10.1000/182", ["DOI301"]),
        (r"\doi{ 10.1000/182 }", "10.1000/182", []),
        (r"https://doi.org/10.1000/182.", "10.1000/182", []),
    ],
)
def test_arguments(file: str, written: str, doi: str, codes: list[str]) -> None:
    r"""The braces show where an address ends, and what `\doi` contains is a DOI."""
    assert judged(file, WRAPPED[file] % written) == ([doi], codes)


@pytest.mark.parametrize("file", OF_R)
@pytest.mark.parametrize(
    ("written", "dois", "codes"),
    [
        (r"\verb{https://doi.org/10.1000/182}", ["10.1000/182"], []),
        (r"\verb{http://dx.doi.org/10.1000/182}", ["10.1000/182"], ["DOI201"]),
        (r'\verb{x <- "https://doi.org/10.1000/182"}', [], []),
        (r"\verb{10.1000/182}", [], []),
        (r"\code{https://doi.org/10.1000/182}", [], []),
        (r"\doi{doi:10.1000/182}", ["10.1000/182"], []),
        (r"\doi{DOI:10.1000/182}", ["10.1000/182"], []),
        (r"\doi{doi: 10.1000/182}", ["10.1000/182"], ["DOI501"]),
        (r"\doi{http://dx.doi.org/10.1000/182}", ["10.1000/182"], ["DOI501"]),
    ],
)
def test_macros_of_r(file: str, written: str, dois: list[str], codes: list[str]) -> None:
    r"""R removes `doi:` in `\doi`; `\verb` with an address alone is a citation."""
    assert judged(file, WRAPPED[file] % written) == (dois, codes)


@pytest.mark.parametrize(
    ("file", "text"),
    [
        ("a.ris", "TY  - JOUR\nTI  - T\nDO  - 10/dvr36h\nER  - \n"),
        (".zenodo.json", '{"title": "T", "creators": [], "doi": "10/dvr36h"}'),
        (".zenodo.json", '{"title": "T", "related_identifiers": [{"identifier": "10/dvr36h"}]}'),
        ("codemeta.json", '{"@context": "https://w3id.org/codemeta/3.0", "sameAs": "10/dvr36h"}'),
        ("a.bib", "@book{a, doi = {10/dvr36h}}"),
        ("CITATION.cff", "cff-version: 1.2.0\ndoi: 10/dvr36h\n"),
        ("a.md", "---\ndoi: 10/dvr36h\n---\n"),
        ("myst.yml", "version: 1\nproject:\n  doi: 10/dvr36h\n"),
    ],
)
def test_short_names(file: str, text: str) -> None:
    """A shortDOI is read in each field for a DOI."""
    assert judged(file, text)[0] == ["10/dvr36h"]


@pytest.mark.parametrize("value", ["10/2015", "10/12", "10/dvr36h and more", "10/abcdefghi"])
def test_other_identifiers(value: str) -> None:
    """A date or a word is no shortDOI in a field for identifiers of any kind."""
    text = f'{{"title": "doi", "related_identifiers": [{{"identifier": "{value}"}}]}}'
    assert judged(".zenodo.json", text)[0] == []
