"""DOIs in fields of references that are there for something else: titles, abstracts, files."""

from __future__ import annotations

import json

import pytest

from mdlint_doi import Settings, check_text, fix_text
from mdlint_doi.file_formats import by_name
from mdlint_doi.formats import load
from mdlint_doi.lint.document import Document
from mdlint_doi.text.source import Source

OFFLINE = Settings(offline=True)
EVERY = OFFLINE.replace(select=("all",))
SICI = "10.1002/(SICI)1097-0258(19970815)16:15<1709::AID-SIM1>3.0.CO;2-#"


def entry(format_name: str, field: str, value: str) -> str:
    """Return a file with one entry that has a field."""
    if format_name == "ris":
        return f"TY  - JOUR\nID  - a\n{field}  - {value}\nER  - \n"
    if format_name == "csl":
        return json.dumps([{"id": "a", field: value}])
    if format_name == "csl-yaml":
        return f"references:\n- id: a\n  {field}: {json.dumps(value)}\n"
    return f"@article{{a,\n  {field} = {{{value}}},\n}}\n"


def read(format_name: str, text: str) -> Document:
    """Return a file as it is read."""
    known = by_name(format_name)
    assert known is not None
    return load(known.module).read(Source("", text), OFFLINE)


def names(format_name: str, field: str, value: str) -> list[str]:
    """Return the DOIs that are seen in a field."""
    return [
        str(mention.doi) for mention in read(format_name, entry(format_name, field, value)).mentions
    ]


OTHERS = [
    ("bibtex", "supplement"),
    ("bibtex", "journal"),
    ("bibtex", "title"),
    ("ris", "TI"),
    ("ris", "M3"),
    ("csl", "title"),
    ("csl", "annote"),
    ("csl-yaml", "source"),
]
PROSE = [
    ("bibtex", "abstract"),
    ("bibtex", "keywords"),
    ("ris", "AB"),
    ("ris", "KW"),
    ("csl", "abstract"),
    ("csl-yaml", "abstract"),
]


@pytest.mark.parametrize(("format_name", "field"), OTHERS)
def test_addresses_and_labelled_names_in_other_fields(format_name: str, field: str) -> None:
    """They are read in any field with text, a bare name is not: it may be anything."""
    value = "Proc. X, doi: 10.1117/12.651297, Vol. 3, https://doi.org/10.1000/182, 10.1000/183"
    assert names(format_name, field, value) == ["10.1117/12.651297", "10.1000/182"]


@pytest.mark.parametrize(("format_name", "field"), PROSE)
def test_only_addresses_in_abstracts(format_name: str, field: str) -> None:
    """Abstracts and keywords cite other works: what is no link to a DOI is left alone there."""
    value = "As in doi:10.1000/1 and https://doi.org/10.1000/2, see 10.1000/3."
    assert names(format_name, field, value) == ["10.1000/2"]


@pytest.mark.parametrize(
    ("format_name", "field"),
    [("bibtex", "crossref"), ("bibtex", "related"), ("ris", "ID"), ("csl", "citation-key")],
)
def test_keys_are_not_read(format_name: str, field: str) -> None:
    """The key of an entry may look like a DOI; to change it would part it from its citations."""
    assert names(format_name, field, "http://dx.doi.org/10.1000/182") == []


@pytest.mark.parametrize(("format_name", "field"), OTHERS + PROSE)
def test_an_address_in_another_field_is_fixed(format_name: str, field: str) -> None:
    """The rules on links hold in each field, and a fix changes the address alone."""
    text = entry(format_name, field, "See http://dx.doi.org/10.1000/182, too")
    assert [finding.code for finding in check_text(text, format_name, EVERY)] == ["DOI201"]
    fixed = fix_text(text, format_name, EVERY, unsafe=True)
    assert fixed == text.replace("http://dx.", "https://")


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("http://dx.doi.org/10.1000/1", ["10.1000/1"]),
        (":http\\://dx.doi.org/10.1000/1:URL", ["10.1000/1"]),
        ("Paper:a/10.1000/2.pdf:PDF;Copy:http\\://doi.org/10.1000/1:URL", ["10.1000/1"]),
        (":C$\\backslash$:/doi/10.1000/2.pdf:pdf", []),
    ],
)
def test_files_are_never_fixed(value: str, expected: list[str]) -> None:
    """The kind of a file is no part of the name before it, and what programs keep there stays."""
    text = entry("bibtex", "file", value)
    assert names("bibtex", "file", value) == expected
    assert all(finding.fix is None for finding in check_text(text, "bibtex", EVERY))
    assert fix_text(text, "bibtex", EVERY, unsafe=True) == text


@pytest.mark.parametrize(
    "value",
    [
        "https://dx.doi.org/10.1000/183",
        "Data from: Tulips of the north. doi:10.1000/183",
    ],
)
def test_another_field_does_not_state_the_doi_of_the_entry(value: str) -> None:
    """It may name another work: no field is made of it, and no work is compared with it."""
    text = entry("bibtex", "supplement", value)
    assert [finding.code for finding in check_text(text, "bibtex", EVERY)] in ([], ["DOI201"])
    assert "doi =" not in fix_text(text, "bibtex", EVERY, unsafe=True)
    document = read("bibtex", text.replace("\n}", "\n  title = {Tulips of the north},\n}"))
    assert len(document.mentions) == 1
    assert document.claims() == ()


def test_an_entry_with_a_doi_in_another_field_alone_is_searched() -> None:
    """A DOI that may be another work's is no reason not to search for that of the entry."""
    known = by_name("bibtex")
    assert known is not None
    text = (
        "@article{a, title = {Root competition between tulips and hyacinths}, year = 2017,\n"
        "  author = {Marlowe, Ada}, supplement = {https://doi.org/10.1000/183}}\n"
    )
    document = read("bibtex", text)
    assert len(document.mentions) == 1
    searched = load(known.module).references_in(document)  # type: ignore[attr-defined]
    assert [reference.where for reference in searched] == ["a"]


@pytest.mark.parametrize(
    "written",
    [
        SICI.replace("<", "$<$").replace(">", "$>$"),
        SICI.replace("<", "\\textless{}").replace(">", "{\\textgreater}"),
        SICI.replace("<", "\\textless ").replace(">", "\\textgreater "),
        SICI,
    ],
)
def test_tex_in_text_is_undone(written: str) -> None:
    """A SICI name as TeX needs it in running text is the name that a reader sees."""
    for field in ("note", "supplement"):
        assert names("bibtex", field, f"See doi:{written}") == [SICI]


def test_a_title_in_braces_is_no_template() -> None:
    """Titles keep their letters by braces; that is no place for a program to fill in."""
    value = "{{{NASA}} data, http://doi.org/10.1000/182}"
    assert names("bibtex", "title", value) == ["10.1000/182"]


@pytest.mark.parametrize(
    ("format_name", "field"),
    [("bibtex", "url"), ("ris", "UR"), ("csl", "URL"), ("csl-yaml", "URL")],
)
def test_a_name_in_a_field_for_an_address(format_name: str, field: str) -> None:
    """A link is made of the field, and a DOI alone is none; the guess at the address is unsafe."""
    text = entry(format_name, field, "10.1038/s41586-020-2649-2")
    (finding,) = check_text(text, format_name, OFFLINE)
    assert finding.code == "DOI201"
    assert fix_text(text, format_name, OFFLINE) == text
    expected = text.replace("10.1038", "https://doi.org/10.1038")
    assert fix_text(text, format_name, OFFLINE, unsafe=True) == expected


@pytest.mark.parametrize(
    ("field", "value"),
    [("url", "see 10.1000/182"), ("url", "10.1000/paper.pdf"), ("eprint", "10.1000/182")],
)
def test_what_is_no_dead_link(field: str, value: str) -> None:
    """A name among words, a path of a file, and a field that takes names are left alone."""
    assert check_text(entry("bibtex", field, value), "bibtex", OFFLINE) == []


@pytest.mark.parametrize(
    ("value", "told"),
    [
        ("https://doi.org/10.1000/183", ["DOI503"]),
        ("\\url{https://doi.org/10.1000/183}.", ["DOI503"]),
        ("\\href{https://doi.org/10.1000/183}{https://doi.org/10.1000/183}", ["DOI503"]),
        ("Comment on \\url{https://doi.org/10.1000/183}", []),
        ("Data: https://doi.org/10.1000/183", []),
        ("\\href{https://doi.org/10.1000/183}{Erratum}", []),
        ("https://doi.org/10.1000/183 and https://doi.org/10.1000/184", []),
    ],
)
def test_only_an_address_alone_gives_the_entry_its_doi(value: str, told: list[str]) -> None:
    """Where a note has words beside an address, that may lead to another work."""
    settings = OFFLINE.replace(select=("DOI503",))
    text = entry("bibtex", "note", value)
    assert [finding.code for finding in check_text(text, "bibtex", settings)][:1] == told
    assert ("doi =" in fix_text(text, "bibtex", settings, unsafe=True)) is bool(told)
