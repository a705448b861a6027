"""All rules of the modules in this folder, in the order of their codes, and words that select them.

Each `Rule` in the modules that are listed here is included; a test checks that all modules are
listed. Most runs load only the rules that `usual` returns.

A selector is a code (`DOI201`), a name (`unusual-address`), the beginning of codes (`DOI2`,
`DOI`), `default` or `all`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from importlib import import_module
from operator import attrgetter
from typing import Final

from mdlint_doi.lint.rule import Rule
from mdlint_doi.text.likeness import closest
from mdlint_doi.text.pattern import pattern

RULES: tuple[Rule, ...]

_OFFLINE: Final = (
    "broken_markup",
    "encoding",
    "escapes",
    "fields",
    "leftovers",
    "name_syntax",
    "proxied_resolver",
    "text_target_mismatch",
    "unusual_address",
)
_LOOKUPS: Final = ("not_checked", "registration")
"""Modules whose rules all need look-ups in the DOI system."""
_OTHERS: Final = (
    "exceptions",
    "linking",
    "made_up_fields",
    "missing_doi",
    "other_work",
    "own_citation",
    "suppressions",
    "work_updates",
)
"""Modules whose rules are off by default, need registered works or the claims of a document, or
check comments, settings or other files."""

FAMILIES: Final = (
    ("DOI0", "Comments that turn rules off"),
    ("DOI1", "The DOI itself"),
    ("DOI2", "The form of the link"),
    ("DOI3", "Percent-encoding and other escapes"),
    ("DOI4", "The document's own syntax"),
    ("DOI5", "The fields of data files"),
    ("DOI9", "Registration and registered works"),
)
"""The beginning of the codes of each family, and its title."""
_PREFIX: Final = pattern(r"DOI\d{0,3}", re.IGNORECASE)
_DIGITS: Final = str.maketrans("OIL", "011")
"""Letters that are confused with digits."""


def __getattr__(name: str) -> tuple[Rule, ...]:
    """Return `RULES`, which are loaded at their first use."""
    if name == "RULES":
        return rules()
    raise AttributeError(name)


@lru_cache(maxsize=1)
def rules() -> tuple[Rule, ...]:
    """Return all rules, in the order of their codes.

    The fields `code`, `name`, `severity`, `summary`, `why`, `fix`, `default`, `bad` and `good` of a
    `Rule` are stable; the others may change.
    """
    return _of((*_OFFLINE, *_LOOKUPS, *_OTHERS))


@lru_cache(maxsize=2)
def usual(*, asking: bool) -> tuple[Rule, ...]:
    """Return the rules that are on by default and need no works, claims or other files.

    Without look-ups (`asking`), it leaves out the rules that need them.
    """
    found = _of((*_OFFLINE, *_LOOKUPS) if asking else _OFFLINE)
    return tuple(rule for rule in found if rule.default)


def _of(modules: Iterable[str]) -> tuple[Rule, ...]:
    """Return the rules in modules, sorted by code."""
    values = (
        value for name in modules for value in vars(import_module(f"{__name__}.{name}")).values()
    )
    return tuple(
        sorted((value for value in values if isinstance(value, Rule)), key=attrgetter("code"))
    )


@lru_cache(maxsize=1)
def _by_name() -> Mapping[str, Rule]:
    return {rule.name: rule for rule in rules()}


@lru_cache(maxsize=256)
def by_code(code: str) -> Rule | None:
    """Return the rule with this code; None if there is none.

    The modules that few runs need are loaded last.
    """
    found = (rule for modules in (_OFFLINE, _LOOKUPS, _OTHERS) for rule in _of(modules))
    return next((rule for rule in found if rule.code == code), None)


def by_name(name: str) -> Rule | None:
    """Return the rule with this name; None if there is none."""
    return _by_name().get(name)


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
        found = tuple(rule for rule in rules() if rule.code.startswith(code))
    elif not found and like:
        found = tuple(rule for rule in rules() if like in rule.name)
    if not found:
        raise UnknownSelectorError(word, one=True)
    return found


def rules_named(selectors: Iterable[str]) -> tuple[Rule, ...]:
    """Return the rules that are selected by their own code or name, not as a family."""
    found = (
        by_code(selector.strip().upper()) or by_name(selector.strip().lower())
        for selector in selectors
    )
    return tuple(rule for rule in found if rule is not None)


@lru_cache(maxsize=1024)
def _nearest(selector: str, *, one: bool) -> str:
    """Return the end of a message about an unknown rule: the most similar one, and valid words."""
    word = selector.strip()
    names = [*(() if one else ("all", "default")), *(rule.name for rule in rules())]
    digits = word.upper().removeprefix("DOI").translate(_DIGITS)
    code = f"DOI{digits[:3]}"  # never another code, because all are similar
    near = code if by_code(code) else closest(word.lower(), names)
    hint = f"; did you mean '{near}'?" if near else ""
    if one:
        return f"{hint} (valid: a code such as DOI201, or a name; mdlint-doi rule lists all rules)"
    valid = "a code such as DOI201, a code prefix such as DOI2, a name, default, all"
    return f"{hint} (valid: {valid})"
