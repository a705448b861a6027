"""Where the cache is if nobody says where."""

from __future__ import annotations

import subprocess
import sys

import pytest
from platformdirs import user_cache_dir

from mdlint_doi.ask.cache_file import default_folder


@pytest.mark.parametrize("base", [None, "", "/elsewhere", "/with/slash/"])
def test_it_is_the_users_cache_folder(base: str | None, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same as `platformdirs` says, whatever the environment."""
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    if base is not None:
        monkeypatch.setenv("XDG_CACHE_HOME", base)
    assert default_folder() == user_cache_dir("sphinx-doi", appauthor=False)


@pytest.mark.skipif(sys.platform != "linux", reason="a rule of the XDG specification")
def test_a_relative_base_is_ignored(monkeypatch: pytest.MonkeyPatch) -> None:
    """It would be another folder in every run."""
    monkeypatch.setenv("HOME", "/home/me")
    monkeypatch.setenv("XDG_CACHE_HOME", "relative")
    assert default_folder() == "/home/me/.cache/sphinx-doi"


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere it is not so simple")
def test_it_is_found_without_platformdirs() -> None:
    """To import it takes as long as to start Python."""
    code = "import sys; from mdlint_doi.ask.cache_file import default_folder; default_folder();"
    code += "sys.exit('platformdirs' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
