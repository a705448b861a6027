"""The examples of README and manual do what they say.

With UPDATE_EXAMPLES=1 in the environment, pages whose sessions went otherwise are rewritten.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest
import sphinx
from docs.examples import (
    TOP,
    commands,
    examples,
    pages,
    python,
    reader_environment,
    rewrite,
    shell,
    steady,
)
from handle_server import HandleServer
from registries_server import RegistriesServer

PAGES = pages()
_HOSTS = re.compile(r"sent the DOIs to 127\.0\.0\.1:[0-9]+, 127\.0\.0\.1:[0-9]+ to")
CONNECTED = frozenset({"quickstart.md", "suppress.md"})
"""The pages whose examples look up works, as they do for a new user."""
_CONSOLE = re.compile(
    r"^ *(?:```console|\.\. code-block:: console)\n(.*?)^ *(?:```|\S)", re.MULTILINE | re.DOTALL
)


def _name(page: Path) -> str:
    return str(page.relative_to(TOP))


@pytest.mark.parametrize("page", [page for page in PAGES if examples(page)], ids=_name)
def test_examples_print_what_the_page_says(
    page: Path,
    tmp_path: Path,
    doi_system: HandleServer,
    works: RegistriesServer,
) -> None:
    """Each session of a page prints exactly what stands there, run in order in one folder."""
    if page.name == "sphinx.rst" and sphinx.version_info < (8,):
        pytest.skip("before 8, Sphinx prints no types of warnings")
    folder, home = tmp_path / "project", tmp_path / "home"
    folder.mkdir()
    home.mkdir()
    environment = reader_environment(home, MDLINT_DOI_SERVER=doi_system.url)
    if page.name in CONNECTED:
        environment.pop("MDLINT_DOI_DEPTH")
        environment |= {
            "MDLINT_DOI_CROSSREF_SERVER": works.url,
            "MDLINT_DOI_DATACITE_SERVER": works.url,
        }
    session = ""
    for example in examples(page):
        where = f"{_name(page)}:{example.line}"
        if example.file:
            path = folder / example.file
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(example.text, encoding="utf-8")
            if example.file == "pyproject.toml" and "\ndepth = " in example.text:
                environment.pop("MDLINT_DOI_DEPTH", None)
        elif example.is_python:
            session += example.text
            assert python(session, folder, environment) == "", where
        else:
            went = shell(example.text, folder, environment)
            went = _HOSTS.sub("sent the DOIs to api.crossref.org, doi.org to", went)
            if os.environ.get("UPDATE_EXAMPLES"):
                rewrite(example, went)
                continue
            assert steady(went) == steady(example.text), where


@pytest.mark.parametrize("page", PAGES, ids=_name)
def test_no_output_is_made_up(page: Path) -> None:
    """A session that shows output is one that the test above runs."""
    text = page.read_text(encoding="utf-8")
    run = {example.text.strip() for example in examples(page)}
    for block in _CONSOLE.findall(text):
        shown = "\n".join(line.removeprefix("   ") for line in block.splitlines()).strip()
        printed = "".join(output for _, output in commands(f"{shown}\n"))
        assert not printed.strip() or shown in run, shown
