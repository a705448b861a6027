"""Generic registered titles excuse no specific cited ones; the year is told without a title."""

from __future__ import annotations

import pytest

from mdlint_doi.lint.settings import Settings
from mdlint_doi.run.judge import read_document
from mdlint_doi.text.source import Source
from mdlint_doi.works.agreement import agreement
from mdlint_doi.works.verdict import CannotTell, Differs, Disagrees, Verdict
from mdlint_doi.works.work import Person, Titles, Work

JOURNAL = "Journal of Imaginary Botany"
TITLE = "Root competition between tulips and hyacinths in sandy soils"
NOTICE = Work(
    Titles(("Correction",)),
    (Person("Smith"),),
    years=(2014,),
    containers=(JOURNAL,),
    volume="13",
    pages="10-11",
    type="journal-article",
)
FITS = Work(
    Titles(("The representations of FITS coordinates",)),
    (Person("Greisen"), Person("Calabretta")),
    years=(2006,),
    containers=("Astronomy & Astrophysics",),
    volume="446",
    pages="747-771",
    type="journal-article",
)
LISTED = f"Smith, J., & Marlowe, A. (2011). {{}}. *{JOURNAL}*, 12, 345-361. https://doi.org/10.1000/182\n"
ENTRY = (
    "@article{{a, author={{Smith, J. and Marlowe, A.}}, title={{{}}}, year=2011,"
    f" journal={{{{{JOURNAL}}}}}, volume=12, pages={{{{345--361}}}}, doi={{{{10.1000/182}}}}}}}}\n"
)
FORMS = (("a.md", LISTED), ("a.rst", LISTED), ("a.bib", ENTRY))


def verdict(file: str, text: str, work: Work) -> Verdict:
    """Return the verdict on the only citation of a text."""
    (claim,) = read_document(Source(file, text), Settings()).claims()
    return agreement(claim, work)


@pytest.mark.parametrize(("file", "form"), FORMS)
@pytest.mark.parametrize("title", ["Correction", "Editorial", "Erratum", "Book reviews", "Preface"])
def test_a_generic_title_is_no_excuse(file: str, form: str, title: str) -> None:
    """R13: a whole title, year, volume and pages are cited over a record with a generic title."""
    found = verdict(file, form.format(TITLE), NOTICE.replace(titles=Titles((title,))))
    assert isinstance(found, Disagrees)
    assert "title" in {difference.field for difference in found.evidence.differences}


@pytest.mark.parametrize(("file", "form"), FORMS)
@pytest.mark.parametrize(
    ("title", "work"),
    [
        (TITLE, NOTICE.replace(years=(2011,), volume="12", pages="345-361")),  # nothing differs
        (f"Correction to: {TITLE}", NOTICE),  # a longer form of the registered title
        (f"Editorial: {TITLE}", NOTICE.replace(titles=Titles(("Editorial",)))),
        ("Correction", NOTICE),
    ],
)
def test_a_longer_form_is_the_same(file: str, form: str, title: str, work: Work) -> None:
    """The title is not reported."""
    found = verdict(file, form.format(title), work)
    assert not isinstance(found, Disagrees)
    assert "title" not in {difference.field for difference in found.evidence.differences}


@pytest.mark.parametrize(
    ("file", "text"),
    [
        ("a.md", "- Greisen et al., 2002, A&A 446, 747, [link](https://doi.org/10.1000/182)\n"),
        ("a.rst", "Greisen et al., 2002, A&A 446, 747, https://doi.org/10.1000/182\n"),
        ("a.rst", "* `Greisen et al., 2002, A&A 446, 747 <https://doi.org/10.1000/182>`_\n"),
    ],
)
def test_the_year_is_told(file: str, text: str) -> None:
    """R13: without a title, volume and page show the work, and the year differs."""
    found = verdict(file, text, FITS)
    assert isinstance(found, Differs)
    assert [(difference.field, difference.stated) for difference in found.evidence.differences] == [
        ("year", "2002")
    ]


@pytest.mark.parametrize(
    ("file", "text"),
    [
        ("a.md", "- Greisen et al., 2006, A&A 446, 747, [link](https://doi.org/10.1000/182)\n"),
        ("a.md", "- Greisen et al., 2002, A&A 395, 1061, [link](https://doi.org/10.1000/182)\n"),
        ("a.md", "In 2002, the authors wrote of 446 and 747 in https://doi.org/10.1000/182.\n"),
    ],
)
def test_no_year_is_told(file: str, text: str) -> None:
    """The year is the same, the place differs, or the text is no reference."""
    found = verdict(file, text, FITS)
    assert isinstance(found, CannotTell | Differs)
    assert "year" not in {difference.field for difference in found.evidence.differences}
