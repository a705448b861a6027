"""What introduces a `doi` role, directly before a name that has no backticks: `{doi}10.1000/182`.

Such a name is no link, in MyST or in reStructuredText. The word stands alone: what a program fills
in (`${DOI}10.1000/182`), a part of an address, and the end of another name (`urn:doi:10.1000/182`)
are none of it.
"""

from __future__ import annotations

from typing import Final

from mdlint_doi.text.pattern import pattern

_BRACES: Final = "{doi}"
_SCHEME: Final = "doi:"
_BEFORE: Final = pattern(r"[\s(\[,;*_\"'>-]")
"""What a role may stand behind; the begin of a text is as good."""


def role_word(text: str, start: int) -> int | None:
    """Return where the word begins of a role that was to be made of a name; None without one.

    Args:
        text: what holds the name.
        start: where the name begins, or the `doi:` before it.

    """
    if text[start : start + len(_SCHEME)].lower() == _SCHEME and text[start - 1 : start] == ":":
        word = start - 1
        number = start + len(_SCHEME)
    else:
        word, number = start - len(_BRACES), start
        if word < 0 or text[word:start].lower() != _BRACES:
            return None
    if not text.startswith("10.", number):
        return None
    return word if not word or _BEFORE.match(text, word - 1) else None
