"""The options of `check`: files, fixes, output. Run in this process, which is fast."""

from __future__ import annotations

import argparse
import io
import json
import re
import subprocess
import sys
import tomllib
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from shutil import which

import pytest
from cli.command import Ran, mdlint_doi

from mdlint_doi.cli import main
from mdlint_doi.cli.commands import COMMANDS
from mdlint_doi.cli.completion import SHELLS
from mdlint_doi.report.formats import SUFFIXES

OLD = "See <https://dx.doi.org/10.1000/182>.\n"
RIGHT = OLD.replace("dx.", "")
FOUND = '{"version": 1, "records": {"10.1000/182": {"outcome": "found"}}}'

Check = Callable[..., Ran]


@pytest.fixture
def check(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Check:
    """Return what runs `mdlint-doi check --offline` in a folder with `a.md` and `docs/b.md`."""
    monkeypatch.chdir(tmp_path)
    for name in ("NO_COLOR", "FORCE_COLOR", "FORCE_HYPERLINK", "PWD"):
        monkeypatch.delenv(name, raising=False)
    (tmp_path / "docs").mkdir()
    (tmp_path / "a.md").write_text(OLD)
    (tmp_path / "docs" / "b.md").write_text(OLD)

    def run(*arguments: str, stdin: bytes = b"", command: str = "check") -> Ran:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        more = ("--offline",) if command == "check" else ()
        code = main([command, *more, *arguments])
        captured = capsys.readouterr()
        return Ran(code, captured.out, captured.err)

    return run


def paths(ran: Ran) -> list[str]:
    """Return the paths of a report in JSON."""
    return [entry["path"] for entry in json.loads(ran.out)]


def test_exclude_holds_for_folders_and_named_files(check: Check, tmp_path: Path) -> None:
    """Patterns begin in the current folder, and add to those of the settings."""
    (tmp_path / "c.md").write_text(OLD)
    (tmp_path / ".mdlint-doi.toml").write_text('exclude = ["c.md"]\n')
    json_of = ("--output-format", "json")
    assert paths(check(*json_of)) == ["a.md", "docs/b.md"]
    assert paths(check(*json_of, "--exclude", "docs/")) == ["a.md"]
    named = check(*json_of, "--exclude", "/docs/*.md", "--exclude", "x", "docs/b.md", "a.md")
    assert paths(named) == ["a.md"]
    assert "docs/b.md: excluded by --exclude" in named.err
    stdin = check("-", "--stdin-filename", "docs/b.md", "--exclude", "docs", stdin=OLD.encode())
    assert "docs/b.md: excluded by --exclude" in stdin.err


@pytest.mark.parametrize(
    ("listed", "found"),
    [
        (b"a.md\n\ndocs/b.md\n", ["a.md", "docs/b.md"]),
        (b"a.md\r\ndocs\r\n", ["a.md", "docs/b.md"]),
        (b"./a.md\0new\nline.md\0", ["a.md", "new\nline.md"]),
        (b"\xef\xbb\xbfa.md\r\n", ["a.md"]),
        (b"-\n", []),  # a file of this name, not standard input
    ],
)
def test_files_from_lists_paths(
    check: Check, tmp_path: Path, listed: bytes, found: list[str]
) -> None:
    """A line each, or NUL behind each; from a file or standard input, beside those named."""
    (tmp_path / "new\nline.md").write_text(OLD)
    (tmp_path / "list").write_bytes(listed)
    for ran in (
        check("--files-from", "list", "-v"),
        check("--files-from", "-", "-v", stdin=listed),
    ):
        assert ran.err.count("checked: ") == len(found)
        assert ("-: no such file" in ran.err) is not bool(found)
    assert "checked: a.md" in check("--files-from", "list", "a.md", "-v").err


def test_a_list_in_utf16_is_refused(check: Check, tmp_path: Path) -> None:
    """As PowerShell writes it, with a NUL beside each letter: its `/` is not a folder to check."""
    listed = "./a.md\r\n".encode("utf-16")
    (tmp_path / "list").write_bytes(listed)
    for ran in (
        check("--files-from", "list", "-v"),
        check("--files-from", "-", "-v", stdin=listed),
    ):
        assert ran.code == 2
        assert "UTF-16" in ran.err
        assert "checked: " not in ran.err


def test_an_empty_list_checks_nothing_and_says_so(check: Check, tmp_path: Path) -> None:
    """It does not mean the current folder; with `-q` it is said, too."""
    (tmp_path / "list").write_text("")
    ran = check("--files-from", "list", "-q")
    assert (ran.code, ran.out) == (0, "")
    assert ran.err.startswith("warning: ")
    assert check("--files-from", "list", "--strict").code == 3
    assert check("--files-from", "gone").code == 2


def test_a_folder_with_nothing_but_links_to_nothing_says_so(check: Check, tmp_path: Path) -> None:
    """What a walk skips does not speak for the run, as what was named and is excluded does."""
    (tmp_path / "links").mkdir()
    (tmp_path / "links" / "b.md").symlink_to("gone")
    assert check("-q", "links").err.startswith("warning: ")
    assert "error: links/b.md: " in check("links").err
    assert check("-q", "a.md", "--exclude", "a.md").err == ""


def test_reports_go_to_files(check: Check, tmp_path: Path) -> None:
    """`-o FILE` has the report, standard output its sentences; `FORMAT=` writes one more."""
    ran = check("--output-format", "json", "-o", "r.json", "--color", "always", "a.md")
    assert [entry["path"] for entry in json.loads((tmp_path / "r.json").read_text())] == ["a.md"]
    assert ran.out.startswith("Found 1 problem (1 warning) in 1 of 1 file")
    assert check("-q", "-o", "r.txt", "a.md").out == ""
    assert "\x1b" not in (tmp_path / "r.txt").read_text()
    more = check("-o", "sarif=r.sarif", "-o", "html=r.html", "-o", "markdown=r.md", "a.md")
    assert "a.md:1:14: DOI201" in more.out
    assert json.loads((tmp_path / "r.sarif").read_text())["version"] == "2.1.0"
    assert "10.1000/182</a>" in (tmp_path / "r.html").read_text()
    assert (tmp_path / "r.md").read_text().startswith("<!-- mdlint-doi -->\n")


def test_what_cannot_be_done_is_said_before_anything_is(check: Check, tmp_path: Path) -> None:
    """A report without a folder, two texts for standard output: exit 2, no file is touched."""
    for arguments in (
        ("--fix", "-o", "gone/r.json"),
        ("--fix", "--dump", "-"),
        ("--diff", "--dump"),
        ("--fix", "-", "--files-from", "-"),
    ):
        ran = check(*arguments)
        assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1), arguments
    assert (tmp_path / "a.md").read_text() == OLD


@pytest.mark.parametrize(
    "arguments",
    [
        ("-o", "a.md", "."),
        ("--fix", "-o", "notes.txt", "a.md", "notes.txt"),
        ("-o", "html=site.html", "a.md"),
        ("-o", "pyproject.toml", "a.md"),
        ("-o", "-", "a.md"),
        ("--write-baseline", "a.md"),
        ("--write-baseline", "CITATION.cff", "a.md"),
    ],
)
def test_a_document_never_becomes_a_report(
    check: Check, tmp_path: Path, arguments: tuple[str, ...]
) -> None:
    """What is checked, or has the name of a document or of settings, is not overwritten."""
    for name in ("notes.txt", "site.html", "pyproject.toml", "CITATION.cff"):
        (tmp_path / name).write_text("# Mine\n")
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir() if path.is_file()}
    ran = check(*arguments)
    assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1)
    assert before == {path.name: path.read_bytes() for path in tmp_path.iterdir() if path.is_file()}


def test_a_report_takes_the_place_of_the_last(check: Check, tmp_path: Path) -> None:
    """Reports, baselines and empty files are written again, whatever their name is."""
    (tmp_path / "e.md").touch()
    for _ in range(2):
        for name in ("r.md", "r.html", "r.txt", "r.json", "e.md"):
            assert check("-o", name, "a.md").code == 1
        assert check("--write-baseline", "known.json", "a.md").code == 0


@pytest.mark.parametrize(
    ("color", "environ", "is_coloured"),
    [
        ("always", {"NO_COLOR": "1"}, True),
        ("never", {"FORCE_COLOR": "1"}, False),
        ("auto", {"FORCE_COLOR": "1"}, True),
        ("auto", {}, False),
    ],
)
def test_color(
    check: Check,
    monkeypatch: pytest.MonkeyPatch,
    color: str,
    environ: dict[str, str],
    *,
    is_coloured: bool,
) -> None:
    """The option wins over the environment, which decides where it says `auto`."""
    for name, value in environ.items():
        monkeypatch.setenv(name, value)
    assert ("\x1b[" in check("--color", color, "a.md").out) is is_coloured


def test_codes_are_links_where_they_are_known(
    check: Check, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A code leads to its rule's page (OSC 8)."""
    monkeypatch.setenv("FORCE_HYPERLINK", "1")
    out = check("--color", "always", "a.md").out
    assert "\x1b]8;;https://github.com/" in out
    assert "/rules/DOI201.md\x1b\\\x1b[1;33mDOI201" in out
    assert "\x1b]8" not in check("--color", "never", "a.md").out


def test_dump_has_each_mention(check: Check, tmp_path: Path) -> None:
    """Also those with nothing wrong; the report goes to standard error."""
    (tmp_path / "docs" / "b.md").write_text(f"Text.\n\n{RIGHT}")
    (tmp_path / "r.json").write_text(FOUND)
    ran = check("--dump", "--records", "r.json", ".")
    first, second = map(json.loads, ran.out.splitlines())
    assert first == {
        "path": "a.md",
        "line": 1,
        "column": 5,
        "doi": "10.1000/182",
        "format": "markdown",
        "form": "autolink",
        "outcome": "found",
        "agreement": None,
        "strength": None,
        "retracted": None,
        "agency": None,
        "reason": None,
        "claimed": None,
        "differences": [],
    }
    assert (second["path"], second["line"]) == ("docs/b.md", 3)
    assert (ran.code, "DOI201" in ran.err) == (1, True)
    assert json.loads(check("--dump", "a.md").out)["outcome"] is None


def test_fixes_are_listed(check: Check, tmp_path: Path) -> None:
    """By file and rule; each of them with `--verbose`; with `fixed` in JSON."""
    (tmp_path / "a.md").write_text(OLD * 2)
    dry = check("--diff", "--verbose")
    assert (
        "Would fix 3 problems in 2 files (remaining findings: 0):\n"
        "  a.md:1:14: DOI201 [unusual-address] re" in dry.err
    )
    rows = ("a.md: 2 × DOI201 unusual-address", "docs/b.md: 1 × DOI201 unusual-address")
    assert "remaining findings: 0):\n  {}\n  {}".format(*rows) in check("--fix").out
    assert (tmp_path / "a.md").read_text() == RIGHT * 2
    (tmp_path / "a.md").write_text(OLD)
    ran = check("--fix", "--output-format", "json")
    assert [(entry["path"], entry["fixed"]) for entry in json.loads(ran.out)] == [("a.md", True)]
    assert ran.code == 0
    (tmp_path / "a.md").write_text(OLD)
    concise = check("--fix", "--verbose", "--output-format", "concise").out
    fix = "  a.md:1:14: DOI201 [unusual-address] replace 'dx.doi.org' with 'doi.org'"
    fixed = "Fixed 1 problem in 1 file (remaining findings: 0):"
    assert concise.splitlines()[1:3] == [fixed, fix]
    (tmp_path / "a.md").write_text(OLD)
    concise = check("--fix", "--output-format", "concise").out
    assert concise.splitlines()[1:3] == [fixed, "  a.md: 1 × DOI201 unusual-address"]


def test_a_file_has_one_path(check: Check, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """However it is named: in reports, for patterns, and as the name of standard input."""
    other = tmp_path.parent / f"{tmp_path.name}-link"
    other.symlink_to(tmp_path)
    monkeypatch.setenv("PWD", str(other))
    names = ["docs/b.md", "./docs//b.md", f"{tmp_path}/docs/./b.md", f"{other}/docs/b.md"]
    for name in names:
        assert paths(check("--output-format", "json", name)) == ["docs/b.md"]
        stdin = check("--output-format", "json", "-", "--stdin-filename", name, stdin=OLD.encode())
        assert paths(stdin) == ["docs/b.md"]
    assert paths(check("--output-format", "json", *names, ".")) == ["a.md", "docs/b.md"]
    (tmp_path / ".mdlint-doi.toml").write_text('[per-file-ignores]\n"/docs/b.md" = ["DOI201"]\n')
    assert [check(name).code for name in names] == [0] * 4
    assert paths(check("--output-format", "json", "../" + tmp_path.name + "/a.md"))[0].endswith(
        "a.md"
    )


def test_verbose_names_the_files(check: Check) -> None:
    """Those that were checked, on standard error."""
    ran = check("-v", "--output-format", "concise")
    assert ran.err.splitlines() == ["checked: a.md", "checked: docs/b.md"]


def test_the_settings_in_use_are_shown(
    check: Check, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As TOML with their files, those of nearer files, too; a copy of it changes nothing."""
    (tmp_path / "docs" / ".mdlint-doi.toml").write_text('ignore = ["DOI201"]\n')
    (tmp_path / "mdlint-doi.toml").write_text(
        "max-age = 7\nper-file-ignores = {'a\"b' = ['DOI2']}\nbaseline = 'none.json'\n"
        "exceptions = {'10.1000/a' = {reason = 'why', until = 2999-01-31},"
        " '10.1000/é\U0001f600' = \"a \U0001f600 name\\u007f\"}\n",
        encoding="utf-8",
    )
    ran = check("--show-settings", "--strict", "--config", "depth = 'all'")
    assert (ran.code, ran.err) == (0, "")
    first, second = ran.out.split("\n\n")
    assert first.startswith("# settings of the run: mdlint-doi.toml\n# look-ups: none (offline)\n")
    assert second.startswith("# docs/ and below: docs/.mdlint-doi.toml\n")
    told = tomllib.loads(first)
    assert (told["max-age"], told["depth"], told["strict"]) == (7, "all", True)
    assert told["exceptions"]["10.1000/é\U0001f600"] == {"reason": "a \U0001f600 name\x7f"}
    assert tomllib.loads(second)["ignore"] == ["DOI201"]
    monkeypatch.delenv("MDLINT_DOI_CACHE_DIR")
    first = check("--show-settings").out.partition("\n\n")[0]
    (tmp_path / "copy.toml").write_text(first)
    copied = check("--show-settings", "--config", "copy.toml").out
    assert copied.partition("\n")[2] == first.partition("\n")[2] + "\n"


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("[exceptions]\n'10.1000/a' = 'x'\n'10.1000/b' = {reason = 'x', until = 'soon'}\n", 3),
        ("exceptions.'10.1000/a' = 'x'\nexceptions.'not a doi' = 'x'\n", 2),
        ("exceptions = {'10.1000/a' = 1}\n", 1),
        ("select = [\n  'DOI201',\n  'DOI2O2',\n]\n", 3),
        ("[per-file-ignores]\n'a.md' = ['DOI2']\n'b.md' = ['x']\n", 3),
    ],
)
def test_an_error_names_the_line_of_its_entry(
    check: Check, tmp_path: Path, text: str, line: int
) -> None:
    """Of a table or a list, not that of its beginning."""
    (tmp_path / "own.toml").write_text(text)
    ran = check("--config", "own.toml")
    assert (ran.code, ran.err.count("\n")) == (2, 1)
    assert ran.err.startswith(f"mdlint-doi: error: own.toml:{line}: ")


def test_a_format_that_is_not_looked_for_is_named(check: Check, tmp_path: Path) -> None:
    """Where nothing was checked, and there are files of it."""
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "a.txt").write_text(OLD)
    (tmp_path / "other" / "b.tex").write_text("")
    assert check("other").err.endswith("; add --formats txt,latex\n")
    assert check("other", "--formats", "txt").code == 1


@pytest.mark.parametrize("command", COMMANDS)
def test_help_is_complete(command: str) -> None:
    """Each option has words, in a group with a title; exit codes and examples follow."""
    module = import_module(f"mdlint_doi.cli.{command}")
    parser = argparse.ArgumentParser(add_help=False)
    module.add_arguments(parser)
    assert all(action.help or action.dest == "action" for action in parser._actions)
    assert {action.dest for action in parser._optionals._group_actions} <= {
        "values",
        "type",
        "index",
    }
    assert module.EPILOG.startswith("exit codes:\n  0  ")
    assert f"\nexamples:\n  mdlint-doi {command}" in module.EPILOG
    assert "\n  2  wrong usage" in module.EPILOG or command == "rule"


def test_rules_as_json(check: Check) -> None:
    """One rule, or all; the address of its page and its examples with it."""
    (rule,) = json.loads(check("unusual-address", "--output-format", "json", command="rule").out)
    assert (rule["code"], rule["default"], rule["fix"]) == ("DOI201", True, "safe")
    assert rule["url"] in check("DOI201", command="rule").out
    assert {"file", "text", "fixed", "outcomes", "others"} == rule["bad"][0].keys()
    assert len(json.loads(check("--output-format", "json", command="rule").out)) > 30


@pytest.mark.parametrize("shell", SHELLS)
def test_completion_knows_commands_options_and_rules(shell: str) -> None:
    """A script for each shell."""
    ran = mdlint_doi("--completion", shell)
    assert (ran.code, ran.err) == (0, "")
    known = (*COMMANDS, "files-from", "markdown", "registration", "snapshot", "DOI201", "retracted")
    assert all(word in ran.out for word in known)
    assert mdlint_doi("--completion", "csh").code == 2


def test_fish_offers_a_second_word_once() -> None:
    """Behind `corpus scan` come files, not `scan` once more; `--help` is known everywhere."""
    lines = mdlint_doi("--completion", "fish").out.splitlines()
    (second,) = (line for line in lines if " -a 'scan snapshot'" in line)
    assert "corpus && not __fish_seen_subcommand_from scan snapshot'" in second
    assert any(line.startswith("complete -c mdlint-doi -s h -l help -d '") for line in lines)


@pytest.mark.parametrize(
    ("line", "offered"),
    [
        ("c", {"check", "corpus", "cache"}),
        ("check --output-format s", {"sarif"}),
        ("check --select DOI10", {"DOI101", "DOI102", "DOI103", "DOI104"}),
        ("check --ignore DOI201,DOI30", {"DOI201,DOI301"}),
        ("rule unus", {"unusual-address"}),
        ("check --un", {"--unsafe-fixes"}),
        ("check REA", {"README.md"}),
        ("check --baseline REA", {"README.md"}),
        ("corpus s", {"scan", "snapshot"}),
        ("corpus snapshot --cross", {"--crossref"}),
        ("cache cl", {"clear"}),
        ("lookup 10.1000", set()),
        ("check --select = DOI10", {"DOI101", "DOI104"}),  # bash splits a word at its `=`
        ("check --fail-on = e", {"error"}),
        ("check -o sarif = REA", {"README.md"}),
        ("check my", {"my page.md"}),
        ("--c", {"--completion"}),
        ("--completion f", {"fish"}),
        ("help re", {"record"}),
    ],
)
def test_bash_completes(tmp_path: Path, line: str, offered: set[str]) -> None:
    """What bash offers behind the beginning of a line, without a run of Python."""
    for name in ("README.md", "my page.md"):
        (tmp_path / name).touch()
    words = ["mdlint-doi", *line.split()]
    (tmp_path / "script").write_text(
        "compopt() { :; }\n"  # it is for a shell with a line to edit
        + mdlint_doi("--completion", "bash").out
        + f"COMP_WORDS=({' '.join(words)}) COMP_CWORD={len(words) - 1}\n"
        + "_mdlint_doi\nprintf '%s\\n' \"${COMPREPLY[@]}\"\n"
    )
    command = ["bash", "script"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True)
    assert done.stderr == ""
    found = {word for word in done.stdout.split("\n") if word}
    assert found >= offered
    assert all(word.startswith(words[-1]) for word in found)
    assert bool(found) == bool(offered)


@pytest.mark.skipif(which("zsh") is None, reason="there is no zsh")
@pytest.mark.parametrize(
    ("line", "offered"),
    [
        ("check --select DOI10", "-a rules"),
        ("check --select=DOI10", "-a rules"),
        ("check --fail-on=e", "-- hint warning error"),
        ("check -o sarif=REA", "files"),
        ("--c", "-- help --help --version --completion"),
        ("--completion f", "-- bash zsh fish powershell"),
        ("help re", f"-- {' '.join(COMMANDS)}"),
    ],
)
def test_zsh_completes(tmp_path: Path, line: str, offered: str) -> None:
    """What zsh is given to choose from, behind a blank and behind `=`."""
    (tmp_path / "script").write_text(mdlint_doi("--completion", "zsh").out)
    stubs = "compset() {}; _describe() {}; compadd() { print -r - $* }; _files() { print files }"
    run = f"{stubs}; words=(mdlint-doi {line}); CURRENT=$#words; f() {{ source ./script }}; f"
    command = ["zsh", "-f", "-c", run]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True)
    assert (done.stdout.strip(), done.stderr) == (offered, "")


@pytest.mark.skipif(which("fish") is None, reason="there is no fish")
@pytest.mark.parametrize(
    ("line", "offered"),
    [
        ("c", {"check", "corpus", "cache"}),
        ("--c", {"--completion"}),
        ("--completion f", {"fish"}),
        ("help re", {"record"}),
        ("check --un", {"--unsafe-fixes"}),
        ("check --select DOI201,DOI306", {"DOI201,DOI306"}),
        ("check --fail-on=e", {"--fail-on=error"}),
        ("check my", {"my page.md"}),
    ],
)
def test_fish_completes(tmp_path: Path, line: str, offered: set[str]) -> None:
    """What fish itself offers behind the beginning of a line."""
    (tmp_path / "my page.md").touch()
    (tmp_path / "script").write_text(mdlint_doi("--completion", "fish").out)
    command = ["fish", "--no-config", "-c", f"source script; complete -C 'mdlint-doi {line}'"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True)
    assert {row.partition("\t")[0] for row in done.stdout.splitlines()} == offered
    assert done.stderr == ""


def _words_of_parsers() -> Iterator[tuple[str, set[str], dict[str, str]]]:
    """Yield each command, its options, and the words that an option or argument takes."""
    for name in COMMANDS:
        parser = argparse.ArgumentParser()
        import_module(f"mdlint_doi.cli.{name}").add_arguments(parser)
        parsers = {name: parser}
        for action in parser._actions:
            if isinstance(action, argparse._SubParsersAction):
                parsers |= {f"{name} {word}": sub for word, sub in action.choices.items()}
        for command, of_command in parsers.items():
            options = {word for action in of_command._actions for word in action.option_strings}
            words = {
                word: " ".join(map(str, action.choices))
                for action in of_command._actions
                for word in action.option_strings or [""]
                if action.choices
            }
            yield command, options - {"-h"}, words


def test_words_of_powershell_are_those_of_the_parser() -> None:
    """Each command has its options, and each option its values; braces and quotes are closed."""
    text = mdlint_doi("--completion", "powershell").out
    arms = re.findall(r"^ +'([^']*)' \{ \$values = '([^']*)' \}$", text, re.MULTILINE)
    assert len(arms) == text.count("{ $values = ") - 1  # the first one is of the first word
    options = {name: set(words.split()) for name, words in arms if "--help" in words}
    values = {name: words for name, words in arms if "--help" not in words}
    for command, known, words in _words_of_parsers():
        assert options.pop(command) == known, command
        for option, choices in words.items():
            assert values[f"{command} {option}".strip()] == choices
    assert options == {}
    assert values["--completion"] == " ".join(SHELLS)
    outside = re.sub(r"'[^'\n]*'", "", text)
    assert "'" not in outside
    assert all(
        outside.count(opening) == outside.count(closing) for opening, closing in ("{}", "()", "[]")
    )


@pytest.mark.skipif(which("pwsh") is None, reason="there is no PowerShell")
@pytest.mark.parametrize(
    ("line", "offered"),
    [
        ("c", {"check", "corpus", "cache"}),
        ("--c", {"--completion"}),
        ("--completion p", {"powershell"}),
        ("help re", {"record"}),
        ("check --un", {"--unsafe-fixes"}),
        ("check --output-format s", {"sarif"}),
        ("check --fail-on=e", {"--fail-on=error"}),
        ("rule unus", {"unusual-address"}),
        ("corpus s", {"scan", "snapshot"}),
        ("corpus snapshot --cross", {"--crossref"}),
        ("cache cl", {"clear"}),
    ],
)
def test_powershell_completes(tmp_path: Path, line: str, offered: set[str]) -> None:
    """What PowerShell itself offers behind the beginning of a line."""
    typed = f"mdlint-doi {line}"
    (tmp_path / "script.ps1").write_text(
        mdlint_doi("--completion", "powershell").out
        + f"(TabExpansion2 '{typed}' {len(typed)}).CompletionMatches.CompletionText\n"
    )
    command = ["pwsh", "-NoProfile", "-NonInteractive", "-File", "script.ps1"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True)
    assert (set(done.stdout.split()), done.stderr) == (offered, "")


@pytest.mark.parametrize(
    ("pair", "said"),
    [
        ("server = https://x", "text in quotes"),
        ("fail_on = 'hint'", "did you mean 'fail-on'?"),
        ("fail-on = 'never'", "'never' is not valid"),
        ("select = []", "select: "),
        ("fail-on = 'hint'\n\udcff = 1", "is not UTF-8"),
        ("gone.toml", "no such file"),
    ],
)
def test_a_pair_that_is_none_is_an_error(check: Check, pair: str, said: str) -> None:
    """One line names the option, what is wrong and what to write."""
    ran = check("--config", pair)
    assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1)
    assert said in ran.err


def test_a_pair_overrides_files_and_environment(
    check: Check, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The run's file, a nearer one, a named one; the last pair wins, also over a list."""
    monkeypatch.setenv("MDLINT_DOI_DEPTH", "none")
    (tmp_path / "pyproject.toml").write_text("[tool.mdlint-doi]\nignore = ['DOI201']\n")
    (tmp_path / "sub").mkdir()
    for name in ("sub/mdlint-doi.toml", "own.toml"):
        (tmp_path / name).write_text("ignore = ['DOI201']\n")
    (tmp_path / "sub" / "a.md").write_text(OLD)
    pairs = (
        "--config",
        "depth = 'records'",
        "--config",
        "ignore = ['DOI2']",
        "--config",
        "ignore = []",
    )
    assert check("--offline").code == 2
    monkeypatch.delenv("MDLINT_DOI_DEPTH")
    assert check("--offline").code == 0
    assert check("--offline", *pairs).code == 1
    assert check("--offline", *pairs, "--config", "own.toml").code == 1
    assert check("--offline", *pairs, "--ignore", "DOI201").code == 0
    assert check("--config", "own.toml", "--config", "sub/mdlint-doi.toml").code == 2


def test_a_file_cannot_take_the_place_of_a_pair(check: Check, tmp_path: Path) -> None:
    """Whatever a repository calls its files, `KEY = VALUE` stays the user's."""
    (tmp_path / "offline = true").write_text("offline = false\nserver = 'https://evil.example'\n")
    (tmp_path / "a.md").write_text(OLD)
    assert "not looked up" in check("--config", "offline = true").out


@pytest.mark.parametrize(
    ("name", "begins"),
    [
        ("r.sarif", '{"$schema"'),
        ("r.JSON", "[\n"),
        ("r.xml", "<?xml"),
        ("r.html", "<!doctype html"),
        ("r.md", "<!-- mdlint-doi"),
        ("r.txt", "a.md:1:"),
    ],
)
def test_file_has_the_format_of_its_suffix(
    check: Check, tmp_path: Path, name: str, begins: str
) -> None:
    """A report goes to a file in the format that its suffix names; the summary is printed."""
    (tmp_path / "a.md").write_text(OLD)
    assert check("-o", name, "a.md").out.startswith("Found 1 problem")
    assert (tmp_path / name).read_text().lower().startswith(begins.lower())


def test_a_suffix_of_no_format_is_refused(check: Check, tmp_path: Path) -> None:
    """A text in a file that is called a PDF would be of no use; a named format goes anywhere."""
    ran = check("-o", "r.pdf", "a.md")
    assert ran.code == 2
    known = " ".join(suffix for suffix in SUFFIXES if suffix)
    assert ran.err.startswith("mdlint-doi: error: ")
    assert "r.pdf: " in ran.err
    assert known in ran.err
    assert not (tmp_path / "r.pdf").exists()
    check("-o", "text=r.pdf", "-o", "report", "a.md")
    assert (tmp_path / "r.pdf").exists()
    assert (tmp_path / "report").exists()


def test_named_format_holds_over_the_suffix(check: Check, tmp_path: Path) -> None:
    """`--output-format` and `FORMAT=` decide where they are given."""
    check("--output-format", "json", "-o", "r.sarif", "-o", "concise=r.xml", "a.md")
    assert (tmp_path / "r.sarif").read_text().startswith("[")
    assert (tmp_path / "r.xml").read_text().startswith(("a.md", "No problem"))


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        (("--select", ""), "no rule is selected, so nothing would be checked"),
        (("--explain", "DOI201"), "to explain DOI201, run mdlint-doi rule DOI201"),
    ],
)
def test_what_would_do_nothing_is_refused(
    check: Check, arguments: tuple[str, ...], error: str
) -> None:
    """What cannot be meant ends the run at once, with what to write instead."""
    ran = check(*arguments)
    assert (ran.code, error in ran.err, ran.out) == (2, True, "")


def test_rules_of_a_family_are_listed(check: Check) -> None:
    """The beginning of codes and a part of names list rules, a line each."""
    family = check("DOI2", command="rule").out.splitlines()
    assert family[0].startswith("DOI2  ")
    assert {line.split()[0][:4] for line in family[1:]} == {"DOI2"}
    assert len(check("suppression", command="rule").out.splitlines()) == 3


def test_offline_run_says_that_nothing_was_looked_up(check: Check) -> None:
    """A clean run without look-ups does not look like one with them."""
    for name in ("text", "concise", "github"):
        ran = check("--output-format", name, "a.md")
        assert ran.out.splitlines()[-1] == "DOIs were not looked up."
    assert "looked up" not in check("--output-format", "concise", "--quiet", "a.md").out


@pytest.mark.parametrize(
    "listed", ["a.md\nb.md\n\0", "a.md\nb.md\0", "a.md\0b.md\0\n", "a.md\0b.md"]
)
def test_a_last_nul_separates_no_lines(check: Check, tmp_path: Path, listed: str) -> None:
    """Lists of mixed programs are read as they are meant."""
    (tmp_path / "b.md").write_text("Nothing.\n")
    (tmp_path / "list").write_bytes(listed.encode())
    ran = check("--files-from", "list", "--exit-zero")
    assert (ran.code, "2 files" in ran.out) == (0, True)


@pytest.mark.parametrize(
    ("name", "file", "code"),
    [
        ("json", "r.html", 2),
        ("html", "r.json", 2),
        ("junit", "r.md", 2),
        ("gitlab", "r.json", 0),
        ("sarif", "r.json", 0),
        ("github", "r.txt", 0),
        ("json", "json=r.html", 0),
    ],
)
def test_a_report_file_of_another_format(check: Check, name: str, file: str, code: int) -> None:
    """What the suffix says and what the option says must not contradict each other."""
    ran = check("--output-format", name, "-o", file, "--exit-zero")
    assert ran.code == code
    assert ("has the suffix of the format" in ran.err) is (code == 2)
