"""The picture of an editor: drawn from the screen of Neovim with the recipe of the manual.

With UPDATE_EXAMPLES=1 in the environment, it is drawn again.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from typing import Any, Final

import pytest
from docs.examples import MANUAL
from docs.terminal_picture import COLOURS, GROUND, PLAIN, Piece, drawn
from server.test_neovim import nvim

PICTURE: Final = MANUAL / "_static" / "editor.svg"
TITLE: Final = "Neovim shows two broken DOIs, one of them with its message"
NOTES: Final = """\
The syntax of URIs is in RFC 3986:
<https://dx.doi.org/10.17487/RFC3986>.
Cite doi:10.1038/s41592-019-0686-2/full.
"""
COLUMNS: Final = 62
ROWS: Final = 9
_FLOAT: Final = "#232a3a"
_NAMED: Final = {
    "plain": PLAIN,
    "ground": GROUND,
    "float": _FLOAT,
    "bright": COLOURS["1"],
    "dim": COLOURS["2"],
    "error": COLOURS["1;31"],
    "warning": COLOURS["1;33"],
}


@pytest.fixture
def screen(tmp_path: Path) -> list[list[list[Any]]]:
    """Return the cells of Neovim's screen, each with its character and its look."""
    page = (MANUAL / "guide" / "editors.md").read_text("utf-8")
    (recipe,) = re.findall(r"```lua\n(vim\.lsp\.config.*?)```", page, re.DOTALL)
    (tmp_path / "recipe.lua").write_text(recipe, "utf-8")
    command = tmp_path / "bin" / "mdlint-doi"
    command.parent.mkdir()
    command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m mdlint_doi "$@"\n')
    command.chmod(0o755)
    project = tmp_path / "project"
    project.mkdir()
    records = json.dumps(str(MANUAL / "doi-records.json"))
    settings = f'records = {records}\noffline = true\ndepth = "registration"\n'
    (project / "mdlint-doi.toml").write_text(settings, "utf-8")
    (project / "notes.md").write_text(NOTES, "utf-8")
    environ = {
        **os.environ,
        "PATH": f"{command.parent}{os.pathsep}{os.environ['PATH']}",
        "RECIPE": str(tmp_path / "recipe.lua"),
        "DOCUMENT": str(project / "notes.md"),
        "HOME": str(tmp_path),
        "XDG_STATE_HOME": str(tmp_path / "state"),
        "COLUMNS": str(COLUMNS),
        "ROWS": str(ROWS),
        "COLOURS": json.dumps(_NAMED),
    }
    here = Path(__file__)
    environ["SCRIPT"] = str(here.with_name("editor_picture.lua"))
    screen = here.with_name("editor_screen.lua")
    ran = subprocess.run(
        [nvim(), "--clean", "--headless", "-c", f"luafile {screen}"],
        capture_output=True,
        env=environ,
        timeout=500,
        check=False,
    )
    told = json.loads(ran.stdout)
    assert "error" not in told, told
    rows: list[list[list[Any]]] = told["rows"]
    return rows


def test_the_picture_is_of_a_real_screen(screen: list[list[list[Any]]]) -> None:
    """It shows the cells of the screen, and the page on editors shows it."""
    picture = drawn([list(_pieces(row)) for row in screen], COLUMNS, TITLE)
    if os.environ.get("UPDATE_EXAMPLES"):
        PICTURE.write_text(picture, encoding="utf-8")
    text = PICTURE.read_text(encoding="utf-8")
    assert text == picture
    assert all(f">{word}" in text or f" {word}" in text for word in ("■ DOI201", "■ DOI901"))
    assert "](../_static/editor.svg)" in (MANUAL / "guide" / "editors.md").read_text("utf-8")


def _pieces(row: list[list[Any]]) -> Iterator[Piece]:
    """Yield the pieces of a row: neighbouring cells that look alike."""
    for look, cells in groupby(row, key=lambda cell: _look(cell[1])):
        yield look._replace(text="".join(cell[0] or " " for cell in cells))


def _look(attributes: dict[str, Any]) -> Piece:
    """Return a piece without a text that looks as Neovim says."""
    line = _colour(attributes, "special", PLAIN) if attributes.get("underline") else ""
    ground = _colour(attributes, "background", GROUND)
    return Piece(
        "",
        _colour(attributes, "foreground", PLAIN),
        bold=attributes.get("bold", False),
        ground="" if ground == GROUND else ground,
        line=line,
    )


def _colour(attributes: dict[str, Any], name: str, default: str) -> str:
    number = attributes.get(name)
    return default if number is None else f"#{number:06x}"
