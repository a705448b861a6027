"""Write a rule's examples as Markdown: the text, the messages, and the change by the fix."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date
from difflib import ndiff
from typing import Final

from example_works import after_search, facts_of, outcome_of, outcome_of_work

from mdlint_doi.formats.references import references_in
from mdlint_doi.lint import engine
from mdlint_doi.lint.rule import Example, Rule
from mdlint_doi.lint.rule_page import VERDICTS, work_in_words
from mdlint_doi.lint.rules import suppressions
from mdlint_doi.lint.rules.exceptions import STALE_EXCEPTION, is_decided, stale_exception
from mdlint_doi.lint.rules.made_up_fields import made_up_references
from mdlint_doi.lint.rules.missing_doi import missing_dois
from mdlint_doi.lint.running_names import as_registered
from mdlint_doi.lint.setting_types import DoiException
from mdlint_doi.lint.settings import Settings
from mdlint_doi.names.doi import parse
from mdlint_doi.report.model import Report
from mdlint_doi.run.draft import own_names_of
from mdlint_doi.run.judge import read_document
from mdlint_doi.text.source import Source
from mdlint_doi.text.span import Span

_DOI: Final = re.compile(r"\b10[.][0-9]+/[\w.]+")
_MARKUP: Final = re.compile(r"[\\`*_<>\[\]#|]")
EXCEPTIONS: Final = (DoiException("10.1000/excepted", "registered next month"),)
TODAY: Final = date(2025, 6, 1)
"""A fixed date, so that the pages stay the same; an arXiv number from May 2025 counts as new."""
LOOK_ALIKE: Final = frozenset("\u2010\u2011\u2012\u2212\u2043\ufe63")
"""Characters that look like a hyphen in most fonts."""


def reported(rule: Rule) -> Iterator[str]:
    """Yield the examples that a rule reports, with the known facts wherever they change."""
    known = ""
    for example in rule.bad:
        if known != (known := _where(example)):
            yield known or "Without a look-up:\n"
        yield from _bad(rule, example)


def left_alone(rule: Rule) -> Iterator[str]:
    """Yield the examples that a rule does not report, with the known facts wherever they change."""
    known = ""
    for example in rule.good:
        if known != (known := _where(example)):
            yield known or "Without a look-up:\n"
        yield _fenced(_language(example), example.text)


def _bad(rule: Rule, example: Example) -> Iterator[str]:
    """Yield an example and its messages; an example with a fix becomes a patch."""
    if example.fixed is None:
        yield _fenced(_language(example), example.text)
    else:
        before, after = (text.rstrip("\n").split("\n") for text in (example.text, example.fixed))
        lines = (line for line in ndiff(before, after) if not line.startswith("?"))
        yield _fenced("diff", "\n".join(line[0] + line[2:] for line in lines))
    for message in dict.fromkeys(_messages(rule, example)):
        yield _fenced("text", message)


def _language(example: Example) -> str:
    """Return the language of an example, for syntax highlighting."""
    return _suffix(example.file)


def _suffix(name: str) -> str:
    suffix = name.rpartition(".")[2]
    return {"md": "markdown", "bib": "tex", "cff": "yaml"}[suffix]


def _where(example: Example) -> str:
    """Return the known facts about the DOIs of an example, and its other files."""
    told = [_verdict(*outcome) for outcome in example.outcomes]
    if len(example.works) > 1:
        works = [f"- {_work(*pair)}" for pair in example.works]
        where = "\n".join(["If all of the following apply:\n", *works, ""])
    else:
        told += [_work(*pair) for pair in example.works]
        where = f"If {' and '.join(told)}:\n" if told else ""
    beside = (f"`{name}`:\n\n{_fenced(_suffix(name), text)}" for name, text in example.others)
    own = f"\n`{example.file}`:\n" if example.others else ""
    return "\n".join(filter(None, [*beside, where])) + own


def _work(name: str, words: str) -> str:
    told = _MARKUP.sub(r"\\\g<0>", _visible(work_in_words(words)))
    told = _DOI.sub(r"`\g<0>`", told)
    return f"`{_visible(name)}` {told}"


def _verdict(name: str, outcome: str) -> str:
    word, _, other = outcome.partition(":")
    told = f"is an alias of `{other}`" if word == "alias" else VERDICTS[word]
    return f"`{_visible(name)}` {told}"


def _fenced(language: str, text: str) -> str:
    fence = "```"
    while fence in text:
        fence += "`"
    return f"{fence}{language}\n{_visible(text).rstrip()}\n{fence}\n"


def _visible(text: str) -> str:
    """Return a text with invisible and look-alike characters as code points: `{U+2010}`."""
    return "".join(
        f"{{U+{ord(one):04X}}}"
        if one in LOOK_ALIKE or not (one.isprintable() or one == "\n")
        else one
        for one in text
    )


def _messages(rule: Rule, example: Example) -> Iterator[str]:
    """Yield the messages for an example, without locations.

    For the rules about comments, all rules are on, because comments turn other rules off.
    """
    select = "all" if rule.family == suppressions.UNUSED_SUPPRESSION.family else rule.code
    settings = Settings(select=(select,), exceptions=EXCEPTIONS)
    document = read_document(Source(example.file, example.text), settings)
    words = {name: "found" for name, _ in example.works} | dict(example.outcomes)
    known = {parse(name): outcome_of(word) for name, word in words.items()}
    facts = facts_of(document.mentions, settings, known)
    document = as_registered(document, facts.outcomes)
    works = {parse(name): outcome_of_work(words) for name, words in example.works}
    facts = facts.replace(works=works, works_complete=True, claims=document.claims, today=TODAY)
    files = [document, *(read_document(Source(*one), settings) for one in example.others)]
    facts = facts.replace(own=tuple(own for one in files if (own := own_names_of(one))))
    references = references_in(document)
    facts = after_search(facts, references)
    reported = [*engine.findings(document.mentions, facts), *missing_dois(references, facts)]
    reported += made_up_references(references, facts)
    for exception, is_needed in engine.excepted(document.mentions, facts).items():
        if select == STALE_EXCEPTION.code and not is_needed and is_decided(exception, facts):
            reported.append(stale_exception(exception, document.source, Span(0, 1)))
    for finding in suppressions.apply(reported, document.suppressions, document.source, facts):
        if finding.code == rule.code:
            word = Report().word(finding)
            yield f"{finding.code} [{finding.name}] {word}{finding.whole_message}"
