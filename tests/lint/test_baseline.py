"""Known findings: what stays known when a text changes, and what is new."""

from __future__ import annotations

import json
from collections.abc import Iterable

import pytest
from lint.world import findings

from mdlint_doi.lint.baseline import Baseline, BaselineError, KnownFindings, counted, parse
from mdlint_doi.lint.baseline import dump as dump_counts
from mdlint_doi.lint.baseline import subtract as subtract_known
from mdlint_doi.lint.model import Finding

PAGE = "page.md"
TEXT = "[a](https://dx.doi.org/10.1000/1)\n\n[b](https://dx.doi.org/10.1000/2)\n"


def dump(found: Iterable[Finding]) -> str:
    """Return the baseline of findings, whose paths are as they are."""
    return dump_counts(counted(found, str))


def subtract(found: list[Finding], known: Baseline) -> list[Finding]:
    """Return what is new in the one document of these tests."""
    return subtract_known(found, KnownFindings(PAGE, known)).new


def test_what_is_known_is_taken_away() -> None:
    """A baseline of all findings leaves none, also after a round trip through its text."""
    found = findings(TEXT)
    assert len(found) == 2
    assert subtract(found, parse(dump(found))) == []


def test_lines_may_move() -> None:
    """Text above, another order and other white space make nothing new."""
    known = parse(dump(findings(TEXT)))
    moved = f"# New\n\n{TEXT.replace('[a]', 'More. [a]')}"
    assert subtract(findings(moved), known) == []


def test_one_more_is_new() -> None:
    """The same fault once more in the same file is new, and it is the last one."""
    known = parse(dump(findings(TEXT)))
    more = findings(f"{TEXT}\n[c](https://dx.doi.org/10.1000/3)\n")
    new = subtract(more, known)
    assert [finding.source.location(finding.span.start).line for finding in new] == [5]


def test_the_same_doi_once_more_is_new() -> None:
    """How often a DOI is known in a file is counted: of three, where two are known, one is new."""
    twice = "[a](https://dx.doi.org/10.1000/1) and [b](https://dx.doi.org/10.1000/1)\n"
    known = parse(dump(findings(twice)))
    assert subtract(findings(twice), known) == []
    new = subtract(findings(f"{twice}\n[c](https://dx.doi.org/10.1000/1)\n"), known)
    assert [finding.source.location(finding.span.start).line for finding in new] == [3]


def test_another_rule_or_file_is_new() -> None:
    """Code and path belong to what is known."""
    known = parse(dump(findings(TEXT)).replace("page.md", "other.md"))
    assert len(subtract(findings(TEXT), known)) == 2
    known = parse(dump(findings(TEXT)).replace("DOI201", "DOI203"))
    assert len(subtract(findings(TEXT), known)) == 2


def test_text_is_sorted_json_with_a_line_each() -> None:
    """The file is fit for version control: sorted, one finding a line, the same each time."""
    text = dump(reversed(findings(TEXT)))
    assert text == dump(findings(TEXT))
    assert json.loads(text)["version"] == 1
    assert text.endswith("\n")
    assert len(text.splitlines()) == 7
    assert json.loads(dump([]))["findings"] == []


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "not JSON"),
        ("[]", "of version 1"),
        ('{"version": 2, "findings": []}', "of version 1"),
        ('{"version": 1}', "of version 1"),
        ('{"version": 1, "findings": [{}]}', "finding 1 lacks"),
        ('{"version": 1, "findings": ["DOI201"]}', "finding 1 lacks"),
        (
            '{"version": 1, "findings": [{"path": "a", "code": "b", "text": "c", "count": 0}]}',
            "finding 1 lacks",
        ),
        ("[" * 100_000, "not JSON"),
    ],
)
def test_bad_text_is_an_error(text: str, words: str) -> None:
    """What is no baseline is refused, and the message says why."""
    with pytest.raises(BaselineError, match=words):
        parse(text)
