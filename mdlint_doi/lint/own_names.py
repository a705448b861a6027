"""Find the DOIs under which the files of a project say that it should be cited.

A project states its DOI in data files, in the badges of its README, and in requests to cite it: in
a README, in a page of its manual about citing, and in CITATION.bib. A request may also ask readers
to cite a paper or other software, so only DOIs from Zenodo count in it, and only records show
whether they belong to the project. Zenodo's badges contain the DOI or the number of the repository
at GitHub (help.zenodo.org, "GitHub badges").
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from enum import StrEnum
from typing import Final

from mdlint_doi.lint.model import Form, Mention
from mdlint_doi.lint.placeholders import is_placeholder
from mdlint_doi.names.doi import Doi
from mdlint_doi.names.spelling import ZENODO_PREFIX
from mdlint_doi.text.pattern import pattern
from mdlint_doi.text.value import Value

FIELDS: Final = {
    "citation.cff": pattern(r"doi|identifiers\[[0-9]+\]\.value"),
    "codemeta.json": pattern(r"@?id|identifier(?:\[[0-9]+\])?(?:\.(?:value|@?id))?"),
    ".zenodo.json": pattern(r"doi"),
}
"""The fields for the DOI of the project itself; the most important file comes first."""
_IDENTIFIERS: Final = "identifiers["
_CITING: Final = pattern(
    r"(?:how[-_ ]?to[-_ ]?)?cit(?:e|ing|ations?)(?:[-_ ].*)?\.(?:md|markdown|myst|qmd|rst|txt|bib)"
)
_MANUAL: Final = pattern(
    r"(?:.*/|\A)(?=(?:docs?|documentation|manual|website|site)/)", re.DOTALL | re.IGNORECASE
)
"""Matches the folder that contains the folder of a manual."""
_NEAR: Final = 300
"""The maximum distance between a badge and the link around it, in code points."""
_SHORT: Final = 80
"""The maximum distance between a picture and the address of the link around it."""
_LONG: Final = 1500
"""The maximum distance between a DOI and the heading or the words that ask for a citation."""
_MOST: Final = 50
"""A file with more DOIs lists works, and not only those of its project."""
_BADGE: Final = "zenodo.org/badge/doi/"
_SHIELD: Final = "img.shields.io/badge/"
_RECORD: Final = "zenodo.org/record"
_BY_NUMBER: Final = pattern(r"zenodo\.org/badge/[0-9]+(?:\.svg)?\b")
_CITE: Final = pattern(r"\bcit(?:e|ed|ing|ations?)\b", re.IGNORECASE)
_HEADING: Final = pattern(
    r"""^(?: \#{1,6}[ ] | <h[1-6]\b | [^\s].*\n([=\-~^"'*+\#])\1{2,}[ \t]*$ )""",
    re.MULTILINE | re.VERBOSE,
)
_BORDER: Final = pattern(r"\n[ \t]*(?:\n|(?:[-*+]|[0-9]{1,3}[.)])[ \t])")
"""Matches the end of a paragraph, or the beginning of an item."""
_KEY: Final = pattern(r"\n(?=[\w-]+:)")
_ZENODO: Final = pattern(r"zenodo(?:\.|\.org/records?/)([0-9]+)", re.IGNORECASE)


class Statement(StrEnum):
    """How a file states the DOI of its project."""

    FIELD = "field"
    """A field of a data file."""
    BADGE = "badge"
    """A badge in a README."""
    REQUEST = "request"
    """A request to cite the project, perhaps among other works."""


class OwnNames(Value):
    """The DOIs that a file gives as its own project's DOIs.

    Attributes:
        file: the path of the file.
        names: the DOIs in fields or badges, in order; empty if it is unclear which one is meant.
        requested: the DOIs in requests to cite the project.
    """

    file: str
    names: tuple[Doi, ...] = ()
    requested: frozenset[Doi] = frozenset()


def base_name(path: str) -> str:
    """Return the last part of a path, in lower case."""
    return path.lower().replace("\\", "/").rpartition("/")[2]


def may_give_own_name(path: str) -> bool:
    """Return whether a file may contain the DOI under which its project should be cited."""
    name = base_name(path)
    return name in FIELDS or name.startswith("readme.") or _is_about_citing(name)


def _is_about_citing(name: str) -> bool:
    """Return whether a page or bibliography is only about citing its project, by its name."""
    return "cit" in name and _CITING.fullmatch(name) is not None


def project_folder(path: str) -> str:
    """Return the folder of the project to which a file belongs.

    A page about citing belongs to the project whose manual contains it.
    """
    whole = path.replace("\\", "/")
    folder = whole.rpartition("/")[0]
    is_page = _is_about_citing(base_name(path))
    manual = _MANUAL.match(folder + "/") if is_page else None
    return manual[0].rstrip("/") if manual else folder


def own_names(file: str, mentions: Iterable[Mention]) -> OwnNames | None:
    """Return the DOIs of the project itself in a file, given its mentions; None if there are none.

    It is unclear which DOI is meant if a README has badges with several DOIs, if a CITATION.cff has
    only `identifiers`, and one of these may be a paper, or if a file has dozens of DOIs.
    """
    stated = [(statement, mention) for mention in mentions if (statement := statement_of(mention))]
    sure = [mention for statement, mention in stated if statement is not Statement.REQUEST]
    requested = [mention for statement, mention in stated if statement is Statement.REQUEST]
    names = tuple(dict.fromkeys(_dois(sure)))
    labels = [mention.container.label if mention.container else "" for mention in sure]
    is_list = all(label.startswith(_IDENTIFIERS) for label in labels)
    is_unclear = (not all(labels) and len(names) > 1) or len(names) > _MOST
    if is_unclear or (is_list and any(name.prefix != ZENODO_PREFIX for name in names)):
        names = ()
    own = OwnNames(file, names, frozenset(_dois(requested)))
    return own if own.names or own.requested else None


def _dois(mentions: Iterable[Mention]) -> Iterator[Doi]:
    return (mention.doi for mention in mentions if mention.doi is not None)


def statement_of(mention: Mention) -> Statement | None:
    """Return how a mention states the DOI of its project; None if it does not."""
    doi, file = mention.doi, base_name(mention.source.name)
    if doi is None or doi.is_short or is_placeholder(doi):
        return None
    if (field := FIELDS.get(file)) is not None:
        container = mention.container if mention.form in {Form.FIELD, Form.VALUE} else None
        is_name = mention.form is Form.FIELD or file == "codemeta.json"
        is_own = container is not None and is_name and field.fullmatch(container.label)
        return Statement.FIELD if is_own else None
    is_readme = file.startswith("readme.")
    if is_readme and _is_badge(mention, doi):
        return Statement.BADGE
    if doi.prefix == ZENODO_PREFIX and mention.form is not Form.LINK_TEXT:
        asks = _is_about_citing(file) or (is_readme and _CITE.search(section_before(mention)))
        return Statement.REQUEST if asks else None
    return None


def is_item(mention: Mention) -> bool:
    """Return whether a mention is an item of `identifiers` in CITATION.cff."""
    return mention.container is not None and mention.container.label.startswith(_IDENTIFIERS)


def _is_badge(mention: Mention, doi: Doi) -> bool:
    """Return whether a mention is a badge of the project.

    Badges of other kinds may show the DOI of a paper, so there only Zenodo's DOIs count.
    """
    picture = _picture(mention)
    if f"{_BADGE}{doi.key}.svg" in picture:
        return True
    is_shield = _SHIELD in picture and doi.key.rpartition("/")[2] in picture
    is_numbered = _BY_NUMBER.search(picture) is not None
    is_certain = doi.prefix == ZENODO_PREFIX and mention.form is not Form.DEFINITION
    return is_certain and (is_shield or is_numbered)


def _picture(mention: Mention) -> str:
    """Return the text that contains the picture in a link, in lower case; empty if there is none.

    It is in the link itself in Markdown, after the target in HTML, and before it in
    reStructuredText; for a definition, it is near. If a link leads to the latest version, or to an
    address that is not read, its picture is a mention of its own.
    """
    text, start, end = mention.source.text, mention.span.start, mention.span.end
    before, behind = text[max(0, start - _NEAR) : start].lower(), text[end : end + _NEAR].lower()
    if mention.form is Form.LINK_TEXT:
        is_alone = _RECORD not in before[-_SHORT:] + behind[:_SHORT]
        return text[start:end].lower() if is_alone else ""
    if mention.form is Form.DEFINITION:
        return before + behind
    if mention.form is Form.ATTRIBUTE:
        return behind.partition("</a")[0]
    if mention.in_rst:
        directive = before[max(0, before.rfind("image::")) :]
        is_target = "\n\n" not in directive and directive.rstrip().endswith(":target:")
        return directive if is_target else ""
    is_link = mention.form is Form.DESTINATION
    return text[start : mention.written.whole.start].lower() if is_link else ""


def section_before(mention: Mention) -> str:
    """Return the text before a mention, from the last heading, up to a limit."""
    start = _whole(mention)[0]
    before = mention.source.text[max(0, start - _LONG) : start]
    headings = [found.start() for found in _HEADING.finditer(before)]
    return before[headings[-1] if headings else 0 :]


def passage_of(mention: Mention) -> str:
    """Return the entry, the item or the paragraph that contains a mention.

    It is empty if it contains DOIs of several works at Zenodo: what it states may be about any.
    """
    text, (start, end) = mention.source.text, _whole(mention)
    if mention.container is None or mention.container.entry is None or is_item(mention):
        border = _KEY if is_item(mention) else _BORDER
        before, behind = text[max(0, start - _LONG) : start], text[end : end + _LONG]
        ends = [match.end() for edge in (_BORDER, border) for match in edge.finditer(before)]
        starts = [match.start() for edge in (_BORDER, border) if (match := edge.search(behind))]
        start -= len(before) - max(ends, default=0)
        end += min(starts, default=len(behind))
    passage = text[start:end]
    return passage if len({match[1] for match in _ZENODO.finditer(passage)}) <= 1 else ""


def _whole(mention: Mention) -> tuple[int, int]:
    """Return the offsets of a mention, or of the whole entry of a bibliography around it."""
    text, start, end = mention.source.text, mention.span.start, mention.span.end
    if mention.container is None or mention.container.entry is None or is_item(mention):
        return start, end
    first = text.rfind("@", max(0, start - _LONG), start)
    last = text.find("\n}", end, end + _LONG)
    following = text.find("@", end, end + _LONG if last < 0 else last)
    last = following if following >= 0 else last
    return (start if first < 0 else first), (end if last < 0 else last)
