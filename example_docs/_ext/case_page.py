"""Write the manual's page about the judge from its tables.

A case of a table contains its words and examples, which are also its tests. The page is under
version control; a test checks that it is up to date. After a change of a table, run
`python example_docs/_ext/case_page.py`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from textwrap import fill
from typing import Any, Final

from mdlint_doi.works import thresholds
from mdlint_doi.works.case import Case, CitedExample, Fact
from mdlint_doi.works.case_examples import RECORD, entry
from mdlint_doi.works.condition import Condition, Join
from mdlint_doi.works.facts_table import FACTS
from mdlint_doi.works.folding import COMMON, HEADINGS
from mdlint_doi.works.titles import ENGLISH_ALONE, ENGLISH_TOO
from mdlint_doi.works.verdict_case import VerdictCase
from mdlint_doi.works.verdict_table import REASONS, VERDICTS
from mdlint_doi.works.work import Work

PAGE: Final = Path(__file__).parents[1] / "background/judging.md"
_HEAD: Final = """\
# How a citation is judged

These tables decide whether a citation describes the registered work. The facts of the citation are
compared with those of the record in the order of this page. In each table, the first case whose
conditions are met decides. If there is none, the fact does not differ. The last table adds up the
differences.

Each condition has a line of its own. After each case, the first example is one to which the case
applies, and the second example is one to which it does not apply. Unless an example shows a
different record, the registered work is {record}. An entry is shown without the fields that are the
same as in this one:

```bibtex
{entry}
```

## Terms

### Citations

- An *entry* is an entry of a data file, such as a `.bib` file, or a reference whose parts have
  labels, such as `Title: …` or the header of a table. Its title is in a title field or after a
  label, or it is *in the place of a title*: a heading over the labelled parts, or a cell without a
  label.
- *Running text* is any other text. Its title is the one of these that is most like the registered
  title: the text of a link, a quotation, emphasized words, or a sentence of the reference.
- A running text is a *reference* if it has {reference} or more content words, and states two of
  these: authors; a year; a volume or pages. Its names *stand apart* if they are at its beginning or
  after a punctuation mark, unlike in “as shown by Marlowe et al. (2017)”.
- *It is a book, a chapter, software or data*: the citation or the record states this.
  *It is a preprint* or *an article*: the record states this.
- The citation and the record are *both those of preprints* if the record is that of a preprint and
  the citation has neither a journal nor a volume. They are *both those of other works* if the
  record is not that of a preprint, and the citation has a journal or names no preprint server.
- Facts of a running text are compared only if the words near the DOI are certainly its citation,
  a title is registered, and both titles are in the same script.

### Titles

- *Content words* are all words except articles, prepositions, “and”, “is”, “our”, “new”, “based”,
  “using” and similar words, and single letters.
- A *heading* is a title of only these words: {headings}.
- The citation has *a title of its own for a registered heading* if the cited title has {short} or
  more content words that are not words of headings, none of them is in the registered title, and
  the year, or volume and page, differ.
- *Common words* occur in thousands of titles: {common_words}.
- A *likeness* is a number from 0 (nothing in common) to 1 (the same): the share of the content
  words of the shorter title that the longer title also contains. Common words have a weight of
  {common} in it. In running text, it is at least the share of the registered title’s words that the
  whole text contains, minus {chance}.
- In an entry, titles with a likeness of {same} or more are *the same*.
- In running text, the title is *the same* if one of these is true. Here, the title is the whole
  registered title, or its part before or after a colon.
    - The text contains all its words, one after the other, and {short} of them or more are content
      words.
    - The text contains the whole registered title, and also a registered author, the same or nearly
      the same year, or at most {beside} other words.
    - The text contains {covered:.0%} of the content words ({stretch} or more; a part of a title:
      {stretch_part} or more), {run:.0%} of them close together. This does not count if the cited
      title has a likeness below {twin} and an author is not registered.
    - The text names the first author or two others, and contains {beside_people:.0%} of the content
      words ({short} or more), {run_beside:.0%} of them close together; and the cited title has a
      likeness of {twin} or more ({head} or more if the form of the reference shows which words are
      the title), or there is none.
    - The text names the first author or two others, the year does not differ, and all content words
      (two or more) are close together.
    - A link, a quotation or the title of a role has a likeness of {same} or more, and the text
      names a registered author or no authors.
- *The form of a reference shows which words are the title* if one of these is true. This does not
  count if the title continues a sentence, as in “Marlowe (2017) on the growth of tulips”.
    - The names stand apart, and the text begins with them.
    - The names stand apart, year and volume or pages are stated, and the title is a link, a
      quotation or the title of a role.
    - The title is a quotation, and the name of the first registered author is among the first four
      words.
- A title is *certainly English* if it has no sign of a different language, and contains one of the
  words “{english_alone}”, or two different words of these kinds: “{english_too}”; a word of six or
  more letters that ends like an English one (“-ing”, “-tion”, “-ment”, “-ity”, “-ous”, “-ive”,
  “-able”, “-ogy”, “-ly” after a consonant); a word that hardly any other language has (“growth”,
  “threshold”, “orchard”). If all of them are “in” or “for”, or end in “-ing”, “-tion” or “-ment”,
  as in other languages, there must be three of them, or two and a common word that hardly any other
  language has. A title with one such word or ending, or with a common word, has *words that look
  English*.
- Titles are *in different languages or scripts* if only one of them is in a non-Latin script, or if
  they are in different languages, one of which is certainly German, French, Spanish, Italian,
  Portuguese, Dutch, Latin, Swedish or Polish. Small words and endings show the language.

### Authors

- A stated author is *registered* if the record has an author or editor with this family name, in
  any usual spelling.
- Groups, such as “CMS Collaboration”, and placeholders, such as “Unknown”, are not compared. If the
  citation or the record has nobody else, *it has no authors that can be compared*.
- Given names *agree* if one side states none, or if an initial is the same.
- The authors *have the same family names* if all stated authors are registered, and the first one
  is the first registered one. They *are the same* if all given names also agree.
- “More than … of the stated authors” counts the first stated authors, as many as are registered.

### Details

- Years that are not the same are *nearly the same* if they differ by less than {years}, or if the
  stated year is up to {preprint} years after that of a registered preprint. Otherwise, the year
  *differs*. If the record has several years, the nearest one counts, and years between them are
  nearly the same.
- The *venue* is the journal, the book or the conference. The names of two venues have something in
  common if they share an important word (not “journal”, “international” or “science”), or if one is
  an abbreviation or an acronym of the other. Two different well-known conferences, such as CVPR and
  ECCV, have nothing in common.
- The citation *may be that of the preprint or of the conference paper* in two cases, but not if the
  authors differ and one is not registered. In the first case, only title, authors or year differ,
  the stated year is earlier by less than {versions} years, and the record is not that of a
  preprint. In the second case, the venue differs, only one side is a conference paper, and this
  paper is less than {versions} years older than the other side, or of the same year.
- The issue number is compared only in one case of the [verdict](#verdict): if the year is earlier.

The other numbers are explained in [Thresholds](../development/thresholds.md).
"""
_VERDICTS: Final = """\
## Verdict

A fact that shows *a different work, certainly* has a weight of 3, *a different work* 2, and
*perhaps a different work* 1. If a fact shows a different work, then a different year, a different
venue, and a different volume and page add 1 each. All other differences add nothing. The sum is
the *weight of the differences*. In this table, a fact *differs* if a case of its own table finds a
difference. The first case decides.
"""
_REASONS: Final = """\
## No verdict

If no case of the verdict applies, nothing is reported. `--explain` and the server’s hover texts
show the reason. If it is uncertain whether the words near the DOI are its citation, this is the
reason, before all others. Otherwise, it is the first of these reasons that applies.
"""
_WIDTH: Final = 120
"""The maximum length of a line."""
_INDENT: Final = re.compile(r" *(?:- |\d+\. )?")
_COUNTS: Final = {Join.ALL: "all of these are", Join.ANY: "one of these is"}
_FIELD: Final = re.compile(r"^  (\w+) = \{(.*?)\},?$", re.MULTILINE)


def page() -> str:
    """Return the text of the page."""
    lines = "\n".join(_lines()).split("\n")
    return "\n".join(map(_wrapped, lines)) + "\n"


def _wrapped(line: str) -> str:
    """Return a line, wrapped with its indent if it is too long."""
    if len(line) <= _WIDTH:
        return line
    indent = _INDENT.match(line)
    behind = " " * (indent.end() if indent else 0)
    return fill(
        line, _WIDTH, subsequent_indent=behind, break_long_words=False, break_on_hyphens=False
    )


def _lines() -> Iterator[str]:
    yield _HEAD.format(**_terms())
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
        yield from _when(f"{number}. “{said[0].upper()}{said[1:]}”", reason.when)
        yield f"    Applies to {_shown(reason.example)}.\n"


def _terms() -> dict[str, Any]:
    """Return the values in the text about the terms."""
    return {
        "entry": entry().citation.strip(),
        "record": record_in_words(RECORD),
        "headings": ", ".join(sorted(HEADINGS)),
        "english_alone": " ".join(sorted(ENGLISH_ALONE)),
        "english_too": " ".join(sorted(ENGLISH_TOO)),
        "reference": thresholds.WORDS_OF_REFERENCE,
        "common": thresholds.COMMON_WORD,
        "common_words": ", ".join(sorted(COMMON - {"analyse"})),  # the page has "analyze"
        "chance": thresholds.COVERED_MORE,
        "same": thresholds.TITLE_SAME,
        "short": thresholds.WORDS_OF_TITLE,
        "beside": thresholds.WORDS_BESIDE_TITLE,
        "covered": thresholds.COVERED,
        "stretch": thresholds.WORDS_IN_STRETCH,
        "stretch_part": thresholds.WORDS_IN_STRETCH + 1,
        "run": thresholds.IN_ONE_STRETCH,
        "twin": thresholds.TITLE_TWIN,
        "head": thresholds.TITLE_OTHER_IN_REFERENCE,
        "beside_people": thresholds.COVERED_BESIDE_PEOPLE,
        "run_beside": thresholds.IN_ONE_STRETCH_BESIDE_PEOPLE,
        "years": thresholds.YEARS_APART,
        "preprint": thresholds.YEARS_OF_VERSIONS - 1,
        "versions": thresholds.YEARS_OF_VERSIONS,
    }


def _heading(fact: Fact) -> str:
    where = {"the citation is an entry": "entries", "the citation is running text": "running text"}
    parts = [fact.where] if fact.where.join is None else list(fact.where.parts)
    found = [where[part.words] for part in parts if part.words in where]
    return f"{fact.name.capitalize()}{f' in {found[0]}' if len(found) == 1 else ''}"


def _case(number: int, when: Condition[Any], then: str, case: Case | VerdictCase) -> Iterator[str]:
    yield from _when(f"{number}. **{then[0].upper()}{then[1:]}**", when)
    yield f"    Applies to {_shown(case.example)}.\n"
    yield f"    Does not apply to {_shown(case.counter_example)}.\n"


def _when(said: str, condition: Condition[Any]) -> Iterator[str]:
    """Yield a condition in words: a sentence, or a list of its parts."""
    if condition.join is None:
        yield f"{said}, if {condition.words}.\n"
        return
    yield f"{said}, if {_COUNTS[condition.join]} true:\n"
    yield from _parts(condition, " " * 4)
    yield ""


def _parts(condition: Condition[Any], indent: str) -> Iterator[str]:
    for part in condition.parts:
        if part.join is None:
            yield f"{indent}- {part.words}"
        else:
            yield f"{indent}- {part.join.value}:"
            yield from _parts(part, f"{indent}    ")


def _shown(example: CitedExample) -> str:
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
    return f"`{citation}`" + ("" if work == RECORD else f"; the record: {record_in_words(work)}")


def record_in_words(work: Work) -> str:
    """Return a record in words."""
    people = ", ".join(f"{person.given} {person.name}".strip() for person in work.people)
    place = ", ".join(part for part in (*work.containers, work.volume, work.pages) if part)
    numbers = f", PubMed {', '.join(work.pubmed)}" if work.pubmed else ""
    title = f"“{work.titles.shown}”" if work.titles.forms else "without a title"
    said = f"{title}, {people}, {', '.join(map(str, work.years))}"
    return f"{said}{f', {place}' if place else ''}{numbers} ({work.type})"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
