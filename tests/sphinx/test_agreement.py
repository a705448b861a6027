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
                "source": cell.splitlines(keepends=True),
            }
            for at, cell in enumerate(CELLS)
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

DIRECTIVES = f"""
T
=

.. doi-references::

.. glossary::

   term {OLD}/term
      `x <{OLD}/glossary>`_

.. only:: html

   {OLD}/html

   .. only:: latex

      `x <{OLD}/nested>`_

.. ifconfig:: False

   {OLD}/ifconfig

.. |inner| replace:: {OLD}/inner
.. |outer| replace:: see |inner| and {OLD}/outer

Use |outer|, [Smith]_ and [#f]_.

.. [Smith] {OLD}/citation

.. [#f] {OLD}/footnote

.. csv-table:: {OLD}/caption

   "{OLD}/row", ":doi:`{OLD}/role`"

.. list-table::

   * - {OLD}/item

.. figure:: a.svg
   :target: {OLD}/target

   A caption {OLD}/figure

   A legend {OLD}/legend

.. parsed-literal::

   `x <{OLD}/parsed>`_

.. function:: f(a)

   :param a: {OLD}/param

.. seealso:: {OLD}/seealso

.. versionadded:: 1.0 {OLD}/version

.. epigraph::

   {OLD}/epigraph

   -- {OLD}/attribution

| A line {OLD}/line

.. math::

   {OLD}/math

.. code-block:: python

   # {OLD}/code

>>> 1  # {OLD}/doctest

:abbr:`A ({OLD}/abbr)` and ``{OLD}/literal``
"""
MYST_DIRECTIVES = f"""
# T

```{{glossary}}
term {OLD}/term
  [x]({OLD}/glossary)
```

````{{only}} html
```{{note}}
{OLD}/nested

~~~{{only}} latex
[x]({OLD}/latex)
~~~
```
````

Term[^1]
: [x]({OLD}/definition)

[^1]: {OLD}/footnote
[^2]: {OLD}/unused

- [ ] {OLD}/task

(target)=
## A section {OLD}/section

```{{list-table}} A caption {OLD}/caption
* - {{doi}}`{OLD}/cell`
```

```{{csv-table}}
{OLD}/row, "[x]({OLD}/quoted)", {{doi}}`{OLD}/role`
```

```{{parsed-literal}}
[x]({OLD}/parsed)
```

```{{figure}} a.svg
:target: {OLD}/target

{OLD}/figure
```

:::{{admonition}} A title {OLD}/title
[x]({OLD}/admonition)
:::

```{{math}}
{OLD}/math
```

<details><summary>{OLD}/summary</summary></details>

![x](a.svg){{target={OLD}/attribute}} [x]{{#span}} *[x]({OLD}/emphasis)*

> > [x]({OLD}/deeper)

```{{eval-rst}}
.. note:: :doi:`{OLD}/evaluated`
```

```{{doi-references}}
:scope: project
```

[doi:10.1000/text]({OLD}/mismatch) <doi:10.1000/scheme> \\[x\\]({OLD}/escaped)
"""
FIELDS = f'''
"""A module [1]_.

.. [1] A footnote {OLD}/footnote
.. |s| replace:: {OLD}/replaced

|s|

.. include:: part.rst
"""


class Class:
    """A class {OLD}/class.

    References
    ----------
    .. [2] :doi:`{OLD}/numpy`

    Examples
    --------
    >>> f()  # {OLD}/example
    """

    class Inner:
        """An inner class {OLD}/nested."""


def f(a):
    """Do it.

    Args:
        a: see {OLD}/argument

    Note:
        `x <{OLD}/note>`_

    .. only:: latex

       {OLD}/latex
    """
'''
CITED = """
T
=

:doi:`10.1000/shown` :doi:`Kein` `x <http://dx.doi.org/10.1000/shown>`_ doi:10.1000/a,10.1000/b

.. doi-references::
   :scope: project
"""


def _both(
    made: Project,
    *files: str,
    **config: Any,  # noqa: ANN401
) -> tuple[set[Place], set[Place]]:
    """What the builder and the command report without look-ups."""
    build = made.build("doi", **config)
    built = {
        (
            os.path.relpath(finding["path"], made.folder),
            finding["line"],
            finding["column"],
            finding["code"],
        )
        for finding in build.findings()
    }
    records = config.get("doi_records")
    settings = Settings(offline=True, records=records and str(made.folder / records))
    report = check_paths([made.folder / file for file in files], settings)
    found = (
        (finding.source, finding.source.location(finding.span.start), finding.code)
        for finding in report.findings
    )
    checked = {
        (os.path.relpath(source.name, made.folder), at.line, at.column, code)
        for source, at, code in found
    }
    return built, checked


def _offline(project: MakeProject, files: dict[str, str], *extensions: str) -> Project:
    table = "[tool.mdlint-doi]\noffline = true\n"
    return project({**files, "pyproject.toml": table, "a.svg": "<svg/>"}, *extensions)


@pytest.mark.parametrize(
    ("page", "least"), [(RST, 21), (DIRECTIVES, 23)], ids=["text", "directives"]
)
def test_restructuredtext(project: MakeProject, page: str, least: int) -> None:
    """Every construct of a page, with what Sphinx takes out, unknown and nested directives."""
    made = _offline(project, {"index.rst": page.lstrip()}, "sphinx.ext.ifconfig")
    built, checked = _both(made, "index.rst")
    assert built == checked
    assert len(checked) >= least


@pytest.mark.parametrize(
    ("page", "syntax", "least"),
    [
        (MYST, ["colon_fence", "substitution", "dollarmath", "replacements"], 19),
        (MYST_DIRECTIVES, ["colon_fence", "deflist", "tasklist", "attrs_inline"], 23),
    ],
    ids=["text", "directives"],
)
def test_myst(project: MakeProject, page: str, syntax: list[str], least: int) -> None:
    """Every construct of a page, with its front matter, directives and extensions of the syntax."""
    made = _offline(project, {"index.md": page.lstrip()}, "myst_parser")
    built, checked = _both(made, "index.md", myst_enable_extensions=syntax)
    assert built == checked
    assert len(checked) >= least


def test_works_as_texts(project: MakeProject) -> None:
    """A link that shows a work, whose title contains a DOI, and a list of works."""
    work = {"outcome": "work", "titles": {"main": ["On http://dx.doi.org/10.1000/title"]}}
    records = {"version": 1, "records": {}, "works": {"10.1000/shown": work}}
    made = _offline(project, {"index.rst": CITED, "records.json": json.dumps(records)})
    for text in ("doi", "title"):
        built, checked = _both(made, "index.rst", doi_text=text, doi_records="records.json")
        assert built == checked
        assert len(checked) == 5


def test_included_files(project: MakeProject) -> None:
    """Files in other files; only the build reads a table and HTML that directives include."""
    files = {
        "index.rst": """
            T
            =

            .. include:: parts/a.rst

            .. csv-table::
               :file: parts/t.csv

            .. raw:: html
               :file: parts/r.html
            """,
        "parts/a.rst": f"See {OLD}/a and :doi:`{OLD}/role`.\n\n- .. include:: parts/b.rst\n",
        "parts/b.rst": f"`x <{OLD}/b>`_ DOI:`10.1000/slip`\n\n.. include:: parts/c.rst\n",
        "parts/c.rst": f"A |s|\n:doi:`Kein`\n\n.. |s| replace:: {OLD}/c\n",
        "parts/t.csv": f'"{OLD}/t","a"\n"b","`x <{OLD}/u>`_"\n',
        "parts/r.html": f'<p>\n<a href="{OLD}/r">x</a>\n',
    }
    made = _offline(project, files)
    read = [name for name in files if not name.endswith(".csv")]
    built, checked = _both(made, *read, exclude_patterns=["parts"])
    table = {("parts/t.csv", 1, 2, "DOI201"), ("parts/t.csv", 2, 10, "DOI201")}
    assert built - checked == table
    assert checked - built == set()
    assert len(checked) == 7


def test_files_included_in_markdown(project: MakeProject) -> None:
    """Also roles, for which MyST-Parser names the page; and tables, for which it names no file."""
    files = {
        "index.md": """
            # T

            One

            ```{include} parts/a.md
            ```

            ```{csv-table}
            :file: parts/t.csv
            ```
            """,
        "parts/a.md": f"A\n{{doi}}`{OLD}/a` {OLD}/x {{pep}}`1`\n\n```{{include}} parts/b.md\n```\n",
        "parts/b.md": f"[y]\n\n> {{doi}}`{OLD}/b` {{doi}} `10.1000/slip`\n\n[y]: {OLD}/y\n",
        "parts/t.csv": f'"{OLD}/t","[x]({OLD}/u)"\n"b",{{doi}}`{OLD}/v`\n',
    }
    made = _offline(project, files, "myst_parser")
    built, checked = _both(made, "index.md", "parts/a.md", "parts/b.md", exclude_patterns=["parts"])
    assert {place[:3] for place in built - checked} == {
        ("parts/t.csv", 1, 2),
        ("parts/t.csv", 1, 36),
        ("parts/t.csv", 2, 11),
    }
    assert checked - built == set()
    assert len(checked) == 5


def test_fields_and_footnotes_of_docstrings(project: MakeProject) -> None:
    """Footnotes, included files, and sections that napoleon rewrites."""
    conf = """
        import os
        import sys

        sys.path.insert(0, os.path.dirname(__file__))
        extensions = ["sphinx_doi", "sphinx.ext.autodoc", "sphinx.ext.napoleon"]
        """
    page = ".. automodule:: agreed_fields\n   :members:\n"
    made = _offline(project, {"conf.py": conf, "index.rst": page, "part.rst": f"{OLD}/part\n"})
    (made.folder / "agreed_fields.py").write_text(FIELDS.lstrip(), encoding="utf-8")
    built, checked = _both(made, "agreed_fields.py", "part.rst", exclude_patterns=["part.rst"])
    assert built == checked
    assert len(checked) > 8


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
    assert {place for place in built - checked if place[1] != comment} == set()
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
    texts = [path.read_bytes() for path in found if path.is_file()]
    pages = {f"p{at}{suffix}": text for at, text in enumerate(texts) if b"10." in text}
    made = _offline(project, {"index.rst": "T\n=\n"}, "myst_parser")
    for name, text in pages.items():
        (made.folder / name).write_bytes(text)
    built, checked = _both(made, *pages)
    assert built == checked
    assert len(pages) > 100
    assert len(checked) > 20
