from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest
from sphinx.testing.util import SphinxTestApp
from sphinx.util.docutils import docutils_namespace
from sphinx_projects import ROOTS, MakeProject, Project


@pytest.fixture
def project(tmp_path: Path) -> Iterator[MakeProject]:
    """Make projects from a root's name or from the texts of files."""
    apps: list[SphinxTestApp] = []

    def make(root: str | Mapping[str, str], *extensions: str) -> Project:
        made = Project(tmp_path / "source", apps)
        if isinstance(root, str):
            shutil.copytree(ROOTS / f"test-{root}", made.folder)
            return made
        names = ["sphinx_doi", *extensions]
        made.folder.mkdir()
        made.write({"conf.py": f"extensions = {names}\nproject = 'small'\n"} | dict(root))
        return made

    with docutils_namespace():
        yield make
    for app in reversed(apps):
        app.cleanup()
    for name, module in [*sys.modules.items()]:
        if str(getattr(module, "__file__", None)).startswith(str(tmp_path)):
            del sys.modules[name]
