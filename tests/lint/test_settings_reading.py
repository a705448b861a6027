"""Settings from a table: what is taken, and what each error says."""

from __future__ import annotations

import pickle
from datetime import UTC, date, datetime
from pathlib import Path

import pytest

from mdlint_doi.file_formats import ReadAs
from mdlint_doi.lint.setting_types import Depth, DoiException, PerFileIgnore
from mdlint_doi.lint.settings import Settings, SettingsError, settings_from


def test_every_setting_can_be_set() -> None:
    """Each field of `Settings` has a key, and the value arrives."""
    table: dict[str, object] = {
        "select": ["DOI2", "all"],
        "extend-select": ["publisher-url"],
        "ignore": ["DOI201"],
        "per-file-ignores": {"docs/*.md": ["DOI3"]},
        "exclude": ["vendor/"],
        "formats": ["ris", "csl"],
        "read-as": {".MDC": "markdown", "_data/papers.yml": "myst"},
        "exceptions": {
            "10.1000/a": "a reason",
            "10.1000/b": {"reason": "another", "until": date(2027, 1, 31)},
            "10.1000/c": {"reason": "a third", "until": "2027-02-28"},
        },
        "identifiers": ["zenodo"],
        "check-code": True,
        "offline": True,
        "strict": True,
        "fail-on": "error",
        "server": "https://doi.example.org/base/",
        "depth": "all",
        "contact": "me@example.org",
        "crossref-server": "https://crossref.example.org/",
        "datacite-server": "https://datacite.example.org",
        "concurrency": 64,
        "records": "doi-records.json",
        "cache-dir": ".cache",
        "use-cache": False,
        "max-age": 7,
        "baseline": "doi-baseline.json",
    }
    settings = settings_from(table, "pyproject.toml")
    assert settings == Settings(
        select=("DOI2", "all"),
        extend_select=("publisher-url",),
        ignore=("DOI201",),
        per_file_ignores=(PerFileIgnore("docs/*.md", ("DOI3",)),),
        exclude=("vendor/",),
        formats=("ris", "csl"),
        read_as=(ReadAs(".mdc", "markdown"), ReadAs("_data/papers.yml", "myst")),
        exceptions=(
            DoiException("10.1000/a", "a reason"),
            DoiException("10.1000/b", "another", date(2027, 1, 31)),
            DoiException("10.1000/c", "a third", date(2027, 2, 28)),
        ),
        identifiers=("zenodo",),
        check_code=True,
        offline=True,
        strict=True,
        fail_on="error",
        server="https://doi.example.org/base",
        depth=Depth.ALL,
        contact="me@example.org",
        crossref_server="https://crossref.example.org",
        datacite_server="https://datacite.example.org",
        concurrency=64,
        records="doi-records.json",
        cache_dir=".cache",
        use_cache=False,
        max_age=7.0,
        baseline="doi-baseline.json",
    )
    assert {key.replace("-", "_") for key in table} == set(Settings.__match_args__)
    default = Settings()
    assert all(getattr(settings, key) != getattr(default, key) for key in Settings.__match_args__)


def test_base_holds_where_the_table_is_silent() -> None:
    """What a table does not name stays."""
    base = Settings(strict=True, concurrency=5)
    assert settings_from({"concurrency": 6}, "here", base=base) == Settings(
        strict=True, concurrency=6
    )


@pytest.mark.parametrize(
    ("table", "key", "words"),
    [
        ({"slect": []}, "slect", "did you mean 'select'"),
        ({"extend_select": []}, "extend_select", "did you mean 'extend-select'"),
        ({"zzz": 1}, "zzz", "valid: baseline, cache-dir, check-code"),
        ({"select": "DOI201"}, "select", "a list of strings"),
        ({"select": 5}, "select", "5 is not valid; give a list of strings"),
        ({"select": [1]}, "select", "non-empty strings"),
        ({"select": "x" * 58}, "select", f"'{'x' * 58}' is not valid"),
        ({"select": "x" * 59}, "select", f"'{'x' * 56}... is not valid"),
        ({"concurrency": 10**15}, "concurrency", f"{10**15} is not valid"),
        ({"concurrency": 10**15 + 1}, "concurrency", "such a large number is not valid"),
        ({"select": [""]}, "select", "non-empty strings"),
        ({"select": ["DOI2O1"]}, "select", "did you mean"),
        ({"ignore": ["unusual-addres"]}, "ignore", "did you mean 'unusual-address'"),
        ({"per-file-ignores": ["a"]}, "per-file-ignores", "a table of file patterns"),
        ({"per-file-ignores": {"a.md": ["x"]}}, "per-file-ignores", "'a.md': unknown rule 'x'"),
        ({"per-file-ignores": {"": []}}, "per-file-ignores", "file patterns"),
        ({"per-file-ignores": {"[a": []}}, "per-file-ignores", "'[a': a '[' has no ']'"),
        ({"per-file-ignores": {"a" * 50_001: []}}, "per-file-ignores", "at most 50000"),
        ({"read-as": [".mdc"]}, "read-as", "a table of suffixes or file names"),
        ({"read-as": {"*.mdc": "markdown"}}, "read-as", "'*.mdc' is not valid"),
        ({"read-as": {".mdc": "word"}}, "read-as", "'.mdc': 'word' is not a format (valid: mark"),
        ({"exclude": ["a" * 50_000, "b"]}, "exclude", "patterns have 50001 characters in total"),
        ({"max-age": 16**300}, "max-age", "such a large number is not valid"),
        ({"concurrency": 16**5000}, "concurrency", "such a large number is not valid"),
        ({"exclude": "vendor"}, "exclude", "a list of strings"),
        (
            {"identifiers": ["pmid"]},
            "identifiers",
            "'pmid' is not an identifier (valid: arxiv",
        ),
        ({"formats": ["pdf"]}, "formats", "(valid: markdown, rst"),
        ({"exceptions": ["10.1/2"]}, "exceptions", "a table of DOIs"),
        ({"exceptions": {"doi:10.1/2": "why"}}, "exceptions", "not a DOI such as"),
        ({"exceptions": {10.1: "why"}}, "exceptions", "DOIs as keys"),
        ({"exceptions": {"10.1/2": ""}}, "exceptions", "reason is missing"),
        ({"exceptions": {"10.1/2": 3}}, "exceptions", "a table with a reason"),
        ({"exceptions": {"10.1/2": {"until": "2027-01-01"}}}, "exceptions", "reason is missing"),
        ({"exceptions": {"10.1/2": {"reason": "x", "untill": 1}}}, "exceptions", "mean 'until'?"),
        ({"exceptions": {"10.1/2": {"reason": "x", "rules": "DOI901"}}}, "exceptions", "rules: "),
        ({"exceptions": {"10.1/2": {"reason": "x", "rules": ["DOI9O1"]}}}, "exceptions", "rules: "),
        ({"exceptions": {"10.1/2": {"reason": "x", "rules": ["DOI002"]}}}, "exceptions", "omit it"),
        ({"exceptions": {"10.5072/*": "test"}}, "exceptions", "not for a pattern"),
        ({"exceptions": {"10.5072/.*": "test"}}, "exceptions", "not for a pattern"),
        (
            {"exceptions": {"10.1/2": {"reason": "x", "until": "soon"}}},
            "exceptions",
            "a date such as",
        ),
        ({"check-code": "yes"}, "check-code", "'yes' is not valid; give true or false"),
        ({"offline": 1}, "offline", "true or false"),
        ({"strict": None}, "strict", "true or false"),
        ({"fail-on": "never"}, "fail-on", "'hint' or 'warning' or 'error'"),
        ({"fail-on": ["hint"]}, "fail-on", "'hint' or 'warning' or 'error'"),
        ({"server": "http://doi.org"}, "server", "an https address"),
        ({"server": "http://127.0.0.1:8410"}, "server", "an https address"),
        ({"server": "https://user:secret@doi.org"}, "server", "an https address"),
        ({"server": "https://doi.org/?a=b"}, "server", "an https address"),
        ({"server": "file:///etc/passwd"}, "server", "an https address"),
        ({"server": 5}, "server", "an https address"),
        ({"use-cache": "fast"}, "use-cache", "true or false"),
        ({"concurrency": 0}, "concurrency", "1 to 64"),
        ({"depth": "deep"}, "depth", "'registration' or 'works' or 'records' or 'all'"),
        ({"depth": ["all"]}, "depth", "['all'] is not valid"),
        ({"contact": "me"}, "contact", "me@example.org"),
        ({"contact": "me@example.org\r\nX: y"}, "contact", "me@example.org"),
        ({"contact": f"{'a' * 250}@example.org"}, "contact", "me@example.org"),
        ({"crossref-server": "http://127.0.0.1:1"}, "crossref-server", "an https address"),
        ({"datacite-server": "https://x/?y"}, "datacite-server", "an https address"),
        ({"concurrency": 65}, "concurrency", "1 to 64"),
        ({"concurrency": True}, "concurrency", "1 to 64"),
        ({"concurrency": 2.5}, "concurrency", "1 to 64"),
        ({"records": ""}, "records", "a path"),
        ({"cache-dir": "a\0b"}, "cache-dir", "a path"),
        ({"use-cache": 0}, "use-cache", "true or false"),
        ({"max-age": -1}, "max-age", "0 or more"),
        ({"max-age": float("nan")}, "max-age", "0 or more"),
        ({"max-age": True}, "max-age", "0 or more"),
        ({"select": ["\x1b[31mred"]}, "select", "unknown rule"),
        ({"select": []}, "select", "give default, all"),
        ({"use-cache": "x" * 1000}, "use-cache", "..."),
    ],
)
def test_error_names_place_key_and_what_is_valid(
    table: dict[str, object],
    key: str,
    words: str,
) -> None:
    """A value that cannot be used is one printable line with file, key and the valid values."""
    with pytest.raises(SettingsError) as caught:
        settings_from(table, "pyproject.toml")
    message = str(caught.value)
    assert message.startswith(f"pyproject.toml: {key}: ")
    assert words in message
    assert message.isprintable()
    assert len(message) < 600
    assert (caught.value.where, caught.value.key) == ("pyproject.toml", key)


@pytest.mark.parametrize(
    "server",
    ["http://127.0.0.1:8410", "http://localhost", "http://[::1]:80/x", "https://doi.example.org"],
)
def test_user_may_name_a_local_server(server: str) -> None:
    """The command line may name plain http on this machine."""
    assert settings_from({"server": server}, "command line", trusted=True).server == server


@pytest.mark.parametrize("server", ["http://doi.org", "http://127.0.0.1.example.org", "ftp://x"])
def test_nobody_may_name_http_elsewhere(server: str) -> None:
    """Plain http to another machine is refused whoever asks."""
    with pytest.raises(SettingsError, match="on this machine"):
        settings_from({"server": server}, "command line", trusted=True)


def test_prefix_is_shown() -> None:
    """In `conf.py` the keys have another spelling, and errors use it."""
    with pytest.raises(SettingsError, match=r"conf\.py: doi_extend_select: "):
        settings_from({"extend-select": ["x"]}, "conf.py", prefix="doi_")


def test_time_of_day_is_dropped() -> None:
    """A TOML date with a time is a date."""
    until = datetime(2027, 1, 31, 12, tzinfo=UTC)
    table = {"exceptions": {"10.1000/a": {"reason": "x", "until": until}}}
    assert settings_from(table, "here").exceptions[0].until == date(2027, 1, 31)


def test_sets_of_conf_py_are_sorted() -> None:
    """A set, which `conf.py` may hold, gives the same settings in each run."""
    assert settings_from({"select": {"DOI3", "DOI2"}}, "conf.py").select == ("DOI2", "DOI3")


def test_settings_are_pickled() -> None:
    """Settings go to other processes, and their errors come back with all parts."""
    settings = Settings(select=("DOI2",), offline=True)
    assert pickle.loads(pickle.dumps(settings)) == settings
    error = pickle.loads(pickle.dumps(SettingsError("a", "b", "c")))
    assert (str(error), error.where, error.key, error.problem) == ("a: b: c", "a", "b", "c")


def test_paths_are_kept_as_text() -> None:
    """A program may give a path; `Settings` keeps what a file would say."""
    assert settings_from({"records": Path("a.json")}, "here").records == "a.json"


@pytest.mark.parametrize("records", ["a.json", "sub/a.json", "sub\\a.json"])
def test_a_records_file_that_alone_answers(records: str) -> None:
    """Offline, the records file is a lock file, which messages call by its last part."""
    assert Settings(records=records, offline=True).lock_file == "a.json"
    assert Settings(records=records).lock_file is None
    assert Settings(offline=True).lock_file is None


@pytest.mark.parametrize("trusted", [True, False])
def test_a_host_in_other_letters(trusted: bool) -> None:  # noqa: FBT001
    """A server is written in ASCII, and the message says how."""
    with pytest.raises(SettingsError, match=r"ASCII letters: https://xn--"):
        settings_from({"server": "https://\u0434\u043e\u0438.example"}, "here", trusted=trusted)
