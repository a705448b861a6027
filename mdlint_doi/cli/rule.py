"""`mdlint-doi rule`: explain a rule, or list all of them."""

from __future__ import annotations

import argparse
import sys
from typing import Any, Final

from mdlint_doi.cli.streams import columns, fail, write_out
from mdlint_doi.lint.model import rule_address
from mdlint_doi.lint.rule import Example, Rule
from mdlint_doi.lint.rule_page import WIDTH, table, text
from mdlint_doi.lint.rules import RULES
from mdlint_doi.lint.selection import UnknownSelectorError, rules_like
from mdlint_doi.report.safe import json_line

EPILOG: Final = """\
exit codes:
  0  the rule is explained
  2  there is no such rule

examples:
  mdlint-doi rule                       all rules, a line each
  mdlint-doi rule DOI201                what it reports, and what its fix makes of that
  mdlint-doi rule legacy-resolver       the same
  mdlint-doi rule DOI2                  the rules of a family, a line each
  mdlint-doi rule --output-format json  all that is known of all rules
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument(
        "rule",
        nargs="?",
        metavar="RULE",
        help="a code, a name, or the beginning of codes or a part of names; default: all",
    )
    output = parser.add_argument_group("output")
    output.add_argument(
        "--output-format",
        choices=("text", "json"),
        default="text",
        help="json: an array with the rule, or with all of them",
    )


def run(arguments: argparse.Namespace) -> int:
    """Print the rule's page, or the table of several rules."""
    try:
        rules = RULES if arguments.rule is None else rules_like(arguments.rule)
    except UnknownSelectorError as error:
        return fail(str(error))
    write_out(sys.stdout, _json(rules) if arguments.output_format == "json" else _text(rules))
    return 0


def _text(rules: tuple[Rule, ...]) -> str:
    if len(rules) > 1:
        return table(rules)
    (rule,) = rules
    return f"{text(rule, columns(sys.stdout) or WIDTH)}\n{rule_address(rule.code)}\n"


def _json(rules: tuple[Rule, ...]) -> str:
    """Return rules as an array, each on a line."""
    lines = ",\n".join(f"  {json_line(_members(rule))}" for rule in rules)
    return f"[\n{lines}\n]\n"


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
        "bad": [_example(one) for one in rule.bad],
        "good": [_example(one) for one in rule.good],
    }


def _example(example: Example) -> dict[str, Any]:
    return {
        "file": example.file,
        "text": example.text,
        "fixed": example.fixed,
        "outcomes": dict(example.outcomes),
        "others": dict(example.others),
    }
