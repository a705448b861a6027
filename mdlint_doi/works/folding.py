"""Text -> words that can be compared: without case, accents, markup and marks.

Two spellings of one title differ in all of these: "Gödel’s *incompleteness* II" is "Godels
incompleteness 2". Words are folded, never the text that a message shows.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from typing import Final

from mdlint_doi.text.pattern import pattern
from mdlint_doi.works.markup import plain_tex, plain_title
from mdlint_doi.works.vocabulary import COMMON, STOP

LONGEST: Final = 40
"""Letters of the longest word that is compared letter by letter."""

_WORD: Final = pattern(r"[^\W_]+")
_ASCII: Final = str.maketrans("", "", "'`")
_LETTERS: Final = str.maketrans(
    {
        **dict.fromkeys("'’‘`ʼʹʻ´′", ""),
        "ß": "ss",
        "æ": "ae",
        "œ": "oe",
        "ø": "o",
        "ł": "l",
        "đ": "d",
        "ð": "d",
        "þ": "th",
        "ı": "i",
        "ħ": "h",
        "α": "alpha",
        "β": "beta",
        "γ": "gamma",
        "δ": "delta",
        "ε": "epsilon",
        "κ": "kappa",
        "λ": "lambda",
        "μ": "mu",
        "π": "pi",
        "σ": "sigma",
        "τ": "tau",
        "φ": "phi",
        "χ": "chi",
        "ω": "omega",
    }
)
_ROMAN: Final = {
    "ii": "2",
    "iii": "3",
    "iv": "4",
    "vi": "6",
    "vii": "7",
    "viii": "8",
    "ix": "9",
}
_LIGHT: Final = 0.35


def words(text: str) -> list[str]:
    """Return the words of a text, folded, in order."""
    if text.isascii() and not any(mark in text for mark in "\\<&{$"):
        folded = text.lower().translate(_ASCII)
    else:
        folded = _folded(plain_tex(plain_title(text)))
    return [_ROMAN.get(word, word) for word in _WORD.findall(folded)]


def _folded(text: str) -> str:
    parts = unicodedata.normalize("NFKD", text.casefold().translate(_LETTERS))
    return "".join(one for one in parts if not unicodedata.combining(one)).translate(_LETTERS)


def content(found: Iterable[str]) -> list[str]:
    """Return those of the words that say something."""
    return [word for word in found if word not in STOP and (len(word) > 1 or not word.isascii())]


def stem(word: str) -> str:
    """Return a word without the s of its plural."""
    return word[:-1] if len(word) > 4 and word.endswith("s") and not word.endswith("ss") else word


def weight(word: str) -> float:
    """Return how much it says that two titles share this word."""
    return _LIGHT if is_common(word) or word.isdigit() else 1.0


def is_common(word: str) -> bool:
    """Return whether a word, in lower case, stands in thousands of titles."""
    return stem(word) in COMMON or word in COMMON


def is_foreign(text: str) -> bool:
    """Return whether a text is mostly in letters that are neither Latin nor Greek."""
    letters = [one for one in text[:2000] if one.isalpha()]
    return sum(_is_other(one) for one in letters) > 0.3 * len(letters)


def _is_other(letter: str) -> bool:
    is_greek, is_late_latin = "\u0370" <= letter <= "\u03ff", "\u1e00" <= letter <= "\u1fff"
    return letter > "\u024f" and not (is_greek or is_late_latin)


class Words:
    """The words of a text, to be searched.

    Attributes:
        all: every word, folded, in order.
        content: those that say something.

    """

    __slots__ = ("_initial", "_joined", "_known", "_row", "all", "content")

    def __init__(self, text: str) -> None:
        self.all = words(text)
        self.content = content(self.all)
        self._row = f" {' '.join(self.all)} "
        self._joined = "".join(self.all)
        self._known = {*self.all, *map(stem, self.all)}
        self._initial: dict[str, list[str]] | None = None

    def has_phrase(self, phrase: list[str]) -> bool:
        """Return whether words stand here one after the other."""
        return bool(phrase) and f" {' '.join(phrase)} " in self._row

    def has_joined(self, phrase: list[str]) -> bool:
        """Return whether words stand here, blanks and hyphens aside.

        So a word that a tag or a line's end cut in two is found, and a title in Chinese.
        """
        joined = "".join(phrase)
        enough = 12 if joined.isascii() else 6
        return len(joined) >= enough and joined in self._joined

    def has(self, word: str) -> bool:
        """Return whether a word stands here, or one that is spelt nearly so."""
        if word in self._known or stem(word) in self._known or word + "s" in self._known:
            return True
        if len(word) < 6:
            return len(word) == 5 and word in self._joined
        return word in self._joined or self._has_near(word)

    def _has_near(self, word: str) -> bool:
        if len(word) > LONGEST:
            return False
        if self._initial is None:
            self._initial = _by_initial(self._known)
        return any(is_near(word, other) for other in self._initial.get(word[:2], ()))


def is_near(one: str, other: str) -> bool:
    """Return whether two words of six letters or more are one, spelt or inflected differently."""
    from difflib import SequenceMatcher

    if abs(len(one) - len(other)) > 2 or max(len(one), len(other)) > LONGEST:
        return False
    if other.startswith(one[:-2]):
        return True
    matcher = SequenceMatcher(None, other, one, autojunk=False)
    return matcher.quick_ratio() >= 0.85 and matcher.ratio() >= 0.85


def _by_initial(known: set[str]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for word in known:
        if 4 <= len(word) <= LONGEST:
            found.setdefault(word[:2], []).append(word)
    return found
