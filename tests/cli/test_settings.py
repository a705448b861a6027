"""`mdlint-doi settings`: what is set, where, and what it means; `lookup` of several in a word."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from cli.command import config, mdlint_doi
from handle_server import HandleServer

from mdlint_doi.lint.settings import Settings

KEYS = [field.replace("_", "-") for field in Settings.__match_args__]


@pytest.mark.parametrize("key", KEYS)
def test_each_setting_is_explained(tmp_path: Path, key: str) -> None:
    """Its value, its origin, its meaning, its default, and the page of the manual."""
    told = mdlint_doi("settings", key, "--isolated", cwd=tmp_path).out.splitlines()
    assert key in told[0]
    assert told[1].strip().startswith(("the default", "from the environment variable"))
    assert told[3][0].isupper()
    assert "Default: " in told[-2] or "Default: " in told[-3]
    assert told[-1].endswith(f"reference/settings.md#{key}")


@pytest.mark.parametrize(
    ("key", "default"),
    [("max-age", "30"), ("cache-dir", "the user's cache folder"), ("records", "no records file")],
)
def test_a_setting_without_a_value_is_explained(tmp_path: Path, key: str, default: str) -> None:
    """The effective default is given in words, without names of Python."""
    ran = mdlint_doi(
        "settings", key, "--isolated", cwd=tmp_path, stdin=b"", MDLINT_DOI_CACHE_DIR=""
    )
    told = ran.out
    assert told.startswith(f"{key}: {default}\n")
    assert f"\nDefault: {default}\n" in told
    assert "None" not in told
    assert "mdlint_doi" not in told


@pytest.mark.parametrize("words", [("settings",), ("check", "--show-settings")])
def test_a_variable_that_is_not_read(tmp_path: Path, words: tuple[str, ...]) -> None:
    """The notices that a check prints about settings are on standard error, not in the TOML."""
    ran = mdlint_doi(*words, "--isolated", cwd=tmp_path, stdin=b"", MDLINT_DOI_DEPHT="all")
    notice = "environment variable MDLINT_DOI_DEPHT is not read; did you mean MDLINT_DOI_DEPTH?"
    assert (ran.code, ran.err) == (0, f"mdlint-doi: {notice}\n")
    assert "DEPHT" not in ran.out


def test_where_each_value_comes_from(tmp_path: Path) -> None:
    """A file with its line, the environment, the command line, the default: the last one wins."""
    text = "[tool.mdlint-doi]\nstrict = true\n\ndepth = 'all'\nmax-age = 1\n"
    (tmp_path / "pyproject.toml").write_text(text)
    (tmp_path / "docs").mkdir()
    words = ("settings", "--config", "max-age = 7")
    ran = mdlint_doi(*words, cwd=tmp_path / "docs", stdin=b"", MDLINT_DOI_CONTACT="a@example.org")
    told = dict(line.split("  # ") for line in ran.out.splitlines())
    assert len(told) == len(KEYS)
    place = str(tmp_path / "pyproject.toml")
    assert told["strict = true"] == f"from {place}:2"
    assert told['depth = "registration"'] == "from the environment variable MDLINT_DOI_DEPTH"
    assert told["max-age = 7.0"] == "from --config"
    assert told['contact = "a@example.org"'] == "from the environment variable MDLINT_DOI_CONTACT"
    assert told["concurrency = 10"] == "the default"


@pytest.mark.parametrize("written", ["doi_fail_on", "FAIL-ON", "fail_on"])
def test_a_key_in_another_spelling(tmp_path: Path, written: str) -> None:
    """As `conf.py` and Python write it, too."""
    ran = mdlint_doi("settings", written, cwd=tmp_path)
    assert ran.out.startswith('fail-on = "warning"\n')


@pytest.mark.parametrize("depth", ["registration", "works"])
def test_an_offline_lookup_names_no_source(tmp_path: Path, depth: str) -> None:
    """Without an answer, JSON names no source, and a bibliography is empty."""
    words = ("--offline", "--depth", depth, *config(cache_dir=str(tmp_path)))
    ran = mdlint_doi("lookup", "10.1000/182", "--output-format", "json", *words)
    (answer,) = json.loads(ran.out)
    assert (answer["cause"], answer["source"]) == ("offline", None)
    if depth == "works":
        ran = mdlint_doi("lookup", "10.1000/182", "--output-format", "bibtex", *words)
        assert ran.out == ""
        assert "1 DOI has no entry (could not be checked): 10.1000/182" in ran.err


@pytest.mark.parametrize("words", ["10.1000/1,10.1000/2", "https://doi.org/10.1000/1, 10.1000/2"])
def test_several_dois_in_one_word(handle_server: HandleServer, words: str) -> None:
    """They are looked up one by one, unless the whole is a registered DOI."""
    handle_server.add("10.1000/1")
    handle_server.add("10.1000/2")
    ran = mdlint_doi("lookup", words, *config(server=handle_server.url))
    assert (ran.code, ran.out.count("registered")) == (0, 2)
    assert "is not registered; looking up 2 DOIs" in ran.err
    handle_server.add("10.1000/3,10.1000/4")
    ran = mdlint_doi("lookup", "10.1000/3,10.1000/4", *config(server=handle_server.url))
    assert (ran.code, ran.err) == (0, "")
    assert "10.1000/3,10.1000/4" in ran.out
