"""What look-ups told that helps to ask for works: registered names, their Agencies, aliases."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from mdlint_doi.names.doi import Doi
from mdlint_doi.names.outcome import Found, Outcome
from mdlint_doi.registries.values import doi as doi_of


class Leads(NamedTuple):
    """What is known of names before their works are asked for.

    Attributes:
        names: those that are registered, in order.
        agencies: of those, as far as it was told.
        aliases: the names that handle records lead to.

    """

    names: tuple[Doi, ...]
    agencies: Mapping[Doi, str]
    aliases: Mapping[Doi, Doi]


def leads_of(outcomes: Mapping[Doi, Outcome]) -> Leads:
    """Return what the outcomes of look-ups tell."""
    found = {doi: one for doi, one in outcomes.items() if isinstance(one, Found)}
    aliases = {}
    for doi, one in found.items():
        other = doi_of(one.record.alias) if one.record is not None else None
        if other is not None and other != doi:
            aliases[doi] = other
    agencies = {doi: one.agency for doi, one in found.items() if one.agency}
    return Leads(tuple(found), agencies, aliases)
