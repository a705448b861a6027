"""Compare the spelling of two words, or of two lists of words.

`difflib` is imported at the first comparison, because most runs compare nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from difflib import SequenceMatcher

_ALIKE: Final = 0.7
"""The lowest ratio of `difflib`, from 0 to 1, at which two words are similar."""


def closest(word: str, known: Iterable[str]) -> str | None:
    """Return the known word with the most similar spelling; None if no word is similar."""
    from difflib import get_close_matches

    found = get_close_matches(word, list(known), n=1, cutoff=_ALIKE)
    return found[0] if found else None


def comparison(one: Sequence[str], other: Sequence[str]) -> SequenceMatcher[str]:
    """Return a matcher of two sequences that, unlike the default, ignores no frequent members."""
    from difflib import SequenceMatcher

    return SequenceMatcher(None, one, other, autojunk=False)
