from __future__ import annotations

import re

from handle_server import HandleServer
from sphinx_projects import MakeProject

from mdlint_doi.formats.rst.format import read
from mdlint_doi.lint.selection import RunFacts
from mdlint_doi.lint.settings import Settings
from mdlint_doi.text.source import Source
from sphinx_doi.checks.notes import judged
from sphinx_doi.page.origins import Origin

OLD = "http://dx.doi.org/10.1000"


def test_an_epilog_is_told_once(project: MakeProject) -> None:
    """What `rst_epilog` says is told once, at its own line, however many pages have it."""
    epilog = f"`a <{OLD}/a>`__\n\n.. _named: {OLD}/named\n"
    made = project({"index.rst": "P\n=\n", "b.rst": ":orphan:\n\nLong\n\nlong\n\n`named`_\n"})
    places = [re.sub("ue>", ">", place) for place in made.build(rst_epilog=epilog).places]
    assert places == ["<rst_epilog>:1 unusual-address", "<rst_epilog>:3 unusual-address"]


def test_what_no_file_holds_is_not_fixed() -> None:
    """A place in a text that `conf.py` puts in is no place in a file: a fix would harm one."""
    source = Source("page.rst", f"`a <{OLD}/1>`__")
    document = read(source, Settings())
    for in_file in (True, False):
        found = judged(Origin("/page.rst", in_file=in_file), document, RunFacts()).findings
        assert {finding.code for finding in found} == {"DOI201"}
        assert all((finding.fix is not None) == in_file for finding in found)


CATALOG = f"""\
msgid ""
msgstr ""
"Content-Type: text/plain; charset=UTF-8\\n"

#: ../../index.rst:4
msgid "Here `x <https://doi.org/10.1000/1>`__ stands."
msgstr ""
"Hier steht \\"x\\", das ist "
"`x <{OLD}/1>`__."

msgid "Both `y <{OLD}/2>`__ are."
msgstr "Beide `y <{OLD}/2>`__ sind."

msgid "MD [x](https://doi.org/10.1000/3)"
msgstr "Auch [x]({OLD}/3)"
"""


def test_translations_are_told_at_the_catalog(project: MakeProject) -> None:
    """A fault of a translation is in the `.po` file, on the line that holds it; rST and MyST."""
    files = {
        "index.rst": (
            "P\n=\n\nHere `x <https://doi.org/10.1000/1>`__ stands.\n\n"
            f"Both `y <{OLD}/2>`__ are.\n\nNot `z <{OLD}/4>`__ yet.\n"
        ),
        "md.md": "---\norphan: true\n---\n# M\n\nMD [x](https://doi.org/10.1000/3)\n",
    }
    files |= {f"locale/de/LC_MESSAGES/{name}.po": CATALOG for name in ("index", "md")}
    build = project(files, "myst_parser").build(language="de", locale_dirs=["locale"])
    assert sorted(build.places) == [
        "index.rst:8 unusual-address",
        "locale/de/LC_MESSAGES/index.po:12 unusual-address",
        "locale/de/LC_MESSAGES/index.po:9 unusual-address",
        "locale/de/LC_MESSAGES/md.po:15 unusual-address",
    ]
    assert [
        warning for warning in build.warnings if ".po" in warning and "or write" in warning
    ] == []


def test_substitutions_of_myst_have_their_line(project: MakeProject) -> None:
    """A substitution is told where it is defined: once in `conf.py`, or in the page."""
    page = f"""
        ---
        myst:
          substitutions:
            own: '[x]({OLD}/own)'
        ---
        # P

        Use {{{{ own }}}} and
        then {{{{ conf }}}}.

        Again {{{{ conf }}}}
    """
    conf = f"""
        extensions = ["sphinx_doi", "myst_parser"]
        myst_enable_extensions = ["substitution"]
        number = 182

        myst_substitutions = {{
            "conf": "[c]({OLD}/conf)",
            "computed": f"[c]({OLD}/{{number}})",
        }}
        """
    page += "\n        Last {{ computed }}.\n"
    files = {"index.md": page, "b.md": "---\norphan: true\n---\n# B\n\n{{ conf }}\n"}
    build = project({"conf.py": conf, **files}).build()
    assert sorted(build.places) == [
        "conf.py:5 unusual-address",
        "conf.py:6 unusual-address",
        "index.md:4 unusual-address",
    ]


OUTPUT = """
    from docutils import nodes
    from docutils.parsers.rst import Directive


    class Output(Directive):
        has_content = True
        required_arguments = 1

        def run(self):
            node = nodes.container(classes=[*self.arguments, "docutils"])
            for at, line in enumerate(self.content):
                self.content[at] = line.replace("OLD", "http://dx.doi" + ".org/10.1000")
            self.state.nested_parse(self.content, self.content_offset, node)
            return [node]


    def setup(app):
        app.add_directive("output", Output)
"""


def test_outputs_of_notebooks_are_not_the_authors(project: MakeProject) -> None:
    """What a cell printed is no finding, in the markup of each of the extensions."""
    page = f"""
        .. output:: cell_output

           `a <OLD/a>`__

        .. output:: nboutput

           .. raw:: html

              <a href="OLD/html">x</a>

        .. output:: output_area

           `c <OLD/c>`__

        .. container:: cell

           `b <{OLD}/b>`__
    """
    conf = """
        import os
        import sys

        sys.path.insert(0, os.path.dirname(__file__))
        extensions = ["sphinx_doi", "small_output"]
    """
    made = project({"conf.py": conf, "small_output.py": OUTPUT, "index.rst": page})
    assert made.build().places == ["index.rst:17 unusual-address"]


def test_an_old_address_of_extlinks_is_told_at_conf_py(
    project: MakeProject, handle_server: HandleServer
) -> None:
    """One fault of `conf.py`, once; what the pages name is asked, and told there."""
    conf = """
        extensions = ["sphinx_doi", "sphinx.ext.extlinks"]
        extlinks = {
            "other": ("https://example.org/%s", "%s"),
            "paper": ("http://dx.doi.org/%s", "P %s"),
            "data": ("https://dx.doi.org/10.5281/zenodo.%s", "D %s"),
        }
    """
    page = (
        "\nSee :paper:`10.1000/1`, :paper:`t <10.1000/2>`,\n:data:`123` and :paper:`10.1000/1`.\n"
    )
    made = project({"conf.py": conf, "index.rst": f"P\n=\n{page}", "b.rst": f":orphan:\n{page}"})
    at_conf = ["conf.py:4 unusual-address", "conf.py:5 unusual-address"]
    build = made.build()
    assert build.places == at_conf
    assert ":doi:`" not in build.status
    for name in ("10.1000/1", "10.5281/zenodo.123"):
        handle_server.add(name)
    build = made.build("doi", doi_server=handle_server.url)
    assert sorted(build.places) == [
        "b.rst:3 not-registered",
        *at_conf,
        "index.rst:4 not-registered",
    ]
    assert "10.1000/182" not in handle_server.seen.names
    assert {finding["path"].rpartition("/")[2] for finding in build.findings()} == {
        "b.rst", "conf.py", "index.rst"
    }  # fmt: skip


def test_an_address_of_extlinks_is_told_in_extlinks(project: MakeProject) -> None:
    """The same address in a comment or in a setting above is not the place of the fault."""
    conf = """
        # See http://dx.doi.org/ for DOIs.
        extensions = ["sphinx_doi", "sphinx.ext.extlinks"]
        html_context = {"resolver": "http://dx.doi.org/"}
        extlinks = {
            "paper": ("http://dx.doi.org/%s", "P %s"),
        }
    """
    build = project({"conf.py": conf, "index.rst": "P\n=\n"}).build()
    assert build.places == ["conf.py:5 unusual-address"]


def test_an_address_of_extlinks_is_told_at_its_whole_text(project: MakeProject) -> None:
    """A longer address above it that begins with the same text is not its place."""
    conf = """
        extensions = ["sphinx_doi", "sphinx.ext.extlinks"]
        extlinks = {
            "data": ("https://dx.doi.org/10.5281/zenodo.%s", "D %s"),
            "paper": ("https://dx.doi.org/%s", "P %s"),
        }
    """
    build = project({"conf.py": conf, "index.rst": "P\n=\n"}).build()
    assert build.places == ["conf.py:3 unusual-address", "conf.py:4 unusual-address"]


def test_a_role_of_extlinks_is_a_place_of_its_own(project: MakeProject) -> None:
    """It is asked and told there, though another line has the same link written out."""
    conf = """
        extensions = ["sphinx_doi", "sphinx.ext.extlinks"]
        extlinks = {"paper": ("https://doi.org/%s", "P %s")}
    """
    page = "P\n=\n\nSee https://doi.org/10.5555/12345678.\n\nAnd :paper:`10.5555/12345678`.\n"
    build = project({"conf.py": conf, "index.rst": page}).build(doi_check="offline")
    assert {place.partition(" ")[0] for place in build.places} == {"index.rst:4", "index.rst:6"}
