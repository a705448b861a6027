"""Broken entries: their DOIs are read as far as possible, and the document is read in part."""

from __future__ import annotations

import pytest
from bibtexparser.splitter import Splitter
from hypothesis import given
from hypothesis import strategies as st

from mdlint_doi import Settings, fix_text
from mdlint_doi.lint.document import Document
from mdlint_doi.run.judge import read_document
from mdlint_doi.text.source import Source

OFFLINE = Settings(offline=True)
NAME = "10.1000/182"


def read(text: str) -> Document:
    """Return a bibliography as it is read."""
    return read_document(Source("refs.bib", text), OFFLINE)


def names(text: str) -> list[str]:
    """Return the DOIs in a bibliography."""
    return [str(mention.doi) for mention in read(text).mentions]


@pytest.mark.parametrize(
    "value",
    [
        *("https://doi.org/10.1000/182", "http://dx.doi.org/10.1000/182", "10.1000/182"),
        *("doi:10.1000/182", "DOI 10.1000/182", "'10.1000/182'", "`10.1000/182`"),
        *("(10.1000/182)", "<10.1000/182>", "[10.1000/182]", "“10.1000/182”", "‘10.1000/182’"),
        *(r"\url{https://doi.org/10.1000/182}", "<https://doi.org/10.1000/182>"),
        *("= {10.1000/182}", "\0{10.1000/182}", "https://doi.org/10.1000/182}"),
    ],
)
@pytest.mark.filterwarnings("ignore::mdlint_doi.UnreadWarning")
@pytest.mark.parametrize("before", ["\n  doi = ", "\n  doi =", " DOI= "])
@pytest.mark.parametrize(
    "behind", ["", ",", ",\n  year = 2000", ", url = {https://doi.org/10.1/2}"]
)
def test_a_value_without_braces(value: str, before: str, behind: str) -> None:
    """The value is read, the fields after it are read as well, and a part counts as not read."""
    text = f"@article{{a, title = {{T}},{before}{value}{behind}\n}}\n@book{{b, doi = {{10.1/9}}}}\n"
    others = ["10.1/2"] if "url =" in behind else []
    assert names(text) == [NAME, *others, "10.1/9"]
    document = read(text)
    (part,) = document.unread
    assert part.reason.startswith("1 entry has broken syntax: ")
    assert fix_text(text, "bibtex", OFFLINE).count("10.1000/182") == 1


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("@article{a, title = {x}}, doi = {10.1000/182}}", "there is a } before further fields"),
        ("@article{a, title = {x}},\n doi = {10.1000/182}\n}", "there is a } before further"),
        ("@article{a, title = x},\n doi = {10.1000/182}\n}", "there is a } before further fields"),
        ("article{a, title = {x}, doi = {10.1000/182}}", "there is a field outside of an entry"),
        ("article{a,\n title = {x},\n doi = {10.1000/182}\n}", "there is a field outside of an"),
        ("@article a, title = {x}, doi = {10.1000/182}}", "there is a field outside of an entry"),
        ("@article[a, title = {x}, doi = {10.1000/182}]", "there is a field outside of an entry"),
        ("@article{{a, title = {x}, doi = {10.1000/182}}", "there is a second {"),
        ("@article{a, title = {x}, doi. = {10.1000/182}}", "a field name ends in ."),
        ("@article{a, title = {x}, doi: {10.1000/182}}", "a field is written as name = {value}"),
        ("@article{a, title = {x}, doi {10.1000/182}}", "a field is written as name = {value}"),
        ("@article{a, title = {x}, doi == {10.1000/182}}", "there is an extra ="),
        ("@article{a, title = {x}, {doi} = {10.1000/182}}", "a field is written as name ="),
        ('@article{a, title = {x}, "doi" = {10.1000/182}}', "a field is written as name ="),
        ("@article{a, title = {x} doi = {10.1000/182}}", "a comma is missing"),
        ("@article{a, title = {x};\n doi = {10.1000/182}}", "a comma is missing"),
        ("@article{a, title = {x},\n doi = {10.1000/182", "the value is not complete"),
        ("@article{a, title = {x,\n doi = {10.1000/182}\n}\n", "the entry is not closed with }"),
        ("@article{a, title = {x}, doi = {{10.1000/182}\n", "the value is not complete"),
        ('@article{a, title = {x}, doi = "10.1000/182}}', "the value is not complete"),
        ("@article{a,\0 title = {x}, doi = {10.1000/182}}", "there is a NUL character"),
        ("@article{a title = {x}, doi = {10.1000/182}}", "a comma is expected after the key"),
        ("@article{a\n title = {x},\n doi = {10.1000/182}\n}", "a comma is expected after the"),
        ("@article{title = {x}, doi = {10.1000/182}}", "the entry has no key"),
    ],
)
def test_a_broken_entry(text: str, reason: str) -> None:
    """The DOI of the entry is read, entries around it are read, and the reason is stated."""
    good = "@book{b%s, doi = {10.1/%s}}\n\n"
    whole = f"{good % (1, 1)}{text}\n\n{good % (2, 2)}"
    assert names(whole) == ["10.1/1", NAME, "10.1/2"]
    assert [reason in unread.reason for unread in read(whole).unread] == [True]


@pytest.mark.parametrize(
    "text",
    [
        "@article{a, title = acm # { x}, month = 10 # jan, journal = acm:jn, doi = {10.1000/182}}",
        "@string{a.b = {x}}\n@article(a, title = a.b, doi = {10.1000/182}, year = 2000)",
        "Text between entries, with a = b and {braces}.\n@book{a, doi = {10.1000/182}}\nx = y\n",
        "% title = {x},\n@book{a, doi = {10.1000/182}}\n% doi = {10.1/3}\n",
        "See this.@\n\nBook (a,\n doi = {10.1000/182}\n)  May it be with you.",
        "@book{a, note = {}, % x = {y}\n doi = {10.1000/182}}",
    ],
)
def test_a_good_entry(text: str) -> None:
    """Macros, comments and text between entries are no problem."""
    document = read(text)
    assert document.unread == ()
    assert names(text) == [NAME]


@pytest.mark.filterwarnings("ignore::mdlint_doi.UnreadWarning")
@given(
    st.lists(
        st.sampled_from(
            [
                *'{}"=,#%@\0\n ',
                "doi",
                "title",
                "@article{a,",
                " = ",
                "{10.1000/182}",
                "10.1000/182",
                "},",
            ]
        ),
        max_size=30,
    )
)
def test_every_text_can_be_read(pieces: list[str]) -> None:
    """No text is an error, and each mention is at its place."""
    text = "".join(pieces)
    for mention in read(text).mentions:
        assert text[mention.written.whole.start : mention.written.whole.end] == mention.written.text
    assert fix_text(text, "bibtex", OFFLINE) or not text


@given(
    st.lists(
        st.sampled_from(
            [
                "@book{a%s, doi = {10.1/%s}}\n",
                '@article{a%s,\n title = {T {x} = {y}},\n doi = "10.1/%s"\n}\n',
                "@misc(a%s, note = x # {y}, doi = {10.1/%s})\n",
            ]
        ),
        min_size=1,
        max_size=8,
    )
)
def test_entries_that_bibtexparser_reads(kinds: list[str]) -> None:
    """An entry that bibtexparser can read is read in the same way, without a problem."""
    text = "".join(kind % (at, at + 1) for at, kind in enumerate(kinds))
    if not Splitter(text).split().failed_blocks:
        assert names(text) == [f"10.1/{at + 1}" for at, _ in enumerate(kinds)]
        assert not read(text).unread
