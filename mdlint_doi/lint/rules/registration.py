"""DOI901 and DOI903 to DOI905: whether a DOI is registered, and the contents of its handle record.

The record is only checked if it was read; *Which RA* only shows that a DOI is registered. The
record of a shortDOI is always an alias, so it is not checked.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mdlint_doi.lint.edits import about_name, joined_with_tail, renamed, safe, unsafe
from mdlint_doi.lint.letters import lists_another, suggested
from mdlint_doi.lint.model import Fix, Form, Mention, shown
from mdlint_doi.lint.placeholders import is_page, is_placeholder
from mdlint_doi.lint.rule import (
    ALL_FORMS,
    LINK,
    NAMES,
    NUMBERS,
    Example,
    Facts,
    FixKind,
    Need,
    Problem,
    Rule,
)
from mdlint_doi.lint.severity import Severity
from mdlint_doi.names.doi import Doi, parse_or_none
from mdlint_doi.names.link import may_be_page, whole_name
from mdlint_doi.names.outcome import Found, HandleRecord, Missing
from mdlint_doi.names.spelling import Kind

_SHOWN: Final = 3
_NEW: Final = 1
"""The age in months up to which an arXiv number may be too new."""


def _not_registered(mention: Mention, facts: Facts) -> Iterator[Problem]:
    doi = mention.doi
    known = facts.outcome(mention.doi)
    if doi is None or not isinstance(known, Missing) or is_placeholder(doi):
        return
    if is_page(doi) and may_be_page(mention.spelling):
        return
    if mention.spelling.kind is Kind.IDENTIFIER:
        yield from _of_identifier(mention, doi, facts)
        return

    prefix = ""
    if not known.has_known_prefix:
        prefix = f": no registration agency has the prefix {shown(doi.prefix)}"
    elif known.agency:
        prefix = f", although its prefix {shown(doi.prefix)} belongs to {shown(known.agency)}"
    names = suggested(mention, facts)
    if names:
        other = f"; did you mean {' or '.join(shown(str(name)) for name in names[:_SHOWN])}?"
        fix = _fix(mention, doi, names)
    else:
        other, fix = _by_typo(mention, facts)
    yield about_name(mention, f"is not registered{prefix}{other}", fix)


NOT_REGISTERED: Final = Rule(
    code="DOI901",
    name="not-registered",
    severity=Severity.ERROR,
    summary="The DOI is not registered.",
    why=(
        "The link leads to an error page. The message shows whether the prefix exists and which "
        "registration agency it belongs to. It suggests registered DOIs that differ by surplus "
        "text or by a single typo. A typo is corrected only with `--unsafe-fixes`, and only if the "
        "text describes the registered work, or if it describes no work and the typo is clear: a "
        "look-alike, a wrong separator or a doubled character. DOI105 reports test prefixes and "
        "templates; DOI916 reports DOIs that could not be "
        "checked. For an arXiv number, the finding is a warning, since arXiv registers a DOI for "
        "every paper within hours. For a number from this month or last month, the finding is only "
        "a hint. For a Zenodo record, it is also only a hint, because the record may have a DOI "
        "from a publisher."
    ),
    fix=FixKind.LOOKUP,
    check=_not_registered,
    is_of_last_resort=True,
    forms=ALL_FORMS,
    needs=frozenset({Need.LOOKUP}),
    looks_at=NAMES | NUMBERS,
    bad=(
        Example("[t](https://doi.org/10.1000/999)", outcomes=(("10.1000/999", "missing"),)),
        Example(
            "[t](https://doi.org/10.1000/182/full)",
            LINK,
            outcomes=(("10.1000/182/full", "missing"), ("10.1000/182", "found")),
        ),
        Example(
            "[t](https://doi.org/10.1000/456#789)",
            "[t](https://doi.org/10.1000/456%23789)",
            outcomes=(("10.1000/456", "missing"), ("10.1000/456#789", "found")),
        ),
        Example(
            "[t](https://doi.org/10.1000/tulips-2O17)",
            "[t](https://doi.org/10.1000/tulips-2017)",
            outcomes=(("10.1000/tulips-2O17", "missing"), ("10.1000/tulips-2017", "found")),
        ),
        Example(
            "[t](https://doi.org/10.1000/tulps-2017)",
            outcomes=(("10.1000/tulps-2017", "missing"), ("10.1000/tulips-2017", "found")),
        ),
        Example("<doi:10.99999/1>", outcomes=(("10.99999/1", "no-prefix"),)),
        Example("It is 10.1000/x999 in the text.", outcomes=(("10.1000/x999", "missing"),)),
        Example("{doi}`10.1000/999`", outcomes=(("10.1000/999", "missing"),)),
        Example(
            "[t](https://arxiv.org/abs/2505.99999)",
            outcomes=(("10.48550/arXiv.2505.99999", "missing"),),
        ),
        Example(
            "[t](https://zenodo.org/records/7654321)",
            outcomes=(("10.5281/zenodo.7654321", "missing"),),
        ),
    ),
    good=(
        Example(LINK, outcomes=(("10.1000/182", "found"),)),
        Example("[t](https://doi.org/10.1000/183)", outcomes=(("10.1000/183", "unknown"),)),
        Example("[t](https://doi.org/10.5072/1)", outcomes=(("10.5072/1", "missing"),)),
        Example("[t](https://doi.org/handbook)", outcomes=(("10/handbook", "missing"),)),
        Example("The ratio is 10.5000/15 here.", outcomes=(("10.5000/15", "no-prefix"),)),
    ),
)


def _of_identifier(mention: Mention, doi: Doi, facts: Facts) -> Iterator[Problem]:
    """Yield the problem of an identifier whose DOI is not registered.

    arXiv usually registers a paper within hours of its announcement. DOI106 reports a number from a
    future month. A Zenodo record may have a publisher's DOI instead.
    """
    from mdlint_doi.names.repository_numbers import number_of

    number = number_of(doi)
    today = facts.today
    why, severity = "the record may have a different DOI", Severity.HINT
    if number is not None:
        year, month = divmod(number.month, 100)
        age = 12 * (today.year - year) + today.month - month if today else _NEW + 1
        if age < 0:
            return
        why, severity = "the paper may be too new", Severity.HINT
        if age > _NEW:
            why = "arXiv registers a DOI for every paper, so check the number"
            severity = Severity.WARNING
    yield about_name(mention, f"is not registered; {why}", severity=severity)


def _fix(mention: Mention, doi: Doi, names: tuple[Doi, ...]) -> Fix | None:
    if len(names) != 1 or mention.form is Form.BROKEN or lists_another(doi, names[0]):
        return None
    if names[0] == whole_name(mention.spelling):
        return joined_with_tail(mention)
    change = renamed(mention, names[0])
    return safe(mention, *change, doi=names[0]) if change else None


def _by_typo(mention: Mention, facts: Facts) -> tuple[str, Fix | None]:
    """Return the end of the message and the fix, if the DOI probably has a typo."""
    if not (facts.similar or facts.proposals):
        return "", None
    from mdlint_doi.lint.mistyped import meant_by

    meant = meant_by(mention, facts)
    if meant is None:
        return "", None
    change = (
        renamed(mention, meant.doi) if meant.is_fixed and mention.form is not Form.BROKEN else ()
    )
    fix = unsafe(mention, *change, doi=meant.doi) if change else None
    return meant.question, fix


def _record(mention: Mention, facts: Facts) -> HandleRecord | None:
    """Return the handle record of a DOI; None if it was not read, and for a shortDOI."""
    known = facts.outcome(mention.doi)
    if mention.doi is None or mention.doi.is_short or not isinstance(known, Found):
        return None
    return known.record


def _no_target(mention: Mention, facts: Facts) -> Iterator[Problem]:
    record = _record(mention, facts)
    if record and not (record.target or record.alias or record.deleted):
        yield about_name(mention, "is registered, but has no target; inform its publisher")


NO_TARGET: Final = Rule(
    code="DOI903",
    name="no-target",
    severity=Severity.ERROR,
    summary="The DOI is registered, but has no target.",
    why=(
        "The resolver cannot send readers anywhere. Only the publisher can fix this. In runs with "
        "more than 25 DOIs, only `--depth records` detects DOIs without a target."
    ),
    check=_no_target,
    forms=ALL_FORMS,
    needs=frozenset({Need.LOOKUP}),
    looks_at=NAMES | NUMBERS,
    bad=(
        Example(LINK, outcomes=(("10.1000/182", "no-target"),)),
        Example("It is doi:10.1000/182 here.", outcomes=(("10.1000/182", "no-target"),)),
    ),
    good=(
        Example(LINK, outcomes=(("10.1000/182", "found"),)),
        Example("[t](https://doi.org/10/dvr36h)", outcomes=(("10/dvr36h", "no-target"),)),
    ),
)


def _alias(mention: Mention, facts: Facts) -> Iterator[Problem]:
    record = _record(mention, facts)
    if record and record.alias:
        primary = parse_or_none(record.alias)
        change = renamed(mention, primary) if primary and mention.form is not Form.BROKEN else ()
        fix = unsafe(mention, *change, doi=primary) if change else None
        yield about_name(mention, f"is an alias; its publisher now uses {shown(record.alias)}", fix)


ALIAS: Final = Rule(
    code="DOI904",
    name="alias",
    severity=Severity.WARNING,
    summary="The DOI is an alias of a different DOI.",
    why=(
        "If two DOIs identify the same work, publishers make one of them an alias. The alias still "
        "works, but metadata and citation counts belong to the other DOI. Only you can decide "
        "which one to cite, so the fix is not safe. In runs with more than 25 DOIs, only `--depth "
        "records` detects aliases."
    ),
    fix=FixKind.UNSAFE,
    check=_alias,
    forms=ALL_FORMS,
    needs=frozenset({Need.LOOKUP}),
    looks_at=NAMES | NUMBERS,
    bad=(
        Example(
            "[t](https://doi.org/10.3103/S009545270801009X)",
            "[t](https://doi.org/10.1007/s11956-008-1009-1)",
            outcomes=(("10.3103/S009545270801009X", "alias:10.1007/s11956-008-1009-1"),),
        ),
        Example(
            "{doi}`10.1016/s0169-2070(99)00016-3`",
            "{doi}`10.1016/s0169-2070(99)00013-8`",
            outcomes=(("10.1016/s0169-2070(99)00016-3", "alias:10.1016/s0169-2070(99)00013-8"),),
        ),
    ),
    good=(
        Example(LINK, outcomes=(("10.1000/182", "found"),)),
        Example("[t](https://doi.org/10/p54k)", outcomes=(("10/p54k", "alias:10.1000/182"),)),
    ),
)


def _deleted(mention: Mention, facts: Facts) -> Iterator[Problem]:
    record = _record(mention, facts)
    if record and record.deleted:
        leads = "it leads to its agency's page for deleted DOIs"
        yield about_name(mention, f"was deleted: {leads}; look for the work under a different DOI")


DELETED: Final = Rule(
    code="DOI905",
    name="deleted",
    severity=Severity.WARNING,
    summary="The DOI was deleted: it leads to its agency's page for deleted DOIs.",
    why=(
        "A DOI cannot be removed. If it was registered by mistake, its agency makes it lead to a "
        "page for deleted DOIs. "
        "In runs with more than 25 DOIs, only `--depth records` detects deleted DOIs."
    ),
    check=_deleted,
    forms=ALL_FORMS,
    needs=frozenset({Need.LOOKUP}),
    looks_at=NAMES | NUMBERS,
    bad=(
        Example(
            "[t](https://doi.org/10.1007/978-3-642-01445-1)",
            outcomes=(("10.1007/978-3-642-01445-1", "deleted"),),
        ),
    ),
    good=(Example(LINK, outcomes=(("10.1000/182", "found"),)),),
)
