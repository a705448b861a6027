"""rdjson is what reviewdog reads, and its suggestions do what the fixes do."""

from __future__ import annotations

import json
from typing import Any, Final

import jsonschema
import pytest
from linear import is_linear

from mdlint_doi.files.reading import decode
from mdlint_doi.lint.edits import apply_edits
from mdlint_doi.lint.model import Edit, Finding, Fix, Safety
from mdlint_doi.lint.settings import Settings
from mdlint_doi.lint.severity import Severity
from mdlint_doi.report import formats
from mdlint_doi.report.model import Report
from mdlint_doi.run.fixes import with_fixes
from mdlint_doi.run.judge import Judge, judged, read_document
from mdlint_doi.text.source import Source
from mdlint_doi.text.span import Span


def _object(required: str = "", **members: Any) -> dict[str, Any]:  # noqa: ANN401 - JSON
    return {
        "type": "object",
        "properties": members,
        "required": required.split(),
        "additionalProperties": False,
    }


# Written after reviewdog's proto/rdf/reviewdog.proto. Its own schema takes any member, this none
# that is not named there: `protojson` would drop it.
_TEXT: Final = {"type": "string"}
_NUMBER: Final = {"type": "integer", "minimum": 1, "maximum": 2**31 - 1}
_SEVERITY: Final = {"enum": ["ERROR", "WARNING", "INFO"]}
_PLACE: Final = _object("line", line=_NUMBER, column=_NUMBER)
_RANGE: Final = _object("start", start=_PLACE, end=_PLACE)
_NAMED: Final = _object("name", name=_TEXT, url=_TEXT)
_DIAGNOSTIC: Final = _object(
    "message location",
    message=_TEXT,
    location=_object("path", path=_TEXT, range=_RANGE),
    severity=_SEVERITY,
    source=_NAMED,
    code=_object("value", value=_TEXT, url=_TEXT),
    suggestions={"type": "array", "items": _object("range text", range=_RANGE, text=_TEXT)},
)
RESULT: Final = _object(
    "source diagnostics",
    source=_NAMED,
    severity=_SEVERITY,
    diagnostics={"type": "array", "items": _DIAGNOSTIC},
)
LINK = "http://dx.doi.org/10.1000/182"
CELL: Final = json.dumps(
    {
        "nbformat": 4,
        "nbformat_minor": 5,
        "metadata": {},
        "cells": [{"cell_type": "markdown", "id": "a", "metadata": {}, "source": [f"𝔻 <{LINK}>"]}],
    },
    ensure_ascii=False,
    indent=1,
)


def result_of(*findings: Finding) -> Any:  # noqa: ANN401 - JSON
    """Return the parsed report of findings, once it fits the format."""
    result = json.loads(formats.render(Report(findings=findings), "rdjson"))
    jsonschema.Draft202012Validator(RESULT).validate(result)
    return result


def suggested(data: bytes, suggestion: dict[str, Any]) -> bytes:
    """Return a file with a suggestion made, on the lines and bytes that reviewdog counts."""
    lines = data.split(b"\n")
    start, end = suggestion["range"]["start"], suggestion["range"]["end"]
    first, last = lines[start["line"] - 1], lines[end["line"] - 1]
    text = first[: start["column"] - 1] + suggestion["text"].encode() + last[end["column"] - 1 :]
    return b"\n".join([*lines[: start["line"] - 1], text, *lines[end["line"] :]])


def test_the_full_report_fits(full: Report) -> None:
    """All members are the format's, and the severity of all is the worst one."""
    result = json.loads(formats.render(full, "rdjson"))
    jsonschema.Draft202012Validator(RESULT).validate(result)
    assert result["severity"] == "ERROR"
    assert len(result["diagnostics"]) == len(full.findings) + len(full.problems)
    result["diagnostics"][0]["range"] = {}
    assert not jsonschema.Draft202012Validator(RESULT).is_valid(result)


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("a.md", f"ä漢𝔻 <{LINK}>, e\u0301\n".encode()),
        ("a.md", f"One\r\n\r\nä [t]({LINK})\r\nmore\r\n".encode()),
        ("a.md", f"\ufeffä <{LINK}>\r\n".encode()),
        ("a.md", "𝔻 [t](https://doi.org/10.1002/1097(199507)51:4<>1.0.CO;2-#)\n".encode()),
        ("a.rst", f"Titel\n=====\n\nä `t <{LINK}>`_\n".encode()),
        (
            "a.bib",
            "@article{ä,\n  title = {Ü},\n  doi = {https://doi.org/10.1000/182},\n}\n".encode(),
        ),
        ("a.ipynb", CELL.encode()),
        ("a.ipynb", json.dumps(json.loads(CELL)).encode()),
    ],
    ids=["wide", "crlf", "bom", "space", "rst", "bibtex", "notebook", "escaped notebook"],
)
def test_suggestions_give_the_fixed_file(name: str, data: bytes) -> None:
    """Made from the last to the first, in bytes, they leave what `--fix` does."""
    source = decode(name, data)
    settings = Settings(offline=True)
    document = read_document(source, settings)
    facts = Judge(settings, mentions=document.mentions).facts
    found = [finding for finding in judged(document, facts).findings if finding.fix]
    assert found
    result = result_of(*(finding.detached() for finding in found))
    fixed = data
    for diagnostic in reversed(result["diagnostics"]):
        for suggestion in diagnostic.get("suggestions", ()):
            fixed = suggested(fixed, suggestion)
    edits = [edit for finding in found if finding.fix for edit in finding.fix.edits]
    assert fixed.decode("utf-8-sig") == apply_edits(source.text, edits)
    assert fixed.decode("utf-8-sig") == with_fixes(document, facts).source.text


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_edits_of_one_fix_are_one_suggestion(end: str) -> None:
    """It spans the lines between them, whose ends stay as they are."""
    text = f"ä: <<{end}b{end}c>> d"
    edits = (Edit(Span(3, 5), "["), Edit(Span(text.index(">>"), text.index(">>") + 2), "]ü"))
    fix = Fix(edits, Safety.SAFE)
    finding = Finding("DOI1", "x", Severity.HINT, "m", Source("a.md", text), Span(3, 5), None, fix)
    [diagnostic] = result_of(finding)["diagnostics"]
    [suggestion] = diagnostic["suggestions"]
    assert suggestion["range"] == {
        "start": {"line": 1, "column": 5},
        "end": {"line": 3, "column": 4},
    }
    assert suggested(text.encode(), suggestion).decode() == f"ä: [{end}b{end}c]ü d"


@pytest.mark.parametrize(
    ("changed", "safety"),
    [({}, Safety.UNSAFE), ({"encoding": "latin-1"}, Safety.SAFE), ({"newline": "\r"}, Safety.SAFE)],
)
def test_what_a_review_cannot_be_trusted_with_is_not_suggested(
    changed: dict[str, str], safety: Safety
) -> None:
    """Guesses, and files whose bytes or lines are others for git than for us."""
    source = Source("a.md", "x").replace(**changed)
    fix = Fix((Edit(Span(0, 1), "y"),), safety)
    finding = Finding("DOI1", "x", Severity.HINT, "m", source, Span(0, 1), None, fix)
    [diagnostic] = result_of(finding)["diagnostics"]
    assert "suggestions" not in diagnostic


def test_a_long_line_is_read_once() -> None:
    """Columns in bytes of many findings on one line take time in proportion."""

    def work(size: int) -> None:
        source = Source("a.md", "ä" * size)
        spans = [Span(at, at + 1) for at in range(0, size, 50)]
        fixes = [Fix((Edit(span, "b"),), Safety.SAFE) for span in spans]
        findings = [
            Finding("DOI1", "x", Severity.HINT, "m", source, span, None, fix)
            for span, fix in zip(spans, fixes, strict=True)
        ]
        formats.render(Report(findings=tuple(findings)), "rdjson")

    assert is_linear(work, 20_000, 160_000)
