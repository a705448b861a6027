from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from handle_server import HandleServer
from sphinx_projects import Build, MakeProject

# What these extensions still use of Sphinx.
pytestmark = [
    pytest.mark.filterwarnings("ignore::Warning:sphinx.ext.napoleon.docstring"),
    pytest.mark.filterwarnings("ignore::Warning:myst_parser.mocking"),
]

_NAME = re.compile(r"10\.1000/(?:rst|md|py|bib)[\w*-]+")
_NO_FILE = {"10.1000/rst-epilog", "10.1000/md-configured", "10.1000/md-configured-role"}


def written(folder: Path) -> dict[str, list[tuple[str, int]]]:
    """Where each name stands in the sources, escapes and line breaks undone."""
    found: dict[str, list[tuple[str, int]]] = {}
    for path in sorted(folder.rglob("*")):
        if path.suffix in {".rst", ".md", ".py", ".bib", ".csv"} and path.name != "conf.py":
            text = path.read_text(encoding="utf-8")
            text = text.replace("rst-\n   named-two-lines", "rst-named-two-lines\n")
            text = text.replace("\\", "")
            for match in _NAME.finditer(text):
                line = text.count("\n", 0, match.start()) + 1
                found.setdefault(match[0], []).append((path.relative_to(folder).as_posix(), line))
    return found


@pytest.fixture
def build(
    project: MakeProject, handle_server: HandleServer, monkeypatch: pytest.MonkeyPatch
) -> Build:
    """The findings of the project with one defect in each kind of place."""
    made = project("places")
    monkeypatch.chdir(made.folder)
    return made.build("doi", doi_select=["DOI201", "DOI501"], doi_server=handle_server.url)


def test_every_place_is_found_where_it_stands(build: Build) -> None:
    """Each occurrence has one finding, in its own file, at its own line and column."""
    expected = {
        (name, *place)
        for name, places in written(Path(build.app.srcdir)).items()
        for place in places
        if not name.endswith(("left-alone", "left-out"))
    }
    found = [finding for finding in build.findings() if finding["doi"] not in _NO_FILE]
    places = {(finding["doi"], finding["path"], finding["line"]) for finding in found}
    assert sorted(places ^ expected) == []
    assert len(found) == len(expected)


def test_columns_and_edits_point_at_the_defect(build: Build) -> None:
    """What a finding underlines, and what its fix takes out, is the defect itself."""
    for finding in build.findings():
        if finding["doi"] in _NO_FILE:
            assert finding["fix"] is None
            continue
        text = (Path(build.app.srcdir) / finding["path"]).read_text(encoding="utf-8")
        whole = "http://dx.doi.org/"
        defects = {
            "DOI201": {"http://dx.doi.org", "dx.doi.org", "https://doi.org/"},
            "DOI501": {whole},
        }
        line = text.splitlines()[finding["line"] - 1]
        underlined = line[finding["column"] - 1 : finding["end_column"] - 1]
        assert underlined in defects[finding["code"]], finding
        edit = finding["fix"]["edits"][0]
        taken = text[edit["start"] : edit["end"]].removesuffix("10.1000/bib-field")
        assert taken in {
            "http://dx.doi.org",
            "dx.doi.org",
            "http://dx.",
            "dx.",
            "https://doi.org/",
            whole,
        }


def test_what_no_file_holds_is_named_after_docutils(build: Build) -> None:
    """A link of `rst_epilog` has no file; it is reported under the name that docutils gives."""
    finding = next(
        finding for finding in build.findings() if finding["doi"] == "10.1000/rst-epilog"
    )
    assert finding["path"] in {"<rst_epilog>", "<rst_epilogue>"}


def test_what_conf_py_puts_in_is_reported_there(build: Build) -> None:
    """Two substitutions of `conf.py` are two findings at their lines."""
    found = [finding for finding in build.findings() if "md-configured" in finding["doi"]]
    assert sorted((finding["code"], finding["doi"], finding["path"]) for finding in found) == [
        ("DOI201", "10.1000/md-configured", "conf.py"),
        ("DOI201", "10.1000/md-configured-role", "conf.py"),
    ]


def test_docstrings_name_module_line_and_object(project: MakeProject) -> None:
    """The location is Sphinx's for docstrings, with the line of the module."""
    build = project("places").build(doi_select=["DOI201"])
    names = [place.removesuffix(" unusual-address") for place in build.places]
    assert sorted(name for name in names if "docstring" in name) == [
        "pkg/__init__.py:docstring of pkg.Class.method:28",
        "pkg/__init__.py:docstring of pkg.Class.method:30",
        "pkg/__init__.py:docstring of pkg.Class:21",
        "pkg/__init__.py:docstring of pkg.Class:24",
        "pkg/__init__.py:docstring of pkg.VARIABLE:34",
        "pkg/__init__.py:docstring of pkg.function:10",
        "pkg/__init__.py:docstring of pkg.function:13",
        "pkg/__init__.py:docstring of pkg.function:16",
        "pkg/__init__.py:docstring of pkg.function:9",
        "pkg/__init__.py:docstring of pkg:1",
    ]


def test_an_inherited_docstring_has_no_line(project: MakeProject) -> None:
    """Where the module's file does not hold the text, no line is made up."""
    files = {
        "index.rst": ".. automodule:: mod\n   :members:\n",
        "conf.py": """
            import os
            import sys

            sys.path.insert(0, os.path.dirname(__file__))
            extensions = ["sphinx_doi", "sphinx.ext.autodoc"]
            """,
        "mod.py": """
            def made():
                ""

            made.__doc__ = "See :doi:`https://doi.org/10.1000/" + "made`."
            """,
    }
    build = project(files).build()
    assert build.places == ["mod.py:docstring of mod.made unusual-address"]


COMPILED = """
    import os
    import sys
    from importlib.machinery import EXTENSION_SUFFIXES
    from types import ModuleType

    extensions = ["sphinx_doi", "sphinx.ext.autodoc", "sphinx.ext.autosummary"]
    sys.path.insert(0, os.path.dirname(__file__))
    fast = sys.modules["fast"] = ModuleType("fast")
    fast.__file__ = os.path.join(os.path.dirname(__file__), "fast" + EXTENSION_SUFFIXES[0])


    def compiled():
        pass


    compiled.__module__ = "fast"
    compiled.__doc__ = "See https://dx.doi.org/" + "10.1000/compiled."
    fast.compiled = compiled
    """


def test_a_compiled_module(project: MakeProject) -> None:
    """Nobody can open it in an editor; a docstring is in the Cython file next to it."""
    files = {
        "conf.py": COMPILED,
        "index.rst": ".. autosummary::\n\n   fast.compiled\n\n.. autofunction:: fast.compiled\n",
        "fast.pyx": """
            cpdef compiled():
                "See https://dx.doi.org/10.1000/compiled."
            """,
    }
    build = project(files).build()
    assert build.places == ["fast.pyx:docstring of fast.compiled:2 unusual-address"]


def test_a_compiled_module_without_its_source(project: MakeProject) -> None:
    """Its docstring is not looked for in other modules of the page."""
    files = {
        "conf.py": COMPILED,
        "index.rst": ".. autofunction:: fast.compiled\n\n.. autofunction:: interpreted.f\n",
        "interpreted.py": """
            def f():
                "Not shown."

            def g():
                "See https://dx.doi.org/10.1000/compiled."
            """,
    }
    places = project(files).build().places
    assert [place.rpartition("docstring of ")[2] for place in places] == [
        "fast.compiled unusual-address"
    ]


def test_what_several_pages_show_of_a_docstring_is_told_once(
    project: MakeProject, handle_server: HandleServer
) -> None:
    """Tables of autosummary, inherited methods and todo lists repeat what a docstring says."""
    files = {
        "conf.py": """
            import os
            import sys

            sys.path.insert(0, os.path.dirname(__file__))
            extensions = ["sphinx_doi", "sphinx.ext.autosummary", "sphinx.ext.todo"]
            todo_include_todos = True
            """,
        "index.rst": """
            P
            =

            .. autosummary::
               :toctree: made
               :recursive:

               summed
               summed.function
               summed.Base
               summed.Child

            .. todolist::
            """,
        "summed/__init__.py": """
            '''A package :doi:`https://doi.org/10.1000/package`.'''
            from summed.inner import Base, Child, function
            """,
        "summed/inner.py": """
            def function():
                '''Does as :doi:`https://doi.org/10.1000/function` says.'''


            class Base:
                '''A base.

                .. todo:: :doi:`https://doi.org/10.1000/todo`
                '''

                def method(self):
                    '''A method :doi:`https://doi.org/10.1000/method`.'''


            class Child(Base):
                '''A child.'''
            """,
    }
    made = project(files)
    lines = [("__init__", 1), ("inner", 2), ("inner", 8), ("inner", 12)]
    expected = [(f"summed/{name}.py", line) for name, line in lines]
    found = [re.sub(r":docstring of .*?(?=:\d)", "", place) for place in made.build().places]
    assert sorted(found) == sorted(f"{name}:{line} unusual-address" for name, line in expected)
    build = made.build("doi", doi_select=["DOI201"], doi_server=handle_server.url)
    assert len(build.places) == len(expected)
    places = [
        (finding["path"].partition("source/")[2], finding["line"]) for finding in build.findings()
    ]
    assert places == expected


def test_substitutions_of_the_configuration_are_told_once(project: MakeProject) -> None:
    """What `rst_prolog` or `rst_epilog` defines is reported there, not at each use."""
    define = ".. |{0}| replace:: :doi:`https://doi.org/10.1000/{0}`"
    made = project({"index.rst": "|one| |two| |one|\n", "other.rst": ":orphan:\n\n|one|\n"})
    build = made.build(rst_prolog=define.format("one"), rst_epilog=define.format("two"))
    assert [re.sub("(log)ue", r"\1", place) for place in build.places] == [
        "<rst_epilog>:1 unusual-address",
        "<rst_prolog>:1 unusual-address",
    ]


def test_numpydoc(project: MakeProject) -> None:
    """Docstrings that numpydoc rewrites are found in the module."""
    files: dict[str, Any] = {
        "index.rst": ".. autofunction:: mod.function\n",
        "conf.py": """
            import os
            import sys

            sys.path.insert(0, os.path.dirname(__file__))
            extensions = ["sphinx_doi", "sphinx.ext.autodoc", "numpydoc"]
            """,
        "mod.py": '''
            def function(x):
                """Do.

                Parameters
                ----------
                x : int
                    As in :doi:`https://doi.org/10.1000/py-parameter`.

                References
                ----------
                .. [1] A paper, :doi:`https://doi.org/10.1000/py-reference`.
                """
            ''',
    }
    build = project(files).build()
    assert build.places == [
        "mod.py:docstring of mod.function:7 unusual-address",
        "mod.py:docstring of mod.function:11 unusual-address",
    ]


CUT = "10.1175/1520-0493(1972)100<0081:OTAOSH>2.3.CO;2"


def test_a_bare_url_that_docutils_cuts(project: MakeProject) -> None:
    """The whole name is reported, as visible in the source; a sound neighbour is not."""
    page = f"""
        Cut https://doi.org/{CUT} and
        sound (https://doi.org/10.1016/S0010-4655(00)00228-9), https://doi.org/10.1000/182.
        """
    build = project({"index.rst": page}).build()
    assert build.places == ["index.rst:1 broken-markup"]
    assert CUT in build.warnings[0]


def test_good_spellings_are_left_alone(project: MakeProject) -> None:
    """Canonical links, names and odd but sound DOIs raise no finding."""
    page = r"""
        :doi:`10.1002/(SICI)1096-8644(199808)106:4<483::AID-AJPA4>3.0.CO;2-K`
        :doi:`Title <10.1000/456#789>`
        `t <https://doi.org/10.1000/182>`_, https://doi.org/10.1000/182.
        `x <https://doi.org/10.1002/(SICI)1096%3C483::AID%3E3.0.CO;2-K>`__
        In prose doi:10.1000/182 and 10.1000/182, 25.10.2015/2137303, 10.0.0.0/8.
        `api <https://doi.org/api/handles/10.1000/182?type=URL>`__
        `page <https://www.doi.org/the-identifier/resources/>`__
        """
    build = project({"index.rst": page}).build()
    assert [warning for warning in build.warnings if "DOI201" not in warning] == []


def test_a_bare_doi_is_reported_once_in_a_paragraph(project: MakeProject) -> None:
    """The second of two equal ones needs no link, nor one that the paragraph links or a role."""
    page = """
        As 10.1000/1 says, and as 10.1000/1 says again.

        As 10.1000/2 says, see :doi:`10.1000/2`, and 10.1000/3 says, see https://doi.org/10.1000/3.

        Another paragraph has 10.1000/1.
        """
    build = project({"index.rst": page}).build(doi_select=["DOI209"])
    assert build.places == ["index.rst:1 unlinked-doi", "index.rst:5 unlinked-doi"]


def test_a_url_is_found_as_a_whole(project: MakeProject) -> None:
    """A longer one before it, in a literal or another link, is not taken for it; nothing is cut."""
    page = """
        Use ``https://doi.org/10.1371/x.g002``, not
        http://dx.doi.org/10.1371/x.

        Use ``http://dx.doi.org/10.1000/12``, ``see/http://dx.doi.org/10.1000/1`` or
        (http://dx.doi.org/10.1000/1).

        Say ``10.1000/77``, ``http://dx.doi.org/10.1000/7`` and not
        *doi:10.1000/7*, nor plain
        10.1000/7.

        Write ``<http://dx.doi.org/10.1000/9.5>`` and |nine|

        .. |nine| replace:: `nine
           <http://dx.doi.org/10.1000/9>`__
        """
    build = project({"index.rst": page}).build(doi_select=["DOI201", "DOI401"])
    assert build.places == [
        "index.rst:2 unusual-address",
        "index.rst:5 unusual-address",
        "index.rst:14 unusual-address",
    ]


@pytest.mark.parametrize(
    "text",
    [
        "``https://doi.org/10.1371/x.g002``, not https://doi.org/10.1371/x.",
        "``https://doi.org/10.1371/x/y``, not https://doi.org/10.1371/x",
        "``https://doi.org/10.1371/x?a=b``, not (https://doi.org/10.1371/x)",
        "``https://doi.org/10.1371/x(1)2``, not **https://doi.org/10.1371/x**",
        "``https://doi.org/10.1371/x-2``, not https://doi.org/10.1371/x: no.",
    ],
)
def test_what_docutils_took_whole_is_not_cut(project: MakeProject, text: str) -> None:
    """A literal that goes on where the link ends says nothing of the link."""
    build = project({"index.rst": f"Use {text}\n"}).build()
    assert [warning for warning in build.warnings if "broken-markup" in warning] == []


def test_a_name_is_found_as_a_whole(project: MakeProject) -> None:
    """A name at the end of a URL, or at the beginning of a longer name, is not taken for it."""
    page = """
        ``https://doi.org/10.1000/7`` ``10.1000/7.b`` ``doi:10.1000/7``

        A second line.
        In plain text 10.1000/7, and that is all.
        """
    build = project({"index.rst": page}).build(doi_select=["DOI209"])
    assert build.places == ["index.rst:4 unlinked-doi"]


def test_cells_of_a_csv_table(project: MakeProject) -> None:
    """What stands behind the comma is another cell: each of two URLs has its line."""
    page = """
        .. csv-table::

           http://dx.doi.org/10.1000/7,a
           b,http://dx.doi.org/10.1000/7
        """
    build = project({"index.rst": page}).build(doi_select=["DOI201", "DOI401"])
    assert build.places == [
        "index.rst:3 unusual-address",
        "index.rst:4 unusual-address",
    ]


def test_a_line_end_in_an_attribute_of_raw_html(project: MakeProject) -> None:
    """A browser drops it: what is told is the old address, not a name with a line end in it."""
    page = """
        .. raw:: html

           <a href="http://doi.org/10.15397/
           jkbc.2014.14.132">x</a>
        """
    build = project({"index.rst": page}).build()
    assert build.places == ["index.rst:3 unusual-address"]


def test_raw_html_and_front_matter_are_read(project: MakeProject) -> None:
    """Links in raw HTML count, and what only the file of a MyST page shows."""
    html = '.. raw:: html\n\n   <p><a href="http://dx.doi.org/10.1000/1">x</a></p>\n'
    matter = "---\norphan: true\ndoi: http://dx.doi.org/10.1000/2\n---\n# M\n"
    build = project({"index.rst": f"P\n=\n\n{html}", "md.md": matter}, "myst_parser").build()
    assert sorted(build.places) == ["index.rst:6 unusual-address", "md.md:3 unusual-address"]
