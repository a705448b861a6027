"""Which parts of a block are code, or stand under a link, by HTML tags or Markdown links."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, Literal

from mdlint_doi.commonmark.model import Atom
from mdlint_doi.text.pattern import pattern
from mdlint_doi.text.value import Value

Under = Literal["raw", "code", "doi", "other"]

"""What a piece of text stands under: an element whose content is no page, an element for code
(only its text is left alone), a link to a resolver, another link or an image."""


_NAME: Final = pattern(r"</?([A-Za-z][A-Za-z0-9-]*)")
_ATTRIBUTE: Final = pattern(
    r"\s(?P<name>[A-Za-z_:][A-Za-z0-9_.:-]*+)\s*=\s*"
    r"(?:\"(?P<double>[^\"]*+)\"|'(?P<single>[^']*+)'|(?P<plain>[^\s\"'=<>`]++))",
)
_CODE: Final = frozenset({"code", "pre", "kbd", "samp", "tt"})
"""Elements for code: a link in them is a link, but text is not looked at."""
_RAW: Final = frozenset({"script", "style", "textarea", "math", "svg", "template"})
"""Elements whose content is no page."""
_TARGETS: Final = frozenset({"href", "src"})


class Region(Value):
    """A part of a block, and what it stands under."""

    start: int
    end: int
    under: Under


class Attribute(Value):
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
    """Return the parts that stand in an HTML element for code, or for no page at all."""
    found: list[Region] = []
    opened: tuple[str, int] | None = None
    for atom in atoms:
        if atom.kind != "tag":
            continue
        name = tag_name(text, atom)
        closing = text.startswith("</", atom.start)
        if opened is None and name in _CODE | _RAW and not closing:
            opened = None if text.startswith("/>", atom.end - 2) else (name, atom.end)
        elif opened is not None and closing and name == opened[0]:
            found.append(Region(opened[1], atom.start, _under(name)))
            opened = None
    if opened is not None:
        found.append(Region(opened[1], len(text), _under(opened[0])))
    return found


def _under(name: str) -> Under:
    return "code" if name in _CODE else "raw"


def anchor_end(text: str, atoms: list[Atom], which: int) -> int:
    """Return where the element of the anchor `atoms[which]` ends: its content, not its tag."""
    for index in range(which + 1, len(atoms)):
        atom = atoms[index]
        if atom.kind == "tag" and tag_name(text, atom) == "a":
            return atom.start
    return len(text)
