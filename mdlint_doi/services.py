"""The services that a run may use: a table with one row for each service.

A row contains all facts about a service: `ask` uses the form and the pace of requests; `lint` and
`config` use the setting, the environment variable and the trusted host. One class in
`mdlint_doi.ask.readers` parses the answers of each service.

Sources of the paces: crossref.org, "Announcing changes to REST API rate limits"
(10.64000/wadve-3tj60): since 2025-12 5 single records and 1 list a second, with a contact 10 and 3;
support.datacite.org/docs/api: 500 requests in 5 minutes, with a contact 1,000. Further agencies
with records at Crossref: datacite/bolognese, `lib/bolognese/metadata.rb`; content negotiation:
citation.doi.org/docs.html and JaLC's guide, which state no limit.
"""

from __future__ import annotations

from typing import Final, Literal

from mdlint_doi.text.value import Value

_LONGEST_HOST: Final = 253
"""The most characters of a host in the DNS (RFC 1035)."""
_OTHERS: Final = ("JaLC", "mEDRA", "KISTI", "OP")


class Pace(Value):
    """The limits of a service for requests of one kind.

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
        """Return the requests a second, and the requests at the same time."""
        if has_contact:
            return self.with_contact, self.at_once_with_contact
        return self.a_second, self.at_once


class Lists(Value):
    """The limits of requests for several DOIs at once.

    Attributes:
        pace: the pace of requests for lists; None: none is stated, and the server's refusals set
            it.
        most_names: the most DOIs of one list.
        most_bytes: the most bytes of the DOIs of one list.
    """

    pace: Pace | None = None
    most_names: int = 50
    most_bytes: int = 3200


class Days(Value):
    """The number of days for which an answer is valid.

    Attributes:
        fresh: days during which an answer is used without a new request.
        if_unreachable: days during which an answer is used if the service cannot be reached.
        absent: days during which the answer that there is no record is used.
    """

    fresh: float
    if_unreachable: float
    absent: float = 1.0


class Service(Value):
    """A service that answers requests about DOIs.

    Attributes:
        name: a word; the names of the setting and the environment variable are derived from it.
        address: the base of its requests, without a final slash.
        reader: the class for requests and answers, as module and name below
            `mdlint_doi.ask.readers`; empty if functions of the module `name` are used instead.
        answers: the kind of its answers: whether DOIs are registered, their works, or search
            results; the module with this name and `_json` defines the form of the answers in the
            cache.
        agency: the agency whose DOIs it has, by the name in *Which RA*; empty: all agencies.
        others: further agencies whose DOIs it may have; if `agency` is empty, the only ones.
        lists: the limits of requests for several DOIs; None: each request has one DOI.
        singles: the pace of requests for one DOI, or of searches; None: none is stated, and the
            server's refusals set it.
        valid_days: the days for which its answers are valid.
        setting: the setting that names a different address; empty: `name` followed by `-server`.
        accept: the media type of requests.
        redirect_hosts: hosts to which it may redirect; none: no redirect is followed.
        most: the most DOIs of a run that are requested; None: all.
    """

    name: str
    address: str
    reader: str
    answers: Literal["names", "works", "searches"]
    agency: str = ""
    others: tuple[str, ...] = ()
    lists: Lists | None = None
    singles: Pace | None = None
    valid_days: Days = Days(7.0, 30.0)
    setting: str = ""
    accept: str = "application/json"
    redirect_hosts: tuple[str, ...] = ()
    most: int | None = None

    @property
    def key(self) -> str:
        """The setting for a different address: `crossref-server`."""
        return self.setting or f"{self.name}-server"

    @property
    def field(self) -> str:
        """The setting as the name of a field: `crossref_server`."""
        return self.key.replace("-", "_")

    @property
    def variable(self) -> str:
        """The environment variable for a different address: `MDLINT_DOI_CROSSREF_SERVER`."""
        return f"MDLINT_DOI_{self.key.replace('-', '_').upper()}"

    @property
    def host(self) -> str:
        """The host of its address; the settings of a repository may name it."""
        return self.address.partition("://")[2].partition("/")[0]


HANDLES: Final = Service(
    name="handles",
    address="https://doi.org",
    reader="",
    answers="names",
    valid_days=Days(30.0, 30.0, 1.0),
    setting="server",
)
"""The Handle API: one DOI in a request, and the only proof that a DOI is not registered."""
WHICH_RA: Final = Service(
    name="which_ra",
    address=HANDLES.address,
    reader="",
    answers="names",
    lists=Lists(most_names=50, most_bytes=3900),
    valid_days=HANDLES.valid_days,
    setting=HANDLES.setting,
)
"""*Which RA*: the agencies of many DOIs in a request; no proof that a DOI is not registered."""
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
    redirect_hosts=(
        "data.medra.org",
        "japanlinkcenter.org",
        "data.crossref.org",
        "api.crossref.org",
    ),
    most=20,
)
"""Content negotiation at the resolver, which redirects each DOI to the service of its agency."""
CROSSREF_SEARCH: Final = Service(
    name="crossref-search",
    address=CROSSREF.address,
    reader=CROSSREF.reader,
    answers="searches",
    singles=Pace(1, 3, 1, 3),
    valid_days=Days(7.0, 7.0),
    setting=CROSSREF.key,
)
"""Crossref's search; its requests have the limit of lists."""
DATACITE_SEARCH: Final = Service(
    name="datacite-search",
    address=DATACITE.address,
    reader=DATACITE.reader,
    answers="searches",
    singles=Pace(1, 3, 1, 3),
    valid_days=CROSSREF_SEARCH.valid_days,
    setting=DATACITE.key,
)
"""DataCite's search; its requests share the limit of 500 (with a contact 1,000) in 5 minutes."""

SERVICES: tuple[Service, ...] = (
    *(HANDLES, WHICH_RA, CROSSREF, DATACITE, CITEPROC),
    *(CROSSREF_SEARCH, DATACITE_SEARCH),
)


def agencies() -> tuple[Service, ...]:
    """Return the services that have the works of one agency."""
    return tuple(service for service in SERVICES if service.answers == "works" and service.agency)


def holders(agency: str) -> tuple[Service, ...]:
    """Return the services that may have records for an agency that has no service of its own."""
    folded = agency.casefold()
    return tuple(service for service in SERVICES if folded in map(str.casefold, service.others))


def ascii_address(address: str) -> str:
    """Return an address with an internationalized host in its ASCII form (RFC 3490).

    `https://bücher.example` becomes `https://xn--bcher-kva.example`. For any other address, the
    result is empty.
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
    """Return the settings for addresses, each with the first service that uses it."""
    found: dict[str, Service] = {}
    for service in SERVICES:
        found.setdefault(service.key, service)
    return found
