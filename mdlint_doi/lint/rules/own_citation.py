"""DOI507: the files in a folder that describe how to cite a project give different DOIs.

These files are CITATION.cff, codemeta.json, .zenodo.json and a README with a Zenodo badge. Two DOIs
from one registrant may be versions of one work, which only their records show; in case of doubt,
nothing is reported. Zenodo registers a DOI for all versions of a work, and one for each version
(help.zenodo.org, "DOI versioning").
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Final

from mdlint_doi.lint.edits import about_name, name_span
from mdlint_doi.lint.model import Form, Mention, shown, shown_name
from mdlint_doi.lint.placeholders import is_placeholder
from mdlint_doi.lint.rule import (
    NAMES,
    Example,
    Facts,
    Need,
    Problem,
    Rule,
    base_name,
    may_give_own_name,
)
from mdlint_doi.lint.severity import Severity
from mdlint_doi.names.outcome import Missing
from mdlint_doi.names.spelling import ZENODO_PREFIX
from mdlint_doi.text.pattern import pattern
from mdlint_doi.works.work import KnownWork, Work, are_versions, has_versions, work_of_version

if TYPE_CHECKING:
    from mdlint_doi.names.doi import Doi

_FIELDS: Final = {
    "citation.cff": pattern(r"doi|identifiers\[[0-9]+\]\.value"),
    "codemeta.json": pattern(r"@?id|identifier(?:\[[0-9]+\])?(?:\.(?:value|@?id))?"),
    ".zenodo.json": pattern(r"doi"),
}
"""The fields for the DOI of the project itself; the most important file comes first."""
_IDENTIFIERS: Final = "identifiers["
_RANKS: Final = (*_FIELDS, "")
_BADGE: Final = "zenodo.org/badge/doi/"
_NEAR: Final = 300
"""The maximum distance between a badge and the link around it, in code points."""
_VERSION: Final = pattern(
    r"""^version:[ \t]*+ (?: "([^"\n]*)" | '([^'\n]*)' | ([^\s"'\#][^\s\#]*) ) [ \t]*(?:\#.*)?$""",
    re.MULTILINE | re.VERBOSE,
)
_NUMBERS: Final = pattern(r"(?:v|version[ ])?([0-9]+(?:\.[0-9]+)*)")
_TULIPS: Final = '"Tulips: a simulation" (Marlowe 2024)'
_VERSIONS: Final = (
    ("10.5281/zenodo.7654321", f"{_TULIPS}; version v1.2.0; IsVersionOf 10.5281/zenodo.7654320"),
    ("10.5281/zenodo.7654388", f"{_TULIPS}; version v1.3.0; IsVersionOf 10.5281/zenodo.7654320"),
    ("10.5281/zenodo.7654320", f"{_TULIPS}; HasVersion 10.5281/zenodo.7654321"),
)


def own_names(mentions: Iterable[Mention]) -> tuple[Doi, ...]:
    """Return the DOIs of the project itself in a file, given its mentions; none if unclear.

    It is unclear if a README has badges with several DOIs, or if a CITATION.cff has only
    `identifiers`, and one of these may be a paper.
    """
    own = [one for one in mentions if _is_own(one)]
    names = tuple(dict.fromkeys(one.doi for one in own if one.doi is not None))
    labels = [one.container.label if one.container else "" for one in own]
    if not all(labels) and len(names) > 1:
        return ()
    is_list = all(one.startswith(_IDENTIFIERS) for one in labels)
    return () if is_list and any(one.prefix != ZENODO_PREFIX for one in names) else names


def _is_own(mention: Mention) -> bool:
    doi = mention.doi
    field = _FIELDS.get(base_name(mention.source.name))
    if doi is None or doi.is_short or is_placeholder(doi):
        return False
    if field is not None:
        container = mention.container if mention.form in {Form.FIELD, Form.VALUE} else None
        is_name = mention.form is Form.FIELD or base_name(mention.source.name) == "codemeta.json"
        return bool(container and is_name and field.fullmatch(container.label))
    start, end = mention.span
    around = mention.source.text[max(0, start - _NEAR) : end + _NEAR].lower()
    return mention.form.is_link and f"{_BADGE}{doi.key}.svg" in around


def _own_citation(mention: Mention, facts: Facts) -> Iterator[Problem]:
    doi = mention.doi
    here = mention.source.name
    if doi is None or not may_give_own_name(here) or not _is_own(mention):
        return
    yield from _other_version(mention, doi, facts)
    mine = next((one.names for one in facts.own if one.file == here), ())
    if doi != next(iter(mine), None):
        return
    better = (one for one in facts.own if one.names and _rank(one.file) < _rank(here))
    for file in sorted(better, key=lambda one: _rank(one.file)):
        if all(_are_apart(one, other, facts) for one in mine for other in file.names):
            name = file.file[-len(base_name(file.file)) :]
            other = file.names[0]
            yield Problem(
                f"{shown(name)} gives {shown(str(other))} for this project, but this file gives"
                f" {shown_name(mention)}{_advice(doi, other, facts)}",
                name_span(mention),
            )
            return


def _rank(file: str) -> int:
    name = base_name(file)
    return _RANKS.index(name if name in _FIELDS else "")


def _are_apart(one: Doi, other: Doi, facts: Facts) -> bool:
    """Return whether it is certain that two DOIs are not versions of one work."""
    if one == other or any(isinstance(facts.outcome(doi), Missing) for doi in (one, other)):
        return False
    works = _work(one, facts), _work(other, facts)
    if are_versions((one, works[0]), (other, works[1])):
        return False
    if one.prefix != other.prefix:
        return True
    # DOIs from one registrant may be versions of one work, unless both records list only others.
    return one.prefix == ZENODO_PREFIX and all(work and has_versions(work) for work in works)


def _advice(one: Doi, other: Doi, facts: Facts) -> str:
    first = _work(one, facts)
    second = _work(other, facts)
    whole = work_of_version(first) if first else None
    if whole is not None and second is not None and whole == work_of_version(second):
        return f", a different version; {shown(str(whole))} is the DOI for all versions"
    return "; use one DOI in all files, and put the DOI of a paper in preferred-citation"


def _work(doi: Doi, facts: Facts) -> Work | None:
    known = facts.works.get(doi)
    return known.work if isinstance(known, KnownWork) else None


def _other_version(mention: Mention, doi: Doi, facts: Facts) -> Iterator[Problem]:
    """Yield the problem of a DOI for a different version than that stated in a CITATION.cff."""
    work = _work(doi, facts)
    whole = work_of_version(work) if work else None
    is_main = mention.container is not None and mention.container.label == "doi"
    stated = _VERSION.search(mention.source.text) if whole and is_main else None
    version = (stated[1] or stated[2] or stated[3] or "") if stated else ""
    if work is not None and whole is not None and _are_different(version, work.version):
        yield about_name(
            mention,
            f"is registered as version {shown(work.version)}, but this file describes version"
            f" {shown(version)}; {shown(str(whole))} is the DOI for all versions",
        )


def _are_different(stated: str, registered: str) -> bool:
    """Return whether two versions are numbers, and neither is the beginning of the other."""
    found = [_NUMBERS.fullmatch(one.strip().lower()) for one in (stated, registered)]
    numbers = [[*map(int, one[1].split(".")[:9])] for one in found if one and len(one[1]) < 99]
    if len(numbers) < len(found):
        return False
    shorter = min(map(len, numbers))
    return numbers[0][:shorter] != numbers[1][:shorter]


def _badge(citation: str, works: tuple[tuple[str, str], ...] = ()) -> Example:
    badge = "https://zenodo.org/badge/DOI/10.5281/zenodo.7654321.svg"
    return Example(
        f"[![DOI]({badge})](https://doi.org/10.5281/zenodo.7654321)",
        file="README.md",
        others=(("CITATION.cff", citation),),
        works=works,
    )


def _citation(version: str) -> Example:
    text = f"version: {version}\ndoi: 10.5281/zenodo.7654321"
    return Example(text, file="CITATION.cff", works=_VERSIONS[:1])


OWN_CITATION: Final = Rule(
    code="DOI507",
    name="own-citation",
    severity=Severity.HINT,
    summary="The files that describe how to cite a project give different DOIs.",
    why=(
        "Readers copy the DOI from the badge, and programs take it from CITATION.cff, "
        "codemeta.json or .zenodo.json, so all of them should lead to the same work. A paper about "
        "the software is a different work and belongs in `preferred-citation`. The rule compares "
        "the DOIs that the files in one folder give for the project; in a README, this is the DOI "
        "of the Zenodo badge. Zenodo registers one DOI for all versions and one for each version. "
        "The registered works show which DOIs belong together and which version a DOI identifies. "
        "If this is not known, nothing is reported."
    ),
    check=_own_citation,
    needs=frozenset({Need.FOLDER}),
    looks_at=NAMES,
    silenced_by_lookup=True,
    bad=(
        _badge("doi: 10.21105/joss.09876"),
        _badge("doi: 10.5281/zenodo.7654388", _VERSIONS[:2]),
        _citation("1.3.0"),
    ),
    good=(
        _badge("doi: 10.5281/zenodo.7654320", _VERSIONS),
        _badge("doi: 10.5281/zenodo.7654321\npreferred-citation:\n  doi: 10.21105/joss.09876"),
        _citation("1.2.0"),
    ),
)
