"""The settings of the extension in `conf.py`, and their conversion to `Settings`.

A setting that is None in `conf.py` comes from the nearest `pyproject.toml` in or above its folder.
The environment overrides both. `conf.py` is trusted like a command line, because the user runs it.
"""

from __future__ import annotations

import ast
import os
from collections.abc import Container, Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Final, Literal

from sphinx.application import Sphinx
from sphinx.config import ENUM, Config
from sphinx.errors import ConfigError
from sphinx.util import logging

from mdlint_doi.ask.settings import LookupSettingsError
from mdlint_doi.config.load import (
    ENVIRONMENT,
    FILE,
    SERVERS,
    find_settings,
    refuse_server,
    with_environment,
)
from mdlint_doi.config.toml_file import TABLE, line_of
from mdlint_doi.files.ignored import Excluded
from mdlint_doi.lint.rules import UnknownSelectorError, codes_of, rules
from mdlint_doi.lint.setting_values import READERS
from mdlint_doi.lint.settings import Settings, SettingsError, settings_from
from mdlint_doi.report.safe import line
from mdlint_doi.services import servers
from mdlint_doi.text.likeness import closest
from mdlint_doi.text.pattern import bytes_pattern
from sphinx_doi.page.origins import shown_path

logger = logging.getLogger(__name__)

_TEXT = (str,)
_PATH = (str, os.PathLike)
_LIST = (list, tuple)
_TABLE = (dict,)
_SHARED: Final[Mapping[str, tuple[type, ...]]] = {
    "fail-on": _TEXT,
    "server": _TEXT,
    "depth": _TEXT,
    "contact": _TEXT,
    **dict.fromkeys(servers(), _TEXT),
    "records": _PATH,
    "select": _LIST,
    "ignore": _LIST,
    "exceptions": _TABLE,
    "identifiers": _LIST,
    "per-file-ignores": _TABLE,
    "cache-dir": _PATH,
    "baseline": _PATH,
}
"""The settings that both `pyproject.toml` and `conf.py` may have.

The keys are the names in `pyproject.toml`, the values are the types in `conf.py`.
"""
WORKS: Final = ("citation", "title")
"""The words of `doi_text` for a text from the registered work."""
_CHOICES: Final = {
    "doi_text": ("doi", "url", "name", *WORKS),
    "doi_check": ("offline", "online", "off"),
}
"""The settings of `conf.py` alone, with their valid words; the first word is the default."""
_PREFIX: Final = "doi_"
_IN_CONF: Final = {name: f"{_PREFIX}{name.replace('-', '_')}" for name in _SHARED}
ELSEWHERE: Final = {
    f"{_PREFIX}{key.replace('-', '_')}": key for key in READERS if key not in _SHARED
}
"""The names that settings of `pyproject.toml` alone would have in `conf.py`, with their keys."""
_WITHOUT_EFFECT: Final = frozenset({"formats", "read-as"})
"""Settings that a build does not use: Sphinx finds its files itself."""
SETTINGS: Final = (*_CHOICES, "doi_rewrite_links", "doi_linkcheck", *_IN_CONF.values())
"""The names of all settings of `conf.py`."""
_NAMES: Final = bytes_pattern(rb"\bdoi_\w+")
_BLOCKS: Final = ("body", "orelse", "finalbody")
_TYPE: Final = "doi."
SUBTYPES: Final = frozenset(
    {"*", "citation", "configuration", "linkcheck", "role-clash", "unread-bibliography"}
)
"""The warnings of this extension that are not the findings of a rule."""
_SLIPS: Final = 2
"""The most typing mistakes, after the prefix, in a name that is still recognized as a setting."""
UNUSABLE: Final = 2
"""The exit status for wrong settings, as in the command."""
_NEXT_STEP: Final = {
    "records": "; create the file with mdlint-doi record, or remove the setting",
    "server": "",
}


def add_values(app: Sphinx) -> None:
    """Declare the settings.

    A change of `doi_text` or `doi_rewrite_links` makes Sphinx read all pages again, because both
    are in the text and the links that it stores. Sphinx itself warns about an invalid word.
    """
    for name, words in _CHOICES.items():
        rebuild: Literal["env", ""] = "env" if name == "doi_text" else ""
        app.add_config_value(name, words[0], rebuild, ENUM(*words))
    app.add_config_value("doi_rewrite_links", True, "env", frozenset({bool}))  # noqa: FBT003
    app.add_config_value("doi_linkcheck", True, "", frozenset({bool}))  # noqa: FBT003
    for name, types in _SHARED.items():
        # Sphinx compares exact classes, and `Path()` creates a subclass for the system.
        paths = (type(Path()),) if os.PathLike in types else ()
        app.add_config_value(_IN_CONF[name], None, "", frozenset({*types, *paths, str, type(None)}))


def settings_of(config: Config, folder: Path) -> Settings:
    """Return the settings of a build; paths in `conf.py` are relative to its folder.

    Raises:
        ConfigError: if a setting is not valid; the error names the location, the setting and the
            valid values.
    """
    try:
        base, path = find_settings(folder)
        table = _table(config)
        own = settings_from(table, "conf.py", base=base, trusted=True, prefix=_PREFIX)
        settings = with_environment(_with_folder(own, base, folder), os.environ)
        for key in SERVERS:
            if path and key not in table and not os.environ.get(ENVIRONMENT[key]):
                refuse_server(settings, path, os.environ, key)
        _need_records(config, settings)
    except SettingsError as error:
        # Add the line where `conf.py` sets it.
        place = _location(error.key, folder / "conf.py") if error.where == "conf.py" else None
        where = shown_path(place) if place else error.where
        located = SettingsError(where, error.key, error.problem)
        raise ConfigError(line(str(located))) from error
    return settings


def _need_records(config: Config, settings: Settings) -> None:
    """Raise SettingsError if pages show registered works, but there is no records file."""
    if config.doi_text in WORKS and settings.records is None:
        problem = f"{config.doi_text!r} needs doi_records; create the file with mdlint-doi record"
        raise SettingsError("conf.py", "doi_text", problem)  # noqa: EM101


def warn_unknown(config: Config, folder: Path) -> None:
    """Warn about names in `conf.py` that are settings elsewhere or have one or two typing mistakes.

    Different names, such as `doi_link` or `doi_role`, and names that `conf.py` uses itself belong
    to the project. The file is parsed here: Sphinx keeps the other names of `conf.py` only in a
    private attribute of its `Config`, and their values do not show which of them `conf.py` uses.
    """
    path = folder / "conf.py"
    for problem in _unknown_subtypes(config.suppress_warnings):
        logger.warning("%s", problem, location=str(path), type="doi", subtype="configuration")
    for name, number in _own_names(path, config.values):
        if text := mistake(name, folder):
            place = f"{path}:{number}"
            logger.warning("%s", text, location=place, type="doi", subtype="configuration")


def _unknown_subtypes(suppressed: Iterable[str]) -> Iterator[str]:
    """Yield a message about each entry for this extension that suppresses nothing."""
    words = [entry.removeprefix(_TYPE) for entry in suppressed if entry.startswith(_TYPE)]
    if not words:
        return
    names = {rule.code: rule.name for rule in rules()}
    for word in words:
        if word in {*SUBTYPES, *names.values()}:
            continue
        try:
            meant = [f"'{_TYPE}{names[code]}'" for code in sorted(codes_of(word))]
        except UnknownSelectorError:
            near = closest(word, [*names.values(), *SUBTYPES])
            meant = [f"'{_TYPE}{near}'"] if near else ["the name of a rule"]
        yield f"'{_TYPE}{word}' in suppress_warnings has no effect; write {', '.join(meant)}"


def _own_names(path: Path, settings: Container[str]) -> Iterator[tuple[str, int]]:
    """Yield each name `doi_…` that a file sets, does not use, and is no setting; and its line."""
    try:
        text = path.read_bytes()
        written = {name.decode() for name in _NAMES.findall(text)}
        if all(name in settings for name in written):
            return
        tree = ast.parse(text)
    except (OSError, ValueError, SyntaxError):
        return
    names = [node for node in ast.walk(tree) if isinstance(node, ast.Name)]
    used = {name.id for name in names if isinstance(name.ctx, ast.Load)}
    lines: dict[str, int] = {}
    for node in _set_by(tree.body):
        lines[node.id] = node.lineno  # the last assignment is effective
    for name, number in lines.items():
        if name.startswith(_PREFIX) and name not in settings and name not in used:
            yield name, number


def _set_by(statements: Iterable[ast.stmt]) -> Iterator[ast.Name]:
    """Yield the names that statements set, including in an `if` or `try`, but not in a function."""
    for statement in statements:
        if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            continue
        targets = (
            statement.targets
            if isinstance(statement, ast.Assign)
            else [getattr(statement, "target", None)]
        )
        names = (name for target in targets if target for name in ast.walk(target))
        yield from (name for name in names if isinstance(name, ast.Name))
        parts = (statement, *getattr(statement, "handlers", ()), *getattr(statement, "cases", ()))
        blocks = (getattr(part, name, ()) for part in parts for name in _BLOCKS)
        for block in blocks:
            yield from _set_by(block)


def mistake(name: str, folder: Path) -> str | None:
    """Return a message about a name that is probably meant as a setting; None for other names."""
    counts = {
        setting: _slips(name.removeprefix(_PREFIX), setting.removeprefix(_PREFIX))
        for setting in (*SETTINGS, *ELSEWHERE)
        if abs(len(name) - len(setting)) <= _SLIPS
    }
    meant = min(counts, key=counts.__getitem__, default=None)
    if meant is None or counts[meant] > _SLIPS:
        return None
    if meant in ELSEWHERE:
        return _elsewhere(ELSEWHERE[meant], name, folder)
    return f"conf.py sets {name}, which is not a setting; did you mean '{meant}'?"


def _elsewhere(key: str, name: str, folder: Path) -> str:
    """Return a message about a setting that is not read from `conf.py`, with the right file."""
    if key in _WITHOUT_EFFECT:
        return f"{name} is not a setting of sphinx_doi, and {key} has no effect in Sphinx"
    _, path = find_settings(folder)
    where = f"{FILE} [tool.{TABLE}]" if path is None or path.name == FILE else path.name
    return f"{name} is not a setting of sphinx_doi; write {key} in {where} instead"


def _slips(written: str, meant: str) -> int:
    """Return the number of typing mistakes between two words (optimal string alignment distance).

    A mistake is a missing, an additional or a different letter, or two exchanged letters.
    """
    before: list[int] = []
    row: list[int] = [*range(len(meant) + 1)]
    for at, letter in enumerate(written):
        above, before = before, row
        row = [at + 1]
        for to, wanted in enumerate(meant):
            least = min(before[to] + (letter != wanted), before[to + 1] + 1, row[to] + 1)
            if at and to and written[at - 1 : at + 1] == wanted + meant[to - 1]:
                least = min(least, above[to - 1] + 1)
            row.append(least)
    return row[-1]


def _location(key: str, path: Path) -> str | None:
    """Return `path:line` where a file sets a key; None if the file or the line is unknown."""
    if not path.is_file():
        return None
    number = line_of(key, path.read_text(encoding="utf-8", errors="replace"), TABLE)
    return None if number is None else f"{path}:{number}"


def excluded_by(settings: Settings, folder: Path) -> Excluded | None:
    """Return the files that the setting `exclude` leaves out; None if it is empty.

    Its patterns are relative to the folder of the settings file, else to `folder`.
    """
    if not settings.exclude:
        return None
    _, path = find_settings(folder)
    return Excluded(settings.exclude, path.parent if path else folder)


def _table(config: Config) -> dict[str, object]:
    """Return the settings in `conf.py` that are not None, with the names of `pyproject.toml`."""
    table: dict[str, object] = {}
    for name, types in _SHARED.items():
        value = config[_IN_CONF[name]]
        if isinstance(value, os.PathLike):
            value = os.fspath(value)
        if isinstance(value, str) and list in types:  # -D doi_select=DOI201
            value = [word.strip() for word in value.split(",")]
        if value is not None:
            table[name] = value
    return table


def _with_folder(own: Settings, base: Settings, folder: Path) -> Settings:
    """Return the settings with the paths of `conf.py` made absolute."""
    for key in (name.replace("-", "_") for name, types in _SHARED.items() if types is _PATH):
        path = getattr(own, key)
        if path is not None and path != getattr(base, key):
            own = own.replace(**{key: str(folder / path)})
    return own


@contextmanager
def reporting_unusable(app: Sphinx) -> Iterator[None]:
    """Log an error and fail the build if the block raises LookupSettingsError.

    The rest of the block is skipped. Sphinx itself would print versions, extensions and a
    traceback.
    """
    try:
        yield
    except LookupSettingsError as error:
        log_unusable(app, error)
        fail(app, UNUSABLE)


def fail(app: Sphinx, status: int) -> None:
    """Let the build end with an exit status, unless a higher one is already set."""
    app.statuscode = max(app.statuscode, status)


def log_unusable(app: Sphinx, error: LookupSettingsError) -> None:
    """Log an error about a server or a records file, with its place and the next step."""
    setting = str(error).partition(" ")[0]  # "records file x: …", "server x: …"
    key = f"{_PREFIX}{setting}"
    path = Path(app.confdir) / "conf.py"
    if setting in _NEXT_STEP and app.config[key] is None:
        key = setting
        path = find_settings(app.confdir)[1] or path
    logger.error(
        "%s%s",
        error,
        _NEXT_STEP.get(setting, ""),
        location=_location(key, path),
        type="doi",
        subtype="configuration",
    )
