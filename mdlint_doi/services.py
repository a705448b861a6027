"""Whom a run may ask: a table, one row a service.

What stands in a row is all that the rest needs to know: `ask` takes from it how a service is asked
and at which pace, `lint` and `config` its setting, its environment variable and its trusted host.
The answers of a row are read by one class, below `mdlint_doi.ask.readers`.

Sources of the paces: crossref.org, "Announcing changes to REST API rate limits"
(10.64000/wadve-3tj60): since 2025-12 5 single records and 1 list a second, with a contact 10 and 3;
support.datacite.org/docs/api: 500 requests in 5 minutes, with a contact 1,000. Whose names Crossref
holds beside its own: datacite/bolognese, `lib/bolognese/metadata.rb`; content negotiation:
citation.doi.org/docs.html, and JaLC's guide to it, which state no limit.
"""

from __future__ import annotations

from typing import Final, Literal

from mdlint_doi.text.value import Value

_LONGEST_HOST: Final = 253
"""Characters of a host, as the DNS allows them (RFC 1035)."""
_OTHERS: Final = ("JaLC", "mEDRA", "KISTI", "OP")


class Pace(Value):
    """How many requests of one kind a service allows.

    Attributes:
        a_second: requests a second of a user who gives no address.
        with_contact: requests a second of a user who gives an address (the setting `contact`).
        at_once: requests under way at the same time.
        at_once_with_contact: requests under way at the same time, for a user who gives an address.
    """

    a_second: int
    with_contact: int
    at_once: int = 1
    at_once_with_contact: int = 1

    def of(self, *, has_contact: bool) -> tuple[int, int]:
        """Return requests a second, and at once."""
        if has_contact:
            return self.with_contact, self.at_once_with_contact
        return self.a_second, self.at_once


class Lists(Value):
    """Questions for several names.

    Attributes:
        pace: the pace of requests for lists; None: none is stated, and the server's refusals set
            it.
        most_names: names in one list, at most.
        most_bytes: bytes of the names of one list, at most.
    """

    pace: Pace | None = None
    most_names: int = 50
    most_bytes: int = 3200


class Days(Value):
    """For how many days an answer is believed.

    Attributes:
        fresh: days during which an answer is used and nobody is asked.
        at_all: days during which an answer is used if nobody can be asked.
        absent: days during which it is believed that there is no record.
    """

    fresh: float
    at_all: float
    absent: float = 1.0


class Service(Value):
    """A row.

    Attributes:
        name: a word, from which the names of setting and variable are made.
        address: the base of its requests, without a final slash.
        reader: the class that asks and reads, as module and name below `mdlint_doi.ask.readers`;
            empty: functions of the module `name`.
        answers: whether names are registered, what works they are, or which works are found; the
            module with this name and `_json` says how the answers are kept.
        agency: whose names it holds, as Which RA calls it; empty: everybody's.
        others: further agencies, of whose names it may have a record; of those alone without an
            `agency`.
        lists: how several names are asked at once; None: each is asked alone.
        singles: the pace of requests for one name, or of searches; None: none is stated, and the
            server's refusals set it.
        believed: for how many days its answers are used.
        setting: the setting that names a different address; empty: `name` followed by `-server`.
        accept: the media type that it is asked for.
        leads_to: hosts to which it may lead; none: it is not followed anywhere.
        most: names that it is asked for in a run; None: all.
    """

    name: str
    address: str
    reader: str
    answers: Literal["names", "works", "searches"]
    agency: str = ""
    others: tuple[str, ...] = ()
    lists: Lists | None = None
    singles: Pace | None = None
    believed: Days = Days(7.0, 30.0)
    setting: str = ""
    accept: str = "application/json"
    leads_to: tuple[str, ...] = ()
    most: int | None = None

    @property
    def key(self) -> str:
        """The setting that names another address: `crossref-server`."""
        return self.setting or f"{self.name}-server"

    @property
    def field(self) -> str:
        """The same as the field of a value: `crossref_server`."""
        return self.key.replace("-", "_")

    @property
    def variable(self) -> str:
        """The environment variable that does: `MDLINT_DOI_CROSSREF_SERVER`."""
        return f"MDLINT_DOI_{self.key.replace('-', '_').upper()}"

    @property
    def host(self) -> str:
        """The host of its address, which a repository's settings may name."""
        return self.address.partition("://")[2].partition("/")[0]


HANDLES: Final = Service(
    name="handles",
    address="https://doi.org",
    reader="",
    answers="names",
    believed=Days(30.0, 30.0, 1.0),
    setting="server",
)
"""The Handle API: one name a request, and the only proof that a name is missing."""
WHICH_RA: Final = Service(
    name="which_ra",
    address=HANDLES.address,
    reader="",
    answers="names",
    lists=Lists(most_names=50, most_bytes=3900),
    believed=HANDLES.believed,
    setting=HANDLES.setting,
)
"""Which RA: the Agencies of many names a request, and no proof that a name is missing."""
CROSSREF: Final = Service(
    name="crossref",
    address="https://api.crossref.org",
    reader="crossref:Crossref",
    answers="works",
    agency="Crossref",
    others=_OTHERS,
    lists=Lists(Pace(1, 3, 1, 3)),
    singles=Pace(5, 10, 1, 3),
)
DATACITE: Final = Service(
    name="datacite",
    address="https://api.datacite.org",
    reader="datacite:DataCite",
    answers="works",
    agency="DataCite",
    lists=Lists(Pace(1, 3)),
    singles=Pace(1, 3),
)
CITEPROC: Final = Service(
    name="citeproc",
    address=HANDLES.address,
    reader="citeproc:Citeproc",
    answers="works",
    others=_OTHERS,
    singles=Pace(1, 1),
    setting=HANDLES.setting,
    accept="application/vnd.citationstyles.csl+json",
    leads_to=("data.medra.org", "japanlinkcenter.org", "data.crossref.org", "api.crossref.org"),
    most=20,
)
"""Content negotiation at the resolver: one name a request, which leads to the agency's service."""
CROSSREF_SEARCH: Final = Service(
    name="crossref-search",
    address=CROSSREF.address,
    reader=CROSSREF.reader,
    answers="searches",
    singles=Pace(1, 3, 1, 3),
    believed=Days(7.0, 7.0),
    setting=CROSSREF.key,
)
"""Crossref's search: the kind of request that counts as a list."""
DATACITE_SEARCH: Final = Service(
    name="datacite-search",
    address=DATACITE.address,
    reader=DATACITE.reader,
    answers="searches",
    singles=Pace(1, 3, 1, 3),
    believed=CROSSREF_SEARCH.believed,
    setting=DATACITE.key,
)
"""DataCite's search: 500 in 5 minutes, with a contact 1,000, together with all other requests."""

SERVICES: tuple[Service, ...] = (
    *(HANDLES, WHICH_RA, CROSSREF, DATACITE, CITEPROC),
    *(CROSSREF_SEARCH, DATACITE_SEARCH),
)


def agencies() -> tuple[Service, ...]:
    """Return the services that say what the names of an Agency are registered as."""
    return tuple(one for one in SERVICES if one.answers == "works" and one.agency)


def holders(agency: str) -> tuple[Service, ...]:
    """Return the services that may have records of the names of an agency that has none."""
    folded = agency.casefold()
    return tuple(one for one in SERVICES if folded in map(str.casefold, one.others))


def ascii_address(address: str) -> str:
    """Return an address with a host in other letters as the DNS has it (RFC 3490).

    Such as `https://xn--bcher-kva.example` of `https://bücher.example`; empty for any other.
    """
    scheme, _, rest = address.partition("://")
    host, slash, path = rest.partition("/")
    if host.isascii() or len(host) > _LONGEST_HOST or "@" in host or not path.isascii():
        return ""
    try:
        return f"{scheme}://{host.encode('idna').decode('ascii')}{slash}{path}"
    except UnicodeError:
        return ""


def servers() -> dict[str, Service]:
    """Return the settings that name whom to ask, and the first service that each is about."""
    found: dict[str, Service] = {}
    for one in SERVICES:
        found.setdefault(one.key, one)
    return found
