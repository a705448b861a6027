r"""Escapes of TeX and HTML that remain in a written DOI, each with its character: one table.

No program decodes them where a DOI alone is expected: `10.1000/a{\_}b` is not `10.1000/a_b`. The
rule about such escapes, the suggestions for a DOI that is not registered, and the reader of TeX
text in BibTeX use this table.

Sources: BibTeXing (Patashnik, 1988), section 4; "The Comprehensive LaTeX Symbol List", tables of
body-text symbols and of LaTeX's escapable special characters; HTML, section 13.5.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from mdlint_doi.text.pattern import pattern

MACROS: Final[Mapping[str, str]] = {
    "textless": "<",
    "textgreater": ">",
    "textunderscore": "_",
    "textasciitilde": "~",
    "textasciicircum": "^",
    "textbar": "|",
    "textdollar": "$",
    "textquotesingle": "'",
    "textquotedbl": '"',
    "lbrack": "[",
    "rbrack": "]",
    "lt": "<",
    "gt": ">",
    "sim": "~",
    "slash": "/",
    "textperiodcentered": ".",
    "textampersand": "&",
    "textnumbersign": "#",
    "textpercent": "%",
    "langle": "<",
    "rangle": ">",
    "textbackslash": "\\",
    "colon": ":",
}
"""TeX's macros, each with its character; a mathematical angle bracket stands for `<` or `>`."""
_ENTITIES: Final[Mapping[str, str]] = {
    "lt": "<",
    "gt": ">",
    "amp": "&",
    "quot": '"',
    "apos": "'",
    "lowbar": "_",
    "lsqb": "[",
    "rsqb": "]",
    "lbrack": "[",
    "rbrack": "]",
    "num": "#",
    "percnt": "%",
    "period": ".",
    "sol": "/",
    "lpar": "(",
    "rpar": ")",
    "colon": ":",
    "semi": ";",
    "hyphen": "-",
    "plus": "+",
}
ENTITY_CODE: Final = (
    r"(?:0{0,5}(?:3[3-9]|[4-9][0-9]|1[01][0-9]|12[0-6])|[xX]0{0,4}(?:2[1-9a-fA-F]|[3-6][0-9a-fA-F]"
    r"|7[0-9a-eA-E]))"
)
"""Matches the text between `&#` and `;` for a printable ASCII character."""
_SIGN: Final = r"[!-#%-/:-@\[\]^_`|~]"
_MACRO: Final = rf"\\(?:{'|'.join(MACROS)})(?:\{{\}}|[ ]|(?![A-Za-z]))"
_ESCAPED: Final = rf"\\(?:string)?[_#%&$~^](?:\{{\}})?|{_MACRO}"
"""Matches an escape of TeX that may also be in braces or in mathematics."""
_WRAPPED: Final = (
    rf"\{{\$(?P<both>{_ESCAPED}|{_SIGN})\$\}}",
    rf"\$(?P<mathematics>{_ESCAPED}|[<>_~|^\[\]-])\$",
    rf"\{{\\ensuremath\{{(?P<braced_ensured>{_ESCAPED}|{_SIGN})\}}\}}",
    rf"\\ensuremath\{{(?P<ensured>{_ESCAPED}|{_SIGN})\}}",
    rf"\{{(?P<braced>{_ESCAPED}|{_SIGN})\}}",
)
TEX: Final = "|".join((*_WRAPPED, rf"(?P<escaped>{_ESCAPED})"))
"""Matches an escape of TeX; the group contains the escape without braces and mathematics."""
RESIDUE: Final = pattern(
    rf"{TEX}|(?P<mark>\\[!-/:-@\[-`{{-~])|&(?P<entity>{'|'.join(_ENTITIES)}|\#{ENTITY_CODE});"
)
"""Matches an escape of TeX or HTML, or a backslash before a punctuation mark."""


def meant(escape: re.Match[str]) -> str:
    r"""Return the character of an escape that `RESIDUE` or `TEX` matched.

    It is empty for `\{` and `\}`, which TeX's authors write to group characters.
    """
    written = escape[escape.lastgroup or 0]
    if escape.lastgroup == "entity":
        if written[0] != "#":
            return _ENTITIES[written]
        code = written[1:].lower()
        return chr(int(f"0{code}", 16) if code[0] == "x" else int(code))
    if written[0] != "\\":
        return written
    name = written[1:].rstrip(" {}")
    return MACROS.get(name) or name.removeprefix("string")


def without_escapes(text: str) -> str:
    """Return a text with the characters that its escapes stand for."""
    return RESIDUE.sub(meant, text)
