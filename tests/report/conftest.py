"""Reports to render."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from mdlint_doi.lint.model import Edit, Finding, Fix, Safety
from mdlint_doi.lint.severity import Severity
from mdlint_doi.names.doi import parse
from mdlint_doi.names.outcome import Cause
from mdlint_doi.report.model import LookupCounts, NoteKind, PathNote, Report
from mdlint_doi.text.source import Source
from mdlint_doi.text.span import Span

TEXT = (
    "# Title\n"
    "\n"
    "See <http://dx.doi.org/10.1000/182>, 漢字\te\u0301 [x](https://doi.org/10.1000/a b).\n"
    "Broken: 10.1000/18\n"
    "2 and more\n" + "x" * 300 + " 10.5555/12345678 " + "y" * 300 + "\n"
    "\x1b]8;;http://evil\x07 \u202e ##[error] https://doi.org/10.1000/evil\n"
)

Make = Callable[..., Finding]


@pytest.fixture
def finding() -> Make:
    """Return what makes a finding on a part of a text."""

    def make(
        part: str,
        *,
        text: str = TEXT,
        path: str = "docs/a.md",
        code: str = "DOI201",
        name: str = "unusual-address",
        severity: Severity = Severity.WARNING,
        message: str = "use https://doi.org/",
        replacement: str | None = None,
        safety: Safety = Safety.SAFE,
        doi: str | None = None,
    ) -> Finding:
        at = text.index(part)
        span = Span(at, at + len(part))
        fix = None if replacement is None else Fix((Edit(span, replacement),), safety)
        name_of = parse(doi) if doi else None
        source = Source(path, text)
        return Finding(code, name, severity, message, source, span, name_of, fix)

    return make


@pytest.fixture
def full(finding: Make) -> Report:
    """Return a report with something of everything."""
    return Report(
        findings=(
            finding("http://dx.doi.org/", replacement="https://doi.org/", doi="10.1000/182"),
            finding(
                "https://doi.org/10.1000/a b",
                code="DOI301",
                name="wrong-encoding",
                severity=Severity.ERROR,
                message="a space ends a link: write %20",
                replacement="https://doi.org/10.1000/a%20b",
                doi="10.1000/a b",
            ),
            finding(
                "10.1000/18\n2",
                code="DOI402",
                name="split-doi",
                message="the name goes on in the next line",
                replacement="10.1000/182",
                safety=Safety.UNSAFE,
                doi="10.1000/182",
            ),
            finding(
                "10.5555/12345678",
                code="DOI105",
                name="placeholder",
                severity=Severity.HINT,
                message="a test prefix",
                doi="10.5555/12345678",
            ),
            finding(
                "https://doi.org/10.1000/evil",
                message="\x1b[31mred\x1b[0m\n::error::gotcha %0A::error::%",
                replacement="\x1b\u202e]]><script>",
            ),
        ),
        files=("docs/a.md", "docs/clean.md"),
        skipped=(PathNote("docs/image.png", "not Markdown"),),
        problems=(
            PathNote("docs/latin1.md", "not UTF-8", 3, 14, NoteKind.UNREAD, fails=True),
            PathNote("docs/refs.bib", "1 entry has broken syntax", 7, 2, NoteKind.PART),
        ),
        lookups=LookupCounts(9, 6, 1, ((Cause.RATE_LIMITED, 1), (Cause.TIMEOUT, 1)), 2, 12),
        notices=("look-ups go to https://example.org",),
        fixed=(finding("http://dx.doi.org/", path="docs/b.md", replacement="https://doi.org/"),)
        * 2,
        elapsed=1.25,
    )
