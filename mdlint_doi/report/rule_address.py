"""The address of a rule's page in the manual: what reports, SARIF and terminals link to."""

from __future__ import annotations

from typing import Final

MANUAL: Final = "https://github.com/sphinx-doi/sphinx-doi/blob/main/example_docs"
"""Where the pages of the manual can be read: they are committed, those of the rules too."""


def rule_address(code: str) -> str:
    """Return the address of the page of the rule with this code, such as `DOI201`."""
    return f"{MANUAL}/rules/{code}.md"
