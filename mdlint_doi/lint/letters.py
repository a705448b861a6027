"""A written name, letter by letter: what each stands for and where it stands.

`a%2Fb` is three letters, the second of them written as an escape. The rules on encoding look at
letters, so that each of their edits replaces one letter and leaves its neighbours as they are.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Final

from mdlint_doi.lint.message_text import shown
from mdlint_doi.names.encode import MANDATORY, RECOMMENDED
from mdlint_doi.names.spelling import Kind, Spelling
from mdlint_doi.text.pattern import pattern
from mdlint_doi.text.span import Span
from mdlint_doi.text.value import Value

PLAIN: Final = pattern(r"[A-Za-z0-9._~!$&'()*,;:=@/%-]*")
"""A written name without a raw letter that needs an escape (DOI Handbook, encoding rules)."""

ESCAPES: Final = pattern(r"(?:%[0-9A-Fa-f]{2})+")
"""A run of percent-escapes (RFC 3986 section 2.1)."""


class Letter(Value):
    """One code point of a name.

    Attributes:
        character: what it stands for; empty for an escape that is not UTF-8.
        span: where it is written in the spelling's text.
        escaped: it is written in percent-escapes.

    """

    character: str
    span: Span
    escaped: bool

    @property
    def needs_escape(self) -> bool:
        """Whether the Handbook's table, or its standing outside ASCII, asks for an escape."""
        return (
            self.character in MANDATORY
            or self.character in RECOMMENDED
            or not "!" <= self.character <= "~"
        )


@lru_cache(maxsize=4)
def letters(spelling: Spelling) -> tuple[Letter, ...]:
    """Return the letters of the written name, in order."""
    text, name = spelling.text, spelling.name
    if not spelling.encoded:
        return tuple(_raw(text, *name))
    found: list[Letter] = []
    at = name.start
    for run in ESCAPES.finditer(text, name.start, name.end):
        found += _raw(text, at, run.start())
        found += _decoded(bytes.fromhex(run[0].replace("%", "")), run.start())
        at = run.end()
    found += _raw(text, at, name.end)
    return tuple(found)


def _raw(text: str, start: int, end: int) -> Iterator[Letter]:
    return (Letter(text[at], Span(at, at + 1), escaped=False) for at in range(start, end))


def _decoded(data: bytes, start: int) -> Iterator[Letter]:
    """Yield the letters of a run of escapes: three characters of text for each byte."""
    at = 0
    while at < len(data):
        size = _size(data[at])
        try:
            character = data[at : at + size].decode("utf-8")
        except UnicodeDecodeError:
            character, size = "", 1
        span = Span(start + 3 * at, start + 3 * (at + size))
        yield Letter(character, span, escaped=True)
        at += size


def _size(lead: int) -> int:
    """Return how many bytes a character has that begins with this one (RFC 3629 section 3)."""
    return 1 if lead < 0xC0 else 2 if lead < 0xE0 else 3 if lead < 0xF0 else 4


def around(found: Sequence[Letter]) -> Span:
    """Return the part of the written text from the first letter to the last."""
    return Span(found[0].span.start, found[-1].span.end)


def listed(found: Iterable[Letter]) -> str:
    """Return the letters for a message, each once."""
    names = dict.fromkeys(
        "space" if one.character == " " else f"'{shown(one.character)}'" for one in found
    )
    return " ".join(names)


def is_urn(spelling: Spelling) -> bool:
    """Return whether the name follows `urn:doi:`, where a colon is its first slash."""
    return spelling.lead.cut(spelling.text).lower().endswith("urn:doi:")


def stands_in_path(spelling: Spelling) -> bool:
    """Return whether the name is the path of an address, encoded once.

    Behind a resolver, a proxy's host or `doi:`; not in the query of a login page or a service.
    """
    if not spelling.encoded or is_urn(spelling):
        return False
    if spelling.kind is Kind.PROXY:
        return "?" not in spelling.lead.cut(spelling.text)
    return spelling.kind in {Kind.LINK, Kind.SCHEME}
