"""Nothing that could not be read passes as fine: a broken document of each format, every ending."""

from __future__ import annotations

import asyncio
import json
import os
from contextlib import closing
from html import unescape
from pathlib import Path
from typing import Final, NamedTuple

import pyarrow as pa
import pytest
from cli.command import config
from handle_server import HandleServer

from mdlint_doi import UnreadWarning, check_paths, check_text, fix_text
from mdlint_doi.cli import main
from mdlint_doi.corpora.batches import findings
from mdlint_doi.file_formats import FORMATS
from mdlint_doi.formats.references import are_read
from mdlint_doi.lint.settings import Settings
from mdlint_doi.mcp import tools
from mdlint_doi.report.formats import REPORTS
from mdlint_doi.run.check_thread import CheckThread
from mdlint_doi.run.learned import Learned
from mdlint_doi.run.request import Task
from mdlint_doi.server import checking
from mdlint_doi.server.actions import unread_diagnostics
from mdlint_doi.server.documents import Positions
from mdlint_doi.text.source import Source

OFFLINE: Final = Settings(offline=True)
LATIN: Final = "\xe4 10.1000/182\n".encode("latin-1")
BIB: Final = "@article{a, title={x}, doi={10.1000/182}\n"
CELL: Final = ["```bibtex\n", f"{BIB}", "```\n"]


class Broken(NamedTuple):
    """A document that cannot be read, or with `is_part`, a part of which cannot be read.

    `told` is the file that is not read.
    """

    name: str
    text: str | bytes
    is_part: bool = False
    told: str = ""

    @property
    def data(self) -> bytes:
        """The bytes of the document."""
        return self.text if isinstance(self.text, bytes) else self.text.encode()


BROKEN: Final = {
    "markdown": Broken("a.md", "---\ntitle: a: b\ndoi: 10.1000/182\n---\n", is_part=True),
    "rst": Broken("a.rst", f".. code-block:: bibtex\n\n   {BIB}", is_part=True),
    "txt": Broken("a.txt", LATIN),
    "python": Broken("a.py", '"""10.1000/182"""\nprint "x"\n'),
    "bibtex": Broken("a.bib", BIB, is_part=True),
    "notebook": Broken(
        "a.ipynb", '{"cells": [{"cell_type": "markdown", "source": ["doi:10.1000/182"]'
    ),
    "cff": Broken("CITATION.cff", "title: a: b\ndoi: 10.1000/182\n"),
    "codemeta": Broken("codemeta.json", '{"identifier": "10.1000/182"'),
    "zenodo": Broken(".zenodo.json", '{"doi": 10.1000, "title": "x"}', is_part=True),
    "myst": Broken("myst.yml", "project:\n  doi: [10.1000/182]\n", is_part=True),
    "quarto": Broken("_quarto.yml", "a:\n  doi: 10.1000/182\n b: c\n"),
    "csl": Broken("a.csl.json", '[{"id": "a", "DOI": 10.1000}]', is_part=True),
    "csl-yaml": Broken("a.csl.yaml", "- id: a\n  DOI: 10.1000/182\n b: c\n"),
    "ris": Broken("a.ris", "doi 10.1000/182\n"),
    "html": Broken("a.html", "<p>10.1000/182</p>".encode("utf-16")),
    "rd": Broken("a.Rd", LATIN),
    "latex": Broken("a.tex", LATIN),
    "asciidoc": Broken("a.adoc", LATIN),
    "org": Broken("a.org", LATIN),
    "typst": Broken("a.typ", LATIN),
    "po": Broken("a.po", LATIN),
    "cython": Broken("a.pyx", '"""10.1000/182 \\N{no name}"""\n', is_part=True),
    "ro-crate": Broken("ro-crate-metadata.json", '{"@graph": [{"@id": "10.1000/182"'),
}
"""A broken document of each format, by the name of the format."""
MORE: Final = {
    "a fence": Broken("a.md", f"```bibtex\n{BIB}```\n", is_part=True),
    "a fence in a list": Broken("a.md", f"- x\n\n  ```bibtex\n  {BIB}  ```\n", is_part=True),
    "eval-rst": Broken("a.md", f"```{{eval-rst}}\n.. code:: bib\n\n   {BIB}```\n", is_part=True),
    "TOML": Broken("a.md", "+++\ntitle = a\ndoi = '10.1000/182'\n+++\n", is_part=True),
    "an open quote": Broken("a.qmd", "---\ntitle: 'a\ndoi: 10.1000/182\n---\n", is_part=True),
    "a bibliography": Broken(
        "a.md", "---\nbibliography: no.bib\n---\n10.1000/182\n", is_part=True, told="no.bib"
    ),
    "a docstring": Broken("a.py", f'"""X.\n\n.. code:: bibtex\n\n   {BIB}"""\n', is_part=True),
    "a cell": Broken(
        "a.ipynb",
        json.dumps({"cells": [{"cell_type": "markdown", "metadata": {}, "source": CELL}]}),
        is_part=True,
    ),
    "a source": Broken(
        "a.ipynb", '{"cells": [{"cell_type": "markdown", "source": {"x": "doi:10.1000/182"}}]}'
    ),
    "a list": Broken("a.csl.json", '[{"id": "a", "DOI": ["10.1000/182"]}]', is_part=True),
    "an alias": Broken("CITATION.cff", "x: &a 10.1000/1\ndoi: *a\n", is_part=True),
    "a mapping": Broken("CITATION.cff", "doi:\n  value: 10.1000/182\n", is_part=True),
    "conflict": Broken("CITATION.cff", "doi: 10.1000/1\n<<<<<<< HEAD\n=======\n"),
    "a line of a catalog": Broken("a.po", 'msgid "10.1000/182\nmsgstr ""\n', is_part=True),
    "an open docstring": Broken("a.pyx", '"""10.1000/182\n', is_part=True),
    "an open bracket": Broken("a.pyx", 'x = [1,\n"""10.1000/182"""\n', is_part=True),
    "wide": Broken("a.bib", BIB.encode("utf-16")),
    "latin": Broken("a.bib", BIB.encode() + b"}% \xe4\n", is_part=True),
}
EVERY: Final = BROKEN | MORE
TEXTS: Final = {
    name: document
    for name, document in EVERY.items()
    if isinstance(document.text, str) and not document.told  # a text has no files beside it
}


@pytest.fixture(params=EVERY)
def broken(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Broken:
    """Return a broken document, which lies in the current folder beside a good one."""
    found = EVERY[request.param]
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / found.name).write_bytes(found.data)
    (tmp_path / "docs" / "good.md").write_text("Nothing.\n")
    monkeypatch.chdir(tmp_path)
    return found


def run(*arguments: str) -> int:
    """Run the command in this process; each format is found in folders."""
    names = ", ".join(f"'{entry.name}'" for entry in FORMATS)
    return main(
        [*arguments, "--isolated", *config(use_cache=False), "--config", f"formats=[{names}]"]
    )


def test_each_format_has_a_broken_document() -> None:
    """A new format without one fails: what does it say of what it cannot read?"""
    assert BROKEN.keys() == {entry.name for entry in FORMATS}
    assert [document.name for document in BROKEN.values() if not document.name] == []


def test_check(broken: Broken, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The summary and each report has it; the exit code depends on who named it."""
    out = tmp_path / "out"
    out.mkdir()
    reports = [f"--output={report.name}={out / report.name}" for report in REPORTS]
    offline = ("--offline", "--exit-zero")
    assert run("check", "docs", *offline, *reports) == 0
    printed = capsys.readouterr()
    name = broken.told or broken.name
    for text in (printed.out, printed.err, *(path.read_text() for path in out.iterdir())):
        assert name in unescape(text)
        assert "No problems" not in text.replace("No problems were found in the parts", "")
    assert "'exclude'" in printed.out
    assert len([*out.iterdir()]) == len(REPORTS)
    assert run("check", "docs", *offline, "--strict") == 3
    path = f"docs/{broken.name}"
    assert run("check", path, "docs/good.md", *offline) == (0 if broken.is_part else 2)
    assert run("check", path, *offline, "--strict") == (3 if broken.is_part else 2)
    assert run("check", "docs", *offline, "--strict", "--exclude", name) == 0
    Path("docs/good.md").unlink()
    assert run("check", "docs", *offline) == (0 if broken.is_part else 2)
    capsys.readouterr()
    assert run("check", "-q", "docs", *offline) == (0 if broken.is_part else 2)
    assert name in capsys.readouterr().err


def test_search(broken: Broken, capsys: pytest.CaptureFixture[str]) -> None:
    """A search ends in the same way for the formats that it reads."""
    if not are_read(broken.name):
        pytest.skip("no search reads this format")
    whole = 0 if broken.is_part else 2
    assert run("search", "docs", "--config", "offline = true") == 0
    if not broken.told:  # a search reads only what is named or found
        assert broken.name in capsys.readouterr().out
    assert run("search", f"docs/{broken.name}", "--config", "offline = true") == whole


def test_record(
    broken: Broken, handle_server: HandleServer, capsys: pytest.CaptureFixture[str]
) -> None:
    """It ends as check does, and `--prune` takes nothing away and says so."""
    handle_server.add("10.1000/182", "10.1000/1")
    old = {"10.1000/old": {"outcome": "found"}}
    records = Path("doi-records.json")
    records.write_text(json.dumps({"version": 1, "records": old}))
    Path("docs/good.md").write_text("doi:10.1000/182\n")
    given = (
        "record",
        "docs",
        "--depth",
        "registration",
        "--config",
        f"server = '{handle_server.url}'",
    )
    assert run(*given, "--prune") == 0
    printed = capsys.readouterr()
    assert "10.1000/old" in records.read_text()
    assert "no entry was removed" in printed.err
    assert (broken.told or broken.name) in printed.err
    assert run(*given, "--strict") == 3
    given = (*given[:1], f"docs/{broken.name}", *given[2:])
    assert run(*given, "--prune") == (0 if broken.is_part else 2)
    assert "10.1000/old" in records.read_text()
    assert run("record", "docs/good.md", *given[2:], "--prune") == 0
    assert "10.1000/old" not in records.read_text()


def test_paths_of_the_library(broken: Broken) -> None:
    """`problems` has it; the result is not `ok` if the command would fail."""
    every = tuple(entry.name for entry in FORMATS)
    found = check_paths(["docs"], OFFLINE.replace(formats=every))
    assert len(found.problems) == 1
    assert not check_paths(["docs"], OFFLINE.replace(formats=every, strict=True)).ok
    named = check_paths([f"docs/{broken.name}", "docs/good.md"], OFFLINE)
    assert [problem.fails for problem in named.problems] == [not broken.is_part]


def test_corpora(broken: Broken) -> None:
    """A document that could not be read is a row with the reason."""
    if broken.told:
        pytest.skip("a table has no files beside its documents")
    batch = pa.record_batch({"path": [broken.name], "text": [broken.data]})
    every = findings(batch, settings=OFFLINE).to_pylist()
    problems = [row for row in every if row["problem"]]
    if broken.data.startswith(BIB.encode()) and b"\xe4" in broken.data:
        assert [row["severity"] for row in problems] == ["error"]  # a table has no parts in ASCII
    else:
        assert [row["severity"] for row in problems] == ["warning" if broken.is_part else "error"]


@pytest.mark.parametrize("name", TEXTS)
def test_texts_of_the_library(name: str) -> None:
    """The caller of `check_text` and `fix_text` gets a warning with the place."""
    path, text, is_part, _ = TEXTS[name]
    assert isinstance(text, str)
    for function in (check_text, fix_text):
        with pytest.warns(UnreadWarning) as told:
            function(text, settings=OFFLINE, path=path)
        (warning,) = told
        assert isinstance(warning.message, UnreadWarning)
        assert [note.is_part for note in warning.message.notes] == [is_part]
        assert warning.filename == __file__


@pytest.mark.parametrize("name", TEXTS)
def test_the_language_server(name: str) -> None:
    """The editor shows it at the line."""
    path, text, is_part, _ = TEXTS[name]
    assert isinstance(text, str)
    task = Task((), OFFLINE)
    source = Source(path, text)
    checked = checking.check(checking.read(source, task), task, Learned())
    (shown,) = unread_diagnostics(checked.document, Positions(source, "utf-16"))
    assert shown["message"].startswith("not read completely: " if is_part else "not checked: ")


@pytest.mark.parametrize("name", TEXTS)
def test_the_tools_for_models(name: str) -> None:
    """The verdict is never "fine"."""
    path, text, *_ = TEXTS[name]
    assert isinstance(text, str)
    word = next((entry.name for entry in FORMATS if BROKEN[entry.name].name == path), "markdown")

    async def call() -> tools.Members:
        with closing(CheckThread(os.devnull)) as thread:
            return await tools.check_text(text, word, tools.Calls(OFFLINE, thread))

    answer = asyncio.run(call())
    assert answer["verdict"] != "fine"
    assert "not-read" in {result.get("rule") for result in answer["results"]}
