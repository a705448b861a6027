"""Rules as text."""

from __future__ import annotations

import pytest

from mdlint_doi.lint.rule import Example, FixKind, Need, Rule
from mdlint_doi.lint.rule_page import table, text
from mdlint_doi.lint.rules import FAMILIES, RULES
from mdlint_doi.lint.rules.registration import ALIAS
from mdlint_doi.lint.severity import Severity

HEADINGS = ("Description", "Why", "Reported", "Left alone", "Fix", "Works offline")


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.code)
def test_page_says_everything(rule: Rule) -> None:
    """A page has all headings in order, all examples, and nothing invisible."""
    page = text(rule)
    lines = page.splitlines()
    assert lines[0] == f"{rule.code} {rule.name}"
    assert lines[3].startswith(f"Severity: {rule.severity}")
    off = "mdlint-doi search." if Need.SEARCH in rule.needs else "Off unless selected."
    assert lines[3].endswith(" On by default." if rule.default else f" {off}")
    assert [line for line in lines if line in HEADINGS] == list(HEADINGS)
    assert all(line.isprintable() for line in lines)
    shown = {line.strip().removeprefix("- ").removeprefix("+ ").strip() for line in lines}
    for example in (*rule.bad, *rule.good):
        for text_of in (example.text, example.fixed or ""):
            if all(character.isprintable() or character == "\n" for character in text_of):
                assert {line.strip().removeprefix("- ") for line in text_of.split("\n")} <= shown
    prose = [line for line in lines if not line.startswith(("      ", "  If ", "  In "))]
    assert max(map(len, prose)) <= 100


def test_page_of_a_rule() -> None:
    """A page shows what the rule says of itself, and what has to be known for an example."""
    rule = ALIAS.replace(
        code="DOI999",
        name="odd-dash",
        severity=Severity.HINT,
        summary="Summary.",
        why=f"{'A long reason. ' * 5}An un-broken-word. {'x' * 90}",
        fix=FixKind.LOOKUP,
        default=False,
        needs=frozenset(),
        silenced_by_lookup=True,
        bad=(
            Example("bad\u2011\u200b\n\nof two lines", "fixed\n\nof two lines"),
            Example("bad 2", "fixed", (("10.1/a", "found"), ("10.1/b", "missing"))),
        ),
        good=(Example("good", None, (("10.1/a", "found"),), "refs.bib"),),
    )
    assert text(rule) == PAGE


PAGE = f"""\
DOI999 odd-dash
===============

Severity: hint (fails a run with --fail-on hint). Off unless selected.

Description
  Summary.

Why
  A long reason. A long reason. A long reason. A long reason. A long reason. An
  un-broken-word.
  {"x" * 90}

Reported
      - bad\u2011\\u200b
      + fixed

        of two lines

  If 10.1/a is registered and 10.1/b is not registered:

      - bad 2
      + fixed

Left alone
  In refs.bib, if 10.1/a is registered:

      good

Fix
  The fix is a guess, so it needs `--unsafe-fixes`. If look-ups show that the written DOI
  is not registered and that exactly one of its corrected forms is registered, `--fix`
  applies it.

Works offline
  Yes, but a look-up can remove the finding, change it or make its fix safe.
"""


def test_table() -> None:
    """The table has a block for each family, with blank lines between, and no blanks at ends."""
    blocks = table().removesuffix("\n").split("\n\n")
    assert [block.splitlines()[0] for block in blocks] == [
        f"{prefix}  {name}" for prefix, name in FAMILIES
    ]
    assert [line.split()[0] for block in blocks for line in block.splitlines()[1:]] == [
        rule.code for rule in RULES
    ]
    assert all(line == line.rstrip() for line in table().splitlines())
    rows = {line.split()[0]: line.split()[1:] for line in table().splitlines() if line}
    assert rows["DOI102"] == ["reserved-suffix", "hint", "–", "off"]
    assert rows["DOI201"] == ["unusual-address", "warning", "safe"]
    assert rows["DOI207"] == ["publisher-url", "warning", "unsafe", "off"]
    assert rows["DOI901"] == ["not-registered", "error", "look-up"]


def test_table_names_every_rule() -> None:
    """The table has a line for each rule, with what is off said so."""
    lines = table().splitlines()
    for rule in RULES:
        (line,) = [line for line in lines if line.startswith(f"  {rule.code}  ")]
        assert rule.name in line
        assert line.endswith("off") is not rule.default
