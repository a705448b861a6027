"""Nothing that a user can say is missing from the manual, and nothing stands there alone."""

from __future__ import annotations

import argparse
import re
from importlib import import_module
from pathlib import Path

import pytest
from docs.examples import MANUAL, TOP
from sphinx.testing.util import SphinxTestApp

import mdlint_doi
import sphinx_doi
from mdlint_doi.ask.readers.names_json import dump
from mdlint_doi.ask.store import AnsweredBy
from mdlint_doi.cli.commands import COMMANDS
from mdlint_doi.config.load import ENVIRONMENT, WHOLE_RUN
from mdlint_doi.file_formats import FORMATS as READ
from mdlint_doi.lint.document import Directive
from mdlint_doi.lint.settings import Settings
from mdlint_doi.names.doi import Reason
from mdlint_doi.names.outcome import Cause, Found, HandleRecord, Missing
from mdlint_doi.report.formats import FORMATS
from mdlint_doi.services import CITEPROC, SERVICES, Service, servers
from mdlint_doi.works.work import Titles, Work
from sphinx_doi import options


def _read(name: str) -> str:
    return (MANUAL / name).read_text(encoding="utf-8")


def _options(command: str) -> list[str]:
    """Return the long options and positional arguments of a command."""
    parser = argparse.ArgumentParser(add_help=False)
    import_module(f"mdlint_doi.cli.{command}").add_arguments(parser)
    return [
        action.option_strings[-1]
        if action.option_strings
        else str(action.metavar or action.dest).upper()
        for action in _actions(parser)
        if "--help" not in action.option_strings
    ]


def _actions(parser: argparse.ArgumentParser) -> list[argparse.Action]:
    found = []
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            found += [inner for sub in action.choices.values() for inner in _actions(sub)]
        else:
            found.append(action)
    return found


def _section(text: str, title: str) -> str:
    """Return what stands under a heading, up to the next one of its level."""
    level, _ = title.split(" ", 1)
    _, _, rest = text.partition(f"\n{title}\n")
    assert rest, title
    return re.split(rf"^{level} ", rest, maxsplit=1, flags=re.MULTILINE)[0]


@pytest.mark.parametrize("command", COMMANDS)
def test_options_are_the_real_ones(command: str) -> None:
    """The page of the command line has each option under its command, and no other."""
    section = _section(_read("reference/options.md"), f"## `mdlint-doi {command}`")
    terms = re.findall(r"^(`.*)(?:\n(`.*))?\n: ", section, flags=re.MULTILINE)
    told = re.findall(r"`(--[a-z-]+|[A-Z]+)", " ".join(" ".join(term) for term in terms))
    assert sorted(told) == sorted(_options(command))


def test_every_setting_has_its_section() -> None:
    """The page of settings has one section for each key, and for nothing else."""
    keys = {field.replace("_", "-") for field in Settings.__match_args__}
    assert (
        set(re.findall(r"^### `([a-z-]+)`$", _read("reference/settings.md"), re.MULTILINE)) == keys
    )


@pytest.mark.parametrize("field", Settings.__match_args__)
def test_defaults_are_the_real_ones(field: str) -> None:
    """A section of the page of settings tells the default that the setting has."""
    name, default = field.replace("_", "-"), getattr(Settings(), field)
    section = " ".join(_section(_read("reference/settings.md"), f"### `{name}`").split())
    match default:
        case () | None:
            shown = r"none|the user's cache folder|30"
        case bool():
            shown = f"`{str(default).lower()}`"
        case int():
            shown = str(default)
        case str():
            shown = f'`"{default}"`'
        case _:
            words = ", ".join(f'"{word}"' for word in default)
            shown = re.escape(f"`[{words}]`")
    assert re.search(rf"Default: (?:{shown})\b|Default: {shown}", section)


def test_settings_tell_their_other_names() -> None:
    """A setting's section names its option of the command line, and its value in conf.py."""
    page = _read("reference/settings.md")
    shared = set(options._SHARED)
    for field in Settings.__match_args__:
        name = field.replace("_", "-")
        section = _section(page, f"### `{name}`")
        assert (f"`--{name}" in " ".join(section.split())) == (f"--{name}" in _options("check"))
        assert (f"`doi_{field}`" in section) == (name in shared), name


def test_settings_of_a_whole_run_are_listed() -> None:
    """The page names each setting that only the file nearest to the current folder may have."""
    page = " ".join(_read("reference/settings.md").split())
    listed = page.partition("Some keys apply to a whole run: ")[2].partition(". ")[0]
    assert listed.split(", ") == [f"`{key}`" for key in sorted(WHOLE_RUN)]


@pytest.mark.parametrize("service", servers().values(), ids=lambda service: service.key)
def test_services_stand_in_the_manual(service: Service) -> None:
    """Its section says the address and the variable; that of `server`, which hosts may be named."""
    page = _read("reference/settings.md")
    section = _section(page, f"### `{service.key}`")
    assert f'`"{service.address}"`' in section
    assert f"`{service.variable}`" in section
    assert f"`{service.host}`" in _section(page, "### `server`")
    assert f"`{service.variable}`" in _read("reference/options.md")


def test_every_sphinx_setting_is_told(tmp_path: pytest.TempPathFactory) -> None:
    """The page on Sphinx names each value that the extension adds to conf.py, and no other."""
    folder = Path(str(tmp_path))
    (folder / "conf.py").write_text('extensions = ["sphinx_doi"]\n', encoding="utf-8")
    (folder / "index.rst").write_text("Title\n=====\n", encoding="utf-8")
    app = SphinxTestApp("html", srcdir=folder)
    try:
        added = {name for name in app.config.values if name.startswith("doi_")}
    finally:
        app.cleanup()
    page = _read("guide/sphinx.rst")
    # The whole argument of the directive becomes names in objects.inv.
    described = re.findall(r"^\.\. confval::(.*?)\n\n", page, re.MULTILINE | re.DOTALL)
    assert sorted(" ".join(described).split()) == sorted(added)


def test_every_type_of_warning_is_told() -> None:
    """The page on Sphinx lists each type that is not the name of a rule, and no other."""
    _, _, page = _read("guide/sphinx.rst").partition("\nTypes of warnings\n")
    sources = "".join(path.read_text() for path in Path(sphinx_doi.__path__[0]).rglob("*.py"))
    used = set(re.findall(r'subtype="([\w-]+)"', sources))
    assert set(re.findall(r"^``doi\.([\w-]+)``$", page, re.MULTILINE)) == used
    assert options.SUBTYPES - {"*"} == used


@pytest.mark.parametrize(
    ("page", "words"),
    [
        ("guide/lookups.md", list(Cause)),
        ("reference/json.md", list(AnsweredBy)),
        ("reference/api.rst", list(Reason)),
        ("reference/options.md", FORMATS),
        ("reference/options.md", list(ENVIRONMENT.values())),
        (
            "guide/suppress.md",
            [f"mdlint-doi-{word}" for word in Directive if word is not Directive.UNKNOWN],
        ),
        ("formats/index.md", [re.escape(name) for entry in READ for name in entry.patterns]),
        ("guide/linter.md", ["0", "1", "2", "3", "130"]),
    ],
    ids=[
        "causes",
        "origins",
        "reasons",
        "formats",
        "environment",
        "comments",
        "suffixes",
        "exit codes",
    ],
)
def test_words_that_users_meet_are_told(page: str, words: list[str]) -> None:
    """Closed lists of words stand in full on the page that is about them."""
    text = _read(page)
    assert [
        word for word in words if not re.search(rf"[`| ]{word}[`| ]", text, re.IGNORECASE)
    ] == []


def test_files_for_version_control_are_told() -> None:
    """Each member of a records file and of a baseline file has its row, works included."""
    text = _read("reference/json.md")
    every = HandleRecord("https://publisher.example/1", "10.1000/2", deleted=True)
    members = {*dump(Found(every, "Crossref")), *dump(Missing(301, "Crossref"))}
    works = {"outcome", *Titles.__match_args__, *Work.__match_args__} - {
        "as_of"
    }  # which only the cache keeps
    for title, names in (
        ("## Records file", {"version", "records", *members, "works", *works}),
        ("## Baseline file", {"version", "findings", "path", "code", "text", "count"}),
    ):
        rows = re.findall(r"^\| (`.*?) \|", _section(text, title), re.MULTILINE)
        assert set(re.findall(r"`(\w+)`", " ".join(rows))) == names


def test_every_public_name_is_told() -> None:
    """The page on Python has each name of `mdlint_doi.__all__`, and no other."""
    text = _read("reference/api.rst")
    told = re.findall(r"^\.\. (?:auto\w+|class|data):: (.+)$", text, re.MULTILINE)
    assert sorted(told) == sorted(mdlint_doi.__all__)
    assert {*mdlint_doi._HOMES} == {*mdlint_doi.__all__}


def test_hooks_are_told() -> None:
    """The recipe for pre-commit names each hook."""
    hooks = re.findall(r"^- id: (\S+)$", (TOP / ".pre-commit-hooks.yaml").read_text(), re.MULTILINE)
    assert hooks
    assert [name for name in hooks if f"`{name}`" not in _read("guide/recipes.md")] == []


_NOT_WALKED = ("a.adoc", "md", "a.mdwn", "a.md.txt", "a.ris", "a.json", "my-codemeta.json")


def test_hooks_take_the_same_files() -> None:
    """Each hook is given the files that a check of their folder finds, and no others."""
    hooks = (TOP / ".pre-commit-hooks.yaml").read_text()
    patterns = re.findall(r"^  files: (.*)$", hooks, re.MULTILINE)
    assert len(patterns) == 3
    for pattern in patterns:
        found_by_default = [entry for entry in READ if entry.found_by_default]
        names = [f"a{suffix}" for entry in found_by_default for suffix in entry.suffixes]
        names += [f"docs/{name}" for entry in found_by_default for name in entry.files]
        names += [name.upper() for name in names]
        assert [name for name in names if not re.search(pattern, name)] == []
        assert not any(re.search(pattern, name) for name in _NOT_WALKED)


def test_ten_lines_tell_what_is_sent() -> None:
    """Each service's host stands on the page, with the size of its requests, in ten items."""
    text = " ".join(_read("guide/privacy.md").split())
    items = re.findall(r"^(\d+)\. ", _read("guide/privacy.md"), re.MULTILINE)
    assert items == [str(number) for number in range(1, 11)]
    for service in SERVICES:
        hosts = {service.host, *service.redirect_hosts}
        assert [host for host in hosts if f"`{host}`" not in text] == []
    assert {service.lists.most_names for service in SERVICES if service.lists} == {50}
    assert "up to 50 in a request" in text
    assert f"up to {CITEPROC.most} DOIs from smaller agencies" in text
