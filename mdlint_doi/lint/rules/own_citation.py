"""DOI507: the texts that describe how to cite a project give different DOIs or versions.

These are CITATION.cff, codemeta.json, .zenodo.json, a README with badges or a request to cite, and
a page of the manual about citing (`lint.own_names`). Two DOIs from one registrant may be versions
of one work, which only their records show; in case of doubt, nothing is reported. Zenodo registers
a DOI for all versions of a work, and one for each version (help.zenodo.org, "DOI versioning").
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from mdlint_doi.lint.edits import about_name, name_span
from mdlint_doi.lint.model import Mention, shown, shown_name
from mdlint_doi.lint.own_names import (
    FIELDS,
    Statement,
    base_name,
    is_item,
    passage_of,
    section_before,
    statement_of,
)
from mdlint_doi.lint.registered import known_work
from mdlint_doi.lint.rule import NAMES, NUMBERS, Example, Facts, Need, Problem, Rule
from mdlint_doi.lint.severity import Severity
from mdlint_doi.names.outcome import Missing
from mdlint_doi.names.spelling import ZENODO_PREFIX
from mdlint_doi.text.pattern import pattern
from mdlint_doi.works.work import Work, are_versions, has_versions, work_of_version

if TYPE_CHECKING:
    from mdlint_doi.names.doi import Doi

_RANKS: Final = (*FIELDS, "")
_VERSION: Final = pattern(
    r"""^version:[ \t]*+ (?: "([^"\n]*)" | '([^'\n]*)' | ([^\s"'\#][^\s\#]*) ) [ \t]*(?:\#.*)?$""",
    re.MULTILINE | re.VERBOSE,
)
_VERSION_FIELD: Final = pattern(r"\bversion\s*+=\s*+[\"{]++([^\"{}\n]*)", re.IGNORECASE)
_STATED: Final = pattern(
    r"(?:\bversion\W{0,3}?v?|\bv\.?\ ?)([0-9]{1,9}(?>(?:\.[0-9]{1,9})*))(?!\w|\.[0-9]|-\w)",
    re.IGNORECASE,
)
_OTHER_VERSIONS: Final = pattern(r"licen[sc]e|\bGPL|Apache|schema|Python", re.IGNORECASE)
"""Matches words next to which a number may be the version of something else."""
_NUMBERS: Final = pattern(r"(?:v|version[ ])?([0-9]+(?:\.[0-9]+)*)")
_ALL_VERSIONS: Final = pattern(
    r"""\b(?: concept\ doi
         | doi\W+(?:\w+\W+){0,4}?(?:all|any|every)\ (?:versions?|releases?)
         | collection\ (?:of|for)\ all\ (?:versions|releases)
         | cit(?:e|ing)\ all\ (?:versions|releases) )\b""",
    re.IGNORECASE | re.VERBOSE,
)
_VERSIONED: Final = pattern(
    r"\bversion(?:ed|-specific)? doi\b|\bdoi (?:of|for) version\b", re.IGNORECASE
)
_FOR_EXAMPLE: Final = pattern(
    r"""\b(?: e\.g\. | examples? | instance | version\ you | accompan\w* | used\ (?:in|for|by)
         | older | previous | earlier | former
         | (?:made|produced|generated|computed|obtained|run)\ (?:with|using)
        | (?:code|data|figures|results|scripts)\ (?:and\ \w+\ )?(?:for|from|of)
        | (?:papers|publications|studies|works)\ (?:\w+\ )?us(?:e|ed|ing)
        | (?:specific|particular|each|every|certain|given)\W+(?:\w+\W+)?(?:version|release)s? )""",
    re.IGNORECASE | re.VERBOSE,
)
"""Matches words that announce a version that need not be the current one."""
_HEADING: Final = pattern(
    r"""^(?: \#[ ]+ | <h1[^>\n]*>\s* | (?=[^\n]+\n={3}) ) [^\w\n]*+ (\w+)""",
    re.MULTILINE | re.VERBOSE,
)
_START: Final = 2000
"""The first heading is searched in so many code points."""
_TULIPS: Final = '"Tulips: a simulation" (Marlowe 2024)'
_VERSIONS: Final = (
    ("10.5281/zenodo.7654321", f"{_TULIPS}; version v1.2.0; IsVersionOf 10.5281/zenodo.7654320"),
    ("10.5281/zenodo.7654388", f"{_TULIPS}; version v1.3.0; IsVersionOf 10.5281/zenodo.7654320"),
    ("10.5281/zenodo.7654320", f"{_TULIPS}; HasVersion 10.5281/zenodo.7654321"),
)


def _own_citation(mention: Mention, facts: Facts) -> Iterator[Problem]:
    doi, statement = mention.doi, statement_of(mention)
    if doi is None or statement is None:
        return
    is_request = statement is Statement.REQUEST
    if is_request and not _is_of_project(mention, doi, facts):
        return
    yield from _other_version(mention, doi, facts)
    yield from (_other_request if is_request else _other_name)(mention, doi, facts)


def _other_name(mention: Mention, doi: Doi, facts: Facts) -> Iterator[Problem]:
    """Yield the problem of a file that gives a different DOI than a more important one."""
    here = mention.source.name
    mine = next((own.names for own in facts.own if own.file == here), ())
    if doi != next(iter(mine), None):
        return
    better = (own for own in facts.own if own.names and _rank(own.file) < _rank(here))
    for file in sorted(better, key=lambda own: _rank(own.file)):
        if all(_are_apart(name, other, facts) for name in mine for other in file.names):
            yield _difference(mention, doi, file.file, file.names[0], facts)
            return


def _other_request(mention: Mention, doi: Doi, facts: Facts) -> Iterator[Problem]:
    """Yield the problem of a request to cite another version than that of a file or badge.

    A text that also gives that version or the DOI for all versions, or gives a version as an
    example, is no problem.
    """
    mine = next((own.requested for own in facts.own if own.file == mention.source.name), None)
    files = [own for own in facts.own if any(map(_is_zenodo, own.names))]
    best = min(files, key=lambda own: _rank(own.file), default=None)
    if not mine or best is None:
        return
    if _FOR_EXAMPLE.search(section_before(mention) + passage_of(mention)):
        return
    others = [*filter(_is_zenodo, best.names)]
    right = {*others, *(_whole(other, facts) for other in others)}
    if right.isdisjoint(mine) and all(_are_apart(doi, other, facts) for other in others):
        yield _difference(mention, doi, best.file, others[0], facts)


def _difference(mention: Mention, doi: Doi, file: str, other: Doi, facts: Facts) -> Problem:
    """Return the problem of a DOI that differs from the one that a file or badge gives."""
    name = shown(file[-len(base_name(file)) :])
    gives, here = (name, "this file") if file != mention.source.name else ("the badge", "the text")
    return Problem(
        f"{gives} gives {shown(str(other))} for this project, but {here} gives"
        f" {shown_name(mention)}{_advice(doi, other, facts)}",
        name_span(mention),
    )


def _rank(file: str) -> int:
    """Return the rank of a file by its name; the most important file has the lowest."""
    name = base_name(file)
    return _RANKS.index(name if name in FIELDS else "")


def _is_zenodo(doi: Doi) -> bool:
    return doi.prefix == ZENODO_PREFIX


def _is_of_project(mention: Mention, doi: Doi, facts: Facts) -> bool:
    """Return whether a DOI in a request identifies the project, or one of its versions.

    It has a record that names the same work as the DOI of a file or badge. Without such a DOI, the
    title of the record contains the first word of the README.
    """
    work, whole = _work(doi, facts), _whole(doi, facts)
    if work is None or whole is None:
        return False
    if own := [name for file in facts.own for name in file.names if _is_zenodo(name)]:
        return any(name in {doi, whole} or _whole(name, facts) == whole for name in own)
    heading = _HEADING.search(mention.source.text[:_START])
    is_readme = base_name(mention.source.name).startswith("readme.")
    words = re.split(r"[\W_]+", work.titles.shown.casefold())
    return bool(is_readme and heading and heading[1].casefold() in words)


def _whole(doi: Doi, facts: Facts) -> Doi | None:
    """Return the DOI for all versions of a work; None if its record contains no versions."""
    work = _work(doi, facts)
    return (work_of_version(work) or doi) if work is not None and has_versions(work) else None


def _are_apart(doi: Doi, other: Doi, facts: Facts) -> bool:
    """Return whether it is certain that two DOIs are not versions of one work."""
    if doi == other or any(isinstance(facts.outcome(name), Missing) for name in (doi, other)):
        return False
    works = _work(doi, facts), _work(other, facts)
    if are_versions((doi, works[0]), (other, works[1])):
        return False
    if doi.prefix != other.prefix:
        return True
    # DOIs from one registrant may be versions of one work, unless both records list only others.
    return doi.prefix == ZENODO_PREFIX and all(work and has_versions(work) for work in works)


def _advice(doi: Doi, other: Doi, facts: Facts) -> str:
    """Return the end of the message about two DOIs for one project."""
    first = _work(doi, facts)
    second = _work(other, facts)
    whole = work_of_version(first) if first else None
    if whole is not None and second is not None and whole == work_of_version(second):
        return f", a different version; {shown(str(whole))} is the DOI for all versions"
    return "; use one DOI in all files, and put the DOI of a paper in preferred-citation"


def _work(doi: Doi, facts: Facts) -> Work | None:
    """Return the registered work of a DOI; None if it is not known."""
    return known_work(facts.works.get(doi))


def _other_version(mention: Mention, doi: Doi, facts: Facts) -> Iterator[Problem]:
    """Yield the problem of a DOI for a different version than that stated with it."""
    work, whole = _work(doi, facts), _whole(doi, facts)
    if work is None or whole is None:
        return
    passage, version = _stated(mention)
    is_for_all = _ALL_VERSIONS.search(passage) is not None and not version
    if whole == doi:
        if is_item(mention) and not is_for_all and (version or _VERSIONED.search(passage)):
            words = "is registered for all versions, but this file describes one version"
            yield about_name(mention, words)
    elif _are_different(version, work.version):
        describes = "this citation is of" if passage else "this file describes"
        yield about_name(
            mention,
            f"is registered as version {shown(work.version)}, but {describes} version"
            f" {shown(version)}; {shown(str(whole))} is the DOI for all versions",
        )
    elif is_for_all:
        words = f"is registered as one version; {shown(str(whole))} is the DOI for all versions"
        yield about_name(mention, words)


def _stated(mention: Mention) -> tuple[str, str]:
    """Return the text that describes a DOI, and the version that this text or the file states.

    The text is empty if the file describes one work. The version is empty if none is stated, or
    several are.
    """
    text, statement = mention.source.text, statement_of(mention)
    if statement is Statement.BADGE:
        return "", ""
    if statement is Statement.FIELD and not is_item(mention):
        is_yaml = base_name(mention.source.name).endswith(".cff")
        return "", _version_in_yaml(text) if is_yaml else _version_in_json(text)
    passage = passage_of(mention)
    if field := _VERSION_FIELD.search(passage):
        return passage, field[1].strip()
    stated = [match[1] for match in _STATED.finditer(passage)]
    is_clear = stated and not any(_are_different(stated[0], version) for version in stated)
    return passage, stated[0] if is_clear and not _OTHER_VERSIONS.search(passage) else ""


def _version_in_yaml(text: str) -> str:
    match = _VERSION.search(text)
    return match[1] or match[2] or match[3] or "" if match else ""


@lru_cache(maxsize=2)
def _version_in_json(text: str) -> str:
    import json

    try:
        members = json.loads(text)
    except (ValueError, RecursionError):
        return ""
    stated = members if isinstance(members, dict) else {}
    return str(stated.get("softwareVersion") or stated.get("version") or "")


def _are_different(stated: str, registered: str) -> bool:
    """Return whether two versions are numbers, and neither is the beginning of the other."""
    matches = [_NUMBERS.fullmatch(version.strip().lower()) for version in (stated, registered)]
    numbers = [
        [*map(int, match[1].split(".")[:9])] for match in matches if match and len(match[1]) < 99
    ]
    if len(numbers) < len(matches):
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


def _request(version: str, citation: str = "doi: 10.5281/zenodo.7654320") -> Example:
    text = f"Please cite Tulips (version {version}), https://doi.org/10.5281/zenodo.7654321."
    others = (("CITATION.cff", citation),)
    return Example(text, file="docs/citing.md", others=others, works=_VERSIONS)


OWN_CITATION: Final = Rule(
    code="DOI507",
    name="own-citation",
    severity=Severity.HINT,
    summary="The texts that describe how to cite a project give different DOIs or versions.",
    why=(
        "Readers copy the DOI from the README or the manual, and programs take it from "
        "CITATION.cff, codemeta.json or .zenodo.json, so all of them should lead to the same work. "
        "A paper about the software is a different work and belongs in `preferred-citation`. The "
        "rule compares the DOIs in these files with those of the project's badges and of its "
        "requests to cite it: in the README, in CITATION.bib, and on a page such as "
        "`docs/citing.md`. Zenodo registers one DOI for all versions and one for each version. The "
        "registered works show which DOIs belong together and which version a DOI identifies, so "
        "the rule also reports a DOI next to which a different version is stated. A request may "
        "include papers, data and other software; these are not reported, and neither is a version "
        "that is an example. If the works are not known, nothing is reported about versions."
    ),
    check=_own_citation,
    needs=frozenset({Need.FOLDER}),
    uses=frozenset({Need.WORKS}),
    looks_at=NAMES | NUMBERS,
    silenced_by_lookup=True,
    bad=(
        _badge("doi: 10.21105/joss.09876"),
        _badge("doi: 10.5281/zenodo.7654388", _VERSIONS[:2]),
        _citation("1.3.0"),
        _request("1.3.0"),
        _request("1.2.0", "version: 1.3.0\ndoi: 10.5281/zenodo.7654388"),
    ),
    good=(
        _badge("doi: 10.5281/zenodo.7654320", _VERSIONS),
        _badge("doi: 10.5281/zenodo.7654321\npreferred-citation:\n  doi: 10.21105/joss.09876"),
        _citation("1.2.0"),
        _request("1.2.0"),
    ),
)
