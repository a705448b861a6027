"""One fault is one finding: one of an address, one of how a name is written, each with its fix."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from cli.command import mdlint_doi
from handle_server import HandleServer
from hypothesis import given
from hypothesis import strategies as st
from lint.world import findings, fixed
from offline import check_markdown, fix_markdown

from mdlint_doi import check_text, fix_text
from mdlint_doi.lint.baseline import counted
from mdlint_doi.lint.edits import apply_edits
from mdlint_doi.lint.model import Finding, Safety
from mdlint_doi.lint.setting_types import Depth
from mdlint_doi.lint.settings import Settings
from mdlint_doi.lint.severity import Severity

OFFLINE = Settings(offline=True)
OLD = "See [it](http://dx.doi.org/10.1000/182).\n"
GOOD = "See [it](https://doi.org/10.1000/182).\n"
FORM = Settings(select=("DOI2",), ignore=("DOI206", "DOI207", "DOI208", "DOI209", "DOI210"))
ADDRESSES = (
    *("http://dx.doi.org/", "HTTP://DX.DOI.ORG/", "HTTP://DOI.ORG/", "Http:/www.doi.org//"),
    *("http://dx.doi.org/http://dx.doi.org/", "http://dx.doi.org/doi:", "//DX.DOI.ORG/doi:"),
    *("http://doi.org/api/handles/", "http://doi.org//api/handles//", "http://dx.doi.org:443//"),
    *("HTTP://DOI.ACM.ORG/", "dx.doi.org:", "doi.org/", "http://doi.og/"),
    *("https://login.a.edu/login?url=http://dx.doi.org/", "http://dx.doi.org.proxy.a.edu/"),
)
SICI = "@book{a,\n url = {http://doi.org/10.1002/1097-4679(199507)51:4<>1.0.CO;2-#},\n}\n"
BIB = """\
@article{one,
  doi = {10.1000/missing},
  url = {https://doi.org/10.1000/missing}
}
@article{two,
  url = {http://dx.doi.org/10.1000/missing}
}
"""
_PIECES = (*"a9.-_()/%<>[]{}\\#?+;", " ", '"', "%2F", "%2f", "%3C", "%41", "%253C", "/../", "\\_")


def _codes(found: list[Finding]) -> list[str]:
    return [finding.code for finding in found]


def test_one_address_is_one_finding() -> None:
    """It tells all that is unusual in the address, and underlines all of it."""
    (finding,) = check_markdown(OLD)
    assert finding.code == "DOI201"
    assert finding.message == (
        "the address uses http and goes to the old host dx.doi.org; write https://doi.org/"
    )
    assert finding.span.cut(OLD) == "http://dx.doi.org"


@pytest.mark.parametrize("address", ADDRESSES)
def test_the_fix_does_all(address: str) -> None:
    """What one look fixes is what fixing makes, round after round."""
    before = f"[t]({address}10.1000/182)\n"
    (finding,) = check_markdown(before, FORM)
    assert finding.fix is not None
    assert apply_edits(before, finding.fix.edits) == "[t](https://doi.org/10.1000/182)\n"
    assert fix_markdown(before, FORM, unsafe=True) == "[t](https://doi.org/10.1000/182)\n"


def test_a_proxy_is_one_finding() -> None:
    """Its rule alone reports a link through a proxy, whatever address the proxy is given."""
    text = "[http://dx.doi.org/10.1000/1](https://a.edu/login?url=http://dx.doi.org/10.1000/1)"
    assert _codes(check_markdown(text)) == ["DOI203"]


def test_a_sure_part_is_fixed_before_a_guess() -> None:
    """In a field, a host is replaced by `--fix`; that the text is a link remains a guess."""
    text = "@book{a, url = {dx.doi.org/10.1000/182}}\n"
    (finding,) = check_text(text, "bibtex", OFFLINE)
    assert finding.fix is not None
    assert (finding.fix.safety, finding.severity) == (Safety.SAFE, Severity.WARNING)
    sure = fix_text(text, "bibtex", OFFLINE)
    assert sure == "@book{a, url = {doi.org/10.1000/182}}\n"
    (left,) = check_text(sure, "bibtex", OFFLINE)
    assert (left.code, left.severity) == ("DOI201", Severity.HINT)
    all_of_it = "@book{a, url = {https://doi.org/10.1000/182}}\n"
    assert fix_text(text, "bibtex", OFFLINE, unsafe=True) == all_of_it


def test_an_address_and_a_name_are_two_findings() -> None:
    """Each stands at its own place, and one call of the fixes mends both."""
    found = check_text(SICI, "bibtex", OFFLINE)
    assert [(finding.code, finding.span.cut(SICI)) for finding in found] == [
        ("DOI201", "http://"),
        ("DOI301", "<>1.0.CO;2-#"),
    ]
    fixed = fix_text(SICI, "bibtex", OFFLINE)
    assert "{https://doi.org/10.1002/1097-4679(199507)51:4%3C%3E1.0.CO;2-%23}" in fixed


@given(st.sampled_from(ADDRESSES), st.lists(st.sampled_from(_PIECES), max_size=12))
def test_no_fault_is_reported_twice(address: str, pieces: list[str]) -> None:
    """Whatever is wrong: one finding of the address, and one of the writing that has a fix."""
    found = check_markdown(f"[t](<{address}10.1000/1{''.join(pieces)}>)\n")
    assert len([finding for finding in found if finding.code in {"DOI201", "DOI203"}]) <= 1
    assert (
        len([finding for finding in found if finding.code.startswith("DOI3") and finding.fix]) <= 1
    )


def test_what_is_written_twice_wrongly_is_fixed_one_after_the_other() -> None:
    """A name that is encoded twice and has a needless escape: the escape first, then the rest."""
    text = "[t](https://doi.org/10.1000%2F456%2523789)\n"
    (finding,) = [finding for finding in check_markdown(text) if finding.code.startswith("DOI3")]
    assert finding.code == "DOI301"
    fixed = "[t](https://doi.org/10.1000/456%23789)\n"
    assert fix_markdown(text, unsafe=True) == fixed
    (other,) = check_markdown(text, Settings(ignore=("DOI301",)))
    assert other.code == "DOI303"


def test_the_texts_that_refer_to_a_definition_stand_alone() -> None:
    """Each of these addresses is one finding."""
    old = "http://dx.doi.org/10.1000/182"
    text = f"[{old}][a]\n\n[a]: {old}\n"
    assert _codes(check_markdown(text)) == ["DOI201", "DOI201"]


def test_one_entry_reports_a_name_once(handle_server: HandleServer) -> None:
    """In the first of its fields; another entry is another finding, as is another fault."""
    settings = Settings(server=handle_server.url, depth=Depth.RECORDS)
    found = check_text(BIB, "bibtex", settings)
    assert [(finding.code, finding.where, finding.line) for finding in found] == [
        ("DOI901", "one, doi", 2),
        ("DOI201", "two, url", 6),
        ("DOI901", "two, url", 6),
    ]


def test_a_baseline_counts_as_the_summary_does(tmp_path: Path) -> None:
    """What is written, and what is hidden later, are as many as were reported."""
    assert counted(check_markdown(OLD), lambda _: "a.md") == {("a.md", "DOI201", "10.1000/182"): 1}
    (tmp_path / "a.md").write_text(f"{OLD}\n{OLD.replace('182', '183')}")
    found = mdlint_doi("check", "--offline", "a.md", cwd=tmp_path)
    assert "Found 2 problems" in found.out
    written = mdlint_doi("check", "--offline", "--write-baseline", "b.json", "a.md", cwd=tmp_path)
    assert "wrote 2 findings to b.json" in written.err
    again = mdlint_doi("check", "--offline", "--baseline", "b.json", "a.md", cwd=tmp_path)
    assert "The baseline hides 2 findings" in again.out
    fixed = mdlint_doi("check", "--offline", "--fix", "--baseline", "b.json", "a.md", cwd=tmp_path)
    assert "The baseline hides 2 findings" in fixed.out


def test_a_run_fixes_and_counts_addresses(tmp_path: Path) -> None:
    """One problem, one fix."""
    (tmp_path / "a.md").write_text(OLD)
    out = mdlint_doi("check", "--offline", "--fix", "a.md", cwd=tmp_path).out
    assert (tmp_path / "a.md").read_text() == GOOD
    assert "Fixed 1 problem in 1 file" in out


def test_a_finding_as_json() -> None:
    """All of it; null where there is nothing."""
    (finding,) = check_markdown(OLD)
    members = json.loads(json.dumps(finding.to_dict()))
    assert members["code"] == "DOI201"
    assert members["rule_url"].endswith("/rules/DOI201.md")
    assert members["fix"]["safety"] == "safe"
    assert finding.replace(fix=None, doi=None).to_dict()["fix"] is None


@pytest.mark.parametrize(
    ("text", "file", "doi", "code", "severity"),
    [
        ("@misc{a, doi={10.1000/ms.97.}}", "refs.bib", "10.1000/ms.97", "DOI104", "warning"),
        ("doi: 10.1000/ms.97.\n", "CITATION.cff", "10.1000/ms.97", "DOI104", "warning"),
        ("<https://doi.org/10.1000/ms.97.>", "page.md", "10.1000/ms.97", "DOI104", "error"),
        ("[t](https://doi.org/10.1000/ms.97,)", "page.md", "10.1000/ms.97", "DOI104", "error"),
        ("{doi}`10.1000/ms.97.`", "page.md", "10.1000/ms.97", "DOI104", "error"),
        (":doi:`10.1000/ms.97.`", "page.rst", "10.1000/ms.97", "DOI104", "error"),
        ("@misc{a, doi={10.1000/a\\_b}}", "refs.bib", "10.1000/a_b", "DOI305", "warning"),
        ("doi: 10.1000/a\\_b\n", "CITATION.cff", "10.1000/a_b", "DOI305", "warning"),
        ("<https://doi.org/10.1000/a%5C_b>", "page.md", "10.1000/a_b", "DOI305", "error"),
        ("<https://doi.org/10.1000/1\u20132>", "page.md", "10.1000/1-2", "DOI103", "error"),
        ("@misc{a, doi={10.1000/1\u20132}}", "refs.bib", "10.1000/1-2", "DOI103", "warning"),
        ("In 10.1000/1\u20132 it is.", "page.md", "10.1000/1-2", "DOI103", "warning"),
        ("[t](https://doi.org/10.1000/a#b)", "page.md", "10.1000/a#b", "DOI301", "error"),
        ("@misc{a, url={https://doi.org/10.1000/a#b}}", "a.bib", "10.1000/a#b", "DOI301", "error"),
    ],
)
def test_a_repaired_name_is_one_finding(
    text: str, file: str, doi: str, code: str, severity: str
) -> None:
    """If the repaired DOI is registered, the rule of the writing speaks alone, with its fix.

    It is an error where readers follow a dead link, and a warning in a field.
    """
    (found,) = findings(text, "DOI1", "DOI3", "DOI9", outcomes=((doi, "found"),), file=file)
    assert (found.code, found.severity.value) == (code, severity)
    assert found.fix is not None
    assert str(found.fix.doi) == doi
    is_tex = code == "DOI305" and file.endswith(".bib")  # a style may need the backslash
    assert found.fix.safety is (Safety.UNSAFE if is_tex else Safety.SAFE)


@pytest.mark.parametrize(
    "text", ["<https://doi.org/10.1000/ms.97.>", "<https://doi.org/10.1000/1\u20132>"]
)
def test_without_a_registered_repair_the_name_is_told(text: str) -> None:
    """If the repaired DOI is not registered either, the reader hears so."""
    found = findings(text, "DOI1", "DOI9", outcomes=(("10.1000/182", "found"),))
    assert "DOI901" in _codes(found)


@pytest.mark.parametrize(
    ("outcomes", "codes"),
    [
        ((), ["DOI306"]),
        ((("10.1000/a/.", "found"),), ["DOI306"]),
        ((("10.1000/a/", "found"),), ["DOI104"]),
    ],
)
def test_final_dot_segment_is_one_finding(
    outcomes: tuple[tuple[str, str], ...], codes: list[str]
) -> None:
    """Dots after a final slash belong to the DOI, unless a look-up shows that they do not."""
    text = "<https://doi.org/10.1000/a/.>"
    assert _codes(findings(text, outcomes=outcomes)) == codes
    assert findings(fixed(text, outcomes=outcomes), outcomes=outcomes) == []
