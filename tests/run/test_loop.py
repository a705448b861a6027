"""Documents that are judged before their names were asked get the report that they get after."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

import pytest
from handle_server import HandleServer

from mdlint_doi.ask.store import Answer
from mdlint_doi.lint.document import Document
from mdlint_doi.lint.model import Mention
from mdlint_doi.lint.setting_types import Depth
from mdlint_doi.lint.settings import Settings
from mdlint_doi.names.doi import Doi
from mdlint_doi.run import files, judge, loop, parallel
from mdlint_doi.run.check import check
from mdlint_doi.run.files import Text
from mdlint_doi.run.learned import Learned
from mdlint_doi.run.request import Task, Wants
from mdlint_doi.run.result import Result, Tally
from mdlint_doi.text.source import Source

DOCUMENTS = (
    "Before what cannot be checked: 10.1000/1. <!-- mdlint-doi-disable-line DOI901 -->\n",
    "See [one](https://doi.org/10.1000/1) and 10.1000/2.\n",
    "See [one](http://dx.doi.org/10.1000/1).\n",
    "See [none](https://doi.org/10.1000/none) and [it](https://doi.org/10.1000/2).\n",
    "See [it](https://doi.org/10.1000/1.) and 10.1000/1/full.\n",
    "See [it](https://doi.org/10.1000/alias) and [that](https://doi.org/10.1000/deleted).\n",
    "See [it](https://doi.org/10.1000/no-target) and https://doi.org/10.1000/broken.\n",
    "See 10.1000/none. <!-- mdlint-doi-disable-line DOI901 -->\n",
    "See 10.1000/1. <!-- mdlint-doi-disable-line DOI901 -->\n",
    "See https://doi.org/10.1000/2; a look-alike: https://doi.org/10.1000/a\u2013b.\n",
    "A template: https://doi.org/10.xxxx/yyyy, and a sample: https://doi.org/10.1234/x.\n",
    "[t](https://doi.org/10.1000/1%2523), {doi}`https://doi.org/10.1000/2`, 10.1000/A-B\n",
    "No name at all, but doi: it is.\n",
)
STATES = {
    **dict.fromkeys(("10.1000/1", "10.1000/2", "10.1000/a-b", "10.1000/1%23"), "ok"),
    "10.1000/alias": "alias:10.1000/1",
    "10.1000/deleted": "deleted",
    "10.1000/no-target": "notarget",
}


@pytest.fixture
def server(handle_server: HandleServer) -> HandleServer:
    """Return a server that knows some names, and fails at one."""
    for name, state in STATES.items():
        handle_server.add(name, state)
    handle_server.fail("wrong-echo", "10.1000/broken")
    return handle_server


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """Return a folder with the documents, one of them not UTF-8."""
    folder = tmp_path / "docs"
    folder.mkdir()
    for number, text in enumerate(DOCUMENTS):
        (folder / f"{number:02}.md").write_text(text)
    (folder / "50.md").write_bytes(b"doi:10.1000/182 \xff\n")
    return folder


def checked(server: HandleServer, tree: Path, *, jobs: int = 1, fix: bool = False) -> Result:
    """Check the documents with look-ups, and without asking for works."""
    settings = Settings(server=server.url, use_cache=False, depth=Depth.REGISTRATION, concurrency=1)
    return check(Task((str(tree),), settings, fix=fix, dry=fix, jobs=jobs))


@pytest.fixture
def at_last(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """Judge all documents when all is learned, for as long as it is not undone."""
    own = Wants.of
    monkeypatch.setattr(Wants, "of", lambda task: own(task).replace(all_last=True))
    return monkeypatch


@pytest.mark.parametrize("fix", [False, True])
@pytest.mark.parametrize("jobs", [1, 2])
def test_the_report_is_the_same(
    server: HandleServer, tree: Path, at_last: pytest.MonkeyPatch, *, fix: bool, jobs: int
) -> None:
    """Findings, fixes, notes and counts, whatever the answers are, in any number of processes."""
    after = checked(server, tree, fix=fix)
    at_last.undo()
    at_last.setattr(loop, "ENOUGH", 1)
    at_last.setattr(parallel, "TEXTS", 3)
    before = checked(server, tree, fix=fix, jobs=jobs)
    assert before == after
    assert {"DOI901", "DOI916", "DOI903", "DOI904", "DOI905"} <= {
        finding.code for finding in before.report.findings
    }


MIXED = (
    "See [one](https://doi.org/10.1000/One), [too](https://doi.org/10.1000/TWO).\n",
    "See [one](http://dx.doi.org/10.1000/ONE) and 10.1000/three. <!-- mdlint-doi-disable -->\n",
    "See [three](https://doi.org/10.1000/three), [4](https://doi.org/10.1000/Four), 10.1000/5.\n",
    "See [two](https://doi.org/10.1000/two), [one](https://doi.org/10.1000/One).\n",
    "See [two](https://doi.org/10.1000/Two). <!-- mdlint-doi-disable-line DOI210 -->\n",
)


@pytest.mark.parametrize("fix", [False, True])
@pytest.mark.parametrize("jobs", [1, 2])
def test_names_that_all_documents_are_compared_for(
    tmp_path: Path, at_last: pytest.MonkeyPatch, *, fix: bool, jobs: int
) -> None:
    """Offline, too: what was said without the other documents is said once more with them."""
    for number, text in enumerate(MIXED):
        (tmp_path / f"{number}.md").write_text(text)
    settings = Settings(select=("all",), offline=True)
    task = Task((str(tmp_path),), settings, fix=fix, dry=fix, jobs=jobs)
    after = check(task)
    at_last.undo()
    at_last.setattr(loop, "ENOUGH", 1)
    at_last.setattr(parallel, "TEXTS", 1)
    assert check(task) == after
    mixed = [str(finding.doi) for finding in after.report.findings if finding.code == "DOI210"]
    assert mixed == ["10.1000/ONE", "10.1000/two"]


@pytest.fixture
def read_again(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the names of the documents that were read a second time."""
    read: list[str] = []
    own = files.texts

    def noted(paths: Iterable[str], tally: Tally) -> Iterator[Text]:
        names = [*paths]
        read.extend(names)
        return own(names, tally)

    monkeypatch.setattr(loop, "texts", noted)
    return read


def test_documents_that_agree_are_read_once(tmp_path: Path, read_again: list[str]) -> None:
    """A rule that compares all documents lets no other be read a second time, nor be held."""
    for name, text in zip("abc", (MIXED[0], MIXED[2], MIXED[0]), strict=True):
        (tmp_path / f"{name}.md").write_text(text)
    report = check(Task((str(tmp_path),), Settings(select=("all",), offline=True))).report
    assert not read_again
    assert "DOI209" in {finding.code for finding in report.findings}


def test_no_document_is_held_while_names_are_asked(
    server: HandleServer, tree: Path, read_again: list[str]
) -> None:
    """Only those with a missing name are read a second time before that, and no other."""
    clean = [tree / "01.md", tree / "12.md"]
    for path in set(tree.iterdir()) - set(clean):
        path.unlink()
    assert not checked(server, tree).report.findings
    assert read_again == []


def test_a_name_is_asked_once(server: HandleServer, tmp_path: Path) -> None:
    """Whether the cache keeps the answers, and whatever they are."""
    for number in range(3):
        text = f"10.1000/1, 10.1000/2, 10.1000/broken, 10.1000/none, 10.1000/{number}x\n"
        (tmp_path / f"{number}.md").write_text(text)
    for cache in ({"use_cache": False}, {"cache_dir": str(tmp_path / "cache"), "max_age": 0.0}):
        server.seen.names.clear()
        settings = Settings(server=server.url, depth=Depth.REGISTRATION, concurrency=1).replace(
            **cache
        )
        counts = check(Task((str(tmp_path),), settings)).report.lookups
        assert counts is not None
        assert (counts.asked, counts.found, counts.missing, counts.undecided) == (7, 2, 4, 1)
        assert server.seen.names["10.1000/2"] == server.seen.names["10.1000/none"] == 1


def test_what_is_judged_at_last_has_the_answers_of_its_names(
    server: HandleServer, tmp_path: Path
) -> None:
    """A document with a comment waits for all names; its own were answered long ago, or cached."""
    (tmp_path / "0.md").write_text("10.1000/none, 10.1000/1 <!-- mdlint-doi-disable DOI201 -->\n")
    for number in range(1, 4):
        (tmp_path / f"{number}.md").write_text(f"See [it](https://doi.org/10.1000/{number}).\n")
        server.add(f"10.1000/{number}")
    settings = Settings(
        server=server.url, cache_dir=str(tmp_path / "cache"), depth=Depth.REGISTRATION
    )
    for _ in ("cold", "warm"):
        report = check(Task((str(tmp_path),), settings)).report
        assert {finding.code for finding in report.findings} == {"DOI002", "DOI901"}
        assert report.lookups is not None
        assert (report.lookups.found, report.lookups.missing, report.lookups.undecided) == (3, 1, 0)


def test_names_are_asked_while_documents_are_read(
    server: HandleServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first questions are put before the last document is read."""
    for number in range(300):
        (tmp_path / f"{number:03}.md").write_text(f"See 10.1000/{number:03}.\n")
        server.add(f"10.1000/{number:03}")
    asked: list[int] = []
    own = judge.read_document

    def noted(source: Source, settings: Settings) -> Document:
        asked.append(sum(server.seen.services.values()))
        return own(source, settings)

    monkeypatch.setattr(loop, "read_document", noted)
    settings = Settings(server=server.url, use_cache=False, depth=Depth.REGISTRATION)
    check(Task((str(tmp_path),), settings))
    assert len(asked) == 300
    assert asked[0] == 0 < asked[-1]


@pytest.mark.skipif(sys.platform == "win32", reason="links need a privilege")
def test_a_file_with_two_names_is_fixed_once(server: HandleServer, tmp_path: Path) -> None:
    """Its name that is missing had it read before: the second time it is read as it is by then."""
    page = tmp_path / "a.md"
    page.write_text("See [it](http://dx.doi.org/10.1000/1), [no](https://doi.org/10.1000/none).\n")
    (tmp_path / "b.md").symlink_to(page)
    settings = Settings(server=server.url, use_cache=False, depth=Depth.REGISTRATION)
    report = check(Task((str(tmp_path),), settings, fix=True)).report
    assert {finding.path for finding in report.fixed} == {str(page)}
    assert [(finding.path, finding.code) for finding in report.findings] == [
        (str(page), "DOI901"),
        (str(tmp_path / "b.md"), "DOI901"),
    ]
    assert not report.problems
    assert page.read_text().startswith("See [it](https://doi.org/10.1000/1)")


@pytest.mark.parametrize("depth", [Depth.REGISTRATION, Depth.ALL])
def test_ctrl_c_while_documents_are_read(
    server: HandleServer, tree: Path, depth: Depth, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was read is reported, and nothing is called missing that was not asked."""
    own = judge.read_document

    def read(source: Source, settings: Settings) -> Document:
        if source.name.endswith("05.md") and not stopped:
            stopped.append(source.name)
            raise KeyboardInterrupt
        return own(source, settings)

    stopped: list[str] = []
    monkeypatch.setattr(loop, "read_document", read)
    settings = Settings(server=server.url, use_cache=False, depth=depth)
    report = check(Task((str(tree),), settings)).report
    codes = {finding.code for finding in report.findings}
    assert report.interrupted
    assert len(report.files) == 6
    assert "DOI201" in codes
    assert "DOI901" not in codes
    assert report.lookups is not None
    assert 0 < report.lookups.asked == len(report.lookups.not_checked)


def test_a_run_that_was_stopped_calls_no_entry_stale(
    server: HandleServer, tree: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The document that was at hand when Ctrl-C came is not judged: its baseline may be right."""

    def read(source: Source, settings: Settings) -> Document:
        if source.name.endswith("05.md"):
            raise KeyboardInterrupt
        return judge.read_document(source, settings)

    base = tree.parent / "base.json"
    entry = '{"path": "docs/05.md", "code": "DOI201", "text": "10.1000/1", "count": 1}'
    base.write_text(f'{{"version": 1, "findings": [{entry}]}}')
    settings = Settings(
        server=server.url, use_cache=False, depth=Depth.REGISTRATION, baseline=str(base)
    )
    [notice] = check(Task((str(tree),), settings)).report.notices
    assert "1 entry is no longer found" in notice
    monkeypatch.setattr(loop, "read_document", read)
    report = check(Task((str(tree),), settings)).report
    assert (report.interrupted, report.notices) == (True, ())


def test_a_file_that_vanishes_is_told(
    server: HandleServer, tree: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A document that must be read again and is gone is an error, and nothing of it a finding."""
    finish = loop.Loop.finish

    def vanish(self: loop.Loop, learned: Learned) -> None:
        (tree / "08.md").unlink()
        finish(self, learned)

    monkeypatch.setattr(loop.Loop, "finish", vanish)
    report = checked(server, tree).report
    assert [note.path for note in report.problems] == [str(tree / "50.md"), str(tree / "08.md")]
    assert not [finding for finding in report.findings if finding.path.endswith("08.md")]


@pytest.mark.parametrize("fix", [False, True])
def test_a_file_that_vanishes_while_names_are_asked_is_told_once(
    server: HandleServer, tree: Path, monkeypatch: pytest.MonkeyPatch, *, fix: bool
) -> None:
    """One with a missing name is wanted twice by then, for "did you mean" and for its fixes."""
    mentions_of = loop.Loop.mentions_of

    def vanish(self: loop.Loop, answers: Mapping[Doi, Answer]) -> Iterator[Mention]:
        (tree / "03.md").unlink()
        return mentions_of(self, answers)

    monkeypatch.setattr(loop.Loop, "mentions_of", vanish)
    report = checked(server, tree, fix=fix).report
    assert [note.path for note in report.problems] == [str(tree / "50.md"), str(tree / "03.md")]


def test_a_name_of_another_document_is_offered(server: HandleServer, tmp_path: Path) -> None:
    """A name that was asked since a document has it is a candidate that needs no question."""
    (tmp_path / "a.md").write_text("See [it](https://doi.org/10.1000/1.).\n")
    (tmp_path / "b.md").write_text("See [it](https://doi.org/10.1000/1).\n")
    (found,) = checked(server, tmp_path).report.findings
    assert (found.code, found.severity.value) == ("DOI104", "error")
    assert found.fix is not None
    assert str(found.fix.doi) == "10.1000/1"


def test_broken_entries_are_told_with_look_ups(server: HandleServer, tmp_path: Path) -> None:
    """What may have been missed for a slip in a file is said, though all its names are right."""
    (tmp_path / "a.bib").write_text("@book{a, doi = {10.1000/1}\n@book{b, doi = {10.1000/2}}\n")
    report = checked(server, tmp_path).report
    (note,) = report.problems
    assert (report.findings, note.is_part, note.line) == ((), True, 1)
    assert "1 entry has broken syntax" in note.message


def test_a_file_that_a_baseline_knows_is_not_remembered(
    server: HandleServer, tmp_path: Path
) -> None:
    """It is judged anew, so that its findings are told once the baseline has them no more."""
    page, base = tmp_path / "a.md", tmp_path / "base.json"
    comment = "<!-- mdlint-doi-disable-line DOI201 -->"
    page.write_text(f"<http://dx.doi.org/10.1000/1>\n\n<http://dx.doi.org/10.1000/2> {comment}\n")
    base.write_text(
        '{"version": 1, "findings":'
        ' [{"path": "a.md", "code": "DOI201", "text": "10.1000/1", "count": 1}]}'
    )
    settings = Settings(
        server=server.url,
        depth=Depth.REGISTRATION,
        select=("DOI201",),
        cache_dir=str(tmp_path / "cache"),
    )
    settings = settings.replace(baseline=str(base))
    report = check(Task((str(page),), settings)).report
    assert (report.findings, report.hidden) == ((), 1)
    base.write_text('{"version": 1, "findings": []}')
    report = check(Task((str(page),), settings)).report
    assert [(finding.code, finding.line) for finding in report.findings] == [("DOI201", 1)]


def test_of_two_texts_under_one_name_none_is_remembered(
    server: HandleServer, tmp_path: Path
) -> None:
    """Standard input may have a file's name: that it was clean says nothing of the file."""
    page = tmp_path / "a.md"
    page.write_text("<http://dx.doi.org/10.1000/1>\n")
    settings = Settings(
        server=server.url, depth=Depth.REGISTRATION, cache_dir=str(tmp_path / "cache")
    )
    clean = page.read_bytes().replace(b"http://dx.", b"https://")
    both = Task(("-", str(page)), settings, stdin=clean, stdin_name=str(page))
    for task in (both, Task((str(page),), settings)):
        assert [finding.code for finding in check(task).report.findings] == ["DOI201"]
