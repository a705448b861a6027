"""What is there to copy can be copied: configuration, hooks, workflows, code."""

from __future__ import annotations

import ast
import configparser
import re
import shlex
import tomllib
from collections.abc import Iterator
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from textwrap import dedent

import pytest
import yaml
from _pytest.mark import ParameterSet
from cli.command import mdlint_doi
from docs.examples import TOP, pages

from mdlint_doi.cli.commands import COMMANDS
from mdlint_doi.cli.parser import Parser
from mdlint_doi.lint.rules import by_code, by_name
from mdlint_doi.lint.settings import settings_from
from mdlint_doi.text.version import REVISION

PAGES = [*pages(), TOP / "CONTRIBUTING.md", TOP / "SECURITY.md"]
_BLOCK = re.compile(
    r"""
    ^(?P<indent>[ ]*)```(?P<markdown>[\w-]+)\n(?P<fenced>.*?)^(?P=indent)```$
    | ^\.\.[ ]code-block::[ ](?P<rst>[\w-]+)\n(?:[ ]{3}:[^\n]*\n)*\n
      (?P<indented>(?:[ ]{3}[^\n]*\n|\n)+)
    """,
    re.VERBOSE | re.MULTILINE | re.DOTALL,
)


def _found(language: str) -> Iterator[ParameterSet]:
    """Yield the blocks in a language, with their places as ids."""
    for page in PAGES:
        text = page.read_text(encoding="utf-8")
        for block in _BLOCK.finditer(text):
            if (block["markdown"] or block["rst"]) == language:
                line = text.count("\n", 0, block.start()) + 1
                snippet = dedent(block["fenced"] or block["indented"])
                yield pytest.param(snippet, id=f"{page.name}:{line}")


def _snippets(language: str) -> list[ParameterSet]:
    return list(_found(language))


@pytest.mark.parametrize("snippet", _snippets("toml"))
def test_settings_are_valid(snippet: str) -> None:
    """Each table of settings is read without an error."""
    table = tomllib.loads(snippet).get("tool", {}).get("mdlint-doi", {})
    settings_from(table, "the manual")


@pytest.mark.parametrize("snippet", _snippets("yaml"))
def test_yaml_is_valid(snippet: str) -> None:
    """Each piece of YAML is read, and names hooks and commands that there are."""
    yaml.safe_load(snippet)
    hooks = re.findall(r"^- id: (\S+)$", (TOP / ".pre-commit-hooks.yaml").read_text(), re.MULTILINE)
    assert set(re.findall(r"^ +- id: (mdlint\S+)$", snippet, re.MULTILINE)) <= set(hooks)
    assert set(re.findall(r"(?:-|run:) mdlint-doi (\w+)\b", snippet)) <= set(COMMANDS)


@pytest.mark.parametrize("snippet", _snippets("python"))
def test_python_is_valid(snippet: str) -> None:
    """Each piece of Python compiles, and imports what there is."""
    for node in ast.walk(ast.parse(snippet)):
        if isinstance(node, ast.ImportFrom) and str(node.module).startswith(("mdlint", "sphinx_")):
            names = ", ".join(alias.name for alias in node.names)
            exec(f"from {node.module} import {names}")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_commands_can_be_given(page: Path) -> None:
    """Each command line of ours, in sessions and in the files of CI services, is understood."""
    given = rf"(?:\$|run:|- |&&|^ +) *mdlint-doi ({'|'.join(COMMANDS)})\b(.*)$"
    for name, rest in re.findall(given, page.read_text(encoding="utf-8"), re.MULTILINE):
        parser = Parser(prog="mdlint-doi", allow_abbrev=False)
        import_module(f"mdlint_doi.cli.{name}").add_arguments(parser)
        words = shlex.split(re.split(r" (?:[|>&<]|2>)", rest, maxsplit=1)[0])
        parser.parse_args(words)


@pytest.mark.parametrize("snippet", _snippets("ini"))
def test_ini_is_valid(snippet: str) -> None:
    """Each piece of tox.ini is read."""
    parser = configparser.ConfigParser()
    parser.read_string(snippet)
    assert parser.sections()


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_rules_on_pages_exist(page: Path) -> None:
    """A code that a page names is a rule's; in comments and settings, a name is one, too."""
    text = page.read_text(encoding="utf-8")
    codes = set(re.findall(r"\bDOI\d{3}\b", text)) - {"DOI999", "DOI299"}
    assert [code for code in codes if by_code(code) is None] == []
    names = set(re.findall(r'\["?doi\.([a-z-]+)"?\]', text))
    assert [name for name in names if by_name(name) is None] == []


def test_hooks_are_used_at_one_revision(tmp_path: Path) -> None:
    """README, installation, recipes and `init` name the release; until there is one, the branch."""
    written = mdlint_doi("init", "--ci", "github", cwd=tmp_path)
    texts = {page.name: page.read_text(encoding="utf-8") for page in PAGES}
    texts |= {path.name: path.read_text(encoding="utf-8") for path in tmp_path.glob(".pre-commit*")}
    used = {
        name: set(re.findall(r"^ +rev: (\S+)", text, re.MULTILINE)) for name, text in texts.items()
    }
    used = {name: revisions for name, revisions in used.items() if revisions}
    assert written.code == 0, written.err
    assert used.keys() >= {"README.md", "recipes.md", ".pre-commit-config.yaml"}
    assert set().union(*used.values()) == {REVISION}


def test_the_revision_is_that_of_the_release() -> None:
    """It is the tag of this version once the changelog has it, and the main branch until then."""
    released = f"## [{version('sphinx-doi')}]" in (TOP / "CHANGELOG.md").read_text(encoding="utf-8")
    assert (f"v{version('sphinx-doi')}" if released else "main") == REVISION


def test_the_action_that_is_used_can_be_had() -> None:
    """It is that of this release's major version; until there is one, that of the main branch."""
    released = f"## [{version('sphinx-doi')}]" in (TOP / "CHANGELOG.md").read_text(encoding="utf-8")
    wanted = f"v{version('sphinx-doi').partition('.')[0]}" if released else "main"
    used = {
        revision
        for page in PAGES
        for revision in re.findall(
            r"^ *- uses: sphinx-doi/sphinx-doi@(\S+)",
            page.read_text(encoding="utf-8"),
            re.MULTILINE,
        )
    }
    assert used == {wanted}


def test_what_is_installed_can_be_had() -> None:
    """Until a release is on the index, each page installs from the repository or a clone."""
    released = f"## [{version('sphinx-doi')}]" in (TOP / "CHANGELOG.md").read_text(encoding="utf-8")
    for page in PAGES:
        for names in re.findall(
            r"pip install (.*)$", page.read_text(encoding="utf-8"), re.MULTILINE
        ):
            assert released or "sphinx-doi" not in names or "git+https://" in names, page
