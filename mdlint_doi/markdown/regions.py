"""Which parts of a block are code, or stand under a link, by HTML tags or Markdown links."""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum, auto
from typing import Final, NamedTuple

from mdlint_doi.markdown.syntax.found import Atom, AtomKind
from mdlint_doi.names.pattern import pattern

_NAME: Final = pattern(r"</?([A-Za-z][A-Za-z0-9-]*)")
_ATTRIBUTE: Final = pattern(
    r"\s(?P<name>[A-Za-z_:][A-Za-z0-9_.:-]*+)\s*=\s*"
    r"(?:\"(?P<double>[^\"]*+)\"|'(?P<single>[^']*+)'|(?P<plain>[^\s\"'=<>`]++))",
)
_CODE: Final = frozenset(
    {"code", "pre", "kbd", "samp", "tt", "script", "style", "textarea", "math", "svg", "template"},
)
_TARGETS: Final = frozenset({"href", "src"})


class Under(Enum):
    """What a piece of text stands under."""

    CODE = auto()
    DOI = auto()
    """A link to a resolver."""
    OTHER = auto()
    """Another link, or an image."""


class Region(NamedTuple):
    """A part of a block, and what it stands under."""

    start: int
    end: int
    under: Under


class Attribute(NamedTuple):
    """`href` or `src` of a tag: the tag, and start and end of the value."""

    tag: Atom
    start: int
    end: int
    is_anchor: bool


def attributes(text: str, tag: Atom) -> Iterator[Attribute]:
    """Yield the attributes of a tag whose value is a URL."""
    name = tag_name(text, tag)
    for match in _ATTRIBUTE.finditer(text, tag.start, tag.end):
        if match["name"].lower() in _TARGETS:
            start, end = match.span(match.lastgroup or "plain")
            yield Attribute(tag, start, end, name == "a" and match["name"].lower() == "href")


def tag_name(text: str, tag: Atom) -> str:
    """Return the name of an opening or closing tag, in lower case."""
    match = _NAME.match(text, tag.start)
    return match[1].lower() if match else ""


def code_regions(text: str, atoms: list[Atom]) -> list[Region]:
    """Return the parts that stand in an HTML element for code."""
    regions: list[Region] = []
    opened: tuple[str, int] | None = None
    for atom in atoms:
        if atom.kind is not AtomKind.TAG:
            continue
        name = tag_name(text, atom)
        closing = text.startswith("</", atom.start)
        if opened is None and name in _CODE and not closing:
            opened = None if text.startswith("/>", atom.end - 2) else (name, atom.end)
        elif opened is not None and closing and name == opened[0]:
            regions.append(Region(opened[1], atom.start, Under.CODE))
            opened = None
    if opened is not None:
        regions.append(Region(opened[1], len(text), Under.CODE))
    return regions


def anchor_end(text: str, atoms: list[Atom], which: int) -> int:
    """Return where the element of the anchor `atoms[which]` ends: its content, not its tag."""
    for atom in atoms[which + 1 :]:
        if atom.kind is AtomKind.TAG and tag_name(text, atom) == "a":
            return atom.start
    return len(text)
