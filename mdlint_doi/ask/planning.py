"""Plan the requests for works: their number, and the requests that confirm warnings.

The records of a list may be mixed up: shifted by one, or two of them swapped. So a few DOIs are
requested alone as samples, and the others in lists with controls. If a sample has a different
record than before, all DOIs are requested alone. Controls are samples, and DOIs whose first record
agreed with their citation. The lists are shuffled, because the same order might mix up the same
DOIs again.

In simulations with lists of which 5 %, 30 % or all are shifted (`test_shifted`), no run of 1,000
reported a correct citation, and neither did runs with 30 samples. If two DOIs have the same record,
a service may always return it for both in lists. So these are the first samples.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from math import ceil
from types import MappingProxyType
from typing import Final, NamedTuple
from zlib import crc32

from mdlint_doi.ask.readers import which_ra
from mdlint_doi.ask.readers.registry import MOST_BYTES, chunks, may_list
from mdlint_doi.ask.settings import RegistrySettings
from mdlint_doi.names.doi import Doi
from mdlint_doi.services import CROSSREF, Service, holders
from mdlint_doi.services import agencies as agencies_asked
from mdlint_doi.text.value import Value
from mdlint_doi.works.work import KnownWork, Work, WorkOutcome

NOBODY: Final[Mapping[Doi, str]] = MappingProxyType({})
_ROUND_TRIP: Final = 0.5  # seconds that a request usually takes
SAMPLES: Final = 5
"""DOIs with a disagreement that are requested alone, at least; also the fewest controls."""
LISTED: Final = 35
"""The most DOIs to confirm in a list."""
CONTROLS: Final = 15
"""The most controls in a list, samples included."""
_FEWEST_LISTED: Final = 6  # a list takes as long as five requests for one DOI
_DIFFERING: Final = 0.1  # if a larger share of the samples differs, no list is reliable


class Plan(Value):
    """The requests to send.

    Attributes:
        requests: the number of requests to all services, if each service has all records.
        seconds: the least number of seconds that the requests take within the limits of the
            services.
        seconds_with_contact: the same for a user who gives an address (the setting `contact`);
            equal to `seconds` if one is given.
    """

    requests: int
    seconds: float
    seconds_with_contact: float

    @property
    def announcement(self) -> str:
        """The message before the requests: "20 requests, about 20 s; about 7 s if …"."""
        requests = "1 request" if self.requests == 1 else f"{self.requests} requests"
        text = f"{requests}, about {ceil(self.seconds)} s"
        if ceil(self.seconds_with_contact) < ceil(self.seconds):
            faster = ceil(self.seconds_with_contact)
            text += f"; about {faster} s if you set contact to your e-mail address"
        return text


def plan(
    dois: Iterable[Doi],
    settings: RegistrySettings,
    *,
    agencies: Mapping[Doi, str] = NOBODY,
    singly: bool = False,
) -> Plan:
    """Return the requests that are needed for the works of DOIs.

    Args:
        dois: the DOIs.
        settings: the services, and the user's address.
        agencies: the registration agencies of DOIs, as far as known.
        singly: whether all DOIs are requested alone, without lists.
    """
    names = list(dict.fromkeys(dois))
    services = agencies_asked()
    by_agency: dict[str, list[Doi]] = {service.agency.casefold(): [] for service in services}
    for name in names:
        agency = agencies.get(name, CROSSREF.agency)  # the default, if no look-up stated one
        held = (agency, *(row.agency for row in holders(agency)))
        first = next((holder.casefold() for holder in held if holder.casefold() in by_agency), None)
        if first is not None:
            by_agency[first].append(name)
    before = len(list(which_ra.chunks(str(name) for name in names if name not in agencies)))
    requests = before
    publicly: dict[str, float] = {}
    politely: dict[str, float] = {}
    for service in services:
        counts = _counts(service, by_agency[service.agency.casefold()], singly=singly)
        requests += sum(counts)
        address = settings.address_of(service)  # services at one address are used in turn
        publicly[address] = publicly.get(address, 0.0) + _seconds(
            service, counts, has_contact=False
        )
        politely[address] = politely.get(address, 0.0) + _seconds(service, counts, has_contact=True)
    asking = _ROUND_TRIP * ceil(before / which_ra.CONNECTIONS)
    now, then = max(publicly.values()), max(politely.values())
    return Plan(requests, asking + (then if settings.contact else now), asking + then)


def _seconds(service: Service, counts: tuple[int, int], *, has_contact: bool) -> float:
    """Return the least seconds for some lists and some single requests."""
    of_lists = service.lists.pace if service.lists is not None else None
    seconds: dict[int, int] = {}
    for count, pace in zip(counts, (of_lists, service.singles), strict=True):
        if pace is not None:
            a_second, _ = pace.of(has_contact=has_contact)
            seconds[a_second] = seconds.get(a_second, 0) + count
    return sum(count / a_second for a_second, count in seconds.items())


def _counts(service: Service, names: list[Doi], *, singly: bool) -> tuple[int, int]:
    """Return the number of lists and the number of single requests."""
    lists = None if singly else service.lists
    if lists is None:
        return 0, len(names)
    listed = list(filter(may_list, names))
    count = len(list(chunks(listed, lists.most_names, lists.most_bytes)))
    return count, len(names) - len(listed)


class Accusations(NamedTuple):
    """The works that warnings are based on, from an answer that may be mixed up.

    Attributes:
        works: the registered works of all these DOIs, by that answer.
        alone: the DOIs of works with a retraction or an expression of concern; each is confirmed by
            a single request.
        disagreeing: DOIs cited as a different work, in order of appearance.
        agreeing: DOIs whose citations agree with the record.
    """

    works: Mapping[Doi, Work] = {}
    alone: tuple[Doi, ...] = ()
    disagreeing: tuple[Doi, ...] = ()
    agreeing: tuple[Doi, ...] = ()

    @property
    def names(self) -> tuple[Doi, ...]:
        """The DOIs to confirm."""
        return (*self.alone, *self.disagreeing)


class ControlledList(NamedTuple):
    """DOIs to request together.

    Attributes:
        agency: the registration agency of all these DOIs.
        accused: the DOIs to confirm.
        controls: DOIs with known records, because they are samples or because their citations
            agree; a list is reliable if it returns these records.
    """

    agency: str
    accused: tuple[Doi, ...]
    controls: tuple[Doi, ...]

    @property
    def names(self) -> tuple[Doi, ...]:
        """All DOIs of the list."""
        return (*self.accused, *self.controls)


class Questions(NamedTuple):
    """The requests that confirm warnings; DOIs without confirmation are then requested alone.

    Attributes:
        samples: DOIs that are requested alone; if these answers differ from earlier ones, which
            came from lists, lists are not reliable.
        alone: the DOIs to request alone before the lists, including the samples.
        lists: the DOIs to request together, with controls.
    """

    samples: tuple[Doi, ...] = ()
    alone: tuple[Doi, ...] = ()
    lists: tuple[ControlledList, ...] = ()


def plan_questions(accusations: Accusations) -> Questions:
    """Return the DOIs to request alone, and the lists of the others, with controls."""
    works = accusations.works
    agreeing = _by_agency(accusations.agreeing, works)
    counts = Counter(map(_facts, works.values()))
    samples: list[Doi] = []
    lists: list[ControlledList] = []
    for agency, accused in _by_agency(accusations.disagreeing, works).items():
        accused.sort(key=lambda name: counts[_facts(works[name])] == 1)
        some, of_agency = _sampled(agency, accused, agreeing.get(agency, []))
        samples += some
        lists += of_agency
    listed = {name for several in lists for name in several.accused}
    rest = [name for name in accusations.disagreeing if name not in listed]
    return Questions(tuple(samples), (*accusations.alone, *rest), tuple(lists))


def _sampled(
    agency: str, accused: list[Doi], agreeing: list[Doi]
) -> tuple[list[Doi], list[ControlledList]]:
    """Return the samples of an agency, and its lists; none if there are too few DOIs.

    Each list has a sample of its own among its controls, so that long lists have more samples.
    """
    count = len(list(chunks(accused, LISTED, MOST_BYTES // 2)))
    samples = accused[: max(SAMPLES, count)]
    width = min(CONTROLS, len(agreeing))
    lists: list[ControlledList] = []
    for number, some in enumerate(chunks(accused[len(samples) :], LISTED, MOST_BYTES // 2)):
        start = number * CONTROLS % max(len(agreeing), 1)
        sample, *others = *samples[number:], *samples[:number]
        known = [sample, *(agreeing * 2)[start : start + width], *others]
        controls = next(chunks(known, CONTROLS, MOST_BYTES // 2))
        if len(controls) >= SAMPLES and len(some) >= _FEWEST_LISTED:
            lists.append(ControlledList(agency, some, controls))
    return samples, lists


def _by_agency(names: Iterable[Doi], works: Mapping[Doi, Work]) -> dict[str, list[Doi]]:
    """Return the DOIs that fit in lists, by agency, shuffled in the same way in each run."""
    found: dict[str, list[Doi]] = {}
    for name in sorted(filter(may_list, names), key=lambda doi: crc32(doi.key.encode())):
        found.setdefault(works[name].agency, []).append(name)
    return found


def lists_are_reliable(
    questions: Questions, before: Mapping[Doi, Work], alone: Mapping[Doi, WorkOutcome]
) -> bool:
    """Return whether the samples, requested alone, have the same records as before."""
    differing = sum(not _is_same(before[name], alone.get(name)) for name in questions.samples)
    return differing <= _DIFFERING * len(questions.samples)


def confirmed(
    repeated: ControlledList,
    before: Mapping[Doi, Work],
    alone: Mapping[Doi, WorkOutcome],
    listed: Mapping[Doi, Work],
) -> tuple[Doi, ...]:
    """Return the DOIs for which a list has the same record as the first answer.

    Args:
        repeated: the list that was requested a second time.
        before: the works by the first answer.
        alone: the answers for DOIs that were requested alone.
        listed: the works by the answer to this list.

    Returns:
        The DOIs; empty if the list is not reliable: a control has a different record than before,
        or too few controls have one.
    """
    known = {
        name: _known_before(name, before, alone) for name in repeated.controls if name in listed
    }
    if len(known) < SAMPLES or any(
        work is None or _facts(work) != _facts(listed[name]) for name, work in known.items()
    ):
        return ()
    return tuple(
        name
        for name in repeated.accused
        if name in listed and _facts(before[name]) == _facts(listed[name])
    )


def _known_before(
    name: Doi, before: Mapping[Doi, Work], alone: Mapping[Doi, WorkOutcome]
) -> Work | None:
    """Return the record of a control, from its single request if there was one; None: it failed."""
    if name not in alone:
        return before[name]
    answer = alone[name]
    return answer.work if isinstance(answer, KnownWork) else None


def _is_same(work: Work, answer: WorkOutcome | None) -> bool:
    return isinstance(answer, KnownWork) and _facts(answer.work) == _facts(work)


def _facts(work: Work) -> Work:
    """Return the comparable facts of a work: single records have one more date than lists.

    A record that was read by an older version has no details for bibliographies.
    """
    details = Work()
    return work.replace(
        as_of=0.0,
        years=work.years[:1],
        date=details.date,
        isbn=details.isbn,
        edition=details.edition,
        place=details.place,
        resource=details.resource,
    )
