"""What the files of a page say, wherever they come from."""

from __future__ import annotations

import re
from pathlib import Path
from textwrap import indent

import pytest
from handle_server import HandleServer
from sphinx_projects import Build, MakeProject

from mdlint_doi.lint.settings import Settings
from mdlint_doi.text.span import Span
from sphinx_doi.page.files import Occurrence, PageFile

OLD = "http://dx.doi.org/10.1000"
CUT = "10.1175/1520-0493(1972)100<0081:OTAOSH>2.3.CO;2"
CONF = """
    import os
    import sys

    sys.path.insert(0, os.path.dirname(__file__))
    extensions = ["sphinx_doi", "sphinx.ext.autodoc"]
    """


def lines(build: Build) -> list[str]:
    """The places of the warnings, without the object of a docstring and the rule."""
    found = [re.sub(r":docstring of [^ ]*?(?=[: ])", "", place) for place in build.places]
    return sorted(place.rpartition(" ")[0] for place in found)


def test_a_part_of_an_included_file(project: MakeProject) -> None:
    """Of an included file only the part counts that is shown; code that is included does not."""
    shown = f"{OLD}/2 and https://doi.org/10.1000/a<b>c"
    part = f"{OLD}/1\n\nSTART\n\n{shown}\n\nEND\n\n{OLD}/3 DOI:`10.1000/4`\n"
    page = """
        P
        =

        .. include:: part.inc
           :start-after: START
           :end-before: END

        .. literalinclude:: part.inc
        """
    build = project({"index.rst": page, "part.inc": part}).build()
    assert lines(build) == ["part.inc:5", "part.inc:5"]


def test_what_a_handler_makes_of_a_docstring(project: MakeProject) -> None:
    """What `autodoc-process-docstring` leaves has its line; what it puts in has that in conf.py."""
    conf = f"""{CONF}
    def process(app, what, name, obj, options, lines):
        lines[:] = [line for line in lines if "left out" not in line]
        lines += ["", "See {OLD}/added."]

    def setup(app):
        app.connect("autodoc-process-docstring", process)
    """
    module = f'''
        def function():
            """Do.

            Kept {OLD}/1.
            This is left out: {OLD}/2.
            """
        '''
    files = {"conf.py": conf, "mod.py": module, "index.rst": ".. autofunction:: mod.function\n"}
    assert lines(project(files).build()) == ["conf.py:9", "mod.py:4"]


def test_objects_have_their_own_docstrings(project: MakeProject) -> None:
    """Of a module only what is shown counts: classes with `__init__`, comments of attributes."""
    module = f'''
        """A module {OLD}/1."""

        VALUE = 1  #: a value {OLD}/2


        class Shown:
            """A class {OLD}/3."""

            def __init__(self):
                """Make one {OLD}/4."""

            def hidden(self):
                """Do not {OLD}/5."""

            def method(self):
                """Do {OLD}/1, as the module does."""


        def hidden():
            """{OLD}/3"""
        '''
    page = """
        .. autodata:: mod.VALUE

        .. autoclass:: mod.Shown
           :members: method
        """
    made = project({"conf.py": CONF, "mod.py": module, "index.rst": page})
    build = made.build(autoclass_content="both")
    assert lines(build) == [f"mod.py:{line}" for line in (10, 16, 3, 7)]


def test_comments_hold_for_the_docstring(project: MakeProject) -> None:
    """A comment in a docstring says nothing of the next one; one behind it is heard, too."""
    module = f'''
        def one():
            """Do {OLD}/1.

            .. mdlint-doi-disable

            {OLD}/2
            """


        def two():
            """Do {OLD}/3."""


        def three():
            """Do {OLD}/4."""  # mdlint-doi-disable-line
        '''
    files = {"conf.py": CONF, "mod.py": module, "index.rst": ".. automodule:: mod\n   :members:\n"}
    assert lines(project(files).build()) == ["mod.py:11", "mod.py:2"]


def test_one_module_is_read_once(project: MakeProject, monkeypatch: pytest.MonkeyPatch) -> None:
    """However many of its docstrings are shown; and none that shows no DOI."""
    read: list[str] = []
    document = PageFile.__dict__["document"].func

    def counted(self: PageFile) -> object:
        if self.source.name.endswith(".py"):
            read.append(Path(self.source.name).name)
        return document(self)

    monkeypatch.setattr(PageFile.__dict__["document"], "func", counted)
    functions = "".join(f'def f{at}():\n    """Do {OLD}/{at}."""\n\n' for at in range(5))
    pages = {f"p{at}.rst": f":orphan:\n\n.. autofunction:: mod.f{at}\n" for at in range(5)}
    files = {"conf.py": CONF, "mod.py": functions, "none.py": '"""Nothing."""\n'}
    index = "P\n=\n\n.. automodule:: none\n"
    build = project({**files, **pages, "index.rst": index}).build("dummy")
    assert lines(build) == [f"mod.py:{line}" for line in (11, 14, 2, 5, 8)]
    assert read == ["mod.py"]


def test_a_table_of_a_file(project: MakeProject) -> None:
    """Each cell has its line, in the file of the table; a table that is shown twice has one."""
    table = f'name,link\na,{OLD}/1\n"b","`t <{OLD}/2>`__"\nc,":doi:`https://doi.org/10.1000/3`"\n'
    page = "P\n=\n\n.. csv-table::\n   :file: table.csv\n\n.. csv-table::\n   :file: table.csv\n"
    build = project({"index.rst": page, "table.csv": table}).build("dummy", verbosity=1)
    assert lines(build) == ["table.csv:2", "table.csv:3", "table.csv:4"]
    assert ":doi:`t <10.1000/2>`" in build.warnings[1]


def test_a_file_outside_of_the_folder(project: MakeProject) -> None:
    """What a page includes from elsewhere is reported where it stands."""
    made = project({"index.rst": "P\n=\n\n.. include:: ../outside.rst\n"})
    (made.folder.parent / "outside.rst").write_text(f"x\n\n{OLD}/1\n", encoding="utf-8")
    build = made.build()
    assert lines(build) == [f"{made.folder.parent / 'outside.rst'}:3"]


def test_parallel_reading_finds_the_same(project: MakeProject) -> None:
    """Pages that other processes read are reported alike, and once."""
    module = "".join(f'def f{at}():\n    """Do {OLD}/{at}."""\n\n' for at in range(12))
    page = ":orphan:\n\n{0}/p{1}\n\n.. autofunction:: mod.f{1}\n\n.. include:: part.txt\n"
    pages = {f"p{at}.rst": page.format(OLD, at) for at in range(12)}
    files = {"conf.py": CONF, "mod.py": module, "part.txt": f"{OLD}/part\n", "index.rst": "P\n=\n"}
    made = project({**files, **pages})
    single = lines(made.build("dummy"))
    several = lines(made.build("text", parallel=2))
    assert len(single) == 25
    assert single == several


def test_docstrings_that_another_process_imported(
    project: MakeProject, handle_server: HandleServer
) -> None:
    """Where a docstring stands is known to the builder though the module is not imported here."""
    names = range(12)
    module = "".join(f'def f{at}():\n    """Do :doi:`10.1000/gone{at}`."""\n\n' for at in names)
    page = ":orphan:\n\n.. autosummary::\n\n   mod.f{}\n"
    pages = {f"p{at}.rst": page.format(at) for at in names}
    conf = CONF.replace('"sphinx.ext.autodoc"', '"sphinx.ext.autosummary"')
    made = project({"conf.py": conf, "mod.py": module, "index.rst": "P\n=\n", **pages})
    build = made.build("doi", parallel=2, doi_server=handle_server.url)
    assert lines(build) == sorted(f"mod.py:{3 * at + 2}" for at in names)


def test_gettext_reports_the_pages(project: MakeProject) -> None:
    """Where messages are taken out for translators, pages are read as ever."""
    page = f"P\n=\n\nSee {OLD}/1 and :doi:`x`.\n"
    build = project({"index.rst": page}).build("gettext")
    assert build.places == ["index.rst:4 unusual-address", "index.rst:4 invalid-name"]


def test_a_page_that_is_half_translated(project: MakeProject) -> None:
    """What is translated is told at the catalogue, what is not at the page, each of two once."""
    page = f"P\n=\n\nOne {OLD}/1 here.\n\nTwo {OLD}/3 here.\n\nOne {OLD}/1 here.\n"
    catalog = f'msgid ""\nmsgstr ""\n\nmsgid "One {OLD}/1 here."\nmsgstr "Eins {OLD}/2"\n'
    files = {"index.rst": page, "locale/de/LC_MESSAGES/index.po": catalog}
    build = project(files).build(language="de", locale_dirs=["locale"])
    assert lines(build) == ["index.rst:6", "locale/de/LC_MESSAGES/index.po:5"]


def test_a_template_shows_what_its_values_say(project: MakeProject) -> None:
    """What a handler puts into the source of a page has its place in conf.py, not in the page."""
    conf = f"""
        extensions = ["sphinx_doi"]

        def fill(app, docname, source):
            source[0] = source[0].replace("VALUE", "{OLD}/1")

        def setup(app):
            app.connect("source-read", fill)
        """
    page = f"P\n=\n\nSee https://doi.org/10.1000/1.\n\nAnd VALUE, then {OLD}/2.\n"
    build = project({"conf.py": conf, "index.rst": page}).build()
    assert lines(build) == ["conf.py:4", "index.rst:6"]


def test_uses_of_a_target_are_one_with_it(project: MakeProject) -> None:
    """An alias of a named target says nothing that the target does not."""
    page = f"P\n=\n\n`a <name_>`_, `b <name_>`__ and name_.\n\n.. _name: {OLD}/1\n"
    assert lines(project({"index.rst": page}).build()) == ["index.rst:6"]


def test_a_badge_is_where_its_address_is(project: MakeProject) -> None:
    """An equal address in code before it is none of its business."""
    badge = f".. image:: x.svg\n   :target: {OLD}/1\n"
    page = f"P\n=\n\n::\n\n{indent(badge, '   ')}\n{badge}"
    assert lines(project({"index.rst": page}).build(suppress_warnings=["image"])) == [
        "index.rst:10"
    ]


def test_advice_in_rst_within_markdown(project: MakeProject) -> None:
    """A role of rST in `eval-rst`, one of MyST around it."""
    page = "# P\n\n```{eval-rst}\n`t <https://doi.org/10.1000/1>`_\n```\n\n[t](https://doi.org/10.1000/2)\n"
    build = project({"index.md": page}, "myst_parser").build("dummy", verbosity=1)
    assert "could be written as :doi:`t <10.1000/1>`" in build.status
    assert "could be written as {doi}`t <10.1000/2>`" in build.status


def test_markdown_under_another_suffix(project: MakeProject) -> None:
    """The parser of a page tells its language."""
    page = "# P\n\n{doi}`10.1000/1` and [x](http://dx.doi.org/10.1000/2)\n"
    made = project({"index.txt": page}, "myst_parser")
    made.write(
        {
            "conf.py": """
                extensions = ["sphinx_doi", "myst_parser"]
                source_suffix = {".txt": "markdown"}
                """
        }
    )
    assert lines(made.build()) == ["index.txt:3"]


NOTEBOOKS = """
    import json

    from sphinx.parsers import RSTParser

    extensions = ["sphinx_doi"]

    class Notebooks(RSTParser):
        '''Makes reStructuredText of the cells, as nbsphinx does.'''

        supported = ("notebook",)

        def parse(self, text, document):
            cells = json.loads(text)["cells"]
            links = "".join("".join(one["source"]) for one in cells)
            super().parse(f"T\\n=\\n\\n{links}\\n", document)

    def setup(app):
        app.add_source_suffix(".ipynb", "notebook")
        app.add_source_parser(Notebooks)
    """


def test_a_notebook_has_the_lines_of_its_file(project: MakeProject) -> None:
    """Each DOI is reported at its line of the file, whatever lines the page was made of."""
    source = ["Long\\n", "\\n", f"See {OLD}/1\\n", f"and <https://doi.org/{CUT}> {OLD}/2"]
    cell = ",\n".join(f'"{line}"' for line in source)
    notebook = f'{{"cells": [{{"cell_type": "markdown", "source": [\n{cell}\n]}}]}}\n'
    build = project({"conf.py": NOTEBOOKS, "index.ipynb": notebook}).build()
    assert build.places == [
        "index.ipynb:4 unusual-address",
        "index.ipynb:5 broken-markup",
        "index.ipynb:5 unusual-address",
    ]


def test_each_place_of_a_text_is_found_once_from_its_line_on() -> None:
    """A text that stands in several lines is the one behind the line asked for, else the last."""
    link = "https://dx.doi.org/10.1000/182"
    file = PageFile("/links.csv", f"a,{link}\nb,{link}\nc,{link}\n", Settings())
    places = [Span(at, at + len(link)) for at in (2, 35, 68)]
    assert file.find([link], 2) == Occurrence(places[1])
    assert file.find([link], 2) == Occurrence(places[2])
    assert file.find([link], 2) == Occurrence(places[0])
    assert file.find([link], 2) == Occurrence(places[0], is_copy=True)


@pytest.mark.parametrize("sign", "/.%=&?~")
def test_a_name_is_not_found_at_the_end_of_a_longer_one(sign: str) -> None:
    """What stands behind a sign of addresses is a part of one."""
    file = PageFile("/a.csv", f"x{sign}10.1000/1, 10.1000/1\n", Settings())
    assert file.find(["10.1000/1"], 1) == Occurrence(Span(13, 22))


GALLERY = """
    extensions = ["sphinx_doi"]
    sphinx_gallery_conf = {"examples_dirs": %s, "gallery_dirs": %s}

    def setup(app):
        app.add_config_value("sphinx_gallery_conf", {}, "html")
    """
EXAMPLE = f'''
    """
    Title
    =====

    See {OLD}/1.
    """

    # %%
    # And `that <{OLD}/2>`_.

    x = 1  # {OLD}/no
    '''
PAGE = f"""
    .. THIS FILE WAS AUTOMATICALLY GENERATED BY SPHINX-GALLERY.
    .. "pages/sub/plot_x.py"
    .. LINE NUMBERS ARE GIVEN BELOW.

    Title
    =====

    See {OLD}/1.

    .. code-block:: Python

        # %%

    And `that <{OLD}/2>`_.

    .. code-block:: Python

        x = 1  # {OLD}/no
    """


@pytest.mark.parametrize(
    ("examples", "pages"), [("'examples'", "'pages'"), ("['none', 'examples/']", "['a', 'pages']")]
)
def test_a_page_of_a_gallery(project: MakeProject, examples: str, pages: str) -> None:
    """What the page shows was written in the example, not in the file that was made of it."""
    files = {
        "conf.py": GALLERY % (examples, pages),
        "index.rst": f".. toctree::\n\n   pages/sub/plot_x\n   pages/other\n\n{OLD}/0\n",
        "examples/sub/plot_x.py": EXAMPLE,
        "pages/sub/plot_x.rst": PAGE,
        "pages/sub/plot_x.py": EXAMPLE,
        "pages/other.rst": f"O\n=\n\n{OLD}/3\n",
        "pages/index.rst": f":orphan:\n\nI\n=\n\n{OLD}/4\n",
        "examples/README.txt": f"I\n=\n\n{OLD}/4\n",
    }
    build = project(files).build()
    assert lines(build) == [
        "examples/README.txt:4",
        "examples/sub/plot_x.py:5",
        "examples/sub/plot_x.py:9",
        "index.rst:6",
        "pages/other.rst:4",
    ]


def test_an_example_in_another_language(project: MakeProject) -> None:
    """Sphinx-Gallery makes pages of the files with its `example_extensions`."""
    conf = GALLERY.replace("%s}", '%s, "example_extensions": {".py", ".cpp"}}')
    files = {
        "conf.py": conf % ("'examples'", "'pages'"),
        "index.rst": ".. toctree::\n\n   pages/plot_x\n",
        "examples/plot_x.cpp": f"// Title\n// =====\n//\n// See {OLD}/1.\nint x;\n",
        "pages/plot_x.rst": PAGE.partition("    .. code-block")[0],
    }
    assert lines(project(files).build()) == ["examples/plot_x.cpp:4"]


@pytest.mark.parametrize("conf", ["{}", "None", '{"gallery_dirs": 1}'])
def test_a_project_without_a_gallery(project: MakeProject, conf: str) -> None:
    """Settings of no gallery change nothing."""
    written = GALLERY.replace('{"examples_dirs": %s, "gallery_dirs": %s}', conf)
    build = project({"conf.py": written, "index.rst": f"{OLD}/0\n"}).build()
    assert lines(build) == ["index.rst:1"]


def test_a_gallery_as_sphinx_gallery_makes_it(project: MakeProject) -> None:
    """Findings in its pages stand at the example and at the gallery's header."""
    pytest.importorskip("sphinx_gallery")
    conf = GALLERY.partition("def setup")[0] % ("'examples'", "'pages'")
    conf = conf.replace('"sphinx_doi"', '"sphinx_doi", "sphinx_gallery.gen_gallery"')
    conf += 'source_suffix = {".rst": "restructuredtext"}'  # it writes notebooks, too
    files = {
        "conf.py": conf.replace("}", ', "plot_gallery": False}'),
        "index.rst": "T\n=\n\n.. toctree::\n\n   pages/index\n",
        "examples/plot_x.py": EXAMPLE,
        "examples/GALLERY_HEADER.rst": f"I\n=\n\n{OLD}/4\n",
    }
    assert lines(project(files).build()) == [
        "examples/GALLERY_HEADER.rst:4",
        "examples/plot_x.py:5",
        "examples/plot_x.py:9",
    ]
