"""Write the manual's page about the judge from its tables.

A case of a table contains its words and examples, which are also its tests. The page is under
version control; a test checks that it is up to date. After a change of a table, run
`python example_docs/_ext/case_page.py`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from mdlint_doi.works.case import Case, Example, Fact
from mdlint_doi.works.case_examples import RECORD, entry
from mdlint_doi.works.condition import Condition
from mdlint_doi.works.facts_table import FACTS
from mdlint_doi.works.verdict_case import VerdictCase
from mdlint_doi.works.verdict_table import REASONS, VERDICTS
from mdlint_doi.works.work import Work

PAGE: Final = Path(__file__).parents[1] / "background/judging.md"
_HEAD: Final = """\
# How a citation is judged

These tables decide whether a citation describes the registered work. The facts of the citation are
compared with those of the record in the order of this page. In each table, the first case whose
condition is met decides. If there is none, the fact does not differ.

A *likeness* is a number from 0 (nothing in common) to 1 (the same); words that occur in thousands
of titles have a weight of 0.35 in it. Titles with a likeness of at least 0.8 are the same. In
running text, the title is the same if the text contains it. *Content words* are all words except
articles, prepositions and similar words. The other numbers are explained in
[Thresholds](thresholds.md).

After each case, the first example is one to which the case applies, and the second example is one
to which it does not apply. An entry is shown without the fields that are the same as in
`{entry}`. Unless an example shows a different record, the registered work is
{record}.
"""
_VERDICTS: Final = """\
## Verdict

The differences are added up. A fact that shows *a different work, certainly* has a weight of 3, *a
different work* 2, and *perhaps a different work* 1. If there is one, a different year, venue, or
volume and page adds 1 each. The first case decides.
"""
_REASONS: Final = """\
## No verdict

If no case of the verdict applies, nothing is reported. `--explain` and the server's hover texts
show the first reason that applies. If the words near the DOI are not certainly its citation, this
is the reason.
"""
_FIELD: Final = re.compile(r"^  (\w+) = \{(.*?)\},?$", re.MULTILINE)


def page() -> str:
    """Return the text of the page."""
    return "\n".join(_lines()) + "\n"


def _lines() -> Iterator[str]:
    fields = ", ".join(f"{name} = {{{value}}}" for name, value in _FIELD.findall(entry().citation))
    yield _HEAD.format(record=_record(RECORD), entry=fields)
    for fact in FACTS:
        yield f"## {_heading(fact)}\n"
        for number, case in enumerate(fact.cases, 1):
            yield from _case(number, case.when, case.then.value, case)
    yield _VERDICTS
    for number, verdict in enumerate(VERDICTS, 1):
        yield from _case(number, verdict.when, verdict.then.value, verdict)
    yield _REASONS
    for number, reason in enumerate(REASONS, 1):
        said = reason.words.format(text="entry or text")
        yield f"{number}. “{said[0].upper()}{said[1:]}”, {_when(reason.when)}.\n"
        yield f"    - {_shown(reason.example)}\n"


def _heading(fact: Fact) -> str:
    where = {"the citation is an entry": "entries", "the citation is running text": "running text"}
    found = [where[part] for part in fact.where.parts if part in where]
    return f"{fact.name.capitalize()}{f' in {found[0]}' if found else ''}"


def _case(number: int, when: Condition[Any], then: str, case: Case | VerdictCase) -> Iterator[str]:
    yield f"{number}. **{then[0].upper()}{then[1:]}**, {_when(when)}.\n"
    yield f"    - {_shown(case.example)}\n    - Not: {_shown(case.counter_example)}\n"


def _when(condition: Condition[Any]) -> str:
    """Return a condition in words, without the outer brackets."""
    if len(condition.parts) > 1:
        *firsts, last = condition.parts
        return f"if {'; '.join(firsts)}; and {last}"
    return f"if {', or '.join(condition.choices)}"


def _shown(example: Example) -> str:
    """Return an example in one line, with the record if it is not the usual one."""
    citation, work = example
    if citation.startswith("@"):
        usual = _FIELD.findall(entry().citation)
        found = [field for field in _FIELD.findall(citation) if field not in usual]
        gone = {name for name, _ in usual} - {name for name, _ in _FIELD.findall(citation)}
        kind = citation[1 : citation.index("{")]
        said = [f"{name} = {{{value}}}" for name, value in found]
        said += [f"no {name}" for name in sorted(gone)]
        citation = f"@{kind}: {', '.join(said) or 'as registered'}"
    return f"`{citation}`" + ("" if work == RECORD else f"; the record: {_record(work)}")


def _record(work: Work) -> str:
    """Return a record in words."""
    people = ", ".join(f"{person.given} {person.name}".strip() for person in work.people)
    place = ", ".join(part for part in (*work.containers, work.volume, work.pages) if part)
    numbers = f", PubMed {', '.join(work.pubmed)}" if work.pubmed else ""
    title = f"“{work.titles.shown}”" if work.titles.forms else "without a title"
    said = f"{title}, {people}, {', '.join(map(str, work.years))}"
    return f"{said}{f', {place}' if place else ''}{numbers} ({work.type})"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
