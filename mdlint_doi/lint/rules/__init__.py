"""All rules: what the modules of this folder define, in the order of codes.

A rule is found by being a `Rule` in a module that is named here; a test holds that each is.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module

from mdlint_doi.lint.rule import Rule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

_MODULES: Final = (
    "broken_markup",
    "doubled_and_legacy",
    "escapes",
    "fields",
    "handle_record",
    "leftovers",
    "linking",
    "look_alike_character",
    "missing_doi",
    "missing_escapes",
    "name_syntax",
    "other_work",
    "placeholder",
    "proxied_resolver",
    "registration",
    "resolver_address",
    "suppressions",
    "text_target_mismatch",
    "tracking_parts",
    "trailing_punctuation",
    "work_details",
    "work_not_checked",
    "work_updates",
    "work_versions",
)

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


def _found() -> Iterator[Rule]:
    for name in _MODULES:
        module = import_module(f"{__name__}.{name}")
        yield from (one for one in vars(module).values() if isinstance(one, Rule))


RULES: Final[tuple[Rule, ...]] = tuple(sorted(_found(), key=lambda rule: rule.code))

_BY_CODE: Final = {rule.code: rule for rule in RULES}
_BY_NAME: Final = {rule.name: rule for rule in RULES}


def by_code(code: str) -> Rule | None:
    """Return the rule with this code."""
    return _BY_CODE.get(code)


def by_name(name: str) -> Rule | None:
    """Return the rule with this name."""
    return _BY_NAME.get(name)
