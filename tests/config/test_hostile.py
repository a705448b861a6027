"""Whatever a stranger's file holds: settings, or one located error."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from linear import is_within

from mdlint_doi.config.load import find_settings
from mdlint_doi.lint import selection
from mdlint_doi.lint.glob import anywhere as compiled_glob
from mdlint_doi.lint.setting_types import PerFileIgnore
from mdlint_doi.lint.settings import Settings, SettingsError

PIECES = (
    b"[tool.mdlint-doi]\n",
    b"[tool.mdlint-doi.exceptions]\n",
    b"[[tool.mdlint-doi]]\n",
    b"[tool.mdlint-doi.per-file-ignores]\n",
    b"select = ",
    b"exclude = ",
    b"server = ",
    b"cache-dir = ",
    b"max-age = ",
    b"'10.1000/182' = ",
    b"['DOI2', 'all']\n",
    b"'x'\n",
    b"'../../x'\n",
    b"'a\\u0000b'\n",
    b'"\\u202e\\u001b"\n',
    b"{reason = 'r', until = 2026-02-30}\n",
    b"nan\n",
    b"1e999\n",
    b"-1\n",
    b"[[[[[[",
    b"\xff",
    b"\x1b[31m",
    b"\n",
    b"\r",
    b"=",
    b"#",
)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.one_of(st.sampled_from(PIECES), st.binary(max_size=5)), max_size=12))
def test_any_bytes_are_settings_or_one_error(tmp_path: Path, pieces: list[bytes]) -> None:
    """No other exception; one line that begins with the file, nothing hidden in it."""
    path = tmp_path / "pyproject.toml"
    path.write_bytes(b"".join((PIECES[0], *pieces)))
    try:
        found, where = find_settings(tmp_path)
    except SettingsError as error:
        message = str(error)
        assert message.startswith(str(path))
        assert len(message.splitlines()) == 1
        assert len(message) < len(str(path)) + 2000
    else:
        assert isinstance(found, Settings)
        assert where == path
        assert found.server.startswith("https://")


@pytest.mark.parametrize("depth", [100, 10_000, 300_000])
def test_a_deep_file_is_an_error(tmp_path: Path, depth: int) -> None:
    """A bomb of brackets ends in a message."""
    text = b"[tool.mdlint-doi]\nselect = " + b"[" * depth + b"]" * depth
    (tmp_path / "pyproject.toml").write_bytes(text)
    with pytest.raises(SettingsError):
        find_settings(tmp_path)


@pytest.mark.parametrize("line", [".".join(["a"] * 200_000), "[" + '"a" . ' * 100_000 + "b]\n"])
def test_a_long_key_is_an_error(tmp_path: Path, line: str) -> None:
    """A key of very many parts is refused before it is read; many keys are read in time."""
    path = tmp_path / "pyproject.toml"
    path.write_text(f"[tool.mdlint-doi]\n{line} = 1\n")

    def refused() -> None:
        with pytest.raises(SettingsError, match="a key has more than 32 parts"):
            find_settings(tmp_path)

    assert is_within(refused, 150)
    path.write_text(
        "[tool.mdlint-doi]\n[x]\n" + "".join(f"a{'.b' * 9}{n} = 1\n" for n in range(999))
    )
    assert find_settings(tmp_path) == (Settings(), path)


def test_thirty_thousand_per_file_ignores(tmp_path: Path) -> None:
    """They are refused with the file's name: each file of a run would be held against all."""
    path = tmp_path / "pyproject.toml"
    lines = "".join(f"'{number:x}' = ['DOI2']\n" for number in range(30_000))
    path.write_text(f"[tool.mdlint-doi.per-file-ignores]\n{lines}")
    with pytest.raises(
        SettingsError, match=r"pyproject.*characters in total; at most 50000 are allowed"
    ):
        find_settings(tmp_path)


def test_per_file_ignores_of_a_hundred_files(monkeypatch: pytest.MonkeyPatch) -> None:
    """As many as are allowed are compiled once each, not once for each file."""
    compiled: list[str] = []

    def anywhere(pattern: str) -> re.Pattern[str]:
        compiled.append(pattern)
        return compiled_glob(pattern)

    ignores = tuple(PerFileIgnore(f"{number}.md", ("DOI201",)) for number in range(300))
    chosen = Settings(per_file_ignores=ignores)
    monkeypatch.setattr(selection, "anywhere", anywhere)
    for number in range(100):
        assert not selection.Selection.of(chosen, f"docs/{number}.md").has("DOI201")
    assert selection.Selection.of(chosen, "docs/x.md").has("DOI201")
    assert len(compiled) == len(ignores)


@pytest.mark.parametrize("name", [".mdlint-doi.toml", "mdlint-doi.toml"])
@pytest.mark.parametrize("target", ["gone.toml", "itself"])
def test_a_link_that_leads_nowhere(tmp_path: Path, name: str, target: str) -> None:
    """Settings that cannot be read are told; to go on without them would change what is found."""
    try:
        (tmp_path / name).symlink_to(name if target == "itself" else target)
    except OSError:
        pytest.skip("no symbolic links here")
    with pytest.raises(SettingsError, match=rf"{re.escape(name)}: a link "):
        find_settings(tmp_path)
