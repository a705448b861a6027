"""A build and the command report the same places, except where the manual says why not."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest
from sphinx_constructs import BIBTEX, MODULE, MYST, OLD, RST, SICI
from sphinx_projects import MakeProject, Project

from mdlint_doi.api.paths import check_paths
from mdlint_doi.lint.settings import Settings

pytestmark = [
    pytest.mark.filterwarnings("ignore::Warning:myst_parser"),
    pytest.mark.filterwarnings("ignore::Warning:sphinx"),
]

Place = tuple[str, int, int, str]
CELLS = [
    f"# T\n\n[x]({OLD}/link) and\n<https://doi.org/{SICI}>",
    f"```bibtex\n{BIBTEX.format('c')}\n```",
]
NOTEBOOK = json.dumps(
    {
        "cells": [
            {
                "cell_type": "markdown",
                "id": str(at),
                "metadata": {},
                "source": one.splitlines(keepends=True),
            }
            for at, one in enumerate(CELLS)
        ],
        "metadata": {"language_info": {"name": "python"}, "kernelspec": {"name": "python3"}},
        "nbformat": 4,
        "nbformat_minor": 5,
    },
    indent=1,
)
ENTRIES = f"""
@book{{a, title={{Tulips in soils}}, author={{Marlowe, Ada}}, year={{2107}}, doi={{10.1000/a}}}}
@book{{b, title={{Roots in sandy soils}}, author={{Marlowe, Ada}}, year={{2107}}}}
@book{{c, title={{Soils}}, author={{Doe, John and Smith, Jane}}, year={{2017}}, doi={{10.1000/c}}}}
@book{{d, title={{Tulips}}, author={{Marlowe, Ada}}, year={{2017}}, url={{{OLD}/d}}}}
"""
CATALOG = f'msgid "See {OLD}/x it."\nmsgstr "Siehe {OLD}/y und DOI:`10.1000/slip`."\n'


def _both(
    made: Project,
    *files: str,
    **config: Any,  # noqa: ANN401
) -> tuple[set[Place], set[Place]]:
    """What the builder and the command report without look-ups."""
    build = made.build("doi", **config)
    built = {
        (os.path.relpath(one["path"], made.folder), one["line"], one["column"], one["code"])
        for one in build.findings()
    }
    report = check_paths([made.folder / one for one in files], Settings(offline=True))
    found = ((one.source, one.source.location(one.span.start), one.code) for one in report.findings)
    checked = {
        (os.path.relpath(source.name, made.folder), at.line, at.column, code)
        for source, at, code in found
    }
    return built, checked


def _offline(project: MakeProject, files: dict[str, str], *extensions: str) -> Project:
    table = "[tool.mdlint-doi]\noffline = true\n"
    return project({**files, "pyproject.toml": table, "a.svg": "<svg/>"}, *extensions)


def test_restructuredtext(project: MakeProject) -> None:
    """Every construct of a page, also those that Sphinx takes out, and unknown directives."""
    built, checked = _both(_offline(project, {"index.rst": RST.lstrip()}), "index.rst")
    assert built == checked
    assert len(checked) > 20


def test_myst(project: MakeProject) -> None:
    """Every construct of a page, with its front matter."""
    made = _offline(project, {"index.md": MYST.lstrip()}, "myst_parser")
    names = ["colon_fence", "substitution", "dollarmath", "replacements"]
    built, checked = _both(made, "index.md", myst_enable_extensions=names)
    assert built == checked
    assert len(checked) > 18


def test_docstrings(project: MakeProject) -> None:
    """All docstrings of a module that a page shows; a comment of a value is none."""
    conf = """
        import os
        import sys

        sys.path.insert(0, os.path.dirname(__file__))
        extensions = ["sphinx_doi", "sphinx.ext.autodoc"]
        """
    page = ".. automodule:: agreed\n   :members:\n   :undoc-members:\n"
    made = _offline(project, {"conf.py": conf, "index.rst": page})
    (made.folder / "agreed.py").write_text(MODULE.lstrip(), encoding="utf-8")
    built, checked = _both(made, "agreed.py")
    comment = MODULE.lstrip().partition("#:")[0].count("\n") + 1
    assert {one for one in built - checked if one[1] != comment} == set()
    assert checked - built == set()
    assert len(checked) > 5


def test_a_notebook(project: MakeProject) -> None:
    """Its Markdown cells, also their BibTeX."""
    pytest.importorskip("myst_nb")
    made = _offline(project, {"index.ipynb": NOTEBOOK}, "myst_nb")
    suffixes = {".ipynb": "myst-nb"}
    built, checked = _both(made, "index.ipynb", nb_execution_mode="off", source_suffix=suffixes)
    assert built == checked
    assert len(checked) == 3


def test_a_bibliography(project: MakeProject) -> None:
    """The fields of its entries, also of an entry without a DOI."""
    pytest.importorskip("sphinxcontrib.bibtex")
    made = _offline(
        project,
        {"index.rst": "T\n=\n\n:cite:`a`\n\n.. bibliography::\n", "refs.bib": ENTRIES.lstrip()},
        "sphinxcontrib.bibtex",
    )
    built, checked = _both(made, "refs.bib", bibtex_bibfiles=["refs.bib"])
    assert built == checked
    assert len(checked) == 4


def test_a_translation(project: MakeProject) -> None:
    """Only the build reads a catalogue; it shows no original text, which only the command reads."""
    name = "locale/de/LC_MESSAGES/index.po"
    page = f"T\n=\n\nSee {OLD}/x it.\n\nOther {OLD}/z\n"
    made = _offline(project, {"index.rst": page, name: CATALOG})
    built, checked = _both(made, "index.rst", language="de", locale_dirs=["locale"])
    assert sorted((path, line) for path, line, *_ in built - checked) == [(name, 2), (name, 2)]
    assert sorted((path, line) for path, line, *_ in checked - built) == [("index.rst", 4)]
    assert built & checked


@pytest.mark.slow
@pytest.mark.parametrize("suffix", [".rst", ".md"])
def test_real_documents(project: MakeProject, suffix: str) -> None:
    """Pages of real projects, without their extensions, are reported alike."""
    shared = os.environ.get("DOI_SHARED")
    if not shared:
        pytest.skip("DOI_SHARED names no folder with real documents")
    found = sorted(Path(shared, "corpus").rglob(f"*{suffix}"))
    texts = [one.read_bytes() for one in found if one.is_file()]
    pages = {f"p{at}{suffix}": text for at, text in enumerate(texts) if b"10." in text}
    made = _offline(project, {"index.rst": "T\n=\n"}, "myst_parser")
    for name, text in pages.items():
        (made.folder / name).write_bytes(text)
    built, checked = _both(made, *pages)
    assert built == checked
    assert len(pages) > 100
    assert len(checked) > 20
