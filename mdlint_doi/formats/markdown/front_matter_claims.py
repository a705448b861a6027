"""Read the front matter of a page about one publication as a reference whose parts have labels.

The fields are those of Hugo's and Jekyll's themes for publications, of Quarto, which also reads the
fields below `citation`, and of Docusaurus.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from mdlint_doi.formats.markdown.front_matter import is_toml, toml_strings
from mdlint_doi.formats.protocol import FormatSyntaxError
from mdlint_doi.formats.yaml_reader import read_scalars
from mdlint_doi.lint.model import Mention
from mdlint_doi.text.source import Source
from mdlint_doi.text.span import Span, is_inside
from mdlint_doi.works.labels import Label
from mdlint_doi.works.runs import Passage, RunKind, TextRun

_Path = tuple[object, ...]
_Read = tuple[dict[Label, list[str]], list[tuple[int, int]]]
"""The values by their label, and the ranges of the values of `doi`."""
_CITATION: Final = "citation"
_LABELS: Final = {
    "title": Label.TITLE,
    **dict.fromkeys(("author", "authors", "creator", "creators"), Label.AUTHORS),
    **dict.fromkeys(("year", "issued", "date"), Label.YEAR),
    **dict.fromkeys(("journal", "publication", "venue", "container-title"), Label.VENUE),
    **dict.fromkeys(("booktitle", "conference"), Label.VENUE),
    "volume": Label.VOLUME,
    "issue": Label.ISSUE,
    **dict.fromkeys(("pages", "page"), Label.PAGES),
}
_NAMES: Final = frozenset({"name", "literal", "family", "given"})
"""The parts of a person that are names; others are addresses and affiliations."""
_DOI: Final = "doi"
_FENCE: Final = len("+++")
_SEVERAL: Final = 2


def front_matter_passage(source: Source, end: int, mentions: Sequence[Mention]) -> Passage | None:
    """Return the front matter as a passage with labels; None if it describes no publication.

    A page describes a publication if its front matter states a title and authors, and either a
    journal or several authors: a page by one author may be about the work of somebody else. If its
    front matter has no DOI at all, it must state a journal.

    Args:
        source: the document.
        end: the offset after the front matter.
        mentions: the mentions in the front matter; empty for a page whose DOI is searched for.
    """
    text = source.text[:end]
    try:
        values, places = _toml(text) if is_toml(text) else _yaml(text)
    except (FormatSyntaxError, tomllib.TOMLDecodeError):
        return None
    named = [mention for mention in mentions if is_inside(mention.span.start, places)]
    several = bool(named) and len(values.get(Label.AUTHORS, ())) >= _SEVERAL
    is_publication = several or Label.VENUE in values
    if (
        (mentions and not named)
        or not is_publication
        or not {Label.TITLE, Label.AUTHORS} <= values.keys()
    ):
        return None
    runs: list[TextRun] = []
    for label, stated in values.items():
        text = ("; " if label is Label.AUTHORS else " ").join(stated)
        runs += (TextRun(RunKind.LABEL, label.value), TextRun(RunKind.PLAIN, text))
    if named:
        runs.append(TextRun(RunKind.LABEL, Label.DOI.value))
        runs += (TextRun(RunKind.DOI, "", mention.span, mention.doi) for mention in named)
    return Passage(tuple(runs), place=Span(0, end))


def _yaml(text: str) -> _Read:
    scalars = [scalar for scalar in read_scalars(text) if not (scalar.document or scalar.is_key)]
    places = [(scalar.span.start, scalar.span.end) for scalar in scalars if _is_doi(scalar.path)]
    return _by_label(
        (scalar.path, scalar.value) for scalar in scalars if not scalar.is_null
    ), places


def _toml(text: str) -> _Read:
    stop = len(text.rstrip()) - _FENCE
    values = tomllib.loads(text[_FENCE:stop])
    written = toml_strings(text, _FENCE, stop - _FENCE)
    places = [(string.whole.start, string.whole.end) for string, is_doi in written if is_doi]
    return _by_label(_flat(values, ())), places


def _flat(value: object, path: _Path) -> Iterator[tuple[_Path, str]]:
    """Yield the values of a mapping with their paths, down to the names of a person."""
    if isinstance(value, Mapping) and len(path) <= len(_NAMES):
        for name, inner in value.items():
            yield from _flat(inner, (*path, name))
    elif isinstance(value, list) and len(path) <= len(_NAMES):
        for number, inner in enumerate(value):
            yield from _flat(inner, (*path, number))
    else:
        yield path, str(value)


def _is_doi(path: _Path) -> bool:
    inner = path[1:] if path[:1] == (_CITATION,) else path
    return len(inner) == 1 and str(inner[0]).lower() == _DOI


def _by_label(values: Iterator[tuple[_Path, str]]) -> dict[Label, list[str]]:
    """Return the values of the fields that describe the work; the parts of a name are joined."""
    found: dict[Label, dict[_Path, str]] = {}
    for path, value in values:
        inner = path[1:] if path[:1] == (_CITATION,) and len(path) > 1 else path
        label = _LABELS.get(str(inner[0]).lower()) if inner else None
        parts = [part for part in inner[1:] if isinstance(part, str)]
        if label is None or not value.strip() or not _NAMES.issuperset(parts):
            continue
        person = (inner[0], *(part for part in inner[1:] if not isinstance(part, str)))
        before = found.setdefault(label, {}).get(person, "")
        is_family = bool(before) and "family" in parts
        whole = f"{before} {value}" if is_family or not before else f"{value} {before}"
        found[label][person] = whole.strip()
    return {label: [*people.values()] for label, people in found.items()}
