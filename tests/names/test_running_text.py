"""Where DOIs begin and end in running text: the table in `running_text.txt`."""

from __future__ import annotations

import pytest
from names.name_cases import lines_in

import mdlint_doi
from mdlint_doi.names.scan.find import Candidate, Undone, find
from mdlint_doi.names.spelling import STANDARD, Kind, Notations

ESCAPES = {"\\n": "\n", "\\t": "\t", "\\r": "\r"}


def _marked(line: str) -> tuple[str, list[tuple[int, int]]]:
    """Return the text without its marks, and the spans that they mark."""
    for written, meant in ESCAPES.items():
        line = line.replace(written, meant)
    text, spans, start = "", [], 0
    for character in line:
        match character:
            case "⟦":
                start = len(text)
            case "⟧":
                spans.append((start, len(text)))
            case _:
                text += character
    return text, spans


def _shown(candidate: Candidate) -> str:
    return str(candidate.doi) if candidate.doi else f"!{candidate.error and candidate.error.reason}"


@pytest.mark.parametrize("line", lines_in("running_text.txt"))
def test_table(line: str) -> None:
    """Exactly the marked pieces are found, and they name what they should."""
    marked, _, names = line.partition(" => ")
    text, spans = _marked(marked)
    found = find(text)
    assert [(candidate.span.start, candidate.span.end) for candidate in found] == spans
    assert [candidate.written for candidate in found] == [text[start:end] for start, end in spans]
    plain = [candidate.spelling.name.cut(candidate.written) for candidate in found]
    if not names and any(candidate.doi and candidate.doi.is_short for candidate in found):
        return
    assert [_shown(candidate) for candidate in found] == (names.split(" ; ") if names else plain)


def test_what_was_undone() -> None:
    """A candidate says whether markup or percent-encoding lay over its name."""
    bare, markup, percent = find(r"10.1000/a%3cb 10.1000/a\_b 10.1000/a%3Cb")
    assert (bare.undone, str(bare.doi)) == (Undone.NOTHING, "10.1000/a%3cb")
    assert (markup.undone, str(markup.doi)) == (Undone.MARKUP, "10.1000/a_b")
    assert (percent.undone, str(percent.doi)) == (Undone.PERCENT, "10.1000/a<b")


def test_parts_are_those_of_the_text() -> None:
    """The parts of a spelling are spans of the text as it stands, escapes and all."""
    (found,) = find(r"see (https://doi.org/10.1000/a\_b&lt;1:c&gt;2.0?x=1&amp;y=2).")
    spelling = found.spelling
    assert spelling.name.cut(spelling.text) == r"10.1000/a\_b&lt;1:c&gt;2.0"
    assert spelling.tail.cut(spelling.text) == "?x=1&amp;y=2"
    assert str(found.doi) == "10.1000/a_b<1:c>2.0"


def test_servers_are_resolvers() -> None:
    """A host of the settings is found and read as a resolver, its shortDOIs too."""
    text = "see http://127.0.0.1:8410/10.1000/182 and http://127.0.0.1:8410/dvr36h."
    found = find(text, Notations(("127.0.0.1:8410",)))
    assert [str(candidate.doi) for candidate in found] == ["10.1000/182", "10/dvr36h"]
    assert {candidate.spelling.kind for candidate in found} == {Kind.LINK}
    assert find(text, STANDARD) == []
    assert mdlint_doi.find(text, servers=["127.0.0.1:8410"]) == found


@pytest.mark.parametrize(
    "address",
    [
        "https://www.nature.com/articles/nature08497",
        "https://onlinelibrary.wiley.com/doi/full/10.1111/brv.12289",
        "https://demo.dataverse.org/dataset.xhtml?persistentId=doi:10.5072/FK2/KPY4ZC",
        "http://$SERVER/api/dataset?persistentId=doi:10.5072/FK2/KPY4ZC",
    ],
)
def test_publishers_can_be_passed_by(address: str) -> None:
    """Without publishers, nothing in an address of another host is found, not even the name."""
    assert find(f"see {address}, there", STANDARD) == []


def test_a_pattern_is_no_broken_name() -> None:
    """`10.1038/…` and its like in prose are patterns; a name cut short is reported."""
    assert find("write doi:10.1038/... or https://doi.org/10...; not doi:10.1038/…") == []
    (cut,) = find("write doi:10.1038/ 123")
    assert cut.error is not None
    assert cut.error.reason == "empty-suffix"
