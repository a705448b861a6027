from __future__ import annotations

from waiting import search_references

from mdlint_doi.api.search import read_references
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
