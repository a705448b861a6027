from __future__ import annotations

import json

import pytest
from handle_server import HandleServer
from sphinx_projects import MakeProject, Project

CONF = """
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
extensions = ["sphinx_doi", "myst_parser", "sphinx.ext.autodoc"]
"""
INDEX = """
P
=

`x <http://dx.doi.org/10.1000/checked>`_

.. include:: generated/included.txt

.. automodule:: excluded

.. toctree::

   generated/page
   generated/other
"""
OLD = "`x <http://dx.doi.org/10.1000/{}>`_\n"
EXCLUDE = '[tool.mdlint-doi]\nexclude = ["generated/", "excluded.py"]\n'
NAMES = ("included", "docstring", "rst", "md")


@pytest.fixture
def made(project: MakeProject) -> Project:
    """A project with one page to check, and four files that are not to be checked."""
    return project(
        {
            "conf.py": CONF,
            "pyproject.toml": EXCLUDE,
            "index.rst": INDEX,
            "excluded.py": f'"""{OLD.format("docstring").strip()}"""\n',
            "generated/included.txt": OLD.format("included"),
            "generated/page.rst": f"R\n=\n\n{OLD.format('rst')}\n",
            "generated/other.md": "# M\n\n[x](http://dx.doi.org/10.1000/md)\n",
        }
    )


def test_excluded_files_are_not_checked_and_their_links_work(made: Project) -> None:
    """No finding and no advice in files that `exclude` names, wherever they end up in a page."""
    build = made.build()
    assert build.places == ["index.rst:4 unusual-address"]  # both faults of a link in one line
    assert "1 DOI link " in build.status
    links = [
        *build.targets("index.html"),
        *build.targets("generated/page.html"),
        *build.targets("generated/other.html"),
    ]
    assert links == [f"https://doi.org/10.1000/{name}" for name in ("checked", *NAMES)]


def test_a_change_of_exclude_holds_for_unchanged_pages(made: Project) -> None:
    """No page has to be read again for what is excluded from now on, or no longer."""
    made.build()
    (made.folder / "pyproject.toml").unlink()
    build = made.build()
    assert "0 added, 0 changed, 0 removed" in build.status
    assert len(build.places) == 5
    made.write({"pyproject.toml": EXCLUDE})
    assert len(made.build().places) == 1


@pytest.mark.parametrize("builder", ["doi", "html"])
def test_names_in_excluded_files_are_not_asked(
    made: Project, handle_server: HandleServer, builder: str
) -> None:
    """The builder `doi` and an online build ask for the other names only."""
    handle_server.add("10.1000/checked")
    build = made.build(builder, doi_check="online", doi_server=handle_server.url)
    assert {*handle_server.seen.names} == {"10.1000/checked"}
    assert {place.partition(" ")[0] for place in build.places} == {"index.rst:4"}


def test_linkcheck_says_that_they_are_ignored(made: Project, handle_server: HandleServer) -> None:
    """The links of excluded files are in linkcheck's list, and asked of nobody."""
    handle_server.add("10.1000/checked")
    build = made.build("linkcheck", doi_server=handle_server.url)
    lines = [json.loads(line) for line in build.text("output.json").splitlines()]
    told = {row["uri"].rpartition("/")[2]: (row["status"], row["info"]) for row in lines}
    ignored = ("ignored", "its file is excluded by [tool.mdlint-doi]")
    assert told.pop("checked") == ("working", "")
    assert {name: (status, info.partition(" (in")[0]) for name, (status, info) in told.items()} == (
        dict.fromkeys(NAMES, ignored)
    )
    assert (build.exit_code, {*handle_server.seen.names}) == (0, {"10.1000/checked"})
