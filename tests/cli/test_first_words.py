"""What a newcomer types first: help, versions, and slips that are answered."""

from __future__ import annotations

from pathlib import Path

import pytest
from cli.command import Ran, mdlint_doi

from mdlint_doi.cli import main


@pytest.mark.parametrize(
    ("arguments", "answer"),
    [
        (["notes.md"], "did you mean 'mdlint-doi check notes.md'?"),
        (["--fix", "docs/"], "did you mean 'mdlint-doi check --fix docs/'?"),
        (["chekc", "a"], "unknown command 'chekc'; did you mean 'check'?"),
        (["resolve", "10.1000/182"], "unknown command 'resolve'; did you mean 'lookup'?"),
        (["work", "10.1000/182"], "unknown command 'work'; did you mean 'lookup'?"),
        (["scan", "a.parquet"], "unknown command 'scan'; did you mean 'corpus scan'?"),
        (["snapshot"], "unknown command 'snapshot'; did you mean 'corpus snapshot'?"),
        (["lint", "docs"], "unknown command 'lint'; did you mean 'check'?"),
        (["fix", "docs"], "unknown command 'fix'; did you mean 'check --fix'?"),
        (["lsp"], "unknown command 'lsp'; did you mean 'server'?"),
        (["version"], "unknown command 'version'; did you mean '--version'?"),
        (["config"], "unknown command 'config'; did you mean 'settings'?"),
        (["check", "--no-cache"], 'write --config "use-cache = false"'),
        (["check", "--timeout", "3"], "a look-up ends by itself"),
        (["check", "--no-color"], "write --color never"),
        (["check", "--write"], "did you mean '--fix'?"),
        (["check", "--version"], "run mdlint-doi --version"),
        (["settings", "dept"], "unknown setting 'dept'; did you mean 'depth'?"),
        (["check", "--fix", "DOI501"], "to fix only DOI501, write --select DOI501 --fix"),
        (["explain", "DOI201"], "unknown command 'explain'; did you mean 'rule'?"),
        (["DOI201"], "unknown command 'DOI201'; did you mean 'rule DOI201'?"),
        (["unusual-address"], "did you mean 'rule DOI201'?"),
        (["check", "--fxi"], "unknown option '--fxi'; did you mean '--fix'?"),
        (["check", "--format", "json"], "did you mean '--output-format'?"),
        (["check", "-o", "jsn=r.json"], "unknown format 'jsn' (valid: text,"),
        (["check", "--offline", "--online"], "--online: not allowed with argument --offline"),
        (["check", "--output-formt=json"], "did you mean '--output-format'?"),
        (["check", "--dept"], "did you mean '--depth'?"),
        (["search", "--depth=works"], 'write --config "depth = …"'),
        (["search", "--offline"], 'write --config "offline = true"'),
        (["check", "--config", "depth=full"], "give 'registration' or 'works' or "),
        (["check", "--config", "depth=works"], "with text in quotes"),
        (["check", "--config", "offline=yes"], "'yes' is not valid; give true or false"),
        (["check", "--server", "https://x"], 'write --config "server = …"'),
        (["search", "--max-age=3"], 'write --config "max-age = …"'),
        (["--fix"], "the first argument must be a command; did you mean 'mdlint-doi check --fix'?"),
        (["-v"], "the first argument must be a command; did you mean 'mdlint-doi check -v'?"),
        (["rule", "4o2"], "did you mean 'DOI402'?"),
        (["rule", "DOI299"], "unknown rule 'DOI299' (valid: "),
        (["rule", "all"], "unknown rule 'all' (valid: a code such as DOI201, or a name; "),
        (["check", "--foo"], "unknown option '--foo' (see "),
        (["rule", "DOI201", "DOI203"], "unexpected argument 'DOI203'"),
        (["check", "--isolated", "--config", "my.toml"], "omit --isolated or my.toml"),
        (["check", "-q", ""], "error: '': no such file"),
    ],
)
def test_slips_are_answered(
    capsys: pytest.CaptureFixture[str], arguments: list[str], answer: str
) -> None:
    """One line, exit 2, with what was probably meant; nothing where nothing is near."""
    try:
        code: object = main(arguments)
    except SystemExit as stopped:
        code = stopped.code
    assert code == 2
    ran = Ran(2, *capsys.readouterr())
    assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1)
    assert answer in ran.err


def test_no_word_at_all() -> None:
    """The command alone prints its help, and fails, because a script forgot the words."""
    ran = mdlint_doi()
    assert (ran.code, ran.out) == (2, "")
    assert ran.err == mdlint_doi("--help").out


def test_help_and_version() -> None:
    """`help`, `help COMMAND` and `-V` are what they are elsewhere."""
    assert mdlint_doi("help").out == mdlint_doi("--help").out
    told = mdlint_doi("help", "check")
    assert told.out == mdlint_doi("check", "--help").out
    assert "\nexit codes:\n  0  " in told.out
    assert "mdlint-doi check --diff docs/" in told.out
    told = mdlint_doi("help", "corpus", "scan")
    assert told.out == mdlint_doi("corpus", "scan", "--help").out
    assert mdlint_doi("-V").out == mdlint_doi("--version").out != ""


def test_quiet(tmp_path: Path) -> None:
    """`-q` leaves findings and errors, and nothing where there are none."""
    (tmp_path / "a.md").write_text("Nothing.\n")
    (tmp_path / "b.txt").write_text("")
    ran = mdlint_doi("check", "--offline", "-q", "a.md", "b.txt", cwd=tmp_path)
    assert (ran.code, ran.out.strip(), ran.err) == (0, "", "")
    (tmp_path / "a.md").write_text("<https://dx.doi.org/10.1000/182>\n")
    ran = mdlint_doi("check", "--offline", "-q", "a.md", "none.md", cwd=tmp_path)
    assert (ran.code, "DOI201" in ran.out, "Found" in ran.out) == (2, True, False)
    assert ran.err.startswith("error: none.md")


def test_a_hint_is_no_problem(tmp_path: Path) -> None:
    """The summary counts hints apart: they fail no run."""
    (tmp_path / "r.json").write_text('{"version": 1, "records": {}}')
    (tmp_path / "a.md").write_text("<https://doi.org/10.1000/182>\n")
    lock = ("check", "--offline", "--records", "r.json", "a.md")
    ran = mdlint_doi(*lock, cwd=tmp_path)
    assert (
        ran.code,
        "No problems found in the DOIs that could be checked, 1 hint: 1 file checked" in ran.out,
    ) == (0, True)
    (tmp_path / "a.md").write_text("<https://dx.doi.org/10.1000/182>\n")
    ran = mdlint_doi(*lock, cwd=tmp_path)
    assert "Found 1 problem (1 warning) and 1 hint in 1 of 1 file" in ran.out
