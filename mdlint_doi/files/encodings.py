"""Encodings that a file declares in its own text.

A `.bib` file may say in a comment that it is not in UTF-8: `% !TeX encoding = latin1` (TeXShop,
TeXworks), `% Encoding: ISO-8859-1` (JabRef), `% -*- coding: latin-1 -*-` (Emacs). A Python file
says it in one of its first two lines: `# coding: latin-1` (PEP 263). Only encodings of one byte a
letter that have ASCII's letters at ASCII's places are taken, so that a DOI looks the same in all of
them.
"""

from __future__ import annotations

import re
from typing import Final

_HEAD: Final = 4096
"""Bytes in which a declaration is looked for."""
_DECLARED: Final = re.compile(
    rb"""^[ \t]*%+[^\r\n]*?
    (?: !\s*tex\s+encoding\s*=\s* | \bencoding:\s* | -\*-[^\r\n]*?\bcoding:\s* )
    ([\w.-]+)""",
    re.IGNORECASE | re.VERBOSE | re.MULTILINE,
)
_OF_PYTHON: Final = re.compile(
    rb"""(?: [ \t\f]* (?:\#[^\r\n]*)? (?:\r\n?|\n) )?  # a first line that is empty or a comment
    [ \t\f]* \#[^\r\n]*? coding[:=] [ \t]* ([\w.-]+)""",
    re.VERBOSE,
)
_ONE_BYTE: Final = ("iso8859-", "cp125", "mac-", "koi8-", "cp850", "cp437", "cp858", "cp852")
_TEX: Final = {
    "isolatin": "iso8859-1",
    "isolatin1": "iso8859-1",
    "isolatin9": "iso8859-15",
    "macosroman": "mac-roman",
    "ansinew": "cp1252",
    "utf8x": "utf-8",
}
"""Names of TeX's editors and of inputenc that Python does not know."""


def declared_encoding(data: bytes) -> str | None:
    """Return the name of the encoding that a file declares, as it is written; None without one."""
    head = data[:_HEAD]
    found = _OF_PYTHON.match(head) or _DECLARED.search(head)
    return found[1].decode("ascii", "replace") if found else None


def known_encoding(name: str) -> str | None:
    """Return Python's name of an encoding that a file may declare; None for any other."""
    from codecs import lookup

    plain = name.lower().replace("_", "-").replace(" ", "")
    try:
        found = lookup(_TEX.get(plain, plain)).name
    except (LookupError, ValueError):
        return None
    if found in ("utf-8", "ascii"):
        return "utf-8"
    return found if found.startswith(_ONE_BYTE) else None
