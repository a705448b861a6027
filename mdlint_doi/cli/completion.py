"""`mdlint-doi --completion SHELL`: a script for a shell, made from the arguments of all commands.

It knows commands, options, their values and the rules, and stands for itself: completing starts no
Python.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping, Sequence
from importlib import import_module
from typing import Final, NamedTuple

from mdlint_doi.cli.parser import COMMANDS
from mdlint_doi.lint.rules import RULES

SHELLS: Final = ("bash", "zsh", "fish")
_FILES: Final = frozenset({"FILE", "PATH", "OUTPUT", "CONFIG", "[FORMAT=]FILE"})


class _Argument(NamedTuple):
    """An option, or an argument without a name.

    Attributes:
        names: of an option: `--output`, `-o`; of others none.
        what: it is, in a line.
        values: `none`, `any`, `files`, `rules`, or words with a space between.

    """

    names: tuple[str, ...]
    what: str
    values: str


def script(shell: str) -> str:
    """Return the script for a shell."""
    commands = dict(_commands())
    rules = " ".join(word for rule in RULES for word in (rule.code, rule.name))
    write = {"bash": _bash, "zsh": _zsh, "fish": _fish}[shell]
    return "".join(f"{line}\n" for line in write(commands, rules))


def _commands() -> Iterator[tuple[str, Sequence[_Argument]]]:
    """Yield the commands, those with two words, too, and their arguments."""
    for name, what in COMMANDS.items():
        parser = argparse.ArgumentParser(description=what, add_help=False)
        import_module(f"mdlint_doi.cli.{name}").add_arguments(parser)
        yield name, [*map(_argument, parser._actions)]  # noqa: SLF001 - there is no other way
        for one in parser._actions:  # noqa: SLF001
            if isinstance(one, argparse._SubParsersAction):  # noqa: SLF001
                for word, sub in one.choices.items():
                    own = (action for action in sub._actions if action.dest != "help")  # noqa: SLF001
                    yield f"{name} {word}", [*map(_argument, own)]


def _argument(action: argparse.Action) -> _Argument:
    values = "any"
    if action.nargs == 0:
        values = "none"
    elif action.choices:
        values = " ".join(map(str, action.choices))
    elif action.metavar in {"RULE", "RULES"}:
        values = "rules"
    elif action.metavar in _FILES:
        values = "files"
    return _Argument(tuple(action.option_strings), str(action.help or ""), values)


def _groups(commands: Mapping[str, Sequence[_Argument]]) -> Mapping[str, list[str]]:
    """Return for each kind of values the options that take them, behind their command."""
    found: dict[str, list[str]] = {}
    for command, arguments in commands.items():
        for one in arguments:
            if one.names and one.values != "none":
                found.setdefault(one.values, []).extend(f"{command} {name}" for name in one.names)
    return found


def _unnamed(arguments: Sequence[_Argument]) -> str:
    return next((one.values for one in arguments if not one.names), "any")


def _options(arguments: Sequence[_Argument]) -> str:
    return " ".join(name for one in arguments for name in one.names)


def _bash(commands: Mapping[str, Sequence[_Argument]], rules: str) -> Iterator[str]:
    yield "_mdlint_doi() {"
    yield "  local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]}"
    yield "  local command=${COMP_WORDS[1]} begin= values=any"
    yield f"  local rules='{rules}'"
    yield "  COMPREPLY=()"
    yield "  if [ $COMP_CWORD -eq 1 ]; then"
    yield f"    COMPREPLY=($(compgen -W '{' '.join(COMMANDS)} --help --version' -- \"$cur\"))"
    yield "    return"
    yield "  fi"
    yield '  if [ "$command" = corpus ] && [ $COMP_CWORD -gt 2 ]; then'
    yield '    command="corpus ${COMP_WORDS[2]}"'
    yield "  fi"
    yield '  case "$command $prev" in'
    for values, options in _groups(commands).items():
        yield f"    {'|'.join(map(_quoted, options))}) values='{values}' ;;"
    yield '    *) case "$command $cur" in'
    for command, arguments in commands.items():
        yield f"      '{command} -'*) values='{_options(arguments)} --help' ;;"
    yield '      *) case "$command" in'
    for command, arguments in commands.items():
        yield f"        '{command}') values='{_unnamed(arguments)}' ;;"
    yield "      esac ;;"
    yield "    esac ;;"
    yield "  esac"
    yield '  case "$values" in'
    yield "    any) ;;"
    yield '    files) compopt -o filenames; COMPREPLY=($(compgen -f -- "$cur")) ;;'
    yield "    *)"
    yield '      if [ "$values" = rules ]; then'
    yield '        values=$rules; begin=${cur%"${cur##*,}"}; cur=${cur##*,}'
    yield "      fi"
    yield '      COMPREPLY=($(compgen -P "$begin" -W "$values" -- "$cur")) ;;'
    yield "  esac"
    yield "}"
    yield "complete -F _mdlint_doi mdlint-doi"


def _zsh(commands: Mapping[str, Sequence[_Argument]], rules: str) -> Iterator[str]:
    yield "#compdef mdlint-doi"
    yield "local values=any command=${words[2]}"
    yield f"local -a rules=({rules})"
    yield "if (( CURRENT == 2 )); then"
    yield "  local -a commands=("
    yield from (f"    {_quoted(f'{name}:{what}')}" for name, what in COMMANDS.items())
    yield "  )"
    yield "  _describe command commands"
    yield "  return"
    yield "fi"
    yield '[[ $command == corpus ]] && (( CURRENT > 3 )) && command="corpus ${words[3]}"'
    yield 'case "$command ${words[CURRENT-1]}" in'
    for values, options in _groups(commands).items():
        yield f"  ({'|'.join(map(_quoted, options))}) values='{values}' ;;"
    yield '  (*) case "$command ${words[CURRENT]}" in'
    for command, arguments in commands.items():
        yield f"    ({_quoted(f'{command} -')}*) values='{_options(arguments)} --help' ;;"
    yield '    (*) case "$command" in'
    for command, arguments in commands.items():
        yield f"      ({_quoted(command)}) values='{_unnamed(arguments)}' ;;"
    yield "    esac ;;"
    yield "  esac ;;"
    yield "esac"
    yield 'case "$values" in'
    yield "  (any) ;;"
    yield "  (files) _files ;;"
    yield "  (rules) compset -P '*,'; compadd -a rules ;;"
    yield "  (*) compadd -- ${=values} ;;"
    yield "esac"


def _fish(commands: Mapping[str, Sequence[_Argument]], rules: str) -> Iterator[str]:
    yield "function __mdlint_doi_rules"
    yield f"    string split ' ' '{rules}'"
    yield "end"
    yield "complete -c mdlint-doi -f"
    for name, what in COMMANDS.items():
        yield f"complete -c mdlint-doi -n __fish_use_subcommand -a {name} -d {_quoted(what)}"
    for command, arguments in commands.items():
        seen = " && ".join(f"__fish_seen_subcommand_from {word}" for word in command.split())
        for one in arguments:
            names = "".join(
                f" -{'l' if name.startswith('--') else 's'} {name.lstrip('-')}"
                for name in one.names
            )
            what = f"{names}{_fish_values(one)} -d {_quoted(one.what)}"
            yield f"complete -c mdlint-doi -n '{seen}'{what}"


def _fish_values(one: _Argument) -> str:
    match one.values:
        case "none":
            return ""
        case "any":
            return " -x" if one.names else " -f"
        case "files":
            return " -r -F" if one.names else " -F"
        case "rules":
            return ' -x -a "(__fish_complete_list , __mdlint_doi_rules)"'
    return f" -x -a '{one.values}'"


def _quoted(text: str) -> str:
    """Return a word for a shell; what quotes in all three is left out of help instead."""
    return "'" + text.replace("\\", "").replace("'", "’") + "'"
