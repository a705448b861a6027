"""Bibliographies of real records, as other programs and a second reader of the records see them."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from random import Random

import pytest
from benchmarks import bibliography as others

from mdlint_doi.ask import records
from mdlint_doi.ask.readers import crossref, datacite, works_json
from mdlint_doi.lint.settings import Settings
from mdlint_doi.names.doi import Doi, parse
from mdlint_doi.names.outcome import Found
from mdlint_doi.report import bibtex, csl_json
from mdlint_doi.run.check import check
from mdlint_doi.run.request import Task
from mdlint_doi.works.citation import Citation, citations
from mdlint_doi.works.work import KnownWork, Person, Titles, Work

RECORDS = Path(__file__).with_name("bibliography") / "records.jsonl"
ROWS = [json.loads(line) for line in RECORDS.read_text("utf-8").splitlines()]
SIGNS = "aeiou ÄéßñĄ–—“” {}{}\\\\$$%&#_^~@,\"'=()[]<>|;:.!?- and and ½²⁶₂ Ω 潮 א"
needs_pandoc = pytest.mark.skipif(not shutil.which("pandoc"), reason="no pandoc")
needs_bibtex = pytest.mark.skipif(not shutil.which("bibtex"), reason="no BibTeX")
needs_biber = pytest.mark.skipif(not shutil.which("biber"), reason="no biber")


def works() -> list[tuple[Doi, Work]]:
    """Return the works of the records."""
    found = []
    for row in ROWS:
        doi = parse(row["doi"])
        is_datacite = "attributes" in row
        reader = datacite.read_work if is_datacite else crossref.read_work
        found.append((doi, reader(row["attributes" if is_datacite else "item"], doi)))
    return found


def awkward(shared: Path) -> list[Citation]:
    """Return works with awkward DOIs."""
    lines = (shared / "spec" / "nasty_dois.jsonl").read_text("utf-8").splitlines()
    dois = [parse(json.loads(line)["doi"]) for line in lines]
    people = (Person("Marlowe", "Ada"),)
    found = [
        (doi, Work(Titles((f"Tulips {at}",)), people, years=(2000,), publisher="P"))
        for at, doi in enumerate(dois)
    ]
    return citations(found)


def random_works(number: int) -> list[tuple[Doi, Work]]:
    """Return works with random titles, people, journals and publishers."""
    draw = Random(7)

    def text() -> str:
        return " ".join("".join(draw.choices(SIGNS, k=draw.randrange(1, 30))).split()) or "T"

    found = []
    for at in range(number):
        people = tuple(Person(text(), text()) for _ in range(draw.randrange(4)))
        kind = draw.choice(("journal-article", "book-chapter", "report", "Software", "book"))
        work = Work(Titles((text(),)), people, years=(2001,), containers=(text(),), type=kind)
        found.append((Doi("10.1000", str(at)), work.replace(publisher=text())))
    return found


def write(made: Sequence[Citation], folder: Path) -> str:
    """Write the entries to `refs.bib`, and return them."""
    text = "\n".join(bibtex.render(made))
    (folder / "refs.bib").write_text(text, "utf-8")
    (folder / "refs.aux").write_text(others.LATEX)
    return text


def test_a_second_reader_of_the_records_finds_the_same() -> None:
    """Fifteen members of each item are those that other code takes from the whole record."""
    direct = {row["doi"].lower(): others.direct(row) for row in ROWS}
    for made in citations(works()):
        ours, theirs = others.of_csl(csl_json.item(made)), direct[made.doi.key]
        assert [name for name in others.COMPARED if not others.equal(name, ours, theirs)] == []


@pytest.mark.parametrize("reader", ["pybtex", pytest.param("pandoc", marks=needs_pandoc)])
def test_entries_are_read_back(reader: str, tmp_path: Path) -> None:
    """Title, people, year, journal, volume, pages and DOI are those of the items."""
    made = citations(works())
    text = write(made, tmp_path)
    found = others.by_pybtex(text) if reader == "pybtex" else others.by_pandoc(tmp_path)
    by_key = {item["id"]: item for item in found}
    for citation in made:
        ours, theirs = others.of_csl(csl_json.item(citation)), by_key[citation.key]
        assert [name for name in others.READ_BACK if not others.equal(name, ours, theirs)] == []


@pytest.mark.parametrize("reader", ["pybtex", pytest.param("pandoc", marks=needs_pandoc)])
def test_awkward_dois_are_read_back(reader: str, shared: Path, tmp_path: Path) -> None:
    """Each DOI is found as it is written."""
    made = awkward(shared)
    text = write(made, tmp_path)
    found = others.by_pybtex(text) if reader == "pybtex" else others.by_pandoc(tmp_path)
    assert {item["DOI"] for item in found} == {str(citation.doi) for citation in made}


def bibtex_errors(folder: Path) -> list[str]:
    """Return the errors that BibTeX reports; it also warns, for example of missing years."""
    said = others.run("bibtex", "refs", folder=folder).splitlines()
    return [line for line in said if "---line" in line or "error message" in line]


@needs_bibtex
def test_bibtex_reads_them(tmp_path: Path) -> None:
    """Real entries, and entries of random texts, raise no error."""
    for some in (works(), random_works(400)):
        write(citations(some), tmp_path)
        assert bibtex_errors(tmp_path) == []
        assert (tmp_path / "refs.bbl").read_text("utf-8").count("\\bibitem") == len(citations(some))


@needs_biber
def test_biber_reads_them(tmp_path: Path) -> None:
    """Real entries, and entries of random texts, raise no error."""
    for some in (works(), random_works(400)):
        write(citations(some), tmp_path)
        said = others.run("biber", "--tool", "--nolog", "refs.bib", folder=tmp_path).splitlines()
        assert [line for line in said if "ERROR" in line] == []
        read = (tmp_path / "refs_bibertool.bib").read_text("utf-8")
        assert read.count("\n@") + read.startswith("@") == len(citations(some))


@pytest.mark.parametrize("name", ["refs.bib", "refs.csl.json"])
def test_the_check_of_the_same_records_is_silent(name: str, tmp_path: Path) -> None:
    """No reference differs from its record, and no DOI is written in an unusual way."""
    made = citations(works())
    text = "\n".join(bibtex.render(made)) if name == "refs.bib" else csl_json.render(made)
    (tmp_path / name).write_text(text, "utf-8")
    stored = {doi: works_json.dump(KnownWork(work, confirmed=True)) for doi, work in works()}
    known = records.render(dict.fromkeys(stored, Found()), stored)
    (tmp_path / "records.json").write_text(known, "utf-8")
    settings = Settings(offline=True, records=str(tmp_path / "records.json"))
    report = check(Task((str(tmp_path / name),), settings)).report
    assert [f"{finding.code} {finding.message}" for finding in report.findings] == []
    assert report.works is not None
    assert report.works.compared > 30


PROGRAM = """
import sys; sys.path[:0] = sys.argv[1:]
from report.test_bibliography_readers import bibtex, citations, csl_json, works
some = works()[:: int(sys.argv[-1])]
sys.stdout.buffer.write("\\n".join(bibtex.render(citations(some))).encode())
sys.stdout.buffer.write(csl_json.render(citations(some)).encode())
"""


def test_the_same_bytes_in_each_process() -> None:
    """Neither the seed of hashes, nor the locale, nor the order of the works matters."""
    found = set()
    for seed, step in (("1", "1"), ("2", "-1"), ("3", "1")):
        env = {**os.environ, "PYTHONHASHSEED": seed, "LC_ALL": "C" if seed == "2" else "C.UTF-8"}
        command = [sys.executable, "-c", PROGRAM, str(RECORDS.parents[2]), step]
        found.add(subprocess.run(command, env=env, capture_output=True, check=True).stdout)
    assert len(found) == 1
    assert len(found.pop()) > 10_000
