"""DOI921 to DOI923: a reference without a DOI, and what a search found for it, or did not find.

Found in `mdlint_doi.lint.missing`, since there is no mention to look at; here is what they are
called and why.
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


DIFFERING_FIELDS: Final = Rule(
    code="DOI922",
    name="differing-fields",
    severity=Severity.HINT,
    summary="A reference without a DOI differs from the registered work that has its title.",
    why=(
        "A search found a work with the title of the entry, but year, people, journal, or volume"
        " and page differ, as judged by DOI911 and DOI919 where there is a DOI. The entry may"
        " be wrong or made up. Or the work exists in two versions, and the one that is cited has"
        "no DOI: so it is a hint, and nothing is changed. Several services are asked before it is "
        "reported; the message names the one that has the work."
    ),
    fix=FixKind.NONE,
    check=_nothing,
    forms=_NONE,
    default=False,
    needs=frozenset({Need.SEARCH}),
    bad=(
        Example(
            f"{_ENTRY.replace('2017', '2011')}\n}}\n",
            works=(("10.1000/182", _TULIPS),),
            file="books.bib",
        ),
    ),
    good=(
        Example(f"{_ENTRY}\n}}\n", works=(("10.1000/182", _TULIPS),), file="books.bib"),
        Example(
            f"{_ENTRY.replace('2017', '2011')}\n}}\n",
            works=(("10.1000/183", _SECOND),),
            file="books.bib",
        ),
    ),
)
_IN_JOURNAL: Final = f"{_ENTRY},\n  journal = {{Journal of Imaginary Botany}}\n}}\n"

WORK_NOT_FOUND: Final = Rule(
    code="DOI923",
    name="work-not-found",
    severity=Severity.HINT,
    summary="No service knows the work of a reference, though they know its journal.",
    why=(
        "A reference that exists nowhere may be made up. But a search proves nothing: no service "
        "has everything, and every right reference that it lacks is reported. So this is reported "
        "only with `search --not-found`, and only for papers with title, people, year, and a"
        " journal or conference of which Crossref has other works of that year. Books,"
        " dissertations, reports, web pages, software, preprints, talks, short titles and works of"
        " this year are never reported, and no request that failed counts."
    ),
    fix=FixKind.NONE,
    check=_nothing,
    forms=_NONE,
    default=False,
    needs=frozenset({Need.SEARCH}),
    bad=(Example(_IN_JOURNAL, works=(("10.1000/190", '"Glaciers" (Okafor 2009)'),), file="a.bib"),),
    good=(
        Example(_IN_JOURNAL, works=(("10.1000/182", _TULIPS),), file="a.bib"),
        Example(
            _IN_JOURNAL.replace("@article", "@book"),
            works=(("10.1000/190", '"Glaciers" (Okafor 2009)'),),
            file="a.bib",
        ),
    ),
)
