"""The formats of files that are read only where somebody names them: places, comments, fixes."""

from __future__ import annotations

from pathlib import Path

import pytest

from mdlint_doi.formats import format_of
from mdlint_doi.formats.html_guard import SameEvents
from mdlint_doi.formats.latex import LATEX, RD, read_tex
from mdlint_doi.lint.guard import WorkError
from mdlint_doi.lint.settings import Settings
from mdlint_doi.run.check import check
from mdlint_doi.run.fixes import with_fixes
from mdlint_doi.run.judge import Judge, judge, read_document
from mdlint_doi.run.request import Task
from mdlint_doi.text.source import Source

FOLDER = Path(__file__).parent / "named"
OFFLINE = Settings(offline=True)
FACTS = Judge(OFFLINE).facts

EXPECTED = {
    "article.tex": ("6:30 DOI501", "7:7 DOI201", "8:6 DOI201", "8:58 DOI201", "11:9 DOI105"),
    "help.Rd": ("2:84 DOI201", "8:16 DOI201"),
    "code.R": ("3:13 DOI501", "3:47 DOI201", "4:5 DOI201", "8:13 DOI201"),
    "DESCRIPTION": ("3:6 DOI201",),
    "page.html": ("6:17 DOI201", "8:13 DOI201", "8:49 DOI301", "11:42 DOI201"),
    "items.csl.yaml": ("3:8 DOI501", "4:9 DOI201", "5:8 DOI504", "7:8 DOI201"),
    "notes.txt": ("1:5 DOI201",),
}


def source_of(name: str) -> Source:
    """Return a file as it is, with its line ends."""
    return Source(name, (FOLDER / name).read_bytes().decode())


@pytest.mark.parametrize("name", EXPECTED)
def test_findings_stand_at_their_places(name: str) -> None:
    """Each finding has its line and column; code and comments are passed by, ours are obeyed."""
    source = source_of(name)
    assert format_of(name).may_hold_doi(source.text.encode())
    found = judge(read_document(source, OFFLINE), FACTS)
    assert (
        tuple(f"{finding.line}:{finding.column} {finding.code}" for finding in found)
        == EXPECTED[name]
    )


@pytest.mark.parametrize("name", ["page.html", "items.csl.yaml", "notes.txt"])
def test_fixes(name: str) -> None:
    """Only the letters of DOIs change, and a second run has nothing to do."""
    source = source_of(name)
    fixed = with_fixes(read_document(source, OFFLINE), FACTS)
    assert fixed.fixed
    assert "http://" not in fixed.source.text.replace("http://dx.doi.org/10.1000/pre", "").replace(
        "http://dx.doi.org/10.1000/js", ""
    ).replace("http://doi.org/10.1000/184", "")
    assert fixed.source.text.count("\n") == source.text.count("\n")
    again = with_fixes(read_document(fixed.source, OFFLINE), FACTS)
    assert again.source.text == fixed.source.text


@pytest.mark.parametrize(
    ("before", "after", "same"),
    [
        ('<a href="http://doi.org/10.1/2">x</a>', '<a href="https://doi.org/10.1/2">x</a>', True),
        ("<p>http://doi.org/10.1000/2", "<p>https://doi.org/10.1000/2", True),
        ("<p>http://doi.org/10.1000/2", "<p>https://doi.org/10.1000/2 x", False),
        ("<p>a", "<p class>a", False),
        ("<!-- a -->", "<!-- b -->", False),
        ("<script>10.1000/2</script>", "<script>10.1000/3</script>", False),
        ('<p id="10.1000/2">', '<p id="10.1000/3">', False),
        ("<!DOCTYPE html><br/>", "<!DOCTYPE html><br>", False),
        ("<?a?><p>", "<?b?><p>", False),
        ("<![CDATA[a]]>", "<![CDATA[b]]>", False),
        ("<![x[ http://doi.org/10.1000/2", "<![x[ https://doi.org/10.1000/2", False),
    ],
)
def test_guard_of_html(before: str, after: str, *, same: bool) -> None:
    """A page with another address of a DOI is the same; with another word it is not."""
    assert SameEvents()(before, after, []) is same


def test_guard_of_html_in_unfinished_pages() -> None:
    """What is not closed is compared, too."""
    assert SameEvents()("<p", "<p", [])


@pytest.mark.parametrize(
    ("text", "running", "names"),
    [
        (r"a\_b{\_}c\textunderscore d\-e", "a_b_c_de", ()),
        (r"\doi{10.1/a\%b} x", "  x", ("10.1/a%b",)),
        (r"\newcommand\doi[1]{\url{x#1}}", "    [1]    ", ()),
        (r"\href[a=b]{https://a.b/\#c}{t}", " t ", ()),
        (r"\begin{comment}x\end{comment} \begin{minted}y", None, ()),
        (r"\verb|}| \\% x", None, ()),
    ],
)
def test_latex(text: str, running: str | None, names: tuple[str, ...]) -> None:
    """Escapes are undone, macros are blanks, and each letter has its place."""
    found = read_tex(text, LATEX)
    assert tuple(name.text for name in found.names) == names
    assert tuple(address.text for address in found.addresses) == ("https://a.b/#c",) * (
        "href" in text
    )
    shown = found.running.text
    assert running is None or shown.split() == running.split()
    for at, letter in enumerate(shown):
        place = found.running.span(at, at + 1).cut(text)
        assert letter in place or letter == " " or (letter == "_" and "underscore" in place)


def test_code_of_help_pages_has_braces() -> None:
    """Code goes on to the brace that closes it, also where braces are escaped."""
    assert read_tex(r"\code{a{b}\}c} d", RD).running.text.split() == ["d"]
    assert read_tex(r"\code[x]{a} \examples{", RD).running.text.split() == []


def test_named_and_listed(tmp_path: Path) -> None:
    """R documentation and LaTeX are read where somebody names them, and never fixed."""
    for name in EXPECTED:
        (tmp_path / name).write_bytes((FOLDER / name).read_bytes())
    assert check(Task((str(tmp_path),), OFFLINE)).report.files == ()
    for name in EXPECTED:
        assert check(Task((str(tmp_path / name),), OFFLINE)).report.findings
    both = OFFLINE.replace(formats=("rd", "latex"))
    report = check(Task((str(tmp_path),), both, fix=True)).report
    assert len(report.files) == 4
    assert report.fixed == ()
    assert {finding.fix for finding in report.findings} == {None}
    for name in EXPECTED:
        assert (tmp_path / name).read_bytes() == (FOLDER / name).read_bytes()


def test_a_page_of_tags_without_an_end_is_not_fixed() -> None:
    """`html.parser` reads each to the end of the page: such a page is given up in time."""
    page = '<a b="' * 2_000
    with pytest.raises(WorkError):
        SameEvents()(page, page, ())
    assert SameEvents()(page[:600], page[:600], ())
