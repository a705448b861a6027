"""Select the rules for a file, and determine the facts that they need.

An ignored rule stays ignored even if it is also selected, in any order and with any selectors. A
finer principle would be hard to remember.
"""

from __future__ import annotations

import re
from functools import lru_cache

from mdlint_doi.lint.glob import anywhere
from mdlint_doi.lint.rule import ON_REQUEST, Facts, Need, Rule, Trait
from mdlint_doi.lint.rules import codes_of, rules, usual
from mdlint_doi.lint.setting_types import DoiException, PerFileIgnore
from mdlint_doi.lint.settings import Settings
from mdlint_doi.names.spelling import Notations
from mdlint_doi.text.value import Value, put


class Selection(Value):
    """The selected rules.

    Attributes:
        rules: the selected rules, in the order of their codes.
        codes: the codes of the rules.
    """

    rules: tuple[Rule, ...]
    codes: frozenset[str]

    def __hash__(self) -> int:
        """Return the hash of the codes, because hashing the rules takes long."""
        return hash(self.codes)

    @classmethod
    def of(
        cls, settings: Settings, path: str | None = None, *, asking: bool = True, works: bool = True
    ) -> Selection:
        """Return the rules that the settings select, for a file or (None) in general.

        If `asking` is False, rules that need look-ups may be left out. If `works` is False, rules
        that need registered works may be left out.

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
        """Return whether one of the rules needs these facts."""
        return any(need in rule.needs for rule in self.rules)

    def uses(self, need: Need) -> bool:
        """Return whether one of the rules uses these facts, but can do without them."""
        return any(need in rule.uses for rule in self.rules)

    def has(self, code: str) -> bool:
        """Return whether the rule with this code is selected."""
        return code in self.codes


class RunFacts(Facts):
    """The facts of a run for the rules, and the settings that select the rules.

    Attributes:
        settings: the settings of the run, or of a document.
    """

    settings: Settings = Settings()

    def __post_init__(self) -> None:
        """Copy the settings that rules may use."""
        settings = self.settings
        put(self, "server", settings.server)
        put(self, "lock_file", settings.lock_file)
        put(self, "exceptions", settings.exceptions)
        put(self, "selected", (*settings.select, *settings.extend_select))


def notations_of(settings: Settings, path: str | None = None) -> Notations:
    """Return the notations that count as DOIs, in a file or (None) in any; see `is_needed`."""
    notations = settings.notations
    return notations if is_needed(Need.PUBLISHERS, settings, path) else notations.without_publishers


def is_needed(need: Need, settings: Settings, path: str | None = None) -> bool:
    """Return whether a selected rule needs these facts, in a file or (None) in any.

    The rules are imported only if the settings select more than the default rules; reading such
    settings has imported them already.
    """
    if need in ON_REQUEST and settings.selects_default:
        return False
    return Selection.of(settings, path).needs(need)


def turns_off(exception: DoiException, rule: Rule) -> bool:
    """Return whether an exception for a DOI turns off a rule."""
    if exception.rules:
        return rule.code in _codes(exception.rules)
    return Trait.EXCEPTED not in rule.looks_at


@lru_cache(maxsize=64)
def _ignored_in(path: str, ignores: tuple[PerFileIgnore, ...]) -> tuple[str, ...]:
    """Return the selectors of rules that are ignored in a file, without repeats."""
    ignored = (
        selector
        for expression, selectors in _expressions(ignores)
        if expression.fullmatch(path)
        for selector in selectors
    )
    return tuple(dict.fromkeys(ignored))


@lru_cache(maxsize=4)
def _expressions(
    ignores: tuple[PerFileIgnore, ...],
) -> tuple[tuple[re.Pattern[str], tuple[str, ...]], ...]:
    """Return the compiled patterns with their selectors; cached for all files."""
    return tuple((anywhere(ignore.pattern), ignore.selectors) for ignore in ignores)


@lru_cache(maxsize=64)
def _selection(selected: tuple[str, ...], ignored: tuple[str, ...]) -> Selection:
    codes = _codes(selected) - _codes(ignored)
    return Selection(tuple(rule for rule in rules() if rule.code in codes), codes)


@lru_cache(maxsize=64)
def _usual(ignored: tuple[str, ...], *, asking: bool) -> Selection:
    without = _codes(ignored)
    kept = tuple(rule for rule in usual(asking=asking) if rule.code not in without)
    return Selection(kept, frozenset(rule.code for rule in kept))


@lru_cache(maxsize=64)
def _codes(selectors: tuple[str, ...]) -> frozenset[str]:
    return frozenset(code for selector in selectors for code in codes_of(selector))
