"""DOI101, DOI102, DOI105: what can be no DOI name, what is reserved, what stands for a name.

Source: ANSI/NISO Z39.84-2005 section 4; of DOI105, templates, samples and test prefixes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from mdlint_doi.lint.candidates import plain_name
from mdlint_doi.lint.edits import place
from mdlint_doi.lint.message_text import shown
from mdlint_doi.lint.model import Form, Mention
from mdlint_doi.lint.placeholders import (
    TEST_PREFIXES,
    is_acm_number,
    is_placeholder,
    is_to_be_filled_in,
)
from mdlint_doi.lint.rule import NAMED, Example, Facts, FixKind, Problem, Rule, of_mention
from mdlint_doi.lint.setting_parts import Severity
from mdlint_doi.names.doi import Doi, DoiSyntaxError, Reason
from mdlint_doi.names.notations import IDENTIFIERS
from mdlint_doi.names.outcome import Found
from mdlint_doi.names.spelling import Kind
from mdlint_doi.text.pattern import pattern
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
            f"'{shown(name)}' is a placeholder; fill in the DOI",
            place(mention, Span(spelling.name.start, len(spelling.text))),
        )


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
    of_examples=False,
    of_identifier=True,
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
_HANDLE: Final = pattern(r"https?://hdl\.handle\.net/(?!10\.)", re.IGNORECASE)
"""The address of a handle that is no DOI name, for which one field is as good as another."""
_INVISIBLE: Final = frozenset({Reason.CONTROL_CHARACTER, Reason.WHITE_SPACE})


def _invalid_name(mention: Mention) -> Iterator[Problem]:
    error, spelling = mention.error, mention.spelling
    if error is None or _is_other_rules_business(mention, error):
        return
    name = spelling.name.cut(spelling.text)
    if mention.form is Form.FIELD and _HANDLE.match(name):
        problem = "a handle at hdl.handle.net is not a DOI; move its address to another field"
    else:
        problem = f"'{shown(name)}' is not a DOI: {_advice(name, error)}"
    yield Problem(problem, place(mention, spelling.name))


INVALID_NAME: Final = Rule(
    code="DOI101",
    name="invalid-name",
    severity=Severity.ERROR,
    summary="Something is written as a DOI but cannot be one.",
    why=(
        "A DOI is `10.`, a registrant code, a slash and a suffix. If one of these got lost in "
        "copying, the link leads nowhere. No look-up is needed to see that."
    ),
    fix=FixKind.NONE,
    check=of_mention(_invalid_name),
    forms=NAMED - {Form.LINK_TEXT},
    of_letters=True,
    bad=(
        Example("[t](https://doi.org/1016/j.cell.2019.01.001)"),
        Example("[t](https://doi.org/arXiv%3A1206.6389)"),
        Example("[t](https://doi.org/0.1016/j.cell.2019.01.001)"),
        Example("<https://doi.org/10.1016>"),
        Example("[t](http://dx.doi.org/10.1016/)"),
        Example("[t](doi:10./182)"),
        Example("{doi}`11681/5671`"),
        Example("{doi}`10.1000`"),
        Example("[t](https://doi.org/10.1.1.465.1117)"),
        Example("[t](https://doi.org/10.1000/a%07b)"),
        Example(
            "@book{a, doi = {http://dl.acm.org/citation.cfm?doid=1273360.1273361}}",
            file="refs.bib",
        ),
        Example("@thesis{a, doi = {http://hdl.handle.net/2065/29057}}", file="refs.bib"),
    ),
    good=(
        Example("[t](https://doi.org/10.1000/182)"),
        Example("[t](https://doi.org/10/dvr36h)"),
        Example("[t](https://citeseerx.ist.psu.edu/viewdoc/summary?doi=10.1.1.465.1117)"),
        Example("[t](https://doi.org/dvr36h)"),
        Example("[t](https://doi.org/DOI_HERE)"),
        Example("[t](https://www.doi.org/the-identifier/resources/handbook/)"),
        Example("Version 10.2/3, of 25.10.2015/2137303, on 10.0.0.0/8."),
    ),
)


def _reserved_suffix(mention: Mention) -> Iterator[Problem]:
    doi = mention.doi
    if doi is not None and not doi.is_short and doi.suffix[1:2] == "/":
        yield Problem(
            f"a suffix that begins with one character and a slash ('{shown(doi.suffix[:2])}')"
            " is reserved",
            place(mention, mention.spelling.name),
        )


RESERVED_SUFFIX: Final = Rule(
    code="DOI102",
    name="reserved-suffix",
    severity=Severity.HINT,
    summary="The suffix begins with one character and a slash.",
    why=(
        "The standard reserves such suffixes for later use (section 4.3). Some registered "
        "DOIs have them nevertheless, for instance 10.2505/4/ss15_038_08_78. So this rule is "
        "off by default."
    ),
    fix=FixKind.NONE,
    check=of_mention(_reserved_suffix),
    forms=NAMED - {Form.LINK_TEXT},
    default=False,
    of_name=True,
    bad=(
        Example("[t](https://doi.org/10.2505/4/ss15_038_08_78)"),
        Example("It is doi:10.47749/T/UNICAMP.2005.351333 in the text."),
    ),
    good=(Example("[t](https://doi.org/10.1093/acprof:oso/9780199299591.001.0001)"),),
)


def _advice(name: str, error: DoiSyntaxError) -> str:
    if error.reason is not Reason.NO_DIRECTORY_CODE:
        return error.advice
    from mdlint_doi.names.publisher_links import read_publisher
    from mdlint_doi.names.repository_numbers import read_identifier, whole_name

    whole = whole_name(name)
    if whole is not None:
        return f"the prefix is missing; write {whole}"
    address = read_publisher(name, anywhere=True) if " " not in name else None
    address = address or read_identifier(name, IDENTIFIERS)
    if address is None or address.doi is None or is_placeholder(address.doi):
        return error.advice
    return f"the address seems to be that of {shown(str(address.doi))}; if so, write this DOI alone"


def _is_other_rules_business(mention: Mention, error: DoiSyntaxError) -> bool:
    """Leave bad escapes to DOI307, look-alikes to DOI103, an empty field to DOI502."""
    if error.reason is Reason.BAD_ESCAPE:
        return True
    if mention.form is Form.FIELD and not mention.spelling.text.strip():
        return True
    if mention.form is Form.TEXT and mention.spelling.kind is Kind.BARE:
        return True
    return error.reason in _INVISIBLE and plain_name(mention.spelling) is not None


def _message(doi: Doi) -> str:
    name = shown(str(doi))
    if is_acm_number(doi):
        return (
            f"{name} is a number of the ACM Digital Library, not a registered DOI; link to"
            f" https://dl.acm.org/doi/{name}"
        )
    if doi.prefix in TEST_PREFIXES:
        return f"the prefix {doi.prefix} is for tests and examples; fill in the real DOI"
    return f"{name} is an example or a template; fill in the real DOI"
