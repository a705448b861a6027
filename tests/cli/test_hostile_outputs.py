"""Hostile strings in every place that a stranger writes to, against all that the command prints."""

from __future__ import annotations

import os
import re
import unicodedata
from collections.abc import Iterator
from pathlib import Path

import pytest
from cli.command import config, mdlint_doi
from handle_server import HandleServer
from handle_world import Entry

from mdlint_doi.cli import main
from mdlint_doi.report.formats import FORMATS

HOSTILE = (
    "\x1b[31m",
    "\x1b]8;;http://evil\x1b\\",
    "\x9b1m",
    "\x7f",
    "\u202e",
    "\u2066",
    "\u061c",
    "\u200b",
    "\ufeff",
    "\u2028",
    "\u2029",
    "\x85",
    "\r",
    "\v",
    "\f",
    "\x08",
    "\U000e0041",
    "\ufffe",
    "::error file=x::gotcha",
    "%0A::error::",
    "##[error]gotcha",
    "##vso[task.complete]",
    "##teamcity[x]",
    "]]>",
    "<script>alert(1)</script>",
    "\"'&quot;",
    "](javascript:alert(1))",
    "`|*_\\",
    "long" * 50,
)
FORBIDDEN = {"Cc", "Cf", "Cs", "Zl", "Zp", "Cn"}
CHECK = ("check", "--exit-zero", "--select", "all", "--statistics", "--output-format")


def document(bad: str) -> str:
    """Return a document with a string in titles, names, comments and front matter."""
    return "\n".join(
        (
            "---",
            f"doi: http://dx.doi.org/10.1000/front{bad}",
            f'title{bad}: "{bad} 10.1000/title"',
            "---",
            bad,
            f"<!-- mdlint-doi-disable-line {bad} -- {bad} -->",
            f"<!-- mdlint-doi-{bad} -->",
            f"[{bad}](http://dx.doi.org/10.1000/182{bad})",
            f"{bad} doi:10.1000/name{bad} http://dx.doi.org/10.1000/182 {bad}",
            f"<http://doi.org/10.1000/{bad}x> [text{bad}](doi: 10.1000/{bad})",
            "",
        )
    )


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """Return a folder where each string stands in a document, a file's name and a folder's."""
    for at, bad in enumerate(HOSTILE):
        name = bad.replace("/", ":")
        folder = tmp_path / f"{at}{name}"
        folder.mkdir()
        (folder / f"{name}.md").write_text(document(bad), newline="")
    (tmp_path / "\udce9\n.md").write_text(document("x"))
    (tmp_path / "latin.md").write_bytes(b"http://dx.doi.org/10.1000/\xe9\x1b")
    return tmp_path


def trouble(text: str) -> Iterator[str]:
    """Yield the lines with something hidden, or with a command that is not ours."""
    for line in text.split("\n"):
        hidden = {unicodedata.category(letter) for letter in line} & FORBIDDEN
        ours = r"::(?:error|warning|notice) file=[^:]*,title=(?:DOI\d{3} [a-z-]+|not-read)::"
        command = line.strip().startswith("::") and not re.match(ours, line)
        if hidden or command or re.search(r"##(?:vso|teamcity)?\[", line, re.IGNORECASE):
            yield ascii(line)


@pytest.mark.parametrize("name", FORMATS)
@pytest.mark.parametrize("color", ["", "1"])
def test_reports_are_harmless(project: Path, name: str, color: str) -> None:
    """Report, statistics and messages, in every format; so is the summary of a job."""
    summary = project / "summary"
    arguments = (*CHECK, name, "--offline", ".")
    ran = mdlint_doi(*arguments, cwd=project, GITHUB_STEP_SUMMARY=str(summary), FORCE_COLOR=color)
    assert ran.code == 0  # with --exit-zero, and the file that is not UTF-8 was not named
    assert len(ran.out) > 1000
    said = re.sub(r"\x1b\[[\d;]*m", "", ran.out) if color else ran.out
    assert [*trouble(said), *trouble(ran.err)] == []
    if name == "github":
        shown = summary.read_text()
        assert list(trouble(shown)) == []
        ours = r"\[DOI\d+\]\(https://[\w./-]+( '[a-z-]+')?\)|<!-- -->"
        assert not set("<>[]`*@\\!") & set(re.sub(ours, "", shown))


def test_look_ups_are_harmless(handle_server: HandleServer, project: Path) -> None:
    """So are the answers of a server, in the words of all commands that ask."""
    for at, bad in enumerate(HOSTILE):
        entry = Entry(url=f"javascript:{bad}", agency=f"A{bad}")
        handle_server.world.entries[f"10.1000/{at}"] = entry
        handle_server.world.entries[f"10.1000/a{at}"] = Entry(f"alias:10.1000/{bad}", agency=bad)
    names = [f"10.1000/{kind}{at}" for at in range(len(HOSTILE)) for kind in ("", "a", "gone")]
    asked = [*names, *(f"10.1000/{bad}" for bad in HOSTILE)]
    where = (*config(server=handle_server.url), "--isolated")
    for form in ("text", "json"):
        ran = mdlint_doi(
            "lookup",
            "--depth",
            "registration",
            "--output-format",
            form,
            *where,
            *asked,
            cwd=project,
        )
        assert ran.code == 1
        assert len(ran.out.splitlines()) >= len(names)
        assert [*trouble(ran.out), *trouble(ran.err)] == []
    (project / "asked.md").write_text("\n\n".join(f"https://doi.org/{name}" for name in names))
    ran = mdlint_doi(*CHECK, "concise", *where, ".", cwd=project)
    assert "DOI901" in ran.out
    assert [*trouble(ran.out), *trouble(ran.err)] == []
    ran = mdlint_doi("record", *where, "-o", "out\u202e.json", ".", cwd=project)
    assert list(trouble(ran.err)) == []


@pytest.mark.parametrize("bad", HOSTILE, ids=ascii)
def test_settings_are_harmless(
    tmp_path: Path, bad: str, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """A key, a value, a pattern, a name and a reason: one line of error, or a harmless report."""
    monkeypatch.chdir(tmp_path)
    quoted = '"' + "".join(f"\\U{ord(letter):08x}" for letter in bad if letter != "\ufffe") + '"'
    (tmp_path / "x.md").write_text("a http://dx.doi.org/10.1000/182 b https://doi.org/10.1000/5\n")
    for line in (
        f"{quoted} = 1",
        f"select = [{quoted}]",
        f"server = {quoted}",
        f"records = {quoted}",
        f"depth = {quoted}",
        f"exclude = [{quoted}]",
        f"per-file-ignores = {{{quoted} = ['DOI2']}}",
        f"exceptions = {{{quoted} = 'reason'}}",
        f"exceptions = {{'10.1000/5' = {quoted}}}",
        f"exceptions = {{'10.1000/5' = {{reason = 'r', until = {quoted}}}}}",
        f"x = {bad}",
    ):
        text = f"[tool.mdlint-doi]\noffline = true\n{line}\n"
        (tmp_path / "pyproject.toml").write_bytes(os.fsencode(text))
        code = main([*CHECK, "text", "x.md"])
        said = capfd.readouterr()
        assert [*trouble(said.out), *trouble(said.err)] == [], line
        assert code in {0, 2}
        assert len(said.err.splitlines()) <= 1
