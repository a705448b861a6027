"""Undo one typo in a DOI: the edits that lead to the DOIs that may be meant.

Each row of `EDITS` undoes one kind of typo at each place where it may have happened. The rows are
in the order in which people make these typos, as 210 repairs in public repositories show. A wrong
DOI has some hundred results; `MOST` of them are returned, and the first `LIKELY` are the likeliest.

`names.suggest` undoes everything else, such as text that was added to a DOI.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Final

from mdlint_doi.names.doi import Doi, fold, parse_or_none
from mdlint_doi.text.value import Value

LIKELY: Final = 100
"""The number of results that are worth looking up first."""
MOST: Final = 600
"""The maximum number of results for one DOI."""
_LONGEST: Final = 100
"""The maximum length of a suffix, in code points; longer DOIs are not typed by hand."""
_DIGITS: Final = "0123456789"
_LETTERS: Final = "abcdefghijklmnopqrstuvwxyz"
_SEPARATORS: Final = ".-/_"
_AS_DIGITS: Final = str.maketrans("OoQDIlisSbBzZgq", "000011155682299")
_AS_LETTERS: Final = {"0": "o", "1": "li", "2": "z", "5": "s", "6": "b", "8": "b", "9": "gq"}
_ROWS: Final = ("qwertyuiop", "asdfghjkl", "zxcvbnm")
"""The rows of a keyboard."""
_BESIDE: Final = {
    key: {*row[max(0, at - 1) : at + 2], *"".join(other[max(0, at - 1) : at + 2] for other in near)}
    - {key}
    for number, row in enumerate(_ROWS)
    for near in (_ROWS[max(0, number - 1) : number + 2],)
    for at, key in enumerate(row)
}
"""The keys beside the key of each letter."""


class TypoEdit(Value):
    """One kind of typo, and how it is undone.

    Attributes:
        name: the change that undoes it.
        undo: yields the texts that may have been meant, for a prefix or a suffix.
        example: a DOI with the typo.
        meant: the DOI that was meant.
        part: the part that is edited: `prefix` (without `10.`) or `suffix`.
        is_clear: whether the written text itself shows what was meant, so that the edit is proposed
            without a description of the work.
    """

    name: str
    undo: Callable[[str], Iterator[str]]
    example: str
    meant: str
    part: str = "suffix"
    is_clear: bool = False


class Typo(Value):
    """A DOI that may have been meant.

    Attributes:
        doi: the DOI.
        edit: the edit that leads to it.
        is_number: whether only digits differ. DOIs with similar numbers are often registered, so
            such a DOI may be a different work.
    """

    doi: Doi
    edit: TypoEdit
    is_number: bool


@lru_cache(maxsize=64)
def typos(doi: Doi, *, has_known_prefix: bool = True) -> tuple[Typo, ...]:
    """Return the DOIs that one typo turns into `doi`, the likeliest first; nothing is looked up.

    The result is empty for a shortDOI, and for a DOI that is too long to be typed by hand.

    Args:
        doi: a DOI that is not registered.
        has_known_prefix: whether the prefix is known to exist. If not, only it is edited.
    """
    code = doi.prefix.removeprefix("10.")
    if doi.is_short or code == doi.prefix or len(doi.suffix) > _LONGEST:
        return ()
    found: dict[Doi, Typo] = {}
    for edit, text in _edited(code, doi.suffix, has_known_prefix=has_known_prefix):
        meant = parse_or_none(text)
        if meant is not None and meant != doi and " " not in text:
            found.setdefault(meant, Typo(meant, edit, _differ_in_digits(str(doi), text)))
        if len(found) == MOST:
            break
    return tuple(found.values())


def in_letters_of(written: Doi, meant: Doi) -> Doi:
    """Return the DOI that is meant, in the letter case of the written one where both are the same.

    Services return DOIs in small letters, but publishers and authors also use capital letters.
    """
    old, new = str(written), str(meant)
    start, end = _shared(fold(old), fold(new))
    text = old[:start] + new[start : len(new) - end] + old[len(old) - end :]
    kept = parse_or_none(text)
    return kept if kept == meant else meant


def is_near(written: Doi, meant: Doi, most: int = 2) -> bool:
    """Return whether at most `most` edits lead from one DOI to another one.

    An edit changes, adds or removes one character, or swaps two neighbours. Letter case does not
    matter.
    """
    old, new = written.key, meant.key
    if abs(len(old) - len(new)) > most or len(old) > 2 * _LONGEST:
        return False
    start, end = _shared(old, new)
    old, new = old[start : len(old) - end], new[start : len(new) - end]
    before = list[int]()
    last = list(range(len(new) + 1))
    for row, left in enumerate(old, 1):
        line = [row]
        for column, right in enumerate(new, 1):
            least = min(last[column] + 1, line[-1] + 1, last[column - 1] + (left != right))
            if row > 1 < column and old[row - 2] == right and left == new[column - 2]:
                least = min(least, before[column - 2] + 1)
            line.append(least)
        before, last = last, line
    return last[-1] <= most


def _edited(code: str, suffix: str, *, has_known_prefix: bool) -> Iterator[tuple[TypoEdit, str]]:
    """Yield the results of all edits, in order."""
    if not has_known_prefix:
        for edit in _IN_UNKNOWN_PREFIX:
            yield from ((edit, f"10.{new}/{suffix}") for new in edit.undo(code))
        return
    for edit in EDITS:
        if edit.part == "prefix":
            yield from ((edit, f"10.{new}/{suffix}") for new in edit.undo(code))
        else:
            yield from ((edit, f"10.{code}/{new}") for new in edit.undo(suffix))


def _shared(old: str, new: str) -> tuple[int, int]:
    """Return how many characters two texts share at the beginning, and at the end of the rest."""
    most = min(len(old), len(new))
    start = next((at for at in range(most) if old[at] != new[at]), most)
    end = next((at for at in range(most - start) if old[-1 - at] != new[-1 - at]), most - start)
    return start, end


def _differ_in_digits(old: str, new: str) -> bool:
    """Return whether two texts differ only in digits."""
    start, end = _shared(old, new)
    changed = old[start : len(old) - end] + new[start : len(new) - end]
    return changed.isdigit()


def _as_read(text: str) -> Iterator[str]:
    """Yield texts with digits for letters beside digits, and letters for digits beside letters."""
    places = [at for at in range(len(text)) if _is_beside_digit(text, at)]
    looks = {at: text[at].translate(_AS_DIGITS) for at in places}
    looks = {at: digit for at, digit in looks.items() if digit != text[at]}
    if len(looks) > 1:
        yield "".join(looks.get(at, character) for at, character in enumerate(text))
    for at, digit in looks.items():
        yield text[:at] + digit + text[at + 1 :]
    for at, character in enumerate(text):
        if character in _AS_LETTERS and any(near.isalpha() for near in _neighbours(text, at)):
            yield from (text[:at] + letter + text[at + 1 :] for letter in _AS_LETTERS[character])


def _is_beside_digit(text: str, at: int) -> bool:
    """Return whether a letter stands beside a digit, or beside letters that look like digits."""
    near = _neighbours(text, at)
    return any(character.translate(_AS_DIGITS) in _DIGITS for character in near)


def _neighbours(text: str, at: int) -> list[str]:
    """Return the characters before and after one."""
    return [*text[max(0, at - 1) : at], *text[at + 1 : at + 2]]


def _separated_otherwise(text: str) -> Iterator[str]:
    """Yield texts with a different separator at one place, and then at all of them."""
    for at, character in enumerate(text):
        if character in _SEPARATORS or character in ":,":
            yield from (text[:at] + new + text[at + 1 :] for new in _SEPARATORS if new != character)
    for separator in _SEPARATORS:
        if text.count(separator) > 1:
            yield from (text.replace(separator, new) for new in _SEPARATORS if new != separator)


def _without_double(text: str) -> Iterator[str]:
    """Yield texts without a character that equals the one before it."""
    yield from (
        text[:at] + text[at + 1 :] for at in range(1, len(text)) if text[at] == text[at - 1]
    )


def _swapped(text: str) -> Iterator[str]:
    """Yield texts with two neighbours swapped."""
    for at in range(len(text) - 1):
        if text[at] != text[at + 1]:
            yield text[:at] + text[at + 1] + text[at] + text[at + 2 :]


def _with_last(text: str) -> Iterator[str]:
    """Yield texts with a digit, or a different digit, at the end."""
    if text[-1:].isdigit() or text[-1:] in _SEPARATORS:
        yield from (text + digit for digit in _DIGITS)
    if text[-1:].isdigit():
        yield from (text[:-1] + digit for digit in _DIGITS if digit != text[-1])


def _with_separator(text: str) -> Iterator[str]:
    """Yield texts with one more separator: a full stop, or one that the text already has."""
    used = [separator for separator in _SEPARATORS if separator == "." or separator in text]
    for separator in used:
        yield from (text[:at] + separator + text[at:] for at in range(1, len(text)))


def _with_other_separator(text: str) -> Iterator[str]:
    """Yield texts with one more separator that the text does not have elsewhere."""
    for separator in _SEPARATORS:
        if separator != "." and separator not in text:
            yield from (text[:at] + separator + text[at:] for at in range(1, len(text)))


def _doubled(text: str) -> Iterator[str]:
    """Yield texts with one character doubled."""
    yield from (text[:at] + character + text[at:] for at, character in enumerate(text))


def _without_any(text: str) -> Iterator[str]:
    """Yield texts without one character."""
    yield from (text[:at] + text[at + 1 :] for at in range(len(text)))


def _with_digit(text: str) -> Iterator[str]:
    """Yield texts with a different digit at one place."""
    for at, character in enumerate(text):
        if character in _DIGITS:
            yield from (
                text[:at] + digit + text[at + 1 :] for digit in _DIGITS if digit != character
            )


def _with_further_digit(text: str) -> Iterator[str]:
    """Yield texts with one more digit, beside another one or between two separators."""
    for at in range(len(text)):
        near = text[max(0, at - 1) : at + 1]
        if any(character in _DIGITS for character in near) or all(
            character in _SEPARATORS for character in near
        ):
            yield from (text[:at] + digit + text[at:] for digit in _DIGITS)


def _with_further_letter(text: str) -> Iterator[str]:
    """Yield texts with one more letter, beside another one."""
    for at in range(len(text) + 1):
        if any(character.isalpha() for character in text[max(0, at - 1) : at + 1]):
            yield from (text[:at] + letter + text[at:] for letter in _LETTERS)


def _with_letter(text: str) -> Iterator[str]:
    """Yield texts with a letter of a key that is beside the written one."""
    for at, character in enumerate(text):
        near = _BESIDE.get(character.lower(), set())
        yield from (text[:at] + letter + text[at + 1 :] for letter in sorted(near))


EDITS: Final = (
    TypoEdit(
        "replace a look-alike",
        _as_read,
        "10.1038/nature1237O",
        "10.1038/nature12370",
        is_clear=True,
    ),
    TypoEdit(
        "replace a separator",
        _separated_otherwise,
        "10.1016/j.neuroimage.2021/118484",
        "10.1016/j.neuroimage.2021.118484",
        is_clear=True,
    ),
    TypoEdit(
        "drop a doubled character",
        _without_double,
        "10.1038/naature12373",
        "10.1038/nature12373",
        is_clear=True,
    ),
    TypoEdit("swap two neighbours", _swapped, "10.1038/natrue12373", "10.1038/nature12373"),
    TypoEdit("swap two digits of the prefix", _swapped, "10.1061/j.x", "10.1016/j.x", "prefix"),
    TypoEdit(
        "restore or replace the last digit", _with_last, "10.1038/nature1237", "10.1038/nature12373"
    ),
    TypoEdit("restore a separator", _with_separator, "10.1093/nargkab1112", "10.1093/nar.gkab1112"),
    TypoEdit("double a character", _doubled, "10.1126/sciadv.ab1234", "10.1126/sciadv.abb1234"),
    TypoEdit("drop a character", _without_any, "10.1038/nature123x73", "10.1038/nature12373"),
    TypoEdit("replace a digit", _with_digit, "10.1038/nature12873", "10.1038/nature12373"),
    TypoEdit("restore a digit", _with_further_digit, "10.1038/nature1373", "10.1038/nature12373"),
    TypoEdit("replace a letter", _with_letter, "10.1038/nafure12373", "10.1038/nature12373"),
    TypoEdit("restore a letter", _with_further_letter, "10.1038/natre12373", "10.1038/nature12373"),
    TypoEdit(
        "restore another separator",
        _with_other_separator,
        "10.1093/nargkab1112",
        "10.1093/nar/gkab1112",
    ),
)
"""The edits, in the order in which people make the typos."""
_IN_UNKNOWN_PREFIX: Final = tuple(
    TypoEdit(name, undo, example, meant, "prefix")
    for name, undo, example, meant in (
        ("swap two digits of the prefix", _swapped, "10.1061/j.x", "10.1016/j.x"),
        ("drop a doubled digit of the prefix", _without_double, "10.10016/j.x", "10.1016/j.x"),
        ("drop a digit of the prefix", _without_any, "10.10916/j.x", "10.1016/j.x"),
        ("replace a digit of the prefix", _with_digit, "10.1816/j.x", "10.1016/j.x"),
        ("restore a digit of the prefix", _with_further_digit, "10.106/j.x", "10.1016/j.x"),
    )
)
"""The edits of a prefix that nobody has."""
