"""`Settings` as programs make it: what is wrong is said at once, by name."""

from __future__ import annotations

import subprocess
import sys
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from mdlint_doi import DoiException, PerFileIgnore, Settings, SettingsError
from mdlint_doi.lint.settings import settings_from


@pytest.mark.parametrize(
    ("field", "value", "valid"),
    [
        ("select", "DOI201", "'DOI201'"),
        ("select", ("DOI999",), "DOI999"),
        ("extend_select", (1,), "non-empty strings"),
        ("ignore", ("unusual-addres",), "did you mean 'unusual-address'"),
        ("exclude", "build", "'build'"),
        ("per_file_ignores", (PerFileIgnore("a.md", ("nope",)),), "'a.md': unknown rule 'nope'"),
        ("per_file_ignores", ("a.md",), "PerFileIgnore"),
        ("exceptions", ("10.1000/182",), "DoiException"),
        ("exceptions", (DoiException("182", "old"),), "10.1000/182"),
        ("exceptions", (DoiException("10.1000/182", ""),), "'10.1000/182': "),
        ("check_code", 1, "true or false"),
        ("offline", "no", "true or false"),
        ("strict", None, "true or false"),
        ("server", "http://doi.example", "an https address"),
        ("server", "doi.org", "an https address"),
        ("depth", "deep", "'registration' or 'works' or 'records' or 'all'"),
        ("concurrency", 0, "from 1 to 64"),
        ("concurrency", 65, "from 1 to 64"),
        ("concurrency", True, "from 1 to 64"),
        ("records", 3, "a path"),
        ("cache_dir", "", "a path"),
        ("use_cache", "yes", "true or false"),
        ("max_age", -1, "0 or more"),
    ],
)
def test_a_wrong_value_is_named(field: str, value: object, valid: str) -> None:
    """The error says which setting is wrong and what would be valid; `replace` checks, too."""
    changes: dict[str, Any] = {field: value}
    with pytest.raises(SettingsError) as caught:
        Settings(**changes)
    assert caught.value.key == field
    assert valid in str(caught.value)
    with pytest.raises(SettingsError):
        Settings().replace(**changes)


def test_good_values_are_kept() -> None:
    """What files may say can be given, and paths and lists are kept as files' are."""
    changes: dict[str, Any] = {"select": ["DOI2"], "records": Path("a.json"), "max_age": 7}
    settings = Settings(**changes)
    assert (settings.select, settings.records, settings.max_age) == (("DOI2",), "a.json", 7.0)
    ignores = (PerFileIgnore("a.md", ("DOI201",)),)
    known = (DoiException("10.1000/182", "old", date(2030, 1, 1)),)
    settings = Settings(per_file_ignores=ignores, exceptions=known, server="http://127.0.0.1:80/")
    assert (settings.per_file_ignores, settings.exceptions) == (ignores, known)
    assert settings.server == "http://127.0.0.1:80"
    assert hash(settings) == hash(settings.replace())


def test_one_set_of_checks() -> None:
    """A table of a file and the keywords of a program make the same settings."""
    table = {"ignore": ["DOI201"], "exceptions": {"10.1000/182": "old"}, "concurrency": 3}
    made = Settings(
        ignore=("DOI201",), exceptions=(DoiException("10.1000/182", "old"),), concurrency=3
    )
    assert settings_from(table, "here") == made


def test_defaults_load_no_rules() -> None:
    """A run with the default settings, offline or not, needs neither rules nor checks of rules."""
    code = (
        "import sys; from mdlint_doi import Settings; Settings(); Settings(offline=True);"
        "print(*[name for name in sys.modules if name.startswith('mdlint_doi.lint.rules')])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == ""
