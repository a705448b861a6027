"""All rules: what the modules of this folder define, in the order of codes.

A rule is found by being a `Rule` in a module that is named here; a test holds that each is. A run
that asks nothing does not load those that would have nothing to say in it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from importlib import import_module

from mdlint_doi.lint.rule import Rule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

    RULES: tuple[Rule, ...]

_OFFLINE: Final = (
    "broken_markup",
    "doubled_and_legacy",
    "escapes",
    "fields",
    "leftovers",
    "linking",
    "look_alike_character",
    "missing_escapes",
    "name_syntax",
    "placeholder",
    "proxied_resolver",
    "resolver_address",
    "suppressions",
    "text_target_mismatch",
    "tracking_parts",
    "trailing_punctuation",
)
_ASKING: Final = (
    "handle_record",
    "missing_doi",
    "other_work",
    "registration",
    "work_details",
    "work_not_checked",
    "work_updates",
    "work_versions",
)
"""Modules whose rules all need what the DOI system or the registries say."""

FAMILIES: Final = (
    ("DOI0", "Comments that switch rules off"),
    ("DOI1", "The DOI itself"),
    ("DOI2", "The form of the link"),
    ("DOI3", "Percent-encoding and other escapes"),
    ("DOI4", "The document's own syntax"),
    ("DOI5", "The fields of data files"),
    ("DOI9", "What the DOI system and the registries say"),
)
"""The beginning of the codes, and what the rules are about."""


def __getattr__(name: str) -> tuple[Rule, ...]:
    """Return `RULES`, all of them: they are loaded where somebody asks for them."""
    if name == "RULES":
        return rules()
    raise AttributeError(name)


@lru_cache(maxsize=2)
def rules(*, asking: bool = True) -> tuple[Rule, ...]:
    """Return all rules, or those that may say something in a run that asks nothing."""
    modules = (*_OFFLINE, *_ASKING) if asking else _OFFLINE
    return tuple(sorted(_found(modules), key=lambda rule: rule.code))


def _found(modules: Iterable[str]) -> Iterator[Rule]:
    for name in modules:
        module = import_module(f"{__name__}.{name}")
        yield from (one for one in vars(module).values() if isinstance(one, Rule))


@lru_cache(maxsize=2)
def _by_code(*, asking: bool) -> Mapping[str, Rule]:
    return {rule.code: rule for rule in rules(asking=asking)}


@lru_cache(maxsize=1)
def _by_name() -> Mapping[str, Rule]:
    return {rule.name: rule for rule in rules()}


def by_code(code: str) -> Rule | None:
    """Return the rule with this code."""
    return _by_code(asking=False).get(code) or _by_code(asking=True).get(code)


def by_name(name: str) -> Rule | None:
    """Return the rule with this name."""
    return _by_name().get(name)
