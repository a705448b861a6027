"""Programs that write text into pages: what they wrote is reported where it was written.

`python tests/compat/sphinx_versions.py programs` installs them; else their tests are skipped.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from handle_server import HandleServer
from sphinx_projects import Build, MakeProject

from sphinx_doi.page.origins import WRITERS

pytestmark = pytest.mark.filterwarnings("ignore")  # what these programs still use

OLD = "http://dx.doi.org/10.1000"
SICI = "https://doi.org/10.1175/1520-0493(1972)100<0081:OTAOSH>2.3.CO;2"
BUILDERS = ["html", "doi"]


def places(build: Build) -> list[str]:
    """The places of the warnings, without the object of a docstring and the rule."""
    found = {
        f"{place.partition(':')[0]}:{place.rpartition(' ')[0].rpartition(':')[2]}"
        for place in build.places
    }
    return sorted(found)


def conf(*names: str, **settings: object) -> str:
    """A conf.py with these extensions and settings."""
    lines = [f"{name} = {value!r}" for name, value in settings.items()]
    return "\n".join([f"extensions = {['sphinx_doi', *names]}", *lines, ""])


PACKAGE = f'''
    """A package {OLD}/module"""


    class C:
        """A class {OLD}/class."""

        def m(self):
            """Do.

            See `x <{OLD}/method>`_.
            """


    VALUE = 1
    """A value {OLD}/value"""
    '''


@pytest.mark.parametrize("builder", BUILDERS)
def test_autoapi(project: MakeProject, handle_server: HandleServer, builder: str) -> None:
    """Docstrings are in the modules, which are not imported; the generated pages are gone."""
    pytest.importorskip("autoapi")
    files = {
        "conf.py": conf("autoapi.extension", autoapi_dirs=["src"]),
        "index.rst": f"T\n=\n\n{OLD}/page\n\n.. toctree::\n\n   autoapi/index\n",
        "src/pkg/__init__.py": PACKAGE,
        "src/pkg/sub.py": f'def f():\n    """F {OLD}/f"""\n',
    }
    build = project(files).build(builder, doi_server=handle_server.url, doi_select=["DOI201"])
    modules = [f"src/pkg/__init__.py:{line}" for line in (1, 10, 15, 5)]
    assert places(build) == ["index.rst:4", *modules, "src/pkg/sub.py:2"]


HEADER = f"""
    /** One. \\verbatim embed:rst
     See `x <{OLD}/verbatim>`_.
     \\endverbatim */
    int one(int a);

    /** Two. See {OLD}/link */
    int two(int a);
    """
MEMBER = """
      <memberdef kind="function" id="{id}" prot="public" static="no">
        <type>int</type><definition>int {name}</definition><argsstring>(int a)</argsstring>
        <name>{name}</name><param><type>int</type><declname>a</declname></param>
        <briefdescription><para>{text}</para></briefdescription>
        <detaileddescription></detaileddescription>
        <location file="{path}" line="{line}" column="5" declfile="{path}" declline="{line}"/>
      </memberdef>"""
DIRECTIVE = ".. doxygenfunction:: {}\n\n"
XML = '<?xml version="1.0"?>\n<doxygen version="1.9.8">{}</doxygen>\n'


def doxygen(path: str) -> dict[str, str]:
    """What Doxygen writes about the header."""
    texts = {
        "one": f"One. <verbatim>embed:rst\nSee `x &lt;{OLD}/verbatim&gt;`_.\n</verbatim>",
        "two": f'Two. See <ulink url="{OLD}/link">{OLD}/link</ulink>',
    }
    lines = {"one": 4, "two": 7}
    members = "".join(
        MEMBER.format(id=f"a_8h_1{name}", name=name, text=text, path=path, line=lines[name])
        for name, text in texts.items()
    )
    listed = "".join(
        f'<member refid="a_8h_1{name}" kind="function"><name>{name}</name></member>'
        for name in texts
    )
    file = (
        '<compounddef id="a_8h" kind="file"><compoundname>a.h</compoundname>'
        f'<sectiondef kind="func">{members}</sectiondef><location file="{path}"/></compounddef>'
    )
    index = f'<compound refid="a_8h" kind="file"><name>a.h</name>{listed}</compound>'
    return {
        "xml/a_8h.xml": XML.format(file),
        "xml/index.xml": XML.replace("doxygen", "doxygenindex").format(index),
    }


@pytest.mark.parametrize("builder", BUILDERS)
def test_breathe(project: MakeProject, handle_server: HandleServer, builder: str) -> None:
    """Doxygen's XML states the file of each comment."""
    pytest.importorskip("breathe")
    files = {
        "conf.py": conf("breathe", breathe_projects={"p": "xml"}, breathe_default_project="p"),
        "index.rst": f"T\n=\n\n{OLD}/page\n\n{''.join(map(DIRECTIVE.format, ('one', 'two')))}",
        "src/a.h": HEADER,
        **doxygen("src/a.h"),
    }
    build = project(files).build(builder, doi_server=handle_server.url, doi_select=["DOI201"])
    assert places(build) == ["index.rst:4", "src/a.h:2", "src/a.h:6"]


CLASSES = f"""
    namespace n {{

    /** A class. See {OLD}/class */
    class C {{
     public:
      /** First. See {OLD}/same */
      int first(int a);

      /** Second. See {OLD}/same */
      int second(int a);
    }};

    /** Another class. See {OLD}/class */
    class D {{}};

    }}
    """
CLASS = """
    <compounddef id="classn_1_1{name}" kind="class" language="C++" prot="public">
    <compoundname>n::{name}</compoundname><sectiondef kind="public-func">{members}</sectiondef>
    <detaileddescription><para>{text}</para></detaileddescription>
    <location file="src/n.h" line="{line}" column="1" bodyfile="src/n.h" bodystart="{line}"/>
    </compounddef>"""
LISTED = """
    <compound refid="classn_1_1{name}" kind="class"><name>n::{name}</name>{members}</compound>"""


@pytest.mark.parametrize("builder", BUILDERS)
def test_breathe_in_a_namespace(
    project: MakeProject, handle_server: HandleServer, builder: str
) -> None:
    """A class in a namespace has its comment in the header, above its own declaration."""
    pytest.importorskip("breathe")
    link = f'See <ulink url="{OLD}/{{0}}">{OLD}/{{0}}</ulink>'
    members = {f"classn_1_1C_1a{at}": (name, at) for name, at in (("first", 7), ("second", 10))}
    described = "".join(
        MEMBER.format(id=refid, name=name, text=link.format("same"), path="src/n.h", line=line)
        for refid, (name, line) in members.items()
    )
    listed = "".join(
        f'<member refid="{refid}" kind="function"><name>{name}</name></member>'
        for refid, (name, _) in members.items()
    )
    compounds = {"C": (described, 4), "D": ("", 14)}
    index = "".join(
        LISTED.format(name=name, members=listed if name == "C" else "") for name in compounds
    )
    files = {
        "conf.py": conf("breathe", breathe_projects={"p": "xml"}, breathe_default_project="p"),
        "index.rst": "T\n=\n\n.. toctree::\n\n   d\n\n.. doxygenfunction:: n::C::second\n",
        "d.rst": "D\n=\n\n.. doxygenclass:: n::D\n",
        "src/n.h": CLASSES,
        "xml/index.xml": XML.replace("doxygen", "doxygenindex").format(index),
        **{
            f"xml/classn_1_1{name}.xml": XML.format(
                CLASS.format(name=name, members=inner, text=link.format("class"), line=line)
            )
            for name, (inner, line) in compounds.items()
        },
    }
    build = project(files).build(builder, doi_server=handle_server.url, doi_select=["DOI201"])
    assert places(build) == ["src/n.h:13", "src/n.h:9"]


def notebook(*cells: str) -> str:
    """A notebook of Markdown cells."""
    made = [{"cell_type": "markdown", "metadata": {}, "source": [cell]} for cell in cells]
    return json.dumps({"cells": made, "metadata": {}, "nbformat": 4, "nbformat_minor": 4}, indent=1)


def test_nbsphinx(project: MakeProject) -> None:
    """A link of the prolog of all notebooks is reported once, in conf.py."""
    pytest.importorskip("nbsphinx")
    if shutil.which("pandoc") is None:
        pandoc = pytest.importorskip("pypandoc").get_pandoc_path()
        os.environ["PATH"] = f"{Path(pandoc).parent}{os.pathsep}{os.environ['PATH']}"
    settings = {"nbsphinx_execute": "never", "source_suffix": {".ipynb": "jupyter_notebook"}}
    text = conf("nbsphinx", **settings) + f'nbsphinx_prolog = """\nCite {OLD}/prolog\n"""\n'
    text += (
        f'base = "{OLD}"\nnbsphinx_epilog = f"`{{{{{{{{ env.docname }}}}}}}} <{{base}}/epilog>`_"\n'
    )
    files = {
        "conf.py": text,
        "index.ipynb": notebook("# T", f"[x]({OLD}/cell)"),
        "b.ipynb": notebook("# B"),
    }
    build = project(files).build(doi_select=["DOI201"])
    assert places(build) == ["conf.py:5", "conf.py:8", "index.ipynb:14"]


@pytest.mark.parametrize("builder", BUILDERS)
def test_sphinx_needs(project: MakeProject, handle_server: HandleServer, builder: str) -> None:
    """Its links are made after reading: their addresses are right, and the builder reports them."""
    pytest.importorskip("sphinx_needs")
    link = {
        "regex": "^(?P<value>.*)$",
        "link_url": f"{OLD[:-7]}{{{{value}}}}",
        "link_name": "p",
        "options": ["paper"],
    }
    settings = {
        "needs_string_links": {"doi": link},
        "needs_fields": {"paper": {"description": "", "default": ""}},
    }
    page = f"T\n=\n\n.. req:: A\n   :id: REQ_001\n   :paper: 10.1000/needs\n\n   Text {OLD}/in\n"
    build = project({"conf.py": conf("sphinx_needs", **settings), "index.rst": page}).build(
        builder, doi_server=handle_server.url, doi_select=["DOI201"]
    )
    late = ["index.rst:6"] if builder == "doi" else []
    assert places(build) == [*late, "index.rst:8"]
    if builder == "html":
        assert ("p", "https://doi.org/10.1000/needs") in build.links()


@pytest.mark.parametrize("builder", BUILDERS)
def test_external_toc(project: MakeProject, handle_server: HandleServer, builder: str) -> None:
    """Its tables of contents are in `_toc.yml`."""
    pytest.importorskip("sphinx_external_toc")
    toc = f"""
        root: index
        subtrees:
        - entries:
          - url: {OLD}/toc
            title: Paper
          - url: "{SICI}"
          - file: a
        """
    files = {
        "conf.py": conf("sphinx_external_toc", external_toc_path="_toc.yml"),
        "_toc.yml": toc,
        "index.rst": "T\n=\n",
        "a.rst": f"A\n=\n\n{OLD}/a\n",
    }
    build = project(files).build(builder, doi_server=handle_server.url, doi_ignore=["DOI9"])
    assert places(build) == ["_toc.yml:4", "_toc.yml:6", "a.rst:4"]
    assert "[doi.broken-markup]" not in build.warning


def test_ablog(project: MakeProject) -> None:
    """An excerpt in a list of posts is a copy of the post."""
    pytest.importorskip("ablog")
    post = f".. post:: Jan 1, 2020\n   :excerpt: 1\n\nPost\n====\n\nSee {OLD}/post\n"
    settings = {"blog_baseurl": "https://example.org"}
    files = {
        "conf.py": conf("ablog", **settings),
        "index.rst": "T\n=\n\n.. postlist::\n   :excerpts:\n",
        "p.rst": post,
    }
    build = project(files).build(suppress_warnings=["toc"])
    assert places(build) == ["p.rst:7"]
    assert 'dx.doi.org/10.1000/post"' not in build.text("index.html")


def test_jupyter_book(tmp_path: Path) -> None:
    """Jupyter Book 1 has its settings in `_config.yml` and its table of contents in `_toc.yml`."""
    pytest.importorskip("jupyter_book.sphinx")
    files = {
        "_config.yml": BOOK,
        "_toc.yml": f"format: jb-book\nroot: a\nchapters:\n- url: {OLD}/toc\n  title: P\n",
        "a.md": f"# A\n\n[]({OLD}/a) [](https://doi.org/10.1000/b)\n\n```{{doi-references}}\n```\n",
        "r.json": '{"version": 1, "records": {}, "works": {"10.1000/b": {"outcome": "work",'
        ' "people": [["Noether", "E."]], "years": [1918]}}}',
    }
    for name, text in files.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    code = "import sys; from jupyter_book.cli.main import main; main(sys.argv[1:])"
    command = [sys.executable, "-c", code, "build", str(tmp_path), "-q"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    found = re.findall(rf"{tmp_path}/(\S+:\d+): WARNING: (DOI201|no work)", done.stderr)
    assert found == [("_config.yml:7", "no work"), ("_toc.yml:4", "DOI201"), ("a.md:3", "DOI201")]
    page = (tmp_path / "_build" / "html" / "a.html").read_text(encoding="utf-8")
    assert page.count(">Noether (1918)</a>") == 1
    assert "https://doi.org/10.1000/toc" in page
    assert "dx.doi.org" not in page


BOOK = """
execute:
  execute_notebooks: "off"
sphinx:
  extra_extensions: [sphinx_doi]
  config:
    doi_text: citation
    doi_records: r.json
"""
HOOK = f"""
    from docutils import nodes
    from docutils.parsers.rst import Directive

    extensions = ["sphinx_doi"]
    base = "{OLD[:-3]}"

    class Table(Directive):
        def run(self):
            link = nodes.reference("", "x", refuri=base + "000/table")
            return [nodes.paragraph("", "", link, classes=["mine"])]

    def place(app, node):
        if "mine" in node.parent.get("classes", ()):
            return ANSWER
        return None

    def setup(app):
        app.add_directive("mine", Table)
        app.connect("doi-origin", place)
    """


@pytest.mark.parametrize(
    ("answer", "found"),
    [
        ('app.srcdir / "table.yml", 2', "table.yml:3"),
        ('str(app.srcdir / "none.yml"), 12', "index.rst:8"),
        ("None", "index.rst:8"),
        ('"nonsense"', "index.rst:8"),
    ],
)
def test_an_extension_answers_for_itself(project: MakeProject, answer: str, found: str) -> None:
    """A handler of `doi-origin` states the file; else the page and its nearest line are named."""
    files = {
        "conf.py": HOOK.replace("ANSWER", answer),
        "index.rst": "T\n=\n\nText\n\nAnd more.\n\n.. mine::\n",
        "table.yml": f"a: 1\nb: 2\nlink: {OLD}/table\n",
    }
    assert places(project(files).build()) == [found]


def test_each_row_has_a_name_of_its_own() -> None:
    """The table tells who writes what."""
    names = [writer.name for writer in WRITERS]
    assert len({*names}) == len(names) == len({writer.place for writer in WRITERS})
