"""The library works inside a running Sphinx as it does elsewhere: an extension may call it."""

from __future__ import annotations

import json
import subprocess
import sys
from types import ModuleType
from typing import Any

import pytest
from docutils.parsers.rst import Directive
from docutils.parsers.rst.languages.en import directives
from sphinx_projects import MakeProject

import mdlint_doi
from mdlint_doi.lint.settings import Settings

OLD = "http://dx.doi.org/10.1000/a"
SPHINX = (
    *("versionadded", "seealso", "only", "code-block", "literalinclude", "toctree", "py:function"),
    *("function", "productionlist", "glossary", "centered", "hlist", "rst-class", "doi-references"),
)
PAGES = [
    f"Page\n====\n\n:doc:`index` :func:`x` `a <{OLD}>`_ :doi:`https://doi.org/10.1000/b`\n\n"
    f".. {name}:: 1\n   :target: {OLD}\n\n   See {OLD}, :ref:`x`.\n\n.. {name}::\n\n   {OLD}\n"
    for name in sorted({*directives, *SPHINX})
]
"""A page for each directive of docutils and for some of Sphinx, with links in all of its parts."""
CONF = """
from fixing_directive import Fixing
extensions = ["sphinx_doi", "sphinx.ext.autodoc"]

def setup(app):
    app.add_directive("fixing", Fixing)
"""
OUTSIDE = """
import json, sys
import mdlint_doi
from mdlint_doi.lint.settings import Settings
pages = json.load(sys.stdin)
print(json.dumps([mdlint_doi.fix_text(one, "rst", Settings(offline=True)) for one in pages]))
assert "sphinx" not in sys.modules
"""


def test_fixes_are_the_same_inside_a_running_sphinx(
    project: MakeProject, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While Sphinx reads a page and after the build, in spite of its roles and directives."""
    module = ModuleType("fixing_directive")
    monkeypatch.setitem(sys.modules, module.__name__, module)
    inside: list[str] = []

    class Fixing(Directive):
        def run(self) -> list[Any]:
            inside.extend(fixed())
            return []

    module.Fixing = Fixing  # type: ignore[attr-defined]
    project({"index.rst": "Page\n====\n\n.. fixing::\n", "conf.py": CONF}).build()
    command = [sys.executable, "-c", OUTSIDE]
    done = subprocess.run(
        command, input=json.dumps(PAGES), capture_output=True, text=True, check=True
    )
    outside = json.loads(done.stdout)
    assert inside == outside
    assert fixed() == outside
    assert all(after != before for after, before in zip(outside, PAGES, strict=True))


def fixed() -> list[str]:
    """Return the pages with their fixes."""
    return [mdlint_doi.fix_text(page, "rst", Settings(offline=True)) for page in PAGES]
