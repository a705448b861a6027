"""The DOIs of CITATION.cff, codemeta.json, .zenodo.json, CSL JSON and RIS."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import yaml
from stated_fixes import stated

from mdlint_doi import Settings
from mdlint_doi.api.texts import check_text, fix_text
from mdlint_doi.file_formats import by_name
from mdlint_doi.formats import load
from mdlint_doi.run.check import check
from mdlint_doi.run.request import Task

OFFLINE = Settings(offline=True)
CFF = """\
cff-version: 1.2.0
message: >-
  Please cite http://dx.doi.org/10.1000/182 when
  you use it.
doi: https://doi.org/10.5281/zenodo.7654321  # the latest
# mdlint-doi-disable-next-line DOI201
url: "http://dx.doi.org/10.1000/182"
identifiers:
  - type: doi
    value: "doi:10.1000/183"
  - type: url
    value: 'http://doi.org/10.1000/183'
references:
  - title: "http://dx.doi.org/10.1000/182"
    doi: 10.1000/a\\_b
    url: "http://doi.org/10.1000/a\\x62"
preferred-citation:
  doi: ""
"""


def told(text: str, name: str) -> list[tuple[str, str, bool]]:
    """Return code, place in the tree, and whether there is a fix."""
    found = check_text(text, name, OFFLINE)
    return [(finding.code, finding.where, finding.fix is not None) for finding in found]


def test_citation() -> None:
    """Fields for the name, links and messages are looked at; escapes are not written over."""
    assert told(CFF, "cff") == [
        ("DOI201", "message", True),
        ("DOI501", "doi", True),
        ("DOI501", "identifiers[0].value", True),
        ("DOI201", "identifiers[1].value", True),
        ("DOI305", "references[0].doi", True),
        ("DOI201", "references[0].url", False),
        ("DOI502", "preferred-citation.doi", False),
    ]
    fixed = fix_text(CFF, "cff", OFFLINE)
    assert fix_text(fixed, "cff", OFFLINE) == fixed
    expected = CFF.replace("cite http://dx.", "cite https://").replace(
        "doi: https://doi.org/", "doi: "
    )
    expected = expected.replace("doi:10.1000/183", "10.1000/183").replace("a\\_b", "a_b")
    expected = expected.replace("'http://doi", "'https://doi")
    assert fixed == expected
    assert yaml.safe_load(fixed)["doi"] == "10.5281/zenodo.7654321"


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        (
            "codemeta",
            (
                '{"@context": "http://doi.org/10.5063/x",'
                ' "@id": "http:\\/\\/dx.doi.org\\/10.1000\\/1",'
                ' "identifier": {"value": "10.1000/1"}, "sameAs": ["http://doi.org/10.1000/2"]}'
            ),
            [
                ("DOI201", "@id", True),
                ("DOI201", "sameAs[0]", True),
            ],
        ),
        (
            "zenodo",
            (
                '{"doi": "doi:10.1000/1", "related_identifiers": [{"identifier": "10.1000/2"},'
                ' {"identifier": "http://doi.org/10.1000/3"}], "title": "http://doi.org/10.1000/4"}'
            ),
            [("DOI501", "doi", True), ("DOI201", "related_identifiers[1].identifier", True)],
        ),
        (
            "csl",
            (
                '[{"id": "a", "DOI": "https://doi.org/10.1000/1"}, {"id": 2, "DOI": "10.1000/1",'
                ' "URL": "http://doi.org/10.1000/1"}, {"DOI": ""}]'
            ),
            [
                ("DOI501", "a, DOI", True),
                ("DOI504", "item 2, DOI", False),
                ("DOI201", "item 2, URL", True),
                ("DOI502", "item 3, DOI", False),
            ],
        ),
        (
            "ris",
            (
                "TY  - JOUR\r\nID  - a\r\nDO  - doi:10.1000/1\r\nUR  - http://doi.org/10.1000/1\r\n"
                "ER  - \r\nTY  - JOUR\r\nDO  - 10.1000/1\r\n"
                "TI  - http://doi.org/10.1000/1\r\nER  - \r\n"
            ),
            [
                ("DOI501", "a, DO", True),
                ("DOI201", "a, UR", True),
                ("DOI504", "record 2, DO", False),
                ("DOI201", "record 2, TI", True),
            ],
        ),
    ],
)
def test_values(name: str, text: str, expected: list[tuple[str, str, bool]]) -> None:
    """Each format has its fields; a fix changes those DOIs alone, and a second run is idle."""
    assert told(text, name) == expected
    fixed = fix_text(text, name, OFFLINE)
    assert fix_text(fixed, name, OFFLINE) == fixed
    assert [row for row in told(fixed, name) if row[2]] == []
    wanted = text.replace("https://doi.org/10", "10") if name == "csl" else text
    wanted = wanted.replace("doi:10", "10").replace('"doi": "doi:', '"doi": "')
    for code, where, _ in expected:
        assert code != "DOI201" or where
    if name != "ris":
        assert len(json.loads(fixed)) == len(json.loads(text))
    assert len(fixed.splitlines()) == len(wanted.splitlines())


@pytest.mark.parametrize(
    ("name", "text", "good", "bad"),
    [
        ("cff", "doi: doi:10.1000/1\nversion: 1\n", ("doi:10", "10"), ("version: 1", "version: 2")),
        ("cff", "doi: 10.1000/1\n", ("10.1000", "10.1001"), ("10.1000/1", "[10.1000/1]")),
        ("zenodo", '{"doi": "10.1/a", "n": 1}', ("10.1/a", "10.1000/b"), ('"n": 1', '"n": 2')),
        ("csl", '[{"DOI": "doi:10.1000/1"}]', ("doi:10", "10"), ('"DOI"', '"DOX"')),
        ("ris", "DO  - doi:10.1000/1\nTI  - A\n", ("doi:10", "10"), ("TI  - A", "TI  - B")),
    ],
)
def test_guards(name: str, text: str, good: tuple[str, str], bad: tuple[str, str]) -> None:
    """A guard lets the DOI pass that a fix states, and nothing else."""
    entry = by_name(name)
    assert entry is not None
    guard = load(entry.module).same_page(OFFLINE)
    assert guard is not None
    if name != "zenodo":
        doi = text[text.index("10") :].split(maxsplit=1)[0].rstrip('"}]').replace(*good)
        assert guard(text, text.replace(*good), stated(was="10.1000/1", doi=doi))
    assert not guard(text, text.replace(*bad), [])
    assert not guard(text, text + ("}" if name != "ris" else "\nTY  - X"), [])


PROJECT = """project:
  doi: {}
  href: http://doi.org/10.1000/3  # mdlint-doi-disable-line DOI201
  url: http://doi.org/10.1000/1
  description: http://doi.org/10.1000/2
"""


@pytest.mark.parametrize(
    ("name", "doi", "codes", "fixed"),
    [
        ("myst", "10.1000/182", [], "10.1000/182"),
        ("myst", "https://doi.org/10.1000/182", [], "https://doi.org/10.1000/182"),
        ("myst", "http://dx.doi.org/10.1000/182", ["DOI201"], "https://doi.org/10.1000/182"),
        ("quarto", "10.1000/182", [], "10.1000/182"),
        ("quarto", "'https://doi.org/10.1000/182'", ["DOI501"], "'10.1000/182'"),
        ("quarto", '"{{< var doi >}}"', [], '"{{< var doi >}}"'),
    ],
)
def test_settings_of_projects(name: str, doi: str, codes: list[str], fixed: str) -> None:
    """MyST takes a name or an address, Quarto a name; other texts are not searched."""
    text = PROJECT.format(doi)
    assert [row[:2] for row in told(text, name)] == [
        *((code, "project.doi") for code in codes),
        ("DOI201", "project.url"),
    ]
    wanted = PROJECT.format(fixed).replace("url: http:", "url: https:")
    assert fix_text(text, name, OFFLINE) == wanted


@pytest.mark.parametrize(
    ("written", "told_of", "fixed"),
    [
        (">-\n    10.1000/182\n", [], None),
        ("|- # c\r\n    10.1000/182\r\n\r\n# c\r\n", [], None),
        (">\n    https://doi.org/10.1000/182\n", ["DOI501"], ">\n    10.1000/182\n"),
        ("|\n", ["DOI502"], None),
        (">\n    10.1000/\n    182\n", ["DOI101"], None),
    ],
)
def test_a_name_below_its_key(written: str, told_of: list[str], fixed: str | None) -> None:
    """The line of `|` or `>` says how a block scalar is written, and is no part of the name."""
    for name, key in (("cff", "doi: "), ("csl-yaml", "- DOI: ")):
        assert [row[0] for row in told(key + written, name)] == told_of
        assert fix_text(key + written, name, OFFLINE) == key + (fixed or written)


@pytest.mark.parametrize("written", ["", "~", "null", "Null # c", "NULL"])
def test_a_name_that_is_null(written: str) -> None:
    """YAML's null is no name, and neither is nothing at all; in quotes it is one."""
    for name, key in (("cff", "doi: "), ("csl-yaml", "- DOI: "), ("myst", "project:\n  doi: ")):
        assert told(f"{key}{written}\n", name) == []
    assert [row[0] for row in told("doi: 'null'\n", "cff")] == ["DOI101"]


@pytest.mark.parametrize("written", ["'doi:10.1000/182\n  '", '"doi:10.1000/18\\x32 "'])
def test_a_name_in_quotes_with_a_blank_behind_it(written: str) -> None:
    """A name is seen in quotes with escapes or line ends, too, whatever blanks stand around it."""
    assert told(f"doi: {written}\n", "cff") == [("DOI501", "doi", False)]


def test_a_line_that_goes_on() -> None:
    """A line of a RIS file without a tag is fixed: the guard takes no letter of it for a tag."""
    text = "TY  - JOUR\nN1  - see\nhttp://dx.doi.org/10.1000/182\nER  - \n"
    assert fix_text(text, "ris", OFFLINE) == text.replace("http://dx.", "https://")


def test_files_are_found_by_name(tmp_path: Path) -> None:
    """Hidden files with a name of their own are found; lists of references if that is asked."""
    for name in (
        "CITATION.cff",
        ".zenodo.json",
        "codemeta.json",
        ".hidden.md",
        "_quarto.yml",
        "myst.yml",
        "DESCRIPTION",
        "a.csl.json",
        "a.ris",
    ):
        (tmp_path / name).write_text("{}")
    report = check(Task((str(tmp_path),), OFFLINE)).report
    names = [Path(path).name for path in report.files]
    assert names == [".zenodo.json", "CITATION.cff", "_quarto.yml", "codemeta.json", "myst.yml"]
    report = check(Task((str(tmp_path),), OFFLINE.replace(formats=("csl", "ris")))).report
    assert [Path(path).name for path in report.files][3:5] == ["a.csl.json", "a.ris"]
    for name in ("a.ris", "DESCRIPTION"):
        report = check(Task((str(tmp_path / name),), OFFLINE)).report
        assert len(report.files) == 1


@pytest.mark.parametrize(
    ("name", "text", "reason"),
    [
        ("codemeta.json", '{"doi"', "not valid JSON"),
        ("CITATION.cff", "doi: [", "not valid YAML"),
        ("a.ipynb", '{"cell_type": "markdown 10.1000/182"}', "not a notebook"),
    ],
)
def test_what_cannot_be_read_is_an_error(tmp_path: Path, name: str, text: str, reason: str) -> None:
    """A file that may hold a DOI and is broken is not passed over in silence."""
    (tmp_path / name).write_text(text)
    report = check(Task((str(tmp_path),), OFFLINE)).report
    assert [reason in note.message for note in report.problems] == [True]


def test_two_entries_of_one_doi() -> None:
    """In whatever letter case it stands there: names are compared without regard to that."""
    entries = "@book{a, doi = {10.1000/abc}}\n@book{b, doi = {10.1000/ABC}}\n"
    assert [code for code, _, _ in told(entries, "bibtex")] == ["DOI504"]
