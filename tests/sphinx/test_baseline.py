"""A baseline that the command wrote holds in builds, too."""

from __future__ import annotations

import json
import sys
from textwrap import dedent

import pytest
from handle_server import HandleServer
from sphinx.errors import ConfigError
from sphinx.pycode import ModuleAnalyzer
from sphinx_projects import MakeProject, Project

from mdlint_doi.cli import main

PAGE = "`t <https://dx.doi.org/10.1000/182>`_\n"
INCLUDED = ".. include:: a.rst\n"


@pytest.mark.parametrize("builder", ["html", "doi"])
def test_what_is_known_is_left_out(
    project: MakeProject, handle_server: HandleServer, builder: str
) -> None:
    """Once for each entry, however many pages include it; one more is new."""
    made = project({"index.rst": INCLUDED, "b.rst": INCLUDED, "a.rst": PAGE})
    known = str(made.folder / "known.json")
    found = str(made.folder / "a.rst")
    assert main(["check", "--isolated", "--offline", found, "--write-baseline", known]) == 0
    server = handle_server.url
    plain = made.build(builder, doi_server=server, doi_ignore=["DOI901"])
    assert plain.places == ["a.rst:1 unusual-address"]
    build = made.build(builder, doi_server=server, doi_ignore=["DOI901"], doi_baseline="known.json")
    assert (build.exit_code, build.places) == (0, [])
    made.write({"a.rst": PAGE * 2})
    more = made.build(builder, doi_server=server, doi_ignore=["DOI901"], doi_baseline=known)
    assert more.places == ["a.rst:2 unusual-address"]


def test_a_baseline_that_is_none_is_told(project: MakeProject) -> None:
    """A mistyped name must not let everything pass, nor fail without a word."""
    made = project({"index.rst": PAGE})
    with pytest.raises(ConfigError, match=r"no\.json: no such file .*; .* --write-baseline"):
        made.build(doi_baseline="no.json")


INSTALLED = {
    "__init__.py": "from installed.inner import f\n",
    "inner.py": '''
        """See http://doi.org/10.1000/module."""

        def f():
            """See http://doi.org/10.1000/f."""

        class Base:
            def g(self):
                """See http://doi.org/10.1000/g."""
        ''',
}
CONF = """
    import sys
    sys.path.insert(0, {!r})
    extensions = ["sphinx_doi", "sphinx.ext.autodoc"]
    autodoc_inherit_docstrings = True
    rst_epilog = "http://doi.org/10.1000/epilog"
    """
API = """
    .. automodule:: installed.inner
    .. autofunction:: installed.f
    .. autoclass:: installed.inner.Base
       :members:

    http://doi.org/10.1000/page
    """
MORE = """
    .. currentmodule:: installed.inner
    .. autofunction:: f
       :no-index:
    """


def forget() -> None:
    """Have the package imported and read anew, as another process would."""
    ModuleAnalyzer.cache.clear()
    for name in [*sys.modules]:
        if name.partition(".")[0] == "installed":
            del sys.modules[name]


def installed(made: Project, folder: str) -> Project:
    """Put the package into a folder, as another machine has it."""
    forget()
    site = made.folder.parent / folder
    made.write({f"../{folder}/installed/{name}": text for name, text in INSTALLED.items()})
    made.write({"conf.py": CONF.format(str(site)), "index.rst": API})
    return made


def test_a_baseline_of_a_build_holds_for_installed_packages(
    project: MakeProject, handle_server: HandleServer
) -> None:
    """A docstring is known by its object, wherever the package is, and whoever shows it."""
    made = installed(project({}), "site-a")
    for name in ("module", "f", "g", "page", "epilog", "new"):
        handle_server.add(f"10.1000/{name}")
    server = handle_server.url
    first = made.build("doi", doi_server=server)
    assert len(first.places) == 5
    text = first.text("doi-baseline.json")
    names = [finding["path"] for finding in json.loads(text)["findings"]]
    assert names == [
        "<rst_epilog>",
        "docstring of installed.inner",
        "docstring of installed.inner.Base.g",
        "docstring of installed.inner.f",
        "index.rst",
    ]
    made.write({"known.json": text})
    installed(made, "elsewhere").write({"a.rst": f":orphan:\n{dedent(MORE)}"})
    for builder in ("html", "doi"):
        build = made.build(builder, doi_baseline="known.json", doi_server=server)
        assert build.places == []
        assert "site-a" not in str(sys.modules["installed.inner"].__file__)
        if builder == "doi":
            assert build.text("doi-baseline.json") == text
    inner = INSTALLED["inner.py"].replace("10.1000/f", "10.1000/new")
    made.write({"../elsewhere/installed/inner.py": inner})
    forget()
    (place,) = made.build(doi_baseline="known.json").places
    assert place.endswith("unusual-address")
    assert "elsewhere/installed/inner.py:docstring of installed." in place


def test_the_command_leaves_docstrings_of_a_build_alone(
    project: MakeProject, capsys: pytest.CaptureFixture[str]
) -> None:
    """It does not call them gone: it knows files."""
    made = project({"index.rst": "P\n=\n"})
    row = {"path": "docstring of a.f", "code": "DOI201", "text": "10.1000/1", "count": 1}
    made.write({"known.json": json.dumps({"version": 1, "findings": [row]})})
    paths = [str(made.folder / name) for name in ("index.rst", "known.json")]
    assert main(["check", "--isolated", "--offline", paths[0], "--baseline", paths[1]]) == 0
    assert "no longer found" not in "".join(capsys.readouterr())
