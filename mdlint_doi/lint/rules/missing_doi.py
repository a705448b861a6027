"""DOI921: a reference without a DOI, for which a search found one.

Found in `mdlint_doi.lint.missing`, since there is no mention to look at; here is what it is called
and why.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mdlint_doi.lint.model import Form
from mdlint_doi.lint.rule import Example, FixKind, Need, Problem, Rule
from mdlint_doi.lint.setting_parts import Severity

_NONE: Final[frozenset[Form]] = frozenset()
_TULIPS: Final = '"Root competition between tulips and hyacinths in sandy soils" (Marlowe 2017)'
_SECOND: Final = '"Root competition between tulips and hyacinths in clay soils" (Marlowe 2017)'
_ENTRY: Final = (
    "@article{marlowe2017,\n  author = {Marlowe, Ada},\n"
    "  title = {Root competition between tulips and hyacinths in sandy soils},\n  year = {2017}"
)
_ITEM: Final = (
    "- Marlowe, A. (2017). Root competition between tulips and hyacinths in sandy soils."
    " J. Imag. Bot. 12, 345-361."
)


def _nothing(*_: object) -> Iterator[Problem]:
    """Say nothing of a mention: this rule is about references that have none."""
    return iter(())


MISSING_DOI: Final = Rule(
    code="DOI921",
    name="missing-doi",
    severity=Severity.HINT,
    summary="A reference has no DOI, and a search found one that fits.",
    why=(
        "A DOI keeps working when a publisher's page moves. Only `mdlint-doi search` looks for it;"
        " `check`, hooks and Sphinx builds never do, because a search sends the reference to"
        " Crossref. A DOI is proposed if title, first author and year agree, and no other work"
        " fits as well. A search is still wrong now and then, so read the registered reference"
        " beside each proposal before you accept it."
    ),
    fix=FixKind.UNSAFE,
    check=_nothing,
    forms=_NONE,
    default=False,
    needs=frozenset({Need.SEARCH}),
    bad=(
        Example(
            f"{_ENTRY}\n}}\n",
            f"{_ENTRY},\n  doi = {{10.1000/182}}\n}}\n",
            works=(("10.1000/182", _TULIPS),),
            file="books.bib",
        ),
        Example(
            _ITEM,
            f"{_ITEM} <https://doi.org/10.1000/182>",
            works=(("10.1000/182", _TULIPS),),
        ),
    ),
    good=(
        Example(f"{_ITEM} <https://doi.org/10.1000/182>", works=(("10.1000/182", _TULIPS),)),
        Example(_ITEM, works=(("10.1000/183", _SECOND),)),
        Example("- Tulips and hyacinths, a talk of 2017.", works=(("10.1000/182", _TULIPS),)),
    ),
)
