"""The argument of MyST's `doi` role: a name, or a title and a name in angle brackets.

A name may end in `>` itself (`…<693::AID-ASI4>3.0.CO;2-O` without its tail does), and SICI names
hold `<`: so the first `<` behind which a DOI stands up to the final `>` begins the name, and where
there is none the whole is tried, as `sphinx_doi` reads its roles.
"""

from __future__ import annotations

import re
from typing import Final

from mdlint_doi.formats.markdown.broken import Broken
from mdlint_doi.lint.model import Break
from mdlint_doi.names.notations import STANDARD, Notations
from mdlint_doi.names.scan.find import read
from mdlint_doi.text.pattern import pattern
from mdlint_doi.text.source import Source

_LONGEST: Final = 2000
_RUN: Final = pattern(r"\S+")
_WORDS: Final = pattern(r"\S[ \t]+\S")
"""Words of one line, which no line end has made of a name."""
KNITTED: Final = (".qmd", ".rmd")
"""Documents in which a fence with a name in braces is a program to run."""
_MYST: Final = pattern(
    r"\{[A-Za-z][\w:.+-]*\}`[^`\n]|^[ \t>]*(?:`{3,}|~{3,}|:{3,})\{[A-Za-z]", re.MULTILINE
)
_ROLE_WORD: Final = pattern(r":doi:[`1]|\{doi\}[ 1]")
"""What may introduce a role, and stands where no role of MyST begins."""


def is_myst(source: Source) -> bool:
    """Return whether a document has a role or a directive of MyST."""
    knitted = source.name.lower().endswith(KNITTED)
    return not knitted and _MYST.search(source.text) is not None


def may_lack_role(text: str) -> bool:
    """Return whether a text may hold what was meant as a role; see `mistyped_roles`."""
    lower = text.lower()
    return (":doi:" in lower or "{doi}" in lower) and _ROLE_WORD.search(lower) is not None


def split_role(
    text: str,
    start: int,
    end: int,
    notations: Notations,
) -> tuple[str | None, int, int]:
    """Return the explicit title, if any, and the range of the name in `text[start:end]`."""
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    if text[end - 1 : end] != ">" or end - start > _LONGEST:
        return None, start, end
    at = text.find("<", start + 1, end)
    while at >= 0:
        if _reads(text[at + 1 : end - 1], notations):
            return " ".join(text[start:at].split()), at + 1, end - 1
        at = text.find("<", at + 1, end)
    if _reads(text[start:end], notations):
        return None, start, end
    at = text.rfind("<", start + 1, end)
    return (" ".join(text[start:at].split()), at + 1, end - 1) if at >= 0 else (None, start, end)


def cut_role(text: str, whole: tuple[int, int], name: tuple[int, int]) -> Broken | None:
    """Return the role as broken where a line end stands in its name; None where none does.

    Args:
        text: of the block.
        whole: start and end of the role.
        name: start and end of the name in it.

    """
    if text.find("\n", *name) < 0 or _WORDS.search(text, *name):
        return None
    pieces = tuple(run.span() for run in _RUN.finditer(text, *name))
    joined = "".join([text[start:end] for start, end in pieces])
    return Broken(Break.LINE_BREAK, whole, pieces) if _reads(joined, STANDARD) else None


def _reads(text: str, notations: Notations) -> bool:
    spelling = read(text, notations.of_names)
    return spelling is not None and spelling.doi is not None
