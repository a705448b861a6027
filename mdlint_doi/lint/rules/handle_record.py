"""DOI903, DOI904, DOI905: what the handle record of a registered name says.

They run for the names whose record was read; Which RA only says that a name exists. A shortDOI's
record is an alias by nature.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mdlint_doi.lint.edits import name_span, unsafe
from mdlint_doi.lint.message_text import shown, shown_name
from mdlint_doi.lint.model import Fix, Form, Mention
from mdlint_doi.lint.rule import Example, Facts, FixKind, Need, Problem, Rule
from mdlint_doi.lint.setting_parts import Severity
from mdlint_doi.names.doi import parse_or_none
from mdlint_doi.names.outcome import Found, HandleRecord


def _record(mention: Mention, facts: Facts) -> HandleRecord | None:
    """Return the record of a name that is no shortDOI, if it was read."""
    known = facts.outcome(mention.doi)
    if mention.doi is None or mention.doi.is_short or not isinstance(known, Found):
        return None
    return known.record


def _no_target(mention: Mention, facts: Facts) -> Iterator[Problem]:
    record = _record(mention, facts)
    if record and not (record.target or record.alias or record.deleted):
        yield Problem(
            f"{shown_name(mention)} is registered, but has no target; tell its publisher",
            name_span(mention),
        )


def _alias(mention: Mention, facts: Facts) -> Iterator[Problem]:
    record = _record(mention, facts)
    if record and record.alias:
        yield Problem(
            f"{shown_name(mention)} is an alias; its publisher now uses {shown(record.alias)}",
            name_span(mention),
            _primary(mention, record.alias),
        )


def _primary(mention: Mention, alias: str) -> Fix | None:
    from mdlint_doi.lint.edits import renamed

    primary = parse_or_none(alias)
    if primary is None or mention.form is Form.BROKEN:
        return None
    change = renamed(mention, primary)
    return unsafe(mention, *change, doi=primary) if change else None


def _deleted(mention: Mention, facts: Facts) -> Iterator[Problem]:
    record = _record(mention, facts)
    if record and record.deleted:
        yield Problem(
            f"{shown_name(mention)} was deleted: it leads to its agency's page for"
            " deleted DOIs; look for the work under another DOI",
            name_span(mention),
        )


NO_TARGET: Final = Rule(
    code="DOI903",
    name="no-target",
    severity=Severity.ERROR,
    summary="The DOI is registered, but has no target.",
    why="The resolver cannot send readers anywhere. Only the publisher can fix that.",
    fix=FixKind.NONE,
    check=_no_target,
    needs=frozenset({Need.LOOKUP}),
    of_name=True,
    bad=(
        Example("[t](https://doi.org/10.1000/182)", outcomes=(("10.1000/182", "no-target"),)),
        Example("It is doi:10.1000/182 here.", outcomes=(("10.1000/182", "no-target"),)),
    ),
    good=(
        Example("[t](https://doi.org/10.1000/182)", outcomes=(("10.1000/182", "found"),)),
        Example("[t](https://doi.org/10/dvr36h)", outcomes=(("10/dvr36h", "no-target"),)),
    ),
)

ALIAS: Final = Rule(
    code="DOI904",
    name="alias",
    severity=Severity.WARNING,
    summary="The DOI is an alias of another one.",
    why=(
        "If two DOIs stand for the same work, publishers make one of them an alias. It still "
        "works, but metadata and citation counts belong to the other DOI. Which one to cite "
        "is your choice, so the fix is not safe."
    ),
    fix=FixKind.UNSAFE,
    check=_alias,
    needs=frozenset({Need.LOOKUP}),
    of_name=True,
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
        Example("[t](https://doi.org/10.1000/182)", outcomes=(("10.1000/182", "found"),)),
        Example("[t](https://doi.org/10/p54k)", outcomes=(("10/p54k", "alias:10.1000/182"),)),
    ),
)

DELETED: Final = Rule(
    code="DOI905",
    name="deleted",
    severity=Severity.WARNING,
    summary="The DOI was deleted: it leads to an agency's page that says so.",
    why=(
        "A DOI is never taken back. If one was registered by mistake, it leads to a page that "
        "says so. A look-up that only asks whether a DOI is registered does not notice."
    ),
    fix=FixKind.NONE,
    check=_deleted,
    needs=frozenset({Need.LOOKUP}),
    of_name=True,
    bad=(
        Example(
            "[t](https://doi.org/10.1007/978-3-642-01445-1)",
            outcomes=(("10.1007/978-3-642-01445-1", "deleted"),),
        ),
    ),
    good=(Example("[t](https://doi.org/10.1000/182)", outcomes=(("10.1000/182", "found"),)),),
)
