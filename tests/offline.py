"""Markdown texts checked and fixed without look-ups, as most tests want them."""

from __future__ import annotations

from mdlint_doi import Finding, Settings, check_text, fix_text

__all__ = ["check_markdown", "fix_markdown"]


def check_markdown(text: str, settings: Settings | None = None) -> list[Finding]:
    """Return what is wrong with a Markdown text."""
    return check_text(text, "markdown", _offline(settings))


def fix_markdown(text: str, settings: Settings | None = None, *, unsafe: bool = False) -> str:
    """Return a Markdown text with its DOIs fixed."""
    return fix_text(text, "markdown", _offline(settings), unsafe=unsafe)


def _offline(settings: Settings | None) -> Settings:
    return (settings or Settings()).replace(offline=True, records=None)
