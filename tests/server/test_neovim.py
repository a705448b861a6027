"""The server in a real editor: Neovim without a screen, with the recipe of the manual."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from mdlint_doi import fix_text
from mdlint_doi.lint.settings import Settings

_HERE = Path(__file__).parent
_TEXT = "\U0001d54f See http://dx.doi.org/10.1000/182 here.\n\nAnd http://doi.org/10.1000/183.\n"


def nvim() -> str:
    """Return where Neovim is; without it the test is skipped."""
    beside = Path(sys.executable).with_name("nvim")
    found = str(beside) if beside.exists() else shutil.which("nvim")
    if found is None:
        pytest.skip("no nvim")
    return found


def test_neovim(tmp_path: Path) -> None:
    """Neovim shows the diagnostics in the right places, applies a quick fix, then all fixes."""
    page = (_HERE.parents[1] / "example_docs" / "guide" / "editors.md").read_text("utf-8")
    (recipe,) = re.findall(r"```lua\n(vim\.lsp\.config.*?)```", page, re.DOTALL)
    commands = tmp_path / "bin"
    commands.mkdir()
    command = commands / "mdlint-doi"
    command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m mdlint_doi "$@"\n')
    command.chmod(0o755)
    (tmp_path / "recipe.lua").write_text(recipe, "utf-8")
    project = tmp_path / "project"
    project.mkdir()
    (project / "mdlint-doi.toml").write_text("offline = true\n")
    (project / "page.md").write_text(_TEXT, "utf-8")
    environ = {
        **os.environ,
        "PATH": f"{commands}{os.pathsep}{os.environ['PATH']}",
        "RECIPE": str(tmp_path / "recipe.lua"),
        "DOCUMENT": str(project / "page.md"),
        "HOME": str(tmp_path),
        "XDG_STATE_HOME": str(tmp_path / "state"),
    }
    ran = subprocess.run(
        [nvim(), "--clean", "--headless", "-c", f"luafile {_HERE / 'neovim.lua'}"],
        capture_output=True,
        env=environ,
        timeout=500,
        check=False,
    )
    told = json.loads(ran.stdout)
    assert "error" not in told, told
    at = len("\U0001d54f See ".encode())  # Neovim counts bytes
    assert [row[:1] + row[2:] for row in told["shown"]] == [
        ["DOI201", 0, at, at + 17],
        ["DOI201", 2, 4, 11],
    ]
    assert told["root"] == str(project)
    assert "\n".join(told["fixed"]) + "\n" == _TEXT.replace("http://dx.doi.org", "https://doi.org")
    assert "\n".join(told["all"]) + "\n" == fix_text(_TEXT, settings=Settings(offline=True))
