"""The DOIs of a bibliography: what is found where, what a fix changes, what it leaves."""

from __future__ import annotations

from pathlib import Path

import pytest
from bibtexparser.entrypoint import parse_string
from hypothesis import given
from hypothesis import strategies as st

from mdlint_doi import Settings
from mdlint_doi.api.texts import check_text, fix_text
from mdlint_doi.files.reading import FileProblem, decode, encode
from mdlint_doi.formats.data.bibtex_entries import entries
from mdlint_doi.formats.data.entry import Entry
from mdlint_doi.formats.data.formats import BIBTEX
from mdlint_doi.lint.model import Finding
from mdlint_doi.run.check import check
from mdlint_doi.run.request import Task
from mdlint_doi.text.source import Source

OFFLINE = Settings(offline=True)


def found(text: str, *select: str) -> list[Finding]:
    """Return what is wrong with a bibliography."""
    return check_text(text, "bibtex", OFFLINE.replace(select=select or ("default",)))


def told(text: str, *select: str) -> list[tuple[str, str, str]]:
    """Return code, entry and field, and what is underlined."""
    return [
        (finding.code, finding.where, finding.span.cut(text)) for finding in found(text, *select)
    ]


@pytest.mark.filterwarnings("ignore::mdlint_doi.UnreadWarning")
@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ("doi = {10.1000/182}", []),
        ("DOI = 10.1000", [("DOI101", "a, doi", "10.1000")]),
        ('doi = "10.1000/" # "182"', []),
        ("doi = {{10.1000/182}}", []),
        ("doi = {\n  10.1000/182\n}", []),
        ("doi = mine", []),
        ("doi = {{{ doi }}}", []),
        ("doi = {10/cn2h9c}", []),
        ("doi = {16/j.ultramic}", [("DOI101", "a, doi", "16/j.ultramic")]),
        ("doi = {https://example.org/1}", [("DOI101", "a, doi", "https://example.org/1")]),
        ("doi = {http://dx.doi.org/10.1000/182}", [("DOI501", "a, doi", "http://dx.doi.org/")]),
        ("doi = {DOI: 10.1000/182}", [("DOI501", "a, doi", "DOI: ")]),
        ("doi = {}", [("DOI502", "a, doi", "{}")]),
        ("doi = {10.1000/a\\_b}", [("DOI305", "a, doi", "\\_")]),
        ("doi = {10.1000/a{\\_}b}", [("DOI305", "a, doi", "{\\_}")]),
        ("doi = {10.1000/001 1000}", [("DOI301", "a, doi", " ")]),
        ("doi = {10.1000/182,}", [("DOI104", "a, doi", ",")]),
        ("note = {10.1000/182 and doi:10.1000/183}", []),
        ("url = {https://doi.org/10.1000/a\\_b}", []),
        ("note = {\\href{http://doi.org/10.1000/a\\_b}{x}}", [("DOI201", "a, note", "http://")]),
        (
            "howpublished = {\\url{http://doi.org/10.1000/1}}",
            [("DOI201", "a, howpublished", "http://")],
        ),
        (
            "file = {http://dx.doi.org/10.1000/182}",
            [("DOI201", "a, file", "http://dx.doi.org")],
        ),
        ("abstract = {See http://doi.org/10.1000/182}", [("DOI201", "a, abstract", "http://")]),
    ],
)
def test_a_field_is_judged_by_its_name(fields: str, expected: list[tuple[str, str, str]]) -> None:
    """A name is right in `doi`, a link elsewhere; TeX's escapes are right outside of `doi`."""
    assert told(f"@article{{a, {fields}}}") == expected


def test_no_rule_on_links_speaks_of_a_bare_name() -> None:
    """Whatever is selected, a good entry has nothing to say."""
    text = "@article{a,\n  doi = {10.1000/182},\n  eprint = {10.1000/182},\n}\n"
    assert told(text, "all") == []


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("doi = {https://doi.org/10.1000/182}", "doi = {10.1000/182}"),
        ('doi = "doi:10.1000/182"', 'doi = "10.1000/182"'),
        ("doi = {http://dx.doi.org/10.1000/a%3Cb}", "doi = {10.1000/a<b}"),
        # Styles that print the field as it is need these escapes.
        ("doi = {10.1000/a{\\_}b\\%c}", "doi = {10.1000/a{\\_}b\\%c}"),
        ("doi = {https://doi.org/dvr36h}", "doi = {10/dvr36h}"),
        (
            "note = {\\url{http://dx.doi.org/10.1000/a\\_b}}",
            "note = {\\url{https://doi.org/10.1000/a\\_b}}",
        ),
        # What TeX would have to escape is not put into text, nor a brace without its partner.
        ("note = {https://doi.org/10.1000/a<b}", "note = {https://doi.org/10.1000/a<b}"),
        ("doi = {https://doi.org/10.1000/a%7Bb}", "doi = {https://doi.org/10.1000/a%7Bb}"),
        # A value in two parts is none that can be written over.
        ('doi = "https://doi" # ".org/10.1000/1"', 'doi = "https://doi" # ".org/10.1000/1"'),
    ],
)
def test_a_fix_changes_the_doi_and_nothing_else(before: str, after: str) -> None:
    """The rest of the entry stays, and a second run has nothing to do."""
    whole = "% a comment\r\n@Article {{ a ,\r\n  Title={{T}},{}\r\n}}\r\n"
    fixed = fix_text(whole.format(before), "bibtex", OFFLINE)
    assert fixed == whole.format(after)
    assert fix_text(fixed, "bibtex", OFFLINE) == fixed


def test_macros_do_not_make_a_value_grow_without_end() -> None:
    """What it states ends after 20,000 characters."""
    text = f'@string{{m = "{"x" * 1000}"}}\n@article{{a, title = {" # ".join(["m"] * 50)}}}'
    (entry,) = entries(Source("a.bib", text), full=True)
    assert isinstance(entry, Entry)
    assert entry.stated == ((("title",), "x" * 20_000),)


VALUES = st.sampled_from(
    [
        "{https://doi.org/10.1000/182}",
        '"http://dx.doi.org/10.1000/a%3Cb%3E"',
        "{10.1000/a\\_b}",
        "{{doi:10.1000/182}}",
        "{}",
        "{10.1000/182,}",
        "mac # {http://dx.doi.org/10.1000/1}",
        "{\\url{http://dx.doi.org/10.1000/a\\_b} x}",
        "{http://dx.doi.org/10.1000/a%7B}",
    ]
)
FIELDS = st.lists(
    st.tuples(st.sampled_from(["doi", "url", "note", "title", "file"]), VALUES), max_size=4
)


@given(entries=st.lists(FIELDS, max_size=3), newline=st.sampled_from(["\n", "\r\n"]))
def test_a_fixed_file_has_the_same_entries(
    entries: list[list[tuple[str, str]]], newline: str
) -> None:
    """Keys, types and other fields are those of before for bibtexparser; a second run is idle."""
    text = newline.join(
        f"@book{{k{number},"
        + ",".join(f"{newline}  {name} = {value}" for name, value in fields)
        + "}"
        for number, fields in enumerate(entries)
    )
    fixed = fix_text(text, "bibtex", OFFLINE)
    assert fix_text(fixed, "bibtex", OFFLINE) == fixed
    old, new = parse_string(text), parse_string(fixed)
    assert [(entry.key, entry.entry_type) for entry in old.entries] == [
        (entry.key, entry.entry_type) for entry in new.entries
    ]
    for before, after in zip(old.entries, new.entries, strict=True):
        assert [field.key for field in before.fields] == [field.key for field in after.fields]
        assert [field.value for field in before.fields if field.key == "file"] == [
            field.value for field in after.fields if field.key == "file"
        ]


def test_the_guard_sees_what_is_not_a_doi() -> None:
    """A changed title, key or number of entries is refused."""
    guard = BIBTEX.same_page(OFFLINE)
    assert guard is not None
    text = "@book{a, title={T}, doi={https://doi.org/10.1000/182}}\n"
    assert guard(text, text.replace("https://doi.org/", ""), [])
    for other in (text.replace("T", "U"), text.replace("{a,", "{b,"), text + text, text[:-2]):
        assert not guard(text, other, [])
    assert not guard(text, "@book{a, title={T}}\n", [])


def test_an_entry_with_a_field_twice_is_fixed() -> None:
    """To bibtexparser that is an error, but it reads it in full; both fields stay."""
    text = "@book{a, keywords={x}, doi={https://doi.org/10.1000/182}, keywords={y}}\n"
    assert fix_text(text, "bibtex", OFFLINE) == text.replace("https://doi.org/", "")
    guard = BIBTEX.same_page(OFFLINE)
    assert guard is not None
    assert not guard(text, text.replace("={y}", "={z}"), [])


@pytest.mark.parametrize("field", ["note", "howpublished"])
def test_links_of_tex_in_a_field(field: str) -> None:
    """The target of an `href` is read and fixed, and its text stays."""
    text = f"@misc{{a, {field} = {{See \\href{{http://dx.doi.org/10.1000/a_b}}{{the text}}.}}}}\n"
    assert [row[:2] for row in told(text)] == [("DOI201", f"a, {field}")]
    fixed = text.replace("http://dx.doi.org", "https://doi.org")
    assert fix_text(text, "bibtex", OFFLINE) == fixed


@pytest.mark.filterwarnings("ignore::mdlint_doi.UnreadWarning")
def test_what_bibtexparser_cannot_read_is_not_fixable() -> None:
    """No fix is offered that the guard would refuse; an entry that it can read keeps its own."""
    broken = "@book{\n doi = {https://doi.org/10.1000/182}\n}\n"
    readable = "@book{b, doi={https://doi.org/10.1000/183} title={x}}\n"
    findings = found(broken + readable)
    assert [(finding.code, finding.line, finding.fix is not None) for finding in findings] == [
        ("DOI501", 2, False),
        ("DOI501", 4, True),
    ]
    fixed = fix_text(broken + readable, "bibtex", OFFLINE)
    assert fixed == broken + readable.replace("https://doi.org/", "")


@pytest.mark.parametrize(
    "comment",
    [
        "% mdlint-doi-disable-next-line DOI501",
        "mdlint-doi-disable DOI501 -- between entries all text is a comment",
        "%% mdlint-doi-disable-file",
    ],
)
def test_comments_between_entries(comment: str) -> None:
    """Text between entries is a comment, with `%` or without."""
    assert told(f"{comment}\n@book{{a, doi = {{https://doi.org/10.1000/182}}}}\n") == []


def test_comments_in_an_entry() -> None:
    """A line with `%` between fields is a comment; an idle one is reported."""
    text = "@book{a,\n% mdlint-doi-disable-next-line DOI501, DOI502\n  doi = {doi:10.1000/182}}\n"
    assert [row[0] for row in told(text)] == ["DOI002"]


def test_declared_encodings(tmp_path: Path) -> None:
    """A declared encoding is read, and written back byte for byte but for the DOI."""
    path = tmp_path / "refs.bib"
    for line in ("% Encoding: ISO-8859-1", "% !TeX encoding = latin1", "% -*- coding: cp1252 -*-"):
        text = f"{line}\r\n@book{{a, author={{Müller}}, doi={{doi:10.1000/182}}}}\r\n"
        path.write_bytes(text.encode("latin-1"))
        result = check(Task((str(path),), OFFLINE, fix=True))
        assert (result.report.problems, len(result.report.fixed)) == ((), 1)
        assert path.read_bytes() == text.replace("doi:10", "10").encode("latin-1")


@pytest.mark.parametrize(
    ("head", "reason"),
    [("", "declare its encoding"), ("% Encoding: Utf8\n", "not UTF-8"), ("% Encoding: x\n", "'x'")],
)
def test_undeclared_encodings(head: str, reason: str) -> None:
    """What cannot be read says what to do."""
    with pytest.raises(FileProblem, match=reason):
        decode("a.bib", f"{head}@book{{a, author={{Müller}}}}".encode("latin-1"))


def test_a_letter_that_cannot_be_written_is_not_written() -> None:
    """A fix that needs a letter which the file's encoding has not is left out."""
    data = "% Encoding: latin1\n@book{ä, doi={https://doi.org/10.1000/a%E2%80%93b}}".encode(
        "latin-1"
    )
    source = decode("a.bib", data)
    assert encode(source) == data
    with pytest.raises(FileProblem, match="cannot be encoded in"):
        encode(source.replace(text="\u2013"))


def test_broken_entries_are_told(tmp_path: Path) -> None:
    """What may have been missed for a slip in the file is said."""
    path = tmp_path / "refs.bib"
    path.write_text("@book{a, doi = {10.1000/1}\n@book{b, doi = {doi:10.1000/2}}\n")
    report = check(Task((str(path),), OFFLINE)).report
    assert [finding.code for finding in report.findings] == ["DOI501"]
    assert ["1 entry has broken syntax" in note.message for note in report.problems] == [True]
    assert not report.skipped


def test_the_prefilter_lets_through_what_is_reported() -> None:
    """An empty field, and one that is no DOI at all, are seen in the bytes."""
    assert BIBTEX.may_hold_doi(b"@book{a, DOI   = {}}")
    assert BIBTEX.may_hold_doi(b"@book{a, doi = {16/j}}")
    assert not BIBTEX.may_hold_doi(b"@book{a, title = {T}}")
