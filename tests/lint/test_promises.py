"""What reports and scripts rely on: what was released, and the constructs that each rule sees."""

from __future__ import annotations

import re
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType

import pytest
from lint.world import Outcomes, facts_for, findings, read, world

from mdlint_doi.lint import rules
from mdlint_doi.lint.engine import grouped
from mdlint_doi.lint.model import Mention
from mdlint_doi.lint.rule import Decided, Example, FixKind, Need, Rule, Trait
from mdlint_doi.lint.rules import RULES, by_code
from mdlint_doi.lint.running_names import as_registered
from mdlint_doi.lint.setting_types import DoiException
from mdlint_doi.lint.settings import Settings
from mdlint_doi.lint.severity import Severity

RELEASED = [
    tuple(line.split())
    for line in (Path(__file__).parent / "released_rules.txt").read_text().splitlines()
    if not line.startswith("#")
]
NOTHING_IS_FOUND = ("10.1000/another", "found")


@pytest.mark.parametrize(("code", "name", "severity", "fix", "default"), RELEASED)
def test_what_was_released_holds(
    code: str, name: str, severity: str, fix: str, default: str
) -> None:
    """Code, name, weight and fix of a released rule are promises: see the page on versions."""
    rule = by_code(code)
    assert rule is not None
    assert rule.name == name
    assert (rule.severity, rule.fix) == (Severity(severity), FixKind(fix))
    assert rule.default == (default == "on")


def _said(
    rule: Rule, example: Example, outcomes: Outcomes = (), works: Outcomes = ()
) -> list[object]:
    """Return what a rule says, places and words left out."""
    known = world(example) | {"outcomes": outcomes, "works": works}
    found = findings(example.text, rule.code, **known)
    return [(finding.severity, finding.fix) for finding in found]


def _mentions(example: Example) -> tuple[Mention, ...]:
    document = read(example.text, file=example.file)
    facts = facts_for(document.mentions, Settings(), example.outcomes, example.works)
    return as_registered(document, facts.outcomes).mentions


def _names(example: Example) -> list[str]:
    return [str(mention.doi) for mention in _mentions(example) if mention.doi]


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.code)
def test_what_look_ups_are_to_a_rule(rule: Rule) -> None:
    """It is what the rule's page tells: nothing, something, or all that it can say."""
    offline, online = [], []
    for example in (*rule.bad, *rule.good):
        worlds = [
            example.outcomes,
            (NOTHING_IS_FOUND,),
            [(name, "found") for name in _names(example)],
        ]
        for outcomes in filter(None, worlds):
            offline.append(_said(rule, example))
            online.append(_said(rule, example, outcomes, example.works))
    match rule.decided:
        case Decided.OFFLINE:
            assert online == offline
        case Decided.LOOKUP:
            assert any(offline)
            assert online != offline
            silenced = any(
                before and not after for before, after in zip(offline, online, strict=True)
            )
            assert silenced != rule.changed_by_lookup
        case Decided.NETWORK:
            assert not any(offline)
            assert any(online)


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.code)
def test_exceptions_are_from_the_rules_on_names(rule: Rule) -> None:
    """A rule that speaks of the name itself is silent on an excepted one, the others are not."""
    for example in rule.bad:
        names = _names(example)
        if len(names) < len(_mentions(example)) or not names:
            continue
        exceptions = tuple(DoiException(name, "why") for name in names)
        settings = Settings(select=(rule.code,), exceptions=exceptions)
        said = findings(example.text, settings=settings, **world(example))
        speaks = bool(_said(rule, example, example.outcomes, example.works))
        is_told = Trait.EXCEPTED in rule.looks_at or rule.is_about_settings
        assert bool(said) == (is_told and speaks)


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.code)
def test_what_is_said_once_a_run(rule: Rule) -> None:
    """Of the same thing twice, a rule of this kind makes one finding, the others two."""
    for example in rule.bad:
        if example.file != "page.md":
            continue
        text = f"{example.text}\n\n{example.text}"
        found = findings(text, rule.code, outcomes=example.outcomes, works=example.works)
        assert (len(grouped(found)) < len(found)) == rule.counted


def test_what_compares_is_counted() -> None:
    """A rule that compares a citation with its work says as what a summary counts it."""
    both = {Need.CLAIMS, Need.WORKS}
    assert [rule.code for rule in RULES if both <= rule.needs and rule.compared is None] == []


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.code)
def test_what_could_not_be_checked_fails_no_run(rule: Rule) -> None:
    """A finding says that it is no fault of the document, where an outage alone brings it."""
    said = [
        found
        for example in rule.bad
        for found in findings(example.text, rule.code, **world(example))
    ]
    assert {bool(finding.unchecked) for finding in said} <= {rule.unchecked}
    assert rule.unchecked == rule.name.endswith("not-checked")
    assert not any(finding.fails(Severity.HINT) for finding in said if rule.unchecked)


def test_no_engine_knows_a_code() -> None:
    """What a rule needs is asked of the rule: its code stands in its own module only."""
    for package in ("mdlint_doi", "sphinx_doi"):
        spec = find_spec(package)
        assert spec is not None
        assert spec.origin is not None
        for path in Path(spec.origin).parent.rglob("*.py"):
            if path.parent.name != "rules":
                found = re.findall(r"""["'](?:DOI[0-9]{3})["']""", path.read_text(encoding="utf-8"))
                assert found == [], path


def test_each_module_of_rules_is_listed() -> None:
    """A module that nobody imports would hold rules that never speak."""
    folder = Path(rules.__file__).parent
    assert {path.stem for path in folder.glob("[!_]*.py")} <= vars(rules).keys()
    defined = {
        value.code
        for module in vars(rules).values()
        if isinstance(module, ModuleType)
        for value in vars(module).values()
        if isinstance(value, Rule)
    }
    assert defined == {rule.code for rule in RULES}


@pytest.mark.parametrize("asking", [False, True])
def test_what_most_runs_load_are_the_rules_that_may_speak(*, asking: bool) -> None:
    """Those that are on by default and need no works, claims, other files or answers."""
    needed = {
        Need.WORKS,
        Need.CLAIMS,
        Need.SEARCH,
        Need.FOLDER,
        *(() if asking else (Need.LOOKUP,)),
    }
    speaking = (rule for rule in RULES if rule.default and rule.forms)
    usual = [rule for rule in speaking if needed.isdisjoint(rule.needs)]
    assert list(rules.usual(asking=asking)) == usual


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        # Running text: no link, so nothing on links but that it is none.
        ("It is doi:10.1000%2Fa%253Cb%3c there", ["DOI209"]),
        ("It is doi:10.1000/%E9 there", []),
        ("It is info:doi/10.1000/182 there", ["DOI209"]),
        ("It is doi:doi:10.1000/182 there", ["DOI209"]),
        ("It is doi:10.1000/ab/../c there", ["DOI209"]),
        ("It is at dx.doi.org/10.1000/1?utm_source=x there", ["DOI201", "DOI209"]),
        ("It is 10.2505/4/a\u2010b there", ["DOI102", "DOI209", "DOI103"]),
        ("It is doi:10.1000/a,b there and 10.1000/A,b", ["DOI209", "DOI210"]),
        # The text of a link to another page.
        ("[doi:10.1000%2Fa%253Cb%3c](https://x.example)", []),
        ("[doi:1016/x](https://x.example)", []),
        ("[http://dx.doi.org/10.1000/1](https://x.example)", []),
        ("[10.2505/4/ss](https://x.example)", []),
        ("[10.1000/a\\\\\\_b](https://x.example)", []),
        ("[10.1000/a\u2010b](https://x.example)", ["DOI103"]),
        ("[https://doi-org.ezproxy.example.edu/10.1000/1](https://x.example)", []),
        # Pictures of a publisher, and its pages as data.
        ("![t](https://onlinelibrary.wiley.com/doi/10.1002/anie.1)", []),
        ("---\ndoi: https://onlinelibrary.wiley.com/doi/10.1002/anie.1\n---\n", []),
        ("At https://onlinelibrary.wiley.com/doi/10.1002/anie.1 it", ["DOI207"]),
        # Front matter may hold an address or a name.
        (
            "---\ndoi: http://dx.doi.org/10.1000%2Fa%253Cb%3c\n---\n",
            ["DOI201", "DOI301"],
        ),
        ("---\ndoi: 10.1000/a\u2010b,\n---\n", ["DOI103", "DOI104"]),
        ("---\ndoi: info:doi/10.1000/a\n---\n", []),
        ("---\ndoi: doi:doi:10.1000/a\n---\n", ["DOI201"]),
        # A role takes a name as it stands.
        ("{doi}`10.1000/a/../b`", ["DOI102"]),
        ("{doi}`10.1000/a\u2010b`", ["DOI103"]),
        ("{doi}`10.1000/a{b`", []),
        ("{doi}`http://dx.doi.org//10.1000%2Fa%3c?utm_source=x`", ["DOI201"]),
        # Broken markup: one thing at a time.
        ("<http://dx.doi.org//10.5072%2Fa<1::AID-A1>3.0.CO;2-1>", ["DOI401"]),
        ("<https://doi.org/10.1002/a\u2010b<1::AID-A1>3.0.CO;2-1.>", ["DOI401"]),
        ("<https://doi.org/10.2505/4/x<1::AID-A1>3.0.CO;2-1>", ["DOI401"]),
    ],
)
def test_each_construct_has_its_rules(text: str, codes: list[str]) -> None:
    """Of all rules, just these have something to say of the construct."""
    assert [finding.code for finding in findings(text, "all")] == codes
