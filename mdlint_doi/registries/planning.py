"""How many requests the works of a run take, and how long: known before the first one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import ceil
from types import MappingProxyType

from mdlint_doi.lookup import which_ra
from mdlint_doi.names.doi import Doi
from mdlint_doi.registries import crossref, datacite
from mdlint_doi.registries.registry import chunks, may_list
from mdlint_doi.registries.settings import RegistrySettings
from mdlint_doi.text.value import Value

_NOBODY: Mapping[Doi, str] = MappingProxyType({})
_ROUND_TRIP = 0.5
"""Seconds that a request takes as a rule."""


class Plan(Value):
    """What there is to ask.

    Attributes:
        requests: to all services, as long as they hold what they are asked.
        seconds: that it takes at least within the services' limits, with the settings as they are.
        seconds_with_contact: with a `contact`; as much as `seconds` where there is one.

    """

    requests: int
    seconds: float
    seconds_with_contact: float

    @property
    def told(self) -> str:
        """What a user is told beforehand: "20 requests, about 20 s; set contact = … for 7 s"."""
        requests = "1 request" if self.requests == 1 else f"{self.requests} requests"
        told = f"{requests}, about {ceil(self.seconds)} s"
        if ceil(self.seconds_with_contact) < ceil(self.seconds):
            told += f'; set contact = "you@example.org" for {ceil(self.seconds_with_contact)} s'
        return told


def plan(
    dois: Iterable[Doi],
    settings: RegistrySettings,
    *,
    agencies: Mapping[Doi, str] = _NOBODY,
) -> Plan:
    """Return what it takes to ask for works.

    Args:
        dois: names that neither records nor cache could answer (`left`).
        settings: for the contact.
        agencies: of names, as far as look-ups told; others are taken for Crossref's.

    """
    names = list(dict.fromkeys(dois))
    unknown = [name for name in names if name not in agencies]
    by_agency: dict[str, list[Doi]] = {"crossref": [], "datacite": []}
    for name in names:
        agency = agencies.get(name, crossref.Crossref.agency).casefold()
        by_agency.get(agency, []).append(name)
    before = len(list(which_ra.chunks(str(name) for name in unknown)))
    lists, singles = _counts(by_agency["crossref"])
    others = sum(_counts(by_agency["datacite"]))
    one_host = settings.crossref == settings.datacite  # a mirror of both is asked by turns
    together = sum if one_host else max
    publicly = together(
        [lists / crossref.LISTS + singles / crossref.SINGLES, others / datacite.A_SECOND]
    )
    politely = together(
        [
            lists / crossref.LISTS_WITH_CONTACT + singles / crossref.SINGLES_WITH_CONTACT,
            others / datacite.A_SECOND_WITH_CONTACT,
        ]
    )
    asking = _ROUND_TRIP * ceil(before / which_ra.CONNECTIONS)
    seconds = politely if settings.contact else publicly
    return Plan(before + lists + singles + others, asking + seconds, asking + politely)


def _counts(names: list[Doi]) -> tuple[int, int]:
    """Return how many lists and how many requests for one name are needed."""
    listed = list(filter(may_list, names))
    return len(list(chunks(listed))), len(names) - len(listed)
