"""`mdlint-doi check`, end to end."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from cli.command import NEVER_WAITS, config, mdlint_doi
from handle_server import HandleServer

LEGACY = "See [it](http://dx.doi.org/10.1000/182).\n"
CLEAN = "See [it](https://doi.org/10.1000/182).\n"
HINTED = "See [it](https://doi.org/10.1000/a%3cb).\n"
BROKEN = "See [it](https://doi.org/10.1000/a b).\n"


@pytest.fixture
def doc(tmp_path: Path) -> Path:
    """Return a file with one link to the old resolver."""
    path = tmp_path / "doc.md"
    path.write_text(LEGACY)
    return path


def codes(out: str) -> list[str]:
    """Return the codes in a JSON report."""
    return [entry["code"] for entry in json.loads(out)]


def test_clean_files_exit_0(tmp_path: Path) -> None:
    """Nothing to say: exit 0."""
    (tmp_path / "doc.md").write_text(CLEAN)
    assert mdlint_doi("check", "--offline", tmp_path).code == 0


def test_findings_are_located_and_exit_1(doc: Path) -> None:
    """Path, line, column, code, message, the source line and carets."""
    ran = mdlint_doi("check", "--offline", "doc.md", cwd=doc.parent)
    assert ran.code == 1
    assert "doc.md:1:10: DOI201" in ran.out
    assert "dx.doi.org/10.1000/182" in ran.out
    assert "^^^^^^^^^^" in ran.out


def test_exit_zero_keeps_the_findings(doc: Path) -> None:
    """`--exit-zero` changes the exit code only."""
    ran = mdlint_doi("check", "--offline", "--exit-zero", doc)
    assert (ran.code, "DOI201" in ran.out) == (0, True)


@pytest.mark.parametrize(
    ("text", "level", "code"),
    [
        (LEGACY, "hint", 1),
        (LEGACY, "warning", 1),
        (LEGACY, "error", 0),
        (HINTED, "hint", 1),
        (HINTED, "warning", 0),
        (BROKEN, "error", 1),
    ],
)
def test_fail_on_says_which_findings_fail_a_run(
    tmp_path: Path, text: str, level: str, code: int
) -> None:
    """By option and by setting; findings are reported all the same, and a patch is one as ever."""
    (tmp_path / "doc.md").write_text(text)
    ran = mdlint_doi("check", "--offline", "--fail-on", level, "doc.md", cwd=tmp_path)
    assert (ran.code, "doc.md:1:" in ran.out) == (code, True)
    (tmp_path / ".mdlint-doi.toml").write_text(f'fail-on = "{level}"\n')
    assert mdlint_doi("check", "--offline", cwd=tmp_path).code == code
    assert mdlint_doi("check", "--offline", "--exit-zero", cwd=tmp_path).code == 0
    is_fixed = text is not BROKEN
    assert mdlint_doi("check", "--offline", "--diff", cwd=tmp_path).code == int(is_fixed)


def test_fix_writes_the_file_and_exits_0(doc: Path) -> None:
    """After `--fix` nothing is left, and the text is the canonical one."""
    ran = mdlint_doi("check", "--offline", "--fix", doc)
    assert ran.code == 0
    assert doc.read_text() == CLEAN


def test_diff_prints_a_patch_that_git_applies_and_writes_nothing(doc: Path) -> None:
    """The patch, applied, is what `--fix` would have written."""
    ran = mdlint_doi("check", "--offline", "--diff", "doc.md", cwd=doc.parent)
    assert ran.code == 1
    assert doc.read_text() == LEGACY
    subprocess.run(["git", "apply", "-"], input=ran.out.encode(), cwd=doc.parent, check=True)
    assert doc.read_text() == CLEAN


def test_diff_of_a_clean_file_is_empty(tmp_path: Path) -> None:
    """No change, no patch, exit 0."""
    (tmp_path / "doc.md").write_text(CLEAN)
    ran = mdlint_doi("check", "--offline", "--diff", tmp_path)
    assert (ran.code, ran.out) == (0, "")


def test_standard_input_is_checked_under_its_name(tmp_path: Path) -> None:
    """`-` reads standard input; the name is used in reports and for ignores."""
    ran = mdlint_doi("check", "--offline", "--stdin-filename", "x.md", "-", stdin=LEGACY.encode())
    assert (ran.code, "x.md:1:10" in ran.out) == (1, True)


def test_a_name_for_standard_input_means_standard_input(doc: Path) -> None:
    """Without `-`, too: an editor's formatter gets its buffer back, and no file is written."""
    arguments = ("check", "--offline", "--stdin-filename", "x.md")
    ran = mdlint_doi(*arguments, "--fix", cwd=doc.parent, stdin=LEGACY.encode())
    assert (ran.code, ran.out) == (0, CLEAN)
    assert doc.read_text() == LEGACY
    ran = mdlint_doi(*arguments, cwd=doc.parent, stdin=LEGACY.encode())
    assert (ran.code, "x.md:1:10" in ran.out, "doc.md" in ran.out) == (1, True, False)


@pytest.mark.parametrize("others", [["doc.md"], ["-", "doc.md"], ["--files-from", "list"]])
def test_a_name_for_standard_input_and_a_file(doc: Path, others: list[str]) -> None:
    """Which is meant is not clear: an error that says what to do, and nothing is done."""
    (doc.parent / "list").write_text("doc.md\n")
    arguments = ("check", "--offline", "--fix", "--stdin-filename", "x.md", *others)
    ran = mdlint_doi(*arguments, cwd=doc.parent, stdin=LEGACY.encode())
    assert (ran.code, ran.out, doc.read_text()) == (2, "", LEGACY)
    assert ran.err.startswith("mdlint-doi: error: --stdin-filename checks standard input, but ")
    assert ran.err.endswith(" is also named; omit one of them\n")


def test_standard_input_is_fixed_to_standard_output() -> None:
    """An editor can pipe a buffer through the fixes."""
    ran = mdlint_doi("check", "--offline", "--fix", "-", stdin=LEGACY.encode())
    assert (ran.code, ran.out) == (0, CLEAN)


def test_select_and_ignore_are_honoured(doc: Path) -> None:
    """Only what is selected is found, and only that is fixed."""
    ran = mdlint_doi("check", "--offline", "--output-format", "json", "--select", "DOI201", doc)
    assert codes(ran.out) == ["DOI201"]
    mdlint_doi("check", "--offline", "--fix", "--ignore", "unusual-address", doc)
    assert doc.read_text() == LEGACY


def test_an_unreadable_path_is_one_line_and_the_rest_is_checked(doc: Path) -> None:
    """Exit 2, and the findings of the others are there."""
    (doc.parent / "bad.md").write_bytes(b"doi.org/10.1000/182 \xff\n")
    ran = mdlint_doi("check", "--offline", "gone", "bad.md", "doc.md", cwd=doc.parent)
    assert ran.code == 2
    assert "gone: no such file or directory" in ran.err
    assert "bad.md:1:21: not UTF-8" in ran.err
    assert len(ran.err.splitlines()) == 2
    assert "doc.md:1:10" in ran.out


def test_a_missing_path_gets_no_advice_about_broken_files(doc: Path) -> None:
    """A path that does not exist, or a folder without files, is not a broken file."""
    ran = mdlint_doi("check", "--offline", "--isolated", "gone", cwd=doc.parent)
    assert (ran.code, ran.err) == (2, "error: gone: no such file or directory\n")
    assert "1 file could not be processed: gone." in ran.out
    assert "'exclude'" not in ran.out
    (doc.parent / "empty").mkdir()
    ran = mdlint_doi("check", "--offline", "--isolated", "empty", cwd=doc.parent)
    assert ran.err.endswith(", but found no files\n")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["check", "--no-such-option"], "--no-such-option"),
        (["check", "--offl"], "--offl"),
        (["check", "--select", "DOI2O1"], "DOI2O1"),
        (["check", *config(server="http://example.org")], "server"),
        (["check", *config(concurrency=1000)], "concurrency"),
        (["check", "--config", "gone.toml"], "gone.toml"),
        (["chekc"], "chekc"),
        (["rule", "unusual-addresss"], "unusual-address"),
    ],
)
def test_bad_usage_is_one_line_and_exit_2(tmp_path: Path, arguments: list[str], words: str) -> None:
    """The line names what is wrong."""
    ran = mdlint_doi(*arguments, cwd=tmp_path)
    assert ran.code == 2
    assert words in ran.err
    assert len(ran.err.splitlines()) == 1


def test_an_unknown_setting_names_the_nearest(doc: Path) -> None:
    """A typo in the configuration file is no silent default."""
    (doc.parent / "pyproject.toml").write_text("[tool.mdlint-doi]\nselekt = ['DOI201']\n")
    ran = mdlint_doi("check", "--offline", doc)
    assert ran.code == 2
    assert "selekt" in ran.err
    assert "select" in ran.err
    assert "pyproject.toml" in ran.err


def test_missing_names_are_found_and_each_is_asked_once(
    tmp_path: Path, handle_server: HandleServer
) -> None:
    """One question for each distinct name, however often and however it is written."""
    handle_server.add("10.1000/182")
    (tmp_path / "a.md").write_text("<https://doi.org/10.1000/182> doi:10.1000/gone\n")
    (tmp_path / "b.md").write_text("\n\n[x](https://doi.org/10.1000/GONE) doi:10.1000/182\n")
    ran = mdlint_doi(
        "check", *config(server=handle_server.url), "--output-format", "json", tmp_path
    )
    entries = json.loads(ran.out)
    missing = [entry for entry in entries if entry["code"] == "DOI901"]
    assert [(Path(e["path"]).name, e["line"]) for e in missing] == [("a.md", 1), ("b.md", 3)]
    assert ran.code == 1
    asked = sorted(target for target in handle_server.targets if target.startswith("/api/"))
    assert asked == ["/api/handles/10.1000/182", "/api/handles/10.1000/gone"]


def test_a_server_that_is_gone_is_unknown_and_never_missing(tmp_path: Path) -> None:
    """An outage does not fail a run; with `--strict` it exits 3."""
    (tmp_path / "a.md").write_text("<https://doi.org/10.1000/182>\n")
    words = ("check", *config(server="http://127.0.0.1:9"), str(tmp_path))
    ran = mdlint_doi(*words, "--output-format", "json", command=NEVER_WAITS)
    assert (ran.code, codes(ran.out)) == (0, ["DOI916"])
    assert mdlint_doi(*words, "--strict", command=NEVER_WAITS).code == 3


def test_interrupting_a_run_prints_what_is_known_and_exits_130(
    tmp_path: Path, handle_server: HandleServer
) -> None:
    """Ctrl-C loses nothing that was learned."""
    handle_server.latency = 5.0
    (tmp_path / "a.md").write_text("<http://doi.org/10.1000/182>\n")
    process = subprocess.Popen(
        [sys.executable, "-m", "mdlint_doi", "check", *config(server=handle_server.url), tmp_path],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    while not handle_server.seen.targets:
        time.sleep(0.02)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=500)
    assert process.returncode == 130
    assert b"DOI201" in out
    assert b"Traceback" not in err


def test_two_runs_with_fix_on_one_tree_damage_no_file(tmp_path: Path) -> None:
    """Each file is either as it was or fixed."""
    for number in range(60):
        (tmp_path / f"{number}.md").write_text(LEGACY * 20)
    runs = [
        subprocess.Popen(
            [sys.executable, "-m", "mdlint_doi", "check", "--offline", "--fix", tmp_path],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        for _ in range(2)
    ]
    assert all(run.wait(timeout=500) in {0, 1, 2} for run in runs)
    assert {path.read_text() for path in tmp_path.glob("*.md")} == {CLEAN * 20}
    assert not list(tmp_path.glob(".mdlint*"))


def test_a_clean_file_loads_no_parser_no_network_no_rules(tmp_path: Path) -> None:
    """A hook over files without a DOI starts fast."""
    (tmp_path / "a.md").write_text("# No name here\n")
    loaded = _modules(tmp_path, "check", "--offline", "--isolated", str(tmp_path))
    heavy = {"markdown_it", "httpx", "asyncio", "sqlite3", "ssl", "sphinx", "docutils", "rich"}
    assert not heavy & loaded
    assert "mdlint_doi.lint.rules" not in loaded


def test_an_offline_run_over_a_doi_loads_no_network(doc: Path) -> None:
    """Rules and parser, nothing else; and nothing that takes long to import."""
    loaded = _modules(doc.parent, "check", "--offline", "--isolated", str(doc))
    assert not {"httpx", "asyncio", "sqlite3", "ssl", "sphinx", "docutils"} & loaded
    assert not {"dataclasses", "inspect"} & loaded
    assert "mdlint_doi.lint.rules.unusual_address" in loaded
    assert not {"mdlint_doi.lint.rules.registration", "mdlint_doi.lint.rules.suppressions"} & loaded


def test_a_folder_of_notebooks_loads_little(tmp_path: Path) -> None:
    """Beside Markdown, `json` and what finds files; no library that takes as long as these."""
    cell = {"cell_type": "markdown", "metadata": {}, "source": ["https://doi.org/10.1000/182"]}
    whole = {"cells": [cell], "metadata": {}, "nbformat": 4, "nbformat_minor": 4}
    (tmp_path / "a.ipynb").write_text(json.dumps(whole))
    loaded = _modules(tmp_path, "check", "--offline", "--isolated", str(tmp_path))
    assert {"mdlint_doi.formats.notebook.cells", "mdlint_doi.files.ignored"} <= loaded
    assert not {"dataclasses", "inspect", "nbformat"} & loaded


def test_answers_from_the_cache_load_no_network(
    tmp_path: Path, handle_server: HandleServer
) -> None:
    """A changed file whose names are known costs the cache's database beside an offline run."""
    handle_server.add("10.1000/182")
    page = tmp_path / "doc.md"
    page.write_text(CLEAN)
    cached = ("--isolated", *config(server=handle_server.url, cache_dir=tmp_path / "cache"))
    assert mdlint_doi("check", *cached, page).code == 0
    asked = len(handle_server.targets)
    page.write_text(f"{CLEAN}\n")
    loaded = _modules(tmp_path, "check", *cached, str(page))
    assert len(handle_server.targets) == asked
    assert {"mdlint_doi.formats.markdown.translate", "sqlite3"} <= loaded
    assert not {"asyncio", "ssl", "hashlib", "dataclasses"} & loaded
    assert not {"mdlint_doi.works.work", "mdlint_doi.ask.strategy"} & loaded


def test_a_name_that_is_not_registered_loads_nothing_about_works(
    tmp_path: Path, handle_server: HandleServer
) -> None:
    """Nor the rules about works, references and comments, if no work was looked up."""
    page = tmp_path / "doc.md"
    page.write_text(CLEAN)
    asked = ("--isolated", *config(server=handle_server.url))
    assert "DOI901" in mdlint_doi("check", *asked, page).out
    loaded = _modules(tmp_path, "check", *asked, str(page))
    assert "mdlint_doi.lint.rules.registration" in loaded
    assert not {"mdlint_doi.works.verdict", "mdlint_doi.lint.registered"} & loaded
    assert not {"mdlint_doi.lint.rules.other_work", "mdlint_doi.lint.rules.suppressions"} & loaded


def test_a_run_over_markdown_loads_no_other_format(doc: Path) -> None:
    """Nor what their readers and guards need, nor what starts processes."""
    loaded = _modules(doc.parent, "check", "--offline", "--isolated", str(doc))
    formats = {
        module.split(".")[2] for module in loaded if module.startswith("mdlint_doi.formats.")
    }
    assert formats == {"markdown", "markup", "code", "badge", "role_names", "values"}
    assert not {"mdlint_doi.run.parallel", "multiprocessing"} & loaded
    assert not {"bibtexparser", "yaml", "nbformat"} & loaded


def test_a_bibliography_needs_its_library_for_fixes_alone(tmp_path: Path) -> None:
    """To check one, the guard of fixes is not loaded."""
    (tmp_path / "refs.bib").write_text("@book{a, doi = {10.1000/182}}")
    loaded = _modules(tmp_path, "check", "--offline", "--isolated", "refs.bib")
    assert "mdlint_doi.formats.data.bibtex_entries" in loaded
    assert not {"bibtexparser", "yaml", "markdown_it", "mdlint_doi.commonmark.parse"} & loaded


def test_standard_input_of_another_format(tmp_path: Path) -> None:
    """The name that is given for it tells what it is written in."""
    data = b"@book{a, doi = {doi:10.1000/182}}\n"
    arguments = ("check", "--offline", "--isolated", "--stdin-filename", "refs.bib")
    ran = mdlint_doi(*arguments, "--output-format", "concise", "-", cwd=tmp_path, stdin=data)
    assert ran.out.startswith("refs.bib:1:17: DOI501 [link-in-doi-field] [*] a, doi: ")
    ran = mdlint_doi(*arguments, "--fix", "-", cwd=tmp_path, stdin=data)
    assert ran.out == "@book{a, doi = {10.1000/182}}\n"


def test_a_run_compiles_no_annotations(doc: Path) -> None:
    """A `NamedTuple` with postponed ones does, which costs a run a tenth of a start of Python."""
    script = (
        "import builtins, sys; made, own = builtins.compile, []\n"
        "def compiled(text, name, *rest, **more):\n"
        "    own.append(text) if name == '<string>' else None\n"
        "    return made(text, name, *rest, **more)\n"
        "builtins.compile = compiled\n"
        "from mdlint_doi.cli import main; main(sys.argv[1:]); sys.exit(str(own) if own else 0)"
    )
    command = (sys.executable, "-c", script, "check", "--offline", "--isolated", str(doc))
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=os.environ)
    assert done.returncode == 0, done.stderr


def _modules(cwd: Path, *arguments: str) -> set[str]:
    script = (
        "import sys; from mdlint_doi.cli import main; main(sys.argv[1:]);"
        "print('MODULES', *sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", script, *arguments],
        cwd=cwd,
        capture_output=True,
        text=True,
        check=True,
        env=os.environ,
    )
    return set(done.stdout.rpartition("MODULES")[2].split())


@pytest.mark.parametrize("strict", [(), ("--strict",)], ids=["plain", "strict"])
def test_nothing_checked_is_no_success(tmp_path: Path, strict: tuple[str, ...]) -> None:
    """Where no file was checked, that is said, with what was looked for and what was there."""
    for name in ("a.adoc", "deep/b.ADOC", ".hidden/c.adoc", "LICENCE"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).touch()
    ran = mdlint_doi("check", "--offline", *strict, cwd=tmp_path)
    assert (ran.code, ran.out) == (2, "Nothing was checked.\n")
    assert "looked for .md .markdown" in ran.err
    assert "found .adoc: 2 files, no suffix: 1 file" in ran.err


def test_patterns_that_no_shell_expanded(tmp_path: Path) -> None:
    """A quoted glob is expanded; one that matches nothing is an error."""
    (tmp_path / "docs/deep").mkdir(parents=True)
    for name in ("docs/a.md", "docs/deep/b.md", "docs/[c].md"):
        (tmp_path / name).write_text("<http://doi.org/10.1000/182>\n")
    ran = mdlint_doi(
        "check", "--offline", "--output-format", "concise", "docs/**/*.md", cwd=tmp_path
    )
    assert [line.partition(":")[0] for line in ran.out.splitlines()][:3] == [
        "docs/[c].md",
        "docs/a.md",
        "docs/deep/b.md",
    ]
    assert mdlint_doi("check", "--offline", "docs/[c].md", cwd=tmp_path).code == 1
    ran = mdlint_doi("check", "--offline", "doc/*.md", cwd=tmp_path)
    assert ran.code == 2
    assert "doc/*.md: no such file" in ran.err


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be", "utf-32"])
def test_utf_16_is_no_clean_file(tmp_path: Path, encoding: str) -> None:
    """A file whose bytes hide every DOI is an error with a next step, with and without a mark."""
    (tmp_path / "a.md").write_text("<http://doi.org/10.1000/182>\n", encoding)
    ran = mdlint_doi("check", "--offline", "a.md", cwd=tmp_path)
    assert ran.code == 2
    assert "a.md: not UTF-8, but UTF-16 or UTF-32; convert the file to UTF-8" in ran.err


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("--ignore", "all"), "note: no rule is selected"),
        (("--select", "DOI901,DOI911"), "note: the selected rules need look-ups"),
        (
            ("--max-searches", "3"),
            "note: --max-searches has no effect, because this run is offline",
        ),
        (("--select", "DOI2,DOI901"), ""),
        (("--ignore", "DOI2"), ""),
    ],
)
def test_a_run_that_can_report_nothing_says_so(
    tmp_path: Path, arguments: tuple[str, ...], told: str
) -> None:
    """Else it would look clean."""
    (tmp_path / "a.md").write_text("<https://doi.org/10.1000/999>\n")
    ran = mdlint_doi("check", "--offline", *arguments, cwd=tmp_path)
    assert ran.code == 0
    assert told in ran.err + ran.out
    assert bool(told) == ("note:" in ran.err + ran.out)
