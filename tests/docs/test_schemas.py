"""The published schemas are true of all that the commands print, odd cases included."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from cli.command import NEVER_WAITS, Ran, config, mdlint_doi
from docs.examples import MANUAL
from handle_server import HandleServer
from jsonschema import Draft202012Validator, ValidationError

from mdlint_doi.ask.store import AnsweredBy
from mdlint_doi.lint.model import Safety
from mdlint_doi.lint.severity import Severity
from mdlint_doi.names.outcome import Cause

ODD = {
    "10.1000/ok": "ok",
    "10.1000/empty": "empty",
    "10.1000/deleted": "deleted",
    "10.1000/alias": "alias:10.1000/182",
    "10.1000/loc": "loc",
    "10.99999/x": "noprefix",
    "10.1000/broken": "broken",
    '10.1000/"ü<>\\': "ok",
}


def validator(name: str) -> Draft202012Validator:
    """Return what checks a value against a schema of the manual."""
    schema = json.loads((MANUAL / "_static" / name).read_text(encoding="utf-8"))
    Draft202012Validator.check_schema(schema)
    return Draft202012Validator(schema)


def printed(ran: Ran, schema: str) -> list[dict[str, Any]]:
    """Return what a command printed, once it fits the schema."""
    assert ran.out.isascii()
    found: list[dict[str, Any]] = json.loads(ran.out)
    validator(schema).validate(found)
    members = set(validator(schema).schema["items"]["required"])  # type: ignore[index]
    assert [entry for entry in found if set(entry) - {"values", "targets"} != members] == []
    return found


def resolve(*arguments: str) -> list[dict[str, Any]]:
    """Return the answers of `mdlint-doi lookup`."""
    words = ("lookup", "--isolated", "--output-format", "json", *arguments)
    ran = mdlint_doi(*words, command=NEVER_WAITS)
    return printed(ran, "lookup.schema.json")


def check(*arguments: str, cwd: Path, stdin: bytes = b"") -> list[dict[str, Any]]:
    """Return the findings of `mdlint-doi check`, offline."""
    common = ("check", "--isolated", "--offline", "--output-format", "json")
    return printed(mdlint_doi(*common, *arguments, cwd=cwd, stdin=stdin), "check.schema.json")


def test_answers_fit(handle_server: HandleServer, tmp_path: Path) -> None:
    """Whatever the DOI system says of a name; from the network, the cache and a records file."""
    for name, state in ODD.items():
        handle_server.add(name, state)
    handle_server.fail("403", "10.1000/blocked")
    own = config(server=handle_server.url, cache_dir=tmp_path)
    names = [*ODD, "10.1000/missing", "10.1000/blocked", "10/short"]
    first, second = resolve(*own, *names), resolve(*own, *names)
    assert {answer["outcome"] for answer in first} == {"found", "missing", "unknown"}
    assert {answer["source"] for answer in second} == {"network", "cache"}
    assert {answer["cause"] for answer in resolve("--offline", *names)} == {"offline"}
    assert resolve("--offline", "no DOI at all") == []
    assert {len(answer["values"]) for answer in resolve("--values", *own, *names)} > {0, 1}


def test_findings_fit(tmp_path: Path) -> None:
    """A byte order mark, CRLF, a file that is not UTF-8, several edits, no DOI, nothing wrong."""
    text = "é [t](https://doi.org/10.1000/a\\_b<c>d)\r\n<http://dx.doi.org/10.1000/x>\r\n"
    (tmp_path / "a.md").write_bytes(b"\xef\xbb\xbf" + text.encode())
    (tmp_path / "b.md").write_bytes(b"\xff http://dx.doi.org/10.1000/x")
    (tmp_path / "c.md").write_text("<https://doi.org/10.1038/> <!-- mdlint-doi-disable DOI999 -->")
    (tmp_path / "d.md").write_text("Nothing.\n")
    found = check("--select", "all", ".", cwd=tmp_path)
    assert {None} < {finding["doi"] for finding in found}
    assert {None} < {finding["url"] for finding in found}
    assert check("d.md", cwd=tmp_path) == []
    assert check("-", cwd=tmp_path, stdin=b"http://dx.doi.org/10.1000/x")


def test_edits_are_what_a_fix_does(tmp_path: Path) -> None:
    """The offsets count code points behind a byte order mark, and a CRLF counts two."""
    path = tmp_path / "a.md"
    text = "𝔻é <http://dx.doi.org/10.1000/182>\r\n[t](https://dx.doi.org/10.1000/x)\r\n"
    path.write_bytes(b"\xef\xbb\xbf" + text.encode())
    edits = [edit for finding in check("a.md", cwd=tmp_path) for edit in finding["fix"]["edits"]]
    assert len(edits) == 2  # of two findings
    for edit in sorted(edits, key=lambda edit: -int(edit["start"])):
        text = text[: edit["start"]] + edit["replacement"] + text[edit["end"] :]
    mdlint_doi("check", "--isolated", "--offline", "--fix", "a.md", cwd=tmp_path)
    assert path.read_bytes() == b"\xef\xbb\xbf" + text.encode()


def test_closed_lists_are_the_real_ones() -> None:
    """What a schema lists is what there is, no more and no less."""
    answers = validator("lookup.schema.json").schema["items"]["properties"]  # type: ignore[index]
    findings = validator("check.schema.json").schema["items"]["properties"]  # type: ignore[index]
    assert set(answers["cause"]["enum"]) == {*Cause, None}
    assert set(answers["source"]["enum"]) == {*AnsweredBy, None}
    assert set(findings["severity"]["enum"]) == set(Severity)
    safety = findings["fix"]["oneOf"][1]["properties"]["safety"]
    assert set(safety["enum"]) == set(Safety)


def test_the_schemas_refuse_something() -> None:
    """They are no schemas that everything fits."""
    for name in ("lookup.schema.json", "check.schema.json"):
        with pytest.raises(ValidationError):
            validator(name).validate([{}])
