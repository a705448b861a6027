"""The items of a CSL YAML file -> claims: what each says of the work of its `DOI`.

The scalars are read once more, and only where works are asked for.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from mdlint_doi.formats.protocol import FormatSyntaxError
from mdlint_doi.formats.yaml_text import Path, Style, YamlScalar, read_scalars
from mdlint_doi.lint.model import Form, Mention
from mdlint_doi.text.source import Source
from mdlint_doi.text.span import Span
from mdlint_doi.works.claim import Claim
from mdlint_doi.works.fields import claim_of_fields
from mdlint_doi.works.work import Person

_PEOPLE: Final = ("author", "editor")
_DEEPEST: Final = 6


def claims_in(source: Source, mentions: Sequence[Mention]) -> Iterator[Claim]:
    """Yield what the items say of the works of the mentions in them."""
    try:
        scalars = [one for one in read_scalars(source.text) if not one.is_key]
    except FormatSyntaxError:
        return
    owners: dict[int, Path] = {}
    items: dict[Path, list[YamlScalar]] = {}
    for one in scalars:
        if one.style is Style.ALIAS or len(one.path) > _DEEPEST:
            continue
        owner = one.path[:2] if one.path[:1] == ("references",) else one.path[:1]
        owners[one.span.start] = owner
        items.setdefault(owner, []).append(one)
    told: dict[Path, Claim] = {}  # a key may stand there twice, and a thousand times
    for mention in mentions:
        before = mention.span.start, mention.span.start - 1  # of a quoted scalar the quote is one
        owner = next((owners[at] for at in before if at in owners), ())
        if owner and mention.form is Form.FIELD and mention.doi is not None:
            if owner not in told:
                told[owner] = _claim(mention.span, len(owner), items[owner])
            yield told[owner]._replace(doi=mention.doi, span=mention.span)


def _claim(span: Span, depth: int, scalars: list[YamlScalar]) -> Claim:
    fields: dict[str, str] = {}
    people: dict[str, dict[object, dict[str, str]]] = {name: {} for name in _PEOPLE}
    years = []
    for one in scalars:
        name, *rest = map(str, one.path[depth:]) if len(one.path) > depth else ("",)
        if not rest:
            fields.setdefault(name, one.value)
        elif name in people:
            people[name].setdefault(rest[0], {})[rest[-1]] = one.value
        if name == "issued":
            years.append(one.value)
    found = people["author"] or people["editor"]
    return claim_of_fields(
        None,
        span,
        titles=[fields[name] for name in ("title", "original-title") if fields.get(name)],
        people=[_person(one) for one in found.values()],
        year=" ".join(years),
        container=fields.get("container-title", ""),
        volume=fields.get("volume", ""),
        pages=fields.get("page", ""),
        note=fields.get("note", ""),
    )


def _person(one: dict[str, str]) -> Person:
    particle, family = one.get("non-dropping-particle"), one.get("family")
    whole = " ".join(part for part in (particle, family) if part)
    return Person(whole, one.get("given", ""), one.get("literal") or one.get("name", ""))
