"""A big report shows some findings of each rule, and counts the others."""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path

import pytest
from cli.command import mdlint_doi
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from report.conftest import Make

from mdlint_doi.report.formats import FORMATS, render
from mdlint_doi.report.model import Report
from mdlint_doi.report.summary import MANY
from mdlint_doi.report.text import FEW

HANDLES = "".join(
    f"@thesis{{t{number},\n  doi = {{http://hdl.handle.net/2065/{number}}}\n}}\n"
    for number in range(100)
)
"""What hundreds of theses have as their DOI in github.com/jgrey4296/bibliography."""
LINKS = "".join(f"See [it](https://www.doi.org/10.1000/{number}).\n" for number in range(MANY))


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """Return a folder with more findings than a person reads."""
    (tmp_path / "theses.bib").write_text(HANDLES)
    (tmp_path / "more.bib").write_text("@book{b,\n  doi = {stable/24480621}\n}\n")
    (tmp_path / "page.md").write_text(LINKS)
    return tmp_path


def _check(tree: Path, *options: str) -> str:
    return mdlint_doi("check", "--offline", *options, ".", cwd=tree).out


def test_a_big_report_shows_a_few_of_each_rule_and_counts_the_rest(tree: Path) -> None:
    """The next step is said, and so is which rule is loudest and how to switch it off."""
    out = _check(tree)
    assert out.count("DOI201 [unusual-address]") == FEW
    assert (
        f"Not shown: {MANY - FEW} × DOI201 unusual-address; --max-per-rule 0 shows all findings."
        in out
    )
    most = f"{MANY} of {MANY + 101} findings are DOI201 unusual-address; --ignore unusual-address"
    assert f"{most} turns this rule off." in out


@pytest.mark.parametrize(
    ("options", "files"),
    [
        ([], ["b.md", "c.md", "page.md", "page.md", "page.md"]),
        (["--max-per-rule", "2"], ["b.md", "c.md"]),
        (["--max-per-rule", "4"], ["b.md", "c.md", "page.md", "page.md"]),
    ],
)
def test_one_of_each_file_is_shown_first(
    tmp_path: Path, options: list[str], files: list[str]
) -> None:
    """Findings in other files come before further ones of the first file, in the usual order."""
    (tmp_path / "page.md").write_text(LINKS)
    for name in ("b.md", "c.md"):
        (tmp_path / name).write_text(LINKS.splitlines(keepends=True)[0])
    out = _check(tmp_path, *options)
    told = [line.partition(":")[0] for line in out.splitlines() if "DOI201 [" in line]
    assert told == files
    assert f"Not shown: {MANY + 2 - len(files)} × DOI201" in out


def test_one_file_s_handles_in_fields_for_dois_are_one_group(tree: Path) -> None:
    """They don't push out what else the rule has to say; the places are counted."""
    out = _check(tree)
    assert out.count("DOI101 [invalid-name]") == 2
    assert " (here and in 99 other places" in out
    assert "'stable/24480621' is " in out


@pytest.mark.parametrize(("number", "shown"), [(FEW, FEW), (FEW + 1, 1)])
def test_handles_are_one_group_in_a_small_report_too(
    tmp_path: Path, number: int, shown: int
) -> None:
    """A few stand for themselves; the summary counts each."""
    entries = "".join(HANDLES.splitlines(keepends=True)[: 3 * number])
    (tmp_path / "theses.bib").write_text(entries)
    out = _check(tmp_path)
    assert out.count("DOI101 [invalid-name]") == shown
    assert ("other places in this file" in out) == (number > FEW)
    assert f"Found {number} problems" in out


def test_who_asks_for_all_gets_all(tree: Path) -> None:
    """`--max-per-rule 0` neither counts nor groups."""
    out = _check(tree, "--max-per-rule", "0")
    assert (out.count("DOI201 ["), out.count("DOI101 [")) == (MANY, 101)
    assert "Not shown" not in out


def test_a_number_holds_for_a_small_report_and_without_a_summary(tree: Path) -> None:
    """What is left out is said even with `--quiet`."""
    (tree / "theses.bib").unlink()
    (tree / "page.md").write_text("".join(LINKS.splitlines(keepends=True)[:4]))
    assert _check(tree).count("DOI201 [") == 4
    out = _check(tree, "--quiet", "--max-per-rule", "1")
    assert out.count("DOI201 [") == 1
    last = out.splitlines()[-1]
    assert last.startswith("Not shown: 3 × DOI201 unusual-address; --max-per-rule 0 ")


def test_what_is_not_shown_is_counted_with_its_group(finding: Make) -> None:
    """A group that is not shown counts with each of its places."""
    alike = [finding("10.5555", path=path) for path in ("a.md", "a.md", "b.md", "b.md", "b.md")]
    out = render(Report(tuple(alike), max_per_rule=1), "text")
    assert "(here and in 1 other place in this file)" in out
    assert "Not shown: 3 × DOI201 unusual-address" in out


@given(
    rows=st.lists(
        st.tuples(
            st.sampled_from(["a", "b", "c"]), st.sampled_from(["DOI1", "DOI2"]), st.booleans()
        )
    ),
    repeated=st.sampled_from([1, 20, MANY]),
    most=st.one_of(st.none(), st.integers(0, 9)),
)
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_each_finding_is_shown_or_counted(
    finding: Make, rows: list[tuple[str, str, bool]], repeated: int, most: int | None
) -> None:
    """Of each rule, those that are shown, those that they stand for, and those not shown are all.

    A finding with a DOI stands for itself.
    """
    found = [
        finding("10.5555", path=path, code=code, name=code, doi="10.1000/1" if has_doi else None)
        for path, code, has_doi in rows * repeated
    ]
    out = render(Report(tuple(found), max_per_rule=most), "text")
    shown = Counter[str]()
    counted = Counter[str]()
    for code, others in re.findall(
        r": (DOI\d) \[.*?(?:here and in (\d+) other places?.*)?$", out, re.MULTILINE
    ):
        shown[code] += 1
        counted[code] += 1 + int(others or 0)
    for number, code in re.findall(r"(\d+) × (DOI\d) ", out):
        counted[code] += int(number)
    assert counted == Counter(code for _, code, _ in rows * repeated)
    assert not most or max(shown.values(), default=0) <= most


@pytest.mark.parametrize("name", sorted({*FORMATS} - {"text", "html", "markdown"}))
def test_other_formats_are_complete(finding: Make, name: str) -> None:
    """Who counts, counts all."""
    report = Report((finding("10.5555"),) * (MANY + 1))
    assert render(report, name) == render(report.replace(max_per_rule=1), name)
    if name == "json":
        assert len(json.loads(render(report, name))) == MANY + 1
