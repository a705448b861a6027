"""The options of the commands: settings, the options of `check`, and common options.

An option has priority over a pair given with `--config`, a pair over the environment, the
environment over the nearest settings file, and this file over the defaults.
"""

from __future__ import annotations

import os
from argparse import ArgumentTypeError
from functools import partial
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from mdlint_doi.config.load import OVERRIDES, WHOLE_RUN, Configuration, load
from mdlint_doi.config.nearest import Nearest
from mdlint_doi.config.toml_file import parse
from mdlint_doi.file_formats import SOUGHT_IF_NAMED
from mdlint_doi.lint.setting_types import Depth
from mdlint_doi.lint.settings import Settings, SettingsError, settings_from
from mdlint_doi.report.formats import REPORTS, ReportFormat
from mdlint_doi.report.safe import toml_value
from mdlint_doi.text.pattern import pattern
from mdlint_doi.text.version import installation

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from mdlint_doi.lint.setting_types import DoiException

    Group: TypeAlias = argparse._ActionsContainer  # noqa: SLF001 - a parser, or a group of it

_KEYS: Final = ("select", "extend-select", "ignore", *WHOLE_RUN)
_OPTION: Final = "--config"
_DIGITS: Final = 19  # numbers with this many digits or more are refused
_PAIR: Final = pattern(r"""[ \t]*["']?[A-Za-z0-9_-]+["']?[ \t]*(?:\.[^=]*)?=""")
"""The start of a setting: `key =` or `table.key =`. A file with such a name is written `./key=`."""
_BARE_WORD: Final = pattern(r"[ \t]*(?P<key>[\w-]+)[ \t]*=[ \t]*(?P<value>[A-Za-z][\w-]*)[ \t]*")
"""A setting whose value is a word without quotes."""
DEPTH: Final = (
    "registration: look up only whether DOIs are registered; works (default): also look up the"
    " works that texts describe; records: also read all handle records, to find aliases and deleted"
    " DOIs; all: also look up all other works"
)
"""The help text of `--depth` for commands that check documents."""
DEPTH_OF_GIVEN: Final = (
    "registration: look up only whether DOIs are registered; works (default): also look up their"
    " works; records: also read all handle records, to find aliases and deleted DOIs; all: the"
    " same, and --strict also exits with 3 if a work could not be read"
)
"""The help text of `--depth` for commands that look up the works of all DOIs they are given."""
UNSET: Final = {
    "records": "no records file",
    "cache-dir": "the user's cache folder",
    "max-age": "30",
    "baseline": "no baseline",
}
"""The effective value of each setting that has no value by default, in words."""
ANY_NUMBER: Final[dict[str, Any]] = {"action": "append", "default": []}
"""The arguments of `add_option` for an option that can be repeated."""


def add_check_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of `check`, in the groups of its help: the most used come first."""
    add_paths(parser, "files, folders, or - for standard input; default: the current folder", [])
    add_fixes(parser)
    add_rules(parser)
    what = "for at most N wrong DOIs, search Crossref for the right one; default: 0"
    add_count(add_lookup_settings(parser), "--max-searches", what)
    output = add_report(parser, REPORTS)
    what = (
        "in text output, show at most N findings of each rule and count the others; 0 shows all;"
        " default: 5 if there are more than 200 findings"
    )
    add_count(output, "--max-per-rule", what, default=None)
    what = "for each reference, print what was compared, the verdict and the reason"
    add_flag(output, "--explain", what)
    what = "print each mention of a DOI as a line of JSON; the report goes to standard error"
    add_flag(output, "--dump", what)
    files = parser.add_argument_group("files")
    add_exclude(files)
    _add_formats(files)
    what = "check only the lines changed since COMMIT in git"
    add_option(files, "--since", "COMMIT", what)
    what = (
        "also check the paths listed in FILE (one per line or NUL-separated), or in standard input"
        " (-)"
    )
    add_option(files, "--files-from", "FILE", what)
    what = "check standard input, and use NAME for it in the report"
    add_option(files, "--stdin-filename", "NAME", what)
    add_jobs(files)
    hidden = parser.add_argument_group("known findings")
    what = "for each finding, add a comment that suppresses it, if the format has comments"
    add_flag(hidden, "--add-suppressions", what)
    add_option(hidden, "--baseline", "FILE", "hide the findings listed in FILE")
    add_option(hidden, "--write-baseline", "FILE", "write all current findings to FILE")
    code = parser.add_argument_group("exit code")
    what = "exit with 1 for findings of this severity or worse: hint, warning (default), error"
    add_option(code, "--fail-on", "SEVERITY", what, choices=("hint", "warning", "error"))
    add_flag(code, "--exit-zero", "exit with 0 even if there are findings")
    add_strict(code)
    what = "show the settings in use, and check nothing"
    add_flag(add_configuration(parser), "--show-settings", what)


def add_option(group: Group, names: str, metavar: str | None, what: str, **how: Any) -> None:  # noqa: ANN401
    """Declare an option with a value; `names` are separated by spaces, such as `-o --output`."""
    group.add_argument(*names.split(), metavar=metavar, help=what, **how)


def add_flag(group: Group, names: str, what: str, *, is_setting: bool = False) -> None:
    """Declare a switch; for a setting (`is_setting`), the default is None: not given."""
    default = None if is_setting else False
    group.add_argument(*names.split(), action="store_true", default=default, help=what)


def add_count(
    group: Group,
    name: str,
    what: str,
    *,
    default: int | None = 0,
    **valid: Any,  # noqa: ANN401
) -> None:
    """Declare an option whose value is a whole number.

    Args:
        group: the parser or the group that gets the option.
        name: the option's name.
        what: its help text.
        default: its value if it is not given.
        **valid: `least` and `valid` of `whole_number`; by default, numbers begin at 0.
    """
    read = partial(whole_number, **valid) if valid else whole_number
    add_option(group, name, "N", what, type=read, default=default)


def whole_number(text: str, least: int = 0, valid: str = "a whole number, 0 or more") -> int:
    """Return the number in a text.

    Args:
        text: decimal digits.
        least: the smallest number to accept.
        valid: the description of valid values in the error message.

    Raises:
        ArgumentTypeError: if the text is not a number, or it is too small or too long.
    """
    if text.isdecimal() and text.isascii() and len(text) < _DIGITS and int(text) >= least:
        return int(text)
    message = f"{text!a} is not valid; give {valid}"
    raise ArgumentTypeError(message)


def add_jobs(group: Group, **valid: Any) -> None:  # noqa: ANN401
    """Declare the option for the number of processes."""
    add_count(group, "--jobs", "use at most N processes; default: one for each core", **valid)


def add_paths(
    parser: argparse.ArgumentParser, what: str, default: Sequence[str] = (os.curdir,)
) -> None:
    """Declare any number of files and folders."""
    add_option(parser, "paths", "PATH", what, nargs="*", default=list(default))


def add_strict(group: Group, what: str = "exit with 3 if a DOI could not be checked") -> None:
    """Declare the switch that makes a run fail if something could not be checked."""
    add_flag(group, "--strict", what, is_setting=True)


def add_exclude(files: Group) -> None:
    """Declare the option that leaves files out."""
    what = (
        "also skip files that match PATTERN, which works as in a .gitignore in the current folder"
    )
    add_option(files, "--exclude", "PATTERN", what, **ANY_NUMBER)


def add_fixes(
    parser: argparse.ArgumentParser,
    *,
    fix: str = "make all safe fixes",
    unsafe: str = "with --fix or --diff: also make fixes that are guesses",
) -> None:
    """Declare the options that change documents; `fix` and `unsafe` are help texts."""
    fixes = parser.add_argument_group("fixes")
    add_flag(fixes, "--fix", fix)
    add_flag(
        fixes, "--diff", "change no file; print a patch with the changes that --fix would make"
    )
    add_flag(fixes, "--unsafe-fixes", unsafe)


def add_report(
    parser: argparse.ArgumentParser, formats: Sequence[ReportFormat]
) -> argparse._ArgumentGroup:
    """Declare the options for the report's files, format and length; return their group."""
    output = parser.add_argument_group("output")
    names = tuple(report.name for report in formats)
    what = f"{', '.join(names)}; default: {names[0]}"
    add_option(output, "--output-format", "FORMAT", what, choices=names)
    suffixes = ", ".join(suffix for report in formats for suffix in report.suffixes if suffix)
    what = (
        f"write the report to FILE, in FORMAT or in the format for its suffix ({suffixes}); can be"
        " repeated"
    )
    read = partial(_target, names)
    add_option(output, "-o --output", "[FORMAT=]FILE", what, type=read, **ANY_NUMBER)
    amount = output.add_mutually_exclusive_group()
    add_flag(amount, "-q --quiet", "print only findings and errors")
    add_flag(
        amount,
        "-v --verbose",
        "also list checked files, fixes, and anything that could not be judged",
    )
    add_flag(output, "--statistics", "count the findings by rule")
    what = "color the output: auto (default; only on a terminal), always, never"
    when = ("auto", "always", "never")
    add_option(output, "--color", "WHEN", what, choices=when, default="auto")
    return output


def add_json(parser: argparse.ArgumentParser, what: str, *, others: Sequence[str] = ()) -> None:
    """Declare the format of commands that print text or JSON, or one of `others`."""
    output = parser.add_argument_group("output")
    choices = ("text", "json", *others)
    add_option(output, "--output-format", None, what, choices=choices, default="text")


def add_settings(parser: argparse.ArgumentParser) -> None:
    """Declare the options for settings; each is stored under its key in the settings file."""
    _add_formats(add_rules(parser))
    add_lookup_settings(parser)
    add_configuration(parser)


def add_rules(parser: argparse.ArgumentParser) -> argparse._ArgumentGroup:
    """Declare the options that choose rules; return their group."""
    rules = parser.add_argument_group(
        "rules (codes, names, code prefixes such as DOI2, default, all)"
    )
    for name, what in (
        ("--select", "check only these rules"),
        ("--extend-select", "also check these rules"),
        ("--ignore", "do not check these rules"),
    ):
        add_option(rules, name, "RULES", what, type=_words, action="extend")
    return rules


def _add_formats(group: Group) -> None:
    what = (
        f"also check files of these formats in folders: {', '.join(SOUGHT_IF_NAMED)};"
        " no-python, for example, leaves out Python files"
    )
    add_option(group, "--formats", "FORMATS", what, type=_words, action="extend")


def add_lookup_settings(
    parser: argparse.ArgumentParser, *, always_online: bool = False, depth: str = DEPTH
) -> argparse._ArgumentGroup:
    """Declare the options for look-ups; return their group.

    Args:
        parser: the parser of a command.
        always_online: whether the command always makes look-ups: it gets no `--offline`, `--online`
            or `--records`.
        depth: the help text of `--depth`.
    """
    lookups = parser.add_argument_group("look-ups")
    if not always_online:
        one_of_both = lookups.add_mutually_exclusive_group()
        what = "do not open connections; a records file is still used"
        add_flag(one_of_both, "--offline", what, is_setting=True)
        what = "look up DOIs, even if the settings say offline"
        one_of_both.add_argument(
            "--online", action="store_false", dest="offline", default=None, help=what
        )
        add_option(lookups, "--records", "FILE", "take answers to look-ups from this records file")
    add_depth(lookups, depth)
    return lookups


def add_depth(lookups: Group, what: str) -> None:
    """Declare `--depth`, how much a run looks up; `what` is its help text."""
    add_option(lookups, "--depth", None, what, choices=tuple(map(str, Depth)))


def add_configuration(parser: argparse.ArgumentParser) -> argparse._ArgumentGroup:
    """Declare the options for the source of settings; return their group."""
    files = parser.add_argument_group("settings")
    what = "a settings file, or one setting, such as 'max-age = 7'; can be repeated"
    add_option(files, _OPTION, "CONFIG", what, **ANY_NUMBER)
    add_flag(files, "--isolated", "use no settings file")
    return files


def _words(text: str) -> list[str]:
    return [word for word in text.replace(",", " ").split() if word]


def _target(formats: Sequence[str], text: str) -> tuple[str | None, str]:
    """Return the format (None: not given) and the file of a value of `--output`."""
    name, equals, file = text.partition("=")
    named = (name, file) if equals and name in formats else (None, text)
    if equals and named[0] is None and os.sep not in name and "/" not in name:
        valid = f"valid: {', '.join(formats)}; for a file with this name, write ./{text}"
        message = f"unknown format {name!a} ({valid})"
        raise ArgumentTypeError(message)
    if not named[1] or named[1].endswith(("/", os.sep)):
        message = f"{text!a} is not a file"
        raise ArgumentTypeError(message)
    return named


def settings_of(arguments: argparse.Namespace) -> Configuration:
    """Return the settings of a run, their file, and the messages for the user.

    The file is the nearest at or above the current folder. Each document may have a nearer one,
    which `nearest_of` finds.

    Raises:
        SettingsError: if a setting is not valid; the error names its source, its key and the valid
            values.
    """
    configuration = load(
        os.getcwd(),
        file=file_of(arguments),
        isolated=arguments.isolated,
        environ=os.environ,
        arguments=given_of(arguments),
    )
    settings = configuration.settings
    if settings.records is None or not os.fspath(settings.records).endswith(".parquet"):
        return configuration
    path = os.fspath(settings.records)
    try:
        from mdlint_doi.corpora.verdicts import Verdicts
    except ImportError:
        problem = f"reading a Parquet file needs pyarrow; {installation('arrow')}"
        raise SettingsError(path, "records", problem) from None
    return configuration.replace(settings=settings.replace(records=Verdicts(path)))


def nearest_of(
    arguments: argparse.Namespace, configuration: Configuration, settings: Settings
) -> Nearest | None:
    """Return the object that finds each document's nearest settings file.

    None means that the settings of the run apply to all documents, because of `--isolated` or a
    given file.
    """
    if arguments.isolated or file_of(arguments):
        return None
    return Nearest(settings, configuration.path, given_of(arguments))


def file_of(arguments: argparse.Namespace) -> Path | None:
    """Return the file that `--config` names; None if it names none.

    Raises:
        SettingsError: if two files are named, or a file and `--isolated`.
    """
    files = [argument for argument in arguments.config if not _PAIR.match(argument)]
    if not files:
        return None
    if len(files) > 1:
        raise SettingsError(
            _OPTION, "", f"{files[0]} and {files[1]} are both settings files; give only one"
        )
    if arguments.isolated:
        raise SettingsError(
            _OPTION, "", f"--isolated uses no settings file; omit --isolated or {files[0]}"
        )
    from pathlib import Path

    return Path(files[0])


def given_of(arguments: argparse.Namespace) -> dict[str, object]:
    """Return the settings given on the command line, with keys in kebab-case; None: not given.

    Raises:
        SettingsError: if a pair of `--config` is not valid.
    """
    options = vars(arguments)
    given = {key: options.get(key.replace("-", "_")) for key in _KEYS}
    pairs = [argument for argument in arguments.config if _PAIR.match(argument)]
    if not pairs:
        return given

    table: dict[str, object] = {}
    for pair in pairs:
        try:
            table |= parse(pair.encode("utf-8", "surrogateescape"), _OPTION)
        except SettingsError as error:
            if word := _BARE_WORD.fullmatch(pair):
                settings_from({word["key"]: word["value"]}, _OPTION)  # lists the valid values
            advice = "write KEY = VALUE as in a TOML file, with text in quotes"
            raise SettingsError(_OPTION, "", f"{pair}: {error.problem}; {advice}") from error
    return {**given, OVERRIDES: table}


def as_toml(settings: Settings) -> Iterator[str]:
    """Yield settings as TOML, one line for each in the order of their fields."""
    for field in Settings.__match_args__:
        value = getattr(settings, field)
        key = field.replace("_", "-")
        if isinstance(value, os.PathLike):
            value = os.fspath(value)
        if value is None:
            yield f"# {key}: {UNSET[key]}"
        elif key == "per-file-ignores":
            pairs = (
                f"{toml_value(ignore.pattern)} = {toml_value(ignore.selectors)}" for ignore in value
            )
            yield f"{key} = {{{', '.join(pairs)}}}"
        elif key == "read-as":
            pairs = (
                f"{toml_value(reading.files)} = {toml_value(reading.format)}" for reading in value
            )
            yield f"{key} = {{{', '.join(pairs)}}}"
        elif key == "exceptions":
            yield f"{key} = {{{', '.join(map(_exception, value))}}}"
        else:
            yield f"{key} = {toml_value(value)}"


def _exception(exception: DoiException) -> str:
    until = f", until = {exception.until.isoformat()}" if exception.until else ""
    rules = f", rules = {toml_value(exception.rules)}" if exception.rules else ""
    return (
        f"{toml_value(exception.name)} = {{reason = {toml_value(exception.reason)}{until}{rules}}}"
    )
