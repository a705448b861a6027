"""Every rule's own examples, through the real front ends."""

from __future__ import annotations

import pytest
from lint.world import findings, fixed, world

from mdlint_doi.lint.model import Finding, Safety
from mdlint_doi.lint.rule import Decided, Example, FixKind, Rule
from mdlint_doi.lint.rules import RULES

BAD = [(rule, example) for rule in RULES for example in rule.bad]
GOOD = [(rule, example) for rule in RULES for example in rule.good]


def _selection(rule: Rule) -> tuple[str, ...]:
    """DOI002 needs the rules of which the comments speak."""
    return ("DOI002", "DOI201", "DOI206", "DOI901") if rule.code == "DOI002" else (rule.code,)


def _found(rule: Rule, text: str, example: Example) -> list[Finding]:
    found = findings(text, *_selection(rule), **world(example))
    return [finding for finding in found if finding.code == rule.code or rule.code != "DOI002"]


def _ids(pairs: list[tuple[Rule, Example]]) -> list[str]:
    return [f"{rule.code}-{example.text!a}" for rule, example in pairs]


@pytest.mark.parametrize(("rule", "example"), BAD, ids=_ids(BAD))
def test_bad_is_reported(rule: Rule, example: Example) -> None:
    """What the rule calls bad gives a finding with its code, and no other."""
    found = _found(rule, example.text, example)
    assert {finding.code for finding in found} == {rule.code}
    assert all(finding.message.isprintable() for finding in found)
    assert all(finding.span.start < finding.span.end for finding in found)


@pytest.mark.parametrize(("rule", "example"), BAD, ids=_ids(BAD))
def test_bad_is_fixed(rule: Rule, example: Example) -> None:
    """The fix gives exactly the text that is shown, and that text is a fixed point."""
    after = fixed(example.text, rule.code, **world(example))
    assert after == (example.fixed or example.text)
    if example.fixed is not None:
        again = _found(rule, example.fixed, example)
        assert not [finding for finding in again if finding.fix]


@pytest.mark.parametrize(("rule", "example"), GOOD, ids=_ids(GOOD))
def test_good_is_silent(rule: Rule, example: Example) -> None:
    """What the rule calls good gives no finding of it."""
    assert _found(rule, example.text, example) == []


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.code)
def test_fix_is_worth_what_the_rule_says(rule: Rule) -> None:
    """A rule's fixes are as safe as its page tells, and so is the severity of its first finding."""
    found = [_found(rule, example.text, example) for example in rule.bad]
    worth = {finding.fix.safety for some in found for finding in some if finding.fix}
    match rule.fix:
        case FixKind.NONE:
            assert worth == set()
        case FixKind.SAFE:
            assert Safety.SAFE in worth
        case FixKind.UNSAFE:
            assert worth == {Safety.UNSAFE}
        case FixKind.LOOKUP:
            assert Safety.SAFE in worth
            assert rule.decided is not Decided.OFFLINE
    assert rule.severity in {finding.severity for some in found for finding in some}


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.code)
def test_rule_is_documented(rule: Rule) -> None:
    """Each rule has a bad and a good example, and shows its fix if it has one."""
    assert rule.bad
    assert rule.good
    has_fix = any(example.fixed is not None for example in rule.bad)
    assert has_fix == (rule.fix is not FixKind.NONE)
    assert rule.summary.endswith(".")
    assert rule.why.endswith(".")
