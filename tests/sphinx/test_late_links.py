"""Pages whose links are right are not gone through again, unless links may come in later."""

from __future__ import annotations

import pytest
from docutils import nodes
from sphinx_projects import MakeProject

from sphinx_doi import links
from sphinx_doi.checks.store import domain_of

PLAIN = "See :doi:`10.1000/182`, `it <https://doi.org/10.1000/183>`_ and `a <https://a.org>`_.\n"
CONF = """
from docutils import nodes
from sphinx.transforms.post_transforms import SphinxPostTransform

extensions = ["sphinx_doi"]

def link():
    return nodes.paragraph("", "", nodes.reference("", "x", refuri="http://dx.doi.org/10.1000/184"))

class Late(SphinxPostTransform):
    default_priority = 300

    def run(self):
        self.document.append(link())

def read(app, doctree):
    doctree.append(link())

def missing(app, env, node, contnode):
    return nodes.reference("", "x", refuri="http://dx.doi.org/10.1000/184")

def setup(app):
    {}
"""
TARGETS = ["https://doi.org/10.1000/182", "https://doi.org/10.1000/183", "https://a.org"]


@pytest.mark.parametrize("page", [PLAIN, "No link.\n"])
@pytest.mark.parametrize("mode", ["offline", "off"])
def test_a_plain_page_is_not_gone_through(
    project: MakeProject, monkeypatch: pytest.MonkeyPatch, page: str, mode: str
) -> None:
    """Neither in the first build nor in one that writes a page again."""
    seen: list[nodes.document] = []

    def references(document: nodes.document) -> list[nodes.reference]:
        seen.append(document)
        return []

    monkeypatch.setattr(links, "references", references)
    made = project({"index.rst": page})
    made.build(doi_check=mode)
    domain = domain_of(made.build(html_title="other", doi_check=mode).app.env)
    assert domain.is_right("index")
    assert seen == []


@pytest.mark.parametrize("page", ["`x <http://dx.doi.org/10.1000/1>`_\n", ":doi:`x`\n"])
@pytest.mark.parametrize("mode", ["offline", "off"])
def test_other_pages_are(project: MakeProject, page: str, mode: str) -> None:
    """Any doubt about a page leaves it to the writing."""
    build = project({"index.rst": page}).build(suppress_warnings=["doi"], doi_check=mode)
    assert not domain_of(build.app.env).is_right("index")


@pytest.mark.parametrize(
    "setup",
    [
        "app.add_post_transform(Late)",
        'app.connect("doctree-read", read, priority=950)',
        'app.connect("missing-reference", missing)',
    ],
)
def test_links_that_come_later_are_made_right(project: MakeProject, setup: str) -> None:
    """An extension or `conf.py` may add links to a page behind its reading."""
    page = f"{PLAIN}\n:any:`nothing`\n"
    build = project({"index.rst": page, "conf.py": CONF.format(setup)}).build()
    assert domain_of(build.app.env).is_right("index")
    assert build.targets() == [*TARGETS, "https://doi.org/10.1000/184"]


def test_what_became_wrong_is_gone_through(project: MakeProject) -> None:
    """A page that was plain in the last build, and is no more, is made right in this one."""
    made = project({"index.rst": PLAIN})
    made.build()
    made.write({"index.rst": PLAIN.replace("https://doi", "http://dx.doi")})
    assert made.build().targets() == TARGETS
