"""Reading what the Which RA service says of a list of names.

It answers HTTP 200 with an array in the order of the question: `{"DOI", "RA"}` for a registered
name, `{"DOI", "status"}` for all else. Only the first proves anything: "DOI does not exist" was
seen while an agency's server was down. So a name has an Agency here, and is registered, or
nothing was learned.

Source: DOI Handbook, "Which RA? Service"; the order and the array were recorded by others.
"""

from __future__ import annotations

from collections.abc import Sequence

from mdlint_doi.names.encode import fold
from mdlint_doi.names.outcome import Unknown, read_json, read_trouble


def read_agencies(
    status: int,
    body: bytes,
    asked: Sequence[str],
) -> tuple[str | None, ...] | Unknown:
    """Return the Registration Agency of each thing asked, None where there is none.

    Args:
        status: of the HTTP response.
        body: of the response, not compressed.
        asked: names or prefixes, in the order of the question.

    Returns:
        one member for each of `asked`; none at all for an answer of another form; Unknown where
        asking again may help.

    """
    trouble = read_trouble(status, body)
    if trouble is not None and status != 404:
        return trouble
    answer = read_json(body) if status == 200 else None
    if not isinstance(answer, list) or len(answer) != len(asked):
        return ()
    return tuple(_agency(item, name) for item, name in zip(answer, asked, strict=True))


def _agency(item: object, name: str) -> str | None:
    """Return the Agency of one member, if it is about `name` and says nothing else."""
    if not isinstance(item, dict) or "status" in item:
        return None
    echo, agency = item.get("DOI"), item.get("RA")
    if not isinstance(echo, str) or fold(echo) != fold(name) or not isinstance(agency, str):
        return None
    return agency.encode("utf-8", "backslashreplace").decode("utf-8")[:100].strip() or None
