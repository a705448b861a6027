"""What the rules say of data files: fields, containers, and what may be written into them."""

from __future__ import annotations

import pytest
from lint.world import findings, fixed

from mdlint_doi import fix_text
from mdlint_doi.lint.engine import dois_to_look_up
from mdlint_doi.lint.model import Container, Insertion, Safety, as_it_stands
from mdlint_doi.lint.settings import Settings
from mdlint_doi.names.spelling import Kind
from mdlint_doi.run.judge import read_document
from mdlint_doi.text.placed_text import Piece, PlacedText
from mdlint_doi.text.source import Source
from mdlint_doi.text.span import Span

SOURCE = "ab&cd  ef"
PARTED = Container(
    "cell 1",
    # `&` stands for two characters; the two spaces are the file's own.
    PlacedText("ab--cdef", 0, (Piece(0, 0, 2), Piece(2, 2, 3), Piece(4, 3, 5), Piece(6, 7, 9))),
    lambda text, around: f"{text}|{around}",
    insertion=Insertion(Span(6, 6), "<", ">"),
)


@pytest.mark.parametrize(
    ("span", "written"),
    [
        ((1, 2), "x|ab"),
        ((1, 5), "x|ab&cd"),
        ((8, 9), "x|ef"),
        ((4, 8), None),
        ((5, 6), None),
        ((8, 10), None),
        ((6, 6), "<x|>"),
    ],
)
def test_only_the_text_of_a_container_is_replaced(
    span: tuple[int, int], written: str | None
) -> None:
    """A span over pieces that adjoin is one place; what stands between others is left alone."""
    assert PARTED.written(SOURCE, Span(*span), "x") == written


def test_nothing_before_a_container_is_replaced() -> None:
    """What stands before its text is the file's; so is an insertion that cannot be written."""
    late = Container("a", PlacedText("d", 4), as_it_stands)
    assert late.written(SOURCE, Span(0, 1), "x") is None
    assert late.written(SOURCE, Span(4, 5), "x") == "x"
    mute = PARTED.replace(write=lambda *_: None)
    assert mute.written(SOURCE, Span(6, 6), "x") is None


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("@book{a, doi = {}}", ["DOI502"]),
        ("@book{a, doi = {https://doi.org/10.1000/%zz}}", ["DOI501"]),
        ("@book{a, doi = {https://doi.org/doiRA/10.1000/182}}", ["DOI501"]),
        # Braces that do not pair off end the entry too early.
        ("@book{a, doi = {https://doi.org/10.1000/a%7Bb}}", ["DOI501"]),
        ('@book{a, doi = "https://doi.org/10.1000/a%22b"}', ["DOI501"]),
    ],
)
def test_fields_that_nothing_fixes(text: str, codes: list[str]) -> None:
    """A field without a name to leave, or whose name cannot be written there, stays as it is."""
    found = findings(text, "DOI1", "DOI5", file="a.bib")
    assert [(finding.code, finding.fix) for finding in found] == [(code, None) for code in codes]


FIELDS = [
    ("a.bib", "@book{{a, doi = {{{}}}}}"),
    ("CITATION.cff", "doi: {}\n"),
    ("CITATION.cff", "identifiers:\n  - type: doi\n    value: '{}'\n"),
    ("a.csl.json", '[{{"id": "a", "DOI": "{}"}}]'),
    ("a.csl.yaml", "references:\n- id: a\n  DOI: {}\n"),
    ("a.ris", "TY  - JOUR\nDO  - {}\nER  - \n"),
    (".zenodo.json", '{{"doi": "{}"}}'),
]


@pytest.mark.parametrize(
    ("address", "name"),
    [
        ("http://doi.acm.org/10.1145/1273360.1273361", "10.1145/1273360.1273361"),
        ("https://dl.acm.org/doi/abs/10.1145/1273360.1273361", "10.1145/1273360.1273361"),
        ("http://journals.sagepub.com/doi/10.1177/0002764213501234", "10.1177/0002764213501234"),
        ("https://www.nejm.org/doi/10.1056%2FNEJMoa1", "10.1056/NEJMoa1"),
    ],
)
@pytest.mark.parametrize(("file", "text"), FIELDS)
def test_addresses_that_hold_a_whole_name(file: str, text: str, address: str, name: str) -> None:
    """A publisher's address in a field for the DOI: the name is said, and left alone by the fix."""
    before = text.format(address)
    (found,) = findings(before, "DOI1", "DOI5", file=file)
    assert found.code == "DOI501"
    assert found.message.endswith(f" {name}")
    assert str(found.doi) == name
    kind = {"bib": "bibtex", "cff": "cff", "yaml": "csl-yaml", "ris": "ris"}
    format_name = kind.get(file.rpartition(".")[2], "csl" if "csl" in file else "zenodo")
    assert fix_text(before, format_name, Settings(offline=True)) == text.format(name)


@pytest.mark.parametrize(
    ("address", "name", "is_whole"),
    [
        ("http://dl.acm.org/citation.cfm?doid=1273360.1273361", "10.1145/1273360.1273361", True),
        ("https://www.biorxiv.org/content/10.1101/201178v3", "10.1101/201178", False),
        ("https://dl.acm.org/doi/pdf/10.1145/2854146.pdf", "10.1145/2854146", False),
        ("https://arxiv.org/abs/1706.03762", "10.48550/arXiv.1706.03762", True),
        ("https://arxiv.org/abs/1706.03762v2", "10.48550/arXiv.1706.03762", False),
        ("https://www.nature.com/articles/nature12373/figures/1", "10.1038/nature12373", False),
        ("https://api.crossref.org/works/10.1000/182", "10.1000/182", True),
        ("tp/dx.doi.org/10.1002/1", "10.1002/1", True),
    ],
)
@pytest.mark.parametrize(("file", "text"), FIELDS)
def test_addresses_that_seem_to_name_a_work(
    file: str, text: str, address: str, name: str, *, is_whole: bool
) -> None:
    """A DOI that an address seems to have is named; written as a guess, if nothing is lost."""
    (found,) = findings(text.format(address), "DOI1", "DOI5", file=file)
    assert found.code == "DOI101"
    assert f" {name}; " in found.message
    assert (found.fix and found.fix.safety) is (Safety.UNSAFE if is_whole else None)
    after = name if is_whole else address
    assert fixed(text.format(address), "DOI101", file=file) == text.format(after)


@pytest.mark.parametrize(
    "value",
    [
        "https://ieeexplore.ieee.org/document/1234567",
        "https://zenodo.org/record/1234567",
        "https://dl.acm.org/doi/10.1145/1 and https://dl.acm.org/doi/10.1145/2",
    ],
)
def test_addresses_that_name_no_work(value: str) -> None:
    """Without a name, with a sample of one or with two, the advice is to look it up."""
    (found,) = findings(f"@book{{a, doi = {{{value}}}}}", "DOI101", "DOI501", file="a.bib")
    assert "find the DOI on the publisher's page" in found.message


def test_a_name_in_an_address_is_looked_up() -> None:
    """In a field it is no guess: what the DOI system says of it is told."""
    text = "@book{a, doi = {http://doi.acm.org/10.1145/1273360.1273361}}"
    missing = (("10.1145/1273360.1273361", "missing"),)
    found = findings(text, "DOI9", outcomes=missing, file="a.bib")
    assert [finding.code for finding in found] == ["DOI901"]


def test_the_check_character_of_a_sici_is_kept() -> None:
    """A `#` at the end of a link that is one goes into the new field, too."""
    link = "https://doi.org/10.1641/0006-3568(2002)052[0545:A]2.0.CO;2-#"
    (found,) = findings(f"@book{{a, url = {{{link}}}}}", "DOI503", file="a.bib")
    assert found.fix is not None
    assert found.fix.edits[0].replacement.endswith("2.0.CO;2-#}")


@pytest.mark.parametrize(
    "field",
    [
        "url = {https://doi.org/doiRA/10.1000/182}",
        "note = {10.1000/182}",
        "note = {\\url{doi:10.1000/182}}",
        "url = {https://doi.org/10.1000/}",
        "url = {https://doi.org/10/dvr36h}",
        f"note = {{https://doi.org/10.1000/182 {'and more words ' * 20}}}",
    ],
)
def test_what_gives_no_doi_field(field: str) -> None:
    """Only a link that resolves a whole name is one that the entry could have in `doi`."""
    assert findings(f"@book{{a, {field}}}", "DOI503", file="a.bib") == []


PAGE = "https://onlinelibrary.wiley.com/doi/full/10.1002/anie.200000001"


def test_a_publishers_page_gives_a_doi_field() -> None:
    """The name stands in the address; it is looked up for this rule, and silent if missing."""
    text = f"@article{{a, url = {{{PAGE}}}}}"
    name = "10.1002/anie.200000001"
    assert [finding.code for finding in findings(text, "DOI503", file="a.bib")] == ["DOI503"]
    for outcome, codes in (("found", ["DOI503"]), ("missing", [])):
        known = ((name, outcome),)
        found = findings(text, "DOI503", "DOI9", outcomes=known, file="a.bib")
        assert [finding.code for finding in found] == codes
    assert findings(text, "DOI2", "DOI5", "DOI9", file="a.bib", outcomes=((name, "missing"),)) == []
    settings = Settings(select=("DOI503",))
    (mention,) = read_document(Source("a.bib", text), settings).mentions
    assert [str(doi) for doi in dois_to_look_up([mention], lambda _: settings)] == [name]
    assert dois_to_look_up([mention], lambda _: Settings()) == ()


@pytest.mark.parametrize(
    ("file", "text"),
    [
        ("a.bib", f"@article{{a, doi = {{10.1000/182}}, url = {{{PAGE}}}}}"),
        ("a.bib", f"@article{{a, note = {{{PAGE}}}}}"),
        ("a.bib", "@article{a, url = {https://www.nature.com/articles/s41586-000-00000-0}}"),
        ("a.bib", "@article{a, url = {https://example.org/{{ doi }}/10.1000/182}}"),
        ("a.bib", f"@article{{a, url = {{see {PAGE}}}}}"),
        ("a.md", f"[t]({PAGE})"),
    ],
)
def test_pages_that_give_no_doi_field(file: str, text: str) -> None:
    """Where a DOI is given, in other fields and texts, or where no name stands in the address."""
    document = read_document(Source(file, text), Settings(select=("DOI503",)))
    assert not any(mention.spelling.kind is Kind.PUBLISHER for mention in document.mentions)
    assert findings(text, "DOI503", file=file) == []


@pytest.mark.parametrize(
    ("text", "after"),
    [
        ("See DOI:`10.1000/182` here.", "See :doi:`10.1000/182` here."),
        ("See doi:`10.1000/182` here.", "See :doi:`10.1000/182` here."),
    ],
)
def test_mistyped_roles(text: str, after: str) -> None:
    """What was meant for a role is said to be none; that a role was meant is a guess."""
    (found,) = findings(text, "DOI401", file="page.rst")
    assert found.message == "this is not a role, so it is not a link; write :doi:`10.1000/182`"
    assert fixed(text, "DOI401", file="page.rst") == after
