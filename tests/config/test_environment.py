"""Variables that nothing reads are told; the library and the command read the same ones."""

from __future__ import annotations

from pathlib import Path

import pytest
from cli.command import mdlint_doi

from mdlint_doi import SettingsError, load_settings

PAGE = "See [it](https://doi.org/10.1000/182).\n"


@pytest.mark.parametrize("name", ["OFFLINE", "SELECT", "FAIL_ON", "RECORDS", "BASELINE"])
def test_a_setting_that_no_variable_sets(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """Nothing is sent when somebody asks for an offline run in vain: the run stops."""
    (tmp_path / "page.md").write_text(PAGE)
    variables = {f"MDLINT_DOI_{name}": "1"}
    ran = mdlint_doi("check", "page.md", cwd=tmp_path, stdin=b"", **variables)
    assert ran.code == 2
    option = "add --offline, or " if name == "OFFLINE" else ""
    assert f" MDLINT_DOI_{name}: this variable is not read; {option}set " in ran.err
    monkeypatch.setenv(f"MDLINT_DOI_{name}", "1")
    with pytest.raises(SettingsError, match=f"MDLINT_DOI_{name}"):
        load_settings(tmp_path)


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("SERVR", "did you mean MDLINT_DOI_SERVER?"),
        ("FOO", "is not read (valid: MDLINT_DOI_SERVER, "),
    ],
)
def test_another_variable_is_told(tmp_path: Path, name: str, told: str) -> None:
    """A variable with our prefix that is none of ours is a note, not an error."""
    (tmp_path / "page.md").write_text(PAGE)
    variables = {f"MDLINT_DOI_{name}": "x"}
    ran = mdlint_doi("check", "--offline", ".", cwd=tmp_path, stdin=b"", **variables)
    assert ran.code == 0
    (note,) = [line for line in ran.err.splitlines() if f"MDLINT_DOI_{name}" in line]
    assert note.startswith("note: environment variable")
    assert told in note


def test_variables_of_ci_and_empty_ones(tmp_path: Path) -> None:
    """The templates for CI have variables of their own, which are no settings."""
    (tmp_path / "page.md").write_text(PAGE)
    ours = {"MDLINT_DOI_ARGS": "-q", "MDLINT_DOI_PATHS": ".", "MDLINT_DOI_OFFLINE": ""}
    ran = mdlint_doi("check", "--offline", ".", cwd=tmp_path, stdin=b"", **ours)
    assert (ran.code, ran.err) == (0, "")


def test_load_settings_reads_the_environment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The library's settings of a project are those of the command without options."""
    (tmp_path / "pyproject.toml").write_text('[tool.mdlint-doi]\ncontact = "a@example.org"\n')
    monkeypatch.setenv("MDLINT_DOI_CONTACT", "b@example.org")
    monkeypatch.setenv("MDLINT_DOI_SERVER", "http://127.0.0.1:1")
    for path in (tmp_path, tmp_path / "pyproject.toml"):
        settings = load_settings(path)
        assert (settings.contact, settings.server) == ("b@example.org", "http://127.0.0.1:1")
    monkeypatch.setenv("MDLINT_DOI_CONTACT", "nobody")
    with pytest.raises(SettingsError, match="environment variable MDLINT_DOI_CONTACT"):
        load_settings(tmp_path)


@pytest.mark.parametrize("head", ["mdlint", "tool.mdlint", "tool.mdlint_doi", "tool.mdlintdoi"])
def test_a_table_with_a_shorter_name(tmp_path: Path, head: str) -> None:
    """A table that has only our settings is meant for us, whatever its name lacks."""
    file = tmp_path / "pyproject.toml"
    file.write_text(f"[{head}]\noffline = true\n")
    with pytest.raises(SettingsError, match=r"pyproject.toml:1: .*write \[tool.mdlint-doi\]"):
        load_settings(tmp_path)
    file.write_text("[tool.mdlint]\nrules = 'MD001'\n")
    assert load_settings(tmp_path).offline is False


@pytest.mark.parametrize("name", ["pyproject.toml", "mdlint-doi.toml"])
def test_a_byte_order_mark(tmp_path: Path, name: str) -> None:
    """A file that an editor of Windows wrote is read, and its faults have the right lines."""
    head = "[tool.mdlint-doi]\n" if name == "pyproject.toml" else ""
    (tmp_path / name).write_bytes(f"\ufeff{head}offline = true\n".encode())
    assert load_settings(tmp_path).offline
    (tmp_path / name).write_bytes(f"\ufeff{head}offline = 3\n".encode())
    line = 2 if head else 1
    with pytest.raises(SettingsError, match=f"{name}:{line}: offline: "):
        load_settings(tmp_path)


@pytest.mark.parametrize(
    ("setting", "told"),
    [
        ('records = "none.json"', "create the file with mdlint-doi record (records is set in {})"),
        ('baseline = "none.json"', "--write-baseline (baseline is set in {})"),
        ('server = "https://other.example"', "{}: server: other.example is not a trusted host"),
        ('crossref-server = "https://a.example"', "{}: crossref-server: a.example is not"),
        ('cache-dir = "../x"', "{}: cache-dir: "),
    ],
)
def test_a_fault_names_its_file_and_line(tmp_path: Path, setting: str, told: str) -> None:
    """Also if the setting is valid, and something else finds that it cannot be used."""
    (tmp_path / "page.md").write_text(PAGE)
    offline = "offline = true" if "server" not in setting else ""
    (tmp_path / "pyproject.toml").write_text(f"[tool.mdlint-doi]\n{offline}\n\n{setting}\n")
    ran = mdlint_doi("check", ".", cwd=tmp_path)
    assert ran.code == 2
    assert told.format("pyproject.toml:4") in ran.err
    assert ran.err.count("pyproject.toml") == 1
