"""Pages are read once, and only where they show DOIs; what is kept of them."""

from __future__ import annotations

import pytest
from sphinx_projects import Build, MakeProject

from sphinx_doi.page.files import PageFiles
from sphinx_doi.page.reader import PageReader

ARROWS = """
from docutils import nodes


def add(app, doctree):
    for node in list(doctree.findall(nodes.reference)):
        arrow = nodes.reference(node.rawsource, "Open", **node.attributes)
        node.parent.insert(node.parent.index(node) + 1, arrow)


def setup(app):
    app.connect("doctree-read", add, priority=100)
"""


def hard_coded(build: Build) -> list[str]:
    """What is said of links that could be roles, as `-v` has it."""
    found = [line for line in build.status.splitlines() if "hard-coded" in line]
    return [line.partition(": ")[2] for line in found]


def test_a_link_that_an_extension_adds_to_another(project: MakeProject) -> None:
    """It has no place of its own: the one that stands in the file is spoken of, and no other."""
    conf = """
        import os
        import sys

        sys.path.insert(0, os.path.dirname(__file__))
        extensions = ["sphinx_doi", "arrows"]
        """
    page = "T\n=\n\nSee `Doe 2020 <https://doi.org/10.1000/1>`__ too.\n"
    build = project({"conf.py": conf, "arrows.py": ARROWS, "index.rst": page}).build(
        "dummy", verbosity=1
    )
    (line,) = hard_coded(build)
    assert line.endswith(" :doi:`Doe 2020 <10.1000/1>`")


def test_a_page_without_dois_is_not_opened(
    project: MakeProject, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Except a page's own file, of which the page may have lost what became no link."""
    files_read: list[str] = []
    get = PageFiles.get

    def counted(self: PageFiles, path: str) -> object:
        files_read.append(path.rpartition("/")[2])
        return get(self, path)

    monkeypatch.setattr(PageFiles, "get", counted)
    page = "T\n=\n\n.. include:: none.inc\n.. include:: some.inc\n"
    parts = {"none.inc": "There are 10 of them.\n", "some.inc": ":doi:`10.1000/2`\n"}
    markdown = {"b.md": "---\norphan: true\n---\n# T\n"}
    project({"index.rst": page, **parts, **markdown}, "myst_parser").build("dummy")
    assert {*files_read} == {"index.rst", "some.inc", "b.md"}


def test_nothing_is_read_without_checks(
    project: MakeProject, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A role that names no DOI is an error even then; a later build reads what it wants."""
    made = project({"index.rst": "T\n=\n\nhttps://dx.doi.org/10.1000/1\n"})
    with monkeypatch.context() as patch:
        patch.setattr(PageReader, "mentions", None)
        assert made.build("dummy", doi_check="off").places == []
    assert made.build("dummy").places == ["index.rst:4 unusual-address"]
    made.write({"index.rst": "T\n=\n\nhttps://dx.doi.org/10.1000/1 :doi:`x`\n"})
    assert made.build("dummy", doi_check="off").places == ["index.rst:4 invalid-name"]
