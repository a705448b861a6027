"""References without a DOI in four formats: which there are, and how each gets one."""

from __future__ import annotations

import pytest
from linear import is_linear
from stated_fixes import stated

from mdlint_doi.formats import format_of
from mdlint_doi.formats.references import are_read, references_in
from mdlint_doi.lint.document import Document, LeftOut
from mdlint_doi.lint.edits import apply_edits, edits_of
from mdlint_doi.lint.model import Fix
from mdlint_doi.lint.settings import Settings
from mdlint_doi.names.doi import parse
from mdlint_doi.run.judge import read_document
from mdlint_doi.text.source import Source

TITLE = "Root competition between tulips and hyacinths in sandy soils"
ITEM = f"Marlowe, A. (2017). {TITLE}. J. Imag. Bot. 12, 345-361."
SICI = "10.1002/(SICI)1096-8644(199601)99:1<1::AID-AJPA1>3.0.CO;2-1"


def read(name: str, text: str) -> Document:
    """Return a document."""
    return read_document(Source(name, text), Settings())


def left_out(name: str, text: str) -> list[str]:
    """Return the references of a text, by why they are left out."""
    return [reference.left_out.name for reference in references_in(read(name, text))]


def written(name: str, text: str, doi: str = "10.1000/182") -> str:
    """Return a text with a DOI for each reference; what guards fixes has to agree."""
    fixes: list[Fix] = []
    for reference in references_in(read(name, text)):
        edit = None if reference.left_out else reference.insert(parse(doi))
        fixes += stated(edit, doi=doi) if edit is not None else []
    after = apply_edits(text, edits_of(fixes))
    guard = format_of(name).same_page(Settings())
    assert guard is not None
    assert guard(text, after, fixes)
    return after


CHILD = "@inproceedings{a, author={A, B}, title={Tulips}, crossref={p}}"
ENTRY = "@article{a,\n  author = {Marlowe, A.},\n  title = {Tulips of the north},\n  year = 2017"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (f"{ENTRY}\n}}\n", f"{ENTRY},\n  doi = {{10.1000/182}}\n}}\n"),
        (f"{ENTRY},\n}}\n", f"{ENTRY},\n  doi = {{10.1000/182}},\n}}\n"),
        (f"{ENTRY}, doi = {{}}}}\n", f"{ENTRY}, doi = {{10.1000/182}}}}\n"),
        ("@book{a, author={A, B}, title={Tulips}, year={2017}}",
         "@book{a, author={A, B}, title={Tulips}, year={2017}, doi = {10.1000/182}}"),
    ],
)  # fmt: skip
def test_an_entry_gets_a_field(before: str, after: str) -> None:
    """Behind the last one, as that is indented; an empty one is filled."""
    assert written("a.bib", before) == after
    assert left_out("a.bib", after) == []


@pytest.mark.parametrize(
    ("entry", "told"),
    [
        (f"{ENTRY}, doi = {{10.1000/182}}}}", []),
        (f"{ENTRY}, url = {{https://doi.org/10.1000/182}}}}", []),
        (f"{ENTRY}, note = {{doi:10.1000/182}}}}", []),
        (f"@string{{d = {{10.1000/182}}}}\n{ENTRY}, doi = d}}", []),
        (f"{ENTRY}}}", ["NO"]),
        (f"{ENTRY}, eprint = {{1701.01234}}}}", ["ARXIV"]),
        (f"{ENTRY}, journal = {{arXiv preprint arXiv:1701.01234}}}}", ["ARXIV"]),
        (f"{ENTRY}, eprint = {{1701.01234}}, journal = {{J. Imag. Bot.}}}}", ["NO"]),
        (f"{ENTRY}, eprint = {{1701.01234}}, journal = {{CoRR}}}}", ["ARXIV"]),
        ("@misc{a, author={A, B}, title={Tulips}, year={2017}}", ["KIND"]),
        ("@online{a, title={Tulips}}", ["KIND"]),
        ("@article{a, author={A, B}, title={Tulips}}", ["LITTLE"]),
        ("@string{me = {Marlowe, A.}}\n@article{a, author=me, title={Tulips}, year=2017}", ["NO"]),
        (f"{CHILD}\n@proceedings{{p, title={{Flowers}}, year=2017, editor={{C}}}}", ["NO", "NO"]),
        (CHILD, ["LITTLE"]),
        ("@comment{nothing}", []),
    ],
)  # fmt: skip
def test_entries_are_searched_or_counted(entry: str, told: list[str]) -> None:
    """A DOI in whatever field is one; kinds without DOIs and arXiv numbers are left out."""
    assert left_out("a.bib", entry) == told


def test_what_cannot_be_written_is_not() -> None:
    """A broken entry, a field of other text, a name that BibTeX would take amiss."""
    broken = "@article{a, author={A, B}, title={Tulips}, year={2017} pages={1}"
    (reference,) = references_in(read("a.bib", broken))
    assert reference.insert(parse("10.1000/182")) is None
    (reference,) = references_in(read("a.bib", f"{ENTRY}, doi = {{none}}}}"))
    assert reference.insert(parse("10.1000/182")) is None
    (reference,) = references_in(read("a.bib", f"{ENTRY}, doi = {{}}}}"))
    assert reference.insert(parse("10.1000/a{b")) is None
    (reference,) = references_in(read("a.bib", f"{ENTRY}}}"))
    assert reference.insert(parse("10.1000/a{b")) is None


CFF = """\
cff-version: 1.2.0
title: mine
preferred-citation:
  type: article
  title: "Tulips of the north"  # here
  year: 2017
  authors:
    - family-names: Marlowe
references:
  - title: >-
      Tulips, and the
      north
    type: book
    year: 2016
    authors: [{name: The Team}]
  - {type: article, title: Flow, year: 2001, authors: [{family-names: A}]}
  - type: software
    title: thing
  - type: article
    title: Known
    identifiers: [{type: doi, value: 10.1000/183}]
"""


def test_a_part_of_a_citation_file_gets_a_line() -> None:
    """Behind a field on a line of its own; a mapping in braces gets none."""
    assert left_out("CITATION.cff", CFF) == ["NO", "NO", "NO", "LITTLE"]
    after = written("CITATION.cff", CFF)
    assert '  title: "Tulips of the north"  # here\n  doi: 10.1000/182\n  year' in after
    assert "    year: 2016\n    doi: 10.1000/182\n    authors" in after
    assert after.count("10.1000/182") == 2
    assert left_out("CITATION.cff", after) == ["NO", "LITTLE"]
    assert f'  doi: "{SICI}"\n' in written("CITATION.cff", CFF, SICI)


def test_a_citation_file_that_is_none_has_no_references() -> None:
    """The document says so itself; a list of another shape is none, either."""
    assert left_out("CITATION.cff", "references: [") == []
    assert left_out("CITATION.cff", "references:\n  a: {title: b}\n") == []


@pytest.mark.parametrize(
    ("name", "before", "after"),
    [
        ("a.md", f"- {ITEM}\n", f"- {ITEM} <https://doi.org/10.1000/182>\n"),
        ("a.md", f"1. {ITEM}", f"1. {ITEM} <https://doi.org/10.1000/182>"),
        ("a.md", f"> * {ITEM}\n\n  Of 2017.",
         f"> * {ITEM} <https://doi.org/10.1000/182>\n\n  Of 2017."),
        ("a.md", f"A[^1].\n\n[^1]: {ITEM}\n",
         f"A[^1].\n\n[^1]: {ITEM} <https://doi.org/10.1000/182>\n"),
        ("a.mdx", f"- {ITEM}\n", f"- {ITEM} https://doi.org/10.1000/182\n"),
        ("a.rst", f".. [A] {ITEM}\n", f".. [A] {ITEM} https://doi.org/10.1000/182\n"),
        ("a.rst", f".. [1] {ITEM}\n", f".. [1] {ITEM} https://doi.org/10.1000/182\n"),
        ("a.rst", f"* {ITEM[:40]}\n  {ITEM[40:]}\n",
         f"* {ITEM[:40]}\n  {ITEM[40:]} https://doi.org/10.1000/182\n"),
    ],
)  # fmt: skip
def test_an_item_gets_a_link_at_its_end(name: str, before: str, after: str) -> None:
    """In the spelling that its format links; after that it has a DOI."""
    assert written(name, before) == after
    assert left_out(name, after) == []


@pytest.mark.parametrize("name", ["a.md", "a.rst"])
def test_any_name_is_linked_whole(name: str) -> None:
    """A SICI with its signs is one link that names it, as is read back."""
    mark = "- " if name == "a.md" else "* "
    after = written(name, f"{mark}{ITEM}\n", SICI)
    assert [mention.doi for mention in read(name, after).mentions] == [parse(SICI)]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (f"- {ITEM} https://doi.org/10.1000/182", []),
        (f"- {ITEM} [doi](https://doi.org/10.1000/182)", []),
        (f"- {ITEM} arXiv:1701.01234", ["ARXIV"]),
        (f"- [{TITLE}](https://arxiv.org/abs/1701.01234). Marlowe, A., 2017.", ["ARXIV"]),
        (f"{ITEM}\n", []),
        (f"```\n- {ITEM}\n```", []),
        ("- Released 0.3 (2017).", []),
        ("- 2017-03-04: Tulips were planted, and in volume 3 there is more.", []),
        ("No year here.", []),
    ],
)
def test_only_items_of_reference_shape_are_read(text: str, told: list[str]) -> None:
    """Paragraphs, code, changelogs and items with a DOI are none."""
    assert left_out("a.md", text) == told


def test_other_formats_are_not_read() -> None:
    """Notebooks, HTML and CSL have no reader of references."""
    assert are_read("a.md")
    assert are_read("CITATION.cff")
    assert not are_read("a.ipynb")
    assert references_in(read("a.ipynb", "{}")) == []
    assert not LeftOut.NO


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.md", f"- {ITEM} [DOI][one]\n\n[One]: https://doi.org/%s\n"),
        ("a.md", f"- {ITEM} [one]\n\n[one]: <https://doi.org/%s>\n"),
        ("a.rst", f"* {ITEM} `The paper`_\n\n.. _the paper: https://doi.org/%s\n"),
        ("a.rst", f"* {ITEM} one_.\n\n.. _one: https://doi.org/%s\n"),
    ],
)
def test_a_link_by_name_is_a_doi(name: str, text: str) -> None:
    """The DOI of an item may stand elsewhere, where its link is defined; other links are none."""
    assert left_out(name, text % "10.1000/182") == []
    assert left_out(name, text.replace("doi.org/%s", "example.org/a")) == ["NO"]


def test_an_entry_without_a_key_is_no_parent() -> None:
    """Entries that name no parent take nothing from it."""
    child = f"@article{{k, author = {{Marlowe, A.}}, title = {{{TITLE}}}}}"
    parent = "@book{%s,\n title = {Tulips}, year = 1999}\n"
    assert left_out("a.bib", parent % "" + child) == ["LITTLE", "LITTLE"]
    named = child[:-1] + ", crossref = {p}}"
    assert left_out("a.bib", parent % "p" + named) == ["LITTLE", "NO"]


PARENTS = "@article{k%d, author={A, B}, title={Tulips %d}, year={2017}, crossref={k%d}}\n"
PARTS = "references:\n%s"
PART = "  - {type: article, title: a, doi: 10.1000/1, authors: [{name: b}]}\n"
UNITS = {
    "a.md": f"- {ITEM}\n",
    "b.md": f"- {ITEM}\r",
    "c.md": "- 2017 [\n",
    "a.rst": f"* {ITEM}\n\n",
    "a.bib": f"{ENTRY}}}\n",
}


@pytest.mark.parametrize("name", UNITS)
def test_reading_is_linear(name: str) -> None:
    """Eight times as many references take about eight times as long."""

    def work(count: int) -> object:
        return references_in(read(name, UNITS[name] * count))

    assert is_linear(work, 25, 200)


def test_reading_entries_and_parts_is_linear() -> None:
    """Entries that inherit in a ring, and parts that all have DOIs, too."""
    assert is_linear(lambda n: references_in(read("a.bib", "".join(
        PARENTS % (at, at, (at + 1) % n) for at in range(n)))), 50, 400)  # fmt: skip
    assert is_linear(lambda n: references_in(read("CITATION.cff", PARTS % (PART * n))), 25, 200)


def test_a_part_has_its_book_from_its_parent() -> None:
    """The title of the entry that `crossref` names is that of the book (BibTeXing, section 3.3)."""
    text = (
        "@incollection{part, title = {Tulips}, author = {A. Marlowe}, crossref = {BOOK}}\n"
        "@book{book, title = {Roots}, year = 2017, doi = {10.1000/182}}\n"
    )
    source = Source("refs.bib", text)
    (reference,) = references_in(format_of("refs.bib").read(source, Settings()))
    assert reference.cited.claim.container == "Roots"
    assert reference.cited.claim.years == (2017,)


def test_what_a_part_says_itself_counts() -> None:
    """A parent gives what an entry lacks, and nothing else (BibTeXing, section 3.3)."""
    text = (
        "@incollection{part, title = {Tulips}, author = {A}, year = 2017, crossref = {book}}\n"
        "@book{book, title = {Roots}, year = 1999, doi = {10.1000/182}}\n"
    )
    (reference,) = references_in(read("refs.bib", text))
    assert reference.cited.claim.years == (2017,)


TITLE = "Root competition between tulips and hyacinths in sandy soils"
STATED = "- **Authors:** Ada Marlowe, Ben Quill\n- **Year:** 2017\n"
CELLS = f"| {TITLE} | Ada Marlowe, Ben Quill | 2017 |"
LISTED = f"   * - {TITLE}\n     - Ada Marlowe, Ben Quill\n     - 2017\n"
DESCRIBED = {
    "labels.md": f"- **Title:** {TITLE}\n{STATED}",
    "heading.md": f"## {TITLE}\n\n{STATED}",
    "row.md": f"| Title | Authors | Year |\n|-|-|-|\n{CELLS}\n",
    "front matter.md": (
        f"---\ntitle: {TITLE}\nauthors: [Ada Marlowe, Ben Quill]\ndate: 2017-05-01\n"
        "journal: J. Bot.\n---\n\nText.\n"
    ),
    "fields.rst": f":Title: {TITLE}\n:Authors: Ada Marlowe, Ben Quill\n:Year: 2017\n",
    "row.rst": (
        ".. list-table::\n   :header-rows: 1\n\n   * - Title\n     - Authors\n     - Year\n"
        + LISTED
    ),
}


@pytest.mark.parametrize("name", DESCRIBED)
def test_labelled_references(name: str) -> None:
    """Labels, headers, headings and front matter are read as for references with a DOI."""
    (reference,) = references_in(read(name, DESCRIBED[name]))
    claim = reference.cited.claim
    assert [title.text for title in claim.titles] == [TITLE]
    assert [person.family.split()[-1] for person in claim.people] == ["Marlowe", "Quill"]
    assert claim.years == (2017,)
    doi = parse("10.5555/one")
    assert doi is not None
    assert reference.insert(doi) is None


@pytest.mark.parametrize(
    ("name", "text"),
    [
        (
            "doi.md",
            f"- Title: {TITLE}\n- Authors: Marlowe, Quill\n- Year: 2017\n- DOI: 10.5555/a\n",
        ),
        ("row.md", f"| Title | Authors | Year | DOI |\n|-|-|-|-|\n{CELLS} 10.5555/a |\n"),
        ("no year.md", f"- Title: {TITLE}\n- Authors: Ada Marlowe, Ben Quill\n"),
        ("blog.md", f"---\ntitle: {TITLE}\nauthors: [Ada Roe, Max Li]\ndate: 2017-05-01\n---\n"),
    ],
)
def test_no_labelled_references(name: str, text: str) -> None:
    """A reference with a DOI, one without a year, and a page without a journal are left out."""
    assert not references_in(read(name, text))
