"""Blocks: what docutils reads, and where each leaf stands."""

from __future__ import annotations

from pathlib import Path

import pytest
from formats.rst.page_oracle import see_ours_page, see_theirs
from formats.rst.rst_pieces import LINES, pages
from hypothesis import example, given, settings
from hypothesis import strategies as st

from mdlint_doi.formats.rst.blocks import outline
from mdlint_doi.formats.rst.explicit import read_target
from mdlint_doi.formats.rst.leaf import BoxKind, LeafKind, RstLeaf
from mdlint_doi.text.placed_text import PlacedText

FIXTURES = Path(__file__).parent / "fixtures"


@settings(max_examples=400, deadline=None)
@given(
    lines=st.lists(
        st.tuples(
            st.sampled_from((0, 0, 0, 2, 3, 3, 4)),
            st.sampled_from([line for line in LINES if "unknown" not in line]),
        ),
        max_size=14,
    ),
)
def test_same_as_docutils(lines: list[tuple[int, str]]) -> None:
    """Leaves and inline markup are those that docutils finds."""
    text = "\n".join(" " * indent + line for indent, line in lines)
    assert not see_theirs(text).difference(see_ours_page(text)), text


@pytest.mark.parametrize("path", sorted(FIXTURES.glob("*.rst")), ids=lambda path: path.stem)
def test_fixtures_as_docutils(path: Path) -> None:
    """Whole pages are read as docutils reads them."""
    text = path.read_text(encoding="utf-8")
    assert not see_theirs(text).difference(see_ours_page(text))


@pytest.mark.slow
def test_corpus_as_docutils(shared: Path) -> None:
    """Real pages are read as docutils reads them; `contents` shows a title that no one wrote."""
    for path in sorted((shared / "corpus").rglob("*.rst")):
        text = path.read_text(encoding="utf-8")
        difference = see_theirs(text).difference(see_ours_page(text))
        missed = [seen for seen in difference.pop("missed leaves", ()) if seen[1] != "Contents"]
        assert not missed, path
        assert not difference, path


def _as_shown(text: str, content: PlacedText) -> bool:
    """Return whether each character stands where its content says."""
    for index, character in enumerate(content.text):
        source = text[content.at(index)]
        is_same = source == character or (character == " " and source in "\t\v\f")
        if not is_same and not (character == "\n" and source.isspace()):
            return character == "\n"  # a line that lost blanks ends where its text ends
    return True


@given(text=pages())
def test_places(text: str) -> None:
    """Each character of a leaf is the character of the source at its place."""
    for leaf in outline(text, range(len(text))):
        assert _as_shown(text, leaf.content), leaf
        assert leaf.span.start <= leaf.content.at(0)


def _key(leaf: RstLeaf) -> tuple[object, ...]:
    return leaf.kind, leaf.content.text, leaf.span, leaf.inside, leaf.name


@given(text=pages(), data=st.data())
@example(text="===  ===\na\n\nb    c\n===  ===\n\nfoo", data=None)
def test_wanted_alone(text: str, data: st.DataObject | None) -> None:
    """A leaf is found as well where nothing else is wanted."""
    leaves = outline(text, range(len(text)))
    if leaves:
        leaf = data.draw(st.sampled_from(leaves)) if data else leaves[-1]
        alone = outline(text, [leaf.content.at(0)])
        assert _key(leaf) in [_key(other) for other in alone]


def test_blank_lines_in_tables() -> None:
    """A line behind an empty one begins no block in a simple table."""
    for top, gap in (("=  =", "  "), ("= =", " ")):
        text = f"{top}\na{gap}b\n\nc{gap}d\n{top}\n\nfoo\n"
        (leaf,) = outline(text, [text.index("d")])
        assert leaf.content.text == "d"
        assert leaf.inside is not None
        assert leaf.inside.kind is BoxKind.CELL


def test_nothing_wanted() -> None:
    """Nothing is read where nothing is wanted."""
    assert outline("a paragraph\n", []) == ()


def test_containers() -> None:
    """What stands together has the same container."""
    text = "- one\n\n  two\n\n- three\n\n.. [1] note\n\n   more\n"
    one, two, three, note, more = outline(text, range(len(text)))
    assert one.inside == two.inside != three.inside
    assert note.inside == more.inside
    assert note.inside is not None
    assert (note.inside.kind, note.inside.name) == (BoxKind.FOOTNOTE, "1")


def test_options() -> None:
    """A directive's argument, options and content are told apart."""
    text = ".. figure:: a.png\n   :target: https://doi.org/10.1000/182\n   :alt: b\n\n   Caption\n"
    leaves = outline(text, range(len(text)))
    assert [(leaf.kind, leaf.name, leaf.content.text) for leaf in leaves] == [
        (LeafKind.ARGUMENT, "figure", "a.png"),
        (LeafKind.OPTION, "target", "https://doi.org/10.1000/182"),
        (LeafKind.OPTION, "alt", "b"),
        (LeafKind.TEXT, "", "Caption"),
    ]


def test_targets() -> None:
    """A target's URI may go over several lines; its characters keep their places."""
    text = ".. _`a: b`: https://doi.org/\n   10.1000/a\\_b\n"
    (leaf,) = outline(text, range(len(text)))
    target = read_target(leaf.content.text)
    assert target.name == "a: b"
    assert target.uri is not None
    assert target.uri.text == "https://doi.org/10.1000/a_b"
    written = PlacedText.of_offsets(*target.uri).within(leaf.content)
    assert written.at(written.text.index("10.1")) == text.index("10.1")
    assert written.whole.end == text.index("\n", text.index("_b"))


def test_deep_nesting() -> None:
    """More nested blocks than docutils can read give no error, and nothing is passed over."""
    text = "- " * 5000 + "deep"
    (leaf,) = outline(text, [len(text) - 1])
    assert leaf.kind is LeafKind.MALFORMED
