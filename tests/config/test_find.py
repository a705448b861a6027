"""Where the configuration file is found, and how it is read."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from mdlint_doi.config.load import find_settings, read_settings
from mdlint_doi.config.toml_file import MAX_BYTES
from mdlint_doi.lint.settings import Settings, SettingsError


def put(path: Path, text: str) -> Path:
    """Write a file, and the folders above it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def test_without_a_file_the_defaults_hold(tmp_path: Path) -> None:
    """Nothing found is no error."""
    assert find_settings(tmp_path) == (Settings(), None)


def test_the_nearest_file_with_the_table_wins(tmp_path: Path) -> None:
    """Files without the table are passed by, whatever they hold."""
    far = put(tmp_path / "pyproject.toml", "[tool.mdlint-doi]\nignore = ['DOI203']\n")
    put(tmp_path / "a/pyproject.toml", "[project]\nname = 'x'\n")
    put(tmp_path / "a/b/pyproject.toml", "this is = not [ TOML\n")
    put(tmp_path / "a/c/pyproject.toml", "# mdlint-doi is not set up here\n[tool.x]\n")
    for folder in ("", "a", "a/b", "a/c"):
        assert find_settings(tmp_path / folder) == (Settings(ignore=("DOI203",)), far)
    near = put(tmp_path / "a/b/pyproject.toml", "[tool.mdlint-doi]\noffline = true\n")
    assert find_settings(tmp_path / "a/b") == (Settings(offline=True), near)


def test_a_file_is_a_start_too(tmp_path: Path) -> None:
    """The search for the settings of a document begins in its folder."""
    path = put(tmp_path / "pyproject.toml", "[tool.mdlint-doi]\noffline = true\n")
    document = put(tmp_path / "docs/a.md", "")
    assert find_settings(document) == (Settings(offline=True), path)
    assert find_settings(tmp_path / "docs/not-there.md") == (Settings(offline=True), path)


@pytest.mark.parametrize(
    "text",
    [
        "[tool.mdlint-doi]\nselect = ['DOI2']",
        "[tool.'mdlint-doi']\nselect = ['DOI2']",
        "tool.mdlint-doi.select = ['DOI2']",
        "[tool]\nmdlint-doi = {select = ['DOI2']}",
        "[tool.mdlint-doi]\r\nselect = [\r\n  'DOI2',\r\n]\r\n",
    ],
)
def test_every_way_to_write_the_table(tmp_path: Path, text: str) -> None:
    """TOML has several for one thing."""
    put(tmp_path / "pyproject.toml", text)
    assert find_settings(tmp_path)[0].select == ("DOI2",)


def test_paths_are_relative_to_the_file(tmp_path: Path) -> None:
    """A run in a subfolder means the same records and cache."""
    text = "[tool.mdlint-doi]\nrecords = 'doc/records.json'\ncache-dir = '.cache'\n"
    put(tmp_path / "pyproject.toml", text)
    (tmp_path / "deep/er").mkdir(parents=True)
    settings, _ = find_settings(tmp_path / "deep/er")
    assert settings.records == str(tmp_path / "doc/records.json")
    assert settings.cache_dir == str(tmp_path / ".cache")


@pytest.mark.parametrize("folder", ["/tmp/elsewhere", "../elsewhere", "a/../../elsewhere", "link"])
def test_a_files_cache_stays_in_its_folder(tmp_path: Path, folder: str) -> None:
    """A stranger's file doesn't say where to write outside of it, through a link neither."""
    (tmp_path / "project").mkdir()
    (tmp_path / "project/link").symlink_to(tmp_path)
    path = put(tmp_path / "project/pyproject.toml", f"[tool.mdlint-doi]\ncache-dir = '{folder}'\n")
    with pytest.raises(SettingsError, match="outside the folder") as caught:
        find_settings(tmp_path / "project")
    assert caught.value.key == "cache-dir"
    assert caught.value.where == f"{path}:2"


def test_a_named_file_may_hold_the_settings_alone(tmp_path: Path) -> None:
    """At its top level, or in the table of a pyproject.toml of any name."""
    assert read_settings(put(tmp_path / "own.toml", "offline = true")).offline
    assert read_settings(put(tmp_path / "x.toml", "[tool.mdlint-doi]\noffline = true")).offline


def test_a_named_pyproject_needs_the_table(tmp_path: Path) -> None:
    """Its other tables are not taken for settings."""
    path = put(tmp_path / "pyproject.toml", "[project]\nname = 'x'\n")
    with pytest.raises(SettingsError, match=r"no table \[tool.mdlint-doi\]"):
        read_settings(path)


@pytest.mark.parametrize(
    ("data", "place", "problem"),
    [
        pytest.param(b"[tool.mdlint-doi]\nselect = [\n", "", "invalid TOML", id="end"),
        pytest.param(b"[tool.mdlint-doi]\nselect = x\n", ":2:10", "invalid TOML", id="value"),
        pytest.param(b"[tool.mdlint-doi]\na = 1\na = 2\n", ":3:6", "invalid TOML", id="twice"),
        pytest.param(b"[tool.mdlint-doi]\na = '\xe9'\n", ":2:6", "0xe9 is not UTF-8", id="latin1"),
        pytest.param(b"[tool]\nmdlint-doi = 3\n", "", "a table is required", id="no table"),
        pytest.param(b"[tool.mdlint-doi]\nselct = []\n", ":2", "did you mean 'select'", id="typo"),
        pytest.param(b"[tool.mdlint-doi]\n\nconcurrency = 0\n", ":3", "1 to 64", id="range"),
        pytest.param(
            b"concurrency = 1\n[tool.mdlint-doi]\nconcurrency = 99", ":3", "64", id="head"
        ),
        pytest.param(b"[tool.mdlint-doi.exceptions]\nx = 'y'\n", ":1", "'x'", id="subtable"),
        pytest.param(b"[tool.mdlint-doi]\na = " + b"[" * 5000, "", "nested too deeply", id="deep"),
        pytest.param(b"[tool.mdlint-doi]\na = " + b"1" * 5000, "", "invalid TOML", id="huge"),
    ],
)
def test_what_is_wrong_is_told_in_one_line_with_its_place(
    tmp_path: Path,
    data: bytes,
    place: str,
    problem: str,
) -> None:
    """File, line and column as far as they are known, and what would be valid."""
    path = tmp_path / "pyproject.toml"
    path.write_bytes(data)
    with pytest.raises(SettingsError, match=problem) as caught:
        find_settings(tmp_path)
    assert str(caught.value).startswith(f"{path}{place}: ")
    assert "\n" not in str(caught.value)


def test_a_file_below_the_current_folder_is_named_shortly(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """As a user would name it."""
    put(tmp_path / "sub/pyproject.toml", "[tool.mdlint-doi]\nx = 1\n")
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SettingsError) as caught:
        find_settings(Path("sub"))
    assert caught.value.where == "sub/pyproject.toml:2"


def test_a_file_that_is_no_file(tmp_path: Path) -> None:
    """A folder or a pipe of that name is passed by when searching, refused when named."""
    (tmp_path / "folder.toml").mkdir()
    os.mkfifo(tmp_path / "pyproject.toml")
    assert find_settings(tmp_path) == (Settings(), None)
    for name, problem in (
        ("pyproject.toml", "not a regular file"),
        ("folder.toml", "not a regular file"),
        ("none.toml", "no such file"),
    ):
        with pytest.raises(SettingsError, match=problem):
            read_settings(tmp_path / name)


def test_a_device_is_not_read(tmp_path: Path) -> None:
    """A link to an endless device would fill the memory."""
    (tmp_path / "pyproject.toml").symlink_to("/dev/zero")
    assert find_settings(tmp_path) == (Settings(), None)


def test_a_huge_file_is_refused(tmp_path: Path) -> None:
    """Nobody's configuration is that long."""
    path = tmp_path / "pyproject.toml"
    path.write_bytes(b"# mdlint-doi\n" + b"#" * MAX_BYTES)
    with pytest.raises(SettingsError, match="larger than"):
        find_settings(tmp_path)


@pytest.mark.skipif(os.geteuid() == 0, reason="root reads everything")
def test_a_file_that_may_not_be_read(tmp_path: Path) -> None:
    """The reason is the system's."""
    path = put(tmp_path / "pyproject.toml", "[tool.mdlint-doi]\n")
    path.chmod(0)
    with pytest.raises(SettingsError, match="Permission denied"):
        find_settings(tmp_path)


def test_a_file_without_our_name_costs_no_toml_reader(tmp_path: Path) -> None:
    """The cheap search comes first."""
    put(tmp_path / "pyproject.toml", "[project]\nname = 'x'\n")
    code = (
        "import sys; from pathlib import Path; from mdlint_doi.config.load import find_settings;"
        f"find_settings(Path({str(tmp_path)!r})); sys.exit('tomllib' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-I", "-c", code], check=False).returncode == 0
