from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import chdir
from dataclasses import dataclass
from pathlib import Path

import pytest
from handle_server import HandleServer
from sphinx.cmd.build import build_main
from sphinx_projects import MakeProject

PAGE = "P\n=\n\n:doi:`10.1000/1` `x <https://dx.doi.org/10.1000/2>`_\n"
CONF = "extensions = ['sphinx_doi']\n\ndoi_records = 'records.json'\n"
NEXT_STEP = "; create the file with mdlint-doi record, or remove the setting [doi.configuration]"
ONLINE = (("html", "-D", "doi_check=online"), ("doi",), ("linkcheck",))


@dataclass(frozen=True)
class Ended:
    """The exit status of a build, and what it said."""

    code: int
    out: str
    err: str


Build = Callable[..., Ended]


@pytest.fixture
def build(capsys: pytest.CaptureFixture[str]) -> Build:
    """Return a function that runs the command `sphinx-build`, in this process."""

    def run(folder: Path, *arguments: str) -> Ended:
        options = ("-N", "-q", "-E", "-D", "show_warning_types=1")
        with chdir(folder):
            code = build_main([*options, "-b", *arguments, ".", "_build"])
        return Ended(code, *capsys.readouterr())

    return run


@pytest.mark.parametrize("arguments", ONLINE, ids=lambda words: words[0])
@pytest.mark.parametrize(
    ("records", "said"),
    [
        (None, "No such file or directory"),
        ('{"version": 1,\n bad', "line 2, column 2: not JSON: "),
        ('{"version": 1, "records": {"10.1000/1": 5}}', "'10.1000/1': "),
    ],
    ids=["missing", "broken", "wrong"],
)
def test_records_that_cannot_be_used(
    project: MakeProject,
    build: Build,
    records: str | None,
    said: str,
    arguments: tuple[str, ...],
) -> None:
    """One line with the setting's place and what to do; exit status 2, no traceback."""
    made = project({"conf.py": CONF, "index.rst": PAGE})
    if records is not None:
        made.write({"records.json": records})
    result = build(made.folder, *arguments)
    line = next(line for line in result.err.splitlines() if "ERROR" in line)
    place = f"conf.py:3: ERROR: records file {made.folder / 'records.json'}: {said}"
    assert line.startswith((place, f"{made.folder}/{place}"))
    assert line.endswith(NEXT_STEP)
    assert result.code == 2
    assert "Traceback" not in result.err + result.out
    others = [line for line in result.err.splitlines() if "WARNING:" in line]
    assert all("DOI201" in line for line in others)


def test_the_place_is_in_pyproject_where_that_says_it(project: MakeProject, build: Build) -> None:
    """The line names the file that has to be changed."""
    pyproject = "[tool.mdlint-doi]\nstrict = true\nrecords = 'gone.json'\n"
    made = project({"index.rst": PAGE, "pyproject.toml": pyproject})
    result = build(made.folder, "doi")
    assert "pyproject.toml:3: ERROR: records file " in result.err
    assert result.code == 2


def test_a_setting_of_the_command_line_has_no_place(project: MakeProject, build: Build) -> None:
    """No file is blamed for what stands in none."""
    made = project({"index.rst": PAGE})
    result = build(made.folder, "doi", "-D", "doi_records=gone.json")
    assert "\nERROR: records file " in f"\n{result.err}"
    assert result.code == 2


def test_an_offline_build_needs_no_records(project: MakeProject, build: Build) -> None:
    """What only look-ups read is not read in a build without them."""
    made = project({"conf.py": CONF, "index.rst": PAGE})
    result = build(made.folder, "html")
    assert (result.code, result.err.count("\n")) == (0, 1)
    assert "DOI201" in result.err


def test_other_links_are_checked_all_the_same(
    project: MakeProject, handle_server: HandleServer
) -> None:
    """Linkcheck goes on for all links; DOI links are ignored, and nobody is asked for them."""
    url = f"{handle_server.url}/robots.txt"
    made = project({"conf.py": CONF, "index.rst": f"{PAGE}\n`other <{url}>`_\n"})
    made_build = made.build("linkcheck", doi_server=handle_server.url)
    text = made_build.text("output.txt")
    assert f"[broken] {url}" in text
    lines = [json.loads(line) for line in made_build.text("output.json").splitlines()]
    told = {row["uri"]: (row["status"], bool(row["info"])) for row in lines}
    assert told.pop(url)[0] == "broken"
    assert {*told.values()} == {("ignored", True)}
    assert not handle_server.seen.names
    assert made_build.exit_code == 2
