"""Names of which no rule has anything to say, and links to them: most of those that are written.

They are taken apart here at once, as `mdlint_doi.names` would, only sooner: a build reads each of
them several times.
"""

from __future__ import annotations

import re
from typing import Final

from mdlint_doi.names.doi import Doi
from mdlint_doi.names.spelling import Kind, Resolver, Spelling
from mdlint_doi.text.pattern import pattern
from mdlint_doi.text.span import Span

NAME: Final = (
    r"10\.(?!(?:5072|5555|1234|12345|70122|0000+|1000/xyz)\b)[0-9]{4,9}/"
    r"(?!./|zenodo\.(?:0|1234|[^0-9]))"
    r"(?![^\s`<>]*(?:xx|nn|yy|zz|todo|tb[ad]|fixme|changeme|doi|suffix|prefix|placeholder|https?))"
    r"[a-z0-9]+(?:[._/-][a-z0-9]+)*"
)
"""To be matched without regard to case. It holds letters, digits and single marks between them, and
no word that a template has in the place of a name."""
HARMLESS: Final = r"(?:(?!10\.)[^`<>\\/\0])*"
"""A link's text, or a role's title, that nobody takes for a DOI; likewise."""
_PLAIN: Final = pattern(NAME, re.IGNORECASE)
_TITLE: Final = pattern(rf"(?!!){HARMLESS}", re.IGNORECASE)
_RESOLVER: Final = "https://doi.org/"
_SCHEME: Final = Span(0, len("https://"))
_HOST: Final = Span(_SCHEME.end, len(_RESOLVER) - 1)
_SLASH: Final = Span(_HOST.end, len(_RESOLVER))
_NONE: Final = Span(0, 0)


def is_plain_link(text: str) -> bool:
    """Return whether a text is the link to such a name, as it is to be written."""
    return text.startswith(_RESOLVER) and _PLAIN.fullmatch(text, len(_RESOLVER)) is not None


def is_plain_name(text: str) -> bool:
    """Return whether a text is such a name alone."""
    return _PLAIN.fullmatch(text) is not None


def plain_link(text: str) -> Spelling:
    """Return the spelling of such a link."""
    name, tail = Span(_SLASH.end, len(text)), Span(len(text), len(text))
    return Spelling(
        text,
        Kind.LINK,
        Resolver.DOI_ORG,
        _SCHEME,
        _HOST,
        _SLASH,
        name,
        tail,
        encoded=True,
        doi=_doi(name.cut(text)),
        error=None,
    )


def plain_target(text: str) -> Span | None:
    """Return where in a role's text such a name stands; None for any other text."""
    at = text.rfind(" <") if text.endswith(">") else -1
    if at >= 0 and not _TITLE.fullmatch(text, 0, at):
        return None
    name = Span(at + len(" <"), len(text) - 1) if at >= 0 else Span(0, len(text))
    return name if _PLAIN.fullmatch(text, *name) else None


def plain_name(text: str) -> Spelling:
    """Return the spelling of such a name."""
    name, tail = Span(0, len(text)), Span(len(text), len(text))
    return Spelling(
        text,
        Kind.BARE,
        None,
        _NONE,
        _NONE,
        _NONE,
        name,
        tail,
        encoded=False,
        doi=_doi(text),
        error=None,
    )


def _doi(name: str) -> Doi:
    prefix, _, suffix = name.partition("/")
    return Doi(prefix, suffix)
