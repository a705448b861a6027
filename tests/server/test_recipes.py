"""The folders for editors, and the recipes of the manual: they start the command that there is."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import tomllib
from pathlib import Path

import pytest

from mdlint_doi.cli.commands import COMMANDS
from mdlint_doi.file_formats import FORMATS, entry_of
from mdlint_doi.server.protocol import FIX_ALL

_ROOT = Path(__file__).parents[2]
_CODE = _ROOT / "editors" / "vscode"
_ZED = _ROOT / "editors" / "zed"
_SELECTED = """
const loaded = require("node:module");
const load = loaded._load;
class LanguageClient {
  constructor(id, name, server, options) { console.log(JSON.stringify(options.documentSelector)); }
  async start() {}
}
const listen = () => {};
const vscode = {
  commands: { registerCommand: listen },
  workspace: {
    getConfiguration: () => ({ get: (name, otherwise) => otherwise }),
    onDidChangeConfiguration: listen,
    onDidGrantWorkspaceTrust: listen,
  },
};
const stand_ins = { vscode, "vscode-languageclient/node": { LanguageClient, TransportKind: {} } };
loaded._load = (name, ...more) => stand_ins[name] ?? load(name, ...more);
require("./extension.js").activate({ subscriptions: [] });
"""
"""Prints the documents that the extension gives to the server, without Visual Studio Code."""
_VERSION = tomllib.loads((_ROOT / "pyproject.toml").read_text("utf-8"))["project"]["version"]


def _page() -> str:
    return (_ROOT / "example_docs" / "guide" / "editors.md").read_text("utf-8")


def _block(language: str, word: str) -> str:
    found = re.finditer(rf"```{language}\n(.*?)```", _page(), re.DOTALL)
    return next(match[1] for match in found if word in match[1])


def test_extension_of_vscode() -> None:
    """The manifest names files and settings that there are, and the package's version."""
    manifest = json.loads((_CODE / "package.json").read_text("utf-8"))
    program = (_CODE / "extension.js").read_text("utf-8")
    bundle = manifest["scripts"]["vscode:prepublish"]  # vsce runs it
    assert bundle.startswith("esbuild extension.js --bundle ")
    assert f"./{bundle.rpartition('--outfile=')[2]}" == manifest["main"]
    assert "dependencies" not in manifest
    left_out = (_CODE / ".vscodeignore").read_text("utf-8").split()
    assert {"extension.js", "node_modules/"} <= {*left_out}
    assert manifest["version"] == _VERSION
    assert f"sphinx-doi-{_VERSION}.vsix" in _page()
    for key in manifest["contributes"]["configuration"]["properties"]:
        section, name = key.split(".")
        assert f'getConfiguration("{section}")' in program
        assert f'get("{name}"' in program
    for command in manifest["contributes"]["commands"]:
        assert f'"{command["command"]}"' in program
    # A folder from a stranger must not choose the program that is started.
    command = manifest["contributes"]["configuration"]["properties"]["sphinx-doi.command"]
    assert command["scope"] == "machine"
    restricted = manifest["capabilities"]["untrustedWorkspaces"]["restrictedConfigurations"]
    assert "sphinx-doi.arguments" in restricted


@pytest.mark.skipif(shutil.which("node") is None, reason="no node")
@pytest.mark.parametrize("name", ["extension.js", "drive.js"])
def test_syntax_of_the_extension(name: str) -> None:
    """Node can read the programs."""
    subprocess.run(["node", "--check", name], cwd=_CODE, check=True)


def test_extension_of_zed() -> None:
    """The extension declares the server that its program starts."""
    declared = tomllib.loads((_ZED / "extension.toml").read_text("utf-8"))
    package = tomllib.loads((_ZED / "Cargo.toml").read_text("utf-8"))
    assert declared["version"] == package["package"]["version"] == _VERSION
    assert list(declared["language_servers"]) == ["mdlint-doi"]
    program = (_ZED / "src" / "lib.rs").read_text("utf-8")
    assert 'which("mdlint-doi")' in program
    assert '"server"' in program


def test_recipes() -> None:
    """Each recipe starts `mdlint-doi server`; the source action has its name."""
    helix = tomllib.loads(_block("toml", "language-server"))
    server = helix["language-server"]["mdlint-doi"]
    assert (server["command"], server["args"]) == ("mdlint-doi", ["server"])
    assert all("mdlint-doi" in language["language-servers"] for language in helix["language"])
    assert '"mdlint-doi" "server"' in _block("elisp", "eglot")
    assert 'cmd = { "mdlint-doi", "server" }' in _block("lua", "vim.lsp.config")
    assert FIX_ALL in _block("lua", "code_action")
    assert FIX_ALL in json.loads(_block("json", "codeActionsOnSave"))["editor.codeActionsOnSave"]
    assert "server" in COMMANDS


@pytest.mark.skipif(shutil.which("node") is None, reason="no node")
def test_vscode_opens_all_formats() -> None:
    """By the name of a language, which a document without a file has alone, or by the file's."""
    ran = subprocess.run(["node", "-e", _SELECTED], cwd=_CODE, check=True, capture_output=True)
    selected = json.loads(ran.stdout)
    suffixes = {language.name: language.suffix for entry in FORMATS for language in entry.languages}
    languages = [
        selector["language"] for selector in selected if selector.get("scheme") == "untitled"
    ]
    files = [selector["pattern"] for selector in selected if "pattern" in selector]
    names = [f"a{suffixes[language]}" for language in languages]
    names += [pattern.removeprefix("**/").replace("*", "a") for pattern in files]
    names += ["a.ipynb"] * ({"notebook": "*", "language": "markdown"} in selected)
    found = {entry.name if (entry := entry_of(name)) else name for name in names}
    assert found == {entry.name for entry in FORMATS if entry.in_editors}
