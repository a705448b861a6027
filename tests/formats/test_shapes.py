"""References in many shapes: tables, labels, headings, items with items below them."""

from __future__ import annotations

from pathlib import Path

import pytest
from markdown_it.utils import read_fixture_file

from mdlint_doi.formats import load
from mdlint_doi.lint.settings import Settings
from mdlint_doi.text.source import Source
from mdlint_doi.works.claim import Claim, ClaimedIn, TitleKind

TITLE = "Root competition between tulips and hyacinths in sandy soils"
DOI = "10.5555/one"
LINK = f"https://doi.org/{DOI}"
_FORMATS = {"md": "markdown.format", "qmd": "markdown.format", "rst": "rst.format", "html": "html"}
CASES = read_fixture_file(Path(__file__).with_name("shapes.txt"))


@pytest.mark.parametrize(("name", "text", "expected"), [case[1:] for case in CASES])
def test_labelled(name: str, text: str, expected: str) -> None:
    """Labels state title, authors and year, as the fields of an entry do.

    A title without a label is in the place of one: in a heading, an item, an unnamed cell.
    """
    (claim,) = _claims(name, text)
    assert claim.origin is ClaimedIn.FIELDS
    titles = [f"{title.kind.value}: {title.text}" for title in claim.titles]
    people = ", ".join(person.family.split()[-1] for person in claim.people)
    years = ", ".join(map(str, claim.years))
    assert "\n".join([*titles, f"authors: {people}", f"year: {years}\n"]) == expected


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("heading.md", f"## {TITLE}\n\nMarlowe, A., & Quill, B. (2017), J. Bot. {LINK}\n"),
        (
            "details.md",
            f"<details><summary>{TITLE}</summary>\n\nMarlowe, A. (2017). {LINK}\n\n</details>\n",
        ),
        ("dropdown.md", f":::{{dropdown}} {TITLE}\nMarlowe, A. (2017), {{doi}}`{DOI}`\n:::\n"),
        ("term.rst", f"{TITLE}\n   Marlowe, A., and Quill, B. (2017), J. Bot., {LINK}\n"),
    ],
)
def test_heading(name: str, text: str) -> None:
    """A heading, a summary or a term is the title of a reference that has none."""
    (claim,) = _claims(name, text)
    assert claim.origin is ClaimedIn.PROSE
    assert (TitleKind.PLACED, TITLE) in [(title.kind, title.text) for title in claim.titles]
    assert claim.begins_with_people
    assert claim.years == (2017,)


@pytest.mark.parametrize(
    "text",
    [
        f"## References\n\nMarlowe, A. (2017), J. Bot. {LINK}\n",
        f"## Other works about flowers in gardens\n\nMarlowe, A. (2017). {TITLE}. J. Bot. {LINK}\n",
        f"## Works about the flowers of sandy gardens:\n\nMarlowe, A. (2017), J. Bot. {LINK}\n",
        f"## Works about flowers of sandy gardens\n\nSome words.\n\nMarlowe, A. (2017). {LINK}\n",
    ],
)
def test_no_title(text: str) -> None:
    """A heading of few words, one over other text, or one over a whole reference is no title."""
    (claim,) = _claims("a.md", text)
    assert TitleKind.PLACED not in [title.kind for title in claim.titles]


def test_nested() -> None:
    """An item and the items below it are one reference, if only a DOI stands in one of these."""
    (claim,) = _claims("a.md", f"1. {TITLE}\n   - Marlowe, A., Quill, B., 2017\n   - {LINK}\n")
    assert TITLE in claim.words
    assert "Marlowe" in claim.words
    text = f"12. {TITLE}\n   - Marlowe, A., Quill, B., 2017\n   - {LINK}\n"
    (claim,) = _claims("a.md", text)
    assert TITLE in claim.words
    (claim,) = _claims("a.md", f"- Works about flowers\n  - Marlowe, A. (2017). {TITLE}. {LINK}\n")
    assert "flowers" not in claim.words


@pytest.mark.parametrize(
    "text",
    [
        f"| 1 | Marlowe, A., & Quill, B. (2017). {TITLE}. J. Bot. {LINK} |",
        f"| Mar17 | Marlowe, A., & Quill, B. (2017). {TITLE}. J. Bot. | {DOI} |",
    ],
)
def test_reference_in_cell(text: str) -> None:
    """A cell may hold a whole reference; the number or key before it is no part of it."""
    row = "|-" * (text.count("|") - 1) + "|"
    header = row.replace("-", "Column")
    (claim,) = _claims("a.md", f"{header}\n{row}\n{text}\n")
    assert claim.begins_with_people
    assert [title.text for title in claim.titles] == [TITLE]


def test_reference_as_title() -> None:
    """An item that is a whole reference is no title of the DOI below it."""
    reference = f"Marlowe, A., & Quill, B. (2017). {TITLE}. J. Bot."
    (claim,) = _claims("a.md", f"1. {reference}\n   - **DOI:** {DOI}\n")
    assert claim.origin is ClaimedIn.PROSE
    assert [title.text for title in claim.titles] == [TITLE]


@pytest.mark.parametrize(
    "text",
    [
        f"[{TITLE}]({LINK}), {', '.join(['Ada Marlowe'] * 9)}, J. Bot. 12, 2017",
        f"*{TITLE}* (2017), Ada Marlowe, Ben Quill, J. Bot., {LINK}",
    ],
)
def test_authors_behind_title(text: str) -> None:
    """All authors behind a title are read, even if a year is between them."""
    (claim,) = _claims("a.md", f"- {text}\n")
    assert claim.begins_with_people
    assert claim.is_behind_title
    assert claim.years == (2017,)
    assert not claim.caveat


def test_other_roles() -> None:
    """People under a header for another role are not the authors."""
    head = "| Title | Presenter | DOI |\n|-|-|-|\n"
    (claim,) = _claims("a.md", f"{head}| {TITLE} | Jane Roe, Kim Doe | {DOI} |\n")
    assert not claim.people


def test_other_parts() -> None:
    """A DOI in another part, such as that of the data, says nothing about the described work."""
    head = "| Title | Authors | DOI | Data |\n|-|-|-|-|\n"
    row = f"| {TITLE} | Marlowe, Quill, Oduya | {DOI} | 10.5555/two |\n"
    own, other = _claims("a.md", head + row)
    assert own.titles
    assert other.caveat
    assert not other.titles


def test_title_like_names() -> None:
    """Of several cells that look like names, none is read as the authors."""
    title = "Roots, Tubers and Rhizomes"
    text = f"| | | |\n|-|-|-|\n| {title} | Marlowe, Quill, Oduya | {DOI} |\n"
    (claim,) = _claims("a.md", text)
    assert claim.origin is ClaimedIn.PROSE


@pytest.mark.parametrize(
    "text",
    [
        f"| Title | DOI |\n|-|-|\n| {TITLE} | `{DOI}` |\n",
        f"| DOI | Title |\n|-|-|\n| **`{DOI}`** | {TITLE} |\n",
        f"- **Title:** {TITLE}\n- **DOI:** `{DOI}`\n",
        f"Title: {TITLE}\nDOI: `doi:{DOI}`\n",
    ],
)
def test_labelled_code(text: str) -> None:
    """A code span is read if it is all of a cell below the header DOI, or all after the label."""
    (claim,) = _claims("a.md", text)
    assert [title.text for title in claim.titles] == [TITLE]


@pytest.mark.parametrize(
    "text",
    [
        f"| Title | Example |\n|-|-|\n| {TITLE} | `{DOI}` |\n",
        f"| Title | DOI |\n|-|-|\n| {TITLE} | see `{DOI}` |\n",
        f"| Title | DOI |\n|-|-|\n| {TITLE} | `cite {DOI}` |\n",
        f"- **Title:** {TITLE}\n- **DOI:** `{DOI}` is an example\n",
        f"Write the DOI: `{DOI}`\n",
        f"| DOI | Link |\n|-|-|\n| `{DOI}` | `{LINK}` |\n",
        f"- DOI: `{DOI}`\n- Link: `{LINK}`\n",
    ],
)
def test_other_code(text: str) -> None:
    """Any other code is not searched for DOIs."""
    assert not _claims("a.md", text)


@pytest.mark.parametrize(
    "front",
    [
        f"---\ntitle: Notes on a paper about roots\nauthor: Kim Roe\ndoi: {DOI}\n---\n",
        f"---\ntitle: {TITLE}\nauthors: [Kim Roe, Max Li]\nrelated:\n- doi: {DOI}\n---\n",
        f"---\ntitle: {TITLE}\ndoi: {DOI}\n---\n",
        f"---\ntitle: [\nauthors: [Kim Roe, Max Li]\ndoi: {DOI}\n---\n",
        f'+++\ntitle = \nauthors = ["A", "B"]\ndoi = "{DOI}"\n+++\n',
    ],
)
def test_other_front_matter(front: str) -> None:
    """A page by one author without a journal, and broken front matter, describe no publication."""
    assert not _claims("a.md", front + "\nText.\n")


def test_initial_as_item() -> None:
    """In reStructuredText, the initial of the first author may be the mark of a list item."""
    text = f'.. [1] A. Marlowe, B. Quill, and C. Oduya, "{TITLE}," *J. Bot.*, 2017, {LINK}\n'
    (claim,) = _claims("a.rst", text)
    assert [(person.given, person.family) for person in claim.people[:2]] == [
        ("A.", "Marlowe"),
        ("B.", "Quill"),
    ]
    assert claim.begins_with_people


def _claims(name: str, text: str) -> list[Claim]:
    document = load(_FORMATS[name.rpartition(".")[2]]).read(Source(name, text), Settings())
    return list(document.claims())
