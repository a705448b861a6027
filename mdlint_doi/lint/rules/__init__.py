"""The table of all rules: one module a family or idea, one tuple here, in the order of codes."""

from __future__ import annotations

from typing import Final

from mdlint_doi.lint.rule import Rule
from mdlint_doi.lint.rules import (
    comments,
    doubling,
    encoding,
    linking,
    look_alikes,
    markup,
    placeholders,
    proxies,
    punctuation,
    records,
    residue,
    resolution,
    spelling,
    syntax,
    tails,
    titles,
    unencoded,
)

FAMILIES: Final = (
    ("DOI0", "Comments that switch rules off"),
    ("DOI1", "The name itself"),
    ("DOI2", "How the name is presented"),
    ("DOI3", "Percent-encoding and other escapes"),
    ("DOI4", "The document's own syntax"),
    ("DOI9", "What the DOI system says"),
)
"""The beginning of the codes, and what the rules are about."""

RULES: Final[tuple[Rule, ...]] = tuple(
    sorted(
        (
            *comments.RULES,
            *doubling.RULES,
            *encoding.RULES,
            *linking.RULES,
            *look_alikes.RULES,
            *markup.RULES,
            *placeholders.RULES,
            *proxies.RULES,
            *punctuation.RULES,
            *records.RULES,
            *residue.RULES,
            *resolution.RULES,
            *spelling.RULES,
            *syntax.RULES,
            *tails.RULES,
            *titles.RULES,
            *unencoded.RULES,
        ),
        key=lambda rule: rule.code,
    ),
)

_BY_CODE: Final = {rule.code: rule for rule in RULES}
_BY_NAME: Final = {rule.name: rule for rule in RULES}


def by_code(code: str) -> Rule | None:
    """Return the rule with this code."""
    return _BY_CODE.get(code)


def by_name(name: str) -> Rule | None:
    """Return the rule with this name."""
    return _BY_NAME.get(name)
