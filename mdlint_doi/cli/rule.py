"""`mdlint-doi rule`: explain a rule, or list all of them."""

from __future__ import annotations

import argparse
import sys

from mdlint_doi.cli.output import fail, write_out
from mdlint_doi.lint.selection import UnknownSelectorError, rule_named


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument("rule", nargs="?", metavar="RULE", help="a code or a name; default: all")


def run(arguments: argparse.Namespace) -> int:
    """Print the rule's page, or the table of all rules."""
    from mdlint_doi.lint.rule_page import table, text

    if arguments.rule is None:
        write_out(sys.stdout, table())
        return 0
    try:
        rule = rule_named(arguments.rule)
    except UnknownSelectorError as error:
        return fail(str(error))
    write_out(sys.stdout, text(rule))
    return 0
