"""Characters that look like a part of a DOI, or are invisible.

By the standard, a text with replaced characters is a different DOI (draft-lemieux section 2, notes
1 and 2). So replacements are only used for findings and suggestions. Letters of other alphabets
have a separate table, because DOIs with such letters exist. The tables contain characters that
were found in documents, and similar ones.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

_FULL_WIDTH: Final = 0xFEE0
_SUPERSCRIPT: Final = "\u2070\u00b9\u00b2\u00b3\u2074\u2075\u2076\u2077\u2078\u2079"
_SUBSCRIPT: Final = "\u2080\u2081\u2082\u2083\u2084\u2085\u2086\u2087\u2088\u2089"
"""Digits by their value; a program that reads TeX makes a subscript of `_8`."""

_GROUPS: Final = (
    # Hyphens, dashes, minus signs, and the not sign that a misread hyphen becomes.
    ("-", "\u00ac\u2010\u2011\u2012\u2013\u2014\u2015\u2043\u2212\ufe58\ufe63"),
    ("/", "\u2044\u2215\u29f8"),
    (".", "\u2024\u00b7\u3002\uff61"),
    ("<", "\u2329\u27e8\u3008\u2039"),
    (">", "\u232a\u27e9\u3009\u203a"),
    # Soft hyphen, zero-width, directional marks, byte order mark, and spaces of all widths.
    ("", "\u00ad\u034f\u061c\u180e\u200b\u200c\u200d\u200e\u200f\u2060\u2061\u2062\u2063\u2064"),
    ("", "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\ufeff\ufffe\u00a0\u202f\u205f"),
    ("", "\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u3000"),
    # Superscript and subscript signs and parentheses.
    ("+", "\u207a\u208a"),
    ("-", "\u207b\u208b"),
    ("=", "\u207c\u208c"),
    ("(", "\u207d\u208d"),
    (")", "\u207e\u208e"),
    ("ff", "\ufb00"),
    ("fi", "\ufb01"),
    ("fl", "\ufb02"),
    ("ffi", "\ufb03"),
    ("ffl", "\ufb04"),
    ("st", "\ufb05\ufb06"),
)

LOOK_ALIKES: Final[Mapping[str, str]] = {
    **{character: plain for plain, group in _GROUPS for character in group},
    **{digit: str(value) for value, digit in enumerate(_SUPERSCRIPT)},
    **{digit: f"_{value}" for value, digit in enumerate(_SUBSCRIPT)},
} | {chr(at + _FULL_WIDTH): chr(at) for at in range(0x21, 0x7F)}
"""Each look-alike with its ASCII characters; an invisible one has none."""

HOMOGLYPHS: Final[Mapping[str, str]] = dict(
    zip(
        "АВЕЅІЈКМНОРСТХУаеѕіјорсухΑΒΕΖΗΙΚΜΝΟΡΤΥΧνο",
        "ABESIJKMHOPCTXYaesijopcyxABEZHIKMNOPTYXvo",
        strict=True,
    )
)
"""Cyrillic and Greek letters, each with the Latin letter that looks the same."""


def plain_text(text: str) -> str:
    """Return `text` with look-alikes replaced; letters of other alphabets stay."""
    if text.isascii():
        return text
    return "".join(LOOK_ALIKES.get(character, character) for character in text)


def latin_text(text: str) -> str:
    """Return `text` with look-alikes and similar letters of other alphabets replaced."""
    plain = plain_text(text)
    if plain.isascii():
        return plain
    return "".join(HOMOGLYPHS.get(character, character) for character in plain)
