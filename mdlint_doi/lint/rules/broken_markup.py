"""DOI401, DOI402: the document's own syntax cuts or changes a DOI, or the link to it.

The reader of the format detects this, and provides the kind (`Break`) and the correct text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from mdlint_doi.lint.edits import graded
from mdlint_doi.lint.model import Break, Edit, Fix, Form, Mention, shown
from mdlint_doi.lint.rule import Example, Facts, FixKind, Problem, Rule, of_mention
from mdlint_doi.lint.severity import Severity
from mdlint_doi.names.outcome import Found, Missing
from mdlint_doi.text.pattern import pattern
from mdlint_doi.text.source import Renderer
from mdlint_doi.text.span import Span

_SPLIT: Final = {
    Break.LINE_BREAK: "the DOI continues on the next line, but the link ends before it",
    Break.EMPHASIS: "some characters of the DOI are read as emphasis markers",
}
_CUT: Final = {
    Break.ANGLE_IN_AUTOLINK: "because of the '<' in the DOI, this is not a link",
    Break.BARE_ANGLE: "the link in running text ends at '<', so it leads to a different DOI",
    Break.PARENTHESIS: "an unbalanced parenthesis cuts the link short",
    Break.TOO_EARLY: "the link in running text ends too early, so it leads to a different DOI",
    Break.TOO_LATE: "the link in running text includes characters after the DOI",
    Break.SPACE: "because of the space in the address, this is not a link",
    Break.ROLE_TITLE: "the role reads the text before '<' as a title",
}
_NO_LINK: Final = {
    Break.NO_LINK: "this markup is incomplete, so it is not a link",
    Break.LOOSE: "these brackets do not make a link",
}
_BROKEN: Final = frozenset({Form.BROKEN})
_MAY_BELONG: Final = pattern(
    r"[]\"'(),;:!?/._~+=@&$%#<>-]*+(?!https?:|www\.)[0-9A-Za-z] | (?!https?:|www\.)\w",
    re.IGNORECASE | re.VERBOSE,
)
"""Matches the text after a DOI if it may be the rest of it: a letter, perhaps after ASCII marks."""


def _broken_markup(mention: Mention, facts: Facts) -> Iterator[Problem]:
    if mention.broken is Break.GOES_ON:
        yield from _goes_on(mention, facts)
    elif mention.broken in _NO_LINK:
        advice = "" if mention.repair is None else f"; write {shown(mention.repair)}"
        severity = Severity.WARNING if mention.broken is Break.LOOSE else None
        message = f"{_NO_LINK[mention.broken]}{advice}"
        yield Problem(message, mention.span, _repair(mention, sure=False), severity)
    elif mention.broken is Break.NO_ROLE:
        advice = "" if mention.repair is None else f"; write {shown(mention.repair)}"
        message = f"this is not a role, so it is not a link{advice}"
        yield Problem(message, mention.span, _repair(mention, sure=False))
    elif mention.broken is Break.GAP:
        message = f"white space cuts the DOI or its address{_whole(mention)}"
        is_sure = isinstance(facts.outcome(mention.doi), Found)
        yield Problem(message, mention.span, _repair(mention, sure=is_sure))
    elif mention.broken in _CUT:
        message = f"{_CUT[mention.broken]}{_whole(mention)}"
        yield Problem(message, mention.span, _repair(mention, sure=True))


BROKEN_MARKUP: Final = Rule(
    code="DOI401",
    name="broken-markup",
    severity=Severity.ERROR,
    summary=(
        "The document's syntax cuts the DOI short, prevents a link or makes it too long, for "
        "example a `<` in an autolink, a mistyped role, or a bare address before `）`."
    ),
    why=(
        "Some old DOIs contain `<`, `>` and parentheses, which have a special meaning in Markdown. "
        "The page then shows no link, or a link to only the first part of the DOI. Percent-escapes "
        "are safe everywhere. A mistyped role, or a role in the wrong syntax (MyST in "
        "reStructuredText, or vice versa), is not a link either. Neither Markdown nor Sphinx "
        "reports this. A bare address is linked up to the next blank or `<`, so on GitHub the link "
        "includes Chinese and typographic punctuation, letters or a second address after the DOI. "
        "This is a warning, or a hint if `mkdocs.yml` or `conf.py` shows that the project's site "
        "links no bare addresses. The fix is not safe if a letter or a digit follows the DOI, "
        "perhaps after marks such as a quotation mark, or in a field of BibTeX outside of a code "
        "block. A few DOIs end in a mark, where the link to a bare address ends too early; "
        "look-ups show that the mark belongs to the DOI. White space in an address, such as "
        "`https://doi.org/ 10.1000/182`, is reported in all formats; the fix is safe if the DOI is "
        "registered."
    ),
    fix=FixKind.SAFE,
    check=_broken_markup,
    forms=_BROKEN | {Form.BARE_LINK},
    silenced_by_lookup=True,
    bad=(
        Example(
            "See https://doi.org/10.17147/asui. It is new.",
            "See <https://doi.org/10.17147/asui.> It is new.",
            outcomes=(("10.17147/asui", "missing"), ("10.17147/asui.", "found")),
        ),
        Example(
            "<https://doi.org/10.1002/(SICI)1096-8644(199601)99:1<1::AID-A1>3.0.CO;2-1>",
            "<https://doi.org/10.1002/(SICI)1096-8644(199601)99:1%3C1::AID-A1%3E3.0.CO;2-1>",
        ),
        Example(
            "[t](<https://doi.org/10.1002/(SICI)1096-8644(199601)99:1<1::AID-A1>3.0.CO;2-1>)",
            "[t](<https://doi.org/10.1002/(SICI)1096-8644(199601)99:1%3C1::AID-A1%3E3.0.CO;2-1>)",
        ),
        Example(
            "At https://doi.org/10.1002/(SICI)1096-8644(199601)99:1<1::AID-A1>3.0.CO;2-1 it.",
            "At https://doi.org/10.1002/(SICI)1096-8644(199601)99:1%3C1::AID-A1%3E3.0.CO;2-1 it.",
        ),
        Example(
            "See [the handbook] (https://doi.org/10.1000/182).",
            "See [the handbook](https://doi.org/10.1000/182).",
        ),
        Example(
            "See `the handbook <https://doi.org/10.1000/182>` now.",
            "See `the handbook <https://doi.org/10.1000/182>`__ now.",
            file="page.rst",
        ),
        Example(
            "reStructuredText in Markdown: :doi:`10.1000/182`",
            "reStructuredText in Markdown: [10.1000/182](https://doi.org/10.1000/182)",
        ),
        Example(
            "MyST without backticks: {doi}10.1000/182", "MyST without backticks: {doi}`10.1000/182`"
        ),
        Example("论文（https://doi.org/10.1000/182）。", "论文（<https://doi.org/10.1000/182>）。"),
    ),
    good=(
        Example("<https://doi.org/10.1002/x(1996)99:1%3C1::AID-A1%3E3.0.CO;2-1>"),
        Example("[t](https://doi.org/10.1002/x(1996)99:1<1::AID-A1>3.0.CO;2-1)"),
        Example("See https://doi.org/10.1016/j.cell.\n2019.01.001 for more."),
        Example("As in [12] (https://doi.org/10.1000/182) and [A]."),
        Example("See (https://doi.org/10.1000/182), and **https://doi.org/10.1000/183**."),
        Example("DOIs in code, such as DOI:`10.1000/182`, and {doi}`10.1000/182` in MyST."),
    ),
)


def _split_doi(mention: Mention) -> Iterator[Problem]:
    if mention.broken in _SPLIT:
        message = f"{_SPLIT[mention.broken]}{_whole(mention)}"
        yield Problem(message, mention.span, _repair(mention, sure=False))


SPLIT_DOI: Final = Rule(
    code="DOI402",
    name="split-doi",
    severity=Severity.ERROR,
    summary="A DOI is split across two lines or by emphasis.",
    why=(
        "The link stops at the end of the line and leads to the first half of the DOI. The fix has "
        "to guess where the second half ends, so it is not safe."
    ),
    fix=FixKind.UNSAFE,
    check=of_mention(_split_doi),
    forms=_BROKEN,
    bad=(
        Example(
            "See https://doi.org/10.1016/j.cell.\n2019.01.001 for more.",
            "See https://doi.org/10.1016/j.cell.2019.01.001\nfor more.",
        ),
        Example(
            "See :doi:`10.1016/j.cell.\n2019.01.001`.",
            "See :doi:`10.1016/j.cell.2019.01.001`.",
            file="page.rst",
        ),
    ),
    good=(
        Example("See https://doi.org/10.1016/j.cell.2019.01.001\nfor more."),
        Example("See https://doi.org/10.1016/j.cell.2019.01.001.\n2019 was the year."),
    ),
)


def _goes_on(mention: Mention, facts: Facts) -> Iterator[Problem]:
    """Report a bare link that is longer than its DOI, unless the shorter DOI is not registered."""
    outcome = facts.outcome(mention.doi)
    if mention.repair is None or isinstance(outcome, Missing):
        return
    written = mention.span.cut(mention.source.text)
    before, found, behind = mention.repair.partition(written)
    edits = [Edit(mention.span, mention.repair)]
    if found:  # other rules may correct the address itself
        start, end = mention.span.start, mention.span.end
        edits = [Edit(Span(start, start), before), Edit(Span(end, end), behind)]
    preceding, rest = mention.surroundings
    is_sure = _MAY_BELONG.match(rest) is None or isinstance(outcome, Found)
    # A reader may copy a BibTeX field or a macro of TeX, which takes the address only.
    is_sure = is_sure and not (preceding.endswith("{") and rest.startswith("}"))
    links_none = mention.source.renderer is Renderer.WITHOUT_BARE_LINKS
    message = f"GitHub's link goes on after the DOI; write {shown(mention.repair)}"
    severity = Severity.HINT if links_none else Severity.WARNING
    yield Problem(message, mention.span, graded(mention, *edits, sure=is_sure), severity)


def _whole(mention: Mention) -> str:
    is_visible = mention.repair is not None or mention.broken is Break.TOO_LATE
    if mention.doi is None or not is_visible:
        return ""
    return f"; the whole DOI is {shown(str(mention.doi))}"


def _repair(mention: Mention, *, sure: bool) -> Fix | None:
    if mention.repair is None:
        return None
    return graded(mention, Edit(mention.span, mention.repair), sure=sure)
