"""What several rules say of one address is one finding, and its fix does all of it."""

from __future__ import annotations

import json
from pathlib import Path

import jsonschema
import pytest
from cli.command import mdlint_doi
from handle_server import HandleServer
from offline import check_markdown, fix_markdown
from report.sarif_schema import LOG

from mdlint_doi import check_text
from mdlint_doi.lint.baseline import counted, parse
from mdlint_doi.lint.edits import apply_edits
from mdlint_doi.lint.engine import merged
from mdlint_doi.lint.model import Finding, Safety
from mdlint_doi.lint.rules import RULES
from mdlint_doi.lint.settings import Settings
from mdlint_doi.lint.severity import Severity
from mdlint_doi.report import sarif
from mdlint_doi.report.model import Report

OLD = "See [it](http://dx.doi.org/10.1000/182).\n"
GOOD = "See [it](https://doi.org/10.1000/182).\n"
FORM = Settings(select=("DOI2",), ignore=("DOI207", "DOI208", "DOI209", "DOI210"))
ADDRESSES = (
    *("http://dx.doi.org/", "HTTP://DX.DOI.ORG/", "HTTP://DOI.ORG/", "Http:/www.doi.org//"),
    *("http://dx.doi.org/http://dx.doi.org/", "http://dx.doi.org/doi:", "//DX.DOI.ORG/doi:"),
    *("http://dx.doi.org/urn:doi:", "http://doi.org/api/handles/", "http://dx.doi.org:443//"),
    *("HTTP://DOI.ACM.ORG/", "dx.doi.org:"),
)
BIB = """\
@article{one,
  doi = {10.1000/missing},
  url = {https://doi.org/10.1000/missing}
}
@article{two,
  url = {http://dx.doi.org/10.1000/missing}
}
"""


def _codes(found: list[Finding]) -> list[list[str]]:
    return [[part.code for part in one.each] for one in found]


def test_one_address_is_one_finding() -> None:
    """It has the first code, tells what the others say, and underlines all that they mean."""
    (one,) = check_markdown(OLD)
    assert (one.code, [part.code for part in one.also]) == ("DOI201", ["DOI202"])
    assert one.message.startswith("dx.doi.org is an old address of the DOI resolver")
    assert "; DOI202 DOI link uses http" in one.message
    assert one.span.cut(OLD) == "http://dx.doi.org"


def test_one_edit_at_a_place() -> None:
    """What is put before an address and what replaces its host are one edit."""
    (one,) = check_markdown("See [it](dx.doi.org/10.1000/182).\n")
    assert [part.code for part in one.each] == ["DOI201", "DOI211"]
    assert one.fix is not None
    assert [edit.replacement for edit in one.fix.edits] == ["https://doi.org"]


@pytest.mark.parametrize(
    ("settings", "comment", "left"),
    [
        (Settings(), "", ["DOI201", "DOI202"]),
        (Settings(ignore=("DOI201",)), "", ["DOI202"]),
        (Settings(), " <!-- mdlint-doi-disable-line DOI201 -->", ["DOI202"]),
        (Settings(), " <!-- mdlint-doi-disable-line DOI202 -->", ["DOI201"]),
        (Settings(select=("DOI202",)), "", ["DOI202"]),
    ],
)
def test_what_is_switched_off_leaves_the_next(
    settings: Settings, comment: str, left: list[str]
) -> None:
    """Ignoring, selecting and suppressing are about rules, as ever."""
    assert _codes(check_markdown(OLD.replace("\n", f"{comment}\n"), settings)) == [left]


@pytest.mark.parametrize("address", ADDRESSES)
def test_the_fix_does_all(address: str) -> None:
    """What one look fixes is what fixing makes, round after round, by the rules on addresses."""
    before = f"[t]({address}10.1000/182?utm_source=a)\n"
    (one,) = check_markdown(before, FORM)
    assert one.fix is not None
    assert apply_edits(before, one.fix.edits) == fix_markdown(before, FORM)


def test_the_gravest_severity_and_the_safe_fixes_hold() -> None:
    """Of one address: what fails for one of its findings fails, and no guess is made with a fix."""
    (old,) = check_markdown(OLD, Settings(select=("DOI201",)))
    (plain,) = check_markdown(OLD, Settings(select=("DOI202",)))
    assert old.fix is not None
    assert plain.fix is not None
    guess = old.replace(severity=Severity.HINT, fix=old.fix.replace(safety=Safety.UNSAFE))
    sure = plain.replace(severity=Severity.ERROR, source=old.source)
    (one,) = merged([guess, sure])
    assert (one.code, one.severity) == ("DOI201", Severity.ERROR)
    assert one.fix == plain.fix


def test_the_texts_that_refer_to_a_definition_stand_alone() -> None:
    """Each of these addresses is one finding."""
    old = "http://dx.doi.org/10.1000/182"
    text = f"[{old}]\n\n[{old}]: {old}\n"
    found = check_markdown(text)
    assert _codes(found) == [["DOI201", "DOI202"]] * len(found)


def test_one_entry_reports_a_name_once(handle_server: HandleServer) -> None:
    """In two of its fields; another entry is another finding, and so is what is wrong otherwise."""
    settings = Settings(server=handle_server.url, read_records=True, works="off")
    found = check_text(BIB, "bibtex", settings)
    assert [(one.code, one.where, one.line) for one in found] == [
        ("DOI901", "one, doi", 2),
        ("DOI201", "two, url", 6),
        ("DOI901", "two, url", 6),
    ]
    assert "10.1000/missing is not registered; see also one, url" in found[0].message
    assert [one.where for one in found[0].each] == ["one, doi", "one, doi"]


def test_a_baseline_knows_each_code_for_itself(tmp_path: Path) -> None:
    """All are written; an entry of one of them hides that one."""
    assert counted(check_markdown(OLD), lambda _: "a.md") == {
        ("a.md", code, "10.1000/182"): 1 for code in ("DOI201", "DOI202")
    }
    (tmp_path / "a.md").write_text(OLD)
    base = tmp_path / "base.json"
    mdlint_doi("check", "--offline", "--write-baseline", base, "a.md", cwd=tmp_path)
    assert len(parse(base.read_text())) == 2
    assert mdlint_doi("check", "--offline", "--baseline", base, "a.md", cwd=tmp_path).code == 0
    rows = json.loads(base.read_text())
    rows["findings"] = [one for one in rows["findings"] if one["code"] == "DOI201"]
    base.write_text(json.dumps(rows))
    ran = mdlint_doi(
        *("check", "--offline", "--baseline", base, "--output-format", "json", "a.md"), cwd=tmp_path
    )
    assert [(one["code"], one["also"]) for one in json.loads(ran.out)] == [("DOI202", [])]


def test_machine_formats_list_the_others(tmp_path: Path) -> None:
    """JSON with their places, SARIF as properties of the result."""
    (tmp_path / "a.md").write_text(OLD)
    out = mdlint_doi("check", "--offline", "--output-format", "json", "a.md", cwd=tmp_path).out
    (one,) = json.loads(out)
    assert [(other["code"], other["column"]) for other in one["also"]] == [("DOI202", 10)]
    assert (one["column"], one["end_column"]) == (10, 27)
    out = mdlint_doi("check", "--offline", "--output-format", "sarif", "a.md", cwd=tmp_path).out
    (result,) = json.loads(out)["runs"][0]["results"]
    assert result["properties"] == {"also": ["DOI202"]}


def test_a_run_fixes_and_counts_addresses(tmp_path: Path) -> None:
    """One problem, one fix."""
    (tmp_path / "a.md").write_text(OLD)
    out = mdlint_doi("check", "--offline", "--fix", "a.md", cwd=tmp_path).out
    assert (tmp_path / "a.md").read_text() == GOOD
    assert "Fixed 1 problem in 1 file" in out


def test_a_finding_as_json() -> None:
    """All of it, with what was put together; null where there is nothing."""
    (one,) = check_markdown(OLD)
    members = json.loads(json.dumps(one.to_dict()))
    assert (members["code"], [also["code"] for also in members["also"]]) == ("DOI201", ["DOI202"])
    assert members["rule_url"].endswith("/rules/DOI201.md")
    assert members["fix"]["safety"] == "safe"
    assert one.replace(fix=None, parts=(), doi=None).to_dict()["fix"] is None


def test_a_log_with_what_was_put_together_is_sarif() -> None:
    """A result that names further rules has no member that SARIF does not know."""
    report = Report(findings=tuple(check_markdown(OLD)), files=("a.md",))
    log = json.loads("".join(sarif.render(report, RULES, "1.2.3")))
    assert log["runs"][0]["results"][0]["properties"] == {"also": ["DOI202"]}
    errors = jsonschema.Draft202012Validator(LOG).iter_errors(log)
    assert [error.message for error in errors] == []


def test_a_baseline_counts_as_the_summary_does(tmp_path: Path) -> None:
    """What is written, and what is hidden later, are as many as were reported."""
    (tmp_path / "a.md").write_text(f"{OLD}\n{OLD.replace('182', '183')}")
    found = mdlint_doi("check", "--offline", "a.md", cwd=tmp_path)
    assert "Found 2 problems" in found.out
    written = mdlint_doi("check", "--offline", "--write-baseline", "b.json", "a.md", cwd=tmp_path)
    assert "2 findings written to b.json" in written.err
    again = mdlint_doi("check", "--offline", "--baseline", "b.json", "a.md", cwd=tmp_path)
    assert "2 findings hidden by the baseline" in again.out
    fixed = mdlint_doi("check", "--offline", "--fix", "--baseline", "b.json", "a.md", cwd=tmp_path)
    assert "2 findings hidden by the baseline" in fixed.out
