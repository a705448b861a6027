"""Links that come into a page behind its reading are made right, too."""

from __future__ import annotations

import pytest
from sphinx_projects import MakeProject

PLAIN = "See :doi:`10.1000/182`, `it <https://doi.org/10.1000/183>`_ and `a <https://a.org>`_.\n"
CONF = """
from docutils import nodes
from sphinx.transforms import SphinxTransform
from sphinx.transforms.post_transforms import SphinxPostTransform

extensions = ["sphinx_doi"]

def link():
    return nodes.paragraph("", "", nodes.reference("", "x", refuri="http://dx.doi.org/10.1000/184"))

class Late(SphinxPostTransform):
    default_priority = 300

    def run(self):
        self.document.append(link())

class AsRead(SphinxTransform):
    default_priority = 990

    def apply(self):
        self.document.append(link())

def read(app, doctree):
    doctree.append(link())

def missing(app, env, node, contnode):
    return nodes.reference("", "x", refuri="http://dx.doi.org/10.1000/184")

def setup(app):
    {}
"""
TARGETS = ["https://doi.org/10.1000/182", "https://doi.org/10.1000/183", "https://a.org"]


@pytest.mark.parametrize(
    "setup",
    [
        "app.add_post_transform(Late)",
        "app.add_transform(AsRead)",
        'app.connect("doctree-read", read, priority=950)',
        'app.connect("missing-reference", missing)',
    ],
)
def test_links_that_come_later_are_made_right(project: MakeProject, setup: str) -> None:
    """An extension or `conf.py` may add links to a page behind its reading."""
    page = f"{PLAIN}\n:any:`nothing`\n"
    build = project({"index.rst": page, "conf.py": CONF.format(setup)}).build()
    assert build.targets() == [*TARGETS, "https://doi.org/10.1000/184"]


def test_what_became_wrong_is_gone_through(project: MakeProject) -> None:
    """A page that was plain in the last build, and is no more, is made right in this one."""
    made = project({"index.rst": PLAIN})
    made.build()
    made.write({"index.rst": PLAIN.replace("https://doi", "http://dx.doi")})
    assert made.build().targets() == TARGETS


WRONG = "`x <http://dx.doi.org/10.1000/1>`_\n\n.. todo:: `y <http://dx.doi.org/10.1000/2>`_\n"
CANONICAL = ("https://doi.org/10.1000/1", "https://doi.org/10.1000/2")


def _assert_is_right(text: str) -> None:
    assert "dx.doi.org" not in text
    assert all(link in text for link in CANONICAL)


@pytest.mark.parametrize(
    ("builder", "name", "appendices"),
    [
        ("singlehtml", "index.html", []),
        ("latex", "p.tex", []),
        ("texinfo", "p.texi", []),
        ("latex", "p.tex", ["page"]),
    ],
)
def test_pages_within_the_first_are_made_right(
    project: MakeProject, builder: str, name: str, appendices: list[str]
) -> None:
    """Where all goes into one file, the first page's own links say nothing of the others'."""
    index = "I\n=\n\n" if appendices else "I\n=\n\n.. toctree::\n\n   page\n"
    files = {"index.rst": index, "page.rst": f":orphan:\n\nP\n=\n\n{WRONG}"}
    build = project(files, "sphinx.ext.todo").build(
        builder,
        suppress_warnings=["doi"],
        latex_documents=[("index", "p.tex", "p", "a", "manual")],
        latex_appendices=appendices,
        texinfo_documents=[("index", "p", "p", "a", "p", "p", "p")],
        todo_include_todos=True,
    )
    _assert_is_right(build.text(name))


def test_what_is_shown_of_another_page_is_made_right(project: MakeProject) -> None:
    """The list of todos repeats what stands on other pages."""
    files = {"index.rst": "I\n=\n\n.. todolist::\n", "page.rst": f":orphan:\n\n{WRONG}"}
    build = project(files, "sphinx.ext.todo").build(
        suppress_warnings=["doi"], todo_include_todos=True
    )
    assert build.targets() == ["https://doi.org/10.1000/2"]


CODE = """
extensions = ["sphinx_doi", "sphinx.ext.linkcode"]

def linkcode_resolve(domain, info):
    return "http://dx.doi.org/10.5281/zenodo.183"
"""


def test_links_to_code_are_made_right(project: MakeProject) -> None:
    """Such a link is what a function in `conf.py` returns, after the page was looked at."""
    page = ".. py:function:: f()\n   :module: m\n"
    build = project({"index.rst": page, "conf.py": CODE}).build()
    assert build.targets() == ["https://doi.org/10.5281/zenodo.183"]
