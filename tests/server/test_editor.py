"""The server, driven by pygls' client: what an editor shows and does, offline."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from language_client import Editor, edited
from lsprotocol import types
from pygls.exceptions import JsonRpcException

from mdlint_doi import fix_text
from mdlint_doi.lint.baseline import counted, dump
from mdlint_doi.lint.model import rule_address
from mdlint_doi.lint.settings import Settings
from mdlint_doi.run.check import check
from mdlint_doi.run.request import Task
from mdlint_doi.server.protocol import ProtocolError

OLD = "See http://dx.doi.org/10.1000/182 here.\n"
TWO = "See http://dx.doi.org/10.1000%2F182 here.\n"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a project that is never online."""
    folder = tmp_path_factory.mktemp("project")
    (folder / "pyproject.toml").write_text(
        '[tool.mdlint-doi]\noffline = true\nexclude = ["out/"]\nformats = ["python"]\n'
        '[tool.mdlint-doi.per-file-ignores]\n"CHANGES.md" = ["DOI301"]\n'
    )
    (folder / "nested").mkdir()
    return folder


@pytest.fixture(scope="module")
def editor(folder: Path) -> Iterator[Editor]:
    """Run a server for all tests of this module."""
    with Editor(folder) as editor:
        yield editor


def _codes(diagnostics: Sequence[types.Diagnostic]) -> list[object]:
    return [diagnostic.code for diagnostic in diagnostics]


def test_diagnostic(editor: Editor, folder: Path) -> None:
    """A diagnostic has the rule, a link to its page, the report's level, and the fix as data."""
    path = folder / "one.md"
    editor.open(path, OLD)
    (diagnostic,) = editor.diagnostics(path)
    assert diagnostic.code == "DOI201"
    assert diagnostic.code_description == types.CodeDescription(rule_address("DOI201"))
    assert (diagnostic.source, diagnostic.severity) == (
        "mdlint-doi",
        types.DiagnosticSeverity.Warning,
    )
    assert diagnostic.message.startswith("[unusual-address] the address uses http and goes to")
    assert (
        OLD[diagnostic.range.start.character : diagnostic.range.end.character]
        == "http://dx.doi.org"
    )
    fix = {"safety": "safe", "edits": [_edit(4, 21, "https://doi.org")]}
    assert diagnostic.data == {"doi": "10.1000/182", "fix": fix}


def _edit(start: int, end: int, text: str) -> dict[str, object]:
    place = {"start": {"line": 0, "character": start}, "end": {"line": 0, "character": end}}
    return {"range": place, "newText": text}


@pytest.mark.parametrize(
    ("name", "language", "text"),
    [
        ("a.md", "markdown", OLD),
        ("a.rst", "restructuredtext", OLD),
        ("a.bib", "bibtex", "@misc{a,\n  url = {http://dx.doi.org/10.1000/182}\n}\n"),
        (
            "a.ipynb",
            "json",
            json.dumps(
                {
                    "cells": [{"cell_type": "markdown", "metadata": {}, "source": [OLD]}],
                    "metadata": {},
                    "nbformat": 4,
                    "nbformat_minor": 5,
                }
            ),
        ),
        ("a.py", "python", f'"""Read.\n\n{OLD}"""\n'),
        ("CITATION.cff", "yaml", "cff-version: 1.2.0\nurl: http://dx.doi.org/10.1000/182\n"),
        ("codemeta.json", "json", '{"@id": "http://dx.doi.org/10.1000/182"}\n'),
        ("myst.yml", "yaml", "project:\n  doi: http://dx.doi.org/10.1000/182\n"),
        ("a.csl.json", "json", '[{"URL": "http://dx.doi.org/10.1000/182"}]\n'),
        ("a.ris", "ris", "TY  - JOUR\nUR  - http://dx.doi.org/10.1000/182\nER  - \n"),
        ("a.html", "html", '<p><a href="http://dx.doi.org/10.1000/182">a</a></p>\n'),
    ],
)
def test_formats(editor: Editor, folder: Path, name: str, language: str, text: str) -> None:
    """Every format that is read has its diagnostics where its text says so, and its fixes."""
    path = folder / name
    editor.open(path, text, language)
    found = editor.diagnostics(path)
    assert "DOI201" in _codes(found)
    (all_fixes,) = editor.actions(path, only=["source.fixAll"])
    entry = {"md": "markdown", "rst": "rst", "bib": "bibtex", "py": "python", "ipynb": "notebook"}
    entry |= {"cff": "cff", "json": "codemeta", "yml": "myst", "ris": "ris", "html": "html"}
    kind = "csl" if ".csl." in name else entry[name.rpartition(".")[2]]
    assert edited(text, all_fixes) == fix_text(text, kind, Settings(offline=True))


def test_astral_characters(editor: Editor, folder: Path) -> None:
    """Columns count UTF-16: a character beyond the first plane is two, in edits, too."""
    path = folder / "astral.md"
    editor.open(path, f"\U0001d54f\U0001f600 {OLD}")
    (*_, found) = editor.diagnostics(path)
    assert (found.range.start.character, found.range.end.character) == (9, 26)
    editor.change(path, ((0, 2, 0, 4), ""))
    (*_, found) = editor.diagnostics(path, bool)
    assert (found.range.start.character, found.range.end.character) == (7, 24)


@pytest.mark.parametrize(("encoding", "start"), [("utf-8", 13), ("utf-32", 7)])
def test_other_encodings(folder: Path, encoding: str, start: int) -> None:
    """Columns count what client and server agreed on."""
    path = folder / "astral.md"
    with Editor(folder, encodings=[encoding]) as editor:
        assert editor.capabilities.position_encoding == encoding
        editor.open(path, f"\U0001d54f\U0001f600 {OLD}")
        (*_, found) = editor.diagnostics(path)
        assert found.range.start.character == start


def test_lines_of_the_protocol(editor: Editor, folder: Path) -> None:
    """A form feed and U+2028 end no line, here and in edits."""
    path = folder / "lines.md"
    editor.open(path, f"a\x0cb\u2028c\x85d\r\n{OLD}")
    (*_, found) = editor.diagnostics(path)
    assert found.range.start.line == 1
    editor.change(path, ((1, 0, 1, 3), "Look at"), ((0, 0, 0, 0), "\n"))
    (*_, found) = editor.diagnostics(path, bool)
    assert (found.range.start.line, found.range.start.character) == (2, 8)


def test_edits(editor: Editor, folder: Path) -> None:
    """Diagnostics follow the edits, and go when the document is closed."""
    path = folder / "edits.md"
    editor.open(path, "Nothing.\n")
    assert not editor.diagnostics(path)
    editor.change(path, ((1, 0, 1, 0), OLD))
    assert _codes(editor.diagnostics(path, bool)) == ["DOI201"]
    editor.change(path, ((1, 4, 1, 8), "https"))
    assert _codes(editor.diagnostics(path, bool)) == ["DOI201"]
    editor.change(path, "Nothing again.\n")
    assert not editor.diagnostics(path, lambda found: not found)
    editor.change(path, OLD)
    assert editor.diagnostics(path, bool)
    editor.close(path)
    assert not editor.diagnostics(path, until=lambda found: not found)


def test_quick_fixes(editor: Editor, folder: Path) -> None:
    """A safe fix is preferred; an unsafe one is not, and its title says that it is a guess."""
    path = folder / "fixes.md"
    text = f"{OLD}\nSee https://doi.org/10.1016/j.cell.\n2019.01.001 for more.\n"
    editor.open(path, text)
    editor.diagnostics(path)
    actions = editor.actions(path, (0, 12, 0, 12), only=["quickfix"])
    fixes = [action for action in actions if action.is_preferred]
    assert [action.title for action in fixes] == [
        "DOI201: replace 'http://dx.doi.org' with 'https://doi.org'"
    ]
    assert edited(text, fixes[0]).startswith("See https://doi.org/10.1000/182 here.\n")
    everything = editor.actions(path, (2, 9, 2, 9))
    (unsafe,) = (action for action in everything if "unsafe, a guess" in action.title)
    assert not unsafe.is_preferred
    assert (
        edited(text, unsafe)
        == f"{OLD}\nSee https://doi.org/10.1016/j.cell.2019.01.001\nfor more.\n"
    )


def test_fix_all(editor: Editor, folder: Path) -> None:
    """The source action makes exactly what `--fix` makes, and leaves what its guard refuses."""
    path = folder / "all.md"
    text = f"{OLD}\n[a](https://dx.doi.org/10.1000/a\\_b) `http://dx.doi.org/10.1000/182`\n\n{OLD}"
    editor.open(path, text)
    editor.diagnostics(path)
    fixed = fix_text(text, settings=Settings(offline=True))
    for kind in ("source.fixAll", "source.fixAll.mdlint-doi"):
        (action,) = editor.actions(path, only=[kind])
        assert edited(text, action) == fixed
    assert not editor.actions(path, only=["source.organizeImports"])
    editor.change(path, fixed)
    editor.diagnostics(path)
    assert not editor.actions(path, only=["source.fixAll"])


def test_suppression(editor: Editor, folder: Path) -> None:
    """The comment that is offered switches the finding off, and brings no other."""
    path = folder / "comment.md"
    editor.open(path, OLD)
    editor.diagnostics(path)
    (action,) = (
        action for action in editor.actions(path, (0, 15, 0, 15)) if "comment" in action.title
    )
    editor.change(path, edited(OLD, action))
    assert not editor.diagnostics(path, until=lambda found: not found)


@pytest.mark.parametrize(
    ("name", "text", "is_offered"),
    [
        ("c.md", "# See http://dx.doi.org/10.1000/182\n", True),
        ("c.md", "# See http://dx.doi.org/10.1000/182 #\n", True),
        ("c.md", "[a]: http://dx.doi.org/10.1000/182\n\nSee [a].\n", True),
        ("c.md", "| a | http://dx.doi.org/10.1000/182 |\n|---|---|\n", True),
        ("c.md", "See http://dx.doi.org/10.1000/182  \nfor more.\n", True),
        ("c.md", "A\n===\nSee http://dx.doi.org/10.1000/182\n---\n", True),
        ("c.mdx", "See http://dx.doi.org/10.1000/182\n", True),
        ("c.html", '<a href="http://dx.doi.org/10.1000/182">a</a>\n', True),
        ("c.html", '<a href="http://dx.doi.org/10.1000/182"\n>a</a>\n', False),
        ("c.py", '"""See http://dx.doi.org/10.1000/182"""\n', True),
        ("nested/CITATION.cff", "url: http://dx.doi.org/10.1000/182\n", True),
    ],
)
def test_comment_that_nobody_sees(
    editor: Editor, folder: Path, name: str, text: str, *, is_offered: bool
) -> None:
    """A comment is offered only where it breaks no definition, table, line or tag."""
    editor.open(folder / name, text)
    row = next(at for at, line in enumerate(text.splitlines()) if "dx.doi" in line)
    actions = editor.actions(folder / name, (row, 0, row, 30))
    assert any(action.is_preferred for action in actions)
    assert (
        any("DOI201" in action.title and "comment" in action.title for action in actions)
        == is_offered
    )


def test_actions_that_are_completed_later(folder: Path) -> None:
    """An editor that can wait gets the edits, for the version, when the action is chosen."""
    path = folder / "later.md"
    resolve = types.ClientCodeActionResolveOptions(properties=["edit"])
    capabilities = types.ClientCapabilities(
        text_document=types.TextDocumentClientCapabilities(
            code_action=types.CodeActionClientCapabilities(resolve_support=resolve)
        ),
        workspace=types.WorkspaceClientCapabilities(
            workspace_edit=types.WorkspaceEditClientCapabilities(document_changes=True)
        ),
    )
    with Editor(folder, capabilities=capabilities) as editor:
        editor.open(path, OLD)
        editor.diagnostics(path)
        fix, *_, fix_all = editor.actions(path, (0, 5, 0, 5))
        assert (fix.edit, fix_all.edit) == (None, None)
        whole = editor.run(editor.client.code_action_resolve_async(fix))
        assert whole.edit is not None
        (change,) = whole.edit.document_changes or ()
        assert isinstance(change, types.TextDocumentEdit)
        assert change.text_document.version == 1
        assert [getattr(edit, "new_text", "") for edit in change.edits] == ["https://doi.org"]
        editor.change(path, ((0, 0, 0, 0), "x"))
        with pytest.raises(JsonRpcException) as caught:
            editor.run(editor.client.code_action_resolve_async(fix_all))
        assert caught.value.code == ProtocolError.MODIFIED


def test_settings_of_the_nearest_file(editor: Editor, folder: Path) -> None:
    """Each document has the settings of its nearest file, as that is now; what is ignored is."""
    plain, changes, nested = folder / "p.md", folder / "CHANGES.md", folder / "nested" / "n.md"
    for path in (plain, changes, nested):
        editor.open(path, TWO)
    assert _codes(editor.diagnostics(plain)) == ["DOI201", "DOI301"]
    assert _codes(editor.diagnostics(changes)) == ["DOI201"]
    assert _codes(editor.diagnostics(nested)) == ["DOI201", "DOI301"]
    settings = folder / "nested" / ".mdlint-doi.toml"
    settings.write_text('ignore = ["DOI201"]\n')
    editor.save(nested)
    assert _codes(editor.diagnostics(nested, lambda found: _codes(found) == ["DOI301"]))
    settings.write_text('ignore = ["DOI2 01"]\n')
    editor.save(nested)
    editor.wait(lambda: any("'DOI2 01'" in message for message in editor.shown))
    assert not editor.diagnostics(nested, lambda found: not found)
    assert not editor.actions(nested, (0, 12, 0, 12))
    settings.write_text('ignore = ["DOI201"]\n')
    editor.save(nested)
    assert _codes(editor.diagnostics(nested, lambda found: _codes(found) == ["DOI301"]))
    shown = len(editor.shown)
    settings.write_text('ignore = ["DOI2 01"]\n')
    editor.save(nested)
    editor.wait(lambda: any("'DOI2 01'" in message for message in editor.shown[shown:]))
    assert not editor.diagnostics(nested, lambda found: not found)
    settings.unlink()
    changed = types.DidChangeWatchedFilesParams([])
    editor.do(lambda: editor.client.workspace_did_change_watched_files(changed))
    assert len(editor.diagnostics(nested, bool)) == 2


@pytest.mark.parametrize(
    ("name", "language", "text", "reason"),
    [
        ("out/a.md", "markdown", OLD, "excluded"),
        ("a.rs", "rust", OLD, "unsupported"),
        ("data.json", "json", OLD, "unsupported"),
        ("nested/CITATION.cff", "yaml", 'title: "1\ndoi: 10.1000/182', "not valid YAML"),
    ],
)
def test_not_read(  # noqa: PLR0917 - a row of a table
    editor: Editor, folder: Path, name: str, language: str, text: str, reason: str
) -> None:
    """Nothing passes in silence: why a document is not read is in the log."""
    path = folder / name
    editor.open(path, text, language)
    shown = ["not-read"] if reason == "not valid YAML" else []
    assert editor.diagnostics(path, lambda found: _codes(found) == shown) is not None
    editor.wait(lambda: any(name in message and reason in message for message in editor.logged))


def test_said_again(editor: Editor, tmp_path: Path) -> None:
    """A document that is excluded once more is told once more, under the name of its file."""
    path, settings = tmp_path / "page.md", tmp_path / "mdlint-doi.toml"
    settings.write_text("offline = true\n")
    editor.open(path, OLD)
    for _ in range(2):
        told = len(editor.logged)
        settings.write_text('offline = true\nexclude = ["page.md"]\n')
        editor.save(path)
        editor.wait(lambda: f"{path}: not checked: excluded" in "".join(editor.logged[told:]))  # noqa: B023
        assert not editor.diagnostics(path)
        settings.write_text("offline = true\n")
        editor.save(path)
        editor.diagnostics(path, bool)
    editor.open(tmp_path / "README", OLD)
    editor.wait(
        lambda: any(f"{tmp_path / 'README'}: not checked" in message for message in editor.logged)
    )


@pytest.mark.parametrize(
    ("address", "language"),
    [
        ("untitled:Untitled-1", "markdown"),
        ("untitled:Untitled-2", "latex"),
        ("untitled:/somewhere/new.bib", "plaintext"),
    ],
)
def test_untitled(editor: Editor, address: str, language: str) -> None:
    """A document that is in no file is read as what the editor says that it is."""
    text = "@misc{a, url = {http://dx.doi.org/10.1000/182}}" if "bib" in address else OLD
    editor.open(address, text, language)
    assert "DOI201" in _codes(editor.diagnostics(address))


def test_folders_that_come_and_go(editor: Editor, tmp_path: Path) -> None:
    """A folder that is opened later has its own settings, which hold for a whole run there."""
    other = tmp_path / "other"
    other.mkdir()
    (other / "mdlint-doi.toml").write_text('offline = true\nignore = ["DOI301"]\n')
    event = types.WorkspaceFoldersChangeEvent([types.WorkspaceFolder(other.as_uri(), "o")], [])
    params = types.DidChangeWorkspaceFoldersParams(event)
    editor.do(lambda: editor.client.workspace_did_change_workspace_folders(params))
    editor.open(other / "a.md", TWO)
    assert _codes(editor.diagnostics(other / "a.md")) == ["DOI201"]


def test_hover_offline(editor: Editor, folder: Path) -> None:
    """Over a DOI its name is shown, escaped, and that nobody was asked; elsewhere nothing."""
    path = folder / "hover.md"
    editor.open(path, OLD)
    assert editor.hover(path, 0, 20) == (
        "[10\\.1000\\/182](https://doi.org/10.1000/182)\n\n**Not looked up**"
    )
    assert editor.hover(path, 0, 0) == ""
    assert editor.hover(path, 99, 99) == ""


def test_cells_of_a_notebook(editor: Editor, folder: Path) -> None:
    """Each Markdown cell of a notebook that is open as such is a document of its own."""
    path = (folder / "cells.ipynb").as_uri()
    cell = path.replace("file:", "vscode-notebook-cell:") + "#W0"
    notebook = types.NotebookDocument(path, "jupyter-notebook", 1, [])
    opened = types.DidOpenNotebookDocumentParams(
        notebook, [types.TextDocumentItem(cell, "markdown", 1, OLD)]
    )
    editor.expect(cell)
    editor.do(lambda: editor.client.notebook_document_did_open(opened))
    assert _codes(editor.diagnostics(cell)) == ["DOI201"]
    change = types.TextDocumentContentChangeWholeDocument(text="Nothing.")
    content = types.NotebookDocumentCellContentChanges(
        types.VersionedTextDocumentIdentifier(version=2, uri=cell), [change]
    )
    cells = types.NotebookDocumentCellChanges(text_content=[content])
    changed = types.DidChangeNotebookDocumentParams(
        types.VersionedNotebookDocumentIdentifier(version=2, uri=path),
        types.NotebookDocumentChangeEvent(cells=cells),
    )
    editor.expect(cell, 2)
    editor.do(lambda: editor.client.notebook_document_did_change(changed))
    assert not editor.diagnostics(cell)


def test_baseline(editor: Editor, tmp_path: Path) -> None:
    """What a baseline knows is not shown, and what it does not know is."""
    (tmp_path / "a.md").write_text(OLD)
    (tmp_path / "mdlint-doi.toml").write_text('offline = true\nbaseline = "known.json"\n')
    task = Task((str(tmp_path),), Settings(offline=True))
    counts = counted(check(task).report.findings, lambda _: "a.md")
    (tmp_path / "known.json").write_text(dump(counts))
    editor.open(tmp_path / "a.md", OLD)
    assert not editor.diagnostics(tmp_path / "a.md")
    editor.change(tmp_path / "a.md", f"{OLD}\nAnd http://doi.org/10.1000/183.\n")
    assert len(editor.diagnostics(tmp_path / "a.md", bool)) == 1
