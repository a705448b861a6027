"""Notebooks: under nbsphinx, MyST-NB, and a parser that works as nbsphinx does.

`python tests/compat/sphinx_versions.py programs` installs the two; else their tests are skipped.
"""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from sphinx_projects import Build, MakeProject

STAND_IN = """
    import json

    from sphinx.parsers import RSTParser

    extensions = ["sphinx_doi"]
    source_suffix = {".ipynb": "jupyter_notebook"}

    class Notebooks(RSTParser):
        supported = ("jupyter_notebook",)

        def parse(self, text, document):
            cells = [one for one in json.loads(text)["cells"] if "plain" not in str(one)]
            text = "\\n\\n".join("".join(one["source"]) for one in cells)
            super().parse(f"T\\n=\\n\\n{text}\\n", document)

    def setup(app):
        app.add_source_parser(Notebooks)
    """
NBSPHINX = """
    extensions = ["sphinx_doi", "nbsphinx"]
    nbsphinx_execute = "never"
    source_suffix = {".ipynb": "jupyter_notebook"}
    """
MYST_NB = """
    extensions = ["sphinx_doi", "myst_nb"]
    nb_execution_mode = "off"
    source_suffix = {".ipynb": "myst-nb"}
    """
AS_NBSPHINX = [
    pytest.param(STAND_IN, id="stand-in"),
    pytest.param(NBSPHINX, id="nbsphinx"),
]
SICI = "10.1002/(SICI)1096-8644(199808)106:4<483::AID-AJPA4>3.0.CO;2-K"
NOWHERE = "http://127.0.0.1:9"
MARKDOWN = f"""\
# Title

An <http://doi.org/10.1000/1>
and <https://doi.org/{SICI}>.
"""
RAW = f"""\
A `link <http://doi.org/10.1000/2>`_, a role :doi:`http://doi.org/10.1000/3` and
https://doi.org/{SICI} cut.
"""
LAST = f"Again <https://doi.org/{SICI}>\n"


def notebook() -> dict[str, object]:
    """Two Markdown cells, and between them a cell of code with its output, and a raw one."""
    link = "[o](http://doi.org/10.1000/out)"
    result = {"output_type": "display_data", "metadata": {}, "data": {"text/markdown": [link]}}
    code = {"cell_type": "code", "execution_count": 1, "metadata": {}, "outputs": [result]}
    as_rst = {"raw_mimetype": "text/restructuredtext"}
    return {
        "cells": [
            {"cell_type": "markdown", "metadata": {}, "source": MARKDOWN.splitlines(keepends=True)},
            code | {"source": ["1"]},
            {"cell_type": "raw", "metadata": as_rst, "source": RAW.splitlines(keepends=True)},
            {"cell_type": "raw", "metadata": {}, "source": ["http://doi.org/10.1000/plain"]},
            {"cell_type": "markdown", "metadata": {}, "source": LAST.splitlines(keepends=True)},
        ],
        "metadata": {"language_info": {"name": "python", "pygments_lexer": "python"}},
        "nbformat": 4,
        "nbformat_minor": 4,
    }


def build(make: MakeProject, conf: str, builder: str = "html", **config: str) -> Build:
    """Build the notebook as a page; skipped where its reader is not installed."""
    if conf == NBSPHINX:
        pytest.importorskip("nbsphinx")
        pandoc = pytest.importorskip("pypandoc").get_pandoc_path()
        os.environ["PATH"] = f"{Path(pandoc).parent}{os.pathsep}{os.environ['PATH']}"
    elif conf == MYST_NB:
        pytest.importorskip("myst_nb")
    text = json.dumps(notebook(), indent=1)
    return make({"conf.py": conf, "index.ipynb": text}).build(
        builder, parallel=0, verbosity=0, **config
    )


def line_of(needle: str, nth: int = 0) -> str:
    """Return where the file has a text for the nth time."""
    lines = json.dumps(notebook(), indent=1).splitlines()
    return f"index.ipynb:{[at for at, line in enumerate(lines, 1) if needle in line][nth]}"


@pytest.mark.parametrize("conf", AS_NBSPHINX)
def test_nbsphinx_has_no_role_in_markdown(project: MakeProject, conf: str) -> None:
    """There a role is advised in raw cells alone, and in their language."""
    found = build(project, conf).warnings
    advised = [warning.rpartition("or write ")[2] for warning in found if "or write" in warning]
    assert advised == [":doi:`link <10.1000/2>` [doi.unusual-address]"]


@pytest.mark.parametrize("conf", AS_NBSPHINX)
def test_lines_and_cut_names_under_nbsphinx(project: MakeProject, conf: str) -> None:
    """Each finding has its line in the file; a SICI is cut as the language of its cell cuts it."""
    made = build(project, conf)
    assert made.places == [
        f"{line_of('10.1000/1')} unusual-address",
        f"{line_of('SICI')} broken-markup",
        f"{line_of('10.1000/2')} unusual-address",
        f"{line_of('10.1000/3')} unusual-address",
        f"{line_of('SICI', 1)} broken-markup",
        f"{line_of('SICI', 2)} broken-markup",
    ]
    cut = [warning for warning in made.warnings if "DOI401" in warning]
    assert all(f" is {SICI}" in warning for warning in cut)


def test_lines_and_cut_names_under_myst_nb(project: MakeProject) -> None:
    """Raw cells are none of its pages, and Markdown has a role."""
    made = build(project, MYST_NB)
    assert made.places == [
        f"{line_of('10.1000/1')} unusual-address",
        f"{line_of('SICI')} broken-markup",
        f"{line_of('SICI', 2)} broken-markup",
    ]
    assert "or write {doi}`10.1000/1` [" in made.warnings[-3]


@pytest.mark.parametrize("conf", [AS_NBSPHINX[1], pytest.param(MYST_NB, id="myst-nb")])
def test_linkcheck_names_the_lines_of_the_file(project: MakeProject, conf: str) -> None:
    """Of a link that the markup cut, and of one that a program printed, too."""
    made = build(project, conf, "linkcheck", doi_server=NOWHERE)
    rows = [json.loads(line) for line in made.text("output.json").splitlines()]
    found = {(f"index.ipynb:{row['lineno']}", row["uri"].rpartition("/")[2]) for row in rows}
    assert (line_of("10.1000/1"), "1") in found
    if conf == MYST_NB:
        assert (line_of("10.1000/out"), "out") in found
    else:
        in_markdown = "(SICI)1096-8644(199808)106:4%3C483::AID-AJPA4"
        assert {place for place in found if "SICI" in place[1]} == {
            (line_of("SICI"), in_markdown),
            (line_of("SICI", 1), "(SICI)1096-8644(199808)106"),
            (line_of("SICI", 2), in_markdown),
        }
        assert (line_of("10.1000/3"), "3") in found
