from __future__ import annotations

import re

import pytest
from handle_server import HandleServer
from handle_world import Entry
from sphinx_projects import Build, MakeProject

from mdlint_doi.formats.rst.role_argument import role_for
from mdlint_doi.names.doi import parse

DESIGN = """
    from docutils import nodes
    from docutils.parsers.rst import Directive, directives


    class Card(Directive):
        has_content = True
        optional_arguments = 1
        final_argument_whitespace = True
        option_spec = {"link": directives.uri, "color": directives.unchanged}

        def run(self):
            target = self.options.get("link") or self.arguments[0]
            node = nodes.paragraph()
            node += nodes.reference("", "Text", refuri=target)
            return [node]


    def badge(name, raw, text, line, inliner, options=None, content=()):
        return [nodes.reference(raw, text.partition(" <")[0], refuri=text[:-1].split("<")[-1])], []


    def setup(app):
        app.add_directive("grid-item-card", Card)
        app.add_directive("button-link", Card)
        app.add_role("bdg-link-primary", badge)
"""
CONF = """
    import os
    import sys

    sys.path.insert(0, os.path.dirname(__file__))
    extensions = ["sphinx_doi", "myst_parser", "small_design"]
    myst_enable_extensions = ["colon_fence"]
"""
FILES = {"conf.py": CONF, "small_design.py": DESIGN, "a.svg": "<svg/>"}


def advised(build: Build) -> dict[str, str]:
    """What each link's line of the log tells to write, by the link's DOI; empty if nothing."""
    found = {}
    sources = build.app.srcdir
    for warning in build.warnings:
        match = re.match(r"(\S+?):(\d+): WARNING: DOI20[12] .*?(?:or write (.*))? \[doi", warning)
        if match:
            line = (sources / match[1]).read_text().splitlines()[int(match[2]) - 1]
            name = re.search(r"10\.1000/[\w-]+", line)
            assert name, warning
            found[name[0]] = match[3] or ""
    return found


def test_a_title_over_two_lines_is_told_in_one() -> None:
    """A message of the log is one line, whatever the link's text is."""
    assert role_for(parse("10.1000/182"), "two\n  lines", "rst") == ":doi:`two lines <10.1000/182>`"


def test_no_role_where_none_can_stand_in_rst(project: MakeProject) -> None:
    """Options and arguments of directives, and other roles, take an address only."""
    page = """
        .. figure:: a.svg
           :alt: a
           :target: http://dx.doi.org/10.1000/figure

        .. |badge| image:: a.svg
           :target: http://dx.doi.org/10.1000/badge

        |badge|

        .. grid-item-card:: Title
           :link: http://dx.doi.org/10.1000/card

           See `text <http://dx.doi.org/10.1000/no-card>`__.

        .. button-link:: http://dx.doi.org/10.1000/button
           :color: primary

        And :bdg-link-primary:`a badge <http://dx.doi.org/10.1000/role>`

        :Source: http://dx.doi.org/10.1000/field

        .. note:: http://dx.doi.org/10.1000/note

        Then `text <http://dx.doi.org/10.1000/text>`__
    """
    assert advised(project(FILES | {"index.rst": page}).build()) == {
        "10.1000/figure": "",
        "10.1000/no-card": ":doi:`text <10.1000/no-card>`",
        "10.1000/badge": "",
        "10.1000/card": "",
        "10.1000/button": "",
        "10.1000/role": "",
        "10.1000/field": ":doi:`10.1000/field`",
        "10.1000/note": ":doi:`10.1000/note`",
        "10.1000/text": ":doi:`text <10.1000/text>`",
    }


def test_no_role_where_none_can_stand_in_myst(project: MakeProject) -> None:
    """The same holds in MyST, whose `eval-rst` has the roles of rST."""
    page = """
        # P

        [![b](a.svg)](http://dx.doi.org/10.1000/badge)

        ```{figure} a.svg
        :target: http://dx.doi.org/10.1000/figure
        ```

        :::{grid-item-card} T
        :link: http://dx.doi.org/10.1000/card

        text
        :::

        ```{image} a.svg
        ---
        target: http://dx.doi.org/10.1000/yaml
        ---
        ```

        ```{button-link} http://dx.doi.org/10.1000/button
        ```

        And {bdg-link-primary}`a badge <http://dx.doi.org/10.1000/role>`.

        ```{eval-rst}
        See `x <http://dx.doi.org/10.1000/rst>`__.

        .. image:: a.svg
           :target: http://dx.doi.org/10.1000/rst-image
        ```

        :::{note}
        A [text](http://dx.doi.org/10.1000/text)
        :::

        An <http://dx.doi.org/10.1000/auto>
    """
    found = advised(project(FILES | {"index.md": page}).build())
    assert {name: role for name, role in found.items() if role} == {
        "10.1000/rst": ":doi:`x <10.1000/rst>`",
        "10.1000/text": "{doi}`text <10.1000/text>`",
        "10.1000/auto": "{doi}`10.1000/auto`",
    }
    assert {"10.1000/badge", "10.1000/figure", "10.1000/card"} <= found.keys()


def test_no_role_for_a_name_that_is_wrong(
    project: MakeProject, handle_server: HandleServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A role would repeat a name that is not registered, deleted or another's alias."""
    monkeypatch.delenv("MDLINT_DOI_DEPTH")
    states = {"ok": "ok", "gone": "missing", "dead": "deleted", "other": "alias:10.1000/ok"}
    for name, state in states.items():
        handle_server.world.entries[f"10.1000/{name}"] = Entry(state)
    page = "\n\n".join(f"`t <http://doi.org/10.1000/{name}>`__" for name in states)
    made = project({"conf.py": 'extensions = ["sphinx_doi"]', "index.rst": f"{page}\n"})
    build = made.build(doi_check="online", doi_server=handle_server.url, doi_depth="records")
    told = {
        name: any(
            f"/{name} " in warning or f"{name}>`" in warning
            for warning in build.warnings
            if "or write" in warning
        )
        for name in states
    }
    assert len(build.warnings) == 7
    assert told == {"ok": True, "gone": False, "dead": False, "other": False}
    assert "1 DOI link " in build.status
    assert ":doi:`t <10.1000/ok>`" in build.status


def test_no_role_where_text_and_link_name_two_dois(project: MakeProject) -> None:
    """Which of the two is meant nobody knows (DOI208): a role would settle it by chance."""
    page = "`10.1000/1 <http://doi.org/10.1000/2>`_ `10.1000/3 <https://doi.org/10.1000/4>`_\n"
    build = project({"index.rst": page}).build()
    assert ["DOI208" in warning for warning in build.warnings] == [True, False, True]
    assert not any("or write" in warning for warning in build.warnings)
    assert ":doi:`" not in build.status


LINKS = "`x <http://doi.org/10.1000/{0}>`_ `y <https://doi.org/10.1000/{0}-b>`_\n"


@pytest.mark.filterwarnings("ignore:.*app' is deprecated")  # MyST's `include` uses it
def test_no_role_in_a_file_beside_the_source_folder(
    project: MakeProject, handle_server: HandleServer
) -> None:
    """PyPI and GitHub show README.rst and README.md, too, and know no role of Sphinx."""
    parts = "".join(
        f".. include:: {name}\n\n" for name in ("part.txt", "../README.rst", "linked.rst")
    )
    files = {
        "conf.py": """
            import os, sys
            sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "pkg"))
            extensions = ["sphinx_doi", "myst_parser", "sphinx.ext.autodoc"]
            exclude_patterns = ["linked.rst"]
            """,
        "index.rst": f"{LINKS.format('page')}\n{parts}.. autofunction:: advised_mod.f\n",
        "page.md": ":orphan:\n\n```{include} ../README.md\n```\n",
        "part.txt": LINKS.format("part"),
        "../README.rst": LINKS.format("rst"),
        "../linked.rst": LINKS.format("linked"),
        "../README.md": "[x](http://doi.org/10.1000/md) [y](https://doi.org/10.1000/md-b)\n",
        "../pkg/advised_mod.py": f'def f():\n    """{LINKS.format("code").strip()}"""\n',
    }
    made = project(files)
    (made.folder / "linked.rst").symlink_to("../linked.rst")
    build = made.build(verbosity=1)
    _assert_advised(build, "page part code", build.status)
    for name in ("page", "part", "code", "rst", "linked", "md"):
        handle_server.add(f"10.1000/{name}")
        handle_server.add(f"10.1000/{name}-b")
    build = made.build("doi", doi_server=handle_server.url, doi_depth="registration")
    _assert_advised(build, "page part code", build.text("output.txt"))


def _assert_advised(build: Build, names: str, text: str) -> None:
    """Roles are advised in the warnings, and in the list, of some names alone."""
    warned = "\n".join(warning for warning in build.warnings if "DOI201" in warning)
    assert warned.count("DOI201") == 6
    told = re.findall(r"or write :doi:`x <10\.1000/(\w+)>`", warned)
    assert sorted(told) == sorted(names.split())
    found = re.findall(r"could be written as :doi:`y <10\.1000/(\w+)-b>`", text)
    assert sorted(found) == sorted(names.split())
