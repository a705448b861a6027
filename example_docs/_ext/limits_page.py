"""Write the page about limits from `limits.toml`: python example_docs/_ext/limits_page.py."""

from __future__ import annotations

import tomllib
from pathlib import Path
from textwrap import fill

MANUAL = Path(__file__).parents[1]
PAGE = MANUAL / "background" / "limits.md"
_HEAD = """\
The same DOI gets the same answer wherever it is written: in text, in a link, in a field, in a
macro, in any format. A test writes each kind of DOI in each such place, registered or not, with
marks and mistakes around it, and compares the answers with what the formats' own parsers read.
This page lists the places where nothing is reported, with the reasons. In this test, no correct
DOI is reported.

[What is not compared](../guide/works.md#what-is-not-compared) lists the parts of a reference that
are not compared with the registered work.
"""
_WIDTH = 120


def page() -> str:
    """Return the text of the page."""
    rows = tomllib.loads((MANUAL / "limits.toml").read_text("utf-8"))["difference"]
    parts = ["# Limits", *map(_wrapped, _HEAD.split("\n\n"))]
    for row in rows:
        parts += [f"## {row['title']}", _wrapped(row["because"])]
    return "\n\n".join(parts) + "\n"


def _wrapped(text: str) -> str:
    return fill(" ".join(text.split()), _WIDTH, break_long_words=False, break_on_hyphens=False)


if __name__ == "__main__":
    PAGE.write_text(page(), "utf-8")
