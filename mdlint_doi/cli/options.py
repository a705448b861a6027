"""The options of the commands: settings, those of `check`, and those that several have.

An option goes over the pairs of `--config`, these over the environment, that over the nearest file,
and that over the defaults.
"""

from __future__ import annotations

import os
from argparse import ArgumentTypeError
from functools import partial
from typing import TYPE_CHECKING, Final, TypeAlias

from mdlint_doi.config.load import OVERRIDES, WHOLE_RUN, Configuration, load
from mdlint_doi.lint.settings import SettingsError
from mdlint_doi.report.formats import FORMATS
from mdlint_doi.text.pattern import pattern

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from mdlint_doi.config.nearest import Nearest
    from mdlint_doi.lint.settings import Settings

    Group: TypeAlias = argparse._ActionsContainer  # noqa: SLF001 - a parser, or a group of it

_KEYS: Final = ("select", "extend-select", "ignore", *WHOLE_RUN)
_OPTION: Final = "--config"
_PAIR: Final = pattern(r"""[ \t]*["']?[A-Za-z0-9_-]+["']?[ \t]*(?:\.[^=]*)?=""")
"""How a setting begins: `key =` or `table.key =`. A file of such a name is given as `./key=`."""


def add_check_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare those of `check`, in the groups of its help: what is used most comes first."""
    add_paths(parser, "files, folders, or - for standard input; default: this folder", [])
    add_fixes(parser)
    add_rules(parser)
    add_count(
        add_lookup_settings(parser),
        "--max-searches",
        "search Crossref for at most N works whose DOI is wrong; default: 0",
    )
    _add_check_output(parser)
    _add_check_files(parser)
    hidden = parser.add_argument_group("known findings")
    add_flag(
        hidden,
        "--add-suppressions",
        "add a comment for each finding that switches it off, where the format has comments",
    )
    hidden.add_argument("--baseline", metavar="FILE", help="hide the findings that FILE lists")
    what = "write all current findings to FILE"
    hidden.add_argument("--write-baseline", metavar="FILE", help=what)
    code = parser.add_argument_group("exit code")
    code.add_argument(
        "--fail-on",
        choices=("hint", "warning", "error"),
        metavar="SEVERITY",
        help="exit 1 for findings of this severity or worse: hint, warning (default), error",
    )
    add_flag(code, "--exit-zero", "exit 0 even with findings")
    add_strict(code)
    what = "show the settings in use, and check nothing"
    add_flag(add_configuration(parser), "--show-settings", what)


def _add_check_output(parser: argparse.ArgumentParser) -> None:
    output = add_report(parser, FORMATS)
    add_count(
        output,
        "--max-per-rule",
        "in text, show at most N findings of each rule and count the others; 0: show all;"
        " default: 5 if there are more than 200 findings",
        default=None,
    )
    add_flag(
        output,
        "--explain",
        "print the evidence of each DOI911, how to except it and how to report a false one",
    )
    add_flag(
        output,
        "--dump",
        "print each mention of a DOI as a line of JSON; the report goes to standard error",
    )


def _add_check_files(parser: argparse.ArgumentParser) -> None:
    files = parser.add_argument_group("files")
    add_exclude(files)
    _add_formats(files)
    what = "check only the lines changed since COMMIT in git"
    files.add_argument("--since", metavar="COMMIT", help=what)
    files.add_argument(
        "--files-from",
        metavar="FILE",
        help="also check the paths listed in FILE (one per line, or NUL-separated); -: standard"
        " input",
    )
    what = "check standard input, and report it under this name"
    files.add_argument("--stdin-filename", metavar="NAME", help=what)
    add_count(files, "--jobs", "use at most N processes; default: one for each core")


def add_paths(
    parser: argparse.ArgumentParser, what: str, default: Sequence[str] = (os.curdir,)
) -> None:
    """Declare files and folders, any number of them."""
    parser.add_argument("paths", nargs="*", default=list(default), metavar="PATH", help=what)


def add_flag(group: Group, name: str, what: str, *, is_setting: bool = False) -> None:
    """Declare a switch; of a setting, None says that it is not given."""
    default = None if is_setting else False
    group.add_argument(name, action="store_true", default=default, help=what)


def add_count(
    group: Group,
    name: str,
    what: str,
    *,
    default: int | None = 0,
    read: Callable[[str], int] | None = None,
) -> None:
    """Declare a number from 0 on, or as `read` has it."""
    group.add_argument(name, type=read or whole_number, default=default, metavar="N", help=what)


def whole_number(text: str, least: int = 0, valid: str = "a whole number from 0 on") -> int:
    """Return a number, `least` or more; `valid` is said of any other text."""
    if text.isdecimal() and text.isascii() and int(text) >= least:
        return int(text)
    message = f"{text!a} is not valid; give {valid}"
    raise ArgumentTypeError(message)


def add_strict(group: Group, what: str = "exit 3 if a DOI could not be checked") -> None:
    """Declare what makes a run fail that could not check all."""
    add_flag(group, "--strict", what, is_setting=True)


def add_exclude(files: Group) -> None:
    """Declare what leaves files out."""
    files.add_argument(
        "--exclude",
        action="append",
        default=[],
        metavar="PATTERN",
        help="also leave out these files: a pattern as in .gitignore, relative to this folder",
    )


def add_fixes(
    parser: argparse.ArgumentParser,
    *,
    fix: str = "fix what is safe to fix",
    unsafe: str = "with --fix or --diff: also apply fixes that are guesses",
) -> None:
    """Declare what writes; `fix` and `unsafe` say what `--fix` and `--unsafe-fixes` do."""
    fixes = parser.add_argument_group("fixes")
    add_flag(fixes, "--fix", fix)
    add_flag(fixes, "--diff", "print what --fix would do as a patch")
    add_flag(fixes, "--unsafe-fixes", unsafe)


def add_report(parser: argparse.ArgumentParser, formats: Sequence[str]) -> argparse._ArgumentGroup:
    """Declare where the report goes, in one of which formats, and how much it says."""
    output = parser.add_argument_group("output")
    output.add_argument(
        "--output-format",
        choices=formats,
        metavar="FORMAT",
        help=f"{', '.join(formats)}; default: text",
    )
    output.add_argument(
        "-o",
        "--output",
        action="append",
        default=[],
        type=partial(_target, formats),
        metavar="[FORMAT=]FILE",
        help="write the report to FILE; .sarif, .json, .xml, .html and .md choose the format, as"
        " FORMAT= does; can be repeated",
    )
    amount = output.add_mutually_exclusive_group()
    amount.add_argument("-q", "--quiet", action="store_true", help="print findings and errors only")
    what = "also list the files that were checked, and each fix"
    amount.add_argument("-v", "--verbose", action="store_true", help=what)
    add_flag(output, "--statistics", "count the findings by rule")
    output.add_argument(
        "--color",
        choices=("auto", "always", "never"),
        default="auto",
        metavar="WHEN",
        help="auto (default: on a terminal), always, never",
    )
    return output


def add_settings(parser: argparse.ArgumentParser) -> None:
    """Declare all settings; their destinations are the keys of the configuration file."""
    _add_formats(add_rules(parser))
    add_lookup_settings(parser)
    add_configuration(parser)


def add_rules(parser: argparse.ArgumentParser) -> argparse._ArgumentGroup:
    """Declare the options that choose rules; return their group."""
    rules = parser.add_argument_group("rules (codes, names, families such as DOI2, default, all)")
    for name, what in (
        ("select", "check only these rules"),
        ("extend-select", "also check these rules"),
        ("ignore", "do not check these rules"),
    ):
        rules.add_argument(f"--{name}", type=_words, action="extend", metavar="RULES", help=what)
    return rules


def _add_formats(group: Group) -> None:
    group.add_argument(
        "--formats",
        type=_words,
        action="extend",
        metavar="FORMATS",
        help="also check files of these formats in folders: csl, csl-yaml, ris, html, txt, rd,"
        " latex; no-python leaves out those of a format",
    )


def add_lookup_settings(
    parser: argparse.ArgumentParser, *, must_ask: bool = False
) -> argparse._ArgumentGroup:
    """Declare the options of look-ups; return their group.

    With `must_ask`, those that answer without asking are left out.
    """
    lookups = parser.add_argument_group("look-ups")
    if not must_ask:
        one_of_both = lookups.add_mutually_exclusive_group()
        what = "open no connection; answer from --records, if given"
        add_flag(one_of_both, "--offline", what, is_setting=True)
        one_of_both.add_argument(
            "--online",
            action="store_false",
            dest="offline",
            default=None,
            help="look up DOIs, whatever the configuration says",
        )
        lookups.add_argument("--records", metavar="FILE", help="answer look-ups from this file")
    lookups.add_argument(
        "--works",
        choices=("auto", "off", "all"),
        help="ask Crossref and DataCite what DOIs are registered as; default: auto",
    )
    add_read_records(lookups)
    return lookups


def add_read_records(lookups: Group) -> None:
    """Declare whether the record of every name is read."""
    what = "also find aliases and deleted DOIs: read the record of every DOI"
    add_flag(lookups, "--read-records", what, is_setting=True)


def add_configuration(parser: argparse.ArgumentParser) -> argparse._ArgumentGroup:
    """Declare where settings come from; return the group of these options."""
    files = parser.add_argument_group("configuration")
    files.add_argument(
        "--config",
        action="append",
        default=[],
        metavar="CONFIG",
        help="a TOML file to read the settings from, or one setting as 'KEY = VALUE', which"
        " overrides files and environment: --config 'max-age = 7'; can be repeated",
    )
    add_flag(files, "--isolated", "read no configuration file")
    return files


def _words(text: str) -> list[str]:
    return [word for word in text.replace(",", " ").split() if word]


def _target(formats: Sequence[str], text: str) -> tuple[str | None, str]:
    """Return a format, None for that of `--output-format`, and a file."""
    name, equals, file = text.partition("=")
    named = (name, file) if equals and name in formats else (None, text)
    if equals and named[0] is None and os.sep not in name and "/" not in name:
        message = (
            f"{name!a} is not a format; valid: {', '.join(formats)} (a file of this name: ./{text})"
        )
        raise ArgumentTypeError(message)
    if not named[1] or named[1].endswith(("/", os.sep)):
        message = f"{text!a} is no file"
        raise ArgumentTypeError(message)
    return named


def settings_of(arguments: argparse.Namespace) -> Configuration:
    """Return the settings of a run, their file, and the messages for the user.

    The file is the nearest at or above the current folder. Each document may have a nearer one,
    which `nearest_of` finds.

    Raises:
        SettingsError: naming the place, the key and what would be valid.

    """
    configuration = load(
        os.getcwd(),  # noqa: PTH109
        file=file_of(arguments),
        isolated=arguments.isolated,
        environ=os.environ,
        arguments=given_of(arguments),
    )
    records = configuration.settings.records
    if records is None or not os.fspath(records).endswith(".parquet"):
        return configuration
    return _with_verdicts(configuration, os.fspath(records))


def _with_verdicts(configuration: Configuration, path: str) -> Configuration:
    """Return the settings with a records file in Parquet, and what reads it.

    Raises:
        SettingsError: if there is nothing to read it with.

    """
    try:
        from mdlint_doi.corpora.verdicts import Verdicts
    except ImportError:
        problem = 'to read it, install pyarrow: pip install "sphinx-doi[arrow]"'
        raise SettingsError(path, "records", problem) from None
    settings = configuration.settings.replace(records=Verdicts(path))
    return configuration.replace(settings=settings)


def nearest_of(
    arguments: argparse.Namespace, configuration: Configuration, settings: Settings
) -> Nearest | None:
    """Return what finds the settings of each document; None where those of the run hold for all.

    Args:
        arguments: of the command.
        configuration: what `settings_of` returned.
        settings: of the run, for the keys that hold for all of it.

    """
    if arguments.isolated or file_of(arguments):
        return None
    from mdlint_doi.config.nearest import Nearest

    return Nearest(settings, configuration.path, given_of(arguments))


def file_of(arguments: argparse.Namespace) -> Path | None:
    """Return the file that `--config` names, if it names one.

    Raises:
        SettingsError: if it names several.

    """
    files = [one for one in arguments.config if not _PAIR.match(one)]
    if not files:
        return None
    if len(files) > 1:
        raise SettingsError(_OPTION, "", f"two files: {files[0]}, {files[1]}; name one")
    from pathlib import Path

    return Path(files[0])


def given_of(arguments: argparse.Namespace) -> dict[str, object]:
    """Return the settings that the command line gives, keys in kebab-case; None: not given.

    Raises:
        SettingsError: for a pair of `--config` that is none.

    """
    options = vars(arguments)
    given = {key: options.get(key.replace("-", "_")) for key in _KEYS}
    if pairs := [one for one in arguments.config if _PAIR.match(one)]:
        given[OVERRIDES] = _overrides(pairs)
    return given


def _overrides(pairs: Sequence[str]) -> dict[str, object]:
    from mdlint_doi.config.toml_file import parse

    table: dict[str, object] = {}
    for pair in pairs:
        try:
            table |= parse(pair.encode("utf-8", "surrogateescape"), _OPTION)
        except SettingsError as error:
            problem = (
                f"{pair}: {error.problem}; write KEY = VALUE as in a TOML file, text in quotes"
            )
            raise SettingsError(_OPTION, "", problem) from error
    return table
