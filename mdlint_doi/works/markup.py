r"""Titles as records and entries spell them -> plain text.

Crossref's titles hold JATS and HTML tags, MathML, entities (sometimes escaped twice), newlines and
runs of blanks (`spec/metadata_facts.md` section 2); those of `.bib` files hold TeX: accents such as
`\"{o}`, commands, braces, dollar signs.
"""

from __future__ import annotations

import re
import unicodedata
from typing import Final

from mdlint_doi.text.pattern import pattern

_ANNOTATION: Final = pattern(
    r"""
    <(?:mml:)?(annotation(?:-xml)?|tex-math)\b[^<>]{0,300}>
    [^<]{0,2000}
    </(?:mml:)?(?:annotation(?:-xml)?|tex-math)>
    """,
    re.VERBOSE,
)
"""The formula a second time, as TeX."""
_TAG: Final = pattern(r"</?[A-Za-z][\w:.-]{0,30}(?:\s[^<>]{0,300})?/?>")
_GLUED: Final = pattern(
    r"(?<=[^\W\d_])(?=<(?:i|b|em|italic|strong|bold)>[^<>]{4,})"  # of<i>Burkholderia</i>
    r"|(?<=[^\W\d_]{4}</i>)(?=[^\W\d_])"  # <i>terrae</i>BS001
)
_ACCENT: Final = pattern(
    r"""
    \\ (?P<accent> [`'^"~=.] | [uvHtcdbkr](?=[\s{\\]) ) \s*    # \' or \c
    (?: \{\s* \\?(?P<braced>[A-Za-z]) \s*\}                    # {e}, {\i}
      | \\?(?P<letter>[A-Za-z]) )                              # e, \i
    """,
    re.VERBOSE,
)
_COMBINING: Final = {
    "`": "\u0300",
    "'": "\u0301",
    "^": "\u0302",
    "~": "\u0303",
    "=": "\u0304",
    "u": "\u0306",
    ".": "\u0307",
    '"': "\u0308",
    "r": "\u030a",
    "H": "\u030b",
    "v": "\u030c",
    "d": "\u0323",
    "c": "\u0327",
    "k": "\u0328",
    "b": "\u0331",
    "t": "",
}
_LETTERS: Final = {
    "o": "ø",
    "O": "Ø",
    "l": "ł",
    "L": "Ł",
    "ss": "ß",
    "ae": "æ",
    "AE": "Æ",
    "oe": "œ",
    "OE": "Œ",
    "aa": "å",
    "AA": "Å",
    "i": "i",
    "j": "j",
    "dh": "ð",
    "th": "þ",
    "textendash": "–",
    "textemdash": "—",
    "textquoteright": "'",
}
_COMMAND: Final = pattern(r"\\([A-Za-z]+)\*?[ \t]*")
_ESCAPED: Final = pattern(r"\\([&%_#$ {}~,;:!/\\-])")
_BLANKS: Final = pattern(r"\s+")
_BRACES: Final = str.maketrans({"{": "", "}": "", "$": "", "~": " "})
_NOTHING: Final = str.maketrans("", "", "\u00ad\u200b\u200c\u200d\u2060\ufeff")


def plain_title(title: str) -> str:
    """Return a registered title without tags, entities, invisible characters and runs of blanks.

    What stands in sub- and superscripts is joined to what they stand at, as in H2O.
    """
    text = _unescaped(title) if "&" in title else title
    if "<" in text:
        text = _without_tags(text)
    return _BLANKS.sub(" ", text.translate(_NOTHING)).strip()


def plain_tex(text: str) -> str:
    """Return a field of a `.bib` file without TeX's accents, commands, braces and dollar signs."""
    if "\\" in text:
        text = _ACCENT.sub(_accented, text)
        text = _COMMAND.sub(_letter, text)
        text = _ESCAPED.sub(r"\1", text)
    text = text.translate(_BRACES)
    return _BLANKS.sub(" ", text).strip()


def _unescaped(text: str) -> str:
    from html import unescape

    return unescape(unescape(text))


def _without_tags(text: str) -> str:
    text = _ANNOTATION.sub("", text)
    text = _GLUED.sub(" ", text)
    return _TAG.sub("", text)


def _accented(found: re.Match[str]) -> str:
    accent, braced, letter = found.group("accent", "braced", "letter")
    return unicodedata.normalize("NFC", (braced or letter) + _COMBINING.get(accent, ""))


def _letter(found: re.Match[str]) -> str:
    return _LETTERS.get(found[1], "")
