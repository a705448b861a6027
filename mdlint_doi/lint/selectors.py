"""Words that select rules.

A selector is a code (`DOI201`), a name (`unusual-address`), the beginning of codes (`DOI2`,
`DOI`), `default` or `all`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from mdlint_doi.lint.rule import Rule
from mdlint_doi.lint.rules import BECAME, by_code, by_name, rules
from mdlint_doi.text.likeness import closest
from mdlint_doi.text.pattern import pattern

_PREFIX: Final = pattern(r"DOI\d{0,3}", re.IGNORECASE)
_DIGITS: Final = str.maketrans("OIL", "011")
"""Letters that are confused with digits."""


class UnknownSelectorError(ValueError):
    """An error for a word that selects no rule; the message suggests the nearest valid word.

    Attributes:
        selector: the word.
    """

    def __init__(self, selector: str, *, one: bool = False) -> None:
        """Keep the word; `one` means that only a single rule is valid, not a family."""
        super().__init__(f"unknown rule {selector!a}{_nearest(selector, one=one)}")
        self.selector = selector


@lru_cache(maxsize=256)
def codes_of(selector: str) -> frozenset[str]:
    """Return the codes of the rules that a selector selects.

    Raises:
        UnknownSelectorError: if there is none.
    """
    word = selector.strip()
    if word in {"all", "default"}:
        return frozenset(rule.code for rule in rules() if rule.default or word == "all")
    if _PREFIX.fullmatch(word):
        codes = frozenset(rule.code for rule in rules() if rule.code.startswith(word.upper()))
    else:
        rule = by_name(word.lower())
        codes = frozenset({rule.code}) if rule else frozenset()
    if not codes:
        raise UnknownSelectorError(selector)
    return codes


def rules_like(word: str) -> tuple[Rule, ...]:
    """Return the rule with this code or name, or the rules of this family or with similar names.

    A name is similar if it contains the word.

    Raises:
        UnknownSelectorError: if there is none.
    """
    like, code = word.strip().lower(), word.strip().upper()
    found = rules_named((word,))
    if not found and _PREFIX.fullmatch(code):
        found = tuple(one for one in rules() if one.code.startswith(code))
    elif not found and like:
        found = tuple(one for one in rules() if like in one.name)
    if not found:
        raise UnknownSelectorError(word, one=True)
    return found


def rules_named(selectors: Iterable[str]) -> tuple[Rule, ...]:
    """Return the rules that are selected by their own code or name, not as a family."""
    found = (by_code(one.strip().upper()) or by_name(one.strip().lower()) for one in selectors)
    return tuple(rule for rule in found if rule is not None)


@lru_cache(maxsize=1024)
def _nearest(selector: str, *, one: bool) -> str:
    word = selector.strip()
    now = BECAME.get(word.upper()) or BECAME.get(word.lower())
    if now is not None:
        return f"; {now} now reports this problem"
    names = [*(() if one else ("all", "default")), *(rule.name for rule in rules())]
    digits = word.upper().removeprefix("DOI").translate(_DIGITS)
    code = f"DOI{digits[:3]}"  # never another code, because all are similar
    near = code if by_code(code) else closest(word.lower(), names)
    hint = f"; did you mean '{near}'?" if near else ""
    if one:
        return f"{hint} (valid: a code such as DOI201, or a name; mdlint-doi rule lists all rules)"
    valid = "a code such as DOI201, a code prefix such as DOI2, a name, default, all"
    return f"{hint} (valid: {valid})"
