"""Rules as text."""

from __future__ import annotations

import pytest

from mdlint_doi.lint.rules import RULES
from mdlint_doi.lint.rules.page import table, text
from mdlint_doi.lint.rules.registry import Rule

HEADINGS = ("What it does", "Why", "Examples", "Use instead", "Fix safety", "Works offline")


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.code)
def test_page_says_everything(rule: Rule) -> None:
    """A page has all headings in order, all examples, and nothing invisible."""
    page = text(rule)
    lines = page.splitlines()
    assert lines[0] == f"{rule.code} {rule.name}"
    assert [line for line in lines if line in HEADINGS] == list(HEADINGS)
    assert all(line.isprintable() for line in lines)
    for example in rule.bad:
        if example.text.isprintable():
            assert example.text in page
        if example.fixed and example.fixed.isprintable():
            assert example.fixed in page
    prose = [line for line in lines if not line.startswith(("      ", "  Where "))]
    assert max(map(len, prose)) <= 100


def test_table_names_every_rule() -> None:
    """The table has a line for each rule, with what is off said so."""
    lines = table().splitlines()
    for rule in RULES:
        (line,) = [line for line in lines if line.startswith(f"  {rule.code}  ")]
        assert rule.name in line
        assert line.endswith("off") is not rule.default
