from __future__ import annotations

import pytest
from waiting import search_references

from mdlint_doi.api.search import read_references
from mdlint_doi.formats.references import references_in
from mdlint_doi.lint.settings import Settings


def test_entries_of_one_line_have_a_result_each() -> None:
    """None of the entries that are read is passed over in silence, wherever they stand."""
    fields = "author = {Marlowe, Ada}, year = 2017, title = {Root competition between"
    text = " ".join(
        f"@article{{{key}, {fields} {key}}}}}" for key in ("tulips", "moss", "crocuses")
    )
    settings = Settings(offline=True)
    found, _ = search_references(read_references(text, settings), settings, most=1)
    assert [reference.line for reference in found] == [1, 1, 1]
    assert {reference.why for reference in found} == {"not searched: offline"}


_LABELLED = ("Title: Root competition", "Authors: Marlowe, C.; Nash, T.", "Year: 2017")


@pytest.mark.parametrize(
    "text",
    [
        "\n".join(_LABELLED),
        "\n\n".join(_LABELLED),
        "\n".join(f"- {line}" for line in _LABELLED),
        "\n".join(f"* **{line.replace(':', ':**')}" for line in _LABELLED),
    ],
)
def test_labelled_lines_are_one_reference(text: str) -> None:
    """A reference whose parts have lines of their own is searched once, with all its parts."""
    settings = Settings(offline=True)
    document = read_references(text, settings)
    (reference,) = references_in(document)
    claim = reference.cited.claim
    assert [person.family for person in claim.people] == ["Marlowe", "Nash"]
    assert (claim.titles[0].text, claim.years) == ("Root competition", (2017,))
    found, _ = search_references(document, settings, most=1)
    assert [(result.line, result.why) for result in found] == [(1, "not searched: offline")]


def test_each_item_has_a_result() -> None:
    """The second reference begins where a label occurs again; other lines have their own result."""
    settings = Settings(offline=True)
    text = "\n".join((*_LABELLED, *_LABELLED, "DOI: 10.1000/182", "", "Hello", "**Bold** words"))
    found, _ = search_references(read_references(text, settings), settings, most=1)
    assert [result.line for result in found] == [1, 4, 9, 10]
    assert "has a DOI" in found[1].why
    assert [result.reference for result in found[2:]] == ["Hello", "**Bold** words"]
