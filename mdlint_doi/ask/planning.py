"""How many requests the works of a run take, and how long: known before the first one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import ceil
from types import MappingProxyType

from mdlint_doi.ask.services import which_ra
from mdlint_doi.ask.services.listing import chunks, may_list
from mdlint_doi.ask.settings import RegistrySettings
from mdlint_doi.names.doi import Doi
from mdlint_doi.services import CROSSREF, Service, holders
from mdlint_doi.services import agencies as agencies_asked
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
    def announcement(self) -> str:
        """What a user reads beforehand: "20 requests, about 20 s; set contact = … for 7 s"."""
        requests = "1 request" if self.requests == 1 else f"{self.requests} requests"
        text = f"{requests}, about {ceil(self.seconds)} s"
        if ceil(self.seconds_with_contact) < ceil(self.seconds):
            text += f'; set contact = "you@example.org" for {ceil(self.seconds_with_contact)} s'
        return text


def plan(
    dois: Iterable[Doi],
    settings: RegistrySettings,
    *,
    agencies: Mapping[Doi, str] = _NOBODY,
    singly: bool = False,
) -> Plan:
    """Return what it takes to ask for works.

    Args:
        dois: names that neither records nor cache could answer (`left`).
        settings: for the contact.
        agencies: of names, as far as look-ups stated them; others count as Crossref's.
        singly: whether no list is asked.

    """
    names = list(dict.fromkeys(dois))
    unknown = [name for name in names if name not in agencies]
    services = agencies_asked()
    by_agency: dict[str, list[Doi]] = {one.agency.casefold(): [] for one in services}
    for name in names:
        agency = agencies.get(name, CROSSREF.agency)
        held = (agency, *(row.agency for row in holders(agency)))
        first = next((one.casefold() for one in held if one.casefold() in by_agency), None)
        if first is not None:
            by_agency[first].append(name)
    before = len(list(which_ra.chunks(str(name) for name in unknown)))
    requests = before
    publicly: dict[str, float] = {}
    politely: dict[str, float] = {}
    for one in services:
        counts = _counts(one, by_agency[one.agency.casefold()], singly=singly)
        requests += sum(counts)
        address = settings.address_of(one)  # a mirror of several services is asked by turns
        publicly[address] = publicly.get(address, 0.0) + _seconds(one, counts, has_contact=False)
        politely[address] = politely.get(address, 0.0) + _seconds(one, counts, has_contact=True)
    asking = _ROUND_TRIP * ceil(before / which_ra.CONNECTIONS)
    now, then = max(publicly.values()), max(politely.values())
    return Plan(requests, asking + (then if settings.contact else now), asking + then)


def _seconds(service: Service, counts: tuple[int, int], *, has_contact: bool) -> float:
    """Return how long so many lists and questions for one name take at least."""
    listing = service.lists.pace if service.lists is not None else None
    seconds: dict[int, int] = {}
    for count, pace in zip(counts, (listing, service.singles), strict=True):
        if pace is not None:
            a_second, _ = pace.of(has_contact=has_contact)
            seconds[a_second] = seconds.get(a_second, 0) + count
    return sum(count / a_second for a_second, count in seconds.items())


def _counts(service: Service, names: list[Doi], *, singly: bool) -> tuple[int, int]:
    """Return how many lists and how many requests for one name are needed."""
    lists = None if singly else service.lists
    if lists is None:
        return 0, len(names)
    listed = list(filter(may_list, names))
    count = len(list(chunks(listed, lists.most_names, lists.most_bytes)))
    return count, len(names) - len(listed)
