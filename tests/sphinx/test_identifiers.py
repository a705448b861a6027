"""Identifiers on the pages of a project: they are checked, and stand as they are in the output."""

from __future__ import annotations

from sphinx_projects import MakeProject

CONF = """
extensions = ["sphinx_doi", "sphinx.ext.extlinks"]
extlinks = {"arxiv": ("https://arxiv.org/abs/%s", "arXiv:%s")}
"""
PAGE = """
Title
=====

See :arxiv:`1619.05729`, `arXiv:2406.00735 <https://arxiv.org/abs/2406.02610>`__, and
https://zenodo.org/record/7654321 or arXiv:1406.66030.
"""


def test_identifiers(project: MakeProject) -> None:
    """Roles of `extlinks`, links and text are looked at; no link changes, no role is advised."""
    build = project({"conf.py": CONF, "index.rst": PAGE}).build("html")
    told = [line.partition(" WARNING: ")[2] for line in build.warnings]
    assert sorted(message.partition(" ")[0] for message in told) == ["DOI106", "DOI106", "DOI208"]
    assert not any(":doi:" in message for message in told)
    page = build.text("index.html")
    for target in ("arxiv.org/abs/1619.05729", "arxiv.org/abs/2406.02610", "zenodo.org/record/"):
        assert f'href="https://{target}' in page


def test_identifiers_are_switched_off(project: MakeProject) -> None:
    """`doi_identifiers` says which are looked at."""
    build = project({"conf.py": CONF, "index.rst": PAGE}).build("html", doi_identifiers=[])
    assert not any("DOI" in line for line in build.warnings)


def test_a_role_of_the_project_that_writes_the_address_of_a_number(project: MakeProject) -> None:
    """The number is reported once, where the author wrote it."""
    conf = """
        from docutils import nodes

        extensions = ["sphinx_doi"]


        def arxiv(name, raw, text, line, inliner, options=None, content=None):
            return [nodes.reference(text, text, refuri=f"https://arxiv.org/abs/{text}")], []


        def setup(app):
            app.add_role("arxiv", arxiv)
        """
    page = "P\n=\n\nSee\n:arxiv:`1406.66030` here.\n"
    build = project({"conf.py": conf, "index.rst": page}).build("html")
    assert build.places == ["index.rst:5 impossible-number"]
