"""`mdlint-doi rule`: explain a rule, or list all rules."""

from __future__ import annotations

import argparse
import sys
from typing import Any, Final

from mdlint_doi.cli.options import add_json, add_option
from mdlint_doi.cli.streams import columns, fail, write_lines, write_out
from mdlint_doi.lint.model import rule_address
from mdlint_doi.lint.rule import Example, Rule
from mdlint_doi.lint.rule_page import WIDTH, table, text
from mdlint_doi.lint.rules import RULES, UnknownSelectorError, rules_like
from mdlint_doi.report.safe import json_array

EPILOG: Final = """\
exit codes:
  0  the rules were printed
  2  there is no such rule

examples:
  mdlint-doi rule                       list all rules, one line each
  mdlint-doi rule DOI201                explain a rule: what it reports, and how to fix it
  mdlint-doi rule unusual-address       the same
  mdlint-doi rule DOI2                  list the rules whose codes begin with DOI2
  mdlint-doi rule --output-format json  print all rules for programs
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    what = "a code, a name, a code prefix, or part of a name; default: all rules"
    add_option(parser, "rule", "RULE", what, nargs="?")
    add_json(parser, "json: an array of the rules that were found")


def run(arguments: argparse.Namespace) -> int:
    """Print the rule's page, the table of several rules, or JSON; return the exit code."""
    try:
        rules = RULES if arguments.rule is None else rules_like(arguments.rule)
    except UnknownSelectorError as error:
        return fail(str(error))
    if arguments.output_format == "json":
        write_lines(sys.stdout, json_array(map(_members, rules)))
    elif len(rules) > 1:
        write_out(sys.stdout, table(rules))
    else:
        page = text(rules[0], columns(sys.stdout) or WIDTH)
        write_out(sys.stdout, f"{page}\n{rule_address(rules[0].code)}\n")
    return 0


def _members(rule: Rule) -> dict[str, Any]:
    return {
        "code": rule.code,
        "name": rule.name,
        "url": rule_address(rule.code),
        "severity": rule.severity.value,
        "default": rule.default,
        "summary": rule.summary,
        "why": rule.why,
        "fix": rule.fix.value,
        "decided": rule.decided.value,
        "bad": [*map(_example, rule.bad)],
        "good": [*map(_example, rule.good)],
    }


def _example(example: Example) -> dict[str, Any]:
    return {
        "file": example.file,
        "text": example.text,
        "fixed": example.fixed,
        "outcomes": dict(example.outcomes),
        "others": dict(example.others),
    }
