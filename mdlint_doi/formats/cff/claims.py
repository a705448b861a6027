"""The parts of a CITATION.cff -> claims: what each says of the work of its `doi`.

The file itself, `preferred-citation` and each of `references` name a work (Citation File Format
1.2.0). `identifiers` name others, often all versions together, and are not judged. The scalars are
read once more, and only where works are asked for.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from mdlint_doi.formats.protocol import FormatSyntaxError
from mdlint_doi.formats.yaml_text import Path, Style, YamlScalar, read_scalars
from mdlint_doi.lint.model import Mention
from mdlint_doi.names.doi import Doi
from mdlint_doi.text.source import Source
from mdlint_doi.text.span import Span
from mdlint_doi.works.claim import Claim
from mdlint_doi.works.fields import claim_of_fields
from mdlint_doi.works.work import Person

_NAME: Final = "doi"
_TITLES: Final = ("title", "translated-title")
_YEARS: Final = ("year", "date-released", "date-published", "issue-date")
_CONTAINERS: Final = ("journal", "collection-title", "conference.name")
_NOTES: Final = ("notes", "status", "abstract")


def claims_in(source: Source, mentions: Sequence[Mention]) -> Iterator[Claim]:
    """Yield what the parts of a file say of the works of the mentions in them."""
    try:
        scalars = [
            one
            for one in read_scalars(source.text)
            if not one.is_key and one.style is not Style.ALIAS
        ]
    except FormatSyntaxError:
        return
    owners = {one.span.start: one.path[:-1] for one in scalars if one.path[-1:] == (_NAME,)}
    parts: dict[Path, list[YamlScalar]] = {}
    for one in scalars:
        for depth in {len(one.path) - 1, len(one.path) - 2, len(one.path) - 3}:
            if depth >= 0:
                parts.setdefault(one.path[:depth], []).append(one)
    told: dict[Path, Claim] = {}  # a key may stand there twice, and a thousand times
    for mention in mentions:
        before = mention.span.start, mention.span.start - 1  # of a quoted scalar the quote is one
        owner = next((owners[at] for at in before if at in owners), None)
        if owner is not None and mention.doi is not None:
            if owner not in told:
                told[owner] = claim_of_part(None, mention.span, owner, parts.get(owner, []))
            yield told[owner]._replace(doi=mention.doi, span=mention.span)


def claim_of_part(doi: Doi | None, span: Span, owner: Path, scalars: Iterable[YamlScalar]) -> Claim:
    """Return what the part of a file with a path says of its work.

    Args:
        doi: of the work.
        span: where it stands.
        owner: the path.
        scalars: the values in the part.

    """
    depth = len(owner)
    fields: dict[str, str] = {}
    people: dict[int, dict[str, str]] = {}
    for one in scalars:
        rest = one.path[depth:]
        if len(rest) == 3 and rest[0] == "authors" and isinstance(rest[1], int):
            people.setdefault(rest[1], {})[str(rest[2])] = one.value
        elif len(rest) in {1, 2}:
            fields.setdefault(".".join(map(str, rest)), one.value)
    return claim_of_fields(
        doi,
        span,
        titles=[fields[name] for name in _TITLES if fields.get(name)],
        people=[_person(one) for one in people.values()],
        year=" ".join(fields[name] for name in _YEARS if fields.get(name)),
        container=next((fields[name] for name in _CONTAINERS if fields.get(name)), ""),
        volume=fields.get("volume", ""),
        pages=fields.get("start") or fields.get("pages", ""),
        note=" ".join(fields[name] for name in _NOTES if fields.get(name)),
    )


def _person(one: dict[str, str]) -> Person:
    family = " ".join(part for part in (one.get("name-particle"), one.get("family-names")) if part)
    return Person(family, one.get("given-names", ""), one.get("name", "") if not family else "")
