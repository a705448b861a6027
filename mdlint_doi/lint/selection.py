"""Which rules hold for a file, and whether one of them needs something.

What is ignored wins over what is selected, whatever the order and however exact: one rule to
remember, where finer ones would need a table.

A selector, a word that selects rules, is a code (`DOI201`), a name (`legacy-resolver`), the
beginning of codes (`DOI2`, `DOI`), `default` or `all`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from mdlint_doi.lint.rule import Need, Rule
from mdlint_doi.lint.rules import by_code, by_name, rules, usual
from mdlint_doi.lint.settings import PerFileIgnore, Settings
from mdlint_doi.text.pattern import pattern
from mdlint_doi.text.value import Value

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
    """Return the rule with this code or name; else the rules of a family, or with it in their name.

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
    """Return the rules that selectors name one by one, not as a family or all of them."""
    found = (by_code(one.strip().upper()) or by_name(one.strip().lower()) for one in selectors)
    return tuple(rule for rule in found if rule is not None)


@lru_cache(maxsize=1024)
def _nearest(selector: str, *, one: bool) -> str:
    from difflib import get_close_matches

    word = selector.strip()
    names = [*(() if one else ("all", "default")), *(rule.name for rule in rules())]
    digits = word.upper().removeprefix("DOI").translate(_DIGITS)
    code = f"DOI{digits[:3]}"  # never another code: all look alike, and the next is not meant
    near = [code] if by_code(code) else get_close_matches(word.lower(), names, n=1, cutoff=0.7)
    hint = f"; did you mean '{near[0]}'?" if near else ""
    if one:
        return f"{hint} (valid: a code such as DOI201, or a name; mdlint-doi rule lists all)"
    return f"{hint} (valid: a code such as DOI201, a name, a beginning such as DOI2, default, all)"


class Selection(Value):
    """The rules that hold, in the order of their codes."""

    rules: tuple[Rule, ...]
    codes: frozenset[str]

    def __hash__(self) -> int:
        """Return the hash of the codes: rules are long."""
        return hash(self.codes)

    @classmethod
    def of(
        cls, settings: Settings, path: str | None = None, *, asking: bool = True, works: bool = True
    ) -> Selection:
        """Return the rules that the settings select, for a file or (None) without one.

        Rules may be left out that need what the DOI system says, if nothing was asked, or what is
        known of works (and these), if `works` is False.

        Raises:
            UnknownSelectorError: for a word that selects nothing.
        """
        ignored = settings.ignore
        if path is not None and settings.per_file_ignores:
            ignored += _ignored_in(path.replace("\\", "/"), settings.per_file_ignores)
        selected = (*settings.select, *settings.extend_select)
        if works or not (selected and settings.selects_default):
            return _selection(selected, ignored)
        return _usual(ignored, asking=asking)

    def needs(self, need: Need) -> bool:
        """Return whether one of the rules needs something."""
        return any(need in rule.needs for rule in self.rules)

    def has(self, code: str) -> bool:
        """Return whether the rule with this code holds."""
        return code in self.codes


@lru_cache(maxsize=64)
def _ignored_in(path: str, ignores: tuple[PerFileIgnore, ...]) -> tuple[str, ...]:
    """Return what is ignored in a file, each selector once."""
    found = (
        selector
        for expression, selectors in _expressions(ignores)
        if expression.fullmatch(path)
        for selector in selectors
    )
    return tuple(dict.fromkeys(found))


@lru_cache(maxsize=4)
def _expressions(
    ignores: tuple[PerFileIgnore, ...],
) -> tuple[tuple[re.Pattern[str], tuple[str, ...]], ...]:
    """Return the expressions of all patterns; each is compiled once, however many there are."""
    from mdlint_doi.lint.glob import anywhere

    return tuple((anywhere(one.pattern), one.selectors) for one in ignores)


@lru_cache(maxsize=64)
def _selection(selected: tuple[str, ...], ignored: tuple[str, ...]) -> Selection:
    codes = _codes(selected) - _codes(ignored)
    return Selection(tuple(rule for rule in rules() if rule.code in codes), codes)


@lru_cache(maxsize=64)
def _usual(ignored: tuple[str, ...], *, asking: bool) -> Selection:
    without = _codes(ignored)
    found = tuple(rule for rule in usual(asking=asking) if rule.code not in without)
    return Selection(found, frozenset(rule.code for rule in found))


def _codes(selectors: Iterable[str]) -> frozenset[str]:
    return frozenset(code for one in selectors for code in codes_of(one))
