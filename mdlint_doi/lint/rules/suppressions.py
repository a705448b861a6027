"""DOI001, DOI002: comments that switch rules off and don't.

Found in `mdlint_doi.lint.suppression`, since they are about a whole document; here is what they
are called and why.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mdlint_doi.lint.model import Form
from mdlint_doi.lint.rule import Example, FixKind, Problem, Rule
from mdlint_doi.lint.setting_parts import Severity

_NONE: Final[frozenset[Form]] = frozenset()
_LINK: Final = "[t](https://doi.org/10.1000/182)"
_OLD: Final = "[t](https://dx.doi.org/10.1000/182)"


def _nothing(*_: object) -> Iterator[Problem]:
    """Say nothing of a mention: these rules are about comments."""
    return iter(())


UNKNOWN_SUPPRESSION: Final = Rule(
    code="DOI001",
    name="unknown-suppression",
    severity=Severity.WARNING,
    summary="A comment names a rule that does not exist, or has a mistyped word.",
    why=(
        "A slip in `mdlint-doi-disable DOI2O1` turns nothing off, and you would not "
        "notice. The message names the nearest valid word."
    ),
    fix=FixKind.NONE,
    check=_nothing,
    forms=_NONE,
    bad=(
        Example(f"<!-- mdlint-doi-disable DOI999 -->\n\n{_LINK}"),
        Example(f"{_LINK} <!-- mdlint-doi-disable-line legacy-resolvr -->"),
        Example(f"<!-- mdlint-doi-disable-nextline DOI201 -->\n{_OLD}"),
    ),
    good=(
        Example(f"{_OLD} <!-- mdlint-doi-disable-line DOI201 -->"),
        Example(f"<!-- mdlint-doi-disable-file legacy-resolver, DOI3 -->\n\n{_LINK}"),
    ),
)

UNUSED_SUPPRESSION: Final = Rule(
    code="DOI002",
    name="unused-suppression",
    severity=Severity.HINT,
    summary="A comment turns off a rule that reports nothing there.",
    why=(
        "A comment that is no longer needed would hide the next real problem in this place. "
        "Comments for rules that need look-ups are only judged in runs with look-ups. "
        "Comments for rules that are not selected are not judged."
    ),
    fix=FixKind.NONE,
    check=_nothing,
    forms=_NONE,
    bad=(
        Example(f"{_LINK} <!-- mdlint-doi-disable-line DOI201 -->"),
        Example(f"<!-- mdlint-doi-disable-next-line legacy-resolver -->\n{_LINK}"),
        Example(f"<!-- mdlint-doi-disable DOI202, DOI201 -->\n\n{_OLD}"),
        Example(f"<!-- mdlint-doi-enable DOI201 -->\n\n{_LINK}"),
    ),
    good=(
        Example(f"{_OLD} <!-- mdlint-doi-disable-line DOI201 -->"),
        Example(f"{_LINK} <!-- mdlint-doi-disable-line DOI901 -->"),
    ),
)
