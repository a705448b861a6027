"""Fixes that would harm the page: found with a bounded number of looks, the others still made."""

from __future__ import annotations

from pathlib import Path

import pytest
from fix.test_fix import Page, swap

from mdlint_doi import fix_markdown
from mdlint_doi.formats.docstring import guard as module_guard
from mdlint_doi.formats.markdown.same_page import SamePage
from mdlint_doi.formats.rst import guard
from mdlint_doi.formats.rst.guard_markup import Parsed, parsed
from mdlint_doi.lint import fixing
from mdlint_doi.lint.fixing import fix_until_stable
from mdlint_doi.lint.model import Finding
from mdlint_doi.lint.settings import Settings
from mdlint_doi.pipeline import Learned, facts_of
from mdlint_doi.project.documents import read_document, with_fixes
from mdlint_doi.project.request import Task
from mdlint_doi.project.run import check
from mdlint_doi.report.summary import messages
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
    text = "[a](b.md), [t](https://zenodo.org/record/4474373) and [c](d.md)\n"
    fixed = "[a](b.md), [t](https://doi.org/10.5281/zenodo.4474373) and [c](d.md)\n"
    assert fix_markdown(text, ALL, unsafe=True) == fixed


@pytest.mark.parametrize(
    "text",
    ["a\n\nb\nc\n", "- a\n\n  b\n- c\n", "> a\n\n1. b\n   - c\n2. d", "```\na\n\nb\n```\n", ""],
)
def test_blocks_of_a_document(text: str) -> None:
    """A block begins with a line, at the document's level or as an item of a list there."""
    starts = SamePage().blocks(text)
    assert set(starts) <= set(lines(text))
    assert [text[start : start + 1] for start in starts] == {
        "a\n\nb\nc\n": ["a", "b"],
        "- a\n\n  b\n- c\n": ["-", "-", "-"],
        "> a\n\n1. b\n   - c\n2. d": [">", "1", "1", "2"],
        "```\na\n\nb\n```\n": ["`"],
        "": [],
    }[text]


def test_the_work_on_a_document_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    """Past the bound, which is counted and not timed, a document stays as it was, all of it."""
    monkeypatch.setattr(fixing, "WORK", (100, 3))
    page = Counting()
    text = "a a~ a\n" * 100
    fixed = fix_until_stable(Source("x", text), swap("a", "b"), Page(page, lines))  # type: ignore[arg-type]
    assert (fixed.source.text, fixed.applied, fixed.given_up) == (text, (), True)
    assert len(fixed.findings) == 300
    assert page.seen <= 100 + 3 * len(text)
    monkeypatch.setattr(fixing, "WORK", (100, 60))
    fixed = fix_until_stable(Source("x", text), swap("a", "b"), Page(Counting(), lines))  # type: ignore[arg-type]
    assert (len(fixed.applied), fixed.given_up) == (200, False)


@pytest.mark.parametrize("letter", "[<{!")
def test_what_takes_long_is_given_up_before_it_is_rendered(letter: str) -> None:
    """A megabyte of what may begin a link, HTML, a role or an image is looked at not once."""
    page = Counting()
    text = "a a~\n\n" + letter * 1_000_000
    fixed = fix_until_stable(Source("x", text), swap("a", "b"), Page(page, lines))  # type: ignore[arg-type]
    assert (fixed.source.text, fixed.given_up, page.seen) == (text, True, 0)
    prose = "a <b>b</b> [c](d) or some more words.\n" * 3000 + "a a~\n" * 30
    fixed = fix_until_stable(Source("x", prose), swap("a", "b"), Page(page, lines))  # type: ignore[arg-type]
    assert (fixed.given_up, len(fixed.refused)) == (False, 30)


@pytest.mark.parametrize("unit", ["**a", "~~a", "`a", "_a "])
def test_marks_count_more_than_letters(unit: str) -> None:
    """A search for harmful fixes in a long paragraph of marks ends sooner than one in words."""
    page, words = Counting(), Counting()
    harmful = "a~ a " * 50
    for seen, filling in ((page, unit), (words, "xyz")):
        text = harmful + filling * (100_000 // len(filling))
        fix_until_stable(Source("x", text), swap("a~", "b~"), Page(seen, lines))  # type: ignore[arg-type]
    assert 2 * page.seen < words.seen


def test_brackets_in_brackets_are_given_up() -> None:
    """A renderer reads the text anew from each of them: 200 KB are looked at not once."""
    page = Counting()
    text = "a a~\n\n" + "![a" * 66_000
    fixed = fix_until_stable(Source("x", text), swap("a~", "b~"), Page(page, lines))  # type: ignore[arg-type]
    assert (fixed.source.text, fixed.given_up, page.seen) == (text, True, 0)


def test_many_small_texts_for_docutils_are_given_up() -> None:
    """It takes long to begin with each, however short they are: none of them is looked at."""
    block = "```{eval-rst}\na a~\n```\n\n"
    for count, given_up in ((100, False), (6_000, True)):
        page, text = Counting(), block * count
        fixed = fix_until_stable(Source("x", text), swap("a~", "b~"), Page(page, lines))  # type: ignore[arg-type]
        assert (fixed.given_up, page.seen == 0) == (given_up, given_up)


def test_what_docutils_reads_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is slower than other renderers, so it has a bound of its own; past that none is fixed."""
    read: list[int] = []

    def counted(text: str, servers: tuple[str, ...]) -> Parsed:
        read.append(len(text))
        return parsed(text, servers)

    monkeypatch.setattr(guard, "parsed", counted)
    monkeypatch.setattr(guard, "WORK", (100, 1))
    rows = "".join(f"a    http://dx.doi.org/10.1000/x{at}\n" for at in range(95, 200))
    edge = f"===  {'=' * 29}\n"
    source = Source("a.rst", edge + rows + edge)
    facts = facts_of(Settings(), Learned(), (), None)
    fixed = with_fixes(read_document(source, facts.settings), facts)
    assert (fixed.source, "too long" in fixed.note) == (source, True)
    assert 0 < sum(read) <= 100 + len(source.text)


def test_how_often_a_module_is_read_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each look reads all of it with `ast`, so a search for harmful fixes in it ends sooner."""
    monkeypatch.setattr(module_guard, "WORK", (50, 0))
    source = Source("a.py", '"""See <http://dx.doi.org/10.1000/182> for more of it."""\n')
    facts = facts_of(Settings(), Learned(), (), None)
    fixed = with_fixes(read_document(source, facts.settings), facts)
    assert (fixed.source, "too long" in fixed.note) == (source, True)


def test_a_document_that_was_given_up_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The run says which file was not fixed; its findings are still there, the others are fixed."""
    monkeypatch.setattr(fixing, "WORK", (100, 0))
    (tmp_path / "long.md").write_text("<http://doi.org/10.1000/182>\n" * 3)
    (tmp_path / "short.md").write_text("<http://doi.org/10.1000/182>\n")
    report = check(Task((str(tmp_path),), Settings(offline=True), fix=True)).report
    assert [Path(note.path).name for note in report.notes] == ["long.md"]
    assert "not fixed" in report.notes[0].message
    assert (len(report.findings), len(report.fixed)) == (3, 1)
    assert any("long.md: not fixed" in line for line in messages(report))


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
