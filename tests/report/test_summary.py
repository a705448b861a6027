"""The summary counts right and speaks of what matters."""

from __future__ import annotations

from typing import Final, Protocol

import pytest

from mdlint_doi.lint.model import Finding, Safety
from mdlint_doi.lint.severity import Severity
from mdlint_doi.names.doi import parse
from mdlint_doi.names.outcome import Cause, Unknown, explained
from mdlint_doi.report import summary
from mdlint_doi.report.model import LookupCounts, PathNote, Report, SearchCounts, WorkCounts
from mdlint_doi.report.works import NameReport, as_text


class Make(Protocol):
    def __call__(
        self, part: str, *, replacement: str | None = ..., safety: Safety = ...
    ) -> Finding: ...


@pytest.mark.parametrize(
    ("safe", "unsafe", "allowed", "line"),
    [
        (2, 0, False, "2 can be fixed with --fix."),
        (2, 1, False, "2 can be fixed with --fix, 1 more with --unsafe-fixes."),
        (0, 1, False, "1 can be fixed with --fix --unsafe-fixes."),
        (2, 1, True, "3 can be fixed with --fix."),
    ],
)
def test_what_can_be_fixed(
    finding: Make,
    safe: int,
    unsafe: int,
    allowed: bool,  # noqa: FBT001
    line: str,
) -> None:
    """Unsafe fixes are offered until they were asked for."""
    findings = (finding("10.5555", replacement="x"),) * safe
    findings += (finding("10.5555", replacement="x", safety=Safety.UNSAFE),) * unsafe
    assert line in list(summary.render(Report(findings, unsafe_fixes=allowed)))


def test_a_build_names_settings_of_sphinx(finding: Make) -> None:
    """It has no options, fixes nothing, and proposes no command line."""
    findings = (finding("10.5555", replacement="x"),) * 201
    works = WorkCounts(asked=9, known=9, left_out=9, seconds=9)
    report = Report(findings, lookups=LookupCounts(3, 3, 0, (), 1), works=works, in_build=True)
    text = "\n".join(summary.render(report))
    assert (
        "1 of 3 registered DOIs were checked for aliases and deletions;"
        ' doi_depth = "records" checks all of them.' in text
    )
    assert 'doi_ignore = ["' in text
    assert 'doi_depth = "all" looks them up in about 9 s' in text
    assert "--" not in text


def test_nothing_to_fix_is_not_mentioned(finding: Make) -> None:
    """No line about fixes."""
    assert not [line for line in summary.render(Report((finding("10.5555"),))) if "fix" in line]


def test_what_could_not_be_checked_is_told_by_cause() -> None:
    """Unknown is neither found nor missing."""
    unknown = ((Cause.CONNECTION, 2), (Cause.TIMEOUT, 1))
    lines = list(summary.render(Report(lookups=LookupCounts(5, 2, 0, unknown, 2))))
    assert "Looked up 5 DOIs: 2 registered, 0 not registered, 3 could not be checked." in lines
    assert "Reasons: connection (2), timeout (1)." in lines


def test_records_are_mentioned_where_some_were_not_read() -> None:
    """The rules that need a record looked at no others."""
    counts = LookupCounts(3, 3, 0, (), 1)
    assert any(
        "1 of 3 registered DOIs were checked" in line
        for line in summary.render(Report(lookups=counts))
    )
    counts = LookupCounts(3, 3, 0, (), 3)
    assert not any("aliases" in line for line in summary.render(Report(lookups=counts)))


def test_an_interrupted_run_says_so() -> None:
    """What is missing was not checked."""
    assert any("interrupted" in line for line in summary.render(Report(interrupted=True)))


@pytest.mark.parametrize(
    ("counts", "lines"),
    [
        (
            WorkCounts(asked=140, known=120, unknown=5, compared=12, other_works=3, details=5),
            [
                "Looked up the works of 140 DOIs: 120 found, 5 could not be read.",
                "Compared 12 references: 3 disagree with the registered work, 5 differ in details.",
            ],
        ),
        (
            WorkCounts(asked=1, known=1, compared=1, other_works=1, other_hints=1),
            [
                "Looked up the works of 1 DOI: 1 found.",
                "Compared 1 reference: 1 disagrees with the registered work (1 hint).",
            ],
        ),
        (
            WorkCounts(asked=2, known=2, compared=2, not_judged=1, details=1),
            [
                "Looked up the works of 2 DOIs: 2 found.",
                "Compared 2 references: 1 differs in details; 1 more could not be judged.",
            ],
        ),
        (
            WorkCounts(asked=9, known=9, compared=9),
            [
                "Looked up the works of 9 DOIs: 9 found.",
                "Compared 9 references: no differences.",
            ],
        ),
        (
            WorkCounts(asked=3, known=3, not_judged=2),
            [
                "Looked up the works of 3 DOIs: 3 found.",
                "No references were compared: 2 could not be judged.",
            ],
        ),
        (
            WorkCounts(asked=3, known=3),
            [
                "Looked up the works of 3 DOIs: 3 found.",
                "No references were compared: the documents do not describe these works.",
            ],
        ),
        (
            WorkCounts(asked=15, not_read=(("mEDRA", 12), ("KI\x1bSTI", 3))),
            [
                "Looked up the works of 15 DOIs: 0 found.",
                (
                    "Not compared, because the records are not read: 12 DOIs registered with mEDRA,"
                    " 3 with KI\\x1bSTI."
                ),
            ],
        ),
        (
            WorkCounts(asked=14, not_read=tuple((f"A{number}", 1) for number in range(12))),
            [
                "Looked up the works of 14 DOIs: 0 found.",
                "Not compared, because the records are not read: 1 DOI registered with A0, "
                + ", ".join(f"1 with A{number}" for number in range(1, 10))
                + ", 2 with other agencies.",
            ],
        ),
        (WorkCounts(), []),
    ],
)
def test_works_are_counted(counts: WorkCounts, lines: list[str]) -> None:
    """What was compared, what came of it, and what was not compared; no more is claimed."""
    report = Report(files=("a.md",), works=counts)
    assert [*summary.render(report)][1:] == lines


def test_citations_that_were_not_judged_are_listed() -> None:
    """Each has a line where the report lists all; nothing in it is invisible."""
    notes = (
        PathNote("a.md", "10.1000/1: why", 3, 7),
        PathNote("b\x1b.md", "c", 1, 2),
    )
    report = Report(
        files=("a.md",), works=WorkCounts(asked=2, known=2, not_judged=2, unjudged=notes)
    )
    assert not [line for line in summary.render(report) if "not judged:" in line]
    assert [*summary.render(report.replace(shows_fixes=True))][-2:] == [
        "  a.md:3:7: not judged: 10.1000/1: why",
        "  b\\x1b.md:1:2: not judged: c",
    ]


@pytest.mark.parametrize(
    ("severities", "fail_on", "lines"),
    [
        ("", "hint", ["No problems found: 1 file checked."]),
        ("hint", "warning", ["No problems found, 1 hint: 1 file checked."]),
        (
            "hint",
            "hint",
            ["Found 1 hint in 1 of 1 file.", "1 of 1 finding counts as a failure (fail-on: hint)."],
        ),
        (
            "hint hint warning",
            "hint",
            [
                "Found 1 problem (1 warning) and 2 hints in 1 of 1 file.",
                "3 of 3 findings count as failures (fail-on: hint).",
            ],
        ),
        (
            "hint warning",
            "error",
            [
                "Found 1 problem (1 warning) and 1 hint in 1 of 1 file.",
                "None of 2 findings counts as a failure (fail-on: error).",
            ],
        ),
        ("error", "warning", ["Found 1 problem (1 error) in 1 of 1 file."]),
    ],
)
def test_what_fails_is_said_where_it_is_not_as_usual(
    finding: Make, severities: str, fail_on: str, lines: list[str]
) -> None:
    """The words of the severities stay; a second line counts what fails."""
    found = tuple(
        finding("10.5555").replace(severity=Severity(word)) for word in severities.split()
    )
    report = Report(found, files=("docs/a.md",), fail_on=Severity(fail_on))
    assert [*summary.render(report)] == lines


_ONE: Final = Report(files=("a.bib",), elapsed=1.0)
_KIND: Final = (("of a kind that has no DOI", 2),)


@pytest.mark.parametrize(
    ("report", "counts", "lines"),
    [
        (_ONE, SearchCounts(unknown=2), ["in 1.0 s: the search failed for 2 references."]),
        (
            _ONE,
            SearchCounts(left_out=_KIND),
            [
                "in 1.0 s: there are no references to search for in 1 file.",
                "Skipped 2 references of a kind that has no DOI.",
            ],
        ),
        (
            Report(problems=(PathNote("a.bib", "no UTF-8"),)),
            SearchCounts(),
            [
                ": no file could be read.",
                "1 file could not be processed: a.bib.",
                "If a file is broken on purpose, list it in the setting 'exclude'.",
            ],
        ),
        (Report(), SearchCounts(), [": there is no file to search."]),
        (
            _ONE.replace(interrupted=True),
            SearchCounts(),
            ["in 1.0 s.", "The run was interrupted, so the search is incomplete."],
        ),
    ],
)
def test_a_search_of_nothing_says_that_first(
    report: Report, counts: SearchCounts, lines: list[str]
) -> None:
    """Nothing is called good that nobody was asked about; then the reason comes."""
    first, *rest = summary.render(report.replace(searches=counts))
    start = "Nothing was searched"
    assert [first.removeprefix(start).lstrip(" "), *rest] == lines
    assert first.startswith(start)


def test_a_search_says_what_it_came_to() -> None:
    """The first sentence counts what was searched; what has no answer comes behind it."""
    counts = SearchCounts(searched=5, proposed=1, unknown=3, unchecked=2, cached=4, requests=1)
    first, *rest = summary.render(_ONE.replace(searches=counts))
    assert first == (
        "Searched for 5 references without a DOI in 1 file with 1 request, 4 answered from the"
        " cache, in 1.0 s: a DOI was found for 1."
    )
    assert rest == [
        "The search failed for 1 reference.",
        "2 DOIs were found but not proposed, because the look-up failed.",
    ]


def test_a_work_whose_doi_could_not_be_checked_is_told_what_to_do() -> None:
    """The reason, and what exactly happened."""
    outcome = Unknown(Cause.TIMEOUT, "5 s")
    told = NameReport(parse("10.1000/182"), outcome, None)
    assert list(as_text(told)) == [
        f"10.1000/182  could not be checked  timeout: {explained(outcome)}",
    ]


@pytest.mark.parametrize("count", [3, 4])
def test_files_that_were_skipped_for_one_reason(count: int) -> None:
    """Three are named, each in a line of its own; of more the first three, and how many more."""
    skipped = tuple(PathNote(f"{number}.md", "empty") for number in range(count))
    told = [*summary.messages(Report(skipped=skipped))]
    named = [[f"{number}.md" in message for number in range(count)] for message in told]
    if count == 3:
        assert named == [[True, False, False], [False, True, False], [False, False, True]]
    else:
        assert named == [[True, True, True, False]]
        assert "1 more" in told[0]
