"""DOI101, DOI102: what can be no DOI name, and what the standard reserves.

Source: ANSI/NISO Z39.84-2005 section 4.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mdlint_doi.lint.candidates import plain_name
from mdlint_doi.lint.edits import place
from mdlint_doi.lint.message_text import shown
from mdlint_doi.lint.model import Form, Mention, Severity
from mdlint_doi.lint.placeholders import is_placeholder
from mdlint_doi.lint.rule import NAMED, Example, FixKind, Problem, Rule, of_mention
from mdlint_doi.names.doi import DoiSyntaxError, Reason
from mdlint_doi.names.spelling import Kind

_INVISIBLE: Final = frozenset({Reason.CONTROL_CHARACTER, Reason.WHITE_SPACE})


def _invalid_name(mention: Mention) -> Iterator[Problem]:
    error, spelling = mention.error, mention.spelling
    if error is None or _is_other_rules_business(mention, error):
        return
    name = spelling.name.cut(spelling.text)
    yield Problem(
        f"'{shown(name)}' is no DOI name: {_advice(name, error)}",
        place(mention, spelling.name),
    )


def _advice(name: str, error: DoiSyntaxError) -> str:
    if error.reason is not Reason.NO_DIRECTORY_CODE:
        return error.advice
    from mdlint_doi.names.publisher_links import whole_name

    whole = whole_name(name)
    if whole is not None:
        return f"it lacks the prefix; write {whole}"
    from mdlint_doi.names.publisher_links import read_publisher

    address = read_publisher(name, anywhere=True) if " " not in name else None
    if address is None or address.doi is None or is_placeholder(address.doi):
        return error.advice
    return (
        f"the address seems to be that of {shown(str(address.doi))}; if so, write this name alone"
    )


def _is_other_rules_business(mention: Mention, error: DoiSyntaxError) -> bool:
    """Leave bad escapes to DOI307, look-alikes to DOI103, an empty field to DOI502."""
    if error.reason is Reason.BAD_ESCAPE:
        return True
    if mention.form is Form.FIELD and not mention.spelling.text.strip():
        return True
    if mention.form is Form.TEXT and mention.spelling.kind is Kind.BARE:
        return True
    return error.reason in _INVISIBLE and plain_name(mention.spelling) is not None


def _reserved_suffix(mention: Mention) -> Iterator[Problem]:
    doi = mention.doi
    if doi is not None and not doi.is_short and doi.suffix[1:2] == "/":
        yield Problem(
            f"a suffix that begins with one character and a slash ('{shown(doi.suffix[:2])}')"
            " is reserved",
            place(mention, mention.spelling.name),
        )


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
        Example("[t](https://doi.org/10.1000/a%07b)"),
        Example(
            "@book{a, doi = {http://dl.acm.org/citation.cfm?doid=1273360.1273361}}",
            file="refs.bib",
        ),
    ),
    good=(
        Example("[t](https://doi.org/10.1000/182)"),
        Example("[t](https://doi.org/10/dvr36h)"),
        Example("[t](https://doi.org/dvr36h)"),
        Example("[t](https://doi.org/DOI_HERE)"),
        Example("[t](https://www.doi.org/the-identifier/resources/handbook/)"),
        Example("Version 10.2/3, of 25.10.2015/2137303, on 10.0.0.0/8."),
    ),
)

RESERVED_SUFFIX: Final = Rule(
    code="DOI102",
    name="reserved-suffix",
    severity=Severity.HINT,
    summary="The suffix begins with one character and a slash.",
    why=(
        "The standard reserves such suffixes for later use (section 4.3). Some registered "
        "DOIs have them all the same, for instance 10.2505/4/ss15_038_08_78. So this rule is "
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
