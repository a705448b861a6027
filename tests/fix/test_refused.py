"""Fixes that would harm the page: found with a bounded number of looks, the others still made."""

from __future__ import annotations

from pathlib import Path

import pytest
from fix.test_fix import Page, swap
from offline import fix_markdown

from mdlint_doi.formats import reached
from mdlint_doi.formats.markdown.same_page import SameMarkdown
from mdlint_doi.lint.fixing import fix_until_stable
from mdlint_doi.lint.model import Finding
from mdlint_doi.lint.settings import Settings
from mdlint_doi.run.check import check
from mdlint_doi.run.request import Task
from mdlint_doi.text.source import Source

ALL = Settings(select=("all",))


class Counting:
    """A page that has no `b~`, and how many characters of it were looked at."""

    def __init__(self) -> None:
        self.seen = 0

    def __call__(self, _: str, after: str, __: object) -> bool:
        self.seen += len(after)
        return "b~" not in after


def lines(text: str) -> list[int]:
    """Return where the lines of a text begin."""
    return list(Source("", text).line_starts)


@pytest.mark.parametrize("count", [100, 1000])
def test_many_harmful_fixes_cost_little(count: int) -> None:
    """Where half of the fixes are bad, each block is searched alone, not the whole text."""
    page = Counting()
    text = "a a~ a\n" * count
    fixed = fix_until_stable(Source("x", text), swap("a", "b"), Page(page, lines))  # type: ignore[arg-type]
    assert fixed.source.text == "b a~ b\n" * count
    assert len(fixed.refused) == count
    assert page.seen < 30 * len(text)


def test_too_many_harmful_fixes_in_one_block() -> None:
    """A block in which the search would go on for long is left alone, the others are fixed."""
    page = Counting()
    text = "a a~ a\n" + "a~ a " * 1000
    fixed = fix_until_stable(Source("x", text), swap("a", "b"), Page(page, lines))  # type: ignore[arg-type]
    assert fixed.source.text == "b a~ b\n" + "a~ a " * 1000
    assert page.seen < 200 * len(text)


def test_what_harms_another_block_only() -> None:
    """The blocks are put together in the end: what is bad there is still refused."""

    def accept(before: str, after: str, _: object) -> bool:
        return "\n" not in before or "b\nb" not in after

    fixed = fix_until_stable(Source("x", "a\na\n"), swap("a", "b"), Page(accept, lines))  # type: ignore[arg-type]
    assert fixed.source.text == "b\na\n"


def test_what_was_refused_is_tried_again_on_the_next_text() -> None:
    """Another fix may have made it good: a second run would find nothing to do."""

    def check(source: Source) -> list[Finding]:
        return [*swap("a", "b")(source), *swap("~", "?")(source)]  # type: ignore[operator]

    fixed = fix_until_stable(Source("x", "a a~"), check, Page(Counting(), lines))
    assert (fixed.source.text, fixed.refused) == ("b b?", ())


def test_a_refused_fix_makes_room_for_another() -> None:
    """Of two fixes for one place, the second is made where the first does harm."""

    def check(source: Source) -> list[Finding]:
        return [*swap("a~", "b~")(source), *swap("a", "c")(source)]  # type: ignore[operator]

    assert fix_until_stable(Source("x", "a~"), check, Page(Counting())).source.text == "c~"


@pytest.mark.parametrize(
    ("text", "fixed"),
    [
        (
            "See 10.1016/\nabc.1234567 and more.\n",
            "See [10.1016/abc.1234567](https://doi.org/10.1016/abc.1234567)\nand more.\n",
        ),
        (
            "- See 10.1016/\n  abc.1234567 x\n- https://dx.doi.org/10.1000/182\n",
            (
                "- See [10.1016/abc.1234567](https://doi.org/10.1016/abc.1234567)\n  x\n"
                "- https://doi.org/10.1000/182\n"
            ),
        ),
    ],
)
def test_a_name_over_two_lines_with_text_behind(text: str, fixed: str) -> None:
    """The name moves up, what followed it begins the next line, and that is the same page."""
    assert fix_markdown(text, ALL, unsafe=True) == fixed


def test_no_link_to_another_page_is_taken_for_a_part_of_a_name() -> None:
    """GitHub's bare URL takes in a link that follows; for others that is a link."""
    text = "See http://dx.doi.org/10.1000/182[note](page.md) too.\n"
    assert fix_markdown(text) == "See https://doi.org/10.1000/182[note](page.md) too.\n"
    image = "https://doi.org/10.1000/182![badge](b.svg)\n"
    assert fix_markdown(image, ALL, unsafe=True) == image


def test_a_link_is_made_in_a_directive() -> None:
    """Its body is Markdown to MyST."""
    text = "```{figure} a.png\n---\nalt: b\n---\nFrom C, 10.1000/182\n```\n"
    fixed = fix_markdown(text, Settings(select=("DOI209",)))
    assert fixed == text.replace("10.1000/182", "[10.1000/182](https://doi.org/10.1000/182)")


def test_a_publishers_link_is_one_of_a_doi() -> None:
    """It may be exchanged for the DOI's, where that is asked for."""
    page = "https://link.springer.com/article/10.1007/s11192-022-04367-w"
    text = f"[a](b.md), [t]({page}) and [c](d.md)\n"
    fixed = "[a](b.md), [t](https://doi.org/10.1007/s11192-022-04367-w) and [c](d.md)\n"
    assert fix_markdown(text, ALL, unsafe=True) == fixed


@pytest.mark.parametrize(
    "text",
    ["a\n\nb\nc\n", "- a\n\n  b\n- c\n", "> a\n\n1. b\n   - c\n2. d", "```\na\n\nb\n```\n", ""],
)
def test_blocks_of_a_document(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A block begins with a line, at the document's level or as an item of a list there."""
    monkeypatch.setattr(reached, "_SHORTEST_BLOCK", 0)
    starts = SameMarkdown().blocks(text)
    assert set(starts) <= set(lines(text))
    assert [text[start : start + 1] for start in starts] == {
        "a\n\nb\nc\n": ["a", "b"],
        "- a\n\n  b\n- c\n": ["-", "-", "-"],
        "> a\n\n1. b\n   - c\n2. d": [">", "1", "1", "2"],
        "```\na\n\nb\n```\n": ["`"],
        "": [],
    }[text]


def test_what_was_refused_is_told(tmp_path: Path) -> None:
    """It is left without a fix, and the run says why; a second run says the same."""
    page = tmp_path / "page.md"
    page.write_text("https://doi.org/10.1000/182![badge](b.svg)\n")
    task = Task((str(page),), ALL.replace(offline=True), fix=True, unsafe=True)
    first, second = check(task).report, check(task).report
    assert page.read_text() == "https://doi.org/10.1000/182![badge](b.svg)\n"
    assert [finding.fix for finding in first.findings] == [None] * len(first.findings)
    assert [note.message.split(":")[0] for note in first.notes] == ["not fixed"]
    assert f"{first.findings[0].code} at line 1" in first.notes[0].message
    assert (first.findings, first.notes) == (second.findings, second.notes)


@pytest.mark.parametrize(
    ("text", "is_fixed"),
    [
        (":::{note}\nabc\n:::\n</b>\n```\nx\n```\n    https://dx.doi.org/10.1000/182\n", False),
        ("[^1]: abc\n\n    https://dx.doi.org/10.1000/182\n\nx[^1]\n", True),
    ],
)
def test_indented_lines(text: str, *, is_fixed: bool) -> None:
    """Without a blank line before them, they are code to some reader; with one, a footnote's."""
    assert (fix_markdown(text) != text) is is_fixed


def test_what_was_refused_is_told_once(tmp_path: Path) -> None:
    """Two rules that speak of one address are one finding there, too."""
    page = tmp_path / "page.md"
    page.write_text(":::{note}\nabc\n:::\n</b>\n```\nx\n```\n    http://dx.doi.org/10.1000/182\n")
    (note,) = check(Task((str(page),), Settings(offline=True), fix=True)).report.notes
    assert note.message.startswith("not fixed: DOI201 at line 8: ")
