"""Advice, once it is followed: of rule pages, messages and `--explain`."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest
from advice import as_told, exceptions_in, lines_to_copy, replaced, text_to_write
from cli.command import NEVER_WAITS, Ran, config, mdlint_doi
from lint.world import facts_for, findings, read, world
from registries_server import RegistriesServer

from mdlint_doi.lint import engine
from mdlint_doi.lint.model import Finding
from mdlint_doi.lint.rule import Example, Need, Rule, Trait
from mdlint_doi.lint.rules import RULES, suppressions
from mdlint_doi.lint.setting_types import DoiException
from mdlint_doi.lint.settings import Settings, settings_from
from mdlint_doi.names.doi import Doi, DoiSyntaxError, parse

BAD = [(rule, example) for rule in RULES for example in rule.bad]
TITLES = {
    "10.1000/tulips": "Root competition between tulips and hyacinths in sandy soils",
    "10.1000/glaciers": "Melting of small glaciers in the northern valleys",
    "10.1000/part": "Observations of winter bees in alpine gardens. Part II",
}
WRONG = """
Marlowe, A. (2017). Melting of small glaciers in the northern valleys. J. Imag. Bot. 12, 345.
https://doi.org/10.1000/tulips
"""
ENTRIES = """
@article{b, doi = {10.1000/glaciers}, author = {Marlowe, A.}, year = 2003,
 title = {Melting of small glaciers in the northern valleys}}
@article{c, doi = {10.1000/part}, author = {Marlowe, A.}, year = 2017,
 title = {Observations of winter bees in alpine gardens. Part I}}
"""


def _ids(pairs: list[tuple[Rule, Example]]) -> list[str]:
    return [f"{rule.code}-{example.text!a}" for rule, example in pairs]


def _of_rule(rule: Rule, text: str, example: Example, settings: Settings) -> list[Finding]:
    return [
        finding
        for finding in findings(text, settings=settings, **world(example))
        if finding.code in {rule.code, *suppressions.OWN}
    ]


@pytest.mark.parametrize(("rule", "example"), BAD, ids=_ids(BAD))
def test_lines_of_rule_pages(rule: Rule, example: Example) -> None:
    """The comment before the line, or the lines in the settings, turn the rule off, and no more."""
    every = Settings(select=("all",))
    told = lines_to_copy(rule)
    if "toml" in told:
        table = tomllib.loads(told["toml"])["tool"]["mdlint-doi"]
        settings = settings_from(table, "page", base=every)
        own = _of_rule(rule, example.text, example, settings)
        assert (
            not [finding for finding in own if finding.code == rule.code]
            or "extend-select" in table
        )
    before = _of_rule(rule, example.text, example, every)
    lines = {finding.line for finding in before if finding.code == rule.code}
    if "markdown" not in told or len(lines) != 1 or not example.file.endswith(".md"):
        return
    if rule.code in suppressions.OWN:
        return
    rows = example.text.split("\n")
    rows.insert(min(lines) - 1, told["markdown"].strip())
    after = _of_rule(rule, "\n".join(rows), example, every)
    assert [finding.message for finding in after] == []


@pytest.mark.parametrize(("rule", "example"), BAD, ids=_ids(BAD))
def test_texts_to_write(rule: Rule, example: Example) -> None:
    """A text that a message says to write, and what it says to remove, is silence there.

    A whole DOI in a message is the DOI of the fix.
    """

    def dois(text: str) -> list[Doi | None]:
        return [mention.doi for mention in read(text, settings, example.file).mentions]

    select = "all" if rule.family == "DOI0" else rule.code
    settings = Settings(select=(select,))
    for finding in _of_rule(rule, example.text, example, settings):
        new = text_to_write(finding)
        if finding.code != rule.code or new is None:
            continue
        document = read(example.text, settings, example.file)
        mentions = [mention for mention in document.mentions if mention.span.covers(finding.span)]
        count = len(document.mentions)  # a text without the DOI is no advice
        texts = [example.text.replace(_comment(finding), "")] if rule.family == "DOI0" else []
        texts += as_told(finding, mentions[0] if mentions else None, new)
        left = [
            [found for found in _of_rule(rule, text, example, settings) if found.code == rule.code]
            for text in texts
            if not new or len(read(text, settings, example.file).mentions) >= count
        ]
        assert [] in left, (finding.message, texts)
        if finding.fix is not None and "10." in new:
            changes = [
                (edit.span.start, edit.span.end, edit.replacement) for edit in finding.fix.edits
            ]
            fixed = replaced(example.text, changes)
            assert dois(fixed) in [*map(dois, texts)], (finding.message, texts, fixed)


def _comment(finding: Finding) -> str:
    """The comment that a finding is about."""
    text = finding.source.text
    start = text.rfind("<!--", 0, finding.span.start + 1)
    return text[start : text.find("-->", start) + 3]


@pytest.mark.parametrize(("rule", "example"), BAD, ids=_ids(BAD))
def test_exceptions_for_the_doi(rule: Rule, example: Example) -> None:
    """For each rule about a DOI itself, an exception is silence, and it counts as needed."""
    if Trait.EXCEPTED in rule.looks_at or not rule.reports_dois or Need.FOLDER in rule.needs:
        return
    told = findings(example.text, rule.code, **world(example))
    names = {str(finding.doi) for finding in told if finding.doi is not None}
    try:
        exceptions = tuple(DoiException(str(parse(name)), "why") for name in sorted(names))
        scoped = tuple(exception.replace(rules=(rule.name,)) for exception in exceptions)
    except DoiSyntaxError:
        return
    if not names or any(finding.doi is None for finding in told):
        return
    for some in (exceptions, scoped):
        settings = Settings(select=(rule.code, "DOI906"), exceptions=some)
        assert findings(example.text, settings=settings, **world(example)) == []
        document = read(example.text, settings, example.file)
        facts = facts_for(document.mentions, settings, example.outcomes, example.works)
        facts = facts.replace(claims=document.claims, today=date(2026, 11, 23))
        needed = engine.excepted(document.mentions, facts)
        assert all(needed.values())


@pytest.fixture
def server() -> Iterator[RegistriesServer]:
    """Return services that hold three works."""
    rows = [
        {"doi": doi, "title": [title], "authors": ["Okafor" if "gl" in doi else "Marlowe"]}
        for doi, title in TITLES.items()
    ]
    with RegistriesServer({**row, "year": 2017} for row in rows) as registries:
        yield registries


def _check(server: RegistriesServer, folder: Path, *words: str) -> Ran:
    url = server.url
    return mdlint_doi(
        *("check", *config(server=url, crossref_server=url, datacite_server=url)),
        *("--depth", "works", *words, "."),
        cwd=folder,
        command=NEVER_WAITS,
    )


def test_lines_of_explain(server: RegistriesServer, tmp_path: Path) -> None:
    """The exceptions that `--explain` prints are silence, in the next run and the one after."""
    (tmp_path / "page.md").write_text(WRONG)
    (tmp_path / "refs.bib").write_text(ENTRIES)
    ran = _check(server, tmp_path, "--explain")
    codes = {"DOI911", "DOI917", "DOI919"}
    assert {code for code in codes if code in ran.out} == codes
    table = exceptions_in(ran.err)
    assert table.count("10.1000/") == 3
    (tmp_path / "pyproject.toml").write_text(table)
    for _ in range(2):
        ran = _check(server, tmp_path)
        assert "DOI9" not in ran.out
        assert ran.out.startswith("No problems found: 2 files checked")
        assert "no differences" not in ran.out
