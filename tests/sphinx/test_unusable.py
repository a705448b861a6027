from __future__ import annotations

import os
import subprocess
import sys

import pytest
from handle_server import HandleServer
from sphinx_projects import MakeProject

PAGE = "P\n=\n\n:doi:`10.1000/1` `x <https://dx.doi.org/10.1000/2>`_\n"
CONF = "extensions = ['sphinx_doi']\n\ndoi_records = 'records.json'\n"
NEXT_STEP = "; write one with 'mdlint-doi record', or remove the setting [doi.configuration]"
ONLINE = (("html", "-D", "doi_check=online"), ("doi",), ("linkcheck",))


def build(folder: os.PathLike[str], *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run sphinx-build as a user does."""
    options = ("-N", "-q", "-E", "-D", "show_warning_types=1")
    return subprocess.run(
        [sys.executable, "-m", "sphinx", *options, "-b", *arguments, ".", "_build"],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize("arguments", ONLINE, ids=lambda one: one[0])
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
    project: MakeProject, records: str | None, said: str, arguments: tuple[str, ...]
) -> None:
    """One line with the setting's place and what to do; exit status 2, no traceback."""
    made = project({"conf.py": CONF, "index.rst": PAGE})
    if records is not None:
        made.write({"records.json": records})
    result = build(made.folder, *arguments)
    line = next(one for one in result.stderr.splitlines() if "ERROR" in one)
    place = f"conf.py:3: ERROR: records file {made.folder / 'records.json'}: {said}"
    assert line.startswith((place, f"{made.folder}/{place}"))
    assert line.endswith(NEXT_STEP)
    assert result.returncode == 2
    assert "Traceback" not in result.stderr + result.stdout
    others = [one for one in result.stderr.splitlines() if "WARNING:" in one]
    assert all("DOI201" in one for one in others)


def test_the_place_is_in_pyproject_where_that_says_it(project: MakeProject) -> None:
    """The line names the file that has to be changed."""
    pyproject = "[tool.mdlint-doi]\nstrict = true\nrecords = 'gone.json'\n"
    made = project({"index.rst": PAGE, "pyproject.toml": pyproject})
    result = build(made.folder, "doi")
    assert "pyproject.toml:3: ERROR: records file " in result.stderr
    assert result.returncode == 2


def test_a_setting_of_the_command_line_has_no_place(project: MakeProject) -> None:
    """No file is blamed for what stands in none."""
    made = project({"index.rst": PAGE})
    result = build(made.folder, "doi", "-D", "doi_records=gone.json")
    assert "\nERROR: records file " in f"\n{result.stderr}"
    assert result.returncode == 2


def test_an_offline_build_needs_no_records(project: MakeProject) -> None:
    """What only look-ups read is not read in a build without them."""
    made = project({"conf.py": CONF, "index.rst": PAGE})
    result = build(made.folder, "html")
    assert (result.returncode, result.stderr.count("\n")) == (0, 1)
    assert "DOI201" in result.stderr


def test_other_links_are_checked_all_the_same(
    project: MakeProject, handle_server: HandleServer
) -> None:
    """Linkcheck goes on for all links; DOI links are ignored, and nobody is asked for them."""
    url = f"{handle_server.url}/robots.txt"
    made = project({"conf.py": CONF, "index.rst": f"{PAGE}\n`other <{url}>`_\n"})
    made_build = made.build("linkcheck", doi_server=handle_server.url)
    text = made_build.text("output.txt")
    assert f"[broken] {url}" in text
    assert "the DOI was not looked up" in made_build.text("output.json")
    assert not handle_server.seen.names
    assert made_build.exit_code == 2
