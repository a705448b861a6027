"""How alike two words, or two rows of words, are written.

`difflib` is imported when something is compared: most runs compare nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from difflib import SequenceMatcher

_ALIKE: Final = 0.7
"""The ratio, from 0 to 1, from which on a word may be meant by another."""


def closest(word: str, known: Iterable[str]) -> str | None:
    """Return the known word that is written most like a word; None if none is much like it."""
    from difflib import get_close_matches

    found = get_close_matches(word, list(known), n=1, cutoff=_ALIKE)
    return found[0] if found else None


def comparison(one: Sequence[str], other: Sequence[str]) -> SequenceMatcher[str]:
    """Return the comparison of two rows, in which frequent members count like all others."""
    from difflib import SequenceMatcher

    return SequenceMatcher(None, one, other, autojunk=False)
