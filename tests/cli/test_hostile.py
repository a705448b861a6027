"""What a stranger's file names and settings, a full disk and a closed pipe do to the command."""

from __future__ import annotations

import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest
from cli.command import mdlint_doi

BAD = "a http://dx.doi.org/10.1000/182 b\n"
COMMAND = [sys.executable, "-m", "mdlint_doi"]


def on_a_terminal(*arguments: str, folder: Path, shown: str = "stdout") -> str:
    """Return what the command prints on a terminal, on one of its two outputs."""
    ours, theirs = pty.openpty()
    out, err = (theirs if name == shown else subprocess.DEVNULL for name in ("stdout", "stderr"))
    run = subprocess.Popen([*COMMAND, *arguments], cwd=folder, stdout=out, stderr=err)
    os.close(theirs)
    said = b""
    try:
        while part := os.read(ours, 65536):
            said += part
    except OSError:  # the other end has gone
        pass
    os.close(ours)
    run.wait(timeout=500)
    return said.decode().replace("\r\n", "\n")


def test_messages_fit_the_terminal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Findings and errors are broken between words there; a pipe gets one line for each."""
    (tmp_path / "x.md").write_text(BAD)
    monkeypatch.setenv("COLUMNS", "50")
    monkeypatch.setenv("NO_COLOR", "1")
    found = on_a_terminal("check", "--offline", "x.md", folder=tmp_path).splitlines()
    assert max(map(len, found)) <= 50
    assert sum(row.startswith("    ") for row in found) >= 1
    piped = mdlint_doi("check", "--offline", "x.md", cwd=tmp_path, COLUMNS="50").out.splitlines()
    assert max(map(len, piped)) > 50
    assert piped[0] == " ".join(" ".join(found).split(" |")[0].split())
    wrong = ["check", "--selekt", "DOI201", "--output-formats", "json", "x.md"]
    said = on_a_terminal(*wrong, folder=tmp_path, shown="stderr").splitlines()
    assert len(said) > 1
    assert max(map(len, said)) <= 50
    assert len(mdlint_doi(*wrong, cwd=tmp_path, COLUMNS="50").err.splitlines()) == 1


@pytest.mark.parametrize("words", [["check", "--\x1b[31mx"], ["check", "--\u202ex"], ["\x1b[31m"]])
def test_errors_of_usage_are_harmless(words: list[str]) -> None:
    """What cannot be understood is repeated with nothing hidden in it."""
    ran = mdlint_doi(*words)
    assert ran.code == 2
    assert ran.err.rstrip("\n").isprintable()


@pytest.mark.parametrize("name", ["--write-baseline=README.md", "--config=x.md", "-x.md"])
def test_a_file_is_no_option(tmp_path: Path, name: str) -> None:
    """A shell or a hook hands over names of files, and one of them may look like an option."""
    readme = tmp_path / "README.md"
    readme.write_text(BAD)
    (tmp_path / name).write_text(BAD)
    ran = mdlint_doi("check", "--offline", "README.md", name, cwd=tmp_path)
    assert ran.code == 2
    assert f"{name} is a file" in ran.err
    assert readme.read_text() == BAD
    ran = mdlint_doi("check", "--offline", "--", "README.md", name, cwd=tmp_path)
    assert "in 2 of 2 files" in ran.out


def test_an_error_has_an_end(tmp_path: Path) -> None:
    """A key as long as the file does not fill the log."""
    (tmp_path / "pyproject.toml").write_text(f'[tool.mdlint-doi]\n"{"x" * 500_000}" = 1\n')
    ran = mdlint_doi("check", "--offline", cwd=tmp_path)
    assert ran.code == 2
    assert len(ran.err) < 3000


def test_a_patch_on_a_terminal_is_harmless(tmp_path: Path) -> None:
    """Escapes of a document are seen there, and tabs are tabs; a pipe gets the bytes."""
    (tmp_path / "x.md").write_text(f"{BAD}\tred \x1b[31m \u202e\r\n")
    seen = on_a_terminal("check", "--offline", "--diff", ".", folder=tmp_path)
    assert seen.splitlines()[5:] == [" \tred \\x1b[31m \\u202e\\r"]
    ran = mdlint_doi("check", "--offline", "--diff", ".", cwd=tmp_path, GITHUB_ACTIONS="")
    assert ran.out.splitlines(keepends=True)[5] == " \tred \x1b[31m \u202e\r\n"


def test_a_patch_in_githubs_log_is_no_command(tmp_path: Path) -> None:
    """The runner takes commands behind white space, too; git takes the patch all the same."""
    (tmp_path / "x.md").write_text(f"{BAD}::set-output name=x::y\n")
    ran = mdlint_doi("check", "--offline", "--diff", ".", cwd=tmp_path, GITHUB_ACTIONS="true")
    first, *patch, last = ran.out.splitlines()
    assert first.startswith("::stop-commands::")
    assert last == f"::{first.removeprefix('::stop-commands::')}::"
    assert " ::set-output name=x::y" in patch
    subprocess.run(["git", "apply"], cwd=tmp_path, input=ran.out.encode(), check=True)
    assert (tmp_path / "x.md").read_text().startswith("a https://doi.org/10.1000/182 b\n")


def test_the_folder_of_the_cache_on_a_terminal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A folder that the repository names is seen as it is; a pipe gets the bytes."""
    monkeypatch.delenv("MDLINT_DOI_CACHE_DIR", raising=False)
    (tmp_path / "pyproject.toml").write_text('[tool.mdlint-doi]\ncache-dir = "c\\u001b[31m"\n')
    assert "c\\x1b[31m" in on_a_terminal("cache", "dir", folder=tmp_path)
    assert mdlint_doi("cache", "dir", cwd=tmp_path).out == f"{tmp_path}/c\x1b[31m\n"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
@pytest.mark.parametrize("arguments", [["check", "--offline", "."], ["rule"], ["--version"]])
def test_output_that_cannot_be_written(tmp_path: Path, arguments: list[str]) -> None:
    """A full disk is one line and exit code 2; a closed output is no crash."""
    (tmp_path / "x.md").write_text(BAD)
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [*COMMAND, *arguments],
            cwd=tmp_path, stdout=full, stderr=subprocess.PIPE, text=True, check=False,
        )  # fmt: skip
        assert done.returncode == 2
        assert done.stderr.count("\n") == 1
        silent = subprocess.run(
            [*COMMAND, *arguments], cwd=tmp_path, stdout=full, stderr=full, check=False
        )
        assert silent.returncode == 2
    shell = ["sh", "-c", '"$@" >&-', "sh", *COMMAND, *arguments]
    closed = subprocess.run(shell, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert "Traceback" not in closed.stderr


@pytest.mark.parametrize(
    "arguments",
    [
        ["check", "-o", "{long}", "page.md"],
        ["check", "-o", "page.md", "{long}"],
        ["check", "-o", "report.html", "{long}"],
        ["check", "--write-baseline", "{long}", "page.md"],
        ["search", "-o", "{long}", "page.md"],
        ["record", "-o", "{long}", "page.md"],
        ["corpus", "scan", "-o", "out.parquet", "{long}"],
    ],
)
def test_a_name_that_no_system_takes(tmp_path: Path, arguments: list[str]) -> None:
    """A path that is too long is an error in a line, as one that is not there is."""
    for name in ("page.md", "report.html"):
        (tmp_path / name).write_text("10.1000/182\n")
    given = [argument.format(long="n" * 300) for argument in arguments]
    done = mdlint_doi(*given, "--isolated", "--config", "offline = true", cwd=tmp_path)
    assert done.code == 2
    assert "error: " in done.err
    assert not list(tmp_path.glob("n*"))


def test_a_summary_that_cannot_be_written(tmp_path: Path) -> None:
    """The report is there all the same."""
    (tmp_path / "x.md").write_text(BAD)
    arguments = ("check", "--offline", "--output-format", "github", ".")
    ran = mdlint_doi(*arguments, cwd=tmp_path, GITHUB_STEP_SUMMARY=str(tmp_path / "no" / "file"))
    assert ran.code == 1
    assert "::warning" in ran.out
    assert "the job summary was not written: No such file" in ran.err


def test_a_summary_for_which_there_is_no_room(tmp_path: Path) -> None:
    """No half of it is added to what is there."""
    (tmp_path / "x.md").write_text(BAD * 100)
    (tmp_path / "summary").write_text("before\n")
    limited = f"ulimit -f 1; exec {sys.executable} -m mdlint_doi check --offline --output-format"
    done = subprocess.run(
        ["bash", "-c", f"{limited} github . | cat"],
        cwd=tmp_path, capture_output=True, text=True, check=False,
        env={**os.environ, "GITHUB_STEP_SUMMARY": "summary"},
    )  # fmt: skip
    assert done.stderr.startswith("note: ")
    assert "File too large" in done.stderr
    assert (tmp_path / "summary").read_text() == "before\n"
