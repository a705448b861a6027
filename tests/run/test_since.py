"""`--since`: findings on changed lines, as git tells them, and what is said of the others."""

from __future__ import annotations

import json
import os
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest
from cli.command import mdlint_doi
from handle_server import HandleServer
from hypothesis import given
from hypothesis import strategies as st
from run.repository import Repository

from mdlint_doi.files.changes import Changes, changes_since, read_diff
from mdlint_doi.lint.settings import Settings, SettingsError
from mdlint_doi.report.formats import summary
from mdlint_doi.report.model import Since
from mdlint_doi.run import loop
from mdlint_doi.run.check import check
from mdlint_doi.run.request import Task
from mdlint_doi.run.result import Result
from mdlint_doi.text.changed_lines import ChangedLines, Hunk, LineEdit

pytestmark = pytest.mark.skipif(shutil.which("git") is None, reason="no git here")

OFFLINE = Settings(offline=True, select=("DOI201",))
BAD = "<https://dx.doi.org/10.1000/{}>"
ONE, TWO, THREE = (BAD.format(number) for number in (1, 2, 3))


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Repository:
    """Return a repository with a page of three old findings, on lines 1, 3 and 5."""
    made = Repository(tmp_path / "repository", monkeypatch)
    made.write("a.md", ONE, "", TWO, "", THREE)
    made.commit()
    return made


def run(
    paths: Sequence[str] = (".",),
    *,
    since: Changes | None = None,
    settings: Settings = OFFLINE,
    fix: bool = False,
    keeps_mentions: bool = False,
) -> Result:
    """Check paths, told what was changed since `main`."""
    changes = since or changes_since("main", ".")
    task = Task(tuple(paths), settings, since=changes, fix=fix, unsafe=fix)
    task = task.replace(keeps_mentions=keeps_mentions)
    return check(task)


def places(result: Result) -> list[tuple[str, int]]:
    """Return where findings are, by file and line."""
    return [(finding.path, finding.line) for finding in result.report.findings]


def test_only_changed_lines_are_told(repository: Repository) -> None:
    """A new line, a line of before and a line that moved; the rest is counted."""
    repository.write("a.md", "new", "", ONE, "", TWO, f"More {THREE}")
    repository.write("b.md", ONE)
    result = run()
    assert places(result) == [("a.md", 6), ("b.md", 1)]
    assert result.report.since
    assert (result.report.since.findings, result.report.since.files) == (2, 0)
    assert "Not shown: 2 findings on lines that have not changed since main.\n" in summary(
        result.report
    )
    only_files = result.report.replace(since=Since("main", findings=0, files=2))
    assert "Not shown: 2 files without changes since main.\n" in summary(only_files)
    nothing = result.report.replace(since=Since("main", findings=0, files=0))
    assert "Not shown" not in summary(nothing)
    repository.commit()
    repository.write("a.md", THREE, "", "new", "", ONE, "", TWO)
    assert places(run(["a.md"])) == [("a.md", 1)]  # moved: for git a new line


def test_one_address_on_another_line_is_counted_once(repository: Repository) -> None:
    """Whatever number of rules speak of it, as on a changed line."""
    repository.write("a.md", "<http://dx.doi.org/10.1000/1>", "", "old")
    repository.commit()
    repository.write("a.md", "<http://dx.doi.org/10.1000/1>", "", "new")
    report = run(settings=Settings(offline=True)).report
    assert report.since
    assert (report.findings, report.since.findings) == ((), 1)


def test_unchanged_files_are_not_read(repository: Repository) -> None:
    """They are counted, whether named or found; a run without any others is fine."""
    (repository.folder / "a.md").write_bytes((repository.folder / "a.md").read_bytes())
    (repository.folder / "b.md").write_bytes(b"\xff\xfe")
    repository.commit()
    report = run([".", "a.md"]).report
    assert (report.files, report.problems, report.warning) == ((), (), "")
    assert "Nothing was checked, because nothing was changed." in summary(report)
    ran = mdlint_doi("check", "--offline", "--strict", "--since", "main", cwd=repository.folder)
    assert ran.code == 0
    (repository.folder / "b.md").write_bytes(b"\xff\xfe\n")
    assert [problem.path for problem in run().report.problems] == ["b.md"]


def test_the_merge_base_is_what_counts(repository: Repository) -> None:
    """What others did on the branch since then is no change of ours."""
    repository.git("checkout", "-q", "-b", "mine")
    repository.write("mine.md", ONE)
    repository.commit()
    repository.git("checkout", "-q", "main")
    repository.write("a.md", "", "", "", "", "")
    repository.commit()
    repository.git("checkout", "-q", "mine")
    assert places(run()) == [("mine.md", 1)]


@pytest.mark.parametrize(
    "name",
    ["with blank.md", 'ü"\\quote.md', "tab\t.md", "line\nfeed.md", "ü with blank.md", '"a b".md'],
)
@pytest.mark.skipif(sys.platform == "win32", reason="no such names there")
def test_names_may_be_odd(name: str, repository: Repository) -> None:
    """Git quotes them, or puts a tab behind them, or does both."""
    repository.write(name, ONE, "", TWO)
    repository.commit()
    repository.write(name, ONE, "", f"* {TWO}")
    assert places(run()) == [(name, 3)]


@pytest.mark.skipif(sys.platform != "linux", reason="names are Unicode there")
def test_names_need_not_be_unicode(repository: Repository) -> None:
    """A name in Latin-1, as git has it and as Python has it."""
    name = os.fsdecode(b"\xe9.md")
    repository.write(name, ONE, "", TWO)
    repository.commit()
    repository.write(name, ONE, "", f"* {TWO}")
    assert places(run()) == [(name, 3)]


def test_renamed_ignored_and_untracked_files(repository: Repository) -> None:
    """A renamed file keeps its old lines; what git does not know is new."""
    repository.write(".gitignore", "made.md")
    repository.commit()
    repository.git("mv", "a.md", "b.md")
    repository.write("b.md", ONE, "", TWO, "", THREE, "", ONE)
    repository.write("made.md", ONE)
    repository.git("rm", "-q", "--cached", ".gitignore")
    assert places(run([".", "made.md"])) == [("b.md", 7), ("made.md", 1)]


def test_a_link_is_the_file_that_it_leads_to(repository: Repository) -> None:
    """Its text is that of the other file."""
    (repository.folder / "link.md").symlink_to("a.md")
    repository.commit()
    repository.write("a.md", ONE, "", TWO, "", f"* {THREE}")
    assert {line for _, line in places(run(["a.md", "link.md"]))} == {5}


def test_configuration_of_git_does_not_matter(
    repository: Repository, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nor do attributes and environment: nothing is hidden by how somebody likes to read diffs."""
    monkeypatch.setenv("GIT_DIFF_OPTS", "--unified=9")
    for key, value in {
        "diff.noprefix": "true", "diff.mnemonicPrefix": "true", "diff.context": "9",
        "diff.interHunkContext": "9", "diff.external": "false", "diff.renames": "false",
        "core.quotePath": "false", "color.ui": "always", "diff.relative": "true",
        "core.fsmonitor": "touch monitored; false",
        "diff.x.textconv": "false", "diff.x.command": "false", "diff.ignoreSubmodules": "none",
    }.items():  # fmt: skip
        repository.git("config", key, value)
    repository.write(".gitattributes", "*.md diff=x", "b.md -diff binary")
    repository.write("b.md", ONE, "", TWO)
    repository.commit()
    repository.write("ü.md", ONE)
    repository.git("add", "--intent-to-add", "ü.md")
    repository.write("a.md", f"* {ONE}", "", TWO, "", f"* {THREE}")
    repository.write("b.md", ONE, "", f"* {TWO}")
    (repository.folder / "monitored").unlink(missing_ok=True)  # `git add` asked it
    assert places(run()) == [("a.md", 1), ("a.md", 5), ("b.md", 3), ("ü.md", 1)]
    assert not (repository.folder / "monitored").exists()


def test_lines_are_those_of_the_file_though_a_filter_cleans_it(repository: Repository) -> None:
    """Git counts those of what it keeps: nbstripout, Git LFS. A pull request can ask for both."""
    repository.git("config", "filter.x.clean", "grep -v ^output")
    repository.write(".gitattributes", "*.md filter=x")
    repository.write("a.md", ONE, "output 1", "output 2", "", TWO)
    repository.commit()
    repository.write("a.md", ONE, "output 1", "output 2", "", TWO, "", THREE)
    repository.write("b.md", "output 1", "", ONE)
    repository.git("add", "b.md")
    assert places(run()) == [("a.md", 7), ("b.md", 3)]


def test_a_submodule_and_another_repository_are_new(
    repository: Repository, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Git tells nothing of them here, and nothing passes in silence."""
    other = Repository(tmp_path / "other", monkeypatch)
    other.write("b.md", ONE)
    other.commit()
    monkeypatch.chdir(repository.folder)
    repository.git("submodule", "--quiet", "add", str(other.folder), "sub")
    repository.commit()
    told = places(run([".", str(other.folder)]))
    assert sorted(told) == [(f"{other.folder}/b.md", 1), ("sub/b.md", 1)]


def test_a_folder_that_looks_like_a_repository_is_a_folder(repository: Repository) -> None:
    """A pull request can hold the files of a bare one; their settings may name programs."""
    repository.git("init", "--quiet", "--bare", "evil")
    repository.git("-C", "evil", "config", "core.worktree", ".")
    repository.git("-C", "evil", "config", "core.bare", "false")
    repository.git("-C", "evil", "config", "filter.x.clean", "touch ran; cat")
    repository.write("evil/.gitattributes", "*.md filter=x")
    repository.write("evil/b.md", ONE)
    assert places(run(["evil"])) == [("evil/b.md", 1)]
    assert not (repository.folder / "evil" / "ran").exists()


def test_a_file_with_conflicts_is_new(repository: Repository) -> None:
    """A merge left it in three versions."""
    repository.git("checkout", "-q", "-b", "mine")
    repository.write("a.md", ONE, "", f"mine {TWO}", "", THREE)
    repository.commit()
    repository.git("checkout", "-q", "main")
    repository.write("a.md", ONE, "", f"theirs {TWO}", "", THREE)
    repository.commit()
    repository.git("checkout", "-q", "mine")
    with pytest.raises(Exception, match="merge"):
        repository.git("merge", "main")
    assert {line for _, line in places(run())} >= {4, 6}


def test_lines_that_went_concern_what_spans_them() -> None:
    """A finding over the place is told; one above or below is not."""
    lines = ChangedLines((Hunk(4, 0), Hunk(9, 2)))
    told = [lines.touch(*rows) for rows in ((4, 5), (3, 4), (5, 5), (8, 8), (8, 9), (10, 10))]
    assert told == [True, False, False, False, True, True]
    assert not lines.touch(11, 99)


def test_what_stands_in_a_hunk_is_no_head() -> None:
    """Lines that begin like those of a diff, and a last line without an end."""
    diff = (
        b'diff --git "a/\\303\\244" "b/\\303\\244"\n--- "a/\\303\\244"\n+++ "b/\\303\\244"\n'
        b"@@ -1,2 +1,2 @@ x\n--- a/z\n-@@ -9 +9 @@\n\\ No newline at end of file\n"
        b"+++ b/y\n+diff --git a/q b/q\n\\ No newline at end of file\n"
        b"diff --git a/m b/m\nold mode 100644\nnew mode 100755\n"
        b"diff --git a/n b/n\n--- /dev/null\n+++ b/n o\t\n@@ -0,0 +1 @@\n+x\n"
    )
    assert list(read_diff(diff.splitlines(keepends=True))) == [
        ("ä".encode(), "ä".encode(), [Hunk(1, 2)]),
        (None, b"n o", [Hunk(1, 1)]),
    ]


@pytest.mark.parametrize(
    "reference", ["", "nope", "--output=x", "-h", "a..main", "main:a.md", "main\n", "\x1b[31m", "^"]
)
def test_what_is_no_commit_is_refused(reference: str, repository: Repository) -> None:
    """It is an argument of nothing, and the message says what to do."""
    before = sorted(repository.folder.iterdir())
    with pytest.raises(SettingsError, match="not a commit of this repository; fetch it"):
        changes_since(reference, ".")
    assert sorted(repository.folder.iterdir()) == before


def test_each_obstacle_has_its_words(
    repository: Repository, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No repository, no commit, no common one, a shallow clone, no git: each with what to do."""

    def message(reference: str, folder: Path) -> str:
        with pytest.raises(SettingsError) as caught:
            changes_since(reference, str(folder))
        return str(caught.value)

    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path))
    assert "not in a git repository; run the command in one" in message("main", tmp_path)
    repository.git("checkout", "-q", "--orphan", "apart")
    assert "there is no commit yet" in message("main", repository.folder)
    repository.write("b.md", ONE)
    repository.commit()
    assert "no commit in common with HEAD; give a different commit" in message(
        "main", repository.folder
    )
    repository.git("checkout", "-q", "main")
    repository.commit()
    repository.git("clone", "-q", "--depth=1", repository.folder.as_uri(), str(tmp_path / "clone"))
    assert "git fetch --unshallow" in message("main~1", tmp_path / "clone")
    monkeypatch.setenv("PATH", str(tmp_path))
    assert "git is not installed" in message("main", repository.folder)


def test_the_command_tells_what_is_wrong(repository: Repository) -> None:
    """Exit code 2 and one line; a baseline of a part would be none."""
    ran = mdlint_doi("check", "--offline", "--since=--output=x", cwd=repository.folder)
    assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1)
    both = ("--since", "main", "--write-baseline", "b.json")
    assert mdlint_doi("check", "--offline", *both, cwd=repository.folder).code == 2


def test_fixes_stay_on_changed_lines(repository: Repository) -> None:
    """Also when a fix takes a line away above, so that the others move up."""
    parts = ("<https://doi.org/10.1016/j.cell.", "2019.01.001>")
    repository.write("a.md", ONE, "", TWO, "", *parts, "", THREE, "", f"* {ONE}")
    result = run(settings=Settings(offline=True, select=("DOI201", "DOI402")), fix=True)
    assert sorted(finding.code for finding in result.report.fixed) == ["DOI201", "DOI402"]
    fixed = (repository.folder / "a.md").read_text().splitlines()
    assert fixed[4:] == ["".join(parts), "", THREE, "", f"* {ONE}".replace("dx.", "")]
    assert fixed[:3] == [ONE, "", TWO]
    assert result.report.since
    assert result.report.since.findings == 3


@given(
    st.sets(st.integers(1, 30), max_size=6),
    st.lists(st.tuples(st.integers(1, 30), st.integers(0, 2), st.integers(0, 3)), max_size=4),
)
def test_changed_lines_move_with_edits(
    new: set[int], edits: list[tuple[int, int, int]]
) -> None:  # fmt: skip
    """A line that no edit touches is changed after them if it was before."""
    lines = ChangedLines(tuple(Hunk(line, 1) for line in sorted(new)))
    apart: list[LineEdit] = []
    for first, over, written in sorted(edits):
        if not apart or first > apart[-1].last:
            apart.append(LineEdit(first, first + over, written - over))
    after = lines.after(apart)
    for line in range(1, 34):
        if all(not edit.first <= line <= edit.last for edit in apart):
            now = line + sum(edit.more for edit in apart if edit.last < line)
            assert after.touch(now, now) == lines.touch(line, line)


def test_standard_input_is_compared_by_its_name(repository: Repository) -> None:
    """With the text of the commit, not with the file; a renamed one by its old name."""
    repository.git("mv", "a.md", "b.md")
    repository.write("b.md", ONE, "", f"* {TWO}", "", THREE)
    changes = changes_since("main", ".")

    def lines(name: str, text: str) -> list[int]:
        data = text.encode()
        since = changes.with_text(name, data)
        task = Task(("-",), OFFLINE, since=since, stdin=data, stdin_name=name)
        return [finding.line for finding in check(task).report.findings]

    assert lines("b.md", f"{ONE}\r\n\r\n{TWO}\r\n\r\n* {THREE}\r\n") == [5]
    assert lines("b.md", f"{ONE}\n\n{TWO}\n\n{THREE}\n") == []
    assert lines("new.md", f"{ONE}\n") == [1]
    assert lines("<stdin>", f"{ONE}\n") == [1]
    given_text = f"{ONE}\n\n{TWO}\n\n* {THREE}\n".encode()
    words = ("check", "--offline", "--output-format", "concise", "--select", "DOI201", "-")
    ran = mdlint_doi(
        *words, "--since", "main", "--stdin-filename", "b.md",
        cwd=repository.folder, stdin=given_text,
    )  # fmt: skip
    assert ran.out.startswith("b.md:5:")
    assert ran.out.count("\n") == 3


def test_standard_input_may_be_a_file_that_only_the_index_knows(repository: Repository) -> None:
    """It was added since the commit, and is gone from the folder: all of its lines are new."""
    repository.write("new.md", THREE)
    repository.git("add", "new.md")
    (repository.folder / "new.md").unlink()
    ran = mdlint_doi(
        *("check", "--offline", "--output-format", "concise", "--select", "DOI201", "-"),
        *("--since", "main", "--stdin-filename", "new.md"),
        cwd=repository.folder, stdin=f"{ONE}\n".encode(),
    )  # fmt: skip
    assert ran.out.startswith("new.md:1:")
    assert ran.code == 1


def test_a_notebook_has_the_lines_of_its_file(repository: Repository) -> None:
    """A cell that was added to its JSON is what changed."""

    def save(*cells: str) -> None:
        made = [{"cell_type": "markdown", "metadata": {}, "source": [cell]} for cell in cells]
        book = {"nbformat": 4, "nbformat_minor": 4, "metadata": {}, "cells": made}
        (repository.folder / "n.ipynb").write_text(json.dumps(book, indent=1))

    save(ONE, TWO)
    repository.commit()
    save(ONE, "none", THREE, TWO)
    result = run()
    assert [str(finding.doi) for finding in result.report.findings] == ["10.1000/3"]


def test_a_file_whose_lines_git_counts_otherwise_is_new(repository: Repository) -> None:
    r"""`\r` ends lines for Markdown and not for git."""
    repository.write("r.md", ONE, TWO, end="\r")
    repository.commit()
    assert places(run()) == []
    repository.write("r.md", ONE, "", TWO, end="\r")
    assert places(run()) == [("r.md", 1), ("r.md", 3)]


def test_several_processes_tell_the_same(repository: Repository) -> None:
    """A part of the changes goes with each part of the files."""
    changes = changes_since("main", ".")
    repository.write("b.md", ONE)
    part = changes_since("main", ".").only(["a.md"])
    assert part.has("b.md") == changes.has("b.md")
    assert not part.has("a.md")


@pytest.mark.parametrize("jobs", [1, 2])
def test_what_other_processes_leave_out_is_counted(
    repository: Repository, monkeypatch: pytest.MonkeyPatch, jobs: int
) -> None:
    """Findings on lines that did not change, of all files."""
    for name in ("b.md", "c.md"):
        repository.write(name, ONE, "", TWO)
    repository.commit()
    for name in ("a.md", "b.md", "c.md"):
        repository.write(name, ONE, "", f"* {TWO}")
    monkeypatch.setattr(loop, "ENOUGH", 1)
    changes = changes_since("HEAD", ".")
    report = check(Task((".",), OFFLINE, since=changes, jobs=jobs)).report
    assert report.since is not None
    assert (len(report.findings), report.since.findings) == (3, 3)


def test_a_baseline_is_taken_away_first(repository: Repository) -> None:
    """What it knows is no finding on another line, and none of it is called stale."""
    words = ("check", "--offline", "--select", "DOI201", "--write-baseline", "known.json")
    mdlint_doi(*words, cwd=repository.folder)
    repository.write("a.md", ONE, "", f"* {TWO}", "", f"new {BAD.format(4)}")
    result = run(["a.md"], settings=OFFLINE.replace(baseline="known.json"))
    assert places(result) == [("a.md", 5)]
    assert (result.report.hidden, result.report.notices) == (2, ())


@pytest.mark.parametrize("way", ["report", "fix", "dump"])
def test_only_names_on_changed_lines_are_asked(
    way: str, repository: Repository, handle_server: HandleServer
) -> None:
    """A paragraph's other lines may speak of the same work; other paragraphs are left alone."""
    good = "<https://doi.org/10.1000/{}>"
    repository.write("a.md", good.format(1), "", good.format(2), "x", "", good.format(3))
    repository.commit()
    repository.write("a.md", good.format(1), "", good.format(2), "y", "", good.format(3))
    handle_server.add("10.1000/2")
    settings = Settings(server=handle_server.url)
    report = run(settings=settings, fix=way == "fix", keeps_mentions=way == "dump").report
    assert set(handle_server.seen.names) == {"10.1000/2"}
    assert report.findings == ()
    assert "DOIs on unchanged lines " in summary(report)
    # A comment that is new may speak of a line that is not: it is not told to do nothing.
    handle_server.forget()
    comment = "<!-- mdlint-doi-disable-next-line DOI901 -->"
    repository.write("a.md", good.format(2), "", comment, "", good.format(1), "", good.format(3))
    run(settings=settings, fix=way == "fix", keeps_mentions=way == "dump")
    assert {f"10.1000/{number}" for number in (1, 3)} <= set(handle_server.seen.names)


def test_a_rule_on_all_documents_reads_them(repository: Repository) -> None:
    """A spelling that differs from that of an unchanged file is told on the changed line only."""
    repository.write("a.md", "<https://doi.org/10.1000/abc>")
    repository.commit()
    repository.write("b.md", "<https://doi.org/10.1000/ABC>")
    settings = Settings(offline=True, select=("DOI210",))
    result = run(settings=settings)
    assert [path for path, _ in places(result)] == ["b.md"]
    assert result.report.files == ("a.md", "b.md")


def test_what_is_said_of_a_work_hangs_on_the_words_around_it() -> None:
    """A title that was changed on another line of the entry counts, one of another does not."""
    from mdlint_doi.lint.model import Finding
    from mdlint_doi.lint.severity import Severity
    from mdlint_doi.run.since import kept
    from mdlint_doi.text.source import Source

    text = "@article{a,\n title = {A},\n doi = {10.1000/1},\n}\n\n@article{b,\n title = {B},\n}\n"
    source, at = Source("a.bib", text), text.index("10.1000/1")
    span = Source("a.bib", text).line_span(at)
    found = [Finding(code, "x", Severity.ERROR, "m", source, span) for code in ("DOI911", "DOI901")]
    assert [finding.code for finding in kept(found, source, ChangedLines((Hunk(2, 1),)))] == [
        "DOI911"
    ]
    assert kept(found, source, ChangedLines((Hunk(7, 1),))) == []
    assert len(kept(found, source, ChangedLines((Hunk(3, 1),)))) == 2


@pytest.mark.parametrize("mark", ["--skip-worktree", "--assume-unchanged"])
def test_a_file_that_git_does_not_look_at(repository: Repository, mark: str) -> None:
    """Its lines are compared with those of the commit, and other files are as before."""
    repository.git("update-index", mark, "a.md")
    assert places(run()) == []
    repository.write("a.md", ONE, "", TWO, "", THREE, "", ONE)
    assert repository.git("diff", "--name-only") == ""
    assert places(run()) == [("a.md", 7)]


def test_a_bare_repository(repository: Repository, monkeypatch: pytest.MonkeyPatch) -> None:
    """It has no files; the message gives the next step."""
    repository.git("clone", "-q", "--bare", ".", "../bare.git")
    monkeypatch.chdir(repository.folder.parent / "bare.git")
    with pytest.raises(SettingsError, match="run the command in a clone of it"):
        changes_since("main", ".")
