from __future__ import annotations

import pytest
from handle_server import HandleServer
from sphinx_projects import MakeProject

SLIPS = [
    "DOI:`10.1000/182`",
    "doi:`10.1000/182`",
    ":DOI: `10.1000/182`",
    ":doi: `10.1000/182`",
    ":doi:``10.1000/182``",
    ":DOI: ``10.1000/182``",
    ":doi :`10.1000/182`",
    ":doi `10.1000/182`",
    ":doi`10.1000/182`",
    "doi`10.1000/182`",
    "{doi}`10.1000/182`",
]
SOUND = [
    ":DOI:`10.1000/182`",
    "`10.1000/182`:doi:",
    "DOI: ``10.1000/182``",
    "DOI: `10.1000/182 <https://doi.org/10.1000/182>`_",
    "DOI:`10.1000/182 <https://doi.org/10.1000/182>`_",
    "``:doi:`10.1000/182```",
    "``DOI:`` `10.1000/182`",
    "the DOI *10.1000/182*",
    "DOI:`a paper`",
    ":doi:``name``",
    r"doi\ `10.1000/182`",
    "{doi}`name`",
]
ROLES = ["", "code", "any", "py:obj", "math", "literal"]


@pytest.mark.parametrize("default", ROLES)
def test_slips_are_reported(project: MakeProject, default: str) -> None:
    """Each has an error of its own, at its line, and is told how a role is written."""
    text = "".join(f"See {slip}.\n\n" for slip in SLIPS)
    build = project({"index.rst": text}).build(default_role=default or None)
    ours = [warning for warning in build.warnings if "doi." in warning]
    assert build.places == [f"index.rst:{2 * at + 1} broken-markup" for at in range(len(SLIPS))]
    assert all(
        "not a role" in warning and "write :doi:`10.1000/182`" in warning for warning in ours
    )


@pytest.mark.parametrize("default", ROLES)
def test_what_is_no_slip(project: MakeProject, default: str) -> None:
    """Roles, links, literals and prose about a DOI are left alone."""
    text = "".join(f"See {markup}.\n\n" for markup in SOUND)
    build = project({"index.rst": text}).build(default_role=default or None)
    assert build.places == []


def test_a_default_role_that_is_ours(project: MakeProject) -> None:
    """Where backticks alone make the link, there is one."""
    build = project({"index.rst": "See DOI:`10.1000/182`.\n"}).build(default_role="doi")
    assert build.targets() == ["https://doi.org/10.1000/182"]
    assert build.places == []


def test_several_in_a_line(project: MakeProject) -> None:
    """Each is judged by what follows it, though the same stands before them all."""
    line = "See DOI:`10.1000/1` DOI:`10.1000/2` DOI:`a paper` DOI:`10.1000/4`.\n"
    build = project({"index.rst": line}).build()
    told = [warning.rpartition("write ")[2][:16] for warning in build.warnings]
    assert told == [f":doi:`10.1000/{number}`" for number in (1, 2, 4)]


def test_titles_stay(project: MakeProject) -> None:
    """The role that is proposed has the title."""
    build = project({"index.rst": "See DOI:`A paper <10.1000/182>`.\n"}).build()
    assert build.places == ["index.rst:1 broken-markup"]
    assert "write :doi:`A paper <10.1000/182>`" in build.warnings[0]


def test_a_slip_whose_literal_shows_an_escape(project: MakeProject) -> None:
    """A backslash that the page shows between double backticks is no part of the DOI."""
    build = project({"index.rst": "See :doi:``10.1000\\/182`` there.\n"}).build()
    assert build.places == ["index.rst:1 broken-markup"]
    assert "write :doi:`10.1000/182`" in build.warnings[0]


def test_a_field_of_that_name(project: MakeProject) -> None:
    """At the begin of a line `:DOI:` is a field; its backticks alone make no link, either."""
    page = """
        P
        =

        Text

        :DOI: `10.1000/182`

        Text

        :DOI: ``10.1000/182``
        """
    assert project({"index.rst": page}).build().places == ["index.rst:6 broken-markup"]


def test_the_edit_makes_it_a_role(project: MakeProject, handle_server: HandleServer) -> None:
    """The proposed edit replaces the whole slip, over a line end, too."""
    page = "See :DOI:\n`10.1000/182`, and :doi:``10.1000/183``.\n"
    made = project({"index.rst": page})
    build = made.build("doi", doi_server=handle_server.url, doi_select=["DOI401"])
    edits = [finding["fix"]["edits"][0] for finding in build.findings()]
    for edit in sorted(edits, key=lambda change: -int(change["start"])):
        page = page[: edit["start"]] + edit["replacement"] + page[edit["end"] :]
    assert page == "See :doi:`10.1000/182`, and :doi:`10.1000/183`.\n"


def test_markdown_is_another_language(project: MakeProject) -> None:
    """There backticks are code, behind a label or in prose."""
    page = "# P\n\nSee DOI:`10.1000/182` and doi `10.1000/182`, :doi: `10.1000/182`.\n"
    made = project(
        {"index.rst": "P\n=\n\n.. toctree::\n\n   page\n", "page.md": page}, "myst_parser"
    )
    assert made.build().places == []


def test_a_docstring(project: MakeProject) -> None:
    """A slip in a docstring has the line of the module."""
    files = {
        "index.rst": ".. automodule:: mod\n",
        "conf.py": """
            import os
            import sys

            sys.path.insert(0, os.path.dirname(__file__))
            extensions = ["sphinx_doi", "sphinx.ext.autodoc"]
            """,
        "mod.py": '''
            """A module.

            It does as DOI:`10.1000/182` says.
            """
            ''',
    }
    places = project(files).build().places
    assert places == ["mod.py:docstring of mod:3 broken-markup"]


def test_roles_of_rst_in_markdown(project: MakeProject) -> None:
    """In MyST backticks make code; a word between colons before them was meant as a role."""
    slips = (":doi:`10.1000/183`", ":doi:10.1000/183", "{doi}10.1000/183", "{doi} `10.1000/183`")
    page = "See DOI:`10.1000/182`, {doi}`10.1000/182`, DOI:\\`10.1000/182\\`.\n"
    page += "".join(f"\nSee {slip}.\n" for slip in slips)
    build = project({"index.md": page}, "myst_parser").build()
    assert build.places == [f"index.md:{line} broken-markup" for line in (3, 5, 7, 9)]
    assert all("; write {doi}`10.1000/183`" in warning for warning in build.warnings)


@pytest.mark.parametrize("slip", [":doi:10.1000/182", "{doi}10.1000/182", ":DOI:10.1000/182"])
def test_a_role_without_backticks(project: MakeProject, slip: str) -> None:
    """Such a name is no link; it is found in a page on which all else is plain."""
    text = (
        f":doi:`10.1000/181` and (see {slip} in full).\n\nurn:doi:10.1000/183 and x:{slip} too.\n"
    )
    build = project({"index.rst": text}).build(doi_select=["DOI401"])
    assert build.places == ["index.rst:1 broken-markup"]
    assert "write :doi:`10.1000/182`" in build.warnings[0]


FOUND = """\
.. [1] Proc. SPIE 6318, Developments in X-Ray Tomography V, 63180O (7 September 2006);
       :doi: `10.1117/12.680939`

.. [2] Physical Review X, 2020, 10(2): 021067.
       :DOI: `10.1103/PhysRevX.10.021067.`

.. [3] Photovoltaic Specialists Conference (PVSC), San Juan, PR, USA,
       2023, pp. 1-5. doi:`10.1109/PVSC48320.2023.10360065`

.. [4] A multi-parent population*, **G3** 7(6):1683--1692, doi:`10.1534/g3.117.041764`.

.. [5] BMC Psychol. 2025;13(1):1075. doi:`10.1186/s40359-025-03218-6`

:DOI: `10.5281/zenodo.6941603 <https://doi.org/10.5281/zenodo.6941603>`_

.. [6] IEEE Transactions on Image Processing (2012).
       :DOI:`10.1109/TIP.2011.2181402`

.. [7] The development and psychometric properties of LIWC2015.
       doi:`10.15781/T29G6Z <https://doi.org/10.15781/T29G6Z>`__

.. [8] PLoS ONE 11(3): e0152472. doi:`10.1371/journal.pone.0152472
       <https://doi.org/10.1371/journal.pone.0152472>`_.
"""
"""Of public projects, each read by eye: five slips, and four that are none."""


def test_found_in_public_projects(project: MakeProject) -> None:
    """The slips are told at their lines; a field, a role in capitals and links are left alone."""
    build = project({"index.rst": FOUND}).build()
    assert build.places == [f"index.rst:{line} broken-markup" for line in (2, 5, 8, 10, 12)]
