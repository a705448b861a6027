"""`check --add-suppressions`: a comment for each finding, and nothing else changes."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from cli.command import Ran, mdlint_doi

from mdlint_doi.lint.baseline import KnownFindings
from mdlint_doi.lint.document import Document
from mdlint_doi.lint.model import Finding
from mdlint_doi.lint.selection import RunFacts
from mdlint_doi.lint.settings import Settings
from mdlint_doi.run import comment_places, loop, suppressing
from mdlint_doi.run.check import check
from mdlint_doi.run.judge import Judge, judge, read_document
from mdlint_doi.run.request import Task
from mdlint_doi.text.source import Source

OLD = "http://dx.doi.org/10.1000/182"
LINE = "mdlint-doi-disable-line DOI201"
NEXT = "mdlint-doi-disable-next-line DOI201"
WHOLE = "mdlint-doi-disable DOI201"
ENABLE = "mdlint-doi-enable DOI201"
PLACE = "at a place where a comment would change the page or hide other findings"
ENTRY = f"@misc{{a,\n  title = {{A}},\n  url = {{{OLD}}}\n}}"
CRLF = ENTRY.replace("\n", "\r\n")


def notebook(text: str) -> str:
    """Return a notebook with a cell of Markdown."""
    lines = text.splitlines(keepends=True)
    cell = {"cell_type": "markdown", "metadata": {}, "source": lines}
    whole = {"cells": [cell], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}
    return json.dumps(whole, indent=1) + "\n"


def add(folder: Path, *arguments: str) -> Ran:
    """Add comments to the files of a folder."""
    common = ("check", "--isolated", "--offline", "--formats", "python,latex,html")
    return mdlint_doi(*common, *arguments, ".", cwd=folder)


@pytest.mark.parametrize(
    ("name", "before", "after"),
    [
        ("a.md", f"See {OLD}.\n", f"See {OLD}. <!-- {LINE} -->\n"),
        ("a.md", f"A {OLD}\r\n\r\nB\r\n", f"A {OLD} <!-- {LINE} -->\r\n\r\nB\r\n"),
        ("a.md", f"# A {OLD}\r\n\r\nB\r\n", f"<!-- {NEXT} -->\r\n# A {OLD}\r\n\r\nB\r\n"),
        ("a.md", f"# A {OLD} {{#a}}\n", f"<!-- {NEXT} -->\n# A {OLD} {{#a}}\n"),
        ("a.md", f"A {OLD}\n---\n", f"<!-- {NEXT} -->\nA {OLD}\n---\n"),
        ("a.md", f"A {OLD} {{: .b}}\n", f"<!-- {NEXT} -->\nA {OLD} {{: .b}}\n"),
        ("a.md", f"A {OLD}\n{{: .b}}\n", f"A {OLD} <!-- {LINE} -->\n{{: .b}}\n"),
        ("a.md", f"![A]({OLD}){{#a}}\n", f"<!-- {NEXT} -->\n![A]({OLD}){{#a}}\n"),
        ("a.md", f"![A]({OLD})\n", f"<!-- {NEXT} -->\n![A]({OLD})\n"),
        ("a.md", f"![A]({OLD}) b\n", f"![A]({OLD}) b <!-- {LINE} -->\n"),
        (
            "a.md",
            f": A {OLD} {{#a}}\n\na | b\n--|--\nc | d\n",
            f"<!-- {NEXT} -->\n: A {OLD} {{#a}}\n\na | b\n--|--\nc | d\n",
        ),
        ("a.md", f"A\n: {OLD}\n", f"A\n: {OLD} <!-- {LINE} -->\n"),
        ("a.md", f"a | b\n--|--\nc | {OLD}\n", f"a | b\n--|--\nc | {OLD} <!-- {LINE} -->\n"),
        (
            "a.md",
            f"| a |\n|---|\n| {OLD}  \n",
            f"| a |\n|---|\n| {OLD} <!-- {LINE} -->  \n",
        ),
        ("a.md", f"a {OLD}  \nb\n", f"<!-- {NEXT} -->\na {OLD}  \nb\n"),
        ("a.md", f"| a |\n|---|\n| {OLD} |\n", f"| a |\n|---|\n| {OLD} <!-- {LINE} --> |\n"),
        ("a.md", f"[a]\n\n[a]: {OLD}\n", f"[a]\n\n<!-- {NEXT} -->\n[a]: {OLD}\n"),
        ("a.rst", f"- A\n\n  {OLD}\n", f"- A\n\n  .. {NEXT}\n\n  {OLD}\n"),
        ("a.py", f'"""A {OLD}."""\n', f'"""A {OLD}."""  # {LINE}\n'),
        ("a.tex", f"\\url{{{OLD}}}\n", f"\\url{{{OLD}}} % {LINE}\n"),
        ("a.html", f"<p>{OLD}</p>\n", f"<p>{OLD}</p> <!-- {LINE} -->\n"),
        (
            "a.bib",
            f"x\n@misc{{a, url = {{{OLD}}}}}\n",
            f"x\n% {NEXT}\n@misc{{a, url = {{{OLD}}}}}\n",
        ),
        ("a.bib", ENTRY, f"% {WHOLE}\n{ENTRY}\n% {ENABLE}"),
        ("a.bib", f"% A\r\n{CRLF}\r\n", f"% A\r\n% {WHOLE}\r\n{CRLF}\r\n% {ENABLE}\r\n"),
        ("a.ipynb", notebook(f'A {OLD}\nb "c"'), notebook(f'A {OLD} <!-- {LINE} -->\nb "c"')),
        (
            "a.ipynb",
            notebook(f"| a |\n|---|\n| {OLD} |"),
            notebook(f"| a |\n|---|\n| {OLD} <!-- {LINE} --> |"),
        ),
    ],
)
def test_a_comment_stands_at_the_finding(
    tmp_path: Path, name: str, before: str, after: str
) -> None:
    """In the format's own syntax; the next run reports neither the finding nor the comment."""
    (tmp_path / name).write_bytes(before.encode())
    ran = add(tmp_path, "--diff", "--add-suppressions")
    assert (ran.code, "Comments would suppress 1 finding." in ran.err) == (1, True)
    assert (tmp_path / name).read_bytes() == before.encode()
    ran = add(tmp_path, "--add-suppressions")
    assert (ran.code, ran.err) == (0, "")
    assert "Comments suppress 1 finding." in ran.out
    assert (tmp_path / name).read_bytes() == after.encode()
    again = add(tmp_path, "--select", "all", "--ignore", "DOI203")
    assert (again.code, "DOI00" in again.out) == (0, False), again.out
    assert add(tmp_path, "--add-suppressions").code == 0
    assert (tmp_path / name).read_bytes() == after.encode()


@pytest.mark.parametrize(
    ("name", "text", "why"),
    [
        (
            "codemeta.json",
            f'{{"referencePublication": "{OLD}"}}\n',
            "in a format without comments (codemeta.json:1:27)",
        ),
        # No comment stands in an entry, nor between two in one line.
        (
            "a.bib",
            f"@misc{{a}} @misc{{b, url = {{{OLD}}}}}\n",
            "at a place where a comment would change",
        ),
        ("a.bib", f"@misc{{a, url = {{{OLD}}}\n", "at a place where a comment would change"),
        (
            "a.ipynb",
            notebook(f"```{{note}}\nA {OLD}  \nb\n```"),
            "at a place where a comment would change",
        ),
        (
            "a.rst",
            f"A\nline with {OLD}\n",
            PLACE,
        ),
        ("a.md", "A <!-- mdlint-doi-disable-line DOI201 -->\n", "about a comment (a.md:1:32)"),
        (
            "a.md",
            f"See {OLD}.\n" + "line\n" * 60_000,
            f"{PLACE}, or in a file of more than 300,000 characters; --write-baseline FILE hides",
        ),
        # A comment above would separate the caption from its table.
        (
            "a.md",
            f"| a |\n|---|\n| b |\n\n: C {OLD} {{#c}}\n",
            "at a place where a comment would change the page",
        ),
        (
            "a.md",
            f"A\nb {OLD}\n===\n",
            "at a place where a comment would change the page",
        ),
        (
            "a.ipynb",
            notebook(f"# A {OLD}"),
            "at a place where a comment would change the page",
        ),
    ],
)
def test_what_no_comment_can_switch_off_is_told(
    tmp_path: Path, name: str, text: str, why: str
) -> None:
    """A format without comments, the middle of a paragraph, a comment: the file stays."""
    (tmp_path / name).write_text(text)
    ran = add(tmp_path, "--select", "DOI0,DOI2", "--add-suppressions")
    assert f"note: 1 finding could not be suppressed: 1 {why}" in ran.err
    assert (tmp_path / name).read_text() == text


def test_the_window_around_a_line_cuts_no_line_into_an_underline() -> None:
    """Wherever the window ends, items of a list below the line are no underline of a heading."""
    item = "- a\n"
    for extra in range(1, len(item) + 1):
        text = f"{item * 9}- See {OLD}.\n- {'a' * extra}\n{item * 600}"
        start = text.index("- See")
        line = Source("a.md", text).line_span(start)
        assert comment_places.sides(Source("a.md", text), line) == (True, True)


def test_all_of_a_docstring_has_one_comment(tmp_path: Path) -> None:
    """It stands behind the closing quotes, and holds for this docstring alone."""
    text = f"""class A:
    \"\"\"Do.

    Args:
        a: as in {OLD}.

    Text that
    mentions <{OLD}> here.
    \"\"\"

    b = 1
    \"\"\"See {OLD}.\"\"\"
"""
    (tmp_path / "a.py").write_text(text)
    assert (ran := add(tmp_path, "--add-suppressions")).code == 0, ran.err
    lines = [
        f"{line}  # {LINE}" if line.endswith('"""') and "Do." not in line else line
        for line in text.splitlines()
    ]
    assert (tmp_path / "a.py").read_text().splitlines() == lines
    assert "DOI00" not in add(tmp_path, "--select", "all").out


def test_many_places_are_counted(tmp_path: Path) -> None:
    """The note has one line, which names the first places of each reason."""
    for name in "abcde":
        (tmp_path / name).mkdir()
        (tmp_path / name / "codemeta.json").write_text(f'{{"relatedLink": "{OLD}"}}\n')
    (note,) = add(tmp_path, "--add-suppressions").err.splitlines()
    assert note.startswith("note: 5 findings ")
    places = ", ".join(f"{name}/codemeta.json:1:18" for name in "abc")
    assert note.endswith(f" ({places} and 2 more)")


def test_many_findings_of_which_some_stay(tmp_path: Path) -> None:
    """Each that can gets its comment, also where the same words are reported elsewhere."""
    good = f"See {OLD}.\n\n"
    (tmp_path / "a.md").write_text(good * 20 + f"```{{note}}\n{OLD}\n```\n\n" + good * 20)
    ran = add(tmp_path, "--add-suppressions")
    assert "Comments suppress 40 findings." in ran.out or "41 findings" in ran.out
    assert (tmp_path / "a.md").read_text().count("disable-line DOI201") >= 40


@pytest.mark.parametrize(
    ("name", "begin", "line"),
    [
        ("a.md", "```bibtex\n@misc{a,\n", f"note = {{{OLD}/%d}},\n"),
        ("a.md", "---\na: b\n", f"k%d: {OLD}/%d\n"),
        ("a.rst", "A\n", f"line with {OLD}/%d\n"),
        ("a.rst", "", f"* {OLD}/%d\n"),
        ("a.rst", ".. code-block:: bibtex\n\n   @misc{a,\n", f"   note = {{{OLD}/%d}},\n"),
        ("a.py", "", f"# %%%% [markdown]\n# {OLD}/%d\n"),
        ("a.csl.yaml", "references:\n", f"- id: a%d\n  note: |\n    {OLD}/%d\n"),
    ],
)
def test_where_no_comment_helps_few_are_tried(
    monkeypatch: pytest.MonkeyPatch, name: str, begin: str, line: str
) -> None:
    """A document is read some times more than its lines can be halved, not twice for each line."""
    lines = "".join(line.replace("%d", str(at)).replace("%%", "%") for at in range(200))
    end = "  }\n```\n" if "```" in begin else "---\n\nx\n" if "---" in begin else ""
    settings = Settings(offline=True)
    facts = Judge(settings).facts
    document = read_document(Source(name, begin + lines + end), settings)
    tries: list[Document] = []

    def counted(read: Document, facts: RunFacts) -> list[Finding]:
        tries.append(read)
        return judge(read, facts)

    monkeypatch.setattr(suppressing, "judge", counted)
    left = suppressing.with_suppressions(document, facts, KnownFindings(), None)
    assert len(left.findings) >= 100
    assert 1 < len(tries) <= 25


def test_a_part_in_which_no_comment_helps_does_not_end_the_search() -> None:
    """What stands around it gets its comments, but for a few lines beside it, wherever it is."""
    settings = Settings(offline=True)
    facts = Judge(settings).facts
    bad, good = f"* {OLD}\n" * 10, f"See {OLD}.\n\n" * 20
    for text in (f"{bad}\n{good}", f"{good}\n{bad}", f"{good}\n{bad}\n{good}"):
        document = read_document(Source("a.rst", text), settings)
        left = suppressing.with_suppressions(document, facts, KnownFindings(), None)
        assert left.source.text.count(NEXT) >= text.count("See") - 4


def test_an_outage_is_no_finding_to_suppress(tmp_path: Path) -> None:
    """What could not be checked this time gets no comment."""
    (tmp_path / "a.md").write_text("<https://doi.org/10.1000/1>\n")
    (tmp_path / "none.json").write_text('{"version": 1, "records": {}}')
    where = ("--records", "none.json", "--select", "DOI916", "--add-suppressions")
    ran = add(tmp_path, *where)
    assert "DOI916" in ran.out
    assert "note: 1 finding " in ran.err
    assert "mdlint" not in (tmp_path / "a.md").read_text()


def test_no_file_is_half_written(tmp_path: Path) -> None:
    """A file that cannot be replaced stays as it is, and is an error; the others are written."""
    for name in ("a.md", "b.md"):
        (tmp_path / name).write_text(f"See {OLD}.\n")
    os.link(tmp_path / "a.md", tmp_path / "c.md")
    ran = add(tmp_path, "--add-suppressions")
    assert ran.code in {0, 2}
    assert all(
        path.read_text() in {f"See {OLD}.\n", f"See {OLD}. <!-- {LINE} -->\n"}
        for path in tmp_path.glob("*.md")
    )


def test_baselines_and_fixes_are_apart(tmp_path: Path) -> None:
    """What a baseline hides needs no comment; fixes and a new baseline are not made with it."""
    (tmp_path / "a.md").write_text(f"See {OLD}.\n")
    add(tmp_path, "--write-baseline", "known.json")
    ran = add(tmp_path, "--baseline", "known.json", "--add-suppressions")
    assert (ran.code, "suppressed" in ran.out) == (0, False)
    assert (tmp_path / "a.md").read_text() == f"See {OLD}.\n"
    for other in (("--fix",), ("--write-baseline", "x.json")):
        assert add(tmp_path, "--add-suppressions", *other).code == 2


def test_standard_input(tmp_path: Path) -> None:
    """The text with its comments is printed, and the report goes to standard error."""
    text = f"See {OLD}.\n".encode()
    command = ("check", "--isolated", "--offline", "--add-suppressions", "-")
    ran = mdlint_doi(*command, cwd=tmp_path, stdin=text)
    assert ran.out == f"See {OLD}. <!-- {LINE} -->\n"
    assert (ran.code, "Comments suppress 1 finding" in ran.err) == (0, True)


@pytest.mark.parametrize("jobs", [1, 2])
def test_comments_of_several_processes_are_counted(
    tmp_path: Path, jobs: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What other processes suppressed is in the report, too."""
    monkeypatch.setattr(loop, "ENOUGH_FIXED", 1)
    for number in range(4):
        (tmp_path / f"{number}.md").write_text(f"See {OLD}.\n")
    task = Task((str(tmp_path),), Settings(offline=True), fix=True, suppress=True, jobs=jobs)
    assert check(task).report.suppressed == 4
