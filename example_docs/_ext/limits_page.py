"""Write the page about limits from `limits.toml`: python example_docs/_ext/limits_page.py."""

from __future__ import annotations

import tomllib
from pathlib import Path
from textwrap import fill

MANUAL = Path(__file__).parents[1]
PAGE = MANUAL / "background" / "limits.md"
_HEAD = """\
This page lists the places where a broken DOI or a wrong reference is not reported, with the
reasons. In the tests from which it is made, no correct DOI and no correct reference is reported.
"""
_DOIS = """\
The same DOI gets the same answer wherever it is written: in text, in a link, in a field, in a
macro, in any format. A test writes each kind of DOI in each such place, registered or not, with
marks and mistakes around it, and compares the answers with what the formats' own parsers read.
"""
_REFERENCES = """\
The same reference gets the same answer in whatever shape it is written: as an item in one of the
common styles, in a table, below a heading, with labels, in a field. A test writes references to
real works in each shape, right and with one mistake, and counts the mistakes that are reported. In
the following cases, fewer than 90 % of the mistakes are reported, or fewer than 80 % of the parts
and 60 % of the journals.

[What is not compared](../guide/works.md#what-is-not-compared) lists further texts and fields.
"""
_WIDTH = 120


def page() -> str:
    """Return the text of the page."""
    table = tomllib.loads((MANUAL / "limits.toml").read_text("utf-8"))
    parts = ["# Limits", *_paragraphs(_HEAD)]
    for title, head, rows in (
        ("DOIs", _DOIS, table["difference"]),
        ("References", _REFERENCES, table["gap"]),
    ):
        parts += [f"## {title}", *_paragraphs(head)]
        for row in rows:
            parts += [f"### {row['title']}", _wrapped(row["because"])]
    return "\n\n".join(parts) + "\n"


def _paragraphs(text: str) -> list[str]:
    return [_wrapped(paragraph) for paragraph in text.split("\n\n")]


def _wrapped(text: str) -> str:
    return fill(" ".join(text.split()), _WIDTH, break_long_words=False, break_on_hyphens=False)


if __name__ == "__main__":
    PAGE.write_text(page(), "utf-8")
