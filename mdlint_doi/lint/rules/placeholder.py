"""DOI105: names that stand for a name: templates, samples, test prefixes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mdlint_doi.lint.edits import place
from mdlint_doi.lint.message_text import shown
from mdlint_doi.lint.model import Form, Mention, Severity
from mdlint_doi.lint.placeholders import (
    TEST_PREFIXES,
    is_acm_number,
    is_placeholder,
    is_to_be_filled_in,
)
from mdlint_doi.lint.rule import NAMED, Example, Facts, FixKind, Problem, Rule
from mdlint_doi.names.doi import Doi
from mdlint_doi.names.outcome import Found
from mdlint_doi.text.span import Span


def _placeholder(mention: Mention, facts: Facts) -> Iterator[Problem]:
    spelling, doi = mention.spelling, mention.doi
    if isinstance(facts.outcome(doi), Found):
        return
    if mention.form is Form.LINK_TEXT and doi is not None and is_acm_number(doi):
        return  # a reader has a link already, as a rule to the library itself
    template = is_to_be_filled_in(spelling)
    goes_on = template and spelling.tail.end > spelling.tail.start
    if doi is not None and is_placeholder(doi) and not goes_on:
        yield Problem(_message(doi), place(mention, spelling.name))
    elif template:
        name = spelling.text[spelling.name.start :]
        yield Problem(
            f"'{shown(name)}' stands for a DOI name; put the real one in",
            place(mention, Span(spelling.name.start, len(spelling.text))),
        )


def _message(doi: Doi) -> str:
    name = shown(str(doi))
    if is_acm_number(doi):
        return (
            f"{name} is a number of the ACM's library, which is registered as no DOI; link to"
            f" https://dl.acm.org/doi/{name}"
        )
    if doi.prefix in TEST_PREFIXES:
        return f"the prefix {doi.prefix} is for tests and samples; put the real DOI name in"
    return f"{name} is a sample or a template; put the real DOI name in"


PLACEHOLDER: Final = Rule(
    code="DOI105",
    name="placeholder",
    severity=Severity.WARNING,
    summary="A DOI is a template or an example, or has a prefix for tests.",
    why=(
        "`10.5281/zenodo.1234` and `10.xxxx/…` stay behind when a page is copied from a "
        "template. 10.5072 and 10.5555 are prefixes for tests. Such a DOI is not registered, "
        "or belongs to something else. If it turns out to be registered, nothing is reported."
    ),
    fix=FixKind.NONE,
    check=_placeholder,
    forms=NAMED,
    sharpened=True,
    of_name=True,
    of_template=True,
    of_letters=True,
    bad=(
        Example("[t](https://doi.org/10.5281/zenodo.1234)"),
        Example("[t](https://doi.org/10.5281/zenodo.XXXXXXX)"),
        Example("[t](https://doi.org/10.xxxx/xxxxx)"),
        Example("<https://doi.org/10.5072/abc>"),
        Example("It is doi:10.5555/12345678 in the text."),
        Example("It is 10.1234/example.5 in the text."),
        Example("[t](https://doi.org/DOI_HERE)"),
        Example("[t](http://dx.doi.org/10.5281/zenodo.{RECORD_ID})"),
        Example("[t](https://doi.org/10.5281/zenodo.[RECORD_ID])"),
        Example("[t](https://doi.org/10.5281/zenodo.TODO)"),
        Example("[t](https://doi.org/10.5555/2600239.2600241)"),
    ),
    good=(
        Example("[t](https://doi.org/10.1000/182)"),
        Example("[t](https://doi.org/10.5281/zenodo.1234567890)"),
        Example("[doi:10.5555/2600239.2600241](https://dl.acm.org/doi/10.5555/2600239.2600241)"),
        Example(
            "[t](https://doi.org/10.5555/12345678)",
            outcomes=(("10.5555/12345678", "found"),),
        ),
    ),
)
