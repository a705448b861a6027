"""Sentences that a native editor would touch, as far as a program sees it: a pattern each."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

_START: Final = r"(?: \A | (?<=[.!?;:]\ ) (?<!\ :\ ) | (?<=[.!?]\)\ ) | ^(?:[-*]|\d+\.)\ )"
"""Where a sentence or a clause begins, once the lines of a paragraph are joined."""
_TOOLS: Final = (
    *("action", "analysis", "build", "builder", "check", "checker", "command", "comparison"),
    *("diagnostic", "error", "extension", "field", "finding", "fix", "function", "hint", "hook"),
    *("line", "linter", "log", "message", "method", "option", "plugin", "program", "registry"),
    *("report", "role", "rule", "run", "search", "server", "service", "summary", "table", "test"),
    *("tool", "value", "warning"),
)
_TOOL: Final = rf"""(?:
    it | Code\d+ | mdlint-doi | sphinx-doi | Sphinx | docutils | Crossref | DataCite | DOI\d+
    | (?:the|a|an|each|every|no|its|this|that|such\ a)\ (?:{"|".join(_TOOLS)})
    | (?:rules|checks|messages|findings|reports|services|tools|formats|functions|hints|warnings
        |runs|hooks|registries)
)"""
"""A program, or a part or a product of one, as the actor of a sentence."""
_BETWEEN: Final = (
    r"(?:\ (?:also|then|only|never|always|can|cannot|may|must|will|would|does|do|not|no\ longer))*"
)
_SPEAKING: Final = (
    r"(?:says?|said|speaks?|spoke|hears?|heard|tells?|told|accuses?|accused|learns?|learned|asks?)"
)


@dataclass(frozen=True, slots=True)
class Habit:
    """A way to write that readers stumble over.

    Attributes:
        rule: its number among the ten rules of the house.
        better: what to write instead.
        pattern: finds it in a paragraph.

    """

    rule: int
    better: str
    pattern: re.Pattern[str]


def _habit(rule: int, better: str, pattern: str) -> Habit:
    return Habit(rule, better, re.compile(pattern, re.VERBOSE | re.MULTILINE))


HABITS: Final = (
    _habit(1, "a noun as the subject, not 'what'", rf"{_START} What\b (?! [^.;:]* \?)"),
    _habit(1, "a noun as the subject, not 'what'", r";\ (?:and\ |but\ )? what\b (?![^.;:]*\?)"),
    _habit(
        1, "a noun as the subject, not 'which'", rf"{_START} Which\b (?! [^.;:]* \?) (?!\ RA\b)"
    ),
    _habit(1, "a noun as the subject, not 'who'", rf"{_START} Who(?:ever)?\b (?! [^.;:]* \?)"),
    _habit(1, "repeat the noun", rf"{_START} (?:Those|That|The\ ones)\ of\b"),
    _habit(1, "a noun as the subject", r"(?:,\ and|,\ but|;)\ (?:those|that)\ of\b"),
    _habit(2, "begin with the actor", rf"{_START} Of\ (?!course\b)"),
    _habit(4, "'including', 'also' before the verb", r"\btoo (?=[.;:)]|\ *\Z)|,\ too,"),
    _habit(4, "'even where', or a sentence of its own", r"\balso\ (?:where|if|when)\b"),
    _habit(
        5, "a different … than", r"\banother\ [\w-]+\ than\b | \bothers?\ than\b (?<!\bother\ than)"
    ),
    _habit(5, "a different …", r"(?i:\banother\ (?:title|year|venue|author)s?\b)"),
    _habit(7, "split the sentence", r"\bof\ which\b [^.;]* \bthat\b"),
    _habit(7, "half of which", r"\ba\ half\ of\b"),
    _habit(7, "belongs in", r"\bbelongs?\ into\b"),
    _habit(7, "from arXiv, on arXiv, arXiv's", r"\bof\ arXiv\b"),
    _habit(
        7,
        "after",
        r"\bbehind\ (?:the|an?|it|its|them|this|that|these|those|each|one|two|initials|labels?)\b",
    ),
    _habit(7, "separated by", r"\bparted\ by\b"),
    _habit(
        8,
        "tools detect, report, print, accept, skip, request",
        rf"(?i: \b(?<![-\w]){_TOOL} {_BETWEEN} \ {_SPEAKING} \b)",
    ),
    _habit(
        8,
        "is reported, is printed, is requested",
        r"\b(?:is|are|was|were|be|been|being)\ (?:not\ |never\ |also\ |only\ )?"
        r"(?:told|said|heard|spoken|accused|asked)\b",
    ),
    _habit(8, "a wrong finding, a false alarm", r"(?i:\baccus(?:e[sd]?|ing|ations?)\b)"),
    _habit(9, "DOI", r"(?i:\bDOI\ names?\b | \bbare\ names?\b)"),
    _habit(
        9,
        "not registered",
        r"\bDOIs?\ (?:is|are|was|were)\ (?:missing|not\ found)\b | \bmissing\ names?\b",
    ),
    _habit(
        9,
        "authors",
        r"(?x: \b(?:registered|other|wrong|cited|right|same|invented|family\ names\ of)\ people\b"
        r"| \b(?:titles?|years?|venues?)(?:,|\ and|\ or|\ or\ the|,\ the)\ people\b"
        r"| \bpeople(?:,|\ and|\ or)\ (?:the\ )?(?:years?|titles?|venues?)\b"
        r"| \bpeople\ of\ (?:a|the)\ work\b )",
    ),
)

EXCUSED: Final[dict[str, str]] = {
    'is "DOI name': "the glossary gives the standard's own word",
    "accused: ": "the name of a field",
    "accusations: ": "the name of an argument",
    "DOI Name Encoding": "the title of a page of the DOI Handbook",
    "behind a proxy": "a place in a network",
    "behind a 403": "a place in a network",
    "behind a login": "a place in a network",
    "behind a log-in": "a place in a network",
    "behind a paywall": "a place in a network",
    "behind a firewall": "a place in a network",
}
"""Phrases that are right where they stand, each with its reason."""


def stumbles(prose: str) -> Iterator[tuple[int, Habit, str]]:
    """Yield each stumble of a text with its line, from 1, and the words around it."""
    line = 1
    for part in re.split(r"(\n[ ]*(?:\n[ ]*)+)", prose):
        if part.strip() and not part.lstrip().startswith("#"):
            yield from _in_paragraph(part, line)
        line += part.count("\n")


def _in_paragraph(part: str, line: int) -> Iterator[tuple[int, Habit, str]]:
    flat = re.sub(r"\n[ ]*(?!(?:[-*]|\d+\.)[ ])", " ", part)  # an item of a list is a line
    leading = len(flat) - len(flat.lstrip())
    flat = flat.lstrip()
    for habit in HABITS:
        for found in habit.pattern.finditer(flat):
            around = flat[max(0, found.start() - 30) : found.end() + 40].replace("\n", " ")
            near = flat[max(0, found.start() - 5) : found.end() + 12]
            if not any(phrase in near for phrase in EXCUSED):
                yield line + part.count("\n", 0, found.start() + leading), habit, around
