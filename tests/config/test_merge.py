"""Command line over environment over file over defaults."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from mdlint_doi.config.load import (
    ALLOW_HOSTS,
    Configuration,
    load,
    with_arguments,
    with_environment,
)
from mdlint_doi.lint.setting_types import Depth
from mdlint_doi.lint.settings import Settings, SettingsError


def loaded(
    folder: Path,
    text: str = "",
    *,
    environ: Mapping[str, str] | None = None,
    arguments: Mapping[str, object] | None = None,
    isolated: bool = False,
) -> Configuration:
    """Return the configuration of a folder whose file holds `text`; its server is allowed."""
    (folder / "pyproject.toml").write_text(f"[tool.mdlint-doi]\n{text}\n", encoding="utf-8")
    return load(
        folder,
        isolated=isolated,
        environ={ALLOW_HOSTS: "file.example", **(environ or {})},
        arguments=arguments or {},
    )


def test_each_goes_over_the_next(tmp_path: Path) -> None:
    """What is silent in one place speaks in the next."""
    text = "server = 'https://file.example'\nconcurrency = 3"
    both = {"MDLINT_DOI_SERVER": "https://env.example", "MDLINT_DOI_CACHE_DIR": "/env/cache"}
    merged = loaded(tmp_path, text)
    assert (merged.settings.server, merged.settings.concurrency) == ("https://file.example", 3)
    merged = loaded(tmp_path, text, environ=both)
    assert (merged.settings.server, merged.settings.concurrency) == ("https://env.example", 3)
    assert merged.settings.cache_dir == "/env/cache"
    given = {"server": "https://arg.example", "cache-dir": "/arg", "concurrency": None}
    merged = loaded(tmp_path, text, environ=both, arguments=given)
    assert (merged.settings.server, merged.settings.cache_dir) == ("https://arg.example", "/arg")
    assert merged.settings.concurrency == 3


def test_isolated_reads_no_file(tmp_path: Path) -> None:
    """The environment and the command line still hold."""
    environ = {"MDLINT_DOI_CACHE_DIR": "/env"}
    merged = loaded(tmp_path, "concurrency = 3", environ=environ, isolated=True)
    assert merged == Configuration(Settings(cache_dir="/env"))


def test_a_named_file_is_read_instead(tmp_path: Path) -> None:
    """`--config` puts the search aside."""
    (tmp_path / "other.toml").write_text("strict = true", encoding="utf-8")
    (tmp_path / "pyproject.toml").write_text("[tool.mdlint-doi]\noffline = true", encoding="utf-8")
    merged = load(tmp_path, file=tmp_path / "other.toml", environ={}, arguments={})
    assert merged == Configuration(Settings(strict=True), tmp_path / "other.toml")


def test_an_empty_variable_counts_not() -> None:
    """`MDLINT_DOI_SERVER=` in a CI file means "not set"."""
    assert with_environment(Settings(), {"MDLINT_DOI_SERVER": ""}) == Settings()


def test_select_on_the_command_line_puts_the_files_choice_aside() -> None:
    """Who names a rule there wants it, though the file ignores it."""
    file = Settings(select=("DOI1",), extend_select=("DOI102",), ignore=("DOI201",))
    merged = with_arguments(file, {"select": ["DOI201"]})
    assert (merged.select, merged.extend_select, merged.ignore) == (("DOI201",), (), ())
    merged = with_arguments(file, {"select": ["DOI2"], "ignore": ["DOI203"]})
    assert (merged.select, merged.ignore) == (("DOI2",), ("DOI203",))


def test_ignore_and_extend_select_are_added() -> None:
    """To what the file says."""
    file = Settings(extend_select=("DOI102",), ignore=("DOI201",))
    merged = with_arguments(file, {"extend-select": ["DOI209"], "ignore": ["DOI203"]})
    assert merged.extend_select == ("DOI102", "DOI209")
    assert merged.ignore == ("DOI201", "DOI203")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"concurrency": 65}, "command line: concurrency: "),
        ({"ignore": ["nonsense"]}, "command line: ignore: "),
        ({"server": "http://example.org"}, "command line: server: "),
        (
            {"server": "https://bücher.example/x"},
            "command line: server: ",
        ),
    ],
)
def test_a_bad_argument_names_the_command_line(
    arguments: Mapping[str, object],
    message: str,
) -> None:
    """Not the file, which is innocent."""
    with pytest.raises(SettingsError) as caught:
        with_arguments(Settings(), arguments)
    assert str(caught.value).startswith(message)


def test_a_bad_variable_is_named() -> None:
    """By its own name."""
    with pytest.raises(SettingsError, match="environment variable MDLINT_DOI_SERVER: server"):
        with_environment(Settings(), {"MDLINT_DOI_SERVER": "ftp://x"})


@pytest.mark.parametrize("server", ["http://localhost:8000", "http://127.0.0.1:8000"])
def test_plain_http_on_loopback_is_the_users_to_choose(tmp_path: Path, server: str) -> None:
    """A repository's file can't point look-ups at services of this machine."""
    assert with_arguments(Settings(), {"server": server}).server == server
    assert with_environment(Settings(), {"MDLINT_DOI_SERVER": server}).server == server
    with pytest.raises(SettingsError, match="https"):
        loaded(tmp_path, f"server = '{server}'")


@pytest.mark.parametrize(
    "server",
    ["file:///etc/passwd", "https://user:pw@example.org", "https://a.example/?x=", "//x.example"],
)
def test_no_file_may_name_anything_but_https(tmp_path: Path, server: str) -> None:
    """No other scheme, no credentials, no query."""
    with pytest.raises(SettingsError, match="server"):
        loaded(tmp_path, f"server = '{server}'")


def test_a_server_from_a_file_is_named_in_the_report(tmp_path: Path) -> None:
    """Who runs the tool sees where the names go; their own choice needs no notice."""
    text = "server = 'https://file.example'"
    [notice] = loaded(tmp_path, text).notices
    assert "https://file.example" in notice
    assert "pyproject.toml" in notice
    assert loaded(tmp_path).notices == ()
    assert loaded(tmp_path, text + "\noffline = true").notices == ()
    own = {"server": "https://arg.example"}
    assert loaded(tmp_path, text, arguments=own).notices == ()
    assert loaded(tmp_path, text, arguments={"config": own}).notices == ()
    assert loaded(tmp_path, text, environ={"MDLINT_DOI_SERVER": "https://e.example"}).notices == ()


@pytest.mark.parametrize(
    ("server", "allowed"),
    [
        ("https://doi.org", ""),
        ("https://api.crossref.org", ""),
        ("https://doi.corp.example:8443/base", "x.example, DOI.corp.example"),
    ],
)
def test_allowed_hosts(tmp_path: Path, server: str, allowed: str) -> None:
    """A repository may name the known hosts, and those that its user allows."""
    merged = loaded(tmp_path, f"server = '{server}'", environ={ALLOW_HOSTS: allowed})
    assert merged.settings.server == server


@pytest.mark.parametrize("agency", ["crossref", "datacite"])
def test_servers_of_works(tmp_path: Path, agency: str) -> None:
    """Who is asked for works is refused, told and overruled as the server of look-ups is."""
    key, variable = f"{agency}-server", f"MDLINT_DOI_{agency.upper()}_SERVER"
    evil, mirror = f"{key} = 'https://evil.example'", f"{key} = 'https://file.example'"
    with pytest.raises(SettingsError, match=f"{key}: evil.example "):
        loaded(tmp_path, evil)
    [notice] = loaded(tmp_path, mirror).notices
    assert notice.startswith("requests for works go to https://file.example ")
    assert loaded(tmp_path, evil, environ={variable: "http://127.0.0.1:1"}).notices == ()
    settings = loaded(tmp_path, evil, arguments={key: "https://arg.example"}).settings
    assert getattr(settings, key.replace("-", "_")) == "https://arg.example"


def test_environment_of_works(tmp_path: Path) -> None:
    """How deep a run looks, and for whom, can be said in the environment."""
    environ = {"MDLINT_DOI_DEPTH": "registration", "MDLINT_DOI_CONTACT": "me@example.org"}
    settings = loaded(tmp_path, "depth = 'all'", environ=environ).settings
    assert (settings.depth, settings.contact) == (Depth.REGISTRATION, "me@example.org")
    with pytest.raises(SettingsError, match="MDLINT_DOI_CONTACT: contact: 'me' is not valid"):
        loaded(tmp_path, environ={"MDLINT_DOI_CONTACT": "me"})


@pytest.mark.parametrize("server", ["https://evil.example", "https://doi.org.evil.example"])
def test_other_hosts_are_refused(tmp_path: Path, server: str) -> None:
    """The host is named, and how to allow it; offline nobody is asked, so nothing is refused."""
    host = server.removeprefix("https://")
    with pytest.raises(
        SettingsError, match=f"server: {host} is not a trusted host.*{ALLOW_HOSTS}={host}"
    ):
        loaded(tmp_path, f"server = '{server}'")
    assert loaded(tmp_path, f"server = '{server}'\noffline = true").settings.offline


def test_offline_in_a_file_and_a_server_on_the_command_line(tmp_path: Path) -> None:
    """Who names a server wants it asked: that it is not is told, and `--online` asks."""
    server = {"server": "https://arg.example"}
    [notice] = loaded(tmp_path, "offline = true", arguments=server).notices
    assert "https://arg.example is not used" in notice
    assert "add --online" in notice
    merged = loaded(tmp_path, "offline = true", arguments={**server, "offline": False})
    assert (merged.settings.offline, merged.notices) == (False, ())
    assert loaded(tmp_path, "offline = true", arguments={**server, "offline": True}).notices == ()
