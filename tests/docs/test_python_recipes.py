"""The recipes for pytest, pandas and Jupyter run as they stand on their page."""

from __future__ import annotations

import csv
import json
import re
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest
from docs.examples import MANUAL, reader_environment

PAGE = (MANUAL / "guide" / "python.md").read_text(encoding="utf-8")
BROKEN = "See <http://dx.doi.org/10.17487/RFC3986> and https://doi.org/10.17487/RFC3986x.\n"
_NOTEBOOK = """
import ast, asyncio, inspect, sys

names = {}

async def run(source):
    tree = ast.parse(source)
    if isinstance(tree.body[-1], ast.Expr):  # what a notebook shows below a cell
        tree.body[-1].value = ast.Call(ast.Name("print", ast.Load()), [tree.body[-1].value], [])
    code = compile(ast.fix_missing_locations(tree), "cell", "exec", ast.PyCF_ALLOW_TOP_LEVEL_AWAIT)
    value = eval(code, names)
    if inspect.isawaitable(value):
        await value

async def cells():
    for source in sys.stdin.read().split("# next cell"):
        await run(source.strip())

asyncio.run(cells())
"""
"""Runs cells as a notebook does: in a running event loop, with `await` outside functions."""


def _blocks(title: str) -> list[str]:
    """Return the programs of a section."""
    section = PAGE.split(f"\n## {title}\n")[1].split("\n## ")[0]
    return re.findall(r"^```python\n(.*?)^```$", section, re.MULTILINE | re.DOTALL)


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """Return a project that takes its answers from the records file of the manual."""
    settings = {
        "records": str(MANUAL / "doi-records.json"),
        "offline": True,
        "depth": "registration",
    }
    lines = [f"{name} = {json.dumps(value)}\n" for name, value in settings.items()]
    (tmp_path / "mdlint-doi.toml").write_text("".join(lines), encoding="utf-8")
    return tmp_path


def _python(project: Path, *arguments: str, given: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=project,
        env=reader_environment(project),
        input=given,
        capture_output=True,
        encoding="utf-8",
        check=False,
        timeout=500,
    )


@pytest.mark.parametrize(
    ("text", "code", "shown"),
    [("<https://doi.org/10.17487/RFC3986>\n", 0, ["1 passed"]), (BROKEN, 1, ["DOI201", "DOI901"])],
    ids=["fine", "broken"],
)
def test_pytest(project: Path, text: str, code: int, shown: list[str]) -> None:
    """The test passes for good documentation, and names each finding in broken documentation."""
    (block,) = _blocks("pytest")
    (project / "test_dois.py").write_text(block, encoding="utf-8")
    (project / "docs").mkdir()
    (project / "docs" / "page.md").write_text(text, encoding="utf-8")
    done = _python(project, "-m", "pytest", "-q", "-p", "no:cacheprovider", "test_dois.py")
    assert done.returncode == code, done.stdout + done.stderr
    assert [piece for piece in shown if piece not in done.stdout] == []


@pytest.mark.skipif(find_spec("pandas") is None, reason="no pandas here")
def test_pandas(project: Path) -> None:
    """Each spelling is read, an empty cell and a text without a DOI stay empty."""
    written = ["http://dx.doi.org/10.17487/rfc3986", "", "unpublished", "doi:10.17487/RFC3986x"]
    with (project / "papers.csv").open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([["title", "written"], *(["x", cell] for cell in written)])
    done = _python(project, "-c", *_blocks("pandas"))
    assert done.returncode == 0, done.stderr
    with (project / "checked.csv").open(encoding="utf-8", newline="") as file:
        rows = [(row["doi"], row["url"], row["verdict"]) for row in csv.DictReader(file)]
    assert rows == [
        ("10.17487/rfc3986", "https://doi.org/10.17487/rfc3986", "Found"),
        ("", "", ""),
        ("", "", ""),
        ("10.17487/RFC3986x", "https://doi.org/10.17487/RFC3986x", "Missing"),
    ]


def test_jupyter(project: Path) -> None:
    """Both cells run within the event loop of a notebook."""
    cell = {"cell_type": "markdown", "metadata": {}, "source": [BROKEN]}
    notebook = {"cells": [cell], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}
    (project / "analysis.ipynb").write_text(json.dumps(notebook, indent=1), encoding="utf-8")
    done = _python(project, "-c", _NOTEBOOK, given="# next cell".join(_blocks("Jupyter")))
    assert done.returncode == 0, done.stderr
    assert "the old host dx.doi.org" in done.stdout
    assert "10.17487/RFC3986x is not registered" in done.stdout
    assert "{'10.17487/RFC3986': 'Found', '10.17487/RFC3986x': 'Missing'}" in done.stdout
