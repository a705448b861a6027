"""What a converter leaves in a name, and what a browser takes out of it: DOI305 and DOI306."""

from __future__ import annotations

from urllib.parse import quote

import pytest
from lint.world import findings, fixed


@pytest.mark.parametrize(
    ("written", "piece", "after"),
    [
        ("10.1000/a%5C_b", "%5C_", "10.1000/a_b"),
        ("10.1000/a%5C%5Fb", "%5C%5F", "10.1000/a%5Fb"),
        ("10.1000/%E9a%5C_b", "%5C_", "10.1000/%E9a_b"),
        ("10.1000/a%5C_b%5C_c", "%5C_b%5C_", "10.1000/a_b_c"),
        ("10.1000/a%26lt%3Bb", "%26lt%3B", "10.1000/a%3Cb"),
        ("10.1000/a%26gt%3Bb", "%26gt%3B", "10.1000/a%3Eb"),
        ("10.1000/a%26quot%3Bb", "%26quot%3B", "10.1000/a%22b"),
        ("10.1000/a%26%2362%3Bb", "%26%2362%3B", "10.1000/a%3Eb"),
        ("10.1000/a%26amp;b%26%2360;", "%26amp;b%26%2360;", "10.1000/a&b%3C"),
        ("10.1000/%7B%5C_%7Db", "%7B%5C_%7D", "10.1000/_b"),
        ("10.1000/a%5C%7Bb", "%5C%7B", "10.1000/ab"),
    ],
)
def test_what_is_left_over(written: str, piece: str, after: str) -> None:
    """The escape goes, what it escaped stays as it is written, and all else does."""
    text = "<https://doi.org/{}>"
    (finding,) = findings(text.format(written), "DOI305")
    assert finding.span.cut(text.format(written)) == piece
    assert fixed(text.format(written), "DOI305") == text.format(after)


@pytest.mark.parametrize(
    ("entity", "letter"),
    [
        *(("&#60;", "<"), ("&#062;", ">"), ("&#x3c;", "<"), ("&#X3E;", ">")),
        *(("&#38;", "&"), ("&#34;", '"'), ("&#x28;", "("), ("&#93;", "]")),
    ],
)
@pytest.mark.parametrize("behind", ["1::AID-A1", "4", "4#sec2", "4?noredirect"])
@pytest.mark.parametrize(
    ("file", "text"),
    [
        ("page.rst", "`t <https://doi.org/{}>`__"),
        ("page.md", "[t](https://doi.org/{})"),
        ("page.html", "<a href='https://doi.org/{}'>t</a>"),
        ("a.csl.json", '[{{"id": "a", "URL": "https://doi.org/{}"}}]'),
    ],
)
def test_entities_that_cut_a_link(
    file: str, text: str, entity: str, letter: str, behind: str
) -> None:
    """The `#` of an entity is none of the name: what it stands for is said, and written."""
    if file in {"page.md", "page.html"}:  # these undo one
        entity = entity.replace("&", "&amp;")
    text = text.format(f"10.1002/x{entity}{behind}")
    (found,) = findings(text, "DOI301", "DOI305", file=file)
    assert found.code == "DOI305"
    assert found.message.endswith(f"; write '{letter}'")
    assert found.fix is not None
    assert [edit.replacement for edit in found.fix.edits] == [quote(letter, safe="&(")]


def test_the_message_shows_what_is_written() -> None:
    """The message quotes the file, which may have a backslash before a percent-encoding."""
    text = "@misc{a, doi = {https://doi.org/10.1175/1520-0450\\%282001\\%29040}}"
    (found,) = findings(text, "DOI305", file="a.bib")
    assert found.message == r"'\%28' in a DOI is left over from markup; write '('"


def test_a_fragment_with_a_number_is_no_entity() -> None:
    """Without the semicolon, or for another letter, a `#` behind `&` is what it is in a link."""
    for name in ("10.1002/x&amp;#60", "10.1002/x&amp;#", "10.1002/x#60;", "10.1002/x&amp;#233;"):
        (found,) = findings(f"[t](https://doi.org/{name})", "DOI301", "DOI305")
        assert found.code == "DOI301"


def test_registered_name_may_hold_a_backslash() -> None:
    """What the DOI system knows is no residue."""
    outcomes = (("10.1000/a\\_b", "found"),)
    assert findings("<https://doi.org/10.1000/a%5C_b>", "DOI305", outcomes=outcomes) == []


@pytest.mark.parametrize(
    ("written", "piece", "after"),
    [
        ("10.1000/a/../b", "/", "10.1000/a/..%2Fb"),
        ("10.1000/a/..", "/", "10.1000/a%2F.."),
        ("10.1000/a/.", "/", "10.1000/a%2F."),
        ("10.1000/a/%2E%2E", "/", "10.1000/a%2F%2E%2E"),
        ("10.1000/a/../../b", "/../", "10.1000/a/..%2F..%2Fb"),
        ("10.1000/%E9/../b", "/", None),  # leads to no DOI before and after it
        ("10.1000/a/..?noredirect", "/", "10.1000/a%2F..?noredirect"),
        ("10.1000/a%2F../b", None, None),
        ("10.1000/a%2F..", None, None),
        ("10.1000/a/..%2Fb", None, None),
        ("10.1000/a/.b", None, None),
        ("10.1000/a/...", None, None),
    ],
)
def test_dot_segments(written: str, piece: str | None, after: str | None) -> None:
    """One slash of each dot segment is encoded, unless one is already (DOI Handbook)."""
    text = "[t](https://doi.org/{})"
    found = findings(text.format(written), "DOI306")
    assert [finding.span.cut(text.format(written)) for finding in found] == (
        [piece] if piece else []
    )
    assert fixed(text.format(written), "DOI306") == text.format(after or written)


@pytest.mark.parametrize(
    "text",
    [
        "---\ndoi: 10.1000/a/../b\n---\n",
        "[t](https://x.org/login?url=https://doi.org/10.1000/a/../b)",
        "[t](https://doi.org/urn:doi:10.1000:a/../b)",
    ],
)
def test_dot_segments_elsewhere(text: str) -> None:
    """A browser takes nothing out of a query or a bare name."""
    assert findings(text, "DOI306") == []


@pytest.mark.parametrize(
    ("text", "after"),
    [
        ("[t](<DOI: 10.1000/a&amp;lt;b>)", "[t](<DOI: 10.1000/a\\<b>)"),
        ("[t](10.1000/a&amp;lt;b)", "[t](10.1000/a\\<b)"),
    ],
)
def test_destination_that_is_no_address(text: str, after: str) -> None:
    """What the entity stood for is escaped, so that the destination does not end there."""
    assert fixed(text, "DOI305") == after
