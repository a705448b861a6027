"""`mdlint-doi --completion SHELL`: a completion script, built from the arguments of all commands.

The script contains the commands, the options, their values and the rules, so completion does not
start Python.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping, Sequence
from importlib import import_module
from typing import Final, NamedTuple, TypeAlias

from mdlint_doi.cli.commands import COMMANDS
from mdlint_doi.lint.rules import RULES

_FILES: Final = frozenset({"FILE", "PATH", "OUTPUT", "CONFIG", "[FORMAT=]FILE"})
_FIRST: Final = "help --help --version --completion"  # words allowed in place of a command
SHELLS: Final = ("bash", "zsh", "fish", "powershell")
_SHELLS: Final = " ".join(SHELLS)
_OF_RULES: Final = ' -x -a "(__fish_complete_list , __mdlint_doi_rules)"'
_FISH_VALUES: Final = {
    (True, "none"): "",
    (True, "any"): " -x",
    (True, "files"): " -r -F",
    (True, "rules"): _OF_RULES,
    (False, "any"): " -f",
    (False, "files"): " -F",
    (False, "rules"): _OF_RULES,
}
"""The arguments of fish's `complete` for values.

The keys are whether the values belong to an option, and the kind of values.
"""


class _Argument(NamedTuple):
    """An option or a positional argument.

    Attributes:
        names: the names of an option, such as `--output` and `-o`; empty for a positional argument.
        what: its help text, one line.
        values: `none`, `any`, `files`, `rules`, or the valid words separated by spaces.
    """

    names: tuple[str, ...]
    what: str
    values: str


_Commands: TypeAlias = Mapping[str, Sequence[_Argument]]


def script(shell: str) -> str:
    """Return the script for a shell, one of `SHELLS`."""
    commands = dict(_commands())
    rules = " ".join(word for rule in RULES for word in (rule.code, rule.name))
    write = {"bash": _bash, "zsh": _zsh, "fish": _fish, "powershell": _powershell}[shell]
    return "".join(f"{line}\n" for line in write(commands, rules))


def _commands() -> Iterator[tuple[str, Sequence[_Argument]]]:
    """Yield each command, including those of two words (`corpus scan`), with its arguments."""
    for name, what in COMMANDS.items():
        parser = argparse.ArgumentParser(description=what, add_help=False)
        import_module(f"mdlint_doi.cli.{name}").add_arguments(parser)
        yield name, [*map(_argument, parser._actions)]  # noqa: SLF001 - there is no other way
        for action in parser._actions:  # noqa: SLF001
            if isinstance(action, argparse._SubParsersAction):  # noqa: SLF001
                for word, sub in action.choices.items():
                    own = (argument for argument in sub._actions if argument.dest != "help")  # noqa: SLF001
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


def _cases(commands: _Commands, begin: str, current: str) -> Iterator[str]:
    """Yield the cases for bash and zsh: the value of an option, an option, a positional argument.

    Args:
        commands: the commands and their arguments.
        begin: the text before each pattern of the outer case; its indentation and, in zsh, `(`.
        current: the shell expression for the word at the cursor.
    """
    groups: dict[str, list[str]] = {}  # from a kind of values to the options that take it
    for command, arguments in commands.items():
        for argument in arguments:
            if argument.names and argument.values != "none":
                words = (_quoted(f"{command} {name}") for name in argument.names)
                groups.setdefault(argument.values, []).extend(words)
    for values, options in groups.items():
        yield f"{begin}{'|'.join(options)}) values='{values}' ;;"
    yield f'{begin}*) case "$command {current}" in'
    for command, arguments in commands.items():
        options = [*(name for argument in arguments for name in argument.names), "--help"]
        yield f"  {begin}'{command} -'*) values='{' '.join(options)}' ;;"
    yield f'  {begin}*) case "$command" in'
    for command, arguments in commands.items():
        values = next((argument.values for argument in arguments if not argument.names), "any")
        yield f"    {begin}'{command}') values='{values}' ;;"
    yield f"    {begin}help) values='{' '.join(COMMANDS)}' ;;"
    yield f"    {begin}--completion) values='{_SHELLS}' ;;"


def _bash(commands: _Commands, rules: str) -> Iterator[str]:
    yield f"""\
_mdlint_doi() {{
  local cur=${{COMP_WORDS[COMP_CWORD]}} prev=${{COMP_WORDS[COMP_CWORD-1]}}
  local command=${{COMP_WORDS[1]}} begin= values=any
  local rules='{rules}'
  COMPREPLY=()
  if [ $COMP_CWORD -eq 1 ]; then
    COMPREPLY=($(compgen -W '{" ".join(COMMANDS)} {_FIRST}' -- "$cur"))
    return
  fi
  if [ "$cur" = = ]; then cur=; elif [ "$prev" = = ]; then prev=${{COMP_WORDS[COMP_CWORD-2]}}; fi
  if [ "$command" = corpus ] && [ $COMP_CWORD -gt 2 ]; then
    command="corpus ${{COMP_WORDS[2]}}"
  fi
  case "$command $prev" in"""
    yield from _cases(commands, "    ", "$cur")
    yield """\
      esac ;;
    esac ;;
  esac
  case "$values" in
    any) ;;
    files) compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$cur") ;;
    *)
      if [ "$values" = rules ]; then
        values=$rules; begin=${cur%"${cur##*,}"}; cur=${cur##*,}
      fi
      COMPREPLY=($(compgen -P "$begin" -W "$values" -- "$cur")) ;;
  esac
}
complete -F _mdlint_doi mdlint-doi"""


def _zsh(commands: _Commands, rules: str) -> Iterator[str]:
    yield f"""\
#compdef mdlint-doi
local values=any command=${{words[2]}} word=${{words[CURRENT]}} prev=${{words[CURRENT-1]}}
local -a rules=({rules})
if (( CURRENT == 2 )); then
  local -a commands=("""
    yield from (f"    {_quoted(f'{name}:{what}')}" for name, what in COMMANDS.items())
    yield f"""\
  )
  _describe command commands
  compadd -- {_FIRST}
  return
fi
[[ $command == corpus ]] && (( CURRENT > 3 )) && command="corpus ${{words[3]}}"
[[ $word == --*=* ]] && {{ prev=${{word%%=*}}; compset -P '*=' }}
case "$command $prev" in"""
    yield from _cases(commands, "  (", "$word")
    yield """\
    esac ;;
  esac ;;
esac
case "$values" in
  (any) ;;
  (files) _files || { compset -P '*=' && _files } ;;
  (rules) compset -P '*,'; compadd -a rules ;;
  (*) compadd -- ${=values} ;;
esac"""


def _fish(commands: _Commands, rules: str) -> Iterator[str]:
    yield f"""\
function __mdlint_doi_rules; string split ' ' '{rules}'; end
complete -c mdlint-doi -f
complete -c mdlint-doi -s h -l help -d 'show a help message'
complete -c mdlint-doi -n __fish_use_subcommand -s V -l version -d 'print the version'
complete -c mdlint-doi -n __fish_use_subcommand -l completion -x -a '{_SHELLS}'
complete -c mdlint-doi -n '__fish_seen_subcommand_from help' -a '{" ".join(COMMANDS)}'"""
    for name, what in {**COMMANDS, "help": "print the options of a command"}.items():
        yield f"complete -c mdlint-doi -n __fish_use_subcommand -a {name} -d {_quoted(what)}"
    for command, arguments in commands.items():
        seen = " && ".join(f"__fish_seen_subcommand_from {word}" for word in command.split())
        for argument in arguments:
            names = "".join(
                f" -{'l' if name.startswith('--') else 's'} {name.lstrip('-')}"
                for name in argument.names
            )
            when = seen
            values = _FISH_VALUES.get((bool(argument.names), argument.values))
            if values is None:
                values = f" -x -a '{argument.values}'"
                if not argument.names:  # a word such as `scan`, which is given once
                    when += f" && not __fish_seen_subcommand_from {argument.values}"
            yield f"complete -c mdlint-doi -n '{when}'{names}{values} -d {_quoted(argument.what)}"


def _powershell(commands: _Commands, rules: str) -> Iterator[str]:
    """Yield the script for PowerShell, which itself offers files if the script offers no word."""
    yield f"""\
Register-ArgumentCompleter -Native -CommandName mdlint-doi -ScriptBlock {{
  param($current, $line, $cursor)
  $start = $cursor - $current.Length
  $before = @($line.CommandElements | Where-Object {{ $_.Extent.EndOffset -le $start }})
  $words = @($before | ForEach-Object {{ $_.Extent.Text }})
  $command = if ($words.Count -gt 1) {{ $words[1] }} else {{ '' }}
  if ($command -ceq 'corpus' -and $words.Count -gt 2) {{ $command = "corpus $($words[2])" }}
  $previous = $words[-1]
  $begin = ''
  if ($current -match '^(--[a-z-]+)=(.*)$') {{
    $previous, $begin, $current = $Matches[1], "$($Matches[1])=", $Matches[2]
  }}
  $rules = '{rules}'
  $values = 'any'
  if ($words.Count -eq 1) {{ $values = '{" ".join(COMMANDS)} {_FIRST}' }}
  else {{ switch -CaseSensitive -Exact ("$command $previous") {{"""
    for command, arguments in commands.items():
        for argument in arguments:
            if argument.values != "none":
                for name in argument.names:
                    yield f"    {_quoted(f'{command} {name}')} {{ $values = '{argument.values}' }}"
    yield """\
    default { if ($current.StartsWith('-')) { switch -CaseSensitive -Exact ($command) {"""
    for command, arguments in commands.items():
        options = [*(name for argument in arguments for name in argument.names), "--help"]
        yield f"      '{command}' {{ $values = '{' '.join(options)}' }}"
    yield "    } } else { switch -CaseSensitive -Exact ($command) {"
    for command, arguments in commands.items():
        values = next((argument.values for argument in arguments if not argument.names), "any")
        yield f"      '{command}' {{ $values = '{values}' }}"
    yield f"      'help' {{ $values = '{' '.join(COMMANDS)}' }}"
    yield f"""\
      '--completion' {{ $values = '{_SHELLS}' }}
    }} }} }}
  }} }}
  if ($values -cin 'any', 'files') {{ return }}
  if ($values -ceq 'rules') {{
    $values = $rules
    $comma = $current.LastIndexOf(',') + 1
    $begin, $current = ($begin + $current.Substring(0, $comma)), $current.Substring($comma)
  }}
  $values -split ' ' | Where-Object {{ $_.StartsWith($current, 'Ordinal') }} | ForEach-Object {{
    [System.Management.Automation.CompletionResult]::new("$begin$_", $_, 'ParameterValue', $_)
  }}
}}"""


def _quoted(text: str) -> str:
    """Return a text in single quotes for any of the shells.

    The shells escape quotes and backslashes differently, so a quote becomes `’` and a backslash is
    omitted.
    """
    return "'" + text.replace("\\", "").replace("'", "’") + "'"
