"""DOI105: names that stand for a name: templates, samples, test prefixes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mdlint_doi.lint.edits import place
from mdlint_doi.lint.message_text import shown
from mdlint_doi.lint.model import Mention, Severity
from mdlint_doi.lint.placeholders import TEST_PREFIXES, holds_template, is_placeholder
from mdlint_doi.lint.rule import NAMED, Example, Facts, FixKind, Problem, Rule
from mdlint_doi.names.outcome import Found


def _placeholder(mention: Mention, facts: Facts) -> Iterator[Problem]:
    spelling, doi = mention.spelling, mention.doi
    name = spelling.name.cut(spelling.text)
    if doi is None:
        if holds_template(name):
            yield Problem(
                f"'{shown(name)}' stands for a DOI name; put the real one in",
                place(mention, spelling.name),
            )
    elif is_placeholder(doi) and not isinstance(facts.outcome(doi), Found):
        what = (
            f"the prefix {doi.prefix} is for tests and samples"
            if doi.prefix in TEST_PREFIXES
            else f"{shown(str(doi))} is a sample or a template"
        )
        yield Problem(f"{what}; put the real DOI name in", place(mention, spelling.name))


PLACEHOLDER: Final = Rule(
    code="DOI105",
    name="placeholder",
    severity=Severity.WARNING,
    summary="A DOI is a template, a sample, or under a prefix for tests.",
    why=(
        "`10.5281/zenodo.1234` and `10.xxxx/…` are left behind when a page is copied from a"
        " template, and 10.5072 and 10.5555 are prefixes for tests. Nothing is registered there,"
        " or something that has to do with nothing. Silent where the name turns out to be"
        " registered."
    ),
    fix=FixKind.NONE,
    check=_placeholder,
    forms=NAMED,
    sharpened=True,
    of_name=True,
    bad=(
        Example("[t](https://doi.org/10.5281/zenodo.1234)"),
        Example("[t](https://doi.org/10.5281/zenodo.XXXXXXX)"),
        Example("[t](https://doi.org/10.xxxx/xxxxx)"),
        Example("<https://doi.org/10.5072/abc>"),
        Example("It is doi:10.5555/12345678 in the text."),
        Example("It is 10.1234/example.5 in the text."),
        Example("[t](https://doi.org/DOI_HERE)"),
    ),
    good=(
        Example("[t](https://doi.org/10.1000/182)"),
        Example("[t](https://doi.org/10.5281/zenodo.1234567890)"),
        Example(
            "[t](https://doi.org/10.5555/12345678)",
            outcomes=(("10.5555/12345678", "found"),),
        ),
    ),
)
