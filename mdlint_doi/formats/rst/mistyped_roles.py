"""What was meant as a `doi` role, and is none: a slip in what introduces it.

docutils says nothing of these: it takes ``DOI:`10.1000/182` `` for a word and a text in the
default role, ``:doi:``10.1000/182`` `` for a word and a literal. The word and the backticks stand
together, or have the colons of a role: prose such as ``the DOI: ``10.1000/182`` `` is left alone.
"""

from __future__ import annotations

import re
from typing import Final

from mdlint_doi.text.pattern import pattern

_INTRODUCTION: Final = pattern(
    r"(?<![\w:])(?:"
    r"(?P<colon>:)doi ?:?\s?"  # `:DOI: `, `:doi `: the colon says that a role was meant
    r"|doi:)\Z",  # `DOI:`, directly before the backtick
    re.IGNORECASE,
)
_LENGTH: Final = 10
BACKTICKS: Final = pattern(r"(?P<ticks>``?)(?P<inner>[^`]+)(?P=ticks)")
"""A literal, or a text in the default role."""
WORD_AND_BACKTICKS: Final = pattern(
    r"(?<![\w:`])(?::?doi:?|\{doi\})`(?P<inner>[^`]{1,500})`", re.IGNORECASE
)
"""`:doi`, `doi` or MyST's `{doi}` directly before a backtick: there docutils reads no interpreted
text at all."""
FIELD: Final = "doi"
"""The name of a field, in lower case: at the begin of a line `:DOI: ` is one."""


def introduction(text: str, end: int, ticks: str) -> int | None:
    """Return where the word begins that introduces backticks at `text[end]`; None: no role.

    Args:
        text: what stands before them.
        end: where they begin.
        ticks: one of them, or two.

    """
    word = _INTRODUCTION.search(text, max(0, end - _LENGTH), end)
    if word is None or not (word["colon"] or ticks == "`"):
        return None
    return word.start()
