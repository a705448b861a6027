"""The words that select rules.

A selector is a code (`DOI201`), a name (`legacy-resolver`), the beginning of codes (`DOI2`,
`DOI`), `default` or `all`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from mdlint_doi.lint.rule import Rule
from mdlint_doi.lint.rules import by_code, by_name, rules
from mdlint_doi.text.pattern import pattern

_PREFIX: Final = pattern(r"DOI\d{0,3}", re.IGNORECASE)
_DIGITS: Final = str.maketrans("OIL", "011")
"""Letters that are taken for digits."""


class UnknownSelectorError(ValueError):
    """A word that selects no rule; the message names the nearest that does."""

    def __init__(self, selector: str, *, one: bool = False) -> None:
        """Keep the word; `one`: where a single rule is to be named, and no family."""
        super().__init__(f"unknown rule {selector!a}{_nearest(selector, one=one)}")
        self.selector = selector


@lru_cache(maxsize=256)
def codes_of(selector: str) -> frozenset[str]:
    """Return the codes that a selector stands for.

    Raises:
        UnknownSelectorError: if there is none.

    """
    word = selector.strip()
    found: Iterable[Rule] = ()
    if word == "all":
        found = rules()
    elif word == "default":
        found = (rule for rule in rules() if rule.default)
    elif _PREFIX.fullmatch(word):
        found = (rule for rule in rules() if rule.code.startswith(word.upper()))
    elif rule := by_name(word.lower()):
        found = (rule,)
    codes = frozenset(rule.code for rule in found)
    if not codes:
        raise UnknownSelectorError(selector)
    return codes


def check_selector(selector: str) -> None:
    """Raise UnknownSelectorError if `selector` selects no rule."""
    codes_of(selector)


def rule_named(word: str) -> Rule:
    """Return the one rule with this code or name.

    Raises:
        UnknownSelectorError: if there is none.

    """
    rule = by_code(word.strip().upper()) or by_name(word.strip().lower())
    if rule is None:
        raise UnknownSelectorError(word, one=True)
    return rule


def rules_like(word: str) -> tuple[Rule, ...]:
    """Return the rule with this code or name; else the rules of a family, or with it in their name.

    Args:
        word: such as `DOI201`, `legacy-resolver`, `DOI2`, `legacy`.

    Raises:
        UnknownSelectorError: if there is none.

    """
    try:
        return (rule_named(word),)
    except UnknownSelectorError:
        like, code = word.strip().lower(), word.strip().upper()
        is_family = _PREFIX.fullmatch(code) is not None
        found = [
            one for one in rules() if (one.code.startswith(code) if is_family else like in one.name)
        ]
        if not (like and found):
            raise
        return tuple(found)


def rules_named(selectors: Iterable[str]) -> tuple[Rule, ...]:
    """Return the rules that selectors name one by one, not as a family or all of them."""
    found = (by_code(one.strip().upper()) or by_name(one.strip().lower()) for one in selectors)
    return tuple(rule for rule in found if rule is not None)


@lru_cache(maxsize=1024)
def _nearest(selector: str, *, one: bool) -> str:
    from difflib import get_close_matches

    word = selector.strip()
    groups = () if one else ("all", "default")
    names = [*groups, *(rule.name for rule in rules())]
    digits = word.upper().removeprefix("DOI").translate(_DIGITS)
    code = f"DOI{digits[:3]}"  # never another code: all look alike, and the next is not meant
    near = [code] if by_code(code) else get_close_matches(word.lower(), names, n=1, cutoff=0.7)
    hint = f"; did you mean '{near[0]}'?" if near else ""
    if one:
        return f"{hint} (valid: a code such as DOI201, or a name; mdlint-doi rule lists all)"
    return f"{hint} (valid: a code such as DOI201, a name, a family such as DOI2, default, all)"
