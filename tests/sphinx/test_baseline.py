"""A baseline that the command wrote holds in builds, too."""

from __future__ import annotations

import pytest
from handle_server import HandleServer
from sphinx.errors import ConfigError
from sphinx_projects import MakeProject

from mdlint_doi.cli import main

PAGE = "`t <https://dx.doi.org/10.1000/182>`_\n"
INCLUDED = ".. include:: a.rst\n"


@pytest.mark.parametrize("builder", ["html", "doi"])
def test_what_is_known_is_left_out(
    project: MakeProject, handle_server: HandleServer, builder: str
) -> None:
    """Once for each entry, however many pages include it; one more is new."""
    made = project({"index.rst": INCLUDED, "b.rst": INCLUDED, "a.rst": PAGE})
    known = str(made.folder / "known.json")
    found = str(made.folder / "a.rst")
    assert main(["check", "--isolated", "--offline", found, "--write-baseline", known]) == 0
    server = handle_server.url
    plain = made.build(builder, doi_server=server, doi_ignore=["DOI901"])
    assert plain.places == ["a.rst:1 legacy-resolver"]
    build = made.build(builder, doi_server=server, doi_ignore=["DOI901"], doi_baseline="known.json")
    assert (build.exit_code, build.places) == (0, [])
    made.write({"a.rst": PAGE * 2})
    more = made.build(builder, doi_server=server, doi_ignore=["DOI901"], doi_baseline=known)
    assert more.places == ["a.rst:2 legacy-resolver"]


def test_a_baseline_that_is_none_is_told(project: MakeProject) -> None:
    """A mistyped name must not let everything pass, nor fail without a word."""
    made = project({"index.rst": PAGE})
    with pytest.raises(ConfigError, match=r"no\.json: no such file .*; .* --write-baseline"):
        made.build(doi_baseline="no.json")
