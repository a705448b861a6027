"""How the tests write a mention down, and how they cut one out again."""

from __future__ import annotations

from mdlint_doi.formats.markdown.translate import extract
from mdlint_doi.lint.document import Document
from mdlint_doi.lint.model import Mention
from mdlint_doi.lint.settings import Settings
from mdlint_doi.text.source import Source


def extracted(text: str, name: str = "page.md", *, code: bool = False) -> Document:
    """Return what a document holds."""
    return extract(Source(name, text), Settings(check_code=code))


def shown(mention: Mention) -> str:
    """Return a mention on one line: its place, form, the place of its name, and the name."""
    source = mention.source
    at, name_at = source.location(mention.span.start), source.location(mention.written.whole.start)
    error = mention.error
    name = str(mention.doi) if mention.doi else (error.reason if error else "?")
    parts = [
        f"{at.line}:{at.column} {mention.form} {name_at.line}:{name_at.column}",
        f"{mention.written.text} -> {name}",
        f"| {mention.title}" if mention.title is not None else "",
        "angle" if mention.angle else "",
        "linked" if mention.linked_in_block else "",
        f"{mention.broken}: {_one_line(mention.repair)}" if mention.broken else "",
    ]
    return " ".join(part for part in parts if part)


def all_shown(document: Document) -> str:
    """Return mentions and suppressions, one a line."""
    lines = [shown(mention) for mention in document.mentions]
    for suppression in document.suppressions:
        words = ", ".join(selector for selector, _ in suppression.selectors)
        lines.append(f"{suppression.directive} {words}".rstrip())
    return "".join(f"{line}\n" for line in lines)


def _one_line(text: str | None) -> str:
    return "no repair" if text is None else text.replace("\n", "⏎")
