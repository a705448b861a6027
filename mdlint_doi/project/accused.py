"""Names that are about to be accused are asked once more, each on its own.

A list of works may have been mixed up on its way, and a cache may be a stranger's. What accuses a
citation, another work or a retraction, is believed if a second answer says the same.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final

from mdlint_doi.lint.document import Document
from mdlint_doi.lint.registered import said_of
from mdlint_doi.lint.rule import Facts
from mdlint_doi.names.doi import Doi
from mdlint_doi.names.outcome import Cause
from mdlint_doi.works.work import Unknown, WorkOutcome

if TYPE_CHECKING:
    from mdlint_doi.registries.leads import Leads
    from mdlint_doi.registries.settings import RegistrySettings

MOST: Final = 50
"""Names that are asked once more; if one of them was accused wrongly, all others are unknown."""


def confirmed(
    answers: Mapping[Doi, WorkOutcome],
    documents: Sequence[Document],
    asking: RegistrySettings,
    leads: Leads,
) -> Mapping[Doi, WorkOutcome]:
    """Return the answers, those that accuse a citation as they are told the second time.

    Args:
        answers: what the names are registered as.
        documents: that mention them.
        asking: where and how to ask.
        leads: agencies and aliases, as far as look-ups told.

    """
    accused = _accused(answers, documents)
    if not accused or asking.lookup.offline:
        return answers
    from mdlint_doi.registries.asking import confirm

    first, rest = accused[:MOST], accused[MOST:]
    again = confirm(first, asking, agencies=leads.agencies, aliases=leads.aliases)
    told = {**answers, **again.answers}
    if rest and not set(_accused(told, documents)).issuperset(first):
        told |= {
            doi: Unknown(str(Cause.BAD_ANSWER), "lists of works were mixed up") for doi in rest
        }
    return told


def _accused(answers: Mapping[Doi, WorkOutcome], documents: Sequence[Document]) -> list[Doi]:
    """Return the names that answers accuse, in order of appearance."""
    found: dict[Doi, None] = {}
    for document in documents:
        facts = Facts(works=answers, claims=document.claims)
        for mention in document.mentions:
            said = said_of(mention, facts)
            if mention.doi is not None and (said.agreement == "disagrees" or said.retracted):
                found.setdefault(mention.doi)
    return list(found)
