"""DataCite's REST API: lists by `ids=…,…`, and single records.

Sources: support.datacite.org/docs/api; datacite/lupo, `app/models/doi.rb` (the list is cut at every
comma, and a page is 25 unless it is said); limits: 500 requests in 5 minutes, with a contact 1,000;
`spec/metadata_facts.md` section 3.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final
from urllib.parse import quote

from mdlint_doi.lookup.quota import Quota
from mdlint_doi.names.doi import Doi
from mdlint_doi.names.encode import fold
from mdlint_doi.registries.datacite_record import AGENCY, read_work
from mdlint_doi.registries.registry import MOST_RECORDS, OTHER, Registry, Told, written
from mdlint_doi.registries.values import member, objects, text

A_SECOND: Final = 1
A_SECOND_WITH_CONTACT: Final = 3

_FIELDS: Final = (
    "doi,titles,creators,contributors,publicationYear,dates,publisher,container,types,"
    "relatedIdentifiers,version,state"
)


class DataCite(Registry):
    """How DataCite is asked."""

    agency = AGENCY

    def list_target(self, names: Sequence[Doi], *, plainly: bool) -> str:
        """Return the target of a request for several names; `plainly`: for all fields."""
        asked = ",".join(written(name) for name in names)
        fields = "" if plainly else f"&fields%5Bdois%5D={_FIELDS}"
        mailto = f"&{self.mailto}" if self.mailto else ""
        size = f"page%5Bsize%5D={len(names)}"
        return f"{self.path}/dois?ids={asked}&{size}{fields}{mailto}"

    def single_target(self, name: Doi) -> str:
        """Return the target of a request for one name."""
        mailto = f"?{self.mailto}" if self.mailto else ""
        return f"{self.path}/dois/{quote(str(name), safe='')}{mailto}"

    def list_quota(self) -> Quota:
        """Return what the service allows of lists."""
        return Quota(A_SECOND_WITH_CONTACT if self.has_contact else A_SECOND, 1.0, 1)

    def single_quota(self) -> Quota:
        """Return what it allows of requests for one name."""
        return self.list_quota()

    def records(self, answer: object) -> object:
        """Return the records of the answer to a list."""
        return member(answer, "data")

    def record(self, answer: object) -> object:
        """Return the record of the answer for one name."""
        return member(answer, "data")

    def works(self, records: list[object], names: Mapping[str, Doi]) -> Iterator[Told]:
        """Yield the key that each record echoes, and its work; its `id` is the name once more."""
        for record in objects(records, MOST_RECORDS):
            attributes = record.get("attributes")
            key = fold(text(member(attributes, "doi")))
            echoes = fold(text(record.get("id"))) in {"", key}
            if key not in names or not echoes or not isinstance(attributes, dict):
                yield key, OTHER
            else:
                yield key, read_work(attributes, names[key])
